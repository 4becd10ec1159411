//! Clients with tokens and ceilings of their own.

use axum::Router;
use jupan_server::{
    AppState, BearerToken, ClientError, ConfigError, NamedClient, ReloadError, ServerConfig, app,
};

use crate::support::{Answer, call, controlled, echo, must_wait, run, state};

const OWN: &str = "the-server's-own-token";
const CI: &str = "the-token-of-the-ci";
const LAB: &str = "the-token-of-the-lab";

fn client(name: &str, token: &str) -> NamedClient {
    NamedClient {
        name: name.to_owned(),
        token: BearerToken::new(token),
        max_concurrent_runs: None,
        max_runs_per_minute: None,
    }
}

fn config(clients: Vec<NamedClient>) -> ServerConfig {
    ServerConfig {
        bearer_token: Some(BearerToken::new(OWN)),
        clients,
        max_concurrent_runs: 4,
        ..ServerConfig::default()
    }
}

async fn as_client(app: &Router, token: &str) -> Answer {
    let mut request = run("1");
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    call(app, request).await
}

async fn statuses(state: &AppState, tokens: [&str; 3]) -> [u16; 3] {
    let app = app(state.clone());
    let mut statuses = [0; 3];
    for (status, token) in statuses.iter_mut().zip(tokens) {
        *status = as_client(&app, token).await.status.as_u16();
    }
    statuses
}

#[tokio::test]
async fn each_client_has_its_token_beside_the_servers_own() {
    let state = state(config(vec![client("ci", CI), client("lab", LAB)]), echo());
    assert_eq!(statuses(&state, [OWN, CI, LAB]).await, [200; 3]);
    assert_eq!(statuses(&state, ["", &CI[1..], &format!("{LAB}x")]).await, [401; 3]);
}

#[tokio::test]
async fn one_run_too_many_at_a_time_is_refused_and_others_are_not() {
    let (runner, mut controls) = controlled();
    let few = NamedClient { max_concurrent_runs: Some(1), ..client("ci", CI) };
    let app = app(state(config(vec![few, client("lab", LAB)]), runner));
    let mut first = Box::pin(as_client(&app, CI));
    must_wait(&mut first).await;
    tokio::select! {
        _ = &mut first => panic!("nobody has ended the run"),
        started = controls.started.recv() => assert_eq!(started.as_deref(), Some("1")),
    }
    let refused = as_client(&app, CI).await;
    assert_eq!(
        (
            refused.refusal(),
            refused.body["error"]["message"].as_str().unwrap(),
            refused.header("retry-after")
        ),
        (
            (429, "rate_limited"),
            "the client `ci` has 1 run under way, which is all it may have",
            "1"
        )
    );
    controls.end.send("done").unwrap();
    assert_eq!(first.await.text(), (200, "done"));
    controls.end.send("other").unwrap();
    assert_eq!(as_client(&app, LAB).await.text(), (200, "other"));
    controls.end.send("again").unwrap();
    assert_eq!(as_client(&app, CI).await.text(), (200, "again"));
}

#[tokio::test]
async fn one_run_too_many_within_a_minute_is_refused() {
    let few = NamedClient { max_runs_per_minute: Some(2), ..client("ci", CI) };
    let state = state(config(vec![few]), echo());
    assert_eq!(statuses(&state, [CI, CI, CI]).await, [200, 200, 429]);
    let app = app(state);
    let refused = as_client(&app, CI).await;
    assert_eq!(refused.body["error"]["message"], "the client `ci` may start 2 runs a minute");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
}

#[tokio::test]
async fn a_new_configuration_changes_who_may_call() {
    let before = config(vec![client("ci", CI)]);
    let state = state(before.clone(), echo());
    let after = config(vec![client("lab", LAB)]);
    assert_eq!(state.reload(&after), Ok(vec![]));
    assert_eq!(statuses(&state, [OWN, CI, LAB]).await, [200, 401, 200]);
    let other = ServerConfig { max_queued_runs: 3, idle_timeout_ms: 5, ..before };
    assert_eq!(state.reload(&other), Ok(vec!["max_queued_runs", "idle_timeout_ms"]));
    assert_eq!(statuses(&state, [OWN, CI, LAB]).await, [200, 200, 401]);
}

#[tokio::test]
async fn a_configuration_that_cannot_be_changes_nothing() {
    let state = state(config(vec![client("ci", CI)]), echo());
    let bad = config(vec![client("Lab", LAB)]);
    assert_eq!(
        state.reload(&bad),
        Err(ReloadError::Config(ConfigError::Client(ClientError::Name("Lab".to_owned()))))
    );
    let open = ServerConfig { bearer_token: None, ..config(Vec::new()) };
    assert_eq!(state.reload(&open), Err(ReloadError::Tokens));
    assert_eq!(statuses(&state, [OWN, CI, LAB]).await, [200, 200, 401]);
}

#[test]
fn an_address_for_others_needs_some_token() {
    let listen = "0.0.0.0:80".parse().unwrap();
    let open = ServerConfig { listen, ..ServerConfig::default() };
    assert_eq!(open.validate(), Err(ConfigError::PublicWithoutToken(listen)));
    let guarded = ServerConfig { clients: vec![client("ci", CI)], ..open };
    assert_eq!(guarded.validate(), Ok(()));
}
