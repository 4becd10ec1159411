//! `/v1/sessions`: runs that see what earlier ones have left.
//!
//! A session is bytes that the server keeps between two runs; each run of it is as fresh an
//! instance as any other, which has them copied in. What there is of sessions is bounded in
//! number, in bytes and in time, and what has to go goes in order of its last use. A client sees
//! its own and nobody else's.

mod owner;
mod request;
mod sessions;
mod words;

use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use jupan_api::{RESET_PATH, SESSIONS_PATH, SessionDeleted};

pub(crate) use self::owner::Owner;
pub(crate) use self::sessions::{Sessions, Turn};
pub(crate) use self::words::ended_hint;
use crate::app::AppState;
use crate::edge::json;
use crate::error::ApiError;
use crate::execute::body;

/// `POST /v1/sessions`.
pub(crate) async fn begin(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let owner = Owner::of(&request);
    // A body is optional.
    let is_empty = request.body().is_end_stream() && !request.headers().contains_key(CONTENT_TYPE);
    let body = match is_empty {
        true => b"{}".to_vec(),
        false => body::read(request, state.config()).await?,
    };
    if state.is_shutting_down() {
        return Err(ApiError::shutting_down());
    }
    let wanted = request::read(&body, state.config(), state.runner().images())?;
    Ok(json(&state.sessions().begin(owner, wanted)?))
}

/// `GET /v1/sessions`.
pub(crate) async fn list(State(state): State<AppState>, request: Request) -> Response {
    json(&state.sessions().list(&Owner::of(&request)))
}

/// `GET /v1/sessions/{id}`.
pub(crate) async fn info(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    Ok(json(&state.sessions().info(&Owner::of(&request), id(&request))?))
}

/// `DELETE /v1/sessions/{id}`.
pub(crate) async fn delete(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let id = id(&request);
    state.sessions().delete(&Owner::of(&request), id)?;
    Ok(json(&SessionDeleted { id: id.to_owned() }))
}

/// `POST /v1/sessions/{id}/reset`.
pub(crate) async fn reset(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    // What runs in it is not pulled away from under its program.
    let turn = state.sessions().enter(&Owner::of(&request), id(&request)).await?;
    Ok(json(&turn.reset()?))
}

/// The session that the path of `request` names.
fn id(request: &Request) -> &str {
    let path = request.uri().path();
    let id = path.strip_prefix(SESSIONS_PATH).unwrap_or(path);
    let id = id.strip_suffix(RESET_PATH).unwrap_or(id);
    id.strip_prefix('/').unwrap_or(id)
}
