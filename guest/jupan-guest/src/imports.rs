//! Which packages a program imports, found before any of it runs.

use ruff_python_ast::{Expr, Stmt, visitor, visitor::Visitor};

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
