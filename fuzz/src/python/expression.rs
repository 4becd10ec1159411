use super::{MAX_DEPTH, Writer, words};

impl Writer<'_> {
    /// An expression, in brackets where it is made of several parts.
    pub(super) fn expression(&mut self, depth: usize) {
        if depth >= MAX_DEPTH {
            return self.atom();
        }
        let deeper = depth + 1;
        match self.choose(17) {
            0 | 1 => self.atom(),
            2 | 3 => self.binary(deeper),
            4 => {
                self.push("(");
                self.one_of(words::UNARY);
                self.expression(deeper);
                self.push(")");
            }
            5 | 6 => {
                self.word(words::CALLABLES);
                self.arguments(deeper);
            }
            7 => {
                let function = self.word(words::MODULE_CALLS);
                self.modules.extend(function.split('.').next());
                self.arguments(deeper);
            }
            8 | 9 => self.method(deeper),
            10 => self.subscript(deeper),
            11 => self.display(deeper),
            12 => self.comprehension(deeper),
            13 => self.lambda(deeper),
            14 => self.formatted(deeper),
            15 => {
                self.push("(");
                self.expression(deeper);
                self.push(" if ");
                self.expression(deeper);
                self.push(" else ");
                self.expression(deeper);
                self.push(")");
            }
            _ if self.in_comprehension => self.atom(),
            _ => {
                self.push("(");
                self.name();
                self.push(" := ");
                self.expression(deeper);
                self.push(")");
            }
        }
    }

    fn atom(&mut self) {
        if self.choose(2) == 0 {
            self.push("(");
            self.one_of(words::LITERALS);
            self.push(")");
        } else {
            self.name();
        }
    }

    fn binary(&mut self, depth: usize) {
        self.push("(");
        self.expression(depth);
        self.push(" ");
        self.one_of(words::BINARY);
        self.push(" ");
        self.expression(depth);
        self.push(")");
    }

    fn method(&mut self, depth: usize) {
        self.expression(depth);
        self.push(".");
        self.word(words::ATTRIBUTES);
        if self.choose(4) > 0 {
            self.arguments(depth);
        }
    }

    pub(super) fn arguments(&mut self, depth: usize) {
        self.push("(");
        self.several(3, ", ", |writer| {
            if writer.choose(8) == 7 {
                writer.push("*");
            }
            writer.expression(depth);
        });
        if self.choose(8) == 7 {
            // Named ones come last, and behind a comma that needs something before it.
            let before = if self.code.ends_with('(') { "**" } else { ", **" };
            self.push(before);
            self.expression(depth);
        }
        self.push(")");
    }

    pub(super) fn subscript(&mut self, depth: usize) {
        self.expression(depth);
        self.push("[");
        self.expression(depth);
        if self.choose(3) == 1 {
            self.push(":");
            self.expression(depth);
            self.push(":");
            self.expression(depth);
        }
        self.push("]");
    }

    fn display(&mut self, depth: usize) {
        match self.choose(4) {
            0 => self.items("[", "]", depth),
            1 => self.items("(", ",)", depth),
            2 => self.items("{*(), ", "}", depth),
            _ => {
                self.push("{");
                self.several(4, ", ", |writer| {
                    writer.expression(depth);
                    writer.push(": ");
                    writer.expression(depth);
                });
                self.push("}");
            }
        }
    }

    fn items(&mut self, open: &str, close: &str, depth: usize) {
        self.push(open);
        self.expression(depth);
        for _ in 0..self.choose(4) {
            let between = if self.choose(6) == 1 { ", *" } else { ", " };
            self.push(between);
            self.expression(depth);
        }
        self.push(close);
    }

    fn comprehension(&mut self, depth: usize) {
        let (open, close) = match self.choose(4) {
            0 => ("[", "]"),
            1 => ("{", "}"),
            2 => ("(", ")"),
            _ => ("{0: ", "}"),
        };
        let outside = std::mem::replace(&mut self.in_comprehension, true);
        self.push(open);
        self.expression(depth);
        for _ in 0..=self.choose(2) {
            self.push(" for ");
            self.name();
            self.push(" in ");
            self.expression(depth);
            if self.choose(3) == 1 {
                self.push(" if ");
                self.expression(depth);
            }
        }
        self.push(close);
        self.in_comprehension = outside;
    }

    fn lambda(&mut self, depth: usize) {
        self.push("(lambda ");
        self.parameters();
        self.push(": ");
        self.expression(depth);
        self.push(")");
        if self.choose(2) == 1 {
            self.arguments(depth);
        }
    }

    /// Parameters of different names.
    pub(super) fn parameters(&mut self) {
        let parameters = match self.choose(6) {
            0 => "self=0, *p, **q",
            1 => "",
            2 => "self, a=1, /, b=2",
            3 => "a=[], *, b=None",
            4 => "*self",
            _ => "self, a, b",
        };
        self.push(parameters);
    }

    fn formatted(&mut self, depth: usize) {
        if self.choose(3) == 2 {
            self.push("('%s %r %5.2f %c' % (");
            self.expression(depth);
            self.push(", 1, 2.5, ");
            self.expression(depth);
            self.push("))");
            return;
        }
        // Strings in the parts have quotes of their own, as the grammar allows.
        self.push("f'{(");
        self.expression(depth);
        self.push(")");
        if self.choose(2) == 1 {
            self.push("!r");
        }
        self.push(":");
        self.one_of(words::FORMAT_SPECS);
        self.push("}'");
    }
}
