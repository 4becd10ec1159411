//! The HTTP contract of the Jupan tool server, version 1: types only, no I/O.
//!
//! # Model
//!
//! ```text
//! POST /v1/execute   ExecuteRequest -> 200 ExecuteResponse   the run took place
//!                                   -> 4xx, 5xx ErrorBody    the run did not take place
//! POST /v1/sessions  SessionRequest -> 200 SessionInfo
//! GET  /v1/sessions                 -> 200 SessionList
//! GET  /v1/sessions/{id}            -> 200 SessionInfo
//! DELETE /v1/sessions/{id}          -> 200 SessionDeleted
//! POST /v1/sessions/{id}/reset      -> 200 SessionInfo
//! GET  /v1/tools                    -> 200 ToolDefinitions
//! GET  /v1/info                     -> 200 ServerInfo
//! GET  /healthz, /readyz            -> 200 Health, 503 ErrorBody
//! ```
//!
//! A run that took place is always a 200, also when the program failed or hit a limit:
//! `status` and `error` tell, and [`ExecuteResponse::text`] is the one string to hand to a
//! model.
//!
//! # Example
//!
//! ```
//! let request = jupan_api::ExecuteRequest::new("print(6 * 7)");
//! assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"code":"print(6 * 7)"}"#);
//! ```

mod error;
mod files;
mod health;
mod info;
mod request;
mod response;
mod session;
mod tools;

pub use error::{ErrorBody, ErrorCode, ErrorDetail};
pub use files::{FileContent, LeftOutFile, OutputFile, Outputs};
pub use health::Health;
pub use info::{ImageDetail, LimitBound, LimitBounds, ServerInfo};
pub use request::{ExecuteRequest, LimitOverrides};
pub use response::{
    ErrorKind, ExecuteResponse, ImageVersion, Picture, ProgramError, RunStatus, Truncated, Usage,
};
pub use session::{
    SessionAfterRun, SessionDeleted, SessionEnd, SessionInfo, SessionList, SessionRequest,
};
pub use tools::ToolDefinitions;

/// Path of the endpoint that runs a program.
pub const EXECUTE_PATH: &str = "/v1/execute";
/// Path of the sessions: `POST` begins one, `GET` lists them. Below it lies each session by its
/// id, to be looked at with `GET` and ended with `DELETE`, and below that [`RESET_PATH`].
pub const SESSIONS_PATH: &str = "/v1/sessions";
/// Below a session's path: `POST` makes it as it was when it began.
pub const RESET_PATH: &str = "/reset";
/// Path of the tool definitions.
pub const TOOLS_PATH: &str = "/v1/tools";
/// Path of what the server runs programs with.
pub const INFO_PATH: &str = "/v1/info";
/// Path of the metrics, in Prometheus' text format.
pub const METRICS_PATH: &str = "/metrics";
/// Path of the OpenAPI document.
pub const OPENAPI_PATH: &str = "/openapi.json";
/// Path of the same as a page.
pub const DOCS_PATH: &str = "/docs";
/// Path of the MCP endpoint.
pub const MCP_PATH: &str = "/mcp";
/// Path that answers while the process lives.
pub const HEALTH_PATH: &str = "/healthz";
/// Path that answers 200 while the server can take runs.
pub const READY_PATH: &str = "/readyz";
/// Header that carries the request id, both ways.
pub const REQUEST_ID_HEADER: &str = "x-request-id";
