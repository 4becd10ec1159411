//! The log, on stderr.

use std::io::IsTerminal;

use anyhow::{Context, Result, anyhow};
use tracing_subscriber::EnvFilter;

use crate::settings::Settings;

/// Starts the log; `default` is the filter if nobody set one.
pub(crate) fn start(settings: &Settings, default: &str) -> Result<()> {
    let filter = settings.log().unwrap_or(default);
    let filter = EnvFilter::try_new(filter)
        .with_context(|| format!("the log filter {filter:?} is not valid"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = if settings.log_is_json() {
        log.json().try_init()
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).try_init()
    };
    started.map_err(|error| anyhow!("cannot start the log: {error}"))
}
