//! Each case: the whole answer, that nothing ran, and that the next request is served.

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

/// 422 for a field.
async fn field(body: &str, field: &str, message: &str) {
    is_refused(post(body.to_owned()), 422, error_body("invalid_field", message, Some(field))).await;
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
             `limits`, `seed`"
        );
        is_refused(post(body), 422, error_body("invalid_field", &message, None)).await;
    }
}

#[tokio::test]
async fn missing_code_is_told() {
    let message = "`code` is missing; it must be a string, the Python program";
    field("{}", "code", message).await;
    field("{\"seed\": 1}", "code", message).await;
}

#[tokio::test]
async fn a_wrong_type_is_told_with_its_field() {
    let code = "it must be a string, the Python program";
    for (value, kind) in [
        ("null", "null"),
        ("1", "a number"),
        ("true", "a boolean"),
        ("[\"print(1)\"]", "an array"),
        ("{}", "an object"),
    ] {
        field(&format!("{{\"code\": {value}}}"), "code", &format!("`code` is {kind}; {code}"))
            .await;
    }
    for (member, name, message) in [
        (
            "\"inputs\": [1]",
            "inputs",
            "`inputs` is an array; it must be an object, variable names to values",
        ),
        (
            "\"inputs\": null",
            "inputs",
            "`inputs` is null; it must be an object, variable names to values",
        ),
        ("\"limits\": 5", "limits", "`limits` is a number; it must be an object"),
        (
            "\"limits\": {\"wall_ms\": \"5\"}",
            "limits.wall_ms",
            "`limits.wall_ms` is a string; it must be a whole number between 1 and 60000",
        ),
        (
            "\"limits\": {\"fuel\": \"NaN\"}",
            "limits.fuel",
            "`limits.fuel` is a string; it must be a whole number between 1000000 and \
             1000000000000",
        ),
        (
            "\"limits\": {\"memory_bytes\": true}",
            "limits.memory_bytes",
            "`limits.memory_bytes` is a boolean; it must be a whole number between 67108864 and \
             1073741824",
        ),
        (
            "\"limits\": {\"output_bytes\": [1]}",
            "limits.output_bytes",
            "`limits.output_bytes` is an array; it must be a whole number between 1024 and \
             1048576",
        ),
        (
            "\"seed\": \"7\"",
            "seed",
            "`seed` is a string; it must be a whole number between 0 and 18446744073709551615",
        ),
    ] {
        field(&format!("{{\"code\": \"1\", {member}}}"), name, message).await;
    }
}

#[tokio::test]
async fn a_number_out_of_range_is_told_with_its_bounds() {
    let numbers = [
        "0",
        "-1",
        "-0",
        "60001",
        "1.5",
        "2000.0",
        "1e3",
        "1e400",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999",
    ];
    for number in numbers {
        field(
            &format!("{{\"code\": \"1\", \"limits\": {{\"wall_ms\": {number}}}}}"),
            "limits.wall_ms",
            &format!(
                "`limits.wall_ms` is {number}; it must be a whole number between 1 and 60000, in \
                 digits only"
            ),
        )
        .await;
    }
    for (name, number, min, max) in [
        ("fuel", "0", "1000000", "1000000000000"),
        ("fuel", "1000000000001", "1000000", "1000000000000"),
        ("memory_bytes", "67108863", "67108864", "1073741824"),
        ("memory_bytes", "1073741825", "67108864", "1073741824"),
        ("output_bytes", "1023", "1024", "1048576"),
        ("output_bytes", "1048577", "1024", "1048576"),
    ] {
        field(
            &format!("{{\"code\": \"1\", \"limits\": {{\"{name}\": {number}}}}}"),
            &format!("limits.{name}"),
            &format!(
                "`limits.{name}` is {number}; it must be a whole number between {min} and {max}, \
                 in digits only"
            ),
        )
        .await;
    }
    field(
        "{\"code\": \"1\", \"seed\": -7}",
        "seed",
        "`seed` is -7; it must be a whole number between 0 and 18446744073709551615, in digits \
         only",
    )
    .await;
}

