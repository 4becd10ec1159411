//! What the tests share.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use jupan_sandbox::{
    CancelToken, Captured, ImageInfo, Kept, Limits, Outcome, OutputStream, Program, RunOptions,
    Runner, SandboxError, Usage,
};
use jupan_server::{AppState, ServerConfig, app, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The request id that every test request carries, so that whole bodies can be compared.
pub(crate) const REQUEST_ID: &str = "test";

/// A runner that does what a closure does.
pub(crate) struct Stub<F> {
    image: ImageInfo,
    run: F,
}

impl<F> Runner for Stub<F>
where
    F: Fn(&Program, &Limits, &CancelToken) -> Result<Outcome, SandboxError> + Send + Sync + 'static,
{
    fn run_with(
        &self,
        program: &Program,
        limits: &Limits,
        options: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError> {
        let cancel = options.cancel.cloned().unwrap_or_default();
        let outcome = (self.run)(program, limits, &cancel)?;
        if let Some(sink) = options.sink {
            for (stream, captured) in
                [(OutputStream::Stdout, &outcome.stdout), (OutputStream::Stderr, &outcome.stderr)]
            {
                sink(stream, &captured.head);
            }
        }
        Ok((outcome, Kept::Nothing))
    }

    fn image(&self) -> &ImageInfo {
        &self.image
    }
}

pub(crate) fn image() -> ImageInfo {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    ImageInfo {
        name: "python".to_owned(),
        version: "1.2.3".to_owned(),
        python_version: "3.14.0".to_owned(),
        modules: names(&["json", "math", "re", "statistics"]),
        preloaded: names(&["math", "statistics"]),
        ..ImageInfo::default()
    }
}

/// A runner that does what `run` does.
pub(crate) fn stub<F>(run: F) -> Arc<dyn Runner>
where
    F: Fn(&Program, &Limits) -> Result<Outcome, SandboxError> + Send + Sync + 'static,
{
    Arc::new(Stub {
        image: image(),
        run: move |program: &Program, limits: &Limits, _: &_| run(program, limits),
    })
}

/// A run that printed `stdout`.
pub(crate) fn printed(stdout: &str) -> Outcome {
    Outcome {
        stdout: Captured { head: stdout.into(), ..Captured::default() },
        usage: Usage { wall: Duration::from_micros(1500), fuel: 1000, memory_peak_bytes: 65_536 },
        ..Outcome::default()
    }
}

/// A runner that prints the program's text.
pub(crate) fn echo() -> Arc<dyn Runner> {
    stub(|program, _| Ok(printed(&program.code)))
}

pub(crate) fn state(config: ServerConfig, runner: Arc<dyn Runner>) -> AppState {
    AppState::new(config, runner).unwrap()
}

/// The router of a server with the default configuration that echoes programs.
pub(crate) fn echo_app() -> Router {
    app(state(ServerConfig::default(), echo()))
}

/// A runner that tells when a run starts and lets the test end it.
pub(crate) struct Controlled {
    /// The text of each program, as its run starts.
    pub(crate) started: UnboundedReceiver<String>,
    /// The token of each program, as its run starts.
    pub(crate) tokens: Receiver<CancelToken>,
    /// One message ends one run, which then prints it.
    pub(crate) end: Sender<&'static str>,
}

/// A controlled runner and its controls. When the controls are dropped, runs end at once.
pub(crate) fn controlled() -> (Arc<dyn Runner>, Controlled) {
    let (starting, started) = unbounded_channel();
    let (end, ends): (Sender<&'static str>, Receiver<&'static str>) = channel();
    let (token, tokens) = channel();
    let ends = Mutex::new(ends);
    let run = move |program: &Program, _: &Limits, cancel: &CancelToken| {
        let _ = token.send(cancel.clone());
        let _ = starting.send(program.code.clone());
        let text = ends.lock().unwrap().recv().unwrap_or("the test is over");
        Ok(printed(text))
    };
    (Arc::new(Stub { image: image(), run }), Controlled { started, tokens, end })
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The header `name` as text, empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status and error code.
    pub(crate) fn refusal(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["error"]["code"].as_str().unwrap_or("none"))
    }

    /// Status and the text for the model.
    pub(crate) fn text(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["text"].as_str().unwrap_or("none"))
    }
}

