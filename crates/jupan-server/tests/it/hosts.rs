//! Names that the server is called by, and pages that call it.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jupan_server::{BearerToken, ServerConfig, app};

use crate::support::{Connection, call, echo, error_body, start, state};

fn allowing(hosts: &[&str]) -> ServerConfig {
    let allowed_hosts = hosts.iter().map(|&host| host.to_owned()).collect();
    ServerConfig { allowed_hosts, ..ServerConfig::default() }
}

fn with_token(config: ServerConfig) -> ServerConfig {
    ServerConfig { bearer_token: Some(BearerToken::new("correct-horse-battery")), ..config }
}

fn server(config: ServerConfig) -> Router {
    app(state(config, echo()))
}

/// A request to run a program, with these headers.
fn request(target: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::post(target)
        .header("x-request-id", "test")
        .header("content-type", "application/json")
        .header("authorization", "Bearer correct-horse-battery");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from("{\"code\": \"1\"}")).unwrap()
}

async fn is_run(config: ServerConfig, target: &str, headers: &[(&str, &str)]) {
    let answer = call(&server(config), request(target, headers)).await;
    assert_eq!(answer.text(), (200, "1"), "{target} {headers:?}");
}

async fn is_refused(config: ServerConfig, target: &str, headers: &[(&str, &str)], message: &str) {
    let answer = call(&server(config), request(target, headers)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.body),
        (403, error_body("forbidden", message, None)),
        "{target} {headers:?}"
    );
}

fn unknown(host: &str) -> String {
    format!(
        "this server does not go by the name `{host}`; call it 127.0.0.1 or localhost, or put the \
         name into allowed_hosts"
    )
}

fn foreign(origin: &str) -> String {
    format!(
        "a page of `{origin}` may not call this server; leave out the header `Origin`, or put the \
         page's host into allowed_hosts"
    )
}

#[tokio::test]
async fn without_a_token_only_names_of_this_machine_are_answered() {
    for good in [
        "localhost",
        "LocalHost:8787",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.8.9.10:80",
        "[::1]:8787",
        "[::ffff:127.0.0.1]",
    ] {
        is_run(ServerConfig::default(), "/v1/execute", &[("host", good)]).await;
    }
    for bad in [
        "rebound.example",
        "rebound.example:8787",
        "localhost.example",
        "localhost.",
        "127.0.0.1.example",
        "10.0.0.1",
        "0.0.0.0:8787",
        "[::]",
        "2130706433",
    ] {
        let name = bad.strip_suffix(":8787").unwrap_or(bad);
        is_refused(ServerConfig::default(), "/v1/execute", &[("host", bad)], &unknown(name)).await;
    }
}

#[tokio::test]
async fn the_health_checks_are_no_exception() {
    for path in ["/healthz", "/readyz", "/v1/tools", "/nowhere"] {
        let app = server(ServerConfig::default());
        let answer = call(&app, request(path, &[("host", "rebound.example")])).await;
        assert_eq!(answer.refusal(), (403, "forbidden"), "{path}");
    }
}

#[tokio::test]
async fn the_name_in_the_target_counts_as_well() {
    let host = [("host", "localhost")];
    is_run(ServerConfig::default(), "http://127.0.0.1:8787/v1/execute", &host).await;
    let target = "http://rebound.example/v1/execute";
    is_refused(ServerConfig::default(), target, &host, &unknown("rebound.example")).await;
}

#[tokio::test]
async fn configured_names_are_answered() {
    let config = || allowing(&["jupan.example", "192.168.1.2", "fe80::1"]);
    for good in ["jupan.example", "JUPAN.example:80", "192.168.1.2:8787", "[fe80::1]:8787", "[::1]"]
    {
        is_run(config(), "/v1/execute", &[("host", good)]).await;
    }
    for bad in ["www.jupan.example", "192.168.1.3"] {
        is_refused(config(), "/v1/execute", &[("host", bad)], &unknown(bad)).await;
    }
}

#[tokio::test]
async fn a_token_stands_in_for_the_name_unless_names_are_configured() {
    let headers = [("host", "rebound.example"), ("origin", "http://elsewhere.example")];
    is_run(with_token(ServerConfig::default()), "/v1/execute", &headers).await;
    let config = with_token(allowing(&["jupan.example"]));
    is_refused(config, "/v1/execute", &headers, &unknown("rebound.example")).await;
}

#[tokio::test]
async fn a_page_from_elsewhere_is_refused() {
    let with = |origin: &'static str| [("host", "localhost:8787"), ("origin", origin)];
    for bad in [
        "http://elsewhere.example",
        "http://localhost:3000",
        "http://localhost",
        "http://127.0.0.1:8787",
        "https://localhost.example:8787",
        "null",
        "localhost:8787",
        "",
    ] {
        is_refused(ServerConfig::default(), "/v1/execute", &with(bad), &foreign(bad)).await;
    }
    is_run(ServerConfig::default(), "/v1/execute", &with("http://localhost:8787")).await;
    let config = || allowing(&["ui.example"]);
    is_run(config(), "/v1/execute", &with("https://ui.example:3000")).await;
    is_refused(config(), "/v1/execute", &with("https://x.example"), &foreign("https://x.example"))
        .await;
    let twice = [("origin", "http://localhost:8787"), ("origin", "http://localhost:8787")];
    let headers = [&[("host", "localhost:8787")], twice.as_slice()].concat();
    is_refused(ServerConfig::default(), "/v1/execute", &headers, &foreign("http://localhost:8787"))
        .await;
}

#[tokio::test]
async fn a_host_that_is_none_is_told() {
    for (headers, message) in [
        (&["a:b:c"][..], "the header `Host` is not a host name or address, with or without a port"),
        (
            &["me@localhost"],
            "the header `Host` is not a host name or address, with or without a port",
        ),
        (&[""], "the header `Host` is not a host name or address, with or without a port"),
        (&["localhost", "localhost"], "the request has more than one header `Host`; send one"),
    ] {
        let headers: Vec<_> = headers.iter().map(|&value| ("host", value)).collect();
        for config in [ServerConfig::default(), with_token(ServerConfig::default())] {
            let answer = call(&server(config), request("/v1/execute", &headers)).await;
            assert_eq!(
                (answer.status.as_u16(), answer.body),
                (400, error_body("malformed_request", message, None)),
                "{headers:?}"
            );
        }
    }
}

#[tokio::test]
async fn over_a_connection_http_1_1_has_a_host() {
    let server = start(ServerConfig::default(), echo()).await;
    let mut connection = Connection::open(&server).await;
    connection.write("GET /healthz HTTP/1.1\r\nx-request-id: test\r\n\r\n").await;
    let answer = connection.answer().await;
    assert_eq!(
        (answer.status.as_u16(), answer.body),
        (
            400,
            error_body(
                "malformed_request",
                "a request of HTTP/1.1 must have a header `Host`, such as `Host: localhost`",
                None
            )
        )
    );
    // In HTTP/1.0 there was none, and no browser speaks that.
    let mut connection = Connection::open(&server).await;
    connection.write("GET /healthz HTTP/1.0\r\n\r\n").await;
    assert_eq!(connection.answer().await.status, 200);
}
