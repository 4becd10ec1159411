//! The log.

use std::io;
use std::sync::{Arc, LazyLock, Mutex};

use axum::body::Body;
use axum::http::{HeaderValue, Request};
use jupan_sandbox::{ErrorKind, Failure, Outcome};
use jupan_server::{ServerConfig, app};
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::{call, controlled, must_wait, post, printed, run, state, stub};

/// Log lines, kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Kept {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Everything that this process logs, on every level, from the first call on. It is one for
/// all tests, since which lines are wanted is cached per process; a test finds its own lines
/// by the id of its requests.
fn log() -> &'static Kept {
    static LOG: LazyLock<Kept> = LazyLock::new(|| {
        let kept = Kept::default();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .without_time()
            .with_max_level(LevelFilter::TRACE)
            .with_writer(kept.clone())
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        kept
    });
    &LOG
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Level, fields and span of each line about the requests with this id, with the latency
    /// checked and taken out.
    fn lines(&self, request_id: &str) -> Vec<Value> {
        let mut lines = Vec::new();
        for line in self.text().lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if line["span"]["request_id"] != request_id {
                continue;
            }
            if let Some(latency) = line["fields"].as_object_mut().unwrap().remove("latency_ms") {
                assert!(latency.as_f64().unwrap() > 0.0);
            }
            lines.push(json!([line["level"], line["fields"], line["span"]]));
        }
        lines
    }
}

/// `request` with an id of its own.
fn with_id(id: &'static str, mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("x-request-id", HeaderValue::from_static(id));
    request
}

#[tokio::test]
async fn each_request_is_one_line() {
    log();
    let runner = stub(|program, _| {
        Ok(Outcome {
            failure: (program.code == "loop").then(|| Failure::new(ErrorKind::Timeout, "T", "m")),
            ..printed("out")
        })
    });
    let app = app(state(ServerConfig::default(), runner));
    for request in [
        run("print(1)"),
        run("loop"),
        post("{\"code\": 1}"),
        Request::get("/nowhere?query").body(Body::empty()).unwrap(),
    ] {
        call(&app, with_id("one-line", request)).await;
    }
    let execute = |code_bytes: usize| {
        json!({
            "name": "request", "method": "POST", "path": "/v1/execute", "request_id": "one-line",
            "code_bytes": code_bytes,
        })
    };
    let answered = |status: u16, outcome: &str| json!({"message": "answered", "status": status, "outcome": outcome});
    assert_eq!(
        log().lines("one-line"),
        [
            json!(["INFO", answered(200, "ok"), execute(8)]),
            json!(["INFO", answered(200, "timeout"), execute(4)]),
            json!(["INFO", answered(422, "invalid_field"), {
                "name": "request", "method": "POST", "path": "/v1/execute",
                "request_id": "one-line",
            }]),
            json!(["INFO", answered(404, "not_found"), {
                "name": "request", "method": "GET", "path": "/nowhere", "request_id": "one-line",
            }]),
        ]
    );
}

#[tokio::test]
async fn of_a_long_path_the_log_has_the_start() {
    log();
    let app = app(state(ServerConfig::default(), stub(|_, _| Ok(printed("")))));
    let path = format!("/{}", "x".repeat(1000));
    let request = Request::get(path.as_str()).body(Body::empty()).unwrap();
    call(&app, with_id("long-path", request)).await;
    assert_eq!(
        log().lines("long-path"),
        [json!(["INFO", {"message": "answered", "status": 404, "outcome": "not_found"}, {
            "name": "request", "method": "GET", "path": path[..128], "request_id": "long-path",
        }])]
    );
}

#[tokio::test]
async fn a_fault_of_ours_has_its_details_in_the_log() {
    log();
    let app = app(state(ServerConfig::default(), stub(|_, _| panic!("what happened"))));
    call(&app, with_id("our-fault", run("1"))).await;
    let span = json!({
        "name": "request", "method": "POST", "path": "/v1/execute", "request_id": "our-fault",
        "code_bytes": 1,
    });
    assert_eq!(
        log().lines("our-fault"),
        [
            json!(["ERROR", {
                "message": "the server failed", "detail": "a run panicked: what happened",
            }, span]),
            json!(["INFO", {"message": "answered", "status": 500, "outcome": "internal"}, span]),
        ]
    );
}

#[tokio::test]
async fn a_client_that_went_away_is_logged() {
    log();
    let (runner, mut control) = controlled();
    let app = app(state(ServerConfig::default(), runner));
    let mut gone = Box::pin(call(&app, with_id("gone", run("1"))));
    must_wait(&mut gone).await;
    control.started.recv().await.unwrap();
    drop(gone);
    assert_eq!(
        log().lines("gone"),
        [json!(["INFO", {"message": "the client went away"}, {
            "name": "request", "method": "POST", "path": "/v1/execute", "request_id": "gone",
            "code_bytes": 1,
        }])]
    );
}

#[tokio::test]
async fn no_line_on_any_level_has_the_programs_text() {
    log();
    let runner = stub(|program, _| {
        Ok(Outcome {
            failure: Some(Failure {
                traceback: Some(program.code.clone()),
                ..Failure::new(ErrorKind::Exception, "marker", program.code.clone())
            }),
            ..printed(&program.code)
        })
    });
    let app = app(state(ServerConfig::default(), runner));
    for body in [
        r#"{"code": "marker"}"#,
        r#"{"code": "marker", "inputs": {"marker": "marker"}}"#,
        r#"{"code": "marker", "seed": "marker"}"#,
        r#"{"code": "marker\ud800"}"#,
        r#"{"marker": "marker"}"#,
        r#"{"code": "marker"#,
        r#"marker"#,
    ] {
        call(&app, with_id("no-text", post(body))).await;
    }
    assert_eq!(log().lines("no-text").len(), 7);
    assert!(!log().text().contains("marker"), "{}", log().text());
}
