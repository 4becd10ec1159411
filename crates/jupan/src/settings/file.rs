//! The configuration file.

use std::path::{Path, PathBuf};

use jupan_server::NamedClient;
use serde::Deserialize;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::Kind;
use super::keys::{KEYS, Key};
use super::{SettingsError, Value};

/// One value that the file sets.
pub(super) type FileValue = (&'static Key, Value);

/// The configuration file to use: `explicit` if given, else the first that exists of
/// `jupan.toml` in the current folder and `jupan/config.toml` in the user's folder for
/// configuration.
pub(super) fn find(explicit: Option<&Path>) -> Option<PathBuf> {
    if let Some(path) = explicit {
        return Some(path.to_owned());
    }
    let user = std::env::var_os("XDG_CONFIG_HOME")
        .filter(|dir| !dir.is_empty())
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".config")));
    std::iter::once(PathBuf::from("jupan.toml"))
        .chain(user.map(|dir| dir.join("jupan/config.toml")))
        .find(|path| path.exists())
}

/// Reads the file at `path`: the settings, and the clients, which no flag could name.
pub(super) fn read(path: &Path) -> Result<(Vec<FileValue>, Vec<NamedClient>), SettingsError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
    let (parsed, clients) = parse(&text).map_err(|problem| SettingsError::File {
        path: path.to_owned(),
        line: problem.line,
        message: problem.message,
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let values =
        parsed.into_iter().map(|(key, value)| (key, relative_to(base, key, value))).collect();
    Ok((values, clients))
}

/// A folder named in the file is meant from where the file lies, not from where the command
/// was typed.
fn relative_to(base: &Path, key: &Key, value: Value) -> Value {
    match (key.kind, value) {
        (Kind::Folder, Value::Text(text)) => {
            Value::Text(base.join(text).to_string_lossy().into_owned())
        }
        (_, value) => value,
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Problem {
    /// Counted from 1.
    line: usize,
    message: String,
}

/// The key of the clients, each a table of its own.
const CLIENTS: &str = "clients";

fn parse(text: &str) -> Result<(Vec<FileValue>, Vec<NamedClient>), Problem> {
    let line_at = |at: usize| {
        text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
    };
    let table = DeTable::parse(text).map_err(|error| Problem {
        line: line_at(error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let mut table = table.into_inner();
    let clients = match table.remove(CLIENTS) {
        None => Vec::new(),
        Some(clients) => {
            let start = clients.span().start;
            Vec::deserialize(ValueDeserializer::from(clients)).map_err(|error| Problem {
                line: line_at(error.span().map_or(start, |span| span.start)),
                // The text of the file may hold a token, so only what is wrong is said.
                message: format!("{CLIENTS}: {}", error.message()),
            })?
        }
    };
    let mut found = Vec::new();
    collect("", &table, &mut found)
        .map_err(|(at, message)| Problem { line: line_at(at), message })?;
    Ok((found, clients))
}

/// Adds the values of `table`, whose name is `prefix`, to `found`. An error has its place in
/// the text.
fn collect(
    prefix: &str,
    table: &DeTable<'_>,
    found: &mut Vec<FileValue>,
) -> Result<(), (usize, String)> {
    for (name, value) in table {
        let at = name.span().start;
        let path = if prefix.is_empty() {
            name.get_ref().to_string()
        } else {
            format!("{prefix}.{}", name.get_ref())
        };
        let is_group = KEYS.iter().any(|key| key.path.starts_with(&format!("{path}.")));
        match (value.get_ref(), Key::find(&path)) {
            (DeValue::Table(inner), None) if is_group => collect(&path, inner, found)?,
            (other, None) if is_group => {
                let message = format!("`{path}` is {}; it must be a table", described(other));
                return Err((at, message));
            }
            (_, None) => return Err((at, unknown(&path))),
            (value, Some(key)) => {
                found.push((key, read_value(key, value).map_err(|message| (at, message))?));
            }
        }
    }
    Ok(())
}

fn read_value(key: &Key, value: &DeValue<'_>) -> Result<Value, String> {
    let wrong = |wanted: String| {
        // A secret of the wrong form is still a secret.
        let shown = match key.kind {
            Kind::Secret => "not a text".to_owned(),
            _ => described(value),
        };
        format!("`{}` is {shown}; {wanted}", key.path)
    };
    match (value, key.kind) {
        (DeValue::Integer(number), Kind::Number) => {
            i64::from_str_radix(number.as_str(), number.radix())
                .ok()
                .and_then(|number| u64::try_from(number).ok())
                .map(Value::Number)
                .ok_or_else(|| wrong(key.kind.wanted()))
        }
        (DeValue::Boolean(truth), Kind::Switch) => Ok(Value::Switch(*truth)),
        (DeValue::Array(items), Kind::List) => items
            .iter()
            .map(|item| Some(item.get_ref().as_str()?.to_owned()))
            .collect::<Option<_>>()
            .map(Value::List)
            .ok_or_else(|| wrong(key.kind.wanted())),
        (
            DeValue::String(text),
            Kind::Address | Kind::Folder | Kind::Secret | Kind::Url | Kind::Text | Kind::Choice(_),
        ) => key.kind.read(text).map_err(wrong),
        _ => Err(wrong(key.kind.wanted())),
    }
}

fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {text:?}"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(time) => format!("the time {time}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Below this likeness, 0 to 1, a suggestion would be a guess.
const LIKENESS: f64 = 0.8;

fn unknown(path: &str) -> String {
    let alike = KEYS
        .iter()
        .map(|key| (strsim::normalized_damerau_levenshtein(path, key.path), key.path))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match alike {
        Some((_, known)) => format!("unknown key `{path}`; did you mean `{known}`?"),
        None => format!("unknown key `{path}`; `jupan config` lists the keys there are"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<(&'static str, Value)>, Problem> {
        parse(text)
            .map(|(found, _)| found.into_iter().map(|(key, value)| (key.path, value)).collect())
    }

    fn problem(text: &str) -> (usize, String) {
        let problem = values(text).unwrap_err();
        (problem.line, problem.message)
    }

    #[test]
    fn an_empty_file_sets_nothing() {
        assert_eq!(values(""), Ok(vec![]));
        assert_eq!(values("# only a comment\n[default_limits]\n"), Ok(vec![]));
    }

    #[test]
    fn tables_and_dotted_keys_mean_the_same() {
        let expected = Ok(vec![
            ("default_limits.wall_ms", Value::Number(2000)),
            ("listen", Value::Text("127.0.0.1:9000".to_owned())),
        ]);
        let listen = "listen = \"127.0.0.1:9000\"\n";
        assert_eq!(values(&format!("{listen}[default_limits]\nwall_ms = 2_000")), expected);
        assert_eq!(values(&format!("{listen}default_limits.wall_ms = 0x7d0")), expected);
    }

    #[test]
    fn clients_are_tables_of_their_own() {
        let text = "max_queued_runs = 3\n\n[[clients]]\nname = \"ci\"\ntoken = \"0123456789abcdef\"\n\
                    max_concurrent_runs = 2\n";
        let (values, clients) = parse(text).unwrap();
        assert_eq!(values.len(), 1);
        assert_eq!(
            clients,
            [NamedClient {
                name: "ci".to_owned(),
                token: jupan_server::BearerToken::new("0123456789abcdef"),
                max_concurrent_runs: Some(2),
                max_runs_per_minute: None,
            }]
        );
        let (line, message) = problem("[[clients]]\nname = \"ci\"\ntoken = 5\n");
        assert_eq!(line, 3);
        assert!(message.starts_with("clients: invalid type: integer `5`"), "{message}");
        let (line, message) = problem("\n[[clients]]\nname = \"ci\"\ntoken = \"x\"\nruns = 5\n");
        assert_eq!(line, 5);
        assert!(message.starts_with("clients: unknown field `runs`"), "{message}");
    }

    #[test]
    fn a_list_is_a_list() {
        assert_eq!(
            values("allowed_hosts = [\"a.example\", \"b\"]"),
            Ok(vec![("allowed_hosts", Value::List(vec!["a.example".to_owned(), "b".to_owned()]))])
        );
    }

    #[test]
    fn a_bad_value_is_named_with_its_line_and_what_would_be_right() {
        for (text, line, message) in [
            (
                "\nmax_queued_runs = -1",
                2,
                "`max_queued_runs` is the number -1; it must be a whole number, 0 or more",
            ),
            (
                "queue_wait_ms = \"5\"",
                1,
                "`queue_wait_ms` is the text \"5\"; it must be a whole number, 0 or more",
            ),
            (
                "queue_wait_ms = nan",
                1,
                "`queue_wait_ms` is the number nan; it must be a whole number, 0 or more",
            ),
            (
                "listen = 8787",
                1,
                "`listen` is the number 8787; it must be an IP address and a port, such as 127.0.0.1:8787",
            ),
            (
                "listen = \"localhost\"",
                1,
                "`listen` is the text \"localhost\"; it must be an IP address and a port, such as 127.0.0.1:8787",
            ),
            (
                "log_format = \"xml\"",
                1,
                "`log_format` is the text \"xml\"; it must be one of human, json",
            ),
            ("default_limits = 5", 1, "`default_limits` is the number 5; it must be a table"),
            (
                "listen = [1]",
                1,
                "`listen` is a list; it must be an IP address and a port, such as 127.0.0.1:8787",
            ),
            (
                "require_lockdown = 1",
                1,
                "`require_lockdown` is the number 1; it must be true or false",
            ),
            (
                "allowed_hosts = [\"a\", 1]",
                1,
                "`allowed_hosts` is a list; it must be a list of texts",
            ),
            (
                "allowed_hosts = \"a\"",
                1,
                "`allowed_hosts` is the text \"a\"; it must be a list of texts",
            ),
            ("bearer_token = 123456", 1, "`bearer_token` is not a text; it must be a text"),
        ] {
            assert_eq!(problem(text), (line, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn an_unknown_key_is_named() {
        assert_eq!(
            problem("[default_limits]\nwal_ms = 1"),
            (
                2,
                "unknown key `default_limits.wal_ms`; did you mean `default_limits.wall_ms`?"
                    .to_owned()
            )
        );
        assert_eq!(
            problem("colour = true"),
            (1, "unknown key `colour`; `jupan config` lists the keys there are".to_owned())
        );
        assert_eq!(problem("listen.port = 1").0, 1);
    }

    #[test]
    fn text_that_is_not_toml_has_its_line() {
        assert_eq!(problem("listen = \"127.0.0.1:1\"\nimage = \n").0, 2);
    }

    #[test]
    fn folders_are_meant_from_where_the_file_lies() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("jupan.toml");
        std::fs::write(&path, "image = \"images/python\"").unwrap();
        let (_, value) = read(&path).unwrap().0.remove(0);
        let expected = dir.path().join("images/python");
        assert_eq!(value, Value::Text(expected.to_string_lossy().into_owned()));
    }
}
