use super::{MAX_DEPTH, Writer, words};

impl Writer<'_> {
    /// A statement at the top, mostly with a handler around it.
    pub(super) fn guarded_statement(&mut self) {
        if self.choose(8) == 7 {
            return self.statement(0);
        }
        self.push("try:\n");
        self.statement(1);
        self.push("except Exception as error: print(repr(error)[:80])\n");
    }

    fn statement(&mut self, depth: usize) {
        let deep = depth >= MAX_DEPTH;
        match self.choose(if deep { 6 } else { 18 }) {
            0 | 1 => self.line(depth, |writer| {
                writer.push("print(");
                writer.expression(1);
                writer.push(")");
            }),
            2 => self.line(depth, |writer| writer.expression(0)),
            3 => self.line(depth, |writer| {
                writer.name();
                writer.push(" ");
                writer.word(words::AUGMENTED);
                writer.push(" ");
                writer.expression(0);
            }),
            4 => self.line(depth, |writer| {
                writer.subscript(2);
                writer.push(" = ");
                writer.expression(1);
            }),
            5 => self.line(depth, Self::simple),
            6 | 7 => self.repeated(depth, |writer| {
                writer.push("for ");
                writer.name();
                writer.push(" in ");
                writer.expression(1);
            }),
            8 => self.repeated(depth, |writer| {
                writer.push("while ");
                writer.expression(1);
            }),
            9 => self.block(depth, |writer| {
                writer.push("if ");
                writer.expression(1);
            }),
            10 | 11 => self.attempt(depth),
            12 | 13 => self.function(depth),
            14 | 15 => self.class(depth),
            16 => self.block(depth, |writer| {
                writer.push("with ");
                writer.expression(1);
                writer.push(" as ");
                writer.name();
            }),
            _ => self.matching(depth),
        }
    }

    fn simple(&mut self) {
        match self.choose(6 + 2 * usize::from(self.in_function) + usize::from(self.in_loop)) {
            0 => self.push("pass"),
            1 => {
                self.push("raise ");
                self.expression(1);
                if self.choose(3) == 1 {
                    self.push(" from ");
                    self.expression(1);
                }
            }
            2 => {
                self.push("del ");
                self.name();
            }
            3 => {
                self.push("assert ");
                self.expression(1);
            }
            4 => {
                self.push("a, *b = ");
                self.expression(1);
            }
            5 => {
                self.name();
                self.push(": ");
                self.name();
                self.push(" = ");
                self.expression(1);
            }
            6 if self.in_function => {
                self.push("return ");
                self.expression(1);
            }
            7 if self.in_function => {
                self.push("x = yield ");
                self.expression(1);
            }
            _ => self.one_of(&["break", "continue"]),
        }
    }

    fn line(&mut self, depth: usize, write: impl FnOnce(&mut Self)) {
        self.indent(depth);
        write(self);
        self.push("\n");
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.push(" ");
        }
    }

    /// A head and the statements below it.
    fn block(&mut self, depth: usize, head: impl FnOnce(&mut Self)) {
        self.indent(depth);
        head(self);
        self.push(":\n");
        self.body(depth + 1);
    }

    fn repeated(&mut self, depth: usize, head: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.in_loop, true);
        self.block(depth, head);
        self.in_loop = outside;
    }

    fn body(&mut self, depth: usize) {
        for _ in 0..=self.choose(3) {
            self.statement(depth);
        }
    }

    fn attempt(&mut self, depth: usize) {
        self.block(depth, |writer| writer.push("try"));
        if self.choose(4) == 3 {
            self.block(depth, |writer| writer.push("finally"));
            return;
        }
        let star = if self.choose(5) == 4 { "except* " } else { "except " };
        self.block(depth, |writer| {
            writer.push(star);
            writer.one_of(words::EXCEPTIONS);
            writer.push(" as ");
            writer.name();
        });
    }

    fn function(&mut self, depth: usize) {
        if self.choose(6) == 1 {
            self.line(depth, |writer| {
                writer.push("@");
                writer.word(words::CALLABLES);
            });
        }
        let start = if self.choose(8) == 7 { "async def " } else { "def " };
        let outside = (self.in_function, self.in_loop);
        (self.in_function, self.in_loop) = (true, false);
        self.block(depth, |writer| {
            writer.push(start);
            writer.name();
            writer.push("(");
            writer.parameters();
            writer.push(")");
        });
        (self.in_function, self.in_loop) = outside;
    }

    fn class(&mut self, depth: usize) {
        self.indent(depth);
        self.push("class ");
        self.name();
        self.arguments(3);
        self.push(":\n");
        self.line(depth + 1, |writer| writer.push("x = 1"));
        for _ in 0..self.choose(4) {
            self.indent(depth + 1);
            self.push("def ");
            self.word(words::SPECIAL_METHODS);
            self.push("(");
            self.parameters();
            self.push("): return ");
            self.expression(1);
            self.push("\n");
        }
    }

    fn matching(&mut self, depth: usize) {
        self.indent(depth);
        self.push("match ");
        self.expression(1);
        self.push(":\n");
        let pattern = match self.choose(5) {
            0 => "_",
            1 => "[a, *b]",
            2 => "{'k': x, **y}",
            3 => "str() | int(x=1)",
            _ => "A(x=[1, _])",
        };
        self.block(depth + 1, |writer| {
            writer.push("case ");
            writer.push(pattern);
        });
    }
}
