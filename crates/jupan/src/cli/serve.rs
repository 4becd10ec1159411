//! `jupan serve`.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::{Context, Error, Result, anyhow};
use jupan_sandbox::{Runner, Sandbox, SandboxConfig};
use jupan_server::{AppState, ServerConfig};
use tokio::net::TcpListener;

use crate::cli::worker;
use crate::exit::Exit;
use crate::settings::{Settings, SettingsArgs};
use crate::traces::Traces;
use crate::{image_dir, logging, output};

#[derive(Debug, clap::Args)]
#[command(after_help = Exit::HELP)]
pub(crate) struct ServeArgs {
    /// After the line that says the server is ready, print a request to paste into a terminal.
    #[arg(long)]
    print_example: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl ServeArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings)?;
        let config = settings.server()?;
        let traces = settings.otlp_endpoint().map(Traces::to).transpose()?;
        let filter = logging::start_with(&settings, "info", traces.as_ref())?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(connection_threads())
            .enable_all()
            .build()
            .context("cannot start the threads of the server")?;
        let reload = Reload { args: self.settings, filter };
        let served = runtime.block_on(serve(&settings, config, self.print_example, reload));
        // The shutdown grace is over: what still runs is not waited for.
        runtime.shutdown_background();
        served.map(|()| Exit::Ok)
    }
}

/// What runs programs for a server with `config`: workers, or this process.
pub(crate) fn start_runner(settings: &Settings, config: &ServerConfig) -> Result<Arc<dyn Runner>> {
    match settings.workers()? {
        Some(workers) => {
            let images = image_dir::locate(settings.image())?;
            let max_memory_bytes = config.limit_ceilings.memory_bytes;
            Ok(Arc::new(worker::start_pool(workers, &images, max_memory_bytes)?))
        }
        None => Ok(Arc::new(load_sandbox(settings, config)?)),
    }
}

/// Loads the images that `settings` name for a server with `config`.
pub(crate) fn load_sandbox(settings: &Settings, config: &ServerConfig) -> Result<Sandbox> {
    let images = image_dir::locate(settings.image())?;
    let config = SandboxConfig {
        max_concurrent_runs: usize::try_from(config.max_concurrent_runs)
            .context("max_concurrent_runs is too large for this machine")?,
        max_memory_bytes: config.limit_ceilings.memory_bytes,
    };
    Ok(Sandbox::load_all(&images, &config)?)
}

/// How many threads look after connections. Programs run elsewhere and have the processors; here, one
/// thread more is one more to wake up for each request.
fn connection_threads() -> usize {
    available_parallelism().map_or(1, |processors| processors.get().div_ceil(4))
}

async fn serve(
    settings: &Settings,
    config: ServerConfig,
    print_example: bool,
    reload: Reload,
) -> Result<()> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| cannot_listen(config.listen, &error))?;
    let address = listener.local_addr().context("the listener has no address")?;
    // An address that cannot be had is found out before the image is loaded.
    let runner = start_runner(settings, &config)?;
    // Signals are caught before the ready line, so that whoever reads it can already stop us.
    let signals = Signals::catch().context("cannot catch signals")?;
    let images = runner.images().iter();
    let images: Vec<String> =
        images.map(|image| format!("image {} {}", image.name, image.version)).collect();
    let mut ready = format!("jupan is ready at http://{address} ({})\n", images.join(", "));
    if print_example {
        ready.push_str(&example(address, config.asks_for_token()));
    }
    let state = AppState::new(config, runner)?;
    #[cfg(unix)]
    reload.at_each_hangup(state.clone()).context("cannot catch signals")?;
    #[cfg(not(unix))]
    drop(reload);
    output::stdout(&ready).context("cannot say that the server is ready")?;
    jupan_server::serve(listener, jupan_server::app(state.clone()), state, signals.first()).await?;
    Ok(())
}

/// Reads the configuration again.
struct Reload {
    args: SettingsArgs,
    filter: logging::Filter,
}

impl Reload {
    /// At each `SIGHUP`, from now until the server has ended.
    #[cfg(unix)]
    fn at_each_hangup(self, state: AppState) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};

        let mut hangups = signal(SignalKind::hangup())?;
        tokio::spawn(async move {
            while hangups.recv().await.is_some() {
                match self.run(&state) {
                    Ok(waiting) if waiting.is_empty() => {
                        tracing::info!("read the configuration again");
                    }
                    Ok(waiting) => tracing::warn!(
                        "read the configuration again; these need a restart: {}",
                        waiting.join(", ")
                    ),
                    Err(error) => tracing::error!("kept the configuration as it was: {error:#}"),
                }
            }
        });
        Ok(())
    }

    /// Takes what can change while the server runs: tokens, clients and the log's filter. Gives
    /// the names of what else has changed.
    #[cfg(unix)]
    fn run(&self, state: &AppState) -> Result<Vec<&'static str>> {
        let settings = Settings::load(&self.args)?;
        let config = settings.server()?;
        self.filter.reload(&settings)?;
        Ok(state.reload(&config)?)
    }
}

/// Why there is no listener, and what to do about it if that is known.
fn cannot_listen(address: SocketAddr, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "cannot listen on {address}: another program listens there; end it, or take another \
             port with `--listen {}` (port 0: any that is free)",
            SocketAddr::new(address.ip(), 0)
        ),
        _ => anyhow!("cannot listen on {address}: {error}"),
    }
}

/// A request as a shell takes it.
fn example(address: SocketAddr, has_token: bool) -> String {
    let reachable = match address.ip() {
        ip if ip.is_unspecified() => {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
        }
        _ => address,
    };
    let token = match has_token {
        true => " -H \"authorization: Bearer $JUPAN_BEARER_TOKEN\"",
        false => "",
    };
    format!(
        "try it from another terminal:\n\n  \
         curl -s http://{reachable}/v1/execute -H 'content-type: application/json'{token} \
         -d '{{\"code\": \"import math\\nprint(math.factorial(20))\"}}'\n\n"
    )
}

/// The signals that end the server.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn catch() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(not(unix))]
    fn catch() -> std::io::Result<Self> {
        Ok(Self {})
    }

    /// Completes at the first signal. A second one ends the process at once.
    async fn first(mut self) {
        self.next().await;
        tracing::info!("shutting down; a second signal ends the server at once");
        tokio::spawn(async move {
            self.next().await;
            std::process::exit(i32::from(Exit::FAULT));
        });
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        // Without a way to hear of it the server just goes on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_reaches_the_server() {
        assert_eq!(
            example("0.0.0.0:80".parse().unwrap(), true),
            "try it from another terminal:\n\n  \
             curl -s http://127.0.0.1:80/v1/execute -H 'content-type: application/json' \
             -H \"authorization: Bearer $JUPAN_BEARER_TOKEN\" \
             -d '{\"code\": \"import math\\nprint(math.factorial(20))\"}'\n\n"
        );
        assert!(
            example("127.0.0.1:8787".parse().unwrap(), false).contains(
                "http://127.0.0.1:8787/v1/execute -H 'content-type: application/json' -d"
            )
        );
    }
}