/// What `app` answers to `request`.
pub(crate) async fn call(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let body = match bytes.is_empty() {
        true => Value::Null,
        // The page is not JSON.
        false => serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| String::from_utf8(bytes.to_vec()).unwrap().into()),
    };
    Answer { status: parts.status, headers: parts.headers, body }
}

/// A POST of `body` as JSON.
pub(crate) fn post(body: impl Into<Body>) -> Request<Body> {
    Request::post("/v1/execute")
        .header("content-type", "application/json")
        .header("x-request-id", REQUEST_ID)
        .body(body.into())
        .unwrap()
}

/// A request to run `code`.
pub(crate) fn run(code: &str) -> Request<Body> {
    post(json!({ "code": code }).to_string())
}

pub(crate) fn get(path: &str) -> Request<Body> {
    Request::get(path).header("x-request-id", REQUEST_ID).body(Body::empty()).unwrap()
}

/// A refusal's whole body.
pub(crate) fn error_body(code: &str, message: &str, field: Option<&str>) -> Value {
    json!({"error": {
        "code": code, "message": message, "field": field, "request_id": REQUEST_ID,
    }})
}

/// A server on a real socket.
pub(crate) struct Server {
    pub(crate) address: std::net::SocketAddr,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) serving: JoinHandle<()>,
}

/// Starts a server on a port of its own.
pub(crate) async fn start(config: ServerConfig, runner: Arc<dyn Runner>) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = state(config, runner);
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(async move {
        let shutdown = async {
            // A dropped sender means that the test is over.
            let _ = stopped.await;
        };
        serve(listener, app(state.clone()), state, shutdown).await.unwrap();
    });
    Server { address, stop, serving }
}

/// A connection over which a test writes bytes and reads answers.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) async fn open(server: &Server) -> Self {
        Self::to(server.address).await
    }

    pub(crate) async fn to(address: std::net::SocketAddr) -> Self {
        Self(BufReader::new(TcpStream::connect(address).await.unwrap()))
    }

    pub(crate) async fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Writes `bytes` unless the server has ended the connection.
    pub(crate) async fn try_write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.0.write_all(bytes).await
    }

    /// Reads one answer.
    pub(crate) async fn answer(&mut self) -> Answer {
        let status_line = self.line().await;
        let status = status_line.split(' ').nth(1).unwrap_or_else(|| panic!("no answer"));
        let status = status.parse().unwrap();
        let mut headers = HeaderMap::new();
        loop {
            let line = self.line().await;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(": ").unwrap();
            headers.insert(
                axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap(),
                value.parse().unwrap(),
            );
        }
        let length = headers.get("content-length").unwrap().to_str().unwrap().parse().unwrap();
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).await.unwrap();
        Answer { status, headers, body: serde_json::from_slice(&bytes).unwrap() }
    }

    /// All that comes until the server ends the connection.
    pub(crate) async fn text(&mut self) -> String {
        let mut text = String::new();
        self.0.read_to_string(&mut text).await.unwrap();
        text
    }

    /// Sends a request to run `code` and leaves the connection open.
    pub(crate) async fn send_run(&mut self, code: &str) {
        let body = json!({ "code": code }).to_string();
        self.write(raw_post(&body)).await;
    }

    /// Sends no more, and waits until the server has noticed and ended the connection too.
    pub(crate) async fn hang_up(&mut self) {
        self.0.shutdown().await.unwrap();
        assert!(self.is_closed().await);
    }

    /// Whether the server has ended the connection; waits until it has.
    pub(crate) async fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        // A reset ends it as well as a regular close.
        self.0.read_to_end(&mut rest).await.is_err() || rest.is_empty()
    }

    /// Reads one line, without its end.
    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }
}

/// A POST of `body` as it goes over the wire.
pub(crate) fn raw_post(body: &str) -> String {
    format!(
        "POST /v1/execute HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         x-request-id: {REQUEST_ID}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Polls `future` once and expects that it has to wait.
pub(crate) async fn must_wait<F: Future + Unpin>(future: &mut F) {
    tokio::select! {
        biased;
        _ = future => panic!("the request did not have to wait"),
        () = std::future::ready(()) => {}
    }
}
