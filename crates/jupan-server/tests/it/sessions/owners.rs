//! Clients do not see each other's sessions.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jupan_server::{BearerToken, NamedClient, ServerConfig};
use serde_json::{Value, json};

use super::{begin, gone, in_session, request, server};
use crate::support::{Answer, call, error_body, get, must_wait};

const LAB: &str = "the-token-of-the-lab";
const CI: &str = "the-token-of-the-ci";

fn two_clients(config: ServerConfig) -> ServerConfig {
    let client = |name: &str, token| NamedClient {
        name: name.to_owned(),
        token: BearerToken::new(token),
        max_concurrent_runs: None,
        max_runs_per_minute: None,
    };
    ServerConfig { clients: vec![client("lab", LAB), client("ci", CI)], ..config }
}

async fn as_client(app: &Router, token: &str, mut request: Request<Body>) -> Answer {
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    call(app, request).await
}

async fn begin_as(app: &Router, token: &str) -> String {
    let answer = as_client(app, token, request("POST", "/v1/sessions", None)).await;
    answer.body["id"].as_str().unwrap().to_owned()
}

async fn keep(app: &Router, token: &str, id: &str, bytes: u64) -> u16 {
    let run = in_session(id, &format!("keep {bytes}"));
    as_client(app, token, run).await.status.as_u16()
}

/// The ids of the sessions that `token` is shown, and their bytes.
async fn listed(app: &Router, token: &str) -> (Vec<String>, Value) {
    let answer = as_client(app, token, get("/v1/sessions")).await;
    let sessions = answer.body["sessions"].as_array().unwrap();
    let ids = sessions.iter().map(|session| session["id"].as_str().unwrap().to_owned());
    (ids.collect(), answer.body["bytes"].clone())
}

#[tokio::test]
async fn what_another_client_has_is_not_there() {
    let (app, _controls) = server(two_clients(ServerConfig::default()));
    let id = begin_as(&app, LAB).await;
    assert_eq!(keep(&app, LAB, &id, 10).await, 200);
    assert_eq!(listed(&app, LAB).await, (vec![id.clone()], json!(10)));
    assert_eq!(listed(&app, CI).await, (vec![], json!(0)));

    // As if it had never been, also when it has ended.
    let path = format!("/v1/sessions/{id}");
    let requests = || {
        [
            get(&path),
            request("DELETE", &path, None),
            request("POST", &format!("{path}/reset"), None),
            in_session(&id, "keep"),
        ]
    };
    let message = format!(
        "there is no session `{id}`: there never was, or it ended long ago; POST /v1/sessions \
         begins one"
    );
    let never = (404, error_body("no_session", &message, Some("session_id")));
    for request in requests() {
        let answer = as_client(&app, CI, request).await;
        assert_eq!((answer.status.as_u16(), answer.body), never);
    }
    assert_eq!(listed(&app, LAB).await, (vec![id.clone()], json!(10)));
    let delete = request("DELETE", &path, None);
    assert_eq!(as_client(&app, LAB, delete).await.body, json!({ "id": id }));
    for request in requests() {
        let answer = as_client(&app, CI, request).await;
        assert_eq!((answer.status.as_u16(), answer.body), never);
    }
    for request in requests() {
        let answer = as_client(&app, LAB, request).await;
        assert_eq!((answer.status.as_u16(), answer.body), gone(&id, "it was deleted"));
    }
}

#[tokio::test]
async fn who_takes_more_sessions_loses_its_own() {
    let (app, _controls) =
        server(two_clients(ServerConfig { max_sessions: 3, ..ServerConfig::default() }));
    let of_lab = begin_as(&app, LAB).await;
    let first = begin_as(&app, CI).await;
    let second = begin_as(&app, CI).await;
    let third = begin_as(&app, CI).await;
    let fourth = begin_as(&app, CI).await;
    assert_eq!(listed(&app, CI).await.0, [fourth, third]);
    // It is the one not used for longest, but not of whoever has most.
    assert_eq!(listed(&app, LAB).await.0, [of_lab]);
    for ended in [first, second] {
        assert_eq!(keep(&app, CI, &ended, 1).await, 404);
    }
}

#[tokio::test]
async fn who_takes_more_bytes_loses_its_own() {
    let config = ServerConfig {
        session_max_bytes: 1 << 20,
        sessions_max_bytes: 1 << 20,
        ..ServerConfig::default()
    };
    let (app, _controls) = server(two_clients(config));
    let of_lab = begin_as(&app, LAB).await;
    let (first, second) = (begin_as(&app, CI).await, begin_as(&app, CI).await);
    assert_eq!(keep(&app, LAB, &of_lab, 400 << 10).await, 200);
    assert_eq!(keep(&app, CI, &first, 500 << 10).await, 200);
    assert_eq!(keep(&app, CI, &second, 500 << 10).await, 200);
    assert_eq!(listed(&app, CI).await, (vec![second], json!(500 << 10)));
    assert_eq!(listed(&app, LAB).await, (vec![of_lab], json!(400 << 10)));
}

#[tokio::test]
async fn who_waits_for_a_session_has_a_run_under_way() {
    let mut config = two_clients(ServerConfig::default());
    config.clients[1].max_concurrent_runs = Some(2);
    let (app, mut controls) = server(config);
    let id = begin_as(&app, CI).await;
    let mut first = Box::pin(as_client(&app, CI, in_session(&id, "wait")));
    must_wait(&mut first).await;
    tokio::select! {
        _ = &mut first => panic!("nobody has ended the run"),
        started = controls.started.recv() => assert_eq!(started, Some(())),
    }
    let mut second = Box::pin(as_client(&app, CI, in_session(&id, "keep")));
    must_wait(&mut second).await;
    let third = as_client(&app, CI, in_session(&id, "keep")).await;
    assert_eq!(third.refusal(), (429, "rate_limited"));
    controls.end.send(()).unwrap();
    assert_eq!(
        (first.await.status, second.await.status),
        (200.try_into().unwrap(), 200.try_into().unwrap())
    );
}

#[tokio::test]
async fn without_tokens_there_is_one_owner() {
    let (app, _controls) = server(ServerConfig::default());
    let id = begin(&app).await;
    assert_eq!(call(&app, get(&format!("/v1/sessions/{id}"))).await.status, 200);
}
