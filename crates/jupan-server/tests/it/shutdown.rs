//! Stopping while programs run.

use jupan_server::ServerConfig;

use crate::support::{Connection, Controlled, Server, controlled, start};

/// A server with one slot, running `first`, and the connection that asked for it.
async fn running(shutdown_grace_ms: u64) -> (Server, Controlled, Connection) {
    let (runner, mut control) = controlled();
    let config =
        ServerConfig { max_concurrent_runs: 1, shutdown_grace_ms, ..ServerConfig::default() };
    let server = start(config, runner).await;
    let mut connection = Connection::open(&server).await;
    connection.send_run("first").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));
    (server, control, connection)
}

/// The answer to `request` on a connection of its own.
async fn ask(address: std::net::SocketAddr, request: &str) -> (u16, String) {
    let mut connection = Connection::to(address).await;
    connection.write(request).await;
    let answer = connection.answer().await;
    let (status, code) = answer.refusal();
    (status, code.to_owned())
}

const READY: &str = "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[tokio::test]
async fn a_run_under_way_is_finished_and_new_ones_are_refused() {
    let (Server { address, stop, serving }, control, mut first) = running(60_000).await;
    let mut idle = Connection::to(address).await;
    idle.write(READY).await;
    assert_eq!(idle.answer().await.status, 200);
    let mut waiting = Connection::to(address).await;
    waiting.send_run("waiting").await;

    stop.send(()).unwrap();
    // Who waits is told at once, and an idle connection is closed.
    assert_eq!(waiting.answer().await.refusal(), (503, "shutting_down"));
    assert!(idle.is_closed().await);
    // So is who comes now, on a connection that ends with the answer.
    assert_eq!(ask(address, READY).await, (503, "shutting_down".to_owned()));
    let mut late = Connection::to(address).await;
    late.send_run("late").await;
    let refused = late.answer().await;
    assert_eq!(refused.refusal(), (503, "shutting_down"));
    assert_eq!((refused.header("connection"), refused.header("retry-after")), ("close", "1"));
    assert!(late.is_closed().await);

    control.end.send("finished").unwrap();
    assert_eq!(first.answer().await.text(), (200, "finished"));
    serving.await.unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_server_with_nothing_to_do_stops_at_once() {
    let (runner, _control) = controlled();
    let server = start(ServerConfig::default(), runner).await;
    let mut idle = Connection::open(&server).await;
    idle.write(READY).await;
    assert_eq!(idle.answer().await.status, 200);
    // The default grace time is 10 s; the test would show it.
    let before = std::time::Instant::now();
    server.stop.send(()).unwrap();
    server.serving.await.unwrap();
    assert!(before.elapsed().as_secs() < 5);
}

#[tokio::test]
async fn the_grace_time_ends_the_wait() {
    let (Server { stop, serving, .. }, control, mut first) = running(20).await;
    stop.send(()).unwrap();
    serving.await.unwrap();
    assert!(first.is_closed().await);
    // The thread of the run has to end, or the runtime would wait for it.
    control.end.send("too late").unwrap();
}

#[tokio::test]
async fn who_comes_last_and_is_slow_is_not_waited_for() {
    let (runner, mut control) = controlled();
    let config = ServerConfig {
        max_concurrent_runs: 1,
        shutdown_grace_ms: 500,
        header_timeout_ms: ServerConfig::MAX_TIME_MS,
        ..ServerConfig::default()
    };
    let Server { address, stop, serving } = start(config, runner).await;
    let mut first = Connection::to(address).await;
    first.send_run("first").await;
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));
    stop.send(()).unwrap();
    // Once one is told that the server stops, the next comes late as well.
    assert_eq!(ask(address, READY).await, (503, "shutting_down".to_owned()));
    let mut slow = Connection::to(address).await;
    slow.write("GET /readyz HTTP/1.1\r\nhost: loc").await;
    serving.await.unwrap();
    assert!(slow.is_closed().await);
    control.end.send("too late").unwrap();
}
