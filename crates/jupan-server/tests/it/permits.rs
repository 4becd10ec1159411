//! Slots and the queue. The runner is under the tests' control, so nothing here waits for time.

use axum::Router;
use jupan_server::{ServerConfig, app};

use crate::support::{Controlled, call, controlled, error_body, must_wait, run, state};

/// A server with one slot and `queued` places before it.
fn narrow(queued: u64) -> (Router, Controlled) {
    let (runner, control) = controlled();
    let config =
        ServerConfig { max_concurrent_runs: 1, max_queued_runs: queued, ..ServerConfig::default() };
    (app(state(config, runner)), control)
}

#[tokio::test]
async fn a_full_queue_is_told_when_to_ask_again() {
    let (app, mut control) = narrow(1);
    let first = tokio::spawn({
        let app = app.clone();
        async move { call(&app, run("first")).await }
    });
    assert_eq!(control.started.recv().await.as_deref(), Some("first"));
    let mut second = Box::pin(call(&app, run("second")));
    must_wait(&mut second).await;

    let third = call(&app, run("third")).await;
    assert_eq!(
        (third.status.as_u16(), &third.body),
        (
            503,
            &error_body(
                "overloaded",
                "1 programs run and 1 wait, which is all this server takes",
                None
            )
        )
    );
    assert_eq!(third.header("retry-after"), "1");

    // The two that were taken are served in turn.
    control.end.send("1").unwrap();
    assert_eq!(first.await.unwrap().text(), (200, "1"));
    control.end.send("2").unwrap();
    assert_eq!(second.await.text(), (200, "2"));
    assert_eq!(control.started.recv().await.as_deref(), Some("second"));
}

#[tokio::test]
async fn a_server_without_a_queue_lets_nobody_wait() {
    let (app, mut control) = narrow(0);
    let mut first = Box::pin(call(&app, run("first")));
    must_wait(&mut first).await;
    control.started.recv().await.unwrap();
    assert_eq!(call(&app, run("second")).await.refusal(), (503, "overloaded"));
    control.end.send("1").unwrap();
    assert_eq!(first.await.text(), (200, "1"));
}

#[tokio::test]
async fn a_client_that_goes_while_it_waits_frees_its_place() {
    let (app, mut control) = narrow(1);
    let mut first = Box::pin(call(&app, run("first")));
    must_wait(&mut first).await;
    control.started.recv().await.unwrap();
    for _ in 0..3 {
        let mut gone = Box::pin(call(&app, run("gone")));
        must_wait(&mut gone).await;
        assert_eq!(call(&app, run("too many")).await.refusal(), (503, "overloaded"));
        drop(gone);
    }
    let mut last = Box::pin(call(&app, run("last")));
    must_wait(&mut last).await;
    control.end.send("1").unwrap();
    control.end.send("2").unwrap();
    assert_eq!(first.await.text(), (200, "1"));
    assert_eq!(last.await.text(), (200, "2"));
    // Of the ones that went, none ever ran.
    assert_eq!(control.started.recv().await.as_deref(), Some("last"));
}

#[tokio::test]
async fn a_client_that_goes_in_mid_run_gives_it_up_and_its_slot_is_free_when_the_guest_ends() {
    let (app, mut control) = narrow(0);
    let mut gone = Box::pin(call(&app, run("gone")));
    must_wait(&mut gone).await;
    assert_eq!(control.started.recv().await.as_deref(), Some("gone"));
    let token = control.tokens.recv().unwrap();
    assert!(!token.is_cancelled());
    drop(gone);
    assert!(token.is_cancelled(), "the run is given up");
    for _ in 0..3 {
        assert_eq!(call(&app, run("next")).await.refusal(), (503, "overloaded"));
    }
    // Only the end of the guest frees the slot; when its thread has done so is not for this
    // test to know, so it asks until it is let in.
    control.end.send("nobody reads this").unwrap();
    control.end.send("1").unwrap();
    let answer = loop {
        let answer = call(&app, run("next")).await;
        if answer.status == 200 {
            break answer;
        }
        assert_eq!(answer.refusal(), (503, "overloaded"));
        tokio::task::yield_now().await;
    };
    assert_eq!(answer.text(), (200, "1"));
}

#[tokio::test]
async fn a_wait_that_takes_too_long_is_told() {
    let (runner, mut control) = controlled();
    let config =
        ServerConfig { max_concurrent_runs: 1, queue_wait_ms: 1, ..ServerConfig::default() };
    let app = app(state(config, runner));
    let mut first = Box::pin(call(&app, run("first")));
    must_wait(&mut first).await;
    control.started.recv().await.unwrap();
    let second = call(&app, run("second")).await;
    assert_eq!(
        (second.status.as_u16(), second.body),
        (503, error_body("overloaded", "no slot became free within 1 ms", None))
    );
    control.end.send("1").unwrap();
    assert_eq!(first.await.text(), (200, "1"));
}
