//! `POST /mcp`: MCP's streamable HTTP transport, without sessions.
//!
//! Each message is a request of its own, under the rules of every other: token, host, body,
//! permits. To close the connection cancels the call, as everywhere on this server.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use jupan_api::{ErrorCode, ExecuteResponse};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tracing::error;

use super::{Mcp, McpBackend};
use crate::app::AppState;
use crate::aside::aside;
use crate::clients::Client;
use crate::error::ApiError;
use crate::execute::{admit, body, carry_out};

pub(crate) async fn mcp(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    // The library wants one, which HTTP/1.0 need not have; whether it is a right one has been looked
    // at before.
    parts.headers.entry(HOST).or_insert(HeaderValue::from_static("localhost"));
    let body = body::read(Request::from_parts(parts.clone(), body), state.config()).await?;
    let client = parts.extensions.get::<Arc<Client>>().cloned();
    let config = StreamableHttpServerConfig::default()
        // This server has looked at host, origin and length itself.
        .disable_allowed_hosts()
        .with_max_request_body_bytes(usize::MAX)
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        move || {
            Ok(Mcp {
                catalogue: state.catalogue().clone(),
                backend: Here { state: state.clone(), client: client.clone() },
            })
        },
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let bytes = body.len();
    let mut handling = pin!(service.handle(Request::from_parts(parts, Body::from(body))));
    let answer = poll_fn(|context| aside(bytes, || handling.as_mut().poll(context))).await;
    in_our_form(answer.map(Body::new)).await
}

/// A refusal of the transport's own, which is plain text, as a refusal of this server.
async fn in_our_form(answer: Response) -> Result<Response, ApiError> {
    let code = match answer.status() {
        StatusCode::NOT_ACCEPTABLE => ErrorCode::NotAcceptable,
        // The type has been looked at: what is wrong is the message.
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ErrorCode::InvalidField,
        StatusCode::BAD_REQUEST => ErrorCode::MalformedRequest,
        _ => return Ok(answer),
    };
    let is_message = answer
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_message {
        return Ok(answer);
    }
    // The sentences are the library's, and short.
    let text = to_bytes(answer.into_body(), 4096).await.unwrap_or_default();
    Err(ApiError::new(code, format!("MCP: {}", String::from_utf8_lossy(&text))))
}

/// Runs programs as this server does.
pub(super) struct Here {
    pub(super) state: AppState,
    /// Whose token the request has, where there are tokens.
    pub(super) client: Option<Arc<Client>>,
}

impl McpBackend for Here {
    async fn execute(&self, body: Vec<u8>) -> Result<ExecuteResponse, String> {
        let run = async {
            let admitted = admit(&self.state, self.client.as_deref(), body).await?;
            carry_out(&self.state, admitted).await
        };
        run.await.map_err(|refusal: ApiError| {
            if let Some(detail) = &refusal.detail {
                error!(detail, "the server failed");
            }
            self.state.metrics().refused(refusal.code);
            refusal.message
        })
    }
}
