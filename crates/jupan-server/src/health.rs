//! Whether the server lives, and whether it can take runs.

use axum::extract::State;
use axum::response::Response;
use jupan_api::Health;

use crate::app::AppState;
use crate::edge::json;
use crate::error::ApiError;

/// 200 as long as the process answers.
pub(crate) async fn healthz() -> Response {
    json(&health())
}

/// 200 while the server takes runs, 503 once it shuts down. There is no third state: a server
/// without an image does not start.
pub(crate) async fn readyz(State(state): State<AppState>) -> Result<Response, ApiError> {
    if state.is_shutting_down() {
        return Err(ApiError::shutting_down());
    }
    Ok(json(&health()))
}

fn health() -> Health {
    Health { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}
