//! Every rule, and that it speaks for nothing else.

use std::time::Duration;

use jupan_sandbox::{
    BusyLoop, Captured, ErrorKind, Failure, ImageInfo, Limits, Outcome, Program, Usage,
};

use super::{Facts, hint};

/// The hint for a program that printed `stdout` and ended with `failure`.
fn of(code: &str, stdout: &str, failure: Option<Failure>) -> Option<String> {
    let outcome = Outcome {
        stdout: Captured { head: stdout.into(), ..Captured::default() },
        failure,
        usage: Usage { memory_peak_bytes: 200 << 20, ..Usage::default() },
        ..Outcome::default()
    };
    of_outcome(code, stdout, &outcome)
}

fn of_outcome(code: &str, stdout: &str, outcome: &Outcome) -> Option<String> {
    let image = ImageInfo {
        name: "python".to_owned(),
        version: "1".to_owned(),
        python_version: "3.14.0".to_owned(),
        modules: ["math", "os", "statistics"].map(str::to_owned).to_vec(),
        preloaded: vec!["math".to_owned()],
        ..ImageInfo::default()
    };
    let limits = Limits { wall: Duration::from_millis(1500), ..Limits::default() };
    let program = &Program::new(code);
    hint(&Facts { program, limits: &limits, image: &image, outcome, stdout, session: None })
}

fn failure(kind: ErrorKind, type_name: &str, message: &str) -> Option<Failure> {
    Some(Failure { line: Some(1), ..Failure::new(kind, type_name, message) })
}

/// The hint for an exception.
fn exception(type_name: &str, message: &str) -> Option<String> {
    of("f()", "", failure(ErrorKind::Exception, type_name, message))
}

/// The hint for a failure that Python did not see.
fn ended(kind: ErrorKind) -> Option<String> {
    of("f()", "", failure(kind, "T", "m"))
}

#[test]
fn no_output_says_how_to_show_something() {
    let shown = "the program ran to its end; print() what is to be seen, or end with an expression";
    assert_eq!(of("x = 1", "", None).as_deref(), Some(shown));
    assert_eq!(of("print()", "\n", None).as_deref(), Some(shown));
    assert_eq!(of("print(1)", "1\n", None), None);
    for empty in ["", " \n\t", "# only\n  # comments\n"] {
        assert_eq!(of(empty, "", None).as_deref(), Some("the program has no statements"));
    }
}

#[test]
fn output_on_stderr_alone_is_told() {
    let mut outcome = Outcome {
        stderr: Captured { head: b"careful".to_vec(), ..Captured::default() },
        ..Outcome::default()
    };
    assert_eq!(
        of_outcome("f()", "", &outcome).as_deref(),
        Some("the program wrote to stderr alone; print to stdout what is to be seen")
    );
    outcome.pictures = vec![jupan_sandbox::Picture::default()];
    assert_eq!(of_outcome("f()", "", &outcome), None);
    outcome.pictures.clear();
    outcome.result = Some("1".to_owned());
    assert_eq!(of_outcome("f()", "", &outcome), None);
}

