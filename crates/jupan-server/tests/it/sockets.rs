//! Many requests on real connections, and clients that leave.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jupan_server::ServerConfig;
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::{Connection, controlled, echo, printed, raw_post, start, stub};

#[tokio::test]
async fn requests_sent_at_once_are_answered_in_order() {
    let server = start(ServerConfig::default(), echo()).await;
    let mut connection = Connection::open(&server).await;
    let batch: String = (0..20)
        .map(|number| match number % 3 {
            0 => raw_post(&json!({"code": format!("{number}")}).to_string()),
            1 => raw_post("{}"),
            _ => "GET /v1/execute HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned(),
        })
        .collect();
    connection.write(batch).await;
    for number in 0..20 {
        let answer = connection.answer().await;
        match number % 3 {
            0 => assert_eq!(answer.text(), (200, number.to_string().as_str())),
            1 => assert_eq!(answer.refusal(), (422, "invalid_field")),
            _ => assert_eq!(answer.refusal(), (405, "method_not_allowed")),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_requests_at_once_each_get_their_own_answer() {
    let (running, most) = (AtomicU64::new(0), Arc::new(AtomicU64::new(0)));
    let seen = Arc::clone(&most);
    let runner = stub(move |program, _| {
        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
        seen.fetch_max(now, Ordering::SeqCst);
        std::thread::yield_now();
        running.fetch_sub(1, Ordering::SeqCst);
        Ok(printed(&program.code))
    });
    let config = ServerConfig { max_concurrent_runs: 3, ..ServerConfig::default() };
    let server = Arc::new(start(config, runner).await);
    let mut clients = JoinSet::new();
    for client in 0..200 {
        let server = Arc::clone(&server);
        clients.spawn(async move {
            let mut connection = Connection::open(&server).await;
            for round in 0..5 {
                let code = format!("client {client} round {round}");
                connection.send_run(&code).await;
                assert_eq!(connection.answer().await.text(), (200, code.as_str()));
            }
        });
    }
    while let Some(client) = clients.join_next().await {
        client.unwrap();
    }
    assert!((1..=3).contains(&most.load(Ordering::SeqCst)), "{most:?} at once");
}

#[tokio::test]
async fn a_client_that_hangs_up_while_it_waits_frees_its_place() {
    frees_its_place("").await;
}

#[tokio::test]
async fn what_a_client_sends_ahead_does_not_hide_that_it_hangs_up() {
    frees_its_place("G").await;
    frees_its_place(&raw_post(&"x".repeat(20_000))).await;
}

#[tokio::test]
async fn what_a_client_sends_ahead_is_read_up_to_a_bound() {
    let (runner, mut control) = controlled();
    let server = start(ServerConfig::default(), runner).await;
    let mut busy = Connection::open(&server).await;
    busy.send_run("first").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));

    // More than the operating system keeps for a connection.
    let flood = vec![b'x'; 32 << 20];
    let mut other = Connection::open(&server).await;
    let others = async {
        for _ in 0..1000 {
            other.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            assert_eq!(other.answer().await.status, 200);
        }
    };
    tokio::select! {
        () = busy.write(&flood) => panic!("the server took everything"),
        () = others => {}
    }
    control.end.send("1").unwrap();
}

/// A client that waits, sends `more` and hangs up frees its place.
async fn frees_its_place(more: &str) {
    let (runner, mut control) = controlled();
    let config =
        ServerConfig { max_concurrent_runs: 1, max_queued_runs: 1, ..ServerConfig::default() };
    let server = start(config, runner).await;
    let mut first = Connection::open(&server).await;
    first.send_run("first").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));

    // Two ask; the one that comes second is told that the queue is full, whichever it is.
    let (mut one, mut other) = (Connection::open(&server).await, Connection::open(&server).await);
    one.send_run("waiting").await;
    other.send_run("waiting").await;
    let (full, mut waiting) = tokio::select! {
        answer = one.answer() => (answer, other),
        answer = other.answer() => (answer, one),
    };
    assert_eq!(full.refusal(), (503, "overloaded"));

    waiting.write(more).await;
    waiting.hang_up().await;
    let mut next = Connection::open(&server).await;
    next.send_run("next").await;
    control.end.send("1").unwrap();
    assert_eq!(first.answer().await.text(), (200, "1"));
    control.end.send("2").unwrap();
    assert_eq!(next.answer().await.text(), (200, "2"));
    assert_eq!(control.started.recv().await.as_deref(), Some("next"));
}

