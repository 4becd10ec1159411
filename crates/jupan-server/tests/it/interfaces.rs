//! Other interfaces to the same runs: MCP, views, formats, events; and what is said of the server.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use jupan_api::{LimitBound, ServerInfo, ToolDefinitions};
use jupan_sandbox::SandboxError;
use jupan_server::{ServerConfig, app};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{call, controlled, echo, echo_app, error_body, get, post, state, stub};

async fn text(app: &Router, request: Request<Body>) -> (Response<()>, String) {
    let (parts, body) = app.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (Response::from_parts(parts, ()), String::from_utf8(bytes.to_vec()).unwrap())
}

fn message(body: &Value) -> Request<Body> {
    Request::post("/mcp")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("x-request-id", "test")
        .body(Body::from(body.to_string()))
        .unwrap()
}

#[tokio::test]
async fn a_call_of_the_tool_is_a_run() {
    let params = json!({ "name": "run_python", "arguments": { "code": "print(1)" } });
    let request = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let answer = call(&echo_app(), message(&request)).await;
    assert_eq!((answer.status.as_u16(), answer.header("x-request-id")), (200, "test"));
    let result = &answer.body["result"];
    assert_eq!(
        (&answer.body["id"], &result["isError"], &result["content"]),
        (&json!(7), &json!(false), &json!([{ "type": "text", "text": "print(1)" }]))
    );
    let plain = call(&echo_app(), post(json!({ "code": "print(1)" }).to_string())).await;
    assert_eq!(result["structuredContent"], plain.body);
}

#[tokio::test]
async fn what_is_no_message_is_refused_like_everything_else() {
    let app = echo_app();
    let mut request = message(&json!({}));
    request.headers_mut().remove("content-type");
    assert_eq!(call(&app, request).await.refusal(), (415, "unsupported_media_type"));
    let mut request = message(&json!({}));
    request.headers_mut().remove("accept");
    assert_eq!(call(&app, request).await.refusal(), (406, "not_acceptable"));
    assert_eq!(
        call(&app, message(&json!({ "code": "1" }))).await.refusal(),
        (422, "invalid_field")
    );
    let large = json!({ "jsonrpc": "2.0", "method": "x".repeat(5 << 20) });
    assert_eq!(call(&app, message(&large)).await.refusal(), (413, "too_large"));
    assert_eq!(call(&app, get("/mcp")).await.refusal(), (405, "method_not_allowed"));
}

#[tokio::test]
async fn the_lists_of_tools_can_be_had_one_by_one() {
    let app = echo_app();
    let all: ToolDefinitions =
        serde_json::from_value(call(&app, get("/v1/tools")).await.body).unwrap();
    for (format, list) in [
        ("openai-chat", all.openai_chat),
        ("openai-responses", all.openai_responses),
        ("anthropic", all.anthropic),
        ("mcp", all.mcp),
    ] {
        let answer = call(&app, get(&format!("/v1/tools?format={format}"))).await;
        assert_eq!(answer.body, Value::Array(list), "{format}");
    }
    let answer = call(&app, get("/v1/tools?format=gemini")).await;
    let message = "`format` is `gemini`; it must be `openai-chat` or `openai-responses` or \
                   `anthropic` or `mcp`";
    assert_eq!(
        (answer.status.as_u16(), answer.body),
        (422, error_body("invalid_field", message, Some("format")))
    );
}

#[tokio::test]
async fn an_answer_can_have_the_form_of_a_code_interpreter_call() {
    let mut request = post(json!({ "code": "6 * 7" }).to_string());
    *request.uri_mut() = "/v1/execute?view=code_interpreter_call".parse().unwrap();
    assert_eq!(
        call(&echo_app(), request).await.body,
        json!({
            "type": "code_interpreter_call", "id": "ci_test", "status": "completed",
            "container_id": "cntr_test", "code": "6 * 7",
            "outputs": [{ "type": "logs", "logs": "6 * 7" }],
        })
    );
    let mut request = post(json!({ "code": "6 * 7" }).to_string());
    *request.uri_mut() = "/v1/execute?view=x".parse().unwrap();
    assert_eq!(call(&echo_app(), request).await.refusal(), (422, "invalid_field"));
}

fn for_events(code: &str) -> Request<Body> {
    let mut request = post(json!({ "code": code }).to_string());
    request.headers_mut().insert("accept", "text/event-stream".parse().unwrap());
    request
}

