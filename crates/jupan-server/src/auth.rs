//! The bearer token.

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::Response;
use jupan_api::{ErrorCode, HEALTH_PATH, READY_PATH};

use crate::app::AppState;
use crate::config::BearerToken;
use crate::error::ApiError;
use crate::page::is_page;

/// Lets a request through if no token is configured, if it carries the token, or if it only
/// asks whether the server lives or for the page, whose files are no secret. Whatever is not known to be open is closed, unknown paths
/// included.
pub(crate) async fn auth(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if let Some(token) = &state.config().bearer_token
        && !matches!(request.uri().path(), HEALTH_PATH | READY_PATH)
        && !is_page(request.uri().path())
    {
        check(token, request.headers())?;
    }
    Ok(next.run(request).await)
}

fn check(token: &BearerToken, headers: &HeaderMap) -> Result<(), ApiError> {
    let refusal = |message| Err(ApiError::new(ErrorCode::Unauthorized, message));
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return refusal(
            "this server asks for a bearer token: send one header `Authorization: Bearer TOKEN`",
        );
    };
    match value.as_bytes().split_at_checked(7) {
        Some((scheme, given)) if scheme.eq_ignore_ascii_case(b"Bearer ") => {
            if token.matches(given.trim_ascii()) {
                Ok(())
            } else {
                refusal("the bearer token is not the one of this server")
            }
        }
        _ => refusal("the header `Authorization` must have the form `Bearer TOKEN`"),
    }
}
