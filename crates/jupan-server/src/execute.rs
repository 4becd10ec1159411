//! `POST /v1/execute`.

pub(crate) mod admission;
pub(crate) mod body;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod hint;
pub(crate) mod json;
mod names;
pub(crate) mod request;
pub(crate) mod response;
mod run;

use axum::extract::{Request, State};
use axum::response::Response;
use tracing::Span;

use crate::app::AppState;
use crate::edge::{self, LoggedOutcome};
use crate::error::ApiError;
use crate::execute::request::ValidRequest;
use crate::execute::response::SessionFacts;

/// Runs the program of a request: read it, wait for its turn in its session if it has one, get a
/// permit, run, answer.
pub(crate) async fn execute(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = body::read(request, state.config()).await?;
    let request = ValidRequest::from_body(&body, state.config())?;
    drop(body);
    Span::current().record("code_bytes", request.program.code.len());
    let turn = match &request.session_id {
        Some(id) => Some(state.sessions().enter(id).await?),
        None => None,
    };
    let permit = state.admission().admit().await?;
    let (request, outcome, left) = run::run(state.runner().clone(), request, turn, permit).await?;
    let images = state.runner().images();
    let image = images.get(outcome.image).unwrap_or_else(|| state.runner().image());
    let session = left.map(|(turn, kept)| {
        let is_first = turn.is_first();
        let after = turn.finish(&outcome, kept);
        SessionFacts { is_first, after, images }
    });
    let ran = response::Ran { program: &request.program, limits: &request.limits, image };
    let answer = response::answer(&ran, outcome, session);
    let mut response = edge::json(&answer);
    let ended = answer.error.map_or("ok", |error| error.kind.as_str());
    response.extensions_mut().insert(LoggedOutcome(ended));
    Ok(response)
}
