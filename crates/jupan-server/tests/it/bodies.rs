//! Bodies that are too large or too slow: the client is told at once, and gets to read it.

use jupan_server::{BearerToken, ServerConfig};
use serde_json::json;

use crate::support::{Connection, Server, echo, error_body, raw_post, start};

/// A server whose bodies may have 1 MiB, and which waits for them for as long as it takes.
async fn patient() -> Server {
    let config = ServerConfig {
        body_max_bytes: 1 << 20,
        body_timeout_ms: ServerConfig::MAX_TIME_MS,
        ..ServerConfig::default()
    };
    start(config, echo()).await
}

/// The head of a request that announces a body of `length` bytes.
fn head(length: u64) -> String {
    raw_post("").replace("content-length: 0", &format!("content-length: {length}"))
}

/// The next answer is a 413 with `message`, and the connection is at its end.
async fn is_told(connection: &mut Connection, message: &str) {
    let answer = connection.answer().await;
    assert_eq!(
        (answer.status.as_u16(), &answer.body, answer.header("connection")),
        (413, &error_body("too_large", message, None), "close")
    );
    assert!(connection.is_closed().await);
}

#[tokio::test]
async fn a_body_announced_too_large_is_refused_before_it_comes() {
    let server = patient().await;
    let message = "the body has 1099511627776 bytes; it may have at most 1048576";
    for begun in ["", "{\"code\": "] {
        let mut connection = Connection::open(&server).await;
        connection.write(head(1 << 40) + begun).await;
        is_told(&mut connection, message).await;
    }
}

#[tokio::test]
async fn a_client_that_asks_before_it_sends_is_answered_before_it_sends() {
    let server = patient().await;
    let asking = |head: String| head.replace("host:", "expect: 100-continue\r\nhost:");
    let mut connection = Connection::open(&server).await;
    connection.write(asking(head(99_999_999))).await;
    is_told(&mut connection, "the body has 99999999 bytes; it may have at most 1048576").await;

    let body = json!({"code": "1"}).to_string();
    let mut connection = Connection::open(&server).await;
    connection.write(asking(head(body.len() as u64))).await;
    assert_eq!(connection.line().await, "HTTP/1.1 100 Continue");
    assert_eq!(connection.line().await, "");
    connection.write(body).await;
    assert_eq!(connection.answer().await.text(), (200, "1"));
}

#[tokio::test]
async fn a_client_that_sends_all_of_it_first_still_reads_the_answer() {
    let server = patient().await;
    let mut connection = Connection::open(&server).await;
    connection.send_run(&"x".repeat(32 << 20)).await;
    is_told(&mut connection, "the body has 33554443 bytes; it may have at most 1048576").await;
}

#[tokio::test]
async fn so_does_one_that_is_refused_for_another_reason() {
    let server = patient().await;
    let body = json!({"code": "x".repeat(16 << 20)}).to_string();
    for (change, refusal) in [
        (("/v1/execute", "/nowhere"), (404, "not_found")),
        (("POST /v1/execute", "PUT /v1/execute"), (405, "method_not_allowed")),
        (("/json", "/xml"), (415, "unsupported_media_type")),
        (("host: localhost", "host: rebound.example"), (403, "forbidden")),
    ] {
        let mut connection = Connection::open(&server).await;
        connection.write(raw_post(&body).replacen(change.0, change.1, 1)).await;
        let answer = connection.answer().await;
        assert_eq!((answer.refusal(), answer.header("connection")), (refusal, "close"));
        assert!(connection.is_closed().await);
    }
    let bearer_token = Some(BearerToken::new("0123456789abcdef"));
    let server = start(ServerConfig { bearer_token, ..ServerConfig::default() }, echo()).await;
    let mut connection = Connection::open(&server).await;
    connection.write(raw_post(&body)).await;
    assert_eq!(connection.answer().await.refusal(), (401, "unauthorized"));
}

#[tokio::test]
async fn what_comes_after_a_refusal_is_not_read_to_its_end() {
    let server = patient().await;
    let mut connection = Connection::open(&server).await;
    connection.write(head(1 << 40)).await;
    let chunk = vec![b'x'; 1 << 20];
    let mut sent_mib = 0;
    while connection.try_write(&chunk).await.is_ok() {
        sent_mib += 1;
        assert!(sent_mib < 256, "the server still reads");
    }
    assert!(sent_mib >= 64, "{sent_mib} MiB are fewer than are read");
}

