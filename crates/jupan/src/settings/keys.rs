//! The settings there are: one table, from which flags, variables and file keys are made.

use std::sync::LazyLock;

use jupan_sandbox::WorkerPoolConfig;
use jupan_server::ServerConfig;

use super::{Kind, Value};

/// One setting.
#[derive(Debug)]
pub(crate) struct Key {
    /// Its name in the configuration file, with dots between tables: `default_limits.wall_ms`.
    pub(crate) path: &'static str,
    /// The flag without its dashes: `default-limits-wall-ms`.
    pub(crate) flag: String,
    /// The environment variable: `JUPAN_DEFAULT_LIMITS_WALL_MS`.
    pub(crate) variable: String,
    /// What values it takes.
    pub(crate) kind: Kind,
    /// For `--help`.
    pub(crate) help: &'static str,
    /// What holds when nobody says anything; `None` if there is nothing then.
    pub(crate) default: Option<Value>,
}

/// The key of the image's folder.
pub(crate) const IMAGE: &str = "image";
/// The key of the log filter.
pub(crate) const LOG: &str = "log";
/// The key of the log's form.
pub(crate) const LOG_FORMAT: &str = "log_format";
/// The key of the address that traces go to.
pub(crate) const OTLP_ENDPOINT: &str = "otlp_endpoint";
/// The key of the number of workers.
pub(crate) const WORKERS: &str = "workers";
/// The key of the number of runs that a worker has.
pub(crate) const WORKER_MAX_RUNS: &str = "worker_max_runs";
/// The key that says whether workers must lock themselves down in full.
pub(crate) const REQUIRE_LOCKDOWN: &str = "require_lockdown";
/// The server's key that goes with [`WORKERS`].
pub(crate) const MAX_CONCURRENT_RUNS: &str = "max_concurrent_runs";
/// Keys that are the command line's own; all others are fields of [`ServerConfig`].
const OWN: [&str; 7] =
    [IMAGE, LOG, LOG_FORMAT, OTLP_ENDPOINT, WORKERS, WORKER_MAX_RUNS, REQUIRE_LOCKDOWN];

/// Name, kind and help of every setting.
const TABLE: [(&str, Kind, &str); 39] = [
    (IMAGE, Kind::Folder, "Folder of the image that runs programs"),
    (
        LOG,
        Kind::Text,
        "What to log to stderr: error, warn, info, debug, trace, or a filter such as jupan_server=debug",
    ),
    (LOG_FORMAT, Kind::Choice(&["human", "json"]), "Form of the log"),
    (
        OTLP_ENDPOINT,
        Kind::Url,
        "Address of the OpenTelemetry collector that the server sends traces to, by OTLP over HTTP; without it there are none",
    ),
    (
        "listen",
        Kind::Address,
        "Address and port to listen on; port 0 takes a free one. An address that is not loopback needs a bearer token",
    ),
    (
        "bearer_token",
        Kind::Secret,
        "Secret that requests must carry. A flag can be seen in the list of processes: better use the variable or the file",
    ),
    (
        "allowed_hosts",
        Kind::List,
        "Names that the server goes by besides those of loopback, with commas between them",
    ),
    ("max_concurrent_runs", Kind::Number, "Programs that run at the same time"),
    (
        WORKERS,
        Kind::Number,
        "Processes that run programs, one at a time each; 0 runs them in the server's own process",
    ),
    (WORKER_MAX_RUNS, Kind::Number, "Runs after which a worker is replaced by a fresh one"),
    (
        REQUIRE_LOCKDOWN,
        Kind::Switch,
        "Refuse to start if the kernel cannot lock the workers down in full",
    ),
    (
        "max_queued_runs",
        Kind::Number,
        "Requests that may wait for a free slot; one more is answered with 503",
    ),
    ("queue_wait_ms", Kind::Number, "Longest wait for a free slot, in milliseconds"),
    ("max_connections", Kind::Number, "Connections that may be open at the same time"),
    (
        "max_buffered_bytes",
        Kind::Number,
        "Bytes that bodies and answers of all connections may take in memory",
    ),
    ("body_max_bytes", Kind::Number, "Bytes that a request's body may have"),
    ("body_timeout_ms", Kind::Number, "Time for a request's body to arrive, in milliseconds"),
    ("header_timeout_ms", Kind::Number, "Time for a request's head to arrive, in milliseconds"),
    ("idle_timeout_ms", Kind::Number, "Time between two requests, in milliseconds"),
    (
        "write_timeout_ms",
        Kind::Number,
        "Time for a client to take the next byte of its answer, in milliseconds",
    ),
    ("max_sessions", Kind::Number, "Sessions that there may be at the same time; 0 has none"),
    ("session_max_bytes", Kind::Number, "Bytes that one session may have between two runs"),
    ("sessions_max_bytes", Kind::Number, "Bytes that all sessions together may have"),
    (
        "session_idle_ms",
        Kind::Number,
        "Time that a session may be without a run before it ends, in milliseconds",
    ),
    (
        "shutdown_grace_ms",
        Kind::Number,
        "Time that a shutdown leaves running requests, in milliseconds",
    ),
    (
        "default_limits.wall_ms",
        Kind::Number,
        "Wall-clock time of a run that names no limit, in milliseconds",
    ),
    ("default_limits.fuel", Kind::Number, "WebAssembly instructions of a run that names no limit"),
    (
        "default_limits.memory_bytes",
        Kind::Number,
        "Bytes of memory of a run that names no limit, the interpreter's own part included",
    ),
    (
        "default_limits.output_bytes",
        Kind::Number,
        "Bytes kept of stdout, and as many of stderr, of a run that names no limit",
    ),
    ("default_limits.source_bytes", Kind::Number, "Bytes of source text that a program may have"),
    (
        "default_limits.files_bytes",
        Kind::Number,
        "Bytes in the files of a run that names no limit, those that it was given included",
    ),
    (
        "default_limits.returned_bytes",
        Kind::Number,
        "Bytes of files that a run that names no limit gives back",
    ),
    (
        "limit_ceilings.wall_ms",
        Kind::Number,
        "Most wall-clock time that a request may ask for, in milliseconds",
    ),
    (
        "limit_ceilings.fuel",
        Kind::Number,
        "Most WebAssembly instructions that a request may ask for",
    ),
    (
        "limit_ceilings.memory_bytes",
        Kind::Number,
        "Most bytes of memory that a request may ask for",
    ),
    (
        "limit_ceilings.output_bytes",
        Kind::Number,
        "Most bytes of output that a request may ask for",
    ),
    (
        "limit_ceilings.source_bytes",
        Kind::Number,
        "Most bytes of source text that may ever be allowed",
    ),
    ("limit_ceilings.files_bytes", Kind::Number, "Most bytes in files that a request may ask for"),
    (
        "limit_ceilings.returned_bytes",
        Kind::Number,
        "Most bytes of files given back that a request may ask for",
    ),
];

