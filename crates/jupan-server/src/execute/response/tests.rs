//! The answer for every kind of ending.

use std::time::Duration;

use jupan_sandbox::Captured;
use serde_json::{Value, json};

use super::*;

fn stream(text: &str) -> Captured {
    Captured { head: text.into(), ..Captured::default() }
}

fn outcome(stdout: &str, result: Option<&str>, failure: Option<Failure>) -> Outcome {
    Outcome {
        stdout: stream(stdout),
        stderr: stream(""),
        result: result.map(str::to_owned),
        failure,
        usage: jupan_sandbox::Usage {
            wall: Duration::from_nanos(812_345),
            fuel: 412_345,
            memory_peak_bytes: 47_185_920,
        },
        ..Outcome::default()
    }
}

fn failure(kind: ErrorKind, message: &str, line: Option<u32>) -> Option<Failure> {
    Some(Failure { line, ..Failure::new(kind, "SomeError", message) })
}

fn response(outcome: Outcome) -> ExecuteResponse {
    let image = ImageInfo {
        name: "python".to_owned(),
        version: "0.1.0".to_owned(),
        python_version: "3.14.0".to_owned(),
        ..ImageInfo::default()
    };
    let limits = Limits { output_bytes: 1024, ..Limits::default() };
    execute_response(&Program::new("f()"), &limits, &image, outcome)
}

fn text(stdout: &str, result: Option<&str>, failure: Option<Failure>) -> String {
    response(outcome(stdout, result, failure)).text
}

#[test]
fn a_good_run_is_answered_whole() {
    let answer = serde_json::to_value(response(outcome("2\n", None, None))).unwrap();
    assert_eq!(
        answer,
        json!({
            "status": "ok", "text": "2", "stdout": "2\n", "stderr": "", "result": null,
            "error": null, "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
            "usage": {"wall_ms": 0.812, "fuel": 412_345, "memory_peak_bytes": 47_185_920},
            "image": {"name": "python", "version": "0.1.0"},
            "fresh": true, "session": null,
        })
    );
}

#[test]
fn a_failed_run_is_answered_whole() {
    let mut outcome = outcome("one\n", None, None);
    outcome.stderr = Captured { head: b"a".to_vec(), tail: b"z".to_vec(), left_out: 7 };
    outcome.failure = Some(Failure {
        line: Some(3),
        traceback: Some("Traceback (most recent call last):\n".to_owned()),
        ..Failure::new(ErrorKind::Exception, "NameError", "name 'x' is not defined")
    });
    let hint = "state is not kept between runs; define or import `x` in this program";
    assert_eq!(
        serde_json::to_value(response(outcome)).unwrap(),
        json!({
            "status": "error",
            "text": format!("one\n[error] NameError: name 'x' is not defined (line 3)\n[hint] {hint}"),
            "stdout": "one\n", "stderr": "a\n[... 7 bytes left out ...]\nz", "result": null,
            "error": {
                "kind": "exception", "type": "NameError", "message": "name 'x' is not defined",
                "line": 3, "traceback": "Traceback (most recent call last):\n", "hint": hint,
            },
            "truncated": {"stdout_bytes": 0, "stderr_bytes": 7},
            "usage": {"wall_ms": 0.812, "fuel": 412_345, "memory_peak_bytes": 47_185_920},
            "image": {"name": "python", "version": "0.1.0"},
            "fresh": true, "session": null,
        })
    );
}

#[test]
fn the_text_has_what_was_printed_and_the_value() {
    assert_eq!(text("\n a b \n\n", None, None), "a b");
    assert_eq!(text("", Some("42"), None), "42");
    assert_eq!(text("6 * 7 =\n", Some("42"), None), "6 * 7 =\n42");
}

#[test]
fn the_text_says_that_there_is_no_output() {
    assert_eq!(
        text(" \n", None, None),
        "(no output)\n[hint] the program ran to its end; print() what is to be seen, or end with \
         an expression"
    );
}

#[test]
fn the_text_of_a_failure_leaves_out_what_is_not_known() {
    assert_eq!(text("", None, failure(ErrorKind::Exit, "", None)), "[error] SomeError");
    assert_eq!(text("", None, failure(ErrorKind::Exit, "m", None)), "[error] SomeError: m");
    assert_eq!(
        text("a", None, failure(ErrorKind::Exception, "", Some(1))),
        "a\n[error] SomeError (line 1)"
    );
}

#[test]
fn every_kind_has_its_status_and_names_its_limit() {
    let kinds = [
        (ErrorKind::Exception, "error", ""),
        (ErrorKind::Syntax, "error", ""),
        (ErrorKind::Exit, "error", ""),
        (ErrorKind::Timeout, "limit", "time limit"),
        (ErrorKind::Fuel, "limit", "time limit"),
        (ErrorKind::Memory, "limit", "memory"),
        (ErrorKind::Output, "limit", "output"),
        (ErrorKind::Stack, "limit", "recursion"),
        (ErrorKind::Crash, "error", "interpreter"),
    ];
    for ((kind, status, word), wire) in kinds.into_iter().zip(jupan_api::ErrorKind::ALL) {
        let answer = response(outcome("", None, failure(kind, "m", None)));
        assert_eq!(serde_json::to_value(answer.status).unwrap(), status, "{kind:?}");
        assert_eq!(answer.error.map(|error| error.kind), Some(wire), "{kind:?}");
        assert!(answer.text.contains(word), "{kind:?}: {}", answer.text);
    }
}

#[test]
fn what_the_guest_reports_is_bounded_like_its_output() {
    let long = format!("{}é{}", "a".repeat(600), "b".repeat(600));
    let answer = response(outcome("", Some(&long), None));
    let clipped = format!("{}\n[... 178 bytes left out ...]\n{}", "a".repeat(512), "b".repeat(512));
    assert_eq!(answer.result.as_deref(), Some(clipped.as_str()));
    assert_eq!(answer.text, clipped);

    let answer = response(outcome("", None, failure(ErrorKind::Exception, &long, None)));
    assert_eq!(answer.error.map(|error| error.message), Some(clipped));
}

#[test]
fn a_cut_leaves_characters_whole() {
    assert_eq!(clip("éééé".to_owned(), 8), "éééé");
    assert_eq!(clip("éééé".to_owned(), 7), "é\n[... 4 bytes left out ...]\né");
    assert_eq!(clip("éééé".to_owned(), 0), "\n[... 8 bytes left out ...]\n");
}

#[test]
fn bytes_that_are_no_text_still_make_an_answer() {
    let mut outcome = outcome("", None, None);
    outcome.stdout.head = b"\xff\x00ok\n".to_vec();
    let answer: Value = serde_json::to_value(response(outcome)).unwrap();
    assert_eq!(answer["stdout"], "\u{fffd}\0ok\n");
}
