//! Putting right what models often get wrong about a program's text: a Markdown fence around
//! it, and line ends that were escaped once too often.

use crate::tool::without_fence;

/// The program, and a note for each thing that was put right.
pub(super) fn normalise(code: &str) -> (String, Vec<String>) {
    let mut notes = Vec::new();
    let mut code = code.to_owned();
    if let Some(inner) = without_fence(&code) {
        notes.push("a code fence around the program was removed".to_owned());
        code = inner.to_owned();
    }
    if let Some(unescaped) = unescaped(&code) {
        notes.push("escapes that were doubled in the program were undone".to_owned());
        code = unescaped;
    }
    (code, notes)
}

/// The program with its escapes undone, when it has no line end at all and a backslash where
/// Python allows none: outside of strings and comments, `\n` and `\"` are errors. Escapes
/// inside of strings are the program's own and prove nothing.
fn unescaped(code: &str) -> Option<String> {
    if code.contains('\n') || !has_stray_escape(code) {
        return None;
    }
    // Escaped as a whole, as a second JSON encoding does it: quotes and backslashes show it.
    if (code.contains("\\\"") || code.contains("\\\\"))
        && let Ok(whole) = serde_json::from_str::<String>(&format!("\"{code}\""))
    {
        return Some(whole);
    }
    // Only the line ends were escaped.
    let mut out = String::with_capacity(code.len());
    let mut scan = Scan::default();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let escape = if scan.in_string() { None } else { stray_escape(rest) };
        if let Some(real) = escape {
            scan = Scan::default();
            out.push(real);
            rest = &rest[2..];
        } else {
            scan.step(rest);
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    Some(out)
}

fn has_stray_escape(code: &str) -> bool {
    // A comment swallows the rest of a line. When the only line begins with one, nothing
    // would be left to run.
    let only_comment = code.trim_start().starts_with('#');
    let mut scan = Scan::default();
    code.char_indices().any(|(at, _)| {
        let rest = &code[at..];
        let stray = match (scan.in_string(), scan.comment) {
            (true, _) => false,
            (false, true) => only_comment && stray_escape(rest).is_some(),
            (false, false) => {
                stray_escape(rest).is_some() || rest.starts_with("\\\"") || rest.starts_with("\\'")
            }
        };
        scan.step(rest);
        stray
    })
}

fn stray_escape(rest: &str) -> Option<char> {
    match rest.as_bytes() {
        [b'\\', b'n', ..] => Some('\n'),
        [b'\\', b't', ..] => Some('\t'),
        [b'\\', b'r', ..] => Some('\r'),
        _ => None,
    }
}

/// Where in a Python program a scan is: inside of a string, a comment, or neither. It knows
/// just enough of Python's strings to tell.
#[derive(Debug, Default)]
struct Scan {
    /// The quotes that end the string.
    quote: Option<&'static str>,
    comment: bool,
    /// Characters that were looked at already.
    skip: usize,
}

impl Scan {
    const fn in_string(&self) -> bool {
        self.quote.is_some()
    }

    /// Moves over the first character of `rest`.
    fn step(&mut self, rest: &str) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        if self.comment {
            self.comment = !rest.starts_with('\n');
            return;
        }
        if let Some(quote) = self.quote {
            if rest.starts_with('\\') {
                self.skip = 1;
            } else if rest.starts_with(quote) {
                // The quote counts as inside until its last character is passed.
                self.quote = None;
                self.skip = quote.len() - 1;
            }
            return;
        }
        self.comment = rest.starts_with('#');
        let opening =
            ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| rest.starts_with(quote));
        if let Some(quote) = opening {
            self.quote = Some(quote);
            self.skip = quote.len() - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(code: &str) -> Option<String> {
        let (text, notes) = normalise(code);
        (!notes.is_empty()).then_some(text)
    }

    #[test]
    fn a_right_program_is_left_alone() {
        for code in [
            "print(1)",
            "print(1)\nprint(2)",
            r"print('a\nb')",
            r#"print("a\nb", 'c\t"d')"#,
            r#"print("""a\nb""")"#,
            r"print(r'\n')",
            r"x = 1  # split on \n",
            r"print('it\'s')",
            "s = 'x\\\\'; t = 'y\\n'",
            "x = 1 + \\\n  2",
            "",
        ] {
            assert_eq!(undone(code), None, "{code}");
        }
    }

    #[test]
    fn a_program_that_was_escaped_twice_is_unescaped_once() {
        assert_eq!(
            undone(r"import math\nprint(math.pi)"),
            Some("import math\nprint(math.pi)".into())
        );
        assert_eq!(
            undone(r#"print(\"a\\nb\")\nprint(2)"#),
            Some("print(\"a\\nb\")\nprint(2)".into())
        );
        assert_eq!(undone(r"# add\nprint(1 + 1)"), Some("# add\nprint(1 + 1)".into()));
        assert_eq!(
            undone(r"for i in (1, 2):\n\tprint(i)\n"),
            Some("for i in (1, 2):\n\tprint(i)\n".into())
        );
    }

    #[test]
    fn line_ends_alone_are_undone_outside_of_strings_only() {
        assert_eq!(undone(r#"x = "a\nb"\nprint(x)"#), Some("x = \"a\\nb\"\nprint(x)".into()));
        assert_eq!(
            undone(r"print('a\nb')\ns = 1  # say\nprint('''\n''')"),
            Some("print('a\\nb')\ns = 1  # say\nprint('''\\n''')".into())
        );
    }

    #[test]
    fn a_fence_is_removed_first() {
        assert_eq!(undone("```python\nprint(1)\n```"), Some("print(1)\n".into()));
    }
}
