//! What the operator decides.

mod client;
mod hosts;
mod limits;
mod token;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread;
use std::time::Duration;

use jupan_sandbox::{LimitError, Limits, SessionState};
use serde::{Deserialize, Serialize};

pub use client::{ClientError, NamedClient};
pub(crate) use hosts::bare_host;
pub(crate) use limits::millis;
pub use token::{BearerToken, TokenError};

/// The server's configuration. Every bound is finite; there is no value that turns one off.
///
/// As TOML it has the names of the fields, with the two groups of limits as tables:
///
/// ```
/// let config: jupan_server::ServerConfig = toml::from_str(
///     r#"
///     listen = "127.0.0.1:9000"
///     max_queued_runs = 32
///
///     [default_limits]
///     wall_ms = 2_000
///
///     [limit_ceilings]
///     memory_bytes = 536_870_912
///     "#,
/// )
/// .unwrap();
/// assert_eq!(config.validate(), Ok(()));
/// assert_eq!(config.default_limits.wall.as_secs(), 2);
/// assert_eq!(config.limit_ceilings.wall.as_secs(), 60); // what is left out keeps its default
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerConfig {
    /// Address to listen on. Default [`ServerConfig::DEFAULT_LISTEN`]. Any address that is not
    /// loopback needs a [`bearer_token`](Self::bearer_token).
    pub listen: SocketAddr,
    /// When set, every request but the health checks must carry it. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bearer_token: Option<BearerToken>,
    /// Clients with tokens of their own, beside that one or in its place. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clients: Vec<NamedClient>,
    /// Names and addresses, without scheme and port, that the server goes by besides those of
    /// loopback, and whose pages may call it. Without a token, or when this is not empty, a
    /// request that calls it by any other name is refused. Default: none.
    pub allowed_hosts: Vec<String>,
    /// Programs that run at the same time. Default: one per core.
    pub max_concurrent_runs: u64,
    /// Requests that may wait for a free slot; one more is answered with 503. 0 lets none
    /// wait. Default 256.
    pub max_queued_runs: u64,
    /// The longest a request waits for a free slot before it is answered with 503, in
    /// milliseconds. It does not count as wall-clock time of the run. Default 30 s.
    pub queue_wait_ms: u64,
    /// Connections that may be open at the same time. For one more, that one is closed which
    /// has waited for its client longest, idle ones first; while all have a request under way,
    /// it waits. Default 1024.
    pub max_connections: u64,
    /// Bytes that bodies and answers of all connections may take in memory. Beyond that, of
    /// those that wait for their clients the one is closed that has most of them; if it is the
    /// asking one itself, it is answered with 503. Default 256 MiB.
    pub max_buffered_bytes: u64,
    /// Bytes that a request's body may have. Default 4 MiB.
    pub body_max_bytes: u64,
    /// How long a request's body may take to arrive, in milliseconds; also how long the rest of
    /// one that was refused is still read, up to 64 MiB. Default 10 s.
    pub body_timeout_ms: u64,
    /// How long a request's head may take to arrive, from its first byte or from the opening of
    /// the connection, in milliseconds. Default 5 s.
    pub header_timeout_ms: u64,
    /// How long a connection may stay open between two requests, in milliseconds. Default 60 s.
    pub idle_timeout_ms: u64,
    /// How long a client may take no byte of its answer, in milliseconds; then the connection
    /// is closed. Default 30 s.
    pub write_timeout_ms: u64,
    /// Sessions that there may be at the same time; for one more, that one ends which was not used
    /// for longest. 0 has none at all. Default 64.
    pub max_sessions: u64,
    /// Bytes that one session may have between two runs. Default 128 MiB.
    pub session_max_bytes: u64,
    /// Bytes that all sessions together may have; beyond that, those end which were not used for
    /// longest. Default 512 MiB. Each run in a session takes as much as `session_max_bytes`
    /// besides while it ends.
    pub sessions_max_bytes: u64,
    /// How long a session may be without a run before it ends, in milliseconds. Default 10 min.
    pub session_idle_ms: u64,
    /// How long a shutdown waits for running requests, in milliseconds. Default 10 s.
    pub shutdown_grace_ms: u64,
    /// Limits of a run whose request names none. As TOML: `wall_ms`, `fuel`, `memory_bytes`,
    /// `output_bytes`, `source_bytes`, `files_bytes`, `returned_bytes`. Default [`Limits::default`].
    #[serde(serialize_with = "limits::serialize", deserialize_with = "limits::defaults")]
    pub default_limits: Limits,
    /// The most that a request may ask for. Default [`ServerConfig::DEFAULT_CEILINGS`].
    #[serde(serialize_with = "limits::serialize", deserialize_with = "limits::ceilings")]
    pub limit_ceilings: Limits,
}

