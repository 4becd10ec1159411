//! The log, on stderr, and the traces that come from the same spans.

use std::io::IsTerminal;

use anyhow::{Context, Result, anyhow};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, registry, reload};

use crate::settings::Settings;
use crate::traces::Traces;

/// Starts the log; `default` is the filter if nobody set one.
pub(crate) fn start(settings: &Settings, default: &str) -> Result<()> {
    start_with(settings, default, None).map(drop)
}

/// Starts the log, and `traces` if there are any. Gives what changes the filter afterwards.
pub(crate) fn start_with(
    settings: &Settings,
    default: &str,
    traces: Option<&Traces>,
) -> Result<Filter> {
    let (filter, handle) = reload::Layer::new(parse(settings, default)?);
    let log = fmt::layer().with_writer(std::io::stderr);
    let log = match settings.log_is_json() {
        true => log.json().boxed(),
        false => log.with_ansi(std::io::stderr().is_terminal()).boxed(),
    };
    registry()
        .with(log.with_filter(filter))
        .with(traces.map(Traces::layer))
        .try_init()
        .map_err(|error| anyhow!("cannot start the log: {error}"))?;
    Ok(Filter { handle, default: default.to_owned() })
}

/// The filter of a log that has started.
pub(crate) struct Filter {
    handle: reload::Handle<EnvFilter, Registry>,
    default: String,
}

impl Filter {
    /// Changes it to what `settings` have.
    ///
    /// # Errors
    ///
    /// When that is no filter. Then nothing has changed.
    pub(crate) fn reload(&self, settings: &Settings) -> Result<()> {
        Ok(self.handle.reload(parse(settings, &self.default)?)?)
    }
}

fn parse(settings: &Settings, default: &str) -> Result<EnvFilter> {
    let filter = settings.log().unwrap_or(default);
    // The library for MCP would log whole messages, with programs in them.
    EnvFilter::try_new(format!("{filter},rmcp=off"))
        .with_context(|| format!("the log filter {filter:?} is not valid"))
}
