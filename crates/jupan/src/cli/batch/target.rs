//! What runs the programs, and how often it is asked.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use http::StatusCode;
use jupan_client::{
    Client, ClientError, ErrorBody, ErrorCode, ErrorDetail, Refused, RunStatus, Transport,
};
use jupan_server::{AppState, ServerConfig};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::record::Outcome;
use crate::cli::{run, serve};
use crate::settings::Settings;

/// The longest that one program may take to be answered, with the time in a queue.
const TIME_OUT: Duration = Duration::from_secs(300);
/// The largest answer.
const MAX_RESPONSE_BYTES: usize = 256 << 20;
/// How often a line is run whose runs the server fails at.
const FAULTS: u32 = 3;
/// The pause before a server is asked again; the next one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What runs the programs.
pub(super) enum Target {
    /// Worker processes of this command, behind the server's own router.
    Embedded(Box<AppState>),
    /// A running server.
    Server {
        client: Client,
        /// How long it is asked again when it is not there or has no room.
        patience: Duration,
    },
}

/// What came of a request.
#[derive(Debug)]
pub(super) enum Reply {
    /// It was run.
    Ran { outcome: Outcome, kind: Option<String>, response: Box<RawValue> },
    /// It was refused for what it is.
    Refused(ErrorDetail),
}

/// The part of an answer that is looked at.
#[derive(Deserialize)]
struct Head {
    status: RunStatus,
    error: Option<HeadError>,
}

#[derive(Deserialize)]
struct HeadError {
    kind: String,
}

impl Target {
    /// Worker processes with the limits that are configured, and how many programs they run
    /// at a time.
    pub(super) fn embedded(settings: &Settings) -> Result<(Self, usize)> {
        let configured = settings.server()?;
        let config = ServerConfig {
            max_concurrent_runs: configured.max_concurrent_runs,
            max_queued_runs: ServerConfig::MAX_QUEUED_RUNS,
            queue_wait_ms: ServerConfig::MAX_TIME_MS,
            ..run::config(&configured)
        };
        let jobs = usize::try_from(config.max_concurrent_runs)
            .context("max_concurrent_runs is too large for this machine")?;
        let runner = serve::start_runner(settings, &config)?;
        Ok((Self::Embedded(Box::new(AppState::new(config, runner)?)), jobs))
    }

    /// The server at `url`. If it is not ready, it is asked again for as long as `patience`.
    pub(super) async fn server(
        url: &str,
        token: Option<String>,
        patience: Duration,
    ) -> Result<Self> {
        let mut client =
            Client::builder(url).time_out(TIME_OUT).max_response_bytes(MAX_RESPONSE_BYTES);
        if let Some(token) = token {
            client = client.token(token);
        }
        let client = client.build()?;
        let mut waits = Waits::new(patience);
        while let Err(error) = client.ready().await {
            waits.wait(error).await?;
        }
        Ok(Self::Server { client, patience })
    }

    /// Runs the request `body`.
    ///
    /// # Errors
    ///
    /// When it is not known what comes of it, however often one asks.
    pub(super) async fn execute(&self, body: &str) -> Result<Reply> {
        let mut waits = Waits::new(match self {
            Self::Embedded(_) => Duration::ZERO,
            Self::Server { patience, .. } => *patience,
        });
        let mut faults = 0;
        loop {
            let error = match self.ask(body).await? {
                Ok(response) => return ran(response),
                Err(error) => error,
            };
            match error {
                ClientError::Refused(refused) if refused.detail.code == ErrorCode::Internal => {
                    faults += 1;
                    if faults == FAULTS {
                        return Ok(Reply::Refused(refused.detail));
                    }
                }
                // A session that is not there is a fault of this line.
                ClientError::Refused(refused) if refused.detail.code == ErrorCode::NoSession => {
                    return Ok(Reply::Refused(refused.detail));
                }
                // What is wrong with all lines, and not with this one.
                ClientError::Refused(refused) if matches!(refused.status, 401 | 403..=405) => {
                    bail!(refused)
                }
                ClientError::Refused(refused) if !is_for_later(&refused) => {
                    return Ok(Reply::Refused(refused.detail));
                }
                error => waits.wait(error).await?,
            }
        }
    }

    /// Asks once.
    async fn ask(&self, body: &str) -> Result<Result<String, ClientError>> {
        match self {
            Self::Server { client, .. } => Ok(client.execute_json(body.to_owned()).await),
            Self::Embedded(state) => {
                let (status, reply) = run::execute((**state).clone(), body.to_owned()).await?;
                if status == StatusCode::OK {
                    return Ok(Ok(reply));
                }
                let ErrorBody { error: detail } = serde_json::from_str(&reply)
                    .context("the refusal is not one of the contract")?;
                Ok(Err(Refused { status: status.as_u16(), detail, retry_after: None }.into()))
            }
        }
    }
}

/// Whether the server has no room, or is about to be another.
fn is_for_later(refused: &Refused) -> bool {
    matches!(refused.status, 408 | 429 | 503)
}

/// The answer to a program that ran.
fn ran(response: String) -> Result<Reply> {
    let head: Head =
        serde_json::from_str(&response).context("the answer is not one of the contract")?;
    // A line end in JSON stands between its parts, never in a text.
    let response = response.replace(['\n', '\r'], " ");
    Ok(Reply::Ran {
        outcome: match head.status {
            RunStatus::Ok => Outcome::Ok,
            RunStatus::Error => Outcome::Error,
            RunStatus::Limit => Outcome::Limit,
        },
        kind: head.error.map(|error| error.kind),
        response: RawValue::from_string(response.trim().to_owned())
            .context("the answer is not one of the contract")?,
    })
}

/// Pauses that grow, until the patience is at its end.
struct Waits {
    until: Instant,
    pause: Duration,
}

impl Waits {
    fn new(patience: Duration) -> Self {
        Self { until: Instant::now() + patience, pause: FIRST_PAUSE }
    }

    /// Pauses after `error`, or gives it back if it is not worth while to go on.
    async fn wait(&mut self, error: ClientError) -> Result<()> {
        let asked_for = match &error {
            ClientError::Refused(refused) if is_for_later(refused) => refused.retry_after,
            ClientError::Transport(Transport { .. }) => None,
            _ => return Err(error.into()),
        };
        // Many that wait for the same server do not all come back at once.
        let spread = self.pause.mul_f64(0.5 + fastrand::f64());
        let pause = asked_for.unwrap_or_default().max(spread);
        if Instant::now() + pause > self.until {
            return Err(error.into());
        }
        tokio::time::sleep(pause).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_becomes_one_line() {
        let answer = "{\"status\": \"limit\",\r\n \"error\": {\"kind\": \"fuel\"}}\n";
        let Reply::Ran { outcome, kind, response } = ran(answer.to_owned()).unwrap() else {
            panic!("it ran")
        };
        assert_eq!(
            (outcome, kind.as_deref(), response.get()),
            (Outcome::Limit, Some("fuel"), r#"{"status": "limit",   "error": {"kind": "fuel"}}"#)
        );
        assert!(ran("{}".to_owned()).is_err());
    }
}