#[tokio::test]
async fn events_end_with_the_answer() {
    let (answer, events) = text(&echo_app(), for_events("print(1)")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let plain = call(&echo_app(), post(json!({ "code": "print(1)" }).to_string())).await;
    let (pieces, outcome) = events.split_once("event: outcome\ndata: ").unwrap();
    assert_eq!(pieces, "event: stdout\ndata: {\"text\":\"print(1)\"}\n\n");
    assert_eq!(serde_json::from_str::<Value>(outcome.trim_end()).unwrap(), plain.body);
}

#[tokio::test]
async fn what_is_refused_before_the_run_is_refused_as_always() {
    let mut request = for_events("1");
    *request.body_mut() = Body::from("{}");
    assert_eq!(call(&echo_app(), request).await.refusal(), (422, "invalid_field"));
}

#[tokio::test]
async fn a_run_that_did_not_take_place_ends_events_with_an_error() {
    let runner = stub(|_, _| Err(SandboxError::Engine("a secret of the server".to_owned())));
    let app = app(state(ServerConfig::default(), runner));
    let (answer, events) = text(&app, for_events("1")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let error = events.strip_prefix("event: error\ndata: ").unwrap();
    let message = "the server failed; its log has the details under this request id";
    assert_eq!(
        serde_json::from_str::<Value>(error.trim_end()).unwrap(),
        error_body("internal", message, None)
    );
}

#[tokio::test]
async fn who_stops_reading_events_gives_the_run_up() {
    let (runner, mut controls) = controlled();
    let app = app(state(ServerConfig::default(), runner));
    let response = app.oneshot(for_events("1")).await.unwrap();
    let mut body = response.into_body();
    tokio::select! {
        _ = body.frame() => panic!("nobody has ended the run"),
        started = controls.started.recv() => assert_eq!(started.as_deref(), Some("1")),
    }
    let token = controls.tokens.recv().unwrap();
    assert!(!token.is_cancelled());
    drop(body);
    assert!(token.is_cancelled());
}

#[tokio::test]
async fn the_server_says_what_it_runs_programs_with() {
    let answer = call(&echo_app(), get("/v1/info")).await;
    let info: ServerInfo = serde_json::from_value(answer.body).unwrap();
    assert_eq!(info.images[0].preloaded, ["math", "statistics"]);
    let bound = |min, default, max| LimitBound { min, default, max };
    assert_eq!(
        info.limits.named(),
        [
            ("wall_ms", bound(1, 5_000, 60_000)),
            ("fuel", bound(1_000_000, 60_000_000_000, 1_000_000_000_000)),
            ("memory_bytes", bound(64 << 20, 256 << 20, 1 << 30)),
            ("output_bytes", bound(1 << 10, 64 << 10, 1 << 20)),
            ("files_bytes", bound(0, 16 << 20, 64 << 20)),
            ("returned_bytes", bound(0, 4 << 20, 16 << 20)),
        ]
    );
    assert_eq!(info.limits.source_bytes, 262_144);
}

#[tokio::test]
async fn the_reference_and_its_page_are_served_and_ask_nobody_else() {
    let app = echo_app();
    let document = call(&app, get("/openapi.json")).await;
    assert_eq!(document.header("content-type"), "application/json");
    assert_eq!(document.body["openapi"], "3.1.0");
    let (answer, page) = text(&app, get("/docs")).await;
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
    let policy = answer.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'self';"), "{policy}");
    for path in document.body["paths"].as_object().unwrap().keys() {
        assert!(page.contains(path.as_str()), "{path}");
    }
    for elsewhere in ["http:", "https:", "src=", "<script", "style=", "url("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    let (style, css) = text(&app, get("/docs/style.css")).await;
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
    assert!(!css.contains("url(") && !css.contains("@import"));
}

#[tokio::test]
async fn metrics_count_runs_refusals_and_clients_that_left() {
    let app = app(state(ServerConfig::default(), echo()));
    for _ in 0..3 {
        assert_eq!(call(&app, post(json!({ "code": "1" }).to_string())).await.status, 200);
    }
    assert_eq!(call(&app, post("{")).await.status, 400);
    let (answer, metrics) = text(&app, get("/metrics")).await;
    assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    for line in [
        "jupan_runs_total{outcome=\"ok\",kind=\"none\"} 3",
        "jupan_refusals_total{code=\"malformed_json\"} 1",
        "jupan_runs_given_up_total 0",
        "jupan_requests_total 4",
        "jupan_run_seconds_count 3",
        "jupan_run_seconds_bucket{le=\"0.001\"} 0",
        "jupan_run_seconds_bucket{le=\"0.0025\"} 3",
        "jupan_image_info{image=\"python\",version=\"1.2.3\",python_version=\"3.14.0\"} 1",
        "# TYPE jupan_run_fuel histogram",
    ] {
        assert!(metrics.lines().any(|other| other == line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn a_client_that_left_is_counted() {
    let (runner, mut controls) = controlled();
    let app = app(state(ServerConfig::default(), runner));
    let mut asking = Box::pin(call(&app, post(json!({ "code": "1" }).to_string())));
    tokio::select! {
        _ = &mut asking => panic!("nobody has ended the run"),
        _ = controls.started.recv() => {}
    }
    drop(asking);
    let (_, metrics) = text(&app, get("/metrics")).await;
    assert!(metrics.contains("jupan_runs_given_up_total 1\n"), "{metrics}");
}
