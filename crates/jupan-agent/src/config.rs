//! Where the settings of a model come from: flags, the environment, a `.env` file.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::Url;
use secrecy::SecretString;

use crate::{Api, HttpModelSettings};

/// OpenAI's own address.
pub const DEFAULT_BASE_URL: &str = "https://api.openai.com/v1";

const API_KEY: &str = "OPENAI_API_KEY";
const BASE_URL: &str = "OPENAI_BASE_URL";
const MODEL: &str = "OPENAI_MODEL";

/// What was given by hand. Whatever is left out comes from [`Variables`] or a default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelOptions {
    /// Address of the API. Else `OPENAI_BASE_URL`, else [`DEFAULT_BASE_URL`].
    pub base_url: Option<String>,
    /// The model's name. Else `OPENAI_MODEL`; there is no default.
    pub model: Option<String>,
    /// The wire format. Else chat completions.
    pub api: Option<Api>,
    /// Time for one answer. Else [`HttpModelSettings::DEFAULT_TIME_OUT`].
    pub time_out: Option<Duration>,
    /// Whether answers are streamed.
    pub stream: bool,
}

/// Variables of the process and of a `.env` file. The process's own win.
#[derive(Default)]
pub struct Variables {
    process: HashMap<String, String>,
    file: HashMap<String, String>,
}

/// Settings that make no model.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The `.env` file can't be read. Its text is not repeated; it may hold a key.
    #[error("`{}` can't be read as lines of NAME=VALUE", .0.display())]
    EnvFile(PathBuf),
    /// No model is named.
    #[error("no model is named; use --model NAME or set {MODEL}")]
    NoModel,
    /// OpenAI's own API needs a key.
    #[error("{DEFAULT_BASE_URL} needs a key; set {API_KEY}, or use --base-url for another server")]
    NoKey,
    /// The key of the environment would go to an address that a file in a folder chose.
    #[error(
        "{BASE_URL} comes from a .env file and {API_KEY} from the environment; to send the key \
         there, name the address with --base-url or put both in the same place"
    )]
    KeyForAnotherPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Process,
    File,
}

impl Variables {
    /// The environment of this process, and the `.env` file in the current folder if there is
    /// one; folders above may be others' and are not looked at. The process's environment is
    /// left as it is.
    ///
    /// # Errors
    ///
    /// When there is a `.env` file that can't be read.
    pub fn load() -> Result<Self, ConfigError> {
        let wanted = [API_KEY, BASE_URL, MODEL];
        let process = wanted
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?)))
            .collect();
        let path = PathBuf::from(".env");
        let lines = match dotenvy::from_path_iter(&path) {
            Ok(lines) => lines,
            Err(error) if error.not_found() => return Ok(Self { process, file: HashMap::new() }),
            Err(_) => return Err(ConfigError::EnvFile(path)),
        };
        let file = lines.collect::<Result<_, _>>().map_err(|_| ConfigError::EnvFile(path))?;
        Ok(Self { process, file })
    }

    /// These variables instead of the real ones.
    #[must_use]
    pub const fn given(process: HashMap<String, String>, file: HashMap<String, String>) -> Self {
        Self { process, file }
    }

    /// A variable that is set to something.
    fn get(&self, name: &str) -> Option<(&str, Source)> {
        [(&self.process, Source::Process), (&self.file, Source::File)].into_iter().find_map(
            |(map, source)| {
                let value = map.get(name)?.trim();
                (!value.is_empty()).then_some((value, source))
            },
        )
    }
}

impl std::fmt::Debug for Variables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be keys.
        f.debug_struct("Variables")
            .field("process", &self.process.keys())
            .field("file", &self.file.keys())
            .finish()
    }
}

