//! A file of tests, and the program that runs one of its functions.

/// What the program prints last when the function ran to its end.
pub(crate) const PASSED: &str = "jupan: passed";
/// What it prints last when the function is not meant to be run here.
pub(crate) const LEFT_OUT: &str = "jupan: left out";

/// The text of a file, in parts: a function `test_*`, or what lies between two.
pub(crate) struct TestFile {
    parts: Vec<Part>,
}

struct Part {
    /// The function's name.
    function: Option<String>,
    text: String,
}

impl TestFile {
    pub(crate) fn new(source: &str) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        // Decorators belong to what follows.
        let mut decorators = String::new();
        for line in source.split_inclusive('\n') {
            if line.starts_with('@') {
                decorators.push_str(line);
                continue;
            }
            let function = line
                .strip_prefix("def ")
                .and_then(|rest| rest.split_once('('))
                .map(|(name, _)| name.to_owned())
                .filter(|name| name.starts_with("test_"));
            let is_inner = line.starts_with([' ', '\t', '\n', '#', ')', ']', '}']);
            let is_in_function = parts.last().is_some_and(|part| part.function.is_some());
            let starts_part =
                function.is_some() || parts.is_empty() || (is_in_function && !is_inner);
            if starts_part {
                parts.push(Part { function, text: std::mem::take(&mut decorators) });
            }
            if let Some(part) = parts.last_mut() {
                part.text.push_str(&std::mem::take(&mut decorators));
                part.text.push_str(line);
            }
        }
        Self { parts }
    }

    /// The names of its functions `test_*`.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| part.function.as_deref())
    }

    /// The program that calls `function`: the file without the other functions, which would take
    /// longer to compile than this one to run.
    pub(crate) fn program(&self, function: &str, with_slow: bool) -> String {
        let is_wanted = |part: &&Part| part.function.as_deref().is_none_or(|name| name == function);
        let mut text: String =
            self.parts.iter().filter(is_wanted).map(|part| part.text.as_str()).collect();
        let with_slow = if with_slow { "True" } else { "False" };
        text.push_str(&format!(
            "
from sympy.testing import pytest as _pytest
if getattr({function}, '_slow', False) and not {with_slow}:
    print('{LEFT_OUT}')
else:
    try:
        {function}()
    except (_pytest.Skipped, _pytest.XFail):
        print('{LEFT_OUT}')
    else:
        print('{PASSED}')
"
        ));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_one_of_the_functions_and_all_that_is_none() {
        let file = TestFile::new(
            "import x\n\ndef helper():\n    pass\n\n@slow\ndef test_a():\n    y(\n)\n\
             # not a\n\nz = 1\n\n@XFAIL\n@slow\ndef test_b():\n    pass\n",
        );
        assert_eq!(file.functions().collect::<Vec<_>>(), ["test_a", "test_b"]);
        let program = file.program("test_b", false);
        let (text, call) = program.split_once("\nfrom sympy.testing").unwrap();
        assert_eq!(
            text,
            "import x\n\ndef helper():\n    pass\n\nz = 1\n\n@XFAIL\n@slow\ndef test_b():\n    pass\n"
        );
        assert!(call.contains("\n        test_b()\n"), "{call}");
        assert!(file.program("test_a", false).contains("@slow\ndef test_a():\n    y(\n)\n"));
    }
}
