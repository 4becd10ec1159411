use std::io::pipe;
use std::process::Stdio;

use jupan_server::ServerConfig;
use jupan_tests::{Finished, TestServer, finish, image_dirs, jupan, science_image_dir};
use serde_json::{Value, json};

/// Runs `jupan` with `args` in a folder of its own.
fn run(args: &[&str], stdin: &[u8]) -> Finished {
    let dir = tempfile::tempdir().unwrap();
    finish(jupan(dir.path()).args(args), stdin)
}

fn finished(status: i32, stdout: &str, stderr: &str) -> Finished {
    Finished { status: Some(status), stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

/// Wrong usage or a fault of ours: status 3, nothing on stdout, the reason on stderr.
fn fault(args: &[&str], stdin: &[u8]) -> String {
    let Finished { status, stdout, stderr } = run(args, stdin);
    assert_eq!((status, stdout.as_str()), (Some(3), ""), "{stderr}");
    stderr
}

#[test]
fn a_program_comes_from_the_command_line_a_file_or_stdin() {
    assert_eq!(run(&["run", "-c", "print(6 * 7)"], b""), finished(0, "42\n", ""));
    assert_eq!(run(&["run", "-"], b"print(6 * 7)"), finished(0, "42\n", ""));
    let dir = tempfile::tempdir().unwrap();
    // Windows line ends and a byte order mark are usual in files.
    std::fs::write(dir.path().join("a.py"), b"\xef\xbb\xbfprint(6 * 7)\r\n").unwrap();
    let got = finish(jupan(dir.path()).args(["run", "a.py"]), b"");
    assert_eq!(got, finished(0, "42\n", ""));
}

#[test]
fn the_value_of_the_last_expression_follows_the_output() {
    assert_eq!(run(&["run", "-c", "print('a')\n1 + 1"], b""), finished(0, "a\n2\n", ""));
    assert_eq!(run(&["run", "-c", "print('a', end='')\n'b'"], b""), finished(0, "a\n'b'\n", ""));
    assert_eq!(run(&["run", "-c", "x = 1"], b""), finished(0, "", ""));
}

#[test]
fn the_programs_stderr_stays_apart() {
    let code = "import sys\nprint('out')\nprint('err', file=sys.stderr)";
    assert_eq!(run(&["run", "-c", code], b""), finished(0, "out\n", "err\n"));
}

#[test]
fn a_program_that_fails_is_a_1_with_its_traceback() {
    let got = run(&["run", "-c", "print('before')\n1 / 0"], b"");
    assert_eq!((got.status, got.stdout.as_str()), (Some(1), "before\n"));
    assert!(got.stderr.starts_with("Traceback (most recent call last):\n"), "{}", got.stderr);
    assert!(got.stderr.contains("ZeroDivisionError: division by zero\n"), "{}", got.stderr);
    assert_eq!(run(&["run", "-c", "def f(:"], b"").status, Some(1));
}

#[test]
fn a_program_that_ends_itself_is_judged_by_its_status() {
    assert_eq!(run(&["run", "-c", "import sys\nsys.exit(0)"], b"").status, Some(0));
    let got = run(&["run", "-c", "import sys\nsys.exit(4)"], b"");
    assert_eq!((got.status, got.stdout.as_str()), (Some(1), ""));
    assert!(got.stderr.contains("SystemExit"), "{}", got.stderr);
}

#[test]
fn a_limit_is_a_2() {
    let got = run(&["run", "-c", "print('kept')\nwhile True: pass", "--wall-ms", "100"], b"");
    assert_eq!((got.status, got.stdout.as_str()), (Some(2), "kept\n"));
    assert!(got.stderr.contains("time limit of 100 ms"), "{}", got.stderr);
    for (code, flag, value) in [
        ("while True: pass", "--fuel", "50000000"),
        ("x = 'a' * 10**9", "--memory-bytes", "100000000"),
        ("while True: print('x' * 100)", "--output-bytes", "1024"),
    ] {
        assert_eq!(run(&["run", "-c", code, flag, value], b"").status, Some(2), "{flag}");
    }
}

#[test]
fn wrong_usage_is_a_3() {
    for args in [
        &[][..],
        &["run"],
        &["run", "--fly"],
        &["run", "a.py", "-c", "1"],
        &["run", "-c", "1", "--wall-ms", "NaN"],
    ] {
        let stderr = fault(args, b"");
        assert!(stderr.contains("Usage") || stderr.contains("error:"), "{args:?}: {stderr}");
    }
}

#[test]
fn a_file_that_cannot_be_run_is_named() {
    assert_eq!(
        fault(&["run", "no-such.py"], b""),
        "jupan: cannot read no-such.py: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        fault(&["run", "-"], b"x = 1\ny = '\xff'\n"),
        "jupan: the program from stdin is not valid UTF-8: byte 0xff on line 2; save it as UTF-8\n"
    );
}

#[test]
fn a_source_text_too_large_is_refused() {
    let source = vec![b'#'; (256 << 10) + 1];
    let stderr = fault(&["run", "-"], &source);
    assert!(stderr.contains("262144"), "{stderr}");
}

#[test]
fn a_limit_above_the_ceiling_is_refused_with_the_maximum() {
    let stderr = fault(&["run", "-c", "1", "--wall-ms", "60001"], b"");
    assert!(stderr.contains("wall_ms") && stderr.contains("60000"), "{stderr}");
    let stderr = fault(&["run", "-c", "1", "--fuel", "0"], b"");
    assert!(stderr.contains("fuel"), "{stderr}");
}

#[test]
fn inputs_come_as_json_or_from_a_file() {
    let code = "print(sum(xs), name)";
    let inputs = r#"{"xs": [1, 2, 3], "name": "é"}"#;
    assert_eq!(run(&["run", "-c", code, "--inputs", inputs], b""), finished(0, "6 é\n", ""));
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("in.json"), inputs).unwrap();
    let got = finish(jupan(dir.path()).args(["run", "-c", code, "--inputs", "@in.json"]), b"");
    assert_eq!(got, finished(0, "6 é\n", ""));
    for bad in ["{", "[1]", "5", "@no-such.json"] {
        let stderr = fault(&["run", "-c", "1", "--inputs", bad], b"");
        assert!(stderr.contains("inputs") || stderr.contains("no-such.json"), "{bad}: {stderr}");
    }
}

/// Takes out of an answer what differs from run to run.
fn repeatable(mut answer: Value) -> Value {
    let usage = answer["usage"].as_object_mut().unwrap();
    assert!(usage.remove("wall_ms").is_some_and(|wall| wall.as_f64().is_some_and(|ms| ms > 0.0)));
    answer
}

#[test]
fn the_json_form_is_the_answer_of_the_http_endpoint() {
    // What images there are counts: a run's receipt has the fuel of asking where its imports are.
    let images = image_dirs().into_iter().chain(science_image_dir()).collect();
    let server = TestServer::start_with(ServerConfig::default(), images);
    for (code, status) in [
        ("print(6 * 7)\n'value'", 0),
        ("print('before')\ndef f():\n    return xs['missing']\nf()", 1),
        ("def f(:", 1),
        ("import sys\nsys.exit('bye')", 1),
        ("print('x' * 100000)\nx = 'a' * 10**10", 2),
    ] {
        let request = json!({ "code": code, "inputs": { "xs": {} }, "seed": 1 });
        let over_http = server.post(request.to_string().as_bytes()).json();
        let args = ["run", "-c", code, "--inputs", r#"{"xs":{}}"#, "--seed", "1", "--json"];
        let got = run(&args, b"");
        assert_eq!((got.status, got.stderr.as_str()), (Some(status), ""), "{code}");
        let on_the_line: Value = serde_json::from_str(&got.stdout).unwrap();
        assert_eq!(repeatable(on_the_line), repeatable(over_http), "{code}");
    }
}

#[test]
fn help_names_limits_with_units_and_defaults() {
    let help = run(&["serve", "--help"], b"");
    assert_eq!((help.status, help.stderr.as_str()), (Some(0), ""));
    for part in [
        "--default-limits-wall-ms",
        "in milliseconds [default: 5000]",
        "JUPAN_LISTEN",
        "[default: 127.0.0.1:8787]",
        "Exit status: 0",
    ] {
        assert!(help.stdout.contains(part), "{part} is not in {}", help.stdout);
    }
    assert_eq!(
        run(&["--version"], b""),
        finished(0, &format!("jupan {}\n", env!("CARGO_PKG_VERSION")), "")
    );
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["--help"][..],
        &["config"],
        &["run", "-c", "print(1)"],
        &["run", "-c", "1", "--json"],
        &["image", "info"],
        &["selftest", "--filter", "exit/abort"],
        &["agent", "--demo", "--json"],
    ] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = jupan(dir.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_fault() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["serve", "--help"],
        &["config"],
        &["config", "--json"],
        &["run", "-c", "print(1)"],
        &["run", "-c", "1", "--json"],
        &["image", "info"],
        &["selftest", "--filter", "exit/abort"],
        &["selftest", "--filter", "exit/abort", "--json"],
        &["agent", "--demo"],
        &["agent", "--demo", "--json"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let dir = tempfile::tempdir().unwrap();
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = jupan(dir.path());
        let output =
            command.args(args).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output();
        let output = output.unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let said = stderr.lines().last().unwrap_or_default();
        assert_eq!(output.status.code(), Some(3), "{args:?}: {stderr}");
        assert!(
            said.starts_with("jupan: cannot ")
                && said.ends_with(": No space left on device (os error 28)"),
            "{args:?}: {stderr}"
        );
    }
}

#[test]
fn files_are_taken_and_left() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("in.csv"), "a,1\n").unwrap();
    let code = "open('out.txt', 'w').write(open('in.csv').read() + open('d/raw').read())\nNone";
    let args =
        ["run", "--file", "in.csv", "--file", "d/raw=in.csv", "--out", "results", "-c", code];
    assert_eq!(finish(jupan(dir.path()).args(args), b""), finished(0, "", ""));
    let left = std::fs::read_to_string(dir.path().join("results/out.txt")).unwrap();
    assert_eq!(left, "a,1\na,1\n");
    let none = ["run", "--out", "results", "--output", "no.csv", "-c", "x = 1"];
    assert_eq!(
        finish(jupan(dir.path()).args(none), b""),
        finished(0, "", "no.csv: the program left no file of this name\n")
    );
    let twice = fault(&["run", "--file", "no/such", "-c", "1"], b"");
    assert!(twice.contains("cannot read no/such"), "{twice}");
}
