//! A server that asks for a token.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use jupan_server::{BearerToken, ServeError, ServerConfig, app, serve};
use tokio::net::TcpListener;

use crate::support::{call, echo, error_body, state};

const TOKEN: &str = "correct-horse-battery";

fn guarded() -> Router {
    let config =
        ServerConfig { bearer_token: Some(BearerToken::new(TOKEN)), ..ServerConfig::default() };
    app(state(config, echo()))
}

/// A request with these values of `authorization`.
fn request(path: &str, authorization: &[&str]) -> Request<Body> {
    let mut request = if path == "/v1/execute" { Request::post(path) } else { Request::get(path) }
        .header("x-request-id", "test")
        .header("content-type", "application/json");
    for value in authorization {
        request =
            request.header("authorization", HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    request.body(Body::from("{\"code\": \"1\"}")).unwrap()
}

async fn is_refused(path: &str, authorization: &[&str], message: &str) {
    let answer = call(&guarded(), request(path, authorization)).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.body, answer.header("www-authenticate")),
        (401, &error_body("unauthorized", message, None), "Bearer"),
        "{authorization:?}"
    );
}

#[tokio::test]
async fn a_request_without_a_token_is_refused() {
    let message =
        "this server asks for a bearer token: send one header `Authorization: Bearer TOKEN`";
    for path in ["/v1/execute", "/v1/tools", "/nowhere", "/healthz/"] {
        is_refused(path, &[], message).await;
    }
    let right = format!("Bearer {TOKEN}");
    is_refused("/v1/execute", &[&right, &right], message).await;
}

#[tokio::test]
async fn a_wrong_token_is_refused() {
    let message = "the bearer token is not the one of this server";
    for wrong in
        ["", "x", "correct-horse-batter", "correct-horse-batterY", "correct-horse-battery1"]
    {
        is_refused("/v1/execute", &[&format!("Bearer {wrong}")], message).await;
    }
    let message = "the header `Authorization` must have the form `Bearer TOKEN`";
    for wrong in [TOKEN, "Basic Y29ycmVjdA==", "Bearer", "é"] {
        is_refused("/v1/execute", &[wrong], message).await;
    }
}

#[tokio::test]
async fn the_right_token_opens_in_any_spelling_of_the_scheme() {
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let value = format!("{scheme} {TOKEN}");
        assert_eq!(call(&guarded(), request("/v1/execute", &[&value])).await.text(), (200, "1"));
        assert_eq!(call(&guarded(), request("/v1/tools", &[&value])).await.status, 200);
    }
}

#[tokio::test]
async fn health_is_open() {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(call(&guarded(), request(path, &[])).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_public_listener_without_a_token_is_not_served() {
    // The configuration names loopback, the listener is another: the listener counts.
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = state(ServerConfig::default(), echo());
    let error =
        serve(listener, app(state.clone()), state, std::future::pending()).await.unwrap_err();
    assert!(matches!(error, ServeError::Config(_)));
    assert_eq!(
        error.to_string(),
        format!(
            "listen address {address} can be reached from other machines; set bearer_token, or \
             listen on 127.0.0.1"
        )
    );
}
