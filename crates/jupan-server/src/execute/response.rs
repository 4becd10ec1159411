//! Step 5: what came of the run, as the answer.

use jupan_api::{ExecuteResponse, ImageVersion, ProgramError, RunStatus, Truncated, Usage};
use jupan_sandbox::{Captured, ErrorKind, Failure, ImageInfo, Limits, Outcome};

/// The answer for `outcome` of a run in `image` under `limits`. The command line gives the
/// same answer as the HTTP endpoint because both call this.
#[must_use]
pub fn execute_response(outcome: Outcome, limits: &Limits, image: &ImageInfo) -> ExecuteResponse {
    let _ = limits;
    let status = match outcome.status() {
        jupan_sandbox::RunStatus::Ok => RunStatus::Ok,
        jupan_sandbox::RunStatus::Error => RunStatus::Error,
        jupan_sandbox::RunStatus::Limit => RunStatus::Limit,
    };
    let stdout = outcome.stdout.to_text();
    let stderr = outcome.stderr.to_text();
    ExecuteResponse {
        status,
        text: stdout.trim().to_owned(),
        result: outcome.result,
        error: outcome.failure.map(program_error),
        truncated: Truncated {
            stdout_bytes: left_out(&outcome.stdout),
            stderr_bytes: left_out(&outcome.stderr),
        },
        stdout,
        stderr,
        usage: Usage {
            wall_ms: outcome.usage.wall.as_secs_f64() * 1e3,
            fuel: outcome.usage.fuel,
            memory_peak_bytes: outcome.usage.memory_peak_bytes,
        },
        image: ImageVersion { name: image.name.clone(), version: image.version.clone() },
    }
}

fn left_out(captured: &Captured) -> u64 {
    captured.left_out
}

fn program_error(failure: Failure) -> ProgramError {
    ProgramError {
        kind: kind(failure.kind),
        type_name: failure.type_name,
        message: failure.message,
        line: failure.line,
        traceback: failure.traceback,
        hint: None,
    }
}

/// The same kinds on both sides of the boundary; a new one has to be decided on here.
fn kind(kind: ErrorKind) -> jupan_api::ErrorKind {
    match kind {
        ErrorKind::Exception => jupan_api::ErrorKind::Exception,
        ErrorKind::Syntax => jupan_api::ErrorKind::Syntax,
        ErrorKind::Exit => jupan_api::ErrorKind::Exit,
        ErrorKind::Timeout => jupan_api::ErrorKind::Timeout,
        ErrorKind::Fuel => jupan_api::ErrorKind::Fuel,
        ErrorKind::Memory => jupan_api::ErrorKind::Memory,
        ErrorKind::Output => jupan_api::ErrorKind::Output,
        ErrorKind::Stack => jupan_api::ErrorKind::Stack,
        ErrorKind::Crash => jupan_api::ErrorKind::Crash,
    }
}