#[tokio::test]
async fn nor_for_ever() {
    let config = ServerConfig { body_timeout_ms: 20, ..ServerConfig::default() };
    let server = start(config, echo()).await;
    let mut connection = Connection::open(&server).await;
    connection.write(head(1 << 40)).await;
    assert_eq!(connection.answer().await.refusal(), (413, "too_large"));
    while connection.try_write(b"x").await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_body_of_unknown_length_is_bounded_as_well() {
    let server = patient().await;
    let mut connection = Connection::open(&server).await;
    let head = "POST /v1/execute HTTP/1.1\r\nhost: localhost\r\nx-request-id: test\r\n\
                content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    connection.write(head).await;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..17 {
        connection.write(&chunk).await;
    }
    connection.write("0\r\n\r\n").await;
    is_told(&mut connection, "the body has more than 1048576 bytes, which is the most").await;
    // A small one of unknown length is as good as any.
    let mut connection = Connection::open(&server).await;
    connection.write(format!("{head}d\r\n{{\"code\": \"1\"}}\r\n0\r\n\r\n")).await;
    assert_eq!(connection.answer().await.text(), (200, "1"));
}

#[tokio::test]
async fn a_body_that_stops_arriving_is_given_up() {
    let config = ServerConfig { body_timeout_ms: 20, ..ServerConfig::default() };
    let server = start(config, echo()).await;
    let mut connection = Connection::open(&server).await;
    let request = raw_post("{\"code\": \"1\"}");
    connection.write(&request[..request.len() - 1]).await;
    let answer = connection.answer().await;
    assert_eq!(
        (answer.status.as_u16(), &answer.body, answer.header("connection")),
        (
            408,
            &error_body("request_timeout", "the body did not arrive within 20 ms", None),
            "close"
        )
    );
    assert!(connection.is_closed().await);
}

#[tokio::test]
async fn a_refusal_after_the_whole_body_leaves_the_connection_open() {
    let server = patient().await;
    let mut connection = Connection::open(&server).await;
    for body in ["{", "{}", &json!({"code": "x".repeat(300 << 10)}).to_string()] {
        connection.write(raw_post(body)).await;
        let answer = connection.answer().await;
        assert!(answer.status.is_client_error());
        assert_eq!(answer.header("connection"), "");
    }
    connection.send_run("next").await;
    assert_eq!(connection.answer().await.text(), (200, "next"));
}

#[tokio::test]
async fn a_body_in_broken_pieces_is_told() {
    let server = patient().await;
    let head = raw_post("").replace("content-length: 0", "transfer-encoding: chunked");
    for (body, what) in [
        ("-1\r\n", "Invalid chunk size line: missing size digit"),
        ("1ffffffffffffffff\r\n", "invalid chunk size: overflow"),
        ("1\r\nab", "Invalid chunk body CR"),
    ] {
        let mut connection = Connection::open(&server).await;
        connection.write(format!("{head}{body}")).await;
        let answer = connection.answer().await;
        let message = format!("the body did not arrive whole: {what}");
        assert_eq!(
            (answer.status.as_u16(), answer.body),
            (400, error_body("malformed_request", &message, None))
        );
        assert!(connection.is_closed().await);
    }
}

#[tokio::test]
async fn two_lengths_end_the_connection_so_that_no_second_request_hides_in_the_first() {
    let server = patient().await;
    let body = "{\"code\": \"1\"}";
    let chunked = format!("d\r\n{body}\r\n0\r\n\r\n");
    let hidden = "GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n";
    for lengths in [
        "content-length: 13\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: 13",
    ] {
        let head = raw_post("").replace("content-length: 0", lengths);
        let mut connection = Connection::open(&server).await;
        connection.write(format!("{head}{chunked}{hidden}")).await;
        let answer = connection.answer().await;
        assert_eq!((answer.text(), answer.header("connection")), ((200, "1"), "close"));
        assert!(connection.is_closed().await);
    }
    for lengths in [
        "content-length: 13\r\ncontent-length: 14",
        "content-length: 13, 13",
        "content-length: +13",
        "transfer-encoding: chunked, identity",
    ] {
        let head = raw_post("").replace("content-length: 0", lengths);
        let mut connection = Connection::open(&server).await;
        connection.write(format!("{head}{body}{hidden}")).await;
        assert_eq!(connection.answer().await.refusal(), (400, "malformed_request"));
        assert!(connection.is_closed().await);
    }
}