impl ModelOptions {
    /// Completes the options from `variables` and the defaults.
    ///
    /// # Errors
    ///
    /// When no model is named, when a key is missing, or when a key would go to an address
    /// that the key's owner did not choose.
    pub fn resolve(self, variables: &Variables) -> Result<HttpModelSettings, ConfigError> {
        let key = variables.get(API_KEY);
        let (base_url, base_source) = match (self.base_url, variables.get(BASE_URL)) {
            (Some(given), _) => (given, None),
            (None, Some((value, source))) => (value.to_owned(), Some(source)),
            (None, None) => (DEFAULT_BASE_URL.to_owned(), None),
        };
        // Whoever can write a `.env` file into a folder must not get the key of those who
        // run the program there.
        if base_source == Some(Source::File) && key.is_some_and(|(_, from)| from == Source::Process)
        {
            return Err(ConfigError::KeyForAnotherPlace);
        }
        let model = self
            .model
            .or_else(|| variables.get(MODEL).map(|(value, _)| value.to_owned()))
            .filter(|model| !model.trim().is_empty())
            .ok_or(ConfigError::NoModel)?;
        let host = Url::parse(&base_url).ok().and_then(|url| url.host_str().map(str::to_owned));
        if key.is_none() && host.as_deref() == Some("api.openai.com") {
            return Err(ConfigError::NoKey);
        }
        let defaults = HttpModelSettings::new(base_url, model);
        Ok(HttpModelSettings {
            api: self.api.unwrap_or_default(),
            api_key: key.map(|(value, _)| SecretString::from(value)),
            time_out: self.time_out.unwrap_or(defaults.time_out),
            stream: self.stream,
            ..defaults
        })
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn variables(process: &[(&str, &str)], file: &[(&str, &str)]) -> Variables {
        let map = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        Variables::given(map(process), map(file))
    }

    /// Base URL, model and key.
    fn resolve(
        options: ModelOptions,
        variables: &Variables,
    ) -> Result<(String, String, Option<String>), String> {
        let settings = options.resolve(variables).map_err(|error| error.to_string())?;
        let key = settings.api_key.map(|key| key.expose_secret().to_owned());
        Ok((settings.base_url, settings.model, key))
    }

    fn found(
        base_url: &str,
        model: &str,
        key: Option<&str>,
    ) -> Result<(String, String, Option<String>), String> {
        Ok((base_url.to_owned(), model.to_owned(), key.map(str::to_owned)))
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        let file = [(BASE_URL, "http://f"), (MODEL, "fm"), (API_KEY, "fk")];
        let process = [(BASE_URL, "http://p"), (MODEL, "pm"), (API_KEY, "pk")];
        let options = || ModelOptions::default();
        assert_eq!(resolve(options(), &variables(&[], &file)), found("http://f", "fm", Some("fk")));
        assert_eq!(
            resolve(options(), &variables(&process, &file)),
            found("http://p", "pm", Some("pk"))
        );
        let flags = ModelOptions {
            base_url: Some("http://o".to_owned()),
            model: Some("om".to_owned()),
            ..options()
        };
        assert_eq!(
            resolve(flags, &variables(&process, &file)),
            found("http://o", "om", Some("pk"))
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(
            resolve(ModelOptions::default(), &variables(&[(API_KEY, "k"), (MODEL, " ")], &[])),
            Err("no model is named; use --model NAME or set OPENAI_MODEL".to_owned())
        );
        let named = ModelOptions { model: Some("m".to_owned()), ..ModelOptions::default() };
        assert_eq!(
            resolve(named.clone(), &variables(&[], &[])),
            Err("https://api.openai.com/v1 needs a key; set OPENAI_API_KEY, or use --base-url \
                 for another server"
                .to_owned())
        );
        assert_eq!(
            resolve(named.clone(), &variables(&[(API_KEY, "k")], &[])),
            found(DEFAULT_BASE_URL, "m", Some("k"))
        );
        let local = ModelOptions { base_url: Some("http://127.0.0.1:1/v1".to_owned()), ..named };
        assert_eq!(resolve(local, &variables(&[], &[])), found("http://127.0.0.1:1/v1", "m", None));
    }

    #[test]
    fn a_key_does_not_go_where_a_file_in_a_folder_says() {
        let variables = variables(&[(API_KEY, "k"), (MODEL, "m")], &[(BASE_URL, "http://evil")]);
        assert!(matches!(
            ModelOptions::default().resolve(&variables),
            Err(ConfigError::KeyForAnotherPlace)
        ));
        let chosen =
            ModelOptions { base_url: Some("http://mine".to_owned()), ..ModelOptions::default() };
        assert_eq!(resolve(chosen, &variables), found("http://mine", "m", Some("k")));
    }

    #[test]
    fn no_value_is_in_debug() {
        let variables = variables(&[(API_KEY, "k-123")], &[(API_KEY, "k-456")]);
        let text = format!("{variables:?}");
        assert!(!text.contains("k-123") && !text.contains("k-456"), "{text}");
        let named = ModelOptions { model: Some("m".to_owned()), ..ModelOptions::default() };
        assert!(!format!("{:?}", named.resolve(&variables).unwrap()).contains("k-123"));
    }
}
