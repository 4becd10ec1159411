//! Steps 3 and 4: the run itself, on a thread of its own.

use std::sync::Arc;

use jupan_api::ErrorCode;
use jupan_sandbox::{CancelToken, Kept, Outcome, OutputSink, RunOptions, Runner, SandboxError};
use tokio::task::{JoinError, spawn_blocking};

use crate::error::ApiError;
use crate::execute::admission::Permit;
use crate::execute::request::{ValidRequest, clip};
use crate::session::Turn;

/// A request, what came of it, and what is left for its session if it has one.
pub(super) type Ended = (ValidRequest, Outcome, Option<(Turn, Kept)>);

/// Runs the program of `request`, in a session if it has a `turn` in one, and gives it back with
/// the outcome and what is left for the session. `sink`, if there is one, is told what it writes
/// while it runs. When the caller stops waiting, the run is given up; it holds its permit until it has really ended.
pub(crate) async fn run(
    runner: Arc<dyn Runner>,
    request: ValidRequest,
    turn: Option<Turn>,
    permit: Permit,
    sink: Option<OutputSink>,
) -> Result<Ended, ApiError> {
    let cancel = CancelToken::new();
    let _gone = cancel.cancel_on_drop();
    let (request, result) = spawn_blocking(move || {
        let (program, limits) = (&request.program, &request.limits);
        let options = RunOptions {
            cancel: Some(&cancel),
            session: turn.as_ref().map(Turn::run),
            sink: sink.as_ref(),
        };
        let result = runner.run_with(program, limits, options);
        let result = result.map(|(outcome, kept)| (outcome, turn.map(|turn| (turn, kept))));
        drop(permit);
        (request, result)
    })
    .await
    .map_err(fault)?;
    let (outcome, left) = result.map_err(refusal)?;
    Ok((request, outcome, left))
}

/// A run that panicked, or that the runtime dropped.
fn fault(error: JoinError) -> ApiError {
    if !error.is_panic() {
        return ApiError::shutting_down();
    }
    let payload = error.into_panic();
    let text = (payload.downcast_ref::<&str>().copied())
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    ApiError::internal(format!("a run panicked: {text}"))
}

/// A run that did not take place.
fn refusal(error: SandboxError) -> ApiError {
    match error {
        SandboxError::Limit(limit) => ApiError::field(
            format!("limits.{}", limit.field),
            format!(
                "`limits.{}` is {}; it must be between {} and {}",
                limit.field, limit.value, limit.min, limit.max
            ),
        ),
        SandboxError::SourceTooLarge { actual, limit } => source_too_large(actual, limit),
        SandboxError::Inputs(message) => {
            ApiError::field("inputs", format!("`inputs` cannot be Python values: {message}"))
        }
        SandboxError::File { name, reason } => {
            let field = clip(&format!("files.{name}"));
            ApiError::field(&*field, format!("`{field}` cannot be given to the program: {reason}"))
        }
        SandboxError::Outputs(message) => {
            ApiError::field("outputs", format!("`outputs` cannot be: {message}"))
        }
        SandboxError::NoImage { name } => ApiError::field(
            "image",
            format!(
                "`image` is `{name}`, which this server does not have; `auto`, or leaving it out, \
                 takes what the program's imports need"
            ),
        ),
        other => ApiError::internal(other.to_string()),
    }
}

/// 413 for a program that is larger than the limit.
pub(crate) fn source_too_large(actual: u64, limit: u64) -> ApiError {
    ApiError::new(
        ErrorCode::TooLarge,
        format!("`code` has {actual} bytes; it may have at most {limit}"),
    )
    .about("code")
}
