//! Bytes that are no request: told in the form of every refusal.

use jupan_server::ServerConfig;
use serde_json::{Value, json};

use crate::support::{Answer, Connection, Server, echo, raw_post, start};

/// The body of `answer`, whose request id must be that of its header, without it.
fn without_id(answer: &Answer) -> Value {
    let mut body = answer.body.clone();
    let id = body["error"].as_object_mut().unwrap().remove("request_id").unwrap();
    assert_eq!(id, answer.header("x-request-id"));
    assert_eq!(id.as_str().map(str::len), Some(36));
    body
}

async fn is_told(server: &Server, bytes: impl AsRef<[u8]>, status: u16, code: &str, message: &str) {
    let mut connection = Connection::open(server).await;
    connection.write(bytes).await;
    let answer = connection.answer().await;
    assert_eq!(
        (answer.status.as_u16(), without_id(&answer)),
        (status, json!({"error": {"code": code, "message": message, "field": null}}))
    );
    assert_eq!(
        (answer.header("content-type"), answer.header("connection"), answer.header("date").len()),
        ("application/json", "close", 29)
    );
    assert!(connection.is_closed().await);
    let mut next = Connection::open(server).await;
    next.send_run("next").await;
    assert_eq!(next.answer().await.text(), (200, "next"));
}

#[tokio::test]
async fn what_is_no_request_is_a_400_that_says_so() {
    let server = start(ServerConfig::default(), echo()).await;
    let host = "host: localhost\r\n";
    for (bytes, what) in [
        ("hello\r\n\r\n".to_owned(), "invalid HTTP method"),
        ("\0\0\0\0\r\n\r\n".to_owned(), "invalid HTTP method"),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}".to_owned(), "invalid HTTP method"),
        (format!("GET / HTTP/3.0\r\n{host}\r\n"), "invalid HTTP version"),
        (format!("GET /healthz\r\n{host}\r\n"), "invalid URI"),
        (format!("GET  /healthz HTTP/1.1\r\n{host}\r\n"), "invalid URI"),
        (format!("GET /healthz HTTP/1.1\r\n{host}a b: c\r\n\r\n"), "invalid HTTP header"),
        (format!("GET /healthz HTTP/1.1\r\n{host} folded\r\n\r\n"), "invalid HTTP header"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), "this is the beginning of HTTP/2"),
    ] {
        let message = format!("the bytes are no request of HTTP/1.1: {what}");
        is_told(&server, &bytes, 400, "malformed_request", &message).await;
    }
}

#[tokio::test]
async fn a_head_without_end_is_a_431() {
    let server = start(ServerConfig::default(), echo()).await;
    let message = "the head of the request is too large; it may have at most 32768 bytes and 100 \
                   fields";
    let start = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n";
    for bytes in [
        format!("GET /{} HTTP/1.1\r\n", "x".repeat(40_000)),
        format!("GET /{} HTTP/1.1\r\n", "x".repeat(4_000_000)),
        format!("{start}a: {}\r\n\r\n", "x".repeat(40_000)),
        format!("{start}{}\r\n", "a: b\r\n".repeat(100)),
    ] {
        is_told(&server, &bytes, 431, "head_too_large", message).await;
    }
    let mut connection = Connection::open(&server).await;
    connection.write(format!("{start}{}\r\n", "a: b\r\n".repeat(99))).await;
    assert_eq!(connection.answer().await.status, 200);
}

#[tokio::test]
async fn what_is_no_request_is_counted_as_a_refusal() {
    let server = start(ServerConfig::default(), echo()).await;
    for bytes in
        ["nonsense\r\n\r\n".to_owned(), format!("GET /{} HTTP/1.1\r\n", "x".repeat(40_000))]
    {
        let mut connection = Connection::open(&server).await;
        connection.write(bytes).await;
        assert!((400..=431).contains(&connection.answer().await.status.as_u16()));
    }
    let mut connection = Connection::open(&server).await;
    connection.write("GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    let metrics = connection.text().await;
    for code in ["malformed_request", "head_too_large"] {
        let line = format!("jupan_refusals_total{{code=\"{code}\"}} 1");
        assert!(metrics.lines().any(|other| other == line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn what_follows_a_good_request_is_told_after_its_answer() {
    let server = start(ServerConfig::default(), echo()).await;
    let mut connection = Connection::open(&server).await;
    connection.write(raw_post("{\"code\": \"1\"}") + "nonsense\r\n\r\n").await;
    assert_eq!(connection.answer().await.text(), (200, "1"));
    assert_eq!(connection.answer().await.refusal(), (400, "malformed_request"));
    assert!(connection.is_closed().await);
}