#[test]
fn a_limit_says_what_it_is() {
    assert_eq!(
        ended(ErrorKind::Timeout).as_deref(),
        Some(
            "the time limit of 1.5 s, in which waiting counts too, was reached at line 1, `f()`; \
             use a faster method, a closed formula or smaller numbers"
        )
    );
    assert_eq!(
        ended(ErrorKind::Fuel).as_deref(),
        Some(
            "the program used up its 60000000000 instructions, the part of the time limit that \
             counts work at line 1, `f()`; use a faster method, a closed formula or smaller numbers"
        )
    );
    let memory = "the memory limit is 256 MiB, of which 200 MiB were in use at line 1, `f()`, the \
                  interpreter's own part included; keep less at a time, for instance with a \
                  generator in place of a list";
    assert_eq!(ended(ErrorKind::Memory).as_deref(), Some(memory));
    assert_eq!(exception("MemoryError", "").as_deref(), Some(memory));
    assert_eq!(
        ended(ErrorKind::Output).as_deref(),
        Some(
            "64 KiB of output are kept; print a summary, and look for a loop that prints without \
             end at line 1, `f()`"
        )
    );
    // A line that is not known, empty or long is not repeated.
    let at = |line, code| {
        let mut failure = failure(ErrorKind::Output, "T", "m");
        if let Some(failure) = &mut failure {
            failure.line = line;
        }
        of(code, "", failure).unwrap_or_default().rsplit_once(" end").map(|(_, at)| at.to_owned())
    };
    assert_eq!(at(None, "f()").as_deref(), Some(""));
    assert_eq!(at(Some(2), "f()\n").as_deref(), Some(" at line 2"));
    let long = "f".repeat(81);
    assert_eq!(at(Some(1), &long).as_deref(), Some(" at line 1"));
    assert_eq!(at(Some(2), "a\n  g()  ").as_deref(), Some(" at line 2, `g()`"));
    // How often the loop there had run, where that is known.
    let after = |line, rounds, code| {
        let mut failure = failure(ErrorKind::Output, "T", "m");
        if let Some(failure) = &mut failure {
            failure.line = Some(2);
            failure.busy_loop = Some(BusyLoop { line, rounds });
        }
        of(code, "", failure).unwrap_or_default().rsplit_once(" end").map(|(_, at)| at.to_owned())
    };
    let times = |line, rounds| after(line, rounds, "for x in y:\n    f()");
    assert_eq!(
        times(1, 1_234_567).as_deref(),
        Some(" at line 2, `f()`, after 1,234,567 rounds of the loop at line 1")
    );
    assert_eq!(
        times(2, 999).as_deref(),
        Some(" at line 2, `f()`, after 999 rounds of the loop there")
    );
    assert_eq!(times(2, 1).as_deref(), Some(" at line 2, `f()`, after 1 round of the loop there"));
    let recursion = "write the recursion as a loop, or look for a missing end of it";
    assert_eq!(ended(ErrorKind::Stack).as_deref(), Some(recursion));
    assert_eq!(exception("RecursionError", "").as_deref(), Some(recursion));
}

#[test]
fn a_crash_is_not_the_programs_fault_alone() {
    assert_eq!(
        ended(ErrorKind::Crash).as_deref(),
        Some("the interpreter itself failed on this program; write it in another way")
    );
}

#[test]
fn markdown_around_a_program_is_seen() {
    let syntax = || failure(ErrorKind::Syntax, "SyntaxError", "invalid syntax");
    assert_eq!(
        of("\n```python\nprint(1)\n```", "", syntax()).as_deref(),
        Some("send the program alone, without the ``` lines of Markdown around it")
    );
    assert_eq!(of("print(1", "", syntax()), None);
}

#[test]
fn a_missing_module_is_looked_up() {
    assert_eq!(
        exception("ModuleNotFoundError", "No module named 'statistic'").as_deref(),
        Some(
            "`statistic` is not here and packages cannot be installed; did you mean `statistics`?"
        )
    );
    assert_eq!(exception("ImportError", "cannot import name 'x' from 'math'"), None);
}

#[test]
fn an_undefined_name_tells_that_state_is_not_kept() {
    assert_eq!(
        exception("NameError", "name 'df' is not defined").as_deref(),
        Some("state is not kept between runs; define or import `df` in this program")
    );
    assert_eq!(
        exception("NameError", "name 'os' is not defined").as_deref(),
        Some("write `import os` first")
    );
}

#[test]
fn there_is_nobody_to_answer_input() {
    assert_eq!(
        exception("EOFError", "EOF when reading a line").as_deref(),
        Some(
            "there is nobody to answer input(); write the values into the program or pass them \
             in `inputs`"
        )
    );
}

#[test]
fn a_very_long_integer_has_ways_out() {
    let message = "Exceeds the limit (4300 digits) for integer string conversion; use \
                   sys.set_int_max_str_digits() to increase the limit";
    assert_eq!(
        exception("ValueError", message).as_deref(),
        Some(
            "an integer this long is not turned into decimal text; print its length, its last \
             digits or its logarithm, or call sys.set_int_max_str_digits(0) first"
        )
    );
    assert_eq!(exception("ValueError", "math domain error"), None);
}

