mod fields;
mod owners;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jupan_sandbox::{
    CancelToken, ErrorKind, Failure, ImageInfo, Kept, Limits, Outcome, Program, RunOptions, Runner,
    SandboxError, SessionState, StateHead, StateParts,
};
use jupan_server::{ServerConfig, app};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::support::{
    Answer, Connection, REQUEST_ID, call, error_body, get, image, must_wait, post, printed, run,
    start, state,
};

const MIB: usize = 1 << 20;

/// A runner whose programs say what is to be left, and print how many bytes the run before left.
struct Fake {
    images: Vec<ImageInfo>,
    started: UnboundedSender<()>,
    end: Mutex<Receiver<()>>,
}

/// What a test has of it.
struct Controls {
    /// The program `wait` has started.
    started: UnboundedReceiver<()>,
    /// One message ends one of them.
    end: Sender<()>,
}

fn fake() -> (Arc<dyn Runner>, Controls) {
    let (starting, started) = unbounded_channel();
    let (end, ends) = channel();
    let other = ImageInfo {
        name: "python-sympy".to_owned(),
        packages: vec!["sympy".to_owned()],
        ..image()
    };
    let fake = Fake { images: vec![image(), other], started: starting, end: Mutex::new(ends) };
    (Arc::new(fake), Controls { started, end })
}

fn left(image: usize, bytes: usize) -> Kept {
    let head = StateHead {
        image,
        image_id: [0; 32],
        memory_bytes: 0,
        clock: Duration::ZERO,
        pages: Vec::new(),
    };
    Kept::State(SessionState::from_parts(StateParts { head, contents: vec![0; bytes] }))
}

fn failed(kind: ErrorKind, type_name: &str, message: &str) -> Outcome {
    Outcome {
        failure: Some(Failure { line: Some(1), ..Failure::new(kind, type_name, message) }),
        ..printed("")
    }
}

