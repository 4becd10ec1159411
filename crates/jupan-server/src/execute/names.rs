//! Which names a program can use as variables.

use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::is_nfkc;

/// Python's reserved words, sorted. The soft ones (`match`, `case`, `type`, `_`) are names.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Why a Python program could not refer to a variable `name`, if it could not, as the second
/// half of a sentence.
pub(crate) fn refusal(name: &str) -> Option<&'static str> {
    let mut characters = name.chars();
    let Some(first) = characters.next() else {
        return Some("is empty");
    };
    if !(first == '_' || is_xid_start(first)) || !characters.all(is_xid_continue) {
        return Some("is not a Python identifier");
    }
    if KEYWORDS.binary_search(&name).is_ok() {
        return Some("is a Python keyword");
    }
    // Python reads names in this form, so a variable with another one would be out of reach.
    if !is_nfkc(name) {
        return Some("is not in Unicode's normal form NFKC");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_every_script_are_names() {
        for name in ["x", "_", "_1", "xs2", "match", "print", "größe", "주판", "数", "none"] {
            assert_eq!(refusal(name), None, "{name}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for (name, expected) in [
            ("", "is empty"),
            ("1x", "is not a Python identifier"),
            ("a b", "is not a Python identifier"),
            ("a.b", "is not a Python identifier"),
            ("a-b", "is not a Python identifier"),
            ("x\0", "is not a Python identifier"),
            ("🚀", "is not a Python identifier"),
            ("class", "is a Python keyword"),
            ("None", "is a Python keyword"),
            ("yield", "is a Python keyword"),
            ("ﬁ", "is not in Unicode's normal form NFKC"),
        ] {
            assert_eq!(refusal(name), Some(expected), "{name:?}");
        }
    }

    #[test]
    fn the_keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}
