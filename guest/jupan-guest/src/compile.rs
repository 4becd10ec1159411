//! From source text to code.

use std::collections::{BTreeSet, HashSet};

use ruff_python_ast::{
    Comprehension, Expr, Identifier, Mod, ModModule, Stmt, StmtGlobal, name::Name, visitor,
    visitor::Visitor,
};
use rustpython_compiler::{
    codegen::compile::compile_top,
    core::SourceFileBuilder,
    parser::{self, ParseOptions},
};
use rustpython_vm::{PyRef, PyResult, VirtualMachine, builtins::PyCode, compiler::Mode};

/// The name under which tracebacks know the program; `bootstrap.py` has it as well.
const FILE_NAME: &str = "program.py";

/// A program that can be run.
pub(crate) struct Compiled {
    pub(crate) code: PyRef<PyCode>,
    /// The text at its start that describes it. The compiler forgets it for a program that ends
    /// in an expression.
    pub(crate) doc: Option<String>,
}

/// Compiles the program so that it gives the value of its last statement, if that is an
/// expression.
pub(crate) fn compile(vm: &VirtualMachine, source: &str) -> PyResult<Compiled> {
    if source.contains('\0') {
        let message = "source code string cannot contain null bytes";
        return Err(vm.new_exception_msg(vm.ctx.exceptions.syntax_error.to_owned(), message.into()));
    }
    let ended;
    let source = if ends_in_several_bytes(source) {
        ended = format!("{source}\n");
        ended.as_str()
    } else {
        source
    };
    let module = parse(source);
    let last = module.as_ref().and_then(|module| module.body.last());
    let doc = module.as_ref().and_then(doc_string).map(str::to_owned);
    let mode = if matches!(last, Some(Stmt::Expr(_))) { Mode::BlockExpr } else { Mode::Exec };
    let code = match without_warnings(vm, source, mode) {
        Some(code) => code,
        None => vm
            .compile(source, mode, FILE_NAME)
            .map_err(|error| error.into_pyexception(vm, Some(source)))?,
    };
    let fast = module.and_then(with_global_names).and_then(|module| {
        let file = SourceFileBuilder::new(FILE_NAME, source).finish();
        compile_top(Mod::Module(module), file, mode, vm.compile_opts()).ok()
    });
    let code = fast.map_or(code, |fast| PyCode::new_ref_from_bytecode(vm, fast));
    Ok(Compiled { code, doc })
}

/// The code of a program that gives the compiler nothing to complain or to warn about, in half
/// the time: to find what to warn about in texts and numbers, it reads the program twice more.
fn without_warnings(vm: &VirtualMachine, source: &str, mode: Mode) -> Option<PyRef<PyCode>> {
    let has_escapes = source.contains('\\');
    let has_suffixes = source
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic());
    if has_escapes || has_suffixes {
        return None;
    }
    let mut has_warnings = false;
    let mut note_warning = |_, _| {
        has_warnings = true;
        Ok(())
    };
    let code = rustpython_compiler::compile_with_syntax_warning_handler(
        source,
        mode,
        FILE_NAME,
        vm.compile_opts(),
        &mut note_warning,
    );
    code.ok().filter(|_| !has_warnings).map(|code| PyCode::new_ref_from_bytecode(vm, code))
}

/// Whether the last character is outside of ASCII. CPython ends the last line of such a program,
/// as of any other; the parser here needs that end, or it fails where a text is not closed.
fn ends_in_several_bytes(source: &str) -> bool {
    source.as_bytes().last().is_some_and(|byte| !byte.is_ascii())
}

fn doc_string(module: &ModModule) -> Option<&str> {
    match module.body.first()? {
        Stmt::Expr(first) => Some(first.value.as_string_literal_expr()?.value.to_str()),
        _ => None,
    }
}

/// The program's tree. `None` if it does not parse: what is wrong with it is for the compiler
/// to say.
fn parse(source: &str) -> Option<ModModule> {
    // Nesting that the compiler refuses is refused here as well, before a tree is built that
    // is too deep to be dropped.
    let file = SourceFileBuilder::new(FILE_NAME, source).finish();
    rustpython_compiler::pre_parse_source_error(&file).ok()?;
    let parsed = parser::parse(source, ParseOptions::from(parser::Mode::Module)).ok()?;
    match parsed.into_syntax() {
        Mod::Module(module) => Some(module),
        Mod::Expression(_) => None,
    }
}

/// `module` with a `global` statement for the names that it uses at its top level, if it has a
/// loop there. The names are global anyway, but the compiler looks them up in a slow way that
/// allows for local names elsewhere; a builtin's name costs an exception each time.
fn with_global_names(mut module: ModModule) -> Option<ModModule> {
    let mut names = Names::default();
    names.visit_body(&module.body);
    if !names.has_loop || names.has_future {
        return None;
    }
    let global = StmtGlobal {
        node_index: Default::default(),
        range: Default::default(),
        names: names
            .used
            .difference(&names.special)
            .map(|name| Identifier::new(name.clone(), Default::default()))
            .collect(),
    };
    // A text at the start stays there: it describes the program.
    let place = usize::from(doc_string(&module).is_some());
    module.body.insert(place, Stmt::Global(global));
    Some(module)
}

