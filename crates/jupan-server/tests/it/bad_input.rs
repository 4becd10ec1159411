//! Each case: the whole answer, that nothing ran, and that the next request is served.

/// JSON with a wrong field.
mod fields;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jupan_api::ExecuteRequest;
use jupan_sandbox::{LimitError, Limits, SandboxError};
use jupan_server::{ServerConfig, app};
use serde_json::{Value, json};

use crate::support::{call, echo_app, error_body, post, printed, run, state, stub};

/// A server with small bounds, and how many runs there were.
fn counting() -> (Router, Arc<AtomicUsize>) {
    let runs = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&runs);
    let runner = stub(move |program, _| {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(printed(&program.code))
    });
    let config = ServerConfig {
        body_max_bytes: 1024,
        default_limits: Limits { source_bytes: 100, ..Limits::default() },
        ..ServerConfig::default()
    };
    (app(state(config, runner)), runs)
}

async fn is_refused(request: Request<Body>, status: u16, body: Value) {
    let (app, runs) = counting();
    let answer = call(&app, request).await;
    assert_eq!((answer.status.as_u16(), answer.body), (status, body));
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.headers["x-request-id"], "test");
    assert_eq!(runs.load(Ordering::Relaxed), 0, "a program ran");
    assert_eq!(call(&app, run("next")).await.text(), (200, "next"));
}

/// 400.
async fn malformed(body: impl Into<Body>, message: &str) {
    is_refused(post(body), 400, error_body("malformed_json", message, None)).await;
}

#[tokio::test]
async fn malformed_json_is_told_with_its_place() {
    malformed(
        "",
        "the body is empty; it must be a JSON object such as {\"code\": \"print(6 * 7)\"}",
    )
    .await;
    malformed(
        "{\n \"code\": 1,,}",
        "the body is not valid JSON: key must be a string at line 2 column 12",
    )
    .await;
    malformed(
        "{\"code\": \"print(1)\"",
        "the body is not valid JSON: EOF while parsing an object at line 1 column 19",
    )
    .await;
    malformed(
        "{\"code\": \"1\", \"limits\": {\"fuel\": NaN}}",
        "the body is not valid JSON: expected value at line 1 column 34 (NaN is not JSON)",
    )
    .await;
    malformed(
        "{\"code\": \"print(1)\nprint(2)\"}",
        "the body is not valid JSON: control character (\\u0000-\\u001F) found while parsing a \
         string at line 1 column 18 (a line break inside a string is written \\n)",
    )
    .await;
    malformed(
        "{'code': '1'}",
        "the body is not valid JSON: key must be a string at line 1 column 2 (strings stand in \
         double quotes)",
    )
    .await;
    malformed("print(1)", "the body is not valid JSON: expected value at line 1 column 1").await;
    malformed(
        "[".repeat(1000),
        "the body is not valid JSON: EOF while parsing a list at line 1 column 1000",
    )
    .await;
}

#[tokio::test]
async fn a_body_that_is_not_utf_8_is_told_with_the_byte() {
    malformed(
        b"{\"code\": \"\xfe\"}".to_vec(),
        "the body is not valid UTF-8: byte 11 (0xfe) cannot be",
    )
    .await;
}

