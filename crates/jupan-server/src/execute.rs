//! `POST /v1/execute`.

pub(crate) mod admission;
mod body;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod hint;
mod json;
mod names;
mod request;
pub(crate) mod response;
mod run;

use axum::extract::{Request, State};
use axum::response::Response;
use tracing::Span;

use crate::app::AppState;
use crate::edge::{self, LoggedOutcome};
use crate::error::ApiError;
use crate::execute::request::ValidRequest;

/// Runs the program of a request: read it, get a permit, run, answer.
pub(crate) async fn execute(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = body::read(request, state.config()).await?;
    let request = ValidRequest::from_body(&body, state.config())?;
    drop(body);
    Span::current().record("code_bytes", request.program.code.len());
    let permit = state.admission().admit().await?;
    let (request, outcome) = run::run(state.runner().clone(), request, permit).await?;
    let images = state.runner().images();
    let image = images.get(outcome.image).unwrap_or_else(|| state.runner().image());
    let answer = response::execute_response(&request.program, &request.limits, image, outcome);
    let mut response = edge::json(&answer);
    let ended = answer.error.map_or("ok", |error| error.kind.as_str());
    response.extensions_mut().insert(LoggedOutcome(ended));
    Ok(response)
}