#[tokio::test]
async fn an_unknown_field_is_named_and_the_known_ones_are_listed() {
    field(
        "{\"code\": \"1\", \"language\": \"python\"}",
        "language",
        "there is no field `language`; the fields are `code`, `inputs`, `limits`, `seed`",
    )
    .await;
    field(
        "{\"code\": \"1\", \"limits\": {\"timeout\": 5}}",
        "limits.timeout",
        "there is no field `limits.timeout`; the fields are `wall_ms`, `fuel`, `memory_bytes`, \
         `output_bytes`",
    )
    .await;
    // A long name is cut.
    let name = "é".repeat(100);
    let cut = format!("{}…", "é".repeat(40));
    field(
        &format!("{{\"{name}\": 1}}"),
        &cut,
        &format!("there is no field `{cut}`; the fields are `code`, `inputs`, `limits`, `seed`"),
    )
    .await;
}

#[tokio::test]
async fn a_field_given_twice_is_refused() {
    field("{\"code\": \"1\", \"code\": \"2\"}", "code", "`code` is given twice").await;
    field(
        "{\"code\": \"1\", \"limits\": {\"fuel\": 1000000, \"fuel\": 1000000}}",
        "limits.fuel",
        "`limits.fuel` is given twice",
    )
    .await;
    field(
        "{\"code\": \"1\", \"inputs\": {\"x\": 1, \"\\u0078\": 2}}",
        "inputs.x",
        "`inputs.x` is given twice",
    )
    .await;
}

#[tokio::test]
async fn half_a_surrogate_pair_is_refused_with_its_field() {
    let message = |field: &str, escape: &str| {
        format!(
            "`{field}` has the escape {escape}, half of a surrogate pair without the other half, \
             which stands for no character"
        )
    };
    field(r#"{"code": "print('\ud83d')"}"#, "code", &message("code", r"\ud83d")).await;
    field(r#"{"code": "\udc00\ud800"}"#, "code", &message("code", r"\udc00")).await;
    field(
        r#"{"code": "1", "inputs": {"x": [1, {"a": "\ud800"}]}}"#,
        "inputs.x",
        &message("inputs.x", r"\ud800"),
    )
    .await;
    is_refused(
        post(r#"{"code": "1", "\ud800": 1}"#),
        422,
        error_body(
            "invalid_field",
            "the body has a field name with half of a surrogate pair, which stands for no text",
            None,
        ),
    )
    .await;
    field(
        r#"{"code": "1", "inputs": {"\ud800": 1}}"#,
        "inputs",
        "`inputs` has a field name with half of a surrogate pair, which stands for no text",
    )
    .await;
}

#[tokio::test]
async fn an_input_has_a_name_that_a_program_can_use() {
    for (name, why) in [
        ("", "is empty"),
        ("a-b", "is not a Python identifier"),
        ("1st", "is not a Python identifier"),
        ("x y", "is not a Python identifier"),
        ("lambda", "is a Python keyword"),
        ("ﬁ", "is not in Unicode's normal form NFKC"),
    ] {
        field(
            &json!({"code": "1", "inputs": {"ok": 1, name: 2}}).to_string(),
            &format!("inputs.{name}"),
            &format!("the name in `inputs.{name}` {why}, so no program could use it"),
        )
        .await;
    }
}

#[tokio::test]
async fn inputs_do_not_nest_without_end() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let body = |depth| format!("{{\"code\": \"ok\", \"inputs\": {{\"x\": {}}}}}", nested(depth));
    field(
        &body(65),
        "inputs.x",
        "`inputs.x` has arrays and objects 65 deep in each other; it may have at most 64",
    )
    .await;
    assert_eq!(call(&counting().0, post(body(64))).await.text(), (200, "ok"));
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
