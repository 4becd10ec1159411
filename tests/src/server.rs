//! The server in this process.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use anyhow::Context;
use jupan_api::{EXECUTE_PATH, ExecuteResponse};
use jupan_sandbox::{CheckedImage, Runner, WorkerCommand, WorkerPool, WorkerPoolConfig};
use jupan_server::{AppState, ServerConfig};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::{Reply, image_dirs, jupan_file, post_json};

/// A server with the real image in real workers, as `jupan serve` has them, on a free port of
/// 127.0.0.1. It ends when dropped, after the requests that are running.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    /// Dropped to end the server.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// The server that the tests of one binary share, with the default configuration.
    ///
    /// # Panics
    ///
    /// When it cannot start; without an image at once, with the command that builds it.
    #[must_use]
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<TestServer> = OnceLock::new();
        SHARED.get_or_init(|| Self::start(ServerConfig::default()))
    }

    /// A server of its own, with `config`; `listen` is replaced.
    ///
    /// # Panics
    ///
    /// When it cannot start.
    #[must_use]
    pub fn start(config: ServerConfig) -> Self {
        Self::start_with(config, image_dirs())
    }

    /// The same with the images in the folders `images`.
    ///
    /// # Panics
    ///
    /// When it cannot start.
    #[must_use]
    pub fn start_with(config: ServerConfig, images: Vec<PathBuf>) -> Self {
        let (tell, told) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            serve(config, &images, tell, async {
                // Whether told or left alone: it is time to end.
                drop(stopped.await);
            })
            .unwrap_or_else(|error| panic!("the server failed: {error:#}"));
        });
        match told.recv() {
            Ok(address) => Self { address, stop: Some(stop), thread: Some(thread) },
            Err(_) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => panic!("the server ended before it was ready"),
            },
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The start of its URLs, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Posts `body` to the endpoint that runs programs.
    ///
    /// # Panics
    ///
    /// When there is no whole answer.
    #[must_use]
    pub fn post(&self, body: &[u8]) -> Reply {
        post_json(self.address, EXECUTE_PATH, body)
    }

    /// Sends `request`, which the server has to accept.
    ///
    /// # Panics
    ///
    /// When the answer is not a 200 of the contract's form.
    #[must_use]
    pub fn execute(&self, request: &Value) -> ExecuteResponse {
        let reply = self.post(request.to_string().as_bytes());
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        serde_json::from_value(reply.json())
            .unwrap_or_else(|error| panic!("not an answer ({error}): {}", reply.json()))
    }

    /// Runs `code` with the default limits.
    ///
    /// # Panics
    ///
    /// Like [`TestServer::execute`].
    #[must_use]
    pub fn run(&self, code: &str) -> ExecuteResponse {
        self.execute(&json!({ "code": code }))
    }

    /// Checks that the server still does its work.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub fn assert_alive(&self) {
        let response = self.run("print(6 * 7)");
        assert_eq!((response.stdout.as_str(), response.error), ("42\n", None));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
            && !std::thread::panicking()
        {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Serves until `shutdown` completes; `ready` is told the address.
fn serve(
    config: ServerConfig,
    image_dirs: &[PathBuf],
    ready: std::sync::mpsc::Sender<SocketAddr>,
    shutdown: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let args = [
        "worker".into(),
        "--max-memory-bytes".into(),
        config.limit_ceilings.memory_bytes.to_string().into(),
    ];
    let command = WorkerCommand { program: jupan_file(), args: args.into() };
    let workers = usize::try_from(config.max_concurrent_runs)?;
    let workers = NonZeroUsize::new(workers).context("no programs may run")?;
    let mut images = Vec::new();
    for dir in image_dirs {
        images.push(Arc::new(CheckedImage::open(dir)?));
    }
    let pool =
        WorkerPool::start(WorkerPoolConfig { images, workers, ..WorkerPoolConfig::new(command) })?;
    let runner: Arc<dyn Runner> = Arc::new(pool);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let state = AppState::new(config, runner)?;
        ready.send(address).context("nobody waits for the server")?;
        jupan_server::serve(listener, jupan_server::app(state.clone()), state, shutdown).await?;
        Ok(())
    })
}
