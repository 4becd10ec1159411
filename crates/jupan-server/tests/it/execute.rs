//! From a good request to its answer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jupan_sandbox::{
    ErrorKind, Failure, LeftFile, LeftFiles, LeftOut, Limits, OmitReason, Outcome, Outputs,
    Program, ProgramFile, SandboxError, SharedBytes,
};
use jupan_server::{ServerConfig, app};
use serde_json::json;

use crate::support::{call, echo_app, error_body, post, printed, run, state, stub};

#[tokio::test]
async fn a_good_request_is_answered_whole() {
    let answer = call(&echo_app(), run("6 * 7")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(
        answer.body,
        json!({
            "status": "ok", "text": "6 * 7", "stdout": "6 * 7", "stderr": "", "result": null,
            "error": null, "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
            "usage": {"wall_ms": 1.5, "fuel": 1000, "memory_peak_bytes": 65536},
            "image": {"name": "python", "version": "1.2.3"},
            "fresh": true, "session": null,
        })
    );
}

#[tokio::test]
async fn a_program_that_failed_is_a_200_as_well() {
    let runner = stub(|_, _| {
        Ok(Outcome {
            failure: Some(Failure {
                line: Some(2),
                ..Failure::new(
                    ErrorKind::Exception,
                    "ModuleNotFoundError",
                    "No module named 'maths'",
                )
            }),
            ..printed("so far\n")
        })
    });
    let answer = call(&app(state(ServerConfig::default(), runner)), run("f()")).await;
    let hint = "`maths` is not here and packages cannot be installed; did you mean `math`?";
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.body,
        json!({
            "status": "error",
            "text": format!(
                "so far\n[error] ModuleNotFoundError: No module named 'maths' (line 2)\n[hint] {hint}"
            ),
            "stdout": "so far\n", "stderr": "", "result": null,
            "error": {
                "kind": "exception", "type": "ModuleNotFoundError",
                "message": "No module named 'maths'", "line": 2, "traceback": null, "hint": hint,
            },
            "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
            "usage": {"wall_ms": 1.5, "fuel": 1000, "memory_peak_bytes": 65536},
            "image": {"name": "python", "version": "1.2.3"},
            "fresh": true, "session": null,
        })
    );
}

fn file(name: &str, bytes: &[u8]) -> ProgramFile {
    ProgramFile { name: name.to_owned(), bytes: SharedBytes::new(bytes.to_vec()) }
}

/// What the runner is given for `body`.
async fn handed_over(body: &str) -> (Program, Limits) {
    let seen = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&seen);
    let runner = stub(move |program, limits| {
        *slot.lock().unwrap() = Some((program.clone(), *limits));
        Ok(printed(""))
    });
    let answer = call(&app(state(ServerConfig::default(), runner)), post(body.to_owned())).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    seen.lock().unwrap().take().unwrap()
}

#[tokio::test]
async fn everything_in_a_request_reaches_the_runner() {
    let body = r#" {"seed": 18446744073709551615, "code": "a\nb\u0000\u00e9\ud83d\ude00",
        "limits": {"wall_ms": 2000, "fuel": 2000000000, "memory_bytes": 134217728,
                   "output_bytes": 1024, "files_bytes": 5, "returned_bytes": 6},
        "files": {"a.csv": "1", "b": {"base64": "/w=="}}, "outputs": ["a.csv", "*.png"],
        "image": "science", "html": true,
        "inputs": {"xs": [1, 2.50, 123456789012345678901234567890], "주판": {"a": [[]]}}} "#;
    assert_eq!(
        handed_over(body).await,
        (
            Program {
                code: "a\nb\0é😀".to_owned(),
                inputs: Some(
                    r#"{"xs": [1, 2.50, 123456789012345678901234567890], "주판": {"a": [[]]}}"#
                        .to_owned()
                ),
                seed: Some(u64::MAX),
                files: vec![file("a.csv", b"1"), file("b", &[255])],
                outputs: Outputs::Named(vec!["a.csv".to_owned(), "*.png".to_owned()]),
                image: Some("science".to_owned()),
                wants_html: true,
            },
            Limits {
                wall: Duration::from_secs(2),
                fuel: 2_000_000_000,
                memory_bytes: 134_217_728,
                output_bytes: 1024,
                source_bytes: Limits::DEFAULT_SOURCE_BYTES,
                files_bytes: 5,
                returned_bytes: 6,
            }
        )
    );
}

#[tokio::test]
async fn what_a_request_leaves_out_takes_the_default() {
    let default = (Program::new("1"), Limits::default());
    for body in [
        r#"{"code": "1"}"#,
        r#"{"code": "1", "inputs": {}, "limits": {}, "seed": null}"#,
        r#"{"code": "1", "image": "auto", "html": false}"#,
        r#"{"code": "1", "image": null, "html": null}"#,
        r#"{"code": "1", "limits": {"wall_ms": null, "fuel": null}}"#,
    ] {
        assert_eq!(handed_over(body).await, default, "{body}");
    }
}

