//! `jupan config`.

use anyhow::{Context, Result};
use jupan_server::NamedClient;
use serde_json::json;

use crate::exit::Exit;
use crate::output;
use crate::settings::Kind;
use crate::settings::{Setting, Settings, SettingsArgs, Value};

/// What is shown of a secret.
const MASKED: &str = "[set, not shown]";

#[derive(Debug, clap::Args)]
#[command(after_help = Exit::HELP)]
pub(crate) struct ConfigArgs {
    /// Print JSON: for each setting its value and its source.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl ConfigArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings)?;
        let shown = if self.json { as_json(&settings) } else { as_toml(&settings) };
        output::stdout(&shown).context("cannot print the configuration")?;
        // What is in force is shown even when it cannot be used: that is when one looks.
        settings.server()?;
        settings.workers()?;
        Ok(Exit::Ok)
    }
}

/// As a configuration file with the sources as comments.
fn as_toml(settings: &Settings) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut table = "";
    for setting in settings.iter() {
        let (group, name) = setting.key.path.split_once('.').unwrap_or(("", setting.key.path));
        if group != table {
            lines.push((String::new(), String::new()));
            lines.push((format!("[{group}]"), String::new()));
            table = group;
        }
        match shown(setting) {
            Some(value) => {
                lines.push((format!("{name} = {}", value.toml()), setting.source.to_string()))
            }
            None => lines.push((format!("# {name} is not set"), setting.source.to_string())),
        }
    }
    for client in settings.clients() {
        lines.push((String::new(), String::new()));
        lines.push(("[[clients]]".to_owned(), String::new()));
        lines.push((format!("name = {:?}", client.name), "file".to_owned()));
        lines.push((format!("token = {MASKED:?}"), "file".to_owned()));
        for (name, value) in ceilings(client) {
            lines.push((format!("{name} = {value}"), "file".to_owned()));
        }
    }
    let width = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    lines
        .into_iter()
        .map(|(text, source)| match source.as_str() {
            "" => format!("{text}\n"),
            source => format!("{text:width$}  # {source}\n"),
        })
        .collect()
}

/// The ceilings that `client` has of its own.
fn ceilings(client: &NamedClient) -> impl Iterator<Item = (&'static str, u64)> {
    [
        ("max_concurrent_runs", client.max_concurrent_runs),
        ("max_runs_per_minute", client.max_runs_per_minute),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
}

fn as_json(settings: &Settings) -> String {
    let mut all: serde_json::Map<String, serde_json::Value> = settings
        .iter()
        .map(|setting| {
            let value = match shown(setting) {
                Some(Value::Number(number)) => json!(number),
                Some(Value::Switch(truth)) => json!(truth),
                Some(Value::List(items)) => json!(items),
                Some(Value::Text(text)) => json!(text),
                None => serde_json::Value::Null,
            };
            let entry = json!({ "value": value, "source": setting.source.to_string() });
            (setting.key.path.to_owned(), entry)
        })
        .collect();
    if !settings.clients().is_empty() {
        let clients: Vec<serde_json::Value> = settings
            .clients()
            .iter()
            .map(|client| {
                let mut shown = json!({ "name": client.name, "token": MASKED });
                for (name, value) in ceilings(client) {
                    shown[name] = json!(value);
                }
                shown
            })
            .collect();
        all.insert("clients".to_owned(), json!({ "value": clients, "source": "file" }));
    }
    format!("{:#}\n", serde_json::Value::Object(all))
}

fn shown(setting: &Setting) -> Option<Value> {
    match (setting.key.kind, &setting.value) {
        (Kind::Secret, Some(_)) => Some(Value::Text(MASKED.to_owned())),
        (_, value) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Settings {
        use clap::{Args, FromArgMatches};

        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let matches = SettingsArgs::augment_args(clap::Command::new("test").no_binary_name(true))
            .get_matches_from([
                "--config",
                file.path().to_str().unwrap(),
                "--max-queued-runs",
                "7",
            ]);
        Settings::load(&SettingsArgs::from_arg_matches(&matches).unwrap()).unwrap()
    }

    #[test]
    fn what_is_shown_can_be_read_again_and_has_no_secret() {
        let settings =
            settings("bearer_token = \"sesame-sesame-sesame\"\n[default_limits]\nfuel = 5_000_000");
        for text in [as_toml(&settings), as_json(&settings)] {
            assert!(!text.contains("sesame"), "{text}");
        }
        let table: toml::Table = as_toml(&settings).parse().unwrap();
        assert_eq!(table["max_queued_runs"].as_integer(), Some(7));
        assert_eq!(table["default_limits"]["fuel"].as_integer(), Some(5_000_000));
        let json: serde_json::Value = serde_json::from_str(&as_json(&settings)).unwrap();
        assert_eq!(
            json["max_queued_runs"],
            json!({"value": 7, "source": "flag --max-queued-runs"})
        );
        assert_eq!(json["queue_wait_ms"], json!({"value": 30_000, "source": "default"}));
        assert_eq!(json["image"], json!({"value": null, "source": "default"}));
    }
}