#[test]
fn what_the_sandbox_does_not_have_is_told() {
    let files = "there is no such file, and none was passed; a program sees the files that are \
                 passed in `files`, in its working folder";
    let room = "the program's files may have 16 MiB together, and be 4096 at most; write less, or \
                delete what is not needed any more";
    let network =
        "there is no network here; pass the data in `inputs` or write it into the program";
    let processes = "there are no other programs or processes here; do the work in Python";
    for (type_name, message, expected) in [
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a.csv'", files),
        ("OSError", "[Errno 28] No space left on device", room),
        ("OSError", "getaddrinfo is not available", network),
        ("ConnectionRefusedError", "[Errno 111] Connection refused", network),
        ("urllib.error.URLError", "<urlopen error>", network),
        ("AttributeError", "module 'socket' has no attribute 'socket'", network),
        ("ModuleNotFoundError", "No module named '_socket'", network),
        ("AttributeError", "module 'os' has no attribute 'fork'", processes),
        ("AttributeError", "module 'os' has no attribute 'execvp'", processes),
        ("ModuleNotFoundError", "No module named '_posixsubprocess'", processes),
    ] {
        assert_eq!(
            exception(type_name, message).as_deref(),
            Some(expected),
            "{type_name} {message}"
        );
    }
}

#[test]
fn modules_that_start_processes_are_known_by_their_frames() {
    let with_traceback = |traceback: &str| {
        let mut failure = failure(ErrorKind::Exception, "OSError", "[Errno 58] not supported")?;
        failure.traceback = Some(format!("Traceback (most recent call last):\n{traceback}"));
        of("f()", "", Some(failure))
    };
    let processes = "there are no other programs or processes here; do the work in Python";
    for frame in ["subprocess", "multiprocessing.popen_fork", "concurrent.futures.process"] {
        let traceback = format!("  File \"program.py\", line 1\n  File \"{frame}\", line 13\n");
        assert_eq!(with_traceback(&traceback).as_deref(), Some(processes), "{frame}");
    }
    // A program that only names such a module is another matter.
    let named = "  File \"program.py\", line 1\n    import subprocess; open('x')\n";
    assert_eq!(with_traceback(named), None);
}

#[test]
fn each_missing_module_has_its_hint() {
    assert_eq!(
        exception(
            "ModuleNotFoundError",
            "No module named 'numpy'; nor 'requests' in line 2, 'scipy' in line 4, 'torch' in line 5"
        )
        .as_deref(),
        Some(
            "`numpy` is not here: it needs the image that `cargo xtask image science` builds, and a \
             program that has `import numpy` as a statement; else use `math`, `statistics`. there is \
             no network here; pass the data in `inputs` or write it into the program. `scipy` is not \
             here: it needs the image that `cargo xtask image science` builds, and a program that has \
             `import scipy` as a statement; else use `math`, `statistics`. `torch` is not here and \
             packages cannot be installed; use the standard library"
        )
    );
}

#[test]
fn an_ordinary_failure_has_no_hint() {
    for (type_name, message) in [
        ("ZeroDivisionError", "division by zero"),
        ("FileNotFoundError", "raised by the program"),
        ("AttributeError", "module 'os' has no attribute 'nonsense'"),
        ("AttributeError", "'list' object has no attribute 'fork'"),
        ("KeyError", "'a'"),
    ] {
        assert_eq!(exception(type_name, message), None, "{type_name} {message}");
    }
    assert_eq!(of("f()", "", failure(ErrorKind::Exit, "SystemExit", "2")), None);
}

#[test]
fn what_is_too_long_for_a_name_is_not_repeated() {
    let longest = "x".repeat(100);
    assert_eq!(
        exception("NameError", &format!("name '{longest}' is not defined")),
        Some(format!(
            "state is not kept between runs; define or import `{longest}` in this program"
        ))
    );
    assert!(exception("ModuleNotFoundError", &format!("No module named '{longest}'")).is_some());

    let long = "x".repeat(1 << 20);
    assert_eq!(exception("NameError", &format!("name '{long}' is not defined")), None);
    assert_eq!(exception("ModuleNotFoundError", &format!("No module named '{long}'")), None);
}
