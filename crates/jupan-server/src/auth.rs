//! The bearer token.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::Response;
use jupan_api::{ErrorCode, HEALTH_PATH, READY_PATH};
use tracing::Span;

use crate::app::AppState;
use crate::clients::{Client, Clients};
use crate::error::ApiError;
use crate::page::is_page;

/// Lets a request through if no token is configured, if it carries one, or if it only asks
/// whether the server lives or for the page, whose files are no secret. Whatever is not known to
/// be open is closed, unknown paths included. Whose token it is stands among the request's extensions from there on.
pub(crate) async fn auth(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let path = request.uri().path();
    if state.config().asks_for_token()
        && !matches!(path, HEALTH_PATH | READY_PATH)
        && !is_page(path)
    {
        let client = check(&state.clients(), request.headers())?;
        Span::current().record("client", client.name());
        request.extensions_mut().insert(client);
    }
    Ok(next.run(request).await)
}

fn check(clients: &Clients, headers: &HeaderMap) -> Result<Arc<Client>, ApiError> {
    let refusal = |message| Err(ApiError::new(ErrorCode::Unauthorized, message));
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return refusal(
            "this server asks for a bearer token: send one header `Authorization: Bearer TOKEN`",
        );
    };
    match value.as_bytes().split_at_checked(7) {
        Some((scheme, given)) if scheme.eq_ignore_ascii_case(b"Bearer ") => {
            match clients.with_token(given.trim_ascii()) {
                Some(client) => Ok(client),
                None => refusal("the bearer token is not the one of this server"),
            }
        }
        _ => refusal("the header `Authorization` must have the form `Bearer TOKEN`"),
    }
}