/// Every setting, in the order of help and configuration file.
pub(crate) static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let defaults = server_defaults();
    TABLE
        .iter()
        .map(|&(path, kind, help)| {
            let words = path.replace('.', "_");
            Key {
                path,
                flag: words.replace('_', "-"),
                variable: format!("JUPAN_{}", words.to_uppercase()),
                kind,
                help,
                default: match path {
                    LOG => Some(Value::Text("info".to_owned())),
                    LOG_FORMAT => Some(Value::Text("human".to_owned())),
                    // One per program that may run at the same time.
                    WORKERS => Some(Value::Number(ServerConfig::default().max_concurrent_runs)),
                    WORKER_MAX_RUNS => Some(Value::Number(WorkerPoolConfig::DEFAULT_MAX_RUNS)),
                    REQUIRE_LOCKDOWN => Some(Value::Switch(false)),
                    _ => defaults.iter().find(|(name, _)| name == path).map(|(_, v)| v.clone()),
                },
            }
        })
        .collect()
});

impl Key {
    /// The key with this name in the configuration file.
    pub(crate) fn find(path: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.path == path)
    }

    /// Whether it is a field of [`ServerConfig`].
    pub(crate) fn is_server(&self) -> bool {
        !OWN.contains(&self.path)
    }
}

/// Path and default of every field of [`ServerConfig`] that has one.
fn server_defaults() -> Vec<(String, Value)> {
    // A configuration of numbers and texts always serialises; the tests compare the outcome
    // with the table.
    let table = toml::Table::try_from(ServerConfig::default()).unwrap_or_default();
    let mut found = Vec::new();
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => found.extend(
                inner
                    .into_iter()
                    .filter_map(|(last, v)| Some((format!("{name}.{last}"), plain(&v)?))),
            ),
            value => found.extend(plain(&value).map(|value| (name, value))),
        }
    }
    found
}

fn plain(value: &toml::Value) -> Option<Value> {
    match value {
        toml::Value::Integer(number) => u64::try_from(*number).ok().map(Value::Number),
        toml::Value::String(text) => Some(Value::Text(text.clone())),
        toml::Value::Array(items) => Some(Value::List(
            items.iter().filter_map(|item| Some(item.as_str()?.to_owned())).collect(),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_field_of_the_server_is_a_setting() {
        let fields: BTreeSet<String> = server_defaults()
            .into_iter()
            .map(|(path, _)| path)
            .chain(["bearer_token".to_owned()])
            .collect();
        let settings: BTreeSet<String> =
            KEYS.iter().filter(|key| key.is_server()).map(|key| key.path.to_owned()).collect();
        assert_eq!(settings, fields);
    }

    #[test]
    fn names_follow_one_rule() {
        let key = Key::find("default_limits.wall_ms").unwrap();
        assert_eq!(key.flag, "default-limits-wall-ms");
        assert_eq!(key.variable, "JUPAN_DEFAULT_LIMITS_WALL_MS");
        assert_eq!(key.default, Some(Value::Number(5000)));
    }
}
