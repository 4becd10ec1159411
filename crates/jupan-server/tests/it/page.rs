//! The page to try the server with.

use axum::body::Body;
use axum::http::Request;
use jupan_server::{BearerToken, ServerConfig, app};

use crate::support::{call, echo, error_body, state};

fn get(path: &str) -> Request<Body> {
    Request::get(path).header("x-request-id", "test").body(Body::empty()).unwrap()
}

#[tokio::test]
async fn the_page_may_load_and_call_nothing_but_this_server() {
    let server = app(state(ServerConfig::default(), echo()));
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/page/main.js", "text/javascript; charset=utf-8"),
        ("/page/icon.svg", "image/svg+xml"),
    ] {
        let answer = call(&server, get(path)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, content_type),
            "{path}"
        );
        assert_eq!(
            answer.header("content-security-policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
}

#[tokio::test]
async fn the_page_comes_without_a_token_and_what_it_calls_does_not() {
    let token = Some(BearerToken::new("correct-horse-battery"));
    let config = ServerConfig { bearer_token: token, ..ServerConfig::default() };
    let server = app(state(config, echo()));
    assert_eq!(call(&server, get("/")).await.status, 200);
    assert_eq!(call(&server, get("/page/style.css")).await.status, 200);
    let message =
        "this server asks for a bearer token: send one header `Authorization: Bearer TOKEN`";
    for path in ["/v1/info", "/page", "/page/", "/page/../v1/info", "/page/main.js/", "//"] {
        let answer = call(&server, get(path)).await;
        let expected = (401, error_body("unauthorized", message, None));
        assert_eq!((answer.status.as_u16(), answer.body), expected, "{path}");
    }
}

#[tokio::test]
async fn a_page_of_another_origin_does_not_get_at_it() {
    let server = app(state(ServerConfig::default(), echo()));
    let from = |host: &str, origin: &str| {
        let mut request = get("/page/main.js");
        request.headers_mut().insert("host", host.parse().unwrap());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request
    };
    let own = call(&server, from("127.0.0.1:8787", "http://127.0.0.1:8787")).await;
    assert_eq!(own.status, 200);
    for (host, origin) in [
        ("127.0.0.1:8787", "http://example.org"),
        ("127.0.0.1:8787", "http://127.0.0.1:8788"),
        ("127.0.0.1:8787", "null"),
        ("example.org", "http://example.org"),
    ] {
        assert_eq!(call(&server, from(host, origin)).await.status, 403, "{host} {origin}");
    }
}
