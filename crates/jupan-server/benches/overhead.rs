//! What the server itself costs per request: the runner does nothing.
//!
//! `router` is request to answer in memory; `loopback` adds a connection that stays open.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up ends")]

use std::hint::black_box;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use criterion::{Criterion, criterion_group, criterion_main};
use http_body_util::BodyExt;
use jupan_sandbox::{
    Captured, ImageInfo, Kept, Limits, Outcome, Program, RunOptions, Runner, SandboxError,
};
use jupan_server::{AppState, ServerConfig, app, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

const BODY: &str = r#"{"code": "print(1 + 1)"}"#;

struct Idle(ImageInfo);

impl Runner for Idle {
    fn run_with(
        &self,
        _: &Program,
        _: &Limits,
        _: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError> {
        let outcome = Outcome {
            stdout: Captured { head: b"2\n".to_vec(), ..Captured::default() },
            ..Outcome::default()
        };
        Ok((outcome, Kept::Nothing))
    }

    fn image(&self) -> &ImageInfo {
        &self.0
    }
}

fn overhead(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let runner = Arc::new(Idle(ImageInfo {
        name: "python".to_owned(),
        version: "1".to_owned(),
        python_version: "3.14.0".to_owned(),
        ..ImageInfo::default()
    }));
    let state = AppState::new(ServerConfig::default(), runner).expect("a state");
    let router = app(state.clone());

    criterion.bench_function("router", |bencher| {
        bencher.iter(|| {
            runtime.block_on(async {
                let request = Request::post("/v1/execute")
                    .header("content-type", "application/json")
                    .body(Body::from(BODY))
                    .expect("a request");
                let response = router.clone().oneshot(request).await.expect("an answer");
                black_box(response.into_body().collect().await.expect("a body"));
            });
        });
    });

    let mut connection = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, router.clone(), state, std::future::pending()));
        TcpStream::connect(address).await.expect("a connection")
    });
    connection.set_nodelay(true).expect("no delay");
    let request = format!(
        "POST /v1/execute HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{BODY}",
        BODY.len()
    );
    let mut buffer = vec![0; 4096];
    criterion.bench_function("loopback", |bencher| {
        bencher.iter(|| {
            runtime.block_on(async {
                connection.write_all(request.as_bytes()).await.expect("a write");
                // The whole answer fits into one packet.
                black_box(connection.read(&mut buffer).await.expect("an answer"));
            });
        });
    });
}

criterion_group!(benches, overhead);
criterion_main!(benches);
