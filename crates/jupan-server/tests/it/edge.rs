//! What holds for every request.

use axum::body::Body;
use axum::http::Request;
use jupan_server::{ServerConfig, app};
use serde_json::json;

use crate::support::{call, echo, echo_app, error_body, get, run, state};

#[tokio::test]
async fn the_health_checks_answer() {
    let health = json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")});
    for path in ["/healthz", "/readyz"] {
        let answer = call(&echo_app(), get(path)).await;
        assert_eq!((answer.status.as_u16(), &answer.body), (200, &health), "{path}");
    }
}

#[tokio::test]
async fn a_server_that_stops_is_alive_but_not_ready() {
    let state = state(ServerConfig::default(), echo());
    let app = app(state.clone());
    state.begin_shutdown();
    assert_eq!(call(&app, get("/healthz")).await.status, 200);
    let refusal = error_body(
        "shutting_down",
        "the server is shutting down; ask another, or again later",
        None,
    );
    for request in [get("/readyz"), run("1")] {
        let answer = call(&app, request).await;
        assert_eq!((answer.status.as_u16(), &answer.body), (503, &refusal));
        assert_eq!(answer.header("retry-after"), "1");
    }
}

#[tokio::test]
async fn an_unknown_path_is_told_which_there_are() {
    for path in ["/page", "/v1/execute/", "/v2/execute", "/v1/tools?x=1&y"] {
        let answer = call(&echo_app(), get(path)).await;
        if path.starts_with("/v1/tools") {
            assert_eq!(answer.status, 200);
            continue;
        }
        assert_eq!(
            (answer.status.as_u16(), answer.body),
            (
                404,
                error_body(
                    "not_found",
                    "no such path; there are POST /v1/execute, GET /v1/sessions, POST /v1/sessions, \
                     GET /v1/sessions/{id}, DELETE /v1/sessions/{id}, \
                     POST /v1/sessions/{id}/reset, POST /mcp, GET /v1/tools, GET /v1/info, \
                     GET /metrics, GET /openapi.json, GET /docs, GET /healthz and GET /readyz",
                    None
                )
            ),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_one() {
    let message = "the path takes another method; there are POST /v1/execute, \
                   GET /v1/sessions, POST /v1/sessions, GET /v1/sessions/{id}, \
                   DELETE /v1/sessions/{id}, POST /v1/sessions/{id}/reset, POST /mcp, \
                   GET /v1/tools, GET /v1/info, GET /metrics, GET /openapi.json, GET /docs, \
                   GET /healthz and GET /readyz";
    for (method, path, allowed) in [
        ("GET", "/v1/execute", "POST"),
        ("PUT", "/v1/execute", "POST"),
        ("POST", "/v1/tools", "GET,HEAD"),
        ("DELETE", "/v1/sessions", "POST,GET,HEAD"),
        ("PUT", "/v1/sessions/x", "GET,HEAD,DELETE"),
        ("GET", "/v1/sessions/x/reset", "POST"),
        ("DELETE", "/healthz", "GET,HEAD"),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("x-request-id", "test")
            .body(Body::empty())
            .unwrap();
        let answer = call(&echo_app(), request).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.body, answer.header("allow")),
            (405, &error_body("method_not_allowed", message, None), allowed),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn a_request_id_goes_both_ways() {
    let app = echo_app();
    for request in [get("/healthz"), get("/nowhere"), run("1")] {
        assert_eq!(call(&app, request).await.header("x-request-id"), "test");
    }
    // A bad one, and none: the server's own, the same in header and body.
    for request in [
        Request::get("/nowhere").header("x-request-id", "not\tsane").body(Body::empty()).unwrap(),
        Request::get("/nowhere").body(Body::empty()).unwrap(),
    ] {
        let answer = call(&app, request).await;
        let id = answer.header("x-request-id");
        assert_eq!(id.len(), 36);
        assert_eq!(answer.body["error"]["request_id"], id);
    }
}