impl ServerConfig {
    /// Loopback, port 8787.
    pub const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8787);
    /// 60 s, 1e12 instructions, 1 GiB of memory, 1 MiB of output, 1 MiB of source text, 64 MiB of
    /// files, of which 16 MiB are given back.
    pub const DEFAULT_CEILINGS: Limits = Limits {
        wall: Duration::from_secs(60),
        fuel: 1_000_000_000_000,
        memory_bytes: 1 << 30,
        output_bytes: 1 << 20,
        source_bytes: 1 << 20,
        files_bytes: 64 << 20,
        returned_bytes: 16 << 20,
    };
    /// The most programs that may run at once. Each holds a thread.
    pub const MAX_CONCURRENT_RUNS: u64 = 256;
    /// The most requests that may wait.
    pub const MAX_QUEUED_RUNS: u64 = 65_536;
    /// The most connections.
    pub const MAX_CONNECTIONS: u64 = 65_536;
    /// The least bytes that `body_max_bytes` may be: 1 KiB.
    pub const MIN_BODY_BYTES: u64 = 1 << 10;
    /// The most bytes that `body_max_bytes` may be: 64 MiB.
    pub const MAX_BODY_BYTES: u64 = 64 << 20;
    /// The most bytes that `max_buffered_bytes` may be: 1 TiB.
    pub const MAX_BUFFERED_BYTES: u64 = 1 << 40;
    /// The most sessions.
    pub const MAX_SESSIONS: u64 = 65_536;
    /// The least bytes that `session_max_bytes` may be: 1 MiB, about what any run leaves.
    pub const MIN_SESSION_BYTES: u64 = 1 << 20;
    /// The most bytes that `session_max_bytes` may be: 256 MiB.
    pub const MAX_SESSION_BYTES: u64 = SessionState::MAX_BYTES;
    /// The most bytes that `sessions_max_bytes` may be: 1 TiB.
    pub const MAX_SESSIONS_BYTES: u64 = 1 << 40;
    /// The longest that `session_idle_ms` may be, a day.
    pub const MAX_SESSION_IDLE_MS: u64 = 86_400_000;
    /// The longest of the other configured times, 10 minutes.
    pub const MAX_TIME_MS: u64 = 600_000;

    /// Checks every value and how they go together.
    ///
    /// # Errors
    ///
    /// The first that cannot be, with its name and what would be right.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let time = 1..=Self::MAX_TIME_MS;
        for (field, value, range) in [
            ("max_concurrent_runs", self.max_concurrent_runs, 1..=Self::MAX_CONCURRENT_RUNS),
            ("max_queued_runs", self.max_queued_runs, 0..=Self::MAX_QUEUED_RUNS),
            ("queue_wait_ms", self.queue_wait_ms, time.clone()),
            ("max_connections", self.max_connections, 1..=Self::MAX_CONNECTIONS),
            (
                "max_buffered_bytes",
                self.max_buffered_bytes,
                Self::MIN_BODY_BYTES..=Self::MAX_BUFFERED_BYTES,
            ),
            ("body_max_bytes", self.body_max_bytes, Self::MIN_BODY_BYTES..=Self::MAX_BODY_BYTES),
            ("body_timeout_ms", self.body_timeout_ms, time.clone()),
            ("header_timeout_ms", self.header_timeout_ms, time.clone()),
            ("idle_timeout_ms", self.idle_timeout_ms, time.clone()),
            ("write_timeout_ms", self.write_timeout_ms, time.clone()),
            ("max_sessions", self.max_sessions, 0..=Self::MAX_SESSIONS),
            (
                "session_max_bytes",
                self.session_max_bytes,
                Self::MIN_SESSION_BYTES..=Self::MAX_SESSION_BYTES,
            ),
            (
                "sessions_max_bytes",
                self.sessions_max_bytes,
                Self::MIN_SESSION_BYTES..=Self::MAX_SESSIONS_BYTES,
            ),
            ("session_idle_ms", self.session_idle_ms, 1..=Self::MAX_SESSION_IDLE_MS),
            ("shutdown_grace_ms", self.shutdown_grace_ms, time),
        ] {
            if !range.contains(&value) {
                return Err(ConfigError::OutOfRange {
                    field,
                    value,
                    min: *range.start(),
                    max: *range.end(),
                });
            }
        }
        for (group, limits) in
            [("default_limits", &self.default_limits), ("limit_ceilings", &self.limit_ceilings)]
        {
            limits.validate().map_err(|source| ConfigError::Limit { group, source })?;
        }
        for ((field, default), (_, ceiling)) in
            limits::named(&self.default_limits).into_iter().zip(limits::named(&self.limit_ceilings))
        {
            if default > ceiling {
                return Err(ConfigError::DefaultAboveCeiling { field, default, ceiling });
            }
        }
        if self.max_buffered_bytes < self.body_max_bytes {
            return Err(ConfigError::BufferedBelowBody {
                buffered: self.max_buffered_bytes,
                body: self.body_max_bytes,
            });
        }
        if self.sessions_max_bytes < self.session_max_bytes {
            return Err(ConfigError::SessionsBelowSession {
                sessions: self.sessions_max_bytes,
                session: self.session_max_bytes,
            });
        }
        if self.body_max_bytes < self.default_limits.source_bytes {
            return Err(ConfigError::BodyBelowSource {
                body: self.body_max_bytes,
                source_bytes: self.default_limits.source_bytes,
            });
        }
        if let Some(token) = &self.bearer_token {
            token.validate().map_err(ConfigError::Token)?;
        }
        client::validate(&self.clients, self.bearer_token.as_ref()).map_err(ConfigError::Client)?;
        if let Some(host) = self.allowed_hosts.iter().find(|host| !hosts::is_host(host)) {
            return Err(ConfigError::Host(host.clone()));
        }
        self.check_address(self.listen)
    }

    /// The names of fields that `other` has otherwise, tokens and clients left out.
    pub(crate) fn differences(&self, other: &Self) -> Vec<&'static str> {
        let pairs = [
            ("listen", self.listen == other.listen),
            ("allowed_hosts", self.allowed_hosts == other.allowed_hosts),
            ("max_concurrent_runs", self.max_concurrent_runs == other.max_concurrent_runs),
            ("max_queued_runs", self.max_queued_runs == other.max_queued_runs),
            ("queue_wait_ms", self.queue_wait_ms == other.queue_wait_ms),
            ("max_connections", self.max_connections == other.max_connections),
            ("max_buffered_bytes", self.max_buffered_bytes == other.max_buffered_bytes),
            ("body_max_bytes", self.body_max_bytes == other.body_max_bytes),
            ("body_timeout_ms", self.body_timeout_ms == other.body_timeout_ms),
            ("header_timeout_ms", self.header_timeout_ms == other.header_timeout_ms),
            ("idle_timeout_ms", self.idle_timeout_ms == other.idle_timeout_ms),
            ("write_timeout_ms", self.write_timeout_ms == other.write_timeout_ms),
            ("shutdown_grace_ms", self.shutdown_grace_ms == other.shutdown_grace_ms),
            ("max_sessions", self.max_sessions == other.max_sessions),
            ("session_max_bytes", self.session_max_bytes == other.session_max_bytes),
            ("sessions_max_bytes", self.sessions_max_bytes == other.sessions_max_bytes),
            ("session_idle_ms", self.session_idle_ms == other.session_idle_ms),
            ("default_limits", self.default_limits == other.default_limits),
            ("limit_ceilings", self.limit_ceilings == other.limit_ceilings),
        ];
        pairs.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name).collect()
    }

    /// Whether requests must carry a token.
    #[must_use]
    pub fn asks_for_token(&self) -> bool {
        self.bearer_token.is_some() || !self.clients.is_empty()
    }

    /// Refuses an address that is not loopback unless there is a token.
    pub(crate) fn check_address(&self, address: SocketAddr) -> Result<(), ConfigError> {
        if address.ip().to_canonical().is_loopback() || self.asks_for_token() {
            Ok(())
        } else {
            Err(ConfigError::PublicWithoutToken(address))
        }
    }
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: Self::DEFAULT_LISTEN,
            bearer_token: None,
            clients: Vec::new(),
            allowed_hosts: Vec::new(),
            max_concurrent_runs: thread::available_parallelism()
                .map_or(1, |cores| cores.get() as u64)
                .min(Self::MAX_CONCURRENT_RUNS),
            max_queued_runs: 256,
            queue_wait_ms: 30_000,
            max_connections: 1024,
            max_buffered_bytes: 256 << 20,
            body_max_bytes: 4 << 20,
            body_timeout_ms: 10_000,
            header_timeout_ms: 5_000,
            idle_timeout_ms: 60_000,
            write_timeout_ms: 30_000,
            max_sessions: 64,
            session_max_bytes: 128 << 20,
            sessions_max_bytes: 512 << 20,
            session_idle_ms: 600_000,
            shutdown_grace_ms: 10_000,
            default_limits: Limits::default(),
            limit_ceilings: Self::DEFAULT_CEILINGS,
        }
    }
}

