//! The log, on stderr.

use std::io::IsTerminal;

use anyhow::{Context, Result, anyhow};
use tracing_subscriber::EnvFilter;

use crate::settings::Settings;

/// Starts the log; `default` is the filter if nobody set one.
/// Gives what changes the filter afterwards.
pub(crate) fn start(settings: &Settings, default: &str) -> Result<Filter> {
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter(settings, default)?)
        .with_writer(std::io::stderr);
    let default = default.to_owned();
    // Each form of the log has a handle of its own type.
    let (started, filter): (_, Reloading) = if settings.log_is_json() {
        let log = log.json().with_filter_reloading();
        let handle = log.reload_handle();
        let reload = move |settings: &Settings| Ok(handle.reload(filter(settings, &default)?)?);
        (log.try_init(), Box::new(reload))
    } else {
        let log = log.with_ansi(std::io::stderr().is_terminal()).with_filter_reloading();
        let handle = log.reload_handle();
        let reload = move |settings: &Settings| Ok(handle.reload(filter(settings, &default)?)?);
        (log.try_init(), Box::new(reload))
    };
    started.map_err(|error| anyhow!("cannot start the log: {error}"))?;
    Ok(Filter(filter))
}

type Reloading = Box<dyn Fn(&Settings) -> Result<()> + Send>;

/// The filter of a log that has started.
pub(crate) struct Filter(Reloading);

impl Filter {
    /// Changes it to what `settings` have.
    ///
    /// # Errors
    ///
    /// When that is no filter. Then nothing has changed.
    pub(crate) fn reload(&self, settings: &Settings) -> Result<()> {
        (self.0)(settings)
    }
}

fn filter(settings: &Settings, default: &str) -> Result<EnvFilter> {
    let filter = settings.log().unwrap_or(default);
    // The library for MCP would log whole messages, with programs in them.
    EnvFilter::try_new(format!("{filter},rmcp=off"))
        .with_context(|| format!("the log filter {filter:?} is not valid"))
}
