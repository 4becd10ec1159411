//! What is configured, and by whom.
//!
//! ```text
//! flag  >  environment variable  >  configuration file  >  default
//! ```
//!
//! [`keys`] has the one table of settings; flags, variables and file keys all come from it
//! and follow one rule: the file's `default_limits.wall_ms` is the flag
//! `--default-limits-wall-ms` and the variable `JUPAN_DEFAULT_LIMITS_WALL_MS`.

mod args;
mod file;
pub(crate) mod keys;
mod kind;
pub(crate) mod variables;
mod workers;

use std::fmt;
use std::path::{Path, PathBuf};

use jupan_server::{NamedClient, ServerConfig};
use serde::Deserialize;

pub(crate) use self::args::{SettingsArgs, ShortSettingsArgs};
use self::keys::{IMAGE, KEYS, Key, LOG, LOG_FORMAT, OTLP_ENDPOINT};
pub(crate) use self::kind::Kind;
pub(crate) use self::workers::Workers;

/// A value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A whole number.
    Number(u64),
    /// Yes or no.
    Switch(bool),
    /// Texts.
    List(Vec<String>),
    /// Anything else.
    Text(String),
}

/// Who set a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nobody.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// An environment variable.
    Variable(&'static str),
    /// A flag, without its dashes.
    Flag(&'static str),
}

/// A setting as it is in force.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// Which.
    pub(crate) key: &'static Key,
    /// `None` if nobody set it and it has no default.
    pub(crate) value: Option<Value>,
    /// Who set it.
    pub(crate) source: Source,
}

/// All settings, in the order of [`KEYS`], and the clients, which only the file can name.
#[derive(Debug, Clone)]
pub(crate) struct Settings(Vec<Setting>, Vec<NamedClient>);

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read the configuration file {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file holds something wrong.
    #[error("{}:{line}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// An environment variable looks like a setting and is none.
    #[error("there is no setting for the environment variable {name}; {}", known.map_or_else(
        || "`jupan serve --help` lists those there are".to_owned(),
        |known| format!("did you mean {known}?")
    ))]
    UnknownVariable {
        /// Its name.
        name: String,
        /// The setting's variable that is most like it, if one is.
        known: Option<&'static str>,
    },
    /// The values are no configuration, alone or together.
    #[error("{message}{}", origins.iter().map(|origin| format!("\n  {origin}")).collect::<String>())]
    Invalid {
        /// What is wrong.
        message: String,
        /// Who set the values that the message names.
        origins: Vec<String>,
    },
}