/// A configuration that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A number outside its bounds.
    #[error("{field} is {value}; it must be between {min} and {max}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// Its value.
        value: u64,
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// A limit outside what the sandbox can enforce.
    #[error("{group}.{source}")]
    Limit {
        /// `default_limits` or `limit_ceilings`.
        group: &'static str,
        /// The limit.
        source: LimitError,
    },
    /// A default that a request would not be allowed to ask for.
    #[error(
        "default_limits.{field} is {default}; it must not be above limit_ceilings.{field}, which is {ceiling}"
    )]
    DefaultAboveCeiling {
        /// The limit's name.
        field: &'static str,
        /// Its default.
        default: u64,
        /// Its ceiling.
        ceiling: u64,
    },
    /// A program of the size that the limits allow would never get in.
    #[error(
        "body_max_bytes is {body}; it must be at least default_limits.source_bytes, which is {source_bytes}"
    )]
    BodyBelowSource {
        /// `body_max_bytes`.
        body: u64,
        /// `default_limits.source_bytes`.
        source_bytes: u64,
    },
    /// A body of the size that is allowed would never get in.
    #[error(
        "max_buffered_bytes is {buffered}; it must be at least body_max_bytes, which is {body}"
    )]
    BufferedBelowBody {
        /// `max_buffered_bytes`.
        buffered: u64,
        /// `body_max_bytes`.
        body: u64,
    },
    /// A session of the size that is allowed would never have room.
    #[error(
        "sessions_max_bytes is {sessions}; it must be at least session_max_bytes, which is {session}"
    )]
    SessionsBelowSession {
        /// `sessions_max_bytes`.
        sessions: u64,
        /// `session_max_bytes`.
        session: u64,
    },
    /// The token is not fit to be one.
    #[error("bearer_token {0}")]
    Token(TokenError),
    /// Clients that cannot be.
    #[error("clients: {0}")]
    Client(ClientError),
    /// Not what a client could call the server.
    #[error(
        "allowed_hosts has {0:?}; each must be a host name or an IP address, without scheme and port"
    )]
    Host(String),
    /// Everyone who can reach the address could run programs.
    #[error(
        "listen address {0} can be reached from other machines; set bearer_token, or listen on 127.0.0.1"
    )]
    PublicWithoutToken(SocketAddr),
}

#[cfg(test)]
mod tests;
