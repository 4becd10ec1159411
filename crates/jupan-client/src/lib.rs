//! A typed client for the Jupan tool server.
//!
//! # Model
//!
//! ```text
//! Client -- ExecuteRequest --> server --> Ok(ExecuteResponse)       the run took place
//!                                     --> Err(Refused)              the server said no, and why
//!                                     --> Err(Transport)            no answer arrived
//!                                     --> Err(NotOurAnswer)         something else answered
//! ```
//!
//! One call is one request: nothing is retried, no redirect is followed, no proxy of the
//! environment is used. Every call has a time-out and a bound on the size of the answer. The
//! bearer token appears neither in `Debug` nor in an error.
//!
//! # Example
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//!
//! use jupan_client::{Client, ExecuteRequest};
//!
//! let client = Client::builder("http://127.0.0.1:8787")
//!     .time_out(Duration::from_secs(20))
//!     .build()?;
//! let response = client.execute(&ExecuteRequest::new("print(6 * 7)")).await?;
//! assert_eq!(response.text, "42");
//! # Ok(())
//! # }
//! ```

mod builder;
mod client;
mod error;

pub use builder::{BuildError, ClientBuilder};
pub use client::Client;
pub use error::{ClientError, NotOurs, Refused, Transport, TransportKind};
pub use jupan_api::{
    ErrorBody, ErrorCode, ErrorDetail, ErrorKind, ExecuteRequest, ExecuteResponse, Health,
    ImageVersion, LimitOverrides, ProgramError, RunStatus, ServerInfo, SessionAfterRun,
    SessionDeleted, SessionEnd, SessionInfo, SessionList, SessionRequest, ToolDefinitions,
    Truncated, Usage,
};
