//! The settings as flags and environment variables.

use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::Kind;
use super::keys::{IMAGE, KEYS, Key, LOG, LOG_FORMAT};
use super::variables::CONFIG;
use super::{Source, Value};

/// The flag that names the configuration file.
const FILE: &str = "config";
/// The heading of the flags in `--help`.
const HEADING: &str = "Configuration (a flag counts before the variable, that before the file)";

/// Settings given as flags or variables, and where the configuration file is. Every setting
/// is in `--help`.
#[derive(Debug, Clone, Default)]
pub(crate) struct SettingsArgs {
    /// The configuration file, if one was named.
    pub(super) file: Option<PathBuf>,
    /// What was set, and how.
    pub(super) given: Vec<(&'static Key, Value, Source)>,
}

/// The same for commands that serve nothing: they take the same flags and variables, so that
/// a configuration means the same everywhere, but their `--help` shows only the first few.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShortSettingsArgs(pub(crate) SettingsArgs);

impl Args for SettingsArgs {
    fn augment_args(command: Command) -> Command {
        augment(command, |_| false)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl Args for ShortSettingsArgs {
    fn augment_args(command: Command) -> Command {
        augment(command, |key| ![IMAGE, LOG, LOG_FORMAT].contains(&key.path))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn augment(command: Command, is_hidden: impl Fn(&Key) -> bool) -> Command {
    let file = Arg::new(FILE)
        .long(FILE)
        .env(CONFIG)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(
            "Configuration file, in TOML [default: ./jupan.toml, else jupan/config.toml in the \
             user's configuration folder]",
        )
        .help_heading(HEADING);
    command.arg(file).args(KEYS.iter().map(|key| arg(key).hide(is_hidden(key))))
}

fn arg(key: &'static Key) -> Arg {
    let kind = key.kind;
    let arg = Arg::new(key.path)
        .long(key.flag.as_str())
        .env(key.variable.as_str())
        .hide_env_values(kind == Kind::Secret)
        .value_name(kind.placeholder())
        .value_parser(move |text: &str| kind.read(text))
        .help(help(key))
        .help_heading(HEADING);
    match kind {
        // The flag alone says yes.
        Kind::Switch => arg.num_args(0..=1).require_equals(true).default_missing_value("true"),
        _ => arg,
    }
}

fn help(key: &Key) -> StyledStr {
    match &key.default {
        Some(value) => format!("{} [default: {}]", key.help, value.bare()).into(),
        None => key.help.into(),
    }
}

impl FromArgMatches for SettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = KEYS
            .iter()
            .filter_map(|key| {
                let value = matches.get_one::<Value>(key.path)?.clone();
                let source = match matches.value_source(key.path)? {
                    ValueSource::EnvVariable => Source::Variable(&key.variable),
                    _ => Source::Flag(&key.flag),
                };
                Some((key, value, source))
            })
            .collect();
        Ok(Self { file: matches.get_one::<PathBuf>(FILE).cloned(), given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl FromArgMatches for ShortSettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        SettingsArgs::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