#[tokio::test]
async fn a_client_that_hangs_up_in_mid_run_leaves_the_slot_taken() {
    let (runner, mut control) = controlled();
    let config =
        ServerConfig { max_concurrent_runs: 1, max_queued_runs: 1, ..ServerConfig::default() };
    let server = start(config, runner).await;
    let mut gone = Connection::open(&server).await;
    gone.send_run("gone").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("gone"));
    gone.hang_up().await;

    // One can wait, so the slot is not free; who comes second is told so.
    let (mut one, mut other) = (Connection::open(&server).await, Connection::open(&server).await);
    one.send_run("next").await;
    other.send_run("next").await;
    let (full, mut waiting) = tokio::select! {
        answer = one.answer() => (answer, other),
        answer = other.answer() => (answer, one),
    };
    assert_eq!(full.refusal(), (503, "overloaded"));
    assert!(control.started.try_recv().is_err(), "a second program runs in the only slot");

    control.end.send("nobody reads this").unwrap();
    control.end.send("1").unwrap();
    assert_eq!(waiting.answer().await.text(), (200, "1"));
    assert_eq!(control.started.recv().await.as_deref(), Some("next"));
}

#[tokio::test]
async fn a_client_that_hangs_up_in_mid_body_hurts_nobody() {
    let server = start(ServerConfig::default(), echo()).await;
    for cut in [10, 100, 150] {
        let mut connection = Connection::open(&server).await;
        connection.write(&raw_post(&"x".repeat(1000))[..cut]).await;
    }
    let mut connection = Connection::open(&server).await;
    connection.send_run("next").await;
    assert_eq!(connection.answer().await.text(), (200, "next"));
}

#[tokio::test]
async fn requests_of_every_form_that_the_protocol_has_are_answered() {
    let server = start(ServerConfig::default(), echo()).await;
    let host = "host: localhost\r\n";
    for (head, status) in [
        ("GET /healthz HTTP/1.0\r\n".to_owned(), 200),
        (format!("GET http://localhost/healthz HTTP/1.1\r\n{host}"), 200),
        (format!("GET /healthz?a=%00#b HTTP/1.1\r\n{host}"), 200),
        (format!("\r\n\r\nGET /healthz HTTP/1.1\r\n{host}"), 200),
        (format!("GET /healthz HTTP/1.1\r\n{host}upgrade: h2c\r\nconnection: upgrade\r\n"), 200),
        // A path is taken as it is written.
        (format!("GET /%68ealthz HTTP/1.1\r\n{host}"), 404),
        (format!("GET //healthz HTTP/1.1\r\n{host}"), 404),
        (format!("GET /v1/../healthz HTTP/1.1\r\n{host}"), 404),
        (format!("GET /%ff%zz HTTP/1.1\r\n{host}"), 404),
        (format!("OPTIONS * HTTP/1.1\r\n{host}"), 404),
        (format!("CONNECT localhost:80 HTTP/1.1\r\n{host}"), 404),
        (format!("OPTIONS /v1/execute HTTP/1.1\r\n{host}"), 405),
        (format!("TRACE /healthz HTTP/1.1\r\n{host}"), 405),
        (format!("get /healthz HTTP/1.1\r\n{host}"), 405),
    ] {
        let mut connection = Connection::open(&server).await;
        connection.write(format!("{head}\r\n")).await;
        assert_eq!(connection.answer().await.status, status, "{head}");
    }
}

#[tokio::test]
async fn an_answer_to_head_has_no_body() {
    let server = start(ServerConfig::default(), echo()).await;
    for (path, status) in [("/healthz", "200 OK"), ("/nowhere", "404 Not Found")] {
        let mut connection = Connection::open(&server).await;
        connection.write(format!("HEAD {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")).await;
        assert_eq!(connection.line().await, format!("HTTP/1.1 {status}"));
        while !connection.line().await.is_empty() {}
        connection.send_run("next").await;
        assert_eq!(connection.answer().await.text(), (200, "next"));
    }
}

#[tokio::test]
async fn a_client_that_closes_its_half_has_left() {
    let (runner, mut control) = controlled();
    let server = start(ServerConfig::default(), runner).await;
    let mut connection = Connection::open(&server).await;
    connection.send_run("1").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("1"));
    let token = control.tokens.recv().unwrap();
    connection.hang_up().await;
    assert!(token.is_cancelled());
}
