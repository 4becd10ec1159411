//! The settings of the worker processes, and how they go with the server's.

use std::num::NonZeroUsize;

use super::keys::{MAX_CONCURRENT_RUNS, REQUIRE_LOCKDOWN, WORKER_MAX_RUNS, WORKERS};
use super::{Settings, SettingsError, Source, Value};

/// The most workers: as many as programs may run at once.
const MAX_WORKERS: u64 = jupan_server::ServerConfig::MAX_CONCURRENT_RUNS;

/// The worker processes that programs run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Workers {
    /// How many.
    pub(crate) count: NonZeroUsize,
    /// Runs after which one is replaced.
    pub(crate) max_runs: u64,
    /// Whether they must be locked down in full.
    pub(crate) require_lockdown: bool,
}

impl Settings {
    /// The workers; `None` if programs are to run in the server's own process.
    ///
    /// # Errors
    ///
    /// When a value is out of range, or the values do not go together.
    pub(crate) fn workers(&self) -> Result<Option<Workers>, SettingsError> {
        let (workers, max_runs) = (self.number(WORKERS), self.number(WORKER_MAX_RUNS));
        let require_lockdown = self.is_on(REQUIRE_LOCKDOWN);
        if workers > MAX_WORKERS {
            return Err(self.invalid(format!(
                "{WORKERS} is {workers}; it must be between 0 and {MAX_WORKERS}"
            )));
        }
        if max_runs == 0 {
            return Err(self.invalid(format!("{WORKER_MAX_RUNS} is 0; it must be 1 or more")));
        }
        let Some(count) = usize::try_from(workers).ok().and_then(NonZeroUsize::new) else {
            return match require_lockdown {
                false => Ok(None),
                true => Err(self.invalid(format!(
                    "{REQUIRE_LOCKDOWN} is true and {WORKERS} is 0; only worker processes are \
                     locked down"
                ))),
            };
        };
        let runs = self.number(MAX_CONCURRENT_RUNS);
        if runs > workers {
            return Err(self.invalid(format!(
                "{MAX_CONCURRENT_RUNS} is {runs}; it must not be above {WORKERS}, which is \
                 {workers}"
            )));
        }
        Ok(Some(Workers { count, max_runs, require_lockdown }))
    }

    /// One worker per program that may run at once: where only one of the two is set, the
    /// other's default is the same.
    pub(super) fn let_workers_follow(&mut self) {
        let set = |path| {
            let setting = self.find(path).filter(|setting| setting.source != Source::Default)?;
            setting.value.clone()
        };
        let (path, value) = match (set(MAX_CONCURRENT_RUNS), set(WORKERS)) {
            (Some(runs), None) => (WORKERS, runs),
            (None, Some(workers)) if workers != Value::Number(0) => (MAX_CONCURRENT_RUNS, workers),
            _ => return,
        };
        if let Some(setting) = self.0.iter_mut().find(|setting| setting.key.path == path) {
            setting.value = Some(value);
        }
    }

    fn number(&self, path: &str) -> u64 {
        match self.find(path).and_then(|setting| setting.value.as_ref()) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    fn is_on(&self, path: &str) -> bool {
        matches!(
            self.find(path).and_then(|setting| setting.value.as_ref()),
            Some(Value::Switch(true))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::SettingsArgs;
    use crate::settings::keys::Key;

    fn settings(given: &[(&str, Value)]) -> Settings {
        let file = tempfile::NamedTempFile::new().unwrap();
        let given = given.iter().map(|(path, value)| {
            let key = Key::find(path).unwrap();
            (key, value.clone(), Source::Flag(key.flag.as_str()))
        });
        let args = SettingsArgs { file: Some(file.path().to_owned()), given: given.collect() };
        Settings::load(&args).unwrap()
    }

    fn number(path: &str, number: u64) -> (&str, Value) {
        (path, Value::Number(number))
    }

    fn refused(given: &[(&str, Value)]) -> String {
        settings(given).workers().unwrap_err().to_string()
    }

    #[test]
    fn there_is_a_worker_per_run() {
        for given in [number(WORKERS, 3), number(MAX_CONCURRENT_RUNS, 3)] {
            let settings = settings(&[given]);
            let workers = settings.workers().unwrap().unwrap();
            assert_eq!(
                (workers, settings.server().unwrap().max_concurrent_runs),
                (
                    Workers {
                        count: NonZeroUsize::new(3).unwrap(),
                        max_runs: 10_000,
                        require_lockdown: false
                    },
                    3
                )
            );
        }
        let both = settings(&[number(WORKERS, 4), number(MAX_CONCURRENT_RUNS, 3)]);
        assert_eq!(both.workers().unwrap().unwrap().count.get(), 4);
        assert_eq!(both.server().unwrap().max_concurrent_runs, 3);
    }

    #[test]
    fn no_workers_means_the_server_itself() {
        let settings = settings(&[number(WORKERS, 0)]);
        assert_eq!(settings.workers().unwrap(), None);
        assert!(settings.server().unwrap().max_concurrent_runs > 0);
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        assert_eq!(
            refused(&[number(WORKERS, 2), number(MAX_CONCURRENT_RUNS, 3)]),
            "max_concurrent_runs is 3; it must not be above workers, which is 2\n  \
             max_concurrent_runs is set by flag --max-concurrent-runs\n  \
             workers is set by flag --workers"
        );
        assert_eq!(
            refused(&[number(WORKERS, 257)]),
            "workers is 257; it must be between 0 and 256\n  workers is set by flag --workers"
        );
        assert_eq!(
            refused(&[number(WORKER_MAX_RUNS, 0)]),
            "worker_max_runs is 0; it must be 1 or more\n  \
             worker_max_runs is set by flag --worker-max-runs"
        );
        assert_eq!(
            refused(&[number(WORKERS, 0), (REQUIRE_LOCKDOWN, Value::Switch(true))]),
            "require_lockdown is true and workers is 0; only worker processes are locked down\n  \
             workers is set by flag --workers\n  \
             require_lockdown is set by flag --require-lockdown"
        );
    }
}
