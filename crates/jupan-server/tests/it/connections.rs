//! Which connections stay open, and for how long.

use jupan_server::ServerConfig;

use crate::support::{
    Connection, Server, controlled, echo, error_body, printed, raw_post, start, stub,
};

const GET: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// A server for few connections, which waits for their clients as long as it takes.
async fn narrow(max_connections: u64) -> Server {
    let config = ServerConfig {
        max_connections,
        header_timeout_ms: ServerConfig::MAX_TIME_MS,
        idle_timeout_ms: ServerConfig::MAX_TIME_MS,
        body_timeout_ms: ServerConfig::MAX_TIME_MS,
        write_timeout_ms: ServerConfig::MAX_TIME_MS,
        ..ServerConfig::default()
    };
    start(config, echo()).await
}

async fn is_alive(connection: &mut Connection) {
    connection.write(GET).await;
    assert_eq!(connection.answer().await.status, 200);
}

/// Connections that each have sent `bytes`, in order of age.
async fn with_sent(server: &Server, count: usize, bytes: &str) -> Vec<Connection> {
    let mut connections = Vec::new();
    for _ in 0..count {
        let mut connection = Connection::open(server).await;
        connection.write(bytes).await;
        connections.push(connection);
    }
    connections
}

#[tokio::test]
async fn the_connection_that_was_idle_longest_makes_room_for_one_more() {
    let server = narrow(3).await;
    let mut connections = with_sent(&server, 3, "").await;
    for connection in &mut connections {
        is_alive(connection).await;
    }
    is_alive(&mut connections[0]).await;
    let mut next = Connection::open(&server).await;
    is_alive(&mut next).await;
    assert!(connections[1].is_closed().await);
    for at in [0, 2] {
        is_alive(&mut connections[at]).await;
    }
}

#[tokio::test]
async fn slow_clients_keep_nobody_out() {
    let post = raw_post("{\"code\": \"1\"}");
    let body = &post[..post.len() - 1];
    for (begun, rest) in [("", GET), ("GET /he", &GET[7..]), (body, "}")] {
        let server = narrow(20).await;
        let mut slow = with_sent(&server, 60, begun).await;
        let mut next = Connection::open(&server).await;
        is_alive(&mut next).await;
        for connection in &mut slow[..40] {
            assert!(connection.is_closed().await, "after {begun:?}");
        }
        // The youngest are still served.
        slow[59].write(rest).await;
        assert_eq!(slow[59].answer().await.status, 200);
    }
}

#[tokio::test]
async fn a_request_under_way_makes_room_for_none() {
    let (runner, mut control) = controlled();
    let config = ServerConfig { max_connections: 1, ..ServerConfig::default() };
    let server = start(config, runner).await;
    let mut first = Connection::open(&server).await;
    first.send_run("first").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));
    let mut second = Connection::open(&server).await;
    second.write(GET).await;
    control.end.send("1").unwrap();
    assert_eq!(first.answer().await.text(), (200, "1"));
    assert_eq!(second.answer().await.status, 200);
    assert!(first.is_closed().await);
}

#[tokio::test]
async fn a_head_that_stops_arriving_is_given_up() {
    let config = ServerConfig { header_timeout_ms: 20, ..ServerConfig::default() };
    let server = start(config, echo()).await;
    for begun in ["", "POST /v1/execute HTTP/1.1\r\nhost: loc"] {
        let mut connection = Connection::open(&server).await;
        connection.write(begun).await;
        assert!(connection.is_closed().await, "after {begun:?}");
    }
    // One that comes in small pieces has no more time than another.
    let mut connection = Connection::open(&server).await;
    while connection.try_write(b"x").await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn the_next_head_has_the_time_of_the_first() {
    let config = ServerConfig {
        header_timeout_ms: 1_000,
        idle_timeout_ms: ServerConfig::MAX_TIME_MS,
        ..ServerConfig::default()
    };
    let server = start(config, echo()).await;
    let mut connection = Connection::open(&server).await;
    is_alive(&mut connection).await;
    connection.write(&GET[..10]).await;
    assert!(connection.is_closed().await);
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_its_time() {
    let config = ServerConfig { idle_timeout_ms: 20, ..ServerConfig::default() };
    let server = start(config, echo()).await;
    let mut connection = Connection::open(&server).await;
    is_alive(&mut connection).await;
    assert!(connection.is_closed().await);
}

#[tokio::test]
async fn an_answer_that_nobody_takes_is_given_up() {
    // More than the sockets of any system hold.
    let runner = stub(|_, _| Ok(printed(&"x".repeat(64 << 20))));
    let config = ServerConfig {
        write_timeout_ms: 20,
        shutdown_grace_ms: ServerConfig::MAX_TIME_MS,
        ..ServerConfig::default()
    };
    let server = start(config, runner).await;
    let mut connection = Connection::open(&server).await;
    connection.send_run("1").await;
    // Once the head is here, so is the connection; the stop waits for its end.
    assert_eq!(connection.line().await, "HTTP/1.1 200 OK");
    server.stop.send(()).unwrap();
    server.serving.await.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_taken_slowly_arrives_whole() {
    let text = "x".repeat(16 << 20);
    let expected = text.clone();
    let runner = stub(move |_, _| Ok(printed(&text)));
    let config = ServerConfig { write_timeout_ms: 1_000, ..ServerConfig::default() };
    let server = start(config, runner).await;
    let mut connection = Connection::open(&server).await;
    connection.send_run("1").await;
    let answer = connection.answer().await;
    assert_eq!(answer.body["stdout"].as_str().map(str::len), Some(expected.len()));
    is_alive(&mut connection).await;
}

#[tokio::test]
async fn what_does_not_fit_into_memory_beside_the_runs_is_told_to_come_again() {
    let (runner, mut control) = controlled();
    let config = ServerConfig {
        max_buffered_bytes: 4 << 20,
        body_max_bytes: 3 << 20,
        ..ServerConfig::default()
    };
    let server = start(config, runner).await;
    let request =
        |mib: usize| raw_post(&format!("{{\"code\": \"1\"}}{}", " ".repeat((mib << 20) - 13)));
    let mut first = Connection::open(&server).await;
    first.write(request(3)).await;
    assert_eq!(control.started.recv().await.as_deref(), Some("1"));

    let mut second = Connection::open(&server).await;
    second.write(request(2)).await;
    let answer = second.answer().await;
    let message = "the requests under way fill the 4194304 bytes that this server has for them";
    assert_eq!(
        (answer.status.as_u16(), &answer.body, answer.header("retry-after")),
        (503, &error_body("overloaded", message, None), "1")
    );
    assert!(second.is_closed().await);

    control.end.send("1").unwrap();
    assert_eq!(first.answer().await.text(), (200, "1"));
    control.end.send("2").unwrap();
    let mut third = Connection::open(&server).await;
    third.write(request(2)).await;
    assert_eq!(third.answer().await.text(), (200, "2"));
}
