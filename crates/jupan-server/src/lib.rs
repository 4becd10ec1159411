//! The HTTP edge of the Jupan tool server.
//!
//! # Model
//!
//! ```text
//! ServerConfig + Runner -> AppState -> app() -> Router -> serve()
//!
//! POST /v1/execute   request -> admission -> run -> response     (execute.rs)
//! GET  /v1/tools     tool definitions for models                 (tools.rs)
//! GET  /healthz, /readyz                                         (health.rs)
//! ```
//!
//! A run that took place is a 200 whatever became of the program; what was refused before is
//! an [`ErrorBody`](jupan_api::ErrorBody). Runs go through the trait
//! [`Runner`](jupan_sandbox::Runner), one blocking thread each, and a permit bounds how many
//! there are at a time.

mod app;
mod auth;
mod config;
mod edge;
mod error;
mod execute;
mod health;
mod serve;
mod tools;
mod units;

pub use app::{AppState, app};
pub use config::{BearerToken, ConfigError, ServerConfig, TokenError};
pub use execute::response::execute_response;
pub use serve::{ServeError, serve};
