//! Which packages a program imports, found before any of it runs.

use ruff_python_ast::{Expr, ModModule, Stmt, visitor, visitor::Visitor};

use crate::compile::parse;

/// Those of `packages` that the program imports, anywhere in it: in its order of `packages`.
/// None if it does not parse.
pub(crate) fn of(source: &str, packages: &[String]) -> Vec<String> {
    // Most programs do not even have the name in them, and are not parsed for this.
    if !packages.iter().any(|package| source.contains(package.as_str())) {
        return Vec::new();
    }
    let Some(module) = parse(source) else { return Vec::new() };
    let mut imports = Imports { packages, found: vec![false; packages.len()] };
    imports.visit_body(&module.body);
    let found = packages.iter().zip(imports.found).filter(|(_, is_found)| *is_found);
    found.map(|(package, _)| package.clone()).collect()
}

/// A module that a program imports when it runs, whatever else it does.
pub(crate) struct Import {
    /// The part of its name before the first dot.
    pub(crate) name: String,
    /// The line of the statement, from 1.
    pub(crate) line: usize,
    /// The statement.
    pub(crate) text: String,
}

/// A program with one of these in it may bring about by itself that a module is there, or that an
/// import is never reached.
const MAKES_MODULES_OR_ENDS: &[&str] = &[
    "__import__",
    "_exit",
    "abort",
    "exit",
    "meta_path",
    "ModuleType",
    "modules",
    "path_hooks",
    "quit",
    "SystemExit",
    "sys.path",
];

/// The modules that `module`, whose text is `source`, imports for certain: in statements of its
/// own, not within others, so that nothing catches their failure. A module of whose file the
/// program speaks is left out.
pub(crate) fn certain(source: &str, module: &ModModule) -> Vec<Import> {
    if MAKES_MODULES_OR_ENDS.iter().any(|word| source.contains(word)) {
        return Vec::new();
    }
    let mut imports: Vec<Import> = Vec::new();
    for stmt in &module.body {
        let (range, names): (_, Vec<&str>) = match stmt {
            Stmt::Import(import) => {
                (import.range, import.names.iter().map(|alias| alias.name.as_str()).collect())
            }
            Stmt::ImportFrom(import) if import.level == 0 => {
                (import.range, import.module.iter().map(|module| module.as_str()).collect())
            }
            _ => continue,
        };
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        let (Some(before), Some(text)) = (source.get(..start), source.get(start..end)) else {
            continue;
        };
        for name in names {
            let name = name.split('.').next().unwrap_or(name);
            let is_known = imports.iter().any(|import| import.name == name);
            if is_known || source.contains(&format!("{name}.py")) {
                continue;
            }
            let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
            imports.push(Import { name: name.to_owned(), line, text: text.to_owned() });
        }
    }
    imports
}

struct Imports<'p> {
    packages: &'p [String],
    found: Vec<bool>,
}

impl Imports<'_> {
    fn note(&mut self, module: &str) {
        let top = module.split('.').next().unwrap_or(module);
        if let Some(index) = self.packages.iter().position(|package| package == top) {
            self.found[index] = true;
        }
    }
}

impl<'a> Visitor<'a> for Imports<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Import(import) => import.names.iter().for_each(|alias| self.note(&alias.name)),
            Stmt::ImportFrom(import) if import.level == 0 => {
                import.module.iter().for_each(|module| self.note(module));
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    /// `__import__("sympy")` and `importlib.import_module("sympy")`.
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            let function = match &*call.func {
                Expr::Name(name) => name.id.as_str(),
                Expr::Attribute(attribute) => attribute.attr.as_str(),
                _ => "",
            };
            if matches!(function, "__import__" | "import_module")
                && let Some(Expr::StringLiteral(name)) = call.arguments.args.first()
            {
                self.note(name.value.to_str());
            }
        }
        visitor::walk_expr(self, expr);
    }
}
