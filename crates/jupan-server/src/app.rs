//! The router and what its handlers share.

use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use jupan_api::{
    DOCS_PATH, EXECUTE_PATH, ErrorCode, HEALTH_PATH, INFO_PATH, MCP_PATH, METRICS_PATH,
    OPENAPI_PATH, READY_PATH, RESET_PATH, SESSIONS_PATH, TOOLS_PATH, ToolDefinitions,
};
use jupan_sandbox::Runner;
use serde_json::Value;

use crate::auth::auth;
use crate::clients::Clients;
use crate::config::{ConfigError, ServerConfig};
use crate::edge::{edge, json};
use crate::error::ApiError;
use crate::execute::admission::Admission;
use crate::execute::execute;
use crate::health::{healthz, readyz};
use crate::host::host;
use crate::info::{info, server_info};
use crate::mcp::{Catalogue, mcp};
use crate::metrics::{Metrics, metrics};
use crate::openapi::{Reference, docs, openapi, style};
use crate::page;
use crate::session::{self, Sessions};
use crate::tools::tool_definitions;
use crate::{query, routes};

/// What the handlers share: the checked configuration, the runner and its queue. Cheap to
/// clone; the clones are one state.
#[derive(Clone)]
pub struct AppState {
    inner: Arc<Inner>,
}

struct Inner {
    config: ServerConfig,
    runner: Arc<dyn Runner>,
    admission: Arc<Admission>,
    sessions: Arc<Sessions>,
    tools: ToolDefinitions,
    catalogue: Arc<Catalogue>,
    metrics: Metrics,
    reference: Reference,
    clients: RwLock<Arc<Clients>>,
}

impl AppState {
    /// The state of a server that runs programs with `runner`.
    ///
    /// # Errors
    ///
    /// When `config` is not valid.
    pub fn new(config: ServerConfig, runner: Arc<dyn Runner>) -> Result<Self, ConfigError> {
        config.validate()?;
        let admission = Arc::new(Admission::new(&config));
        let tools = tool_definitions(&config.default_limits, runner.images());
        let sessions = Arc::new(Sessions::new(&config, runner.images()));
        let info = server_info(&config, runner.images());
        let catalogue = Arc::new(Catalogue::new(&info, &tools));
        let reference = Reference::new(&config, &info);
        let clients = RwLock::new(Arc::new(Clients::new(&config, None)));
        let metrics =
            Metrics::new(runner.images(), config.max_concurrent_runs, config.max_queued_runs);
        let inner = Inner {
            config,
            runner,
            admission,
            sessions,
            tools,
            catalogue,
            metrics,
            reference,
            clients,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> &ServerConfig {
        &self.inner.config
    }

    /// Takes no more runs: requests that wait or arrive are answered with 503, what runs is
    /// left to finish. [`serve`](crate::serve()) does this itself when it is told to stop.
    pub fn begin_shutdown(&self) {
        self.inner.admission.close();
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        self.inner.admission.is_closed()
    }

    pub(crate) fn runner(&self) -> &Arc<dyn Runner> {
        &self.inner.runner
    }

    /// Who may call, from the next request on, as `config` has it; of the rest of it nothing
    /// changes before a restart. Gives the names of what would change then.
    ///
    /// # Errors
    ///
    /// When `config` is not valid, or asks for tokens where the server did not or the other way
    /// round. Then nothing has changed.
    pub fn reload(&self, config: &ServerConfig) -> Result<Vec<&'static str>, ReloadError> {
        config.validate()?;
        if config.asks_for_token() != self.config().asks_for_token() {
            return Err(ReloadError::Tokens);
        }
        // What it guards is replaced whole, so a poisoned lock is as good as any.
        let mut clients = self.inner.clients.write().unwrap_or_else(PoisonError::into_inner);
        *clients = Arc::new(Clients::new(config, Some(&clients)));
        Ok(self.config().differences(config))
    }

    pub(crate) fn clients(&self) -> Arc<Clients> {
        let clients = self.inner.clients.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&clients)
    }

    pub(crate) fn reference(&self) -> &Reference {
        &self.inner.reference
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.inner.catalogue
    }

    pub(crate) fn admission(&self) -> &Arc<Admission> {
        &self.inner.admission
    }

    pub(crate) fn sessions(&self) -> &Arc<Sessions> {
        &self.inner.sessions
    }
}

/// A new configuration that is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReloadError {
    /// It cannot be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Names that the server goes by and addresses depend on whether it asks for tokens.
    #[error("a server asks for tokens from its start to its end, or never; restart it")]
    Tokens,
}

/// The routes of `state`, ready for [`serve`](crate::serve()) or to be called in a test.
pub fn app(state: AppState) -> Router {
    Router::new()
        .route(EXECUTE_PATH, post(execute))
        .route(SESSIONS_PATH, post(session::begin).get(session::list))
        .route(&format!("{SESSIONS_PATH}/{{id}}"), get(session::info).delete(session::delete))
        .route(&format!("{SESSIONS_PATH}/{{id}}{RESET_PATH}"), post(session::reset))
        .route(TOOLS_PATH, get(tools))
        .route(INFO_PATH, get(info))
        .route(MCP_PATH, post(mcp))
        .route(METRICS_PATH, get(metrics))
        .route(OPENAPI_PATH, get(openapi))
        .route(DOCS_PATH, get(docs))
        .route("/docs/style.css", get(style))
        .route(HEALTH_PATH, get(healthz))
        .route(READY_PATH, get(readyz))
        .merge(page::routes())
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(state.clone(), auth))
        .layer(from_fn_with_state(state.clone(), host))
        .layer(from_fn_with_state(state.clone(), edge))
        .with_state(state)
}

async fn tools(State(state): State<AppState>, uri: Uri) -> Result<Response, ApiError> {
    let tools = &state.inner.tools;
    Ok(match query::choice(uri.query(), "format", &FORMATS)? {
        None => json(tools),
        Some(list) => json(list(tools)),
    })
}

type Format = fn(&ToolDefinitions) -> &Vec<Value>;

/// The lists of `GET /v1/tools`, by their names in the query.
const FORMATS: [(&str, Format); 4] = [
    ("openai-chat", |tools| &tools.openai_chat),
    ("openai-responses", |tools| &tools.openai_responses),
    ("anthropic", |tools| &tools.anthropic),
    ("mcp", |tools| &tools.mcp),
];

async fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, format!("no such path; there are {}", routes::in_words()))
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        ErrorCode::MethodNotAllowed,
        format!("the path takes another method; there are {}", routes::in_words()),
    )
}