impl Settings {
    /// Puts the layers together.
    ///
    /// # Errors
    ///
    /// When the configuration file is wrong, or there is an environment variable of ours that no
    /// setting has. Whether the values are right is [`Settings::server`]'s business.
    pub(crate) fn load(args: &SettingsArgs) -> Result<Self, SettingsError> {
        variables::check(std::env::vars_os())?;
        let path = file::find(args.file.as_deref());
        let (from_file, clients) = match &path {
            Some(path) => file::read(path)?,
            None => Default::default(),
        };
        let mut settings = Self(
            KEYS.iter()
                .map(|key| {
                    let given = args.given.iter().find(|(other, ..)| other.path == key.path);
                    let in_file = from_file.iter().find(|(other, _)| other.path == key.path);
                    let (value, source) = match (given, in_file, &path) {
                        (Some((_, value, source)), ..) => (Some(value.clone()), source.clone()),
                        (None, Some((_, value)), Some(path)) => {
                            (Some(value.clone()), Source::File(path.clone()))
                        }
                        _ => (key.default.clone(), Source::Default),
                    };
                    Setting { key, value, source }
                })
                .collect(),
            clients,
        );
        settings.let_workers_follow();
        Ok(settings)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// The clients that have tokens of their own.
    pub(crate) fn clients(&self) -> &[NamedClient] {
        &self.1
    }

    /// The folder of the image, if it is set.
    pub(crate) fn image(&self) -> Option<&Path> {
        self.text(IMAGE).map(Path::new)
    }

    /// The log filter; `None` unless someone set it.
    pub(crate) fn log(&self) -> Option<&str> {
        let is_default = self.find(LOG).is_none_or(|setting| setting.source == Source::Default);
        self.text(LOG).filter(|_| !is_default)
    }

    /// Whether the log is to be JSON.
    pub(crate) fn log_is_json(&self) -> bool {
        self.text(LOG_FORMAT) == Some("json")
    }

    /// Where traces go, if anywhere.
    pub(crate) fn otlp_endpoint(&self) -> Option<&str> {
        self.text(OTLP_ENDPOINT)
    }

    /// The server's part.
    ///
    /// # Errors
    ///
    /// When a value is out of range, or the values do not go together.
    pub(crate) fn server(&self) -> Result<ServerConfig, SettingsError> {
        let mut table = toml::Table::new();
        for Setting { key, value, .. } in self.0.iter().filter(|setting| setting.key.is_server()) {
            let Some(value) = value else { continue };
            match key.path.split_once('.') {
                None => drop(table.insert(key.path.to_owned(), value.toml())),
                Some((group, name)) => {
                    let inner = table
                        .entry(group)
                        .or_insert_with(|| toml::Value::Table(toml::Table::new()));
                    if let toml::Value::Table(inner) = inner {
                        inner.insert(name.to_owned(), value.toml());
                    }
                }
            }
        }
        let mut config =
            ServerConfig::deserialize(table).map_err(|error| self.invalid(error.to_string()))?;
        config.clients.clone_from(&self.1);
        config.validate().map_err(|error| self.invalid(error.to_string()))?;
        Ok(config)
    }

    /// The error for a message that names settings, with who set them.
    fn invalid(&self, message: String) -> SettingsError {
        let words: Vec<&str> = message
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .map(|word| word.trim_matches('.'))
            .collect();
        let origins = self
            .0
            .iter()
            .filter(|setting| words.contains(&setting.key.path))
            .filter(|setting| setting.source != Source::Default)
            .map(|setting| format!("{} is set by {}", setting.key.path, setting.source))
            .collect();
        SettingsError::Invalid { message, origins }
    }

    fn find(&self, path: &str) -> Option<&Setting> {
        self.0.iter().find(|setting| setting.key.path == path)
    }

    fn text(&self, path: &str) -> Option<&str> {
        match &self.find(path)?.value {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}

impl Value {
    /// As TOML has it.
    pub(crate) fn toml(&self) -> toml::Value {
        match self {
            // The readers of numbers let nothing larger in.
            Self::Number(number) => {
                toml::Value::Integer(i64::try_from(*number).unwrap_or(i64::MAX))
            }
            Self::Switch(truth) => toml::Value::Boolean(*truth),
            Self::List(items) => items.iter().map(String::as_str).collect::<Vec<_>>().into(),
            Self::Text(text) => toml::Value::String(text.clone()),
        }
    }

    /// As one would type it after a flag.
    pub(crate) fn bare(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Switch(truth) => truth.to_string(),
            Self::List(items) if items.is_empty() => "none".to_owned(),
            Self::List(items) => items.join(","),
            Self::Text(text) => text.clone(),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag(name) => write!(f, "flag --{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(given: &[(&str, Value, Source)], file: Option<&Path>) -> SettingsArgs {
        SettingsArgs {
            file: file.map(Path::to_owned),
            given: given
                .iter()
                .map(|(path, value, source)| {
                    (Key::find(path).unwrap(), value.clone(), source.clone())
                })
                .collect(),
        }
    }

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    #[test]
    fn an_empty_configuration_is_the_default() {
        let empty = file("");
        let settings = Settings::load(&args(&[], Some(empty.path()))).unwrap();
        assert_eq!(settings.server().unwrap(), ServerConfig::default());
        assert_eq!((settings.log(), settings.log_is_json(), settings.image()), (None, false, None));
        assert!(settings.iter().all(|setting| setting.source == Source::Default));
    }

    #[test]
    fn a_flag_counts_before_the_file_and_that_before_the_default() {
        let some =
            file("max_queued_runs = 5\nqueue_wait_ms = 700\n[default_limits]\nwall_ms = 900\n");
        let given = [("max_queued_runs", Value::Number(6), Source::Flag("max-queued-runs"))];
        let settings = Settings::load(&args(&given, Some(some.path()))).unwrap();
        let config = settings.server().unwrap();
        assert_eq!(
            (config.max_queued_runs, config.queue_wait_ms, config.default_limits.wall.as_millis()),
            (6, 700, 900)
        );
        let sources: Vec<_> = ["max_queued_runs", "queue_wait_ms", "max_connections"]
            .map(|path| settings.find(path).unwrap().source.clone())
            .to_vec();
        assert_eq!(
            sources,
            [
                Source::Flag("max-queued-runs"),
                Source::File(some.path().to_owned()),
                Source::Default
            ]
        );
    }

    #[test]
    fn values_that_do_not_go_together_are_named_with_who_set_them() {
        let some = file("[default_limits]\nwall_ms = 60_001\n");
        let error = Settings::load(&args(&[], Some(some.path()))).unwrap().server().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "default_limits.wall_ms is 60001; it must not be above limit_ceilings.wall_ms, \
                 which is 60000\n  default_limits.wall_ms is set by file {}",
                some.path().display()
            )
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error_when_it_was_named() {
        let error = Settings::load(&args(&[], Some(Path::new("no/such.toml")))).unwrap_err();
        assert!(
            matches!(error, SettingsError::Unreadable { path, .. } if path == Path::new("no/such.toml"))
        );
    }
}
