//! What is right in an image whose interpreter is CPython's, where that is something else.

use crate::header::Header;
use crate::{HeaderError, Program};

/// Names of programs, and the lines of their headers that are replaced.
const OTHERWISE: &[(&str, &str)] = &[
    // A list is empty while it is sorted, so that emptying it is no change.
    ("cpu/sort-with-a-hostile-key", "# expect: ok"),
    // Its debugger ends the program.
    ("blocking/debugger", "# expect: ok | exit | exception"),
    // Nothing is longer than 2^31 bytes, and it knows before it asks for memory.
    ("memory/capacity-join", "# expect: memory | exception:OverflowError"),
    ("memory/mem-string", "# expect: memory | exception:OverflowError"),
    ("memory/replace", "# expect: memory | exception:OverflowError"),
    // Long integers are worked on piece by piece, which takes its time.
    ("memory/decimal-digits", "# expect: memory | timeout | fuel"),
    ("memory/decimal-precision", "# expect: memory | timeout | fuel"),
    // The limit in the message is what the image takes itself, and the one that was set.
    ("memory/memory-limit-is-the-one-set", "# error-contains: \"memory limit of \""),
    // Jupan's own code in the image calls the program.
    ("stack/depth-is-the-usual-one", "# stdout: \"994\\n\""),
    ("escape/frame-walk", "# stdout-contains: \"<_jupan_run>\""),
    // A program that its parser finds too deep is a MemoryError.
    ("stack/eval-recursion", "# expect: exception:RecursionError | exception:MemoryError | stack"),
    ("stack/exec-loop", "# expect: exception:RecursionError | exception:MemoryError"),
    ("stack/stack-parser", "# expect: exception:MemoryError | syntax:SyntaxError"),
    // Its frames lie on no stack, so that there may be room for all of them.
    ("stack/stack-limit-raised", "# expect: ok | limit | exception:RecursionError"),
    // Its own stack is larger.
    ("stack/step-through-iterators", "# expect: ok | exception:RecursionError | stack"),
    ("escape/load-extension", "# expect: denied | exception:TypeError"),
    // It numbers errors as WASI's C library does.
    ("host-allocation/files-deep-folders", "# error-contains: \"Filename too long\""),
    ("host-allocation/files-descriptors", "# error-contains: \"No file descriptors available\""),
    ("host-allocation/files-endless-names", "# error-contains: \"Filename too long\""),
];

/// What the image takes more than the light one, at most: granted on top of a limit on memory.
const EXTRA_MEMORY_BYTES: u64 = 192 << 20;

impl Program {
    /// The same, with what is right in an image of CPython.
    ///
    /// # Errors
    ///
    /// When what is said about it cannot be read; the tests of this crate make sure that it can.
    pub fn in_cpython(self) -> Result<Self, HeaderError> {
        let lines = OTHERWISE.iter().find(|(name, _)| *name == self.name);
        let lines = lines.map_or("", |(_, lines)| lines);
        let header =
            Header::parse(lines).map_err(|fault| HeaderError { name: self.name.clone(), fault })?;
        Ok(Self {
            expect: header.expect.unwrap_or(self.expect),
            stdout: match header.stdout_contains {
                None => header.stdout.or(self.stdout),
                Some(_) => header.stdout,
            },
            extra_memory_bytes: EXTRA_MEMORY_BYTES,
            stdout_contains: header.stdout_contains.or(self.stdout_contains),
            stdout_lacks: header.stdout_lacks.or(self.stdout_lacks),
            error_contains: header.error_contains.or(self.error_contains),
            limits: header.limits.unwrap_or(self.limits),
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn each_is_another_way_of_a_program_that_there_is() {
        let programs = catalogue().unwrap();
        for (name, _) in OTHERWISE {
            let program = programs.iter().find(|program| program.name == *name);
            let program = program.unwrap_or_else(|| panic!("there is no {name}"));
            let there = Program { extra_memory_bytes: 0, ..program.clone().in_cpython().unwrap() };
            assert_ne!(there, *program, "{name}");
        }
        for program in programs.iter().filter(|program| program.name == "cpu/time-while") {
            let there = Program { extra_memory_bytes: EXTRA_MEMORY_BYTES, ..program.clone() };
            assert_eq!(program.clone().in_cpython().unwrap(), there);
        }
    }
}
