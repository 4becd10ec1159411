//! The router and what its handlers share.

use std::sync::Arc;

use axum::Router;
use jupan_sandbox::Runner;

use crate::config::{ConfigError, ServerConfig};

/// What the handlers share: the checked configuration, the runner and its queue. Cheap to
/// clone; the clones are one state.
#[derive(Clone)]
pub struct AppState {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) config: ServerConfig,
    pub(crate) runner: Arc<dyn Runner>,
}

impl AppState {
    /// The state of a server that runs programs with `runner`.
    ///
    /// # Errors
    ///
    /// When `config` is not valid.
    pub fn new(config: ServerConfig, runner: Arc<dyn Runner>) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { inner: Arc::new(Inner { config, runner }) })
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> &ServerConfig {
        &self.inner.config
    }
}

/// The routes of `state`, ready for [`serve`](crate::serve) or to be called in a test.
pub fn app(state: AppState) -> Router {
    Router::new().with_state(state)
}