#[tokio::test]
async fn a_request_may_ask_for_the_bounds_themselves() {
    let ceilings = ServerConfig::DEFAULT_CEILINGS;
    let body = r#"{"code": "1", "limits": {"wall_ms": 60000, "fuel": 1000000000000,
                   "memory_bytes": 1073741824, "output_bytes": 1048576,
                   "files_bytes": 67108864, "returned_bytes": 16777216}}"#;
    let expected = Limits { source_bytes: Limits::DEFAULT_SOURCE_BYTES, ..ceilings };
    assert_eq!(handed_over(body).await.1, expected);
    let body = r#"{"code": "1", "limits": {"wall_ms": 1, "fuel": 1000000,
                   "memory_bytes": 67108864, "output_bytes": 1024,
                   "files_bytes": 0, "returned_bytes": 0}}"#;
    let expected = Limits {
        wall: Limits::MIN_WALL,
        fuel: Limits::MIN_FUEL,
        memory_bytes: Limits::MIN_MEMORY_BYTES,
        output_bytes: Limits::MIN_OUTPUT_BYTES,
        source_bytes: Limits::DEFAULT_SOURCE_BYTES,
        files_bytes: Limits::MIN_FILES_BYTES,
        returned_bytes: Limits::MIN_RETURNED_BYTES,
    };
    assert_eq!(handed_over(body).await.1, expected);
}

#[tokio::test]
async fn files_that_were_asked_for_are_in_the_answer() {
    let files = LeftFiles {
        files: vec![LeftFile { name: "a".to_owned(), bytes: SharedBytes::new(b"x".to_vec()) }],
        left_out: vec![LeftOut { name: "b".to_owned(), bytes: None, reason: OmitReason::NotThere }],
        more_left_out: 0,
    };
    let runner = stub(move |_, _| Ok(Outcome { files: files.clone(), ..printed("") }));
    let app = app(state(ServerConfig::default(), runner));
    let answer = call(&app, post(r#"{"code": "1", "outputs": true}"#.to_owned())).await.body;
    assert_eq!(
        (&answer["files"], &answer["files_left_out"], &answer["text"]),
        (
            &json!([{"name": "a", "bytes": 1, "text": "x"}]),
            &json!([{"name": "b", "bytes": null, "reason": "the program left no file of this name"}]),
            &json!("[file] a, 1 byte\n[file] b: the program left no file of this name"),
        )
    );
    let answer = call(&echo_app(), post(r#"{"code": "1", "outputs": true}"#.to_owned())).await.body;
    assert_eq!((&answer["files"], answer.get("files_left_out")), (&json!([]), None));
    let answer = call(&echo_app(), run("1")).await.body;
    assert_eq!(answer.get("files"), None);
}

#[tokio::test]
async fn files_that_cannot_be_are_refused_by_their_field() {
    let fault = |error: fn() -> SandboxError| {
        let runner = stub(move |_, _| Err(error()));
        async move { call(&app(state(ServerConfig::default(), runner)), run("1")).await.body }
    };
    let file = fault(|| SandboxError::File { name: "a/..".to_owned(), reason: "no".to_owned() });
    let file = file.await;
    assert_eq!(
        (&file["error"]["field"], &file["error"]["message"]),
        (&json!("files.a/.."), &json!("`files.a/..` cannot be given to the program: no"))
    );
    let outputs = fault(|| SandboxError::Outputs("there are too many".to_owned())).await;
    assert_eq!(
        (&outputs["error"]["field"], &outputs["error"]["message"]),
        (&json!("outputs"), &json!("`outputs` cannot be: there are too many"))
    );
}

#[tokio::test]
async fn an_empty_program_is_run_and_told() {
    let runner = || stub(|_, _| Ok(printed("")));
    for code in ["", "  \n", "# a comment\n"] {
        let answer = call(&app(state(ServerConfig::default(), runner())), run(code)).await;
        assert_eq!(
            answer.text(),
            (200, "(no output)\n[hint] the program has no statements"),
            "{code:?}"
        );
    }
}

#[tokio::test]
async fn a_fault_of_ours_keeps_its_details_to_the_log() {
    let runner = stub(|program, _| match program.code.as_str() {
        "fail" => Err(SandboxError::Engine("secret detail".to_owned())),
        "panic" => panic!("secret detail"),
        other => Ok(printed(other)),
    });
    let config =
        ServerConfig { max_concurrent_runs: 1, max_queued_runs: 0, ..ServerConfig::default() };
    let app = app(state(config, runner));
    for fault in ["fail", "panic", "panic"] {
        let answer = call(&app, run(fault)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.body),
            (
                500,
                error_body(
                    "internal",
                    "the server failed; its log has the details under this request id",
                    None
                )
            )
        );
        // The only slot is free again.
        assert_eq!(call(&app, run("next")).await.text(), (200, "next"));
    }
}