impl Runner for Fake {
    fn run_with(
        &self,
        program: &Program,
        _limits: &Limits,
        options: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError> {
        let Some(session) = options.session else { return Ok((printed("alone"), Kept::Nothing)) };
        let before = session.state.as_ref().map_or(0, SessionState::bytes);
        let image = session.state.as_ref().map(SessionState::image).or(session.image).unwrap_or(0);
        let outcome = Outcome { image, ..printed(&before.to_string()) };
        let (word, number) = program.code.split_once(' ').unwrap_or((&program.code, "1"));
        let bytes = number.parse().unwrap_or(1);
        Ok(match word {
            "keep" => (outcome, left(image, bytes)),
            "wait" => {
                // When the test drops its controls, it ends as well.
                let _ = self.started.send(());
                let _ = self.end.lock().unwrap().recv();
                if options.cancel.is_some_and(CancelToken::is_cancelled) {
                    return Err(SandboxError::Cancelled);
                }
                (outcome, left(image, bytes))
            }
            "large" => (outcome, Kept::TooLarge { bytes: u64::MAX }),
            "limit" => (failed(ErrorKind::Timeout, "TimeLimitExceeded", "late"), Kept::Nothing),
            "exit" => (outcome, Kept::Nothing),
            "name" => {
                let message = "name 'x' is not defined";
                (failed(ErrorKind::Exception, "NameError", message), left(image, bytes))
            }
            "import" => {
                let message = format!("No module named '{number}'");
                (failed(ErrorKind::Exception, "ModuleNotFoundError", &message), left(image, 1))
            }
            "bounds" => (printed(&session.max_bytes.to_string()), left(image, 1)),
            other => panic!("no such program: {other}"),
        })
    }

    fn image(&self) -> &ImageInfo {
        &self.images[0]
    }

    fn images(&self) -> &[ImageInfo] {
        &self.images
    }
}

fn config() -> ServerConfig {
    ServerConfig { max_concurrent_runs: 64, ..ServerConfig::default() }
}

fn server(config: ServerConfig) -> (Router, Controls) {
    let (runner, controls) = fake();
    (app(state(config, runner)), controls)
}

fn request(method: &str, path: &str, body: Option<Value>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("x-request-id", REQUEST_ID);
    match body {
        None => request.body(Body::empty()).unwrap(),
        Some(body) => request
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap(),
    }
}

async fn begin_with(app: &Router, body: Value) -> String {
    let answer = call(app, request("POST", "/v1/sessions", Some(body))).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["id"].as_str().unwrap().to_owned()
}

async fn begin(app: &Router) -> String {
    begin_with(app, json!({})).await
}

fn in_session(id: &str, code: &str) -> Request<Body> {
    post(json!({ "code": code, "session_id": id }).to_string())
}

async fn step(app: &Router, id: &str, code: &str) -> Answer {
    call(app, in_session(id, code)).await
}

/// What the program printed.
async fn text(app: &Router, id: &str, code: &str) -> String {
    let answer = step(app, id, code).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["text"].as_str().unwrap().to_owned()
}

/// 404 with `why` the session is not there.
fn gone(id: &str, why: &str) -> (u16, Value) {
    let message = format!(
        "the session `{id}` has ended: {why}; what it had is gone, and POST /v1/sessions begins \
         another"
    );
    (404, error_body("no_session", &message, Some("session_id")))
}

async fn look(app: &Router, id: &str) -> (u16, Value) {
    let answer = call(app, get(&format!("/v1/sessions/{id}"))).await;
    (answer.status.as_u16(), answer.body)
}

/// The sessions' ids, as they are listed.
async fn listed(app: &Router) -> Vec<String> {
    let answer = call(app, get("/v1/sessions")).await;
    let sessions = answer.body["sessions"].as_array().unwrap();
    sessions.iter().map(|session| session["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_session_begins_and_goes_on() {
    let (app, _controls) = server(config());
    // The body is optional.
    let answer = call(&app, request("POST", "/v1/sessions", None)).await;
    assert_eq!(answer.status, 200);
    let id = answer.body["id"].as_str().unwrap().to_owned();
    assert_eq!((id.len(), id.bytes().all(|byte| byte.is_ascii_hexdigit())), (32, true));
    let info = |image: Value, runs: u64, bytes: u64| {
        json!({
            "id": id, "image": image, "runs": runs, "bytes": bytes, "max_bytes": 134_217_728,
            "idle_ms": 0, "max_idle_ms": 600_000, "busy": false,
        })
    };
    let without_time = |mut body: Value| {
        body["idle_ms"] = json!(0);
        body
    };
    assert_eq!(without_time(answer.body), info(Value::Null, 0, 0));

    let answer = step(&app, &id, "keep 5000").await;
    assert_eq!(answer.body["text"], "0");
    assert_eq!(answer.body["fresh"], true);
    let after =
        |runs: u64, bytes: u64| json!({"id": id, "runs": runs, "bytes": bytes, "ended": null});
    assert_eq!(answer.body["session"], after(1, 5000));
    let answer = step(&app, &id, "keep 7").await;
    assert_eq!((&answer.body["text"], &answer.body["fresh"]), (&json!("5000"), &json!(false)));
    assert_eq!(answer.body["session"], after(2, 7));
    assert_eq!(without_time(look(&app, &id).await.1), info(json!("python"), 2, 7));

    // A run without a session is what it always was.
    let answer = call(&app, run("keep")).await;
    assert_eq!(
        (&answer.body["text"], &answer.body["fresh"], &answer.body["session"]),
        (&json!("alone"), &json!(true), &Value::Null)
    );
    let answer = call(&app, post(r#"{"code": "keep", "session_id": null}"#)).await;
    assert_eq!(answer.body["text"], "alone");

    let path = format!("/v1/sessions/{id}/reset");
    let answer = call(&app, request("POST", &path, None)).await;
    assert_eq!(without_time(answer.body), info(Value::Null, 0, 0));
    let answer = step(&app, &id, "keep").await;
    assert_eq!((&answer.body["text"], &answer.body["fresh"]), (&json!("0"), &json!(true)));
    assert_eq!(answer.body["session"], after(1, 1));

    let answer = call(&app, request("DELETE", &format!("/v1/sessions/{id}"), None)).await;
    assert_eq!((answer.status.as_u16(), answer.body), (200, json!({ "id": id })));
    for request in [
        request("DELETE", &format!("/v1/sessions/{id}"), None),
        request("POST", &path, None),
        get(&format!("/v1/sessions/{id}")),
        in_session(&id, "keep"),
    ] {
        let answer = call(&app, request).await;
        assert_eq!((answer.status.as_u16(), answer.body), gone(&id, "it was deleted"));
    }
    let answer = step(&app, "x", "keep").await;
    let message = "there is no session `x`: there never was, or it ended long ago; POST \
                   /v1/sessions begins one";
    assert_eq!(answer.body, error_body("no_session", message, Some("session_id")));
}

#[tokio::test]
async fn sessions_do_not_see_each_other_and_are_listed_by_use() {
    let (app, _controls) = server(config());
    let (one, two) = (begin(&app).await, begin(&app).await);
    assert_eq!(text(&app, &one, "keep 10").await, "0");
    assert_eq!(text(&app, &two, "keep 20").await, "0");
    assert_eq!(text(&app, &one, "keep 30").await, "10");
    assert_eq!(listed(&app).await, [one.clone(), two.clone()]);
    assert_eq!(text(&app, &two, "keep 40").await, "20");
    assert_eq!(listed(&app).await, [two, one]);
    assert_eq!(call(&app, get("/v1/sessions")).await.body["bytes"], 70);
}

#[tokio::test]
async fn a_run_that_is_ended_ends_its_session_and_says_so() {
    let (app, _controls) = server(config());
    let names = "its names are gone, define them again in another";
    for (program, end, why, text) in [
        (
            "limit",
            "limit",
            "a run in it hit a limit or crashed",
            format!(
                "[error] TimeLimitExceeded: late (line 1)\n[hint] the time limit of 5 s, in which \
                 waiting counts too, was reached at line 1, `limit`; use a faster method, a closed \
                 formula or smaller numbers. Also, the session has ended, since this run was ended \
                 in mid-program; {names}"
            ),
        ),
        (
            "exit",
            "exit",
            "a program in it ended the interpreter",
            format!(
                "7\n[hint] the session has ended, since this program ended the interpreter \
                 itself; {names}"
            ),
        ),
        (
            "large",
            "too_large",
            "a run left more in it than there is room for",
            format!(
                "7\n[hint] the session has ended, since this run left more than a session may \
                 have; {names}"
            ),
        ),
    ] {
        let id = begin(&app).await;
        step(&app, &id, "keep 7").await;
        let answer = step(&app, &id, program).await;
        assert_eq!(answer.text(), (200, text.as_str()));
        assert_eq!(answer.body["session"], json!({"id": id, "runs": 2, "bytes": 0, "ended": end}));
        let answer = step(&app, &id, "keep").await;
        assert_eq!((answer.status.as_u16(), answer.body), gone(&id, why));
    }
    assert_eq!(call(&app, get("/v1/sessions")).await.body, json!({"sessions": [], "bytes": 0}));
}

#[tokio::test]
async fn an_exception_ends_no_session_and_its_hint_knows_where_it_is() {
    let (app, _controls) = server(config());
    let id = begin(&app).await;
    assert_eq!(
        text(&app, &id, "name").await,
        "[error] NameError: name 'x' is not defined (line 1)\n[hint] this session has no `x`; \
         define or import it in this program, or in one before it"
    );
    assert_eq!(
        text(&app, &id, "import sympy").await,
        "[error] ModuleNotFoundError: No module named 'sympy' (line 1)\n[hint] `sympy` is in the \
         image `python-sympy`, and this session runs in `python` for good; import it in the first \
         program of another session, or run without a session"
    );
    assert_eq!(text(&app, &id, "keep").await, "1");
}

#[tokio::test]
async fn one_session_too_many_ends_the_one_not_used_for_longest() {
    let (app, mut controls) = server(ServerConfig { max_sessions: 2, ..config() });
    let (one, two) = (begin(&app).await, begin(&app).await);
    step(&app, &one, "keep").await;
    let three = begin(&app).await;
    let why = "room was needed for others, and it was the one not used for longest";
    assert_eq!(look(&app, &two).await, gone(&two, why));
    assert_eq!(listed(&app).await, [three.clone(), one.clone()]);

    // One that runs is not ended for another.
    let busy = tokio::spawn(call_owned(app.clone(), in_session(&one, "wait")));
    controls.started.recv().await.unwrap();
    let four = begin(&app).await;
    assert_eq!(look(&app, &three).await, gone(&three, why));
    let also_busy = tokio::spawn(call_owned(app.clone(), in_session(&four, "wait")));
    // Both programs wait in turn for their end; that the second one has its turn is enough.
    while look(&app, &four).await.1["busy"] != true {
        tokio::task::yield_now().await;
    }
    let answer = call(&app, request("POST", "/v1/sessions", None)).await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "1"));
    let message = "there are 2 sessions, which is all this server has, and each of them is busy";
    assert_eq!(answer.body, error_body("overloaded", message, None));
    drop(controls);
    assert_eq!(busy.await.unwrap().status, 200);
    assert_eq!(also_busy.await.unwrap().status, 200);
    begin(&app).await;
}

async fn call_owned(app: Router, request: Request<Body>) -> Answer {
    call(&app, request).await
}

#[tokio::test]
async fn a_server_may_have_no_sessions() {
    let (app, _controls) = server(ServerConfig { max_sessions: 0, ..config() });
    let answer = call(&app, request("POST", "/v1/sessions", None)).await;
    let message = "this server has no sessions: its max_sessions is 0";
    assert_eq!(answer.body, error_body("not_found", message, None));
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn bytes_of_all_sessions_are_bounded() {
    let config =
        ServerConfig { session_max_bytes: 4 << 20, sessions_max_bytes: 5 << 20, ..config() };
    let (app, mut controls) = server(config);
    let (one, two) = (begin(&app).await, begin(&app).await);
    let three_mib = format!("keep {}", 3 * MIB);
    step(&app, &one, &three_mib).await;
    step(&app, &two, "keep").await;
    assert_eq!(step(&app, &two, &three_mib).await.body["session"]["ended"], Value::Null);
    let why = "room was needed for others, and it was the one not used for longest";
    assert_eq!(look(&app, &one).await, gone(&one, why));
    assert_eq!(call(&app, get("/v1/sessions")).await.body["bytes"], 3 * MIB);

    // One that runs is not ended for another, which then has no room.
    let busy = tokio::spawn(call_owned(app.clone(), in_session(&two, "wait 1")));
    controls.started.recv().await.unwrap();
    let three = begin(&app).await;
    let answer = step(&app, &three, &three_mib).await;
    assert_eq!(answer.body["session"]["ended"], "too_large");
    drop(controls);
    assert_eq!(busy.await.unwrap().body["session"]["bytes"], 1);
    assert_eq!(call(&app, get("/v1/sessions")).await.body["bytes"], 1);
}

#[tokio::test]
async fn a_session_that_is_idle_ends() {
    let (app, _controls) = server(config());
    let id = begin_with(&app, json!({ "idle_ms": 1 })).await;
    let patience = Instant::now() + Duration::from_secs(20);
    let last = loop {
        let last = look(&app, &id).await;
        if last.0 == 404 || Instant::now() > patience {
            break last;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(last, gone(&id, "it was idle for 0.001 s"));
}

#[tokio::test]
async fn a_session_that_is_idle_gives_its_bytes_back_without_being_asked_for() {
    let (runner, _controls) = fake();
    let server = start(config(), runner).await;
    let mut connection = Connection::open(&server).await;
    let body = json!({ "idle_ms": 50 }).to_string();
    connection.write(raw("POST", "/v1/sessions", &body)).await;
    let id = connection.answer().await.body["id"].as_str().unwrap().to_owned();
    let body = json!({ "code": "keep 1000", "session_id": id }).to_string();
    connection.write(raw("POST", "/v1/execute", &body)).await;
    assert_eq!(connection.answer().await.body["session"]["bytes"], 1000);
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        connection.write(raw("GET", "/v1/sessions", "")).await;
        let body = connection.answer().await.body;
        if body == json!({"sessions": [], "bytes": 0}) {
            break;
        }
        assert!(Instant::now() < patience, "{body}");
    }
}

#[tokio::test]
async fn runs_of_a_session_go_one_after_the_other() {
    let (app, mut controls) = server(config());
    let id = begin(&app).await;
    let first = tokio::spawn(call_owned(app.clone(), in_session(&id, "wait 5")));
    controls.started.recv().await.unwrap();
    let mut second = Box::pin(call(&app, in_session(&id, "keep 6")));
    must_wait(&mut second).await;
    let mut third = Box::pin(call(&app, in_session(&id, "keep 7")));
    must_wait(&mut third).await;
    assert_eq!(look(&app, &id).await.1["busy"], true);
    // A reset waits too; another session does not.
    let path = format!("/v1/sessions/{id}/reset");
    let mut reset = Box::pin(call(&app, request("POST", &path, None)));
    must_wait(&mut reset).await;
    let other = begin(&app).await;
    assert_eq!(text(&app, &other, "keep").await, "0");
    controls.end.send(()).unwrap();
    assert_eq!(first.await.unwrap().text(), (200, "0"));
    assert_eq!(second.await.text(), (200, "5"));
    assert_eq!(third.await.text(), (200, "6"));
    assert_eq!(reset.await.body["bytes"], 0);
}

#[tokio::test]
async fn a_turn_that_does_not_come_is_told() {
    let (app, mut controls) = server(ServerConfig { queue_wait_ms: 1, ..config() });
    let id = begin(&app).await;
    let first = tokio::spawn(call_owned(app.clone(), in_session(&id, "wait")));
    controls.started.recv().await.unwrap();
    let second = step(&app, &id, "keep");
    let answer = tokio::time::timeout(Duration::from_secs(20), second).await.unwrap();
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "1"));
    let message = "the session was busy for 1 ms; ask again";
    assert_eq!(answer.body, error_body("overloaded", message, Some("session_id")));
    drop(controls);
    assert_eq!(first.await.unwrap().status, 200);
}

#[tokio::test]
async fn not_everyone_may_wait_for_one_session() {
    let (app, mut controls) = server(config());
    let id = begin(&app).await;
    let first = tokio::spawn(call_owned(app.clone(), in_session(&id, "wait")));
    controls.started.recv().await.unwrap();
    let mut waiting = Vec::new();
    for _ in 0..15 {
        let mut next = Box::pin(call(&app, in_session(&id, "keep")));
        must_wait(&mut next).await;
        waiting.push(next);
    }
    let one_more = step(&app, &id, "keep");
    let answer = tokio::time::timeout(Duration::from_secs(1), one_more).await.unwrap();
    let message = "16 requests run or wait in this session, which is all it takes; its runs go \
                   one after the other";
    assert_eq!(answer.body, error_body("overloaded", message, Some("session_id")));
    // Who leaves makes room.
    drop(waiting.pop());
    must_wait(&mut Box::pin(call(&app, in_session(&id, "keep")))).await;
    drop(controls);
    assert_eq!(first.await.unwrap().status, 200);
}

#[tokio::test]
async fn a_session_can_be_deleted_in_the_midst_of_a_run() {
    let (app, mut controls) = server(config());
    let id = begin(&app).await;
    let running = tokio::spawn(call_owned(app.clone(), in_session(&id, "wait")));
    controls.started.recv().await.unwrap();
    let mut waiting = Box::pin(call(&app, in_session(&id, "keep")));
    must_wait(&mut waiting).await;
    let answer = call(&app, request("DELETE", &format!("/v1/sessions/{id}"), None)).await;
    assert_eq!(answer.status, 200);
    let answer = waiting.await;
    assert_eq!((answer.status.as_u16(), answer.body), gone(&id, "it was deleted"));
    controls.end.send(()).unwrap();
    let answer = running.await.unwrap();
    assert_eq!(
        answer.body["session"],
        json!({"id": id, "runs": 1, "bytes": 0, "ended": "deleted"})
    );
    assert_eq!(look(&app, &id).await, gone(&id, "it was deleted"));
}

fn raw(method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         x-request-id: {REQUEST_ID}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn a_client_that_leaves_leaves_the_session_as_it_was() {
    let (runner, mut controls) = fake();
    let server = start(config(), runner).await;
    let mut connection = Connection::open(&server).await;
    connection.write(raw("POST", "/v1/sessions", "{}")).await;
    let id = connection.answer().await.body["id"].as_str().unwrap().to_owned();
    let body = |code: &str| json!({ "code": code, "session_id": id }).to_string();
    connection.write(raw("POST", "/v1/execute", &body("keep 33"))).await;
    assert_eq!(connection.answer().await.text(), (200, "0"));

    let mut leaving = Connection::open(&server).await;
    leaving.write(raw("POST", "/v1/execute", &body("wait 44"))).await;
    controls.started.recv().await.unwrap();
    leaving.hang_up().await;
    controls.end.send(()).unwrap();
    connection.write(raw("POST", "/v1/execute", &body("keep 55"))).await;
    let answer = connection.answer().await;
    assert_eq!(answer.text(), (200, "33"));
    assert_eq!(answer.body["session"]["runs"], 2);
}

#[tokio::test]
async fn of_long_ended_sessions_nothing_is_known() {
    let (app, _controls) = server(config());
    let first = begin(&app).await;
    call(&app, request("DELETE", &format!("/v1/sessions/{first}"), None)).await;
    for _ in 0..1023 {
        let id = begin(&app).await;
        call(&app, request("DELETE", &format!("/v1/sessions/{id}"), None)).await;
    }
    assert_eq!(look(&app, &first).await, gone(&first, "it was deleted"));
    let id = begin(&app).await;
    call(&app, request("DELETE", &format!("/v1/sessions/{id}"), None)).await;
    let message = format!(
        "there is no session `{first}`: there never was, or it ended long ago; POST /v1/sessions \
         begins one"
    );
    let expected = error_body("no_session", &message, Some("session_id"));
    assert_eq!(look(&app, &first).await, (404, expected));
}