/// The names of a program's top level.
#[derive(Default)]
struct Names {
    used: BTreeSet<Name>,
    /// Names that are more than global: annotated, or of a comprehension as well.
    special: BTreeSet<Name>,
    has_loop: bool,
    has_future: bool,
}

impl Names {
    fn use_name(&mut self, name: &str) {
        self.used.insert(Name::new(name));
    }

    /// What lies in `expr` belongs to another scope; the names that it binds are left alone.
    fn leave_alone(&mut self, expr: &Expr) {
        let mut inner = Names::default();
        inner.visit_expr(expr);
        self.special.extend(inner.used);
        self.special.extend(inner.special);
    }

    fn visit_comprehension_parts(&mut self, elements: &[&Expr], generators: &[Comprehension]) {
        for (index, generator) in generators.iter().enumerate() {
            self.leave_alone(&generator.target);
            match index {
                0 => self.visit_expr(&generator.iter),
                _ => self.find_bound(&generator.iter),
            }
            generator.ifs.iter().for_each(|condition| self.find_bound(condition));
        }
        elements.iter().for_each(|element| self.find_bound(element));
    }

    /// Leaves the names alone that an expression of another scope binds in this one.
    fn find_bound(&mut self, expr: &Expr) {
        let mut bound = Bound::default();
        bound.visit_expr(expr);
        self.special.extend(bound.0);
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // Only the names, decorators, bases and defaults are of this scope.
            Stmt::FunctionDef(function) => {
                self.use_name(&function.name);
                function
                    .decorator_list
                    .iter()
                    .for_each(|decorator| self.visit_decorator(decorator));
                for parameter in function.parameters.iter_non_variadic_params() {
                    parameter.default.iter().for_each(|default| self.visit_expr(default));
                }
            }
            Stmt::ClassDef(class) => {
                self.use_name(&class.name);
                class.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                class.arguments.iter().for_each(|arguments| self.visit_arguments(arguments));
            }
            Stmt::AnnAssign(annotated) => {
                self.leave_alone(&annotated.target);
                annotated.value.iter().for_each(|value| self.visit_expr(value));
            }
            Stmt::TypeAlias(alias) => self.leave_alone(&alias.name),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.use_name(name.split('.').next().unwrap_or(name));
                }
            }
            Stmt::ImportFrom(import) => {
                self.has_future |= import.module.as_ref().is_some_and(|name| name == "__future__");
                for alias in import.names.iter().filter(|alias| &*alias.name != "*") {
                    self.use_name(alias.asname.as_ref().unwrap_or(&alias.name));
                }
            }
            Stmt::Global(global) => {
                self.special.extend(global.names.iter().map(|name| name.id.clone()));
            }
            Stmt::For(_) | Stmt::While(_) => {
                self.has_loop = true;
                visitor::walk_stmt(self, stmt);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => self.use_name(&name.id),
            Expr::Lambda(lambda) => {
                for parameter in
                    lambda.parameters.iter().flat_map(|all| all.iter_non_variadic_params())
                {
                    parameter.default.iter().for_each(|default| self.visit_expr(default));
                }
            }
            Expr::ListComp(comp) => self.visit_comprehension_parts(&[&comp.elt], &comp.generators),
            Expr::SetComp(comp) => self.visit_comprehension_parts(&[&comp.elt], &comp.generators),
            Expr::Generator(comp) => self.visit_comprehension_parts(&[&comp.elt], &comp.generators),
            Expr::DictComp(comp) => {
                let elements: Vec<&Expr> =
                    [comp.key.as_deref(), Some(&*comp.value)].into_iter().flatten().collect();
                self.visit_comprehension_parts(&elements, &comp.generators);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ruff_python_ast::ExceptHandler) {
        let ruff_python_ast::ExceptHandler::ExceptHandler(caught) = handler;
        caught.name.iter().for_each(|name| self.use_name(name));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a ruff_python_ast::Pattern) {
        use ruff_python_ast::Pattern;

        let bound = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        bound.into_iter().for_each(|name| self.use_name(name));
        visitor::walk_pattern(self, pattern);
    }
}

/// The names that assignment expressions and comprehensions within an expression bind.
#[derive(Default)]
struct Bound(HashSet<Name>);

impl<'a> Visitor<'a> for Bound {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Named(named) = expr
            && let Expr::Name(name) = &*named.target
        {
            self.0.insert(name.id.clone());
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        let mut targets = Names::default();
        targets.visit_expr(&comprehension.target);
        self.0.extend(targets.used);
        visitor::walk_comprehension(self, comprehension);
    }
}
