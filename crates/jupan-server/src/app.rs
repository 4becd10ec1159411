//! The router and what its handlers share.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use jupan_api::{
    EXECUTE_PATH, ErrorCode, HEALTH_PATH, INFO_PATH, READY_PATH, RESET_PATH, SESSIONS_PATH,
    TOOLS_PATH, ToolDefinitions,
};
use jupan_sandbox::Runner;

use crate::auth::auth;
use crate::config::{ConfigError, ServerConfig};
use crate::edge::{edge, json};
use crate::error::ApiError;
use crate::execute::admission::Admission;
use crate::execute::execute;
use crate::health::{healthz, readyz};
use crate::host::host;
use crate::info::info;
use crate::page;
use crate::session::{self, Sessions};
use crate::tools::tool_definitions;

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
        Ok(Self { inner: Arc::new(Inner { config, runner, admission, sessions, tools }) })
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

    pub(crate) fn admission(&self) -> &Arc<Admission> {
        &self.inner.admission
    }

    pub(crate) fn sessions(&self) -> &Arc<Sessions> {
        &self.inner.sessions
    }
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
        .route(HEALTH_PATH, get(healthz))
        .route(READY_PATH, get(readyz))
        .merge(page::routes())
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(state.clone(), auth))
        .layer(from_fn_with_state(state.clone(), host))
        .layer(from_fn(edge))
        .with_state(state)
}

async fn tools(State(state): State<AppState>) -> Response {
    json(&state.inner.tools)
}

async fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::NotFound,
        format!(
            "no such path; there are POST {EXECUTE_PATH}, {SESSIONS_PATH} and what is below, GET \
             {TOOLS_PATH}, GET {HEALTH_PATH} and GET {READY_PATH}"
        ),
    )
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        ErrorCode::MethodNotAllowed,
        format!(
            "the path takes another method: POST for {EXECUTE_PATH}, POST and GET for \
             {SESSIONS_PATH}, GET and DELETE for a session, POST for its {RESET_PATH}, GET for \
             {TOOLS_PATH}, {HEALTH_PATH} and {READY_PATH}"
        ),
    )
}
