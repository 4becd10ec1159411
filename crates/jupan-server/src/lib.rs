//! The HTTP edge of the Jupan tool server.
//!
//! # Model
//!
//! ```text
//! ServerConfig + Runner -> AppState -> app() -> Router -> serve()
//!
//! POST /v1/execute   request -> admission -> run -> response     (execute.rs)
//! /v1/sessions       begin, list, look at, reset, end            (session.rs)
//! GET  /v1/tools     tool definitions for models                 (tools.rs)
//! GET  /v1/info      limits and images                            (info.rs)
//! POST /mcp          the tool, over MCP                            (mcp.rs)
//! GET  /metrics      counters and gauges for Prometheus            (metrics.rs)
//! GET  /openapi.json, /docs                                      (openapi.rs)
//! GET  /healthz, /readyz                                         (health.rs)
//! GET  /             a page to try it with                       (page.rs)
//!
//! around each: request id, log line, body of refusals (edge.rs), name it is called
//! by (host.rs), token (auth.rs)
//! ```
//!
//! A run that took place is a 200 whatever became of the program; what was refused before is
//! an [`ErrorBody`](jupan_api::ErrorBody). Runs go through the trait
//! [`Runner`](jupan_sandbox::Runner), one blocking thread each, and a permit bounds how many
//! there are at a time.
//!
//! # Example
//!
//! ```no_run
//! # use std::sync::Arc;
//! # use jupan_server::{AppState, ServerConfig, app, serve};
//! # async fn example(runner: Arc<dyn jupan_sandbox::Runner>) -> Result<(), Box<dyn std::error::Error>> {
//! let config = ServerConfig { max_concurrent_runs: 4, ..ServerConfig::default() };
//! let listener = tokio::net::TcpListener::bind(config.listen).await?;
//! let state = AppState::new(config, runner)?;
//! let shutdown = async {
//!     // Without a handler for the signal there is no shutdown other than by force.
//!     if tokio::signal::ctrl_c().await.is_err() {
//!         std::future::pending().await
//!     }
//! };
//! serve(listener, app(state.clone()), state, shutdown).await?;
//! # Ok(())
//! # }
//! ```

mod app;
mod aside;
mod auth;
mod clients;
mod config;
mod edge;
mod error;
mod execute;
mod health;
mod host;
mod info;
mod mcp;
mod metrics;
mod openapi;
mod page;
mod query;
mod routes;
mod serve;
mod session;
mod tools;
mod trace;
mod units;

/// Entries for the fuzz targets. No part of the interface.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    pub use crate::execute::fuzzing::check_request;
}

pub use app::{AppState, ReloadError, app};
pub use config::{BearerToken, ClientError, ConfigError, NamedClient, ServerConfig, TokenError};
pub use execute::response::execute_response;
pub use mcp::{McpBackend, McpStdioError, serve_mcp_stdio, serve_mcp_stdio_for};
pub use serve::{ServeError, serve};
