//! Who may call: tokens, and what each client may have.

mod rate;

use std::sync::Arc;
use std::time::{Duration, Instant};

use jupan_api::ErrorCode;
use jupan_sandbox::Safeguard;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::rate::Rate;
use crate::config::{BearerToken, NamedClient, ServerConfig};
use crate::error::ApiError;
use crate::units::counted;

/// More than any test has.
const MANY: u64 = 100_000_000;

/// Everyone who has a token.
pub(crate) struct Clients(Vec<(BearerToken, Arc<Client>)>);

/// A client, among the extensions of its requests.
pub(crate) struct Client {
    name: String,
    max_concurrent_runs: u64,
    max_runs_per_minute: u64,
    slots: Arc<Semaphore>,
    rate: Rate,
}

/// What is given back when a client's run has ended.
pub(crate) struct ClientPermit {
    _slot: OwnedSemaphorePermit,
}

impl Clients {
    /// Those that `config` names. `before` keeps what it knows of a client that stays.
    pub(crate) fn new(config: &ServerConfig, before: Option<&Self>) -> Self {
        let own = config.bearer_token.iter().map(|token| (token.clone(), Client::OWN, None, None));
        let named = config.clients.iter().map(|client| {
            let NamedClient { name, token, max_concurrent_runs, max_runs_per_minute } = client;
            (token.clone(), name.as_str(), *max_concurrent_runs, *max_runs_per_minute)
        });
        let clients = own.chain(named).map(|(token, name, runs, rate)| {
            let runs = runs.unwrap_or(NamedClient::MAX_CONCURRENT_RUNS);
            let rate = rate.unwrap_or(NamedClient::MAX_RUNS_PER_MINUTE);
            let kept = before.and_then(|before| before.named(name)).filter(|client| {
                (client.max_concurrent_runs, client.max_runs_per_minute) == (runs, rate)
            });
            (token, kept.unwrap_or_else(|| Arc::new(Client::new(name, runs, rate))))
        });
        Self(clients.collect())
    }

    /// Who has the token `given`. The time it takes does not tell whose it nearly is.
    pub(crate) fn with_token(&self, given: &[u8]) -> Option<Arc<Client>> {
        let mut found = None;
        for (token, client) in &self.0 {
            if token.matches(given) {
                found = Some(Arc::clone(client));
            }
        }
        found
    }

    fn named(&self, name: &str) -> Option<Arc<Client>> {
        self.0.iter().map(|(_, client)| client).find(|client| client.name == name).cloned()
    }
}

impl Client {
    /// The name of who has the server's own token.
    const OWN: &str = "default";

    fn new(name: &str, max_concurrent_runs: u64, max_runs_per_minute: u64) -> Self {
        let slots = Safeguard::ClientRuns.unless_off(max_concurrent_runs, MANY);
        Self {
            name: name.to_owned(),
            max_concurrent_runs,
            max_runs_per_minute,
            slots: Arc::new(Semaphore::new(usize::try_from(slots).unwrap_or(1))),
            rate: Rate::new(Safeguard::ClientRate.unless_off(max_runs_per_minute, MANY)),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Leave to wait for a slot of the server and to run one program, unless the client has as
    /// many runs as it may have.
    pub(crate) fn admit(&self) -> Result<ClientPermit, ApiError> {
        let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() else {
            let message = format!(
                "the client `{}` has {} under way, which is all it may have",
                self.name,
                counted(self.max_concurrent_runs, "run")
            );
            let error = ApiError::new(ErrorCode::RateLimited, message);
            return Err(error.retry_after(Duration::from_secs(1)));
        };
        self.rate.take(Instant::now()).map_err(|wait| {
            let message = format!(
                "the client `{}` may start {} runs a minute",
                self.name, self.max_runs_per_minute
            );
            ApiError::new(ErrorCode::RateLimited, message)
                .retry_after(Duration::from_secs(wait.as_secs_f64().ceil() as u64))
        })?;
        Ok(ClientPermit { _slot: slot })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(runs: u64, token: &str) -> ServerConfig {
        let client = NamedClient {
            name: "a".to_owned(),
            token: BearerToken::new(token),
            max_concurrent_runs: Some(runs),
            max_runs_per_minute: None,
        };
        ServerConfig { clients: vec![client], ..ServerConfig::default() }
    }

    #[test]
    fn a_client_has_no_more_runs_than_it_may_have() {
        let clients = Clients::new(&config(1, "0123456789abcdef"), None);
        let client = clients.with_token(b"0123456789abcdef").unwrap();
        for _ in 0..3 {
            let permit = client.admit().unwrap();
            let refusal = client.admit().err().unwrap();
            assert_eq!(
                (refusal.code, refusal.message.as_str()),
                (
                    ErrorCode::RateLimited,
                    "the client `a` has 1 run under way, which is all it may have"
                )
            );
            drop(permit);
        }
    }

    #[test]
    fn a_new_token_does_not_forget_what_a_client_has() {
        let before = Clients::new(&config(1, "0123456789abcdef"), None);
        let client = before.with_token(b"0123456789abcdef").unwrap();
        let _permit = client.admit().unwrap();
        let after = Clients::new(&config(1, "fedcba9876543210"), Some(&before));
        assert!(after.with_token(b"0123456789abcdef").is_none());
        assert!(after.with_token(b"fedcba9876543210").unwrap().admit().is_err());
        // Other ceilings begin anew.
        let after = Clients::new(&config(2, "fedcba9876543210"), Some(&before));
        assert!(after.with_token(b"fedcba9876543210").unwrap().admit().is_ok());
    }
}
