//! Environment variables that would be settings if their names or values were right. A limit
//! that is misspelt and so not in force must not go unnoticed.

use std::ffi::{OsStr, OsString};

use super::SettingsError;
use super::keys::KEYS;

/// What every variable of ours begins with.
const PREFIX: &str = "JUPAN_";
/// The variable that names the configuration file; it is no setting.
pub(super) const CONFIG: &str = "JUPAN_CONFIG";
/// Below this likeness, 0 to 1, a suggestion would be a guess.
const LIKENESS: f64 = 0.8;

/// Refuses a variable of ours that no setting has.
pub(super) fn check(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<(), SettingsError> {
    for (name, value) in variables {
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && !is_known(&name) && !is_service_link(&name, &value) {
            let known = nearest(&name);
            return Err(SettingsError::UnknownVariable { name: name.into_owned(), known });
        }
    }
    Ok(())
}

/// The first variable of ours whose value is no text. The parser of the command line does not
/// say which it stumbled over.
pub(crate) fn not_utf_8(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Option<&'static str> {
    let variables: Vec<_> = variables.into_iter().collect();
    KEYS.iter().map(|key| key.variable.as_str()).find(|known| {
        variables.iter().any(|(name, value)| name == known && value.to_str().is_none())
    })
}

fn known() -> impl Iterator<Item = &'static str> {
    // Builds for tests may read one more.
    let of_tests = jupan_sandbox::Safeguard::VARIABLE;
    KEYS.iter().map(|key| key.variable.as_str()).chain([CONFIG]).chain(of_tests)
}

fn is_known(name: &str) -> bool {
    known().any(|known| known == name)
}

fn nearest(name: &str) -> Option<&'static str> {
    known()
        .map(|known| (strsim::normalized_damerau_levenshtein(name, known), known))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

/// Whether the variable is one of those that Kubernetes and Docker give to every container
/// near a service called jupan. They set nothing, and nobody chose them.
fn is_service_link(name: &str, value: &OsStr) -> bool {
    let is_url = value
        .to_str()
        .is_some_and(|value| ["tcp://", "udp://"].iter().any(|scheme| value.starts_with(scheme)));
    match name.strip_prefix(PREFIX) {
        Some("PORT") => is_url,
        Some(rest) => {
            rest == "SERVICE_HOST"
                || rest.starts_with("SERVICE_PORT")
                || rest
                    .strip_prefix("PORT_")
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn what_no_setting_has_is_refused_with_the_nearest_name() {
        for (name, message) in [
            (
                "JUPAN_MAX_QUEUED_RUN",
                "there is no setting for the environment variable JUPAN_MAX_QUEUED_RUN; did you \
                 mean JUPAN_MAX_QUEUED_RUNS?",
            ),
            (
                "JUPAN_CONFG",
                "there is no setting for the environment variable JUPAN_CONFG; did you mean \
                 JUPAN_CONFIG?",
            ),
            (
                "JUPAN_PORT",
                "there is no setting for the environment variable JUPAN_PORT; `jupan serve \
                 --help` lists those there are",
            ),
        ] {
            let error = check(variables(&[("PATH", "/bin"), (name, "9000")])).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn settings_and_what_is_not_ours_pass() {
        let ours = known().map(|name| (name.into(), "1".into()));
        let links = variables(&[
            ("JUPAN_SERVICE_HOST", "10.0.0.1"),
            ("JUPAN_SERVICE_PORT", "8787"),
            ("JUPAN_SERVICE_PORT_HTTP", "8787"),
            ("JUPAN_PORT", "tcp://10.0.0.1:8787"),
            ("JUPAN_PORT_8787_TCP_ADDR", "10.0.0.1"),
            ("MY_JUPAN_LISTEN", "x"),
            ("jupan_listen", "x"),
        ]);
        assert!(check(ours.chain(links)).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_value_that_is_no_text_is_named() {
        use std::os::unix::ffi::OsStringExt;

        let bad = OsString::from_vec(vec![0xff]);
        let mut all = variables(&[("JUPAN_LOG", "info")]);
        assert_eq!(not_utf_8(all.clone()), None);
        // A path need not be a text.
        all.push((CONFIG.into(), bad.clone()));
        assert_eq!(not_utf_8(all.clone()), None);
        all.push(("JUPAN_LISTEN".into(), bad));
        assert_eq!(not_utf_8(all), Some("JUPAN_LISTEN"));
    }
}