#[tokio::test]
async fn a_body_that_is_not_an_object_is_told_what_it_is() {
    for (body, kind) in [
        ("[]", "an array"),
        ("\"print(1)\"", "a string"),
        ("7", "a number"),
        ("true", "a boolean"),
        ("null", "null"),
    ] {
        let message = format!(
            "the body is {kind}; it must be an object with the fields `code`, `inputs`, \
             `files`, `outputs`, `limits`, `seed`, `image`, `html`, `session_id`"
        );
        is_refused(post(body), 422, error_body("invalid_field", &message, None)).await;
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_its_size() {
    let body = json!({"code": "x".repeat(2000)}).to_string();
    assert_eq!(body.len(), 2011);
    is_refused(
        post(body),
        413,
        error_body("too_large", "the body has 2011 bytes; it may have at most 1024", None),
    )
    .await;
}

#[tokio::test]
async fn a_program_that_is_too_large_is_told_its_size() {
    let app = counting().0;
    assert_eq!(call(&app, run(&"x".repeat(100))).await.status, 200);
    // It is the text that counts, in bytes, not its escapes in the JSON.
    is_refused(
        run(&format!("{}é", "\"".repeat(99))),
        413,
        error_body("too_large", "`code` has 101 bytes; it may have at most 100", Some("code")),
    )
    .await;
}

#[tokio::test]
async fn the_content_type_must_be_json() {
    let with = |headers: &[(&str, &str)]| {
        let mut request = Request::post("/v1/execute").header("x-request-id", "test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::from("{\"code\": \"1\"}")).unwrap()
    };
    let refused = |headers: &[(&str, &str)], message: &str| {
        is_refused(with(headers), 415, error_body("unsupported_media_type", message, None))
    };
    let missing = "send one header `content-type: application/json`";
    refused(&[], missing).await;
    let json = ("content-type", "application/json");
    refused(&[json, json], missing).await;
    for given in ["text/plain", "application/json; charset=latin1", "json"] {
        let message =
            format!("the content type is `{given}`; it must be `application/json`, in UTF-8");
        refused(&[("content-type", given)], &message).await;
    }
    refused(
        &[json, ("content-encoding", "gzip")],
        "the body has the content encoding `gzip`; send it without one",
    )
    .await;
    for coding in ["gzip, chunked", "identity"] {
        let message = format!(
            "the body has the transfer encoding `{coding}`; send it without one, or in chunks"
        );
        refused(&[json, ("transfer-encoding", coding)], &message).await;
    }
    for good in ["application/json; charset=utf-8", "APPLICATION/JSON"] {
        let answer = call(&echo_app(), with(&[("content-type", good)])).await;
        assert_eq!(answer.text(), (200, "1"), "{good}");
    }
}

#[tokio::test]
async fn what_the_sandbox_refuses_is_the_requests_fault() {
    for (error, status, body) in [
        (
            SandboxError::Limit(LimitError { field: "memory_bytes", value: 9, min: 1, max: 8 }),
            422,
            error_body(
                "invalid_field",
                "`limits.memory_bytes` is 9; it must be between 1 and 8",
                Some("limits.memory_bytes"),
            ),
        ),
        (
            SandboxError::SourceTooLarge { actual: 9, limit: 8 },
            413,
            error_body("too_large", "`code` has 9 bytes; it may have at most 8", Some("code")),
        ),
        (
            SandboxError::Inputs("number too long".to_owned()),
            422,
            error_body(
                "invalid_field",
                "`inputs` cannot be Python values: number too long",
                Some("inputs"),
            ),
        ),
    ] {
        let error = std::sync::Mutex::new(Some(error));
        let runner = stub(move |program, _| match error.lock().unwrap().take() {
            Some(error) => Err(error),
            None => Ok(printed(&program.code)),
        });
        let app = app(state(ServerConfig::default(), runner));
        let answer = call(&app, run("first")).await;
        assert_eq!((answer.status.as_u16(), answer.body), (status, body));
        assert_eq!(call(&app, run("next")).await.text(), (200, "next"));
    }
}

#[tokio::test]
async fn the_server_takes_what_the_contract_takes() {
    let app = echo_app();
    for body in [
        r#"{"code": ""}"#,
        r#"{"code": "1", "inputs": {}}"#,
        r#"{"code": "1", "inputs": {"x": null}}"#,
        r#"{"code": "1", "inputs": null}"#,
        r#"{"code": "1", "limits": {}}"#,
        r#"{"code": "1", "limits": null}"#,
        r#"{"code": "1", "limits": {"wall_ms": null}}"#,
        r#"{"code": "1", "limits": {"wall_ms": 5}}"#,
        r#"{"code": "1", "limits": {"wall_ms": 5.0}}"#,
        r#"{"code": "1", "limits": {"wall_ms": "5"}}"#,
        r#"{"code": "1", "limits": {"fuel": -5}}"#,
        r#"{"code": "1", "limits": {"source_bytes": 5}}"#,
        r#"{"code": "1", "seed": null}"#,
        r#"{"code": "1", "seed": 18446744073709551615}"#,
        r#"{"code": "1", "seed": 18446744073709551616}"#,
        r#"{"code": "1", "seed": 1, "seed": 1}"#,
        r#"{"code": null}"#,
        r#"{"code": "\ud800"}"#,
        r#"{"Code": "1"}"#,
        r#"{}"#,
        r#"[]"#,
    ] {
        let contract = serde_json::from_str::<ExecuteRequest>(body).is_ok();
        let answer = call(&app, post(body)).await;
        assert_eq!(answer.status.is_success(), contract, "{body}: {}", answer.body);
    }
}
