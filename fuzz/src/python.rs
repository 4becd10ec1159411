//! Python programs made from bytes. Most compile, and every statement runs whatever became of
//! those before it.

mod expression;
mod statement;
mod words;

use std::collections::BTreeSet;

use arbitrary::Unstructured;

/// Where a program stops to grow.
const MAX_CODE_BYTES: usize = 4 << 10;
/// How deep statements and expressions may stand in each other.
const MAX_DEPTH: usize = 5;

/// The program that `bytes` stand for. Bytes that begin with `#` are a program's text as it is.
#[must_use]
pub fn program(bytes: &[u8]) -> String {
    if is_text(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let mut writer = Writer {
        input: Unstructured::new(bytes),
        code: String::new(),
        modules: BTreeSet::new(),
        in_function: false,
        in_loop: false,
        in_comprehension: false,
    };
    while !writer.input.is_empty() && writer.code.len() < MAX_CODE_BYTES {
        writer.guarded_statement();
    }
    let imports: String =
        writer.modules.iter().map(|module| format!("import {module}\n")).collect();
    format!("{imports}{}{}", words::PRELUDE, writer.code)
}

/// Whether `bytes` are a program's text as it is, which may do anything.
#[must_use]
pub fn is_text(bytes: &[u8]) -> bool {
    bytes.starts_with(b"#")
}

/// Writes a program by what the input decides.
struct Writer<'a> {
    input: Unstructured<'a>,
    code: String,
    /// Modules that the program names.
    modules: BTreeSet<&'static str>,
    /// Whether `return` and `yield` may stand here.
    in_function: bool,
    /// Whether `break` and `continue` may.
    in_loop: bool,
    /// Whether names must not be bound by `:=`.
    in_comprehension: bool,
}

impl Writer<'_> {
    /// A number below `count`; 0 when the input is used up or the program is long.
    fn choose(&mut self, count: usize) -> usize {
        if self.code.len() >= MAX_CODE_BYTES {
            return 0;
        }
        // An empty range cannot be, and used up input is 0: there is no error to be had.
        self.input.choose_index(count.max(1)).unwrap_or(0)
    }

    /// One of the words in `words`.
    fn word(&mut self, words: &'static str) -> &'static str {
        let word = self.choose(words.split_whitespace().count());
        let word = words.split_whitespace().nth(word).unwrap_or_default();
        self.code.push_str(word);
        word
    }

    fn one_of(&mut self, texts: &[&str]) {
        let text = self.choose(texts.len());
        self.code.push_str(texts.get(text).copied().unwrap_or_default());
    }

    fn name(&mut self) {
        self.word(words::NAMES);
    }

    fn push(&mut self, text: &str) {
        self.code.push_str(text);
    }

    /// `one` up to `most` times, or not at all, with `between` between.
    fn several(&mut self, most: usize, between: &str, mut one: impl FnMut(&mut Self)) {
        for turn in 0..self.choose(most + 1) {
            if turn > 0 {
                self.push(between);
            }
            one(self);
        }
    }
}
