//! `jupan mcp`.

use std::time::Duration;

use anyhow::{Context, Result};
use jupan_client::{Client, ClientError, ExecuteResponse};
use jupan_server::{AppState, McpBackend, ServerConfig, serve_mcp_stdio, serve_mcp_stdio_for};

use crate::cli::serve;
use crate::exit::Exit;
use crate::logging;
use crate::settings::{Settings, ShortSettingsArgs};

/// What a call may take beyond the longest run: waiting for a slot, and the way.
const MARGIN: Duration = Duration::from_secs(60);

/// Serves the tool `run_python` over MCP, on stdin and stdout, until stdin ends.
#[derive(Debug, clap::Args)]
#[command(after_help = Exit::HELP)]
pub(crate) struct McpArgs {
    /// A running tool server to run programs on, such as http://127.0.0.1:8787 [default: workers
    /// of this command's own].
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Bearer token of that server. A flag can be seen in the list of processes: better use
    /// the variable.
    #[arg(long, value_name = "SECRET", env = "JUPAN_BEARER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

impl McpArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        // stdout is the protocol's; what is worth saying goes to stderr.
        logging::start(&settings, "warn")?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start the threads of the server")?;
        let served = match self.url {
            Some(url) => runtime.block_on(elsewhere(&url, self.token)),
            None => here(&settings).and_then(|state| Ok(runtime.block_on(serve_mcp_stdio(state))?)),
        };
        // A run whose client has gone is given up, and not waited for.
        runtime.shutdown_background();
        served.map(|()| Exit::Ok)
    }
}

/// A server's inner part, without a socket.
fn here(settings: &Settings) -> Result<AppState> {
    let config = ServerConfig {
        // Who started this command needs no leave to use it.
        bearer_token: None,
        clients: Vec::new(),
        listen: ServerConfig::DEFAULT_LISTEN,
        ..settings.server()?
    };
    let runner = serve::start_runner(settings, &config)?;
    Ok(AppState::new(config, runner)?)
}

/// Offers what the server at `url` has.
async fn elsewhere(url: &str, token: Option<String>) -> Result<()> {
    let client = |time_out: Duration| {
        let client = Client::builder(url).time_out(time_out);
        match &token {
            Some(token) => client.token(token.as_str()).build(),
            None => client.build(),
        }
    };
    let asking = client(MARGIN)?;
    let (info, tools) = (asking.info().await?, asking.tools().await?);
    let longest = Duration::from_millis(info.limits.wall_ms.max);
    let backend = Elsewhere(client(longest.saturating_add(MARGIN))?);
    Ok(serve_mcp_stdio_for(backend, &info, &tools).await?)
}

/// Runs programs on a server elsewhere. A call that is dropped closes its connection, which ends
/// the run there.
struct Elsewhere(Client);

impl McpBackend for Elsewhere {
    async fn execute(&self, body: Vec<u8>) -> Result<ExecuteResponse, String> {
        let body = String::from_utf8(body).map_err(|error| error.to_string())?;
        let answer = self.0.execute_json(body).await.map_err(|error| match error {
            ClientError::Refused(refused) => refused.detail.message,
            other => other.to_string(),
        })?;
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    }
}
