//! Every bound is put in force under the name of its safeguard, so that a test misses it.

use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

/// The code whose bounds are meant.
const CRATES: [&str; 2] = ["crates/jupan-sandbox/src", "crates/jupan-server/src"];
/// What bounds are called: their names begin or end like this.
const BEGINNINGS: [&str; 1] = ["MAX_"];
const ENDS: [&str; 3] = ["_TIMEOUT", "_STACK_BYTES", "_RESIDENT_BYTES"];
/// What is called like a bound and is none.
const OTHERS: [(&str, &str); 1] = [("MAX_PAUSE", "the pace at which workers are started again")];
/// How far behind the name of a safeguard its bound may stand, in characters.
const REACH: usize = 120;

/// A file of code, without its tests.
#[derive(Debug, Clone)]
pub(super) struct Source {
    /// Relative to the top of the checkout.
    pub(super) path: String,
    pub(super) text: String,
}

/// The code.
pub(super) fn read(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for dir in CRATES {
        for entry in WalkDir::new(root.join(dir)).sort_by_file_name() {
            let path = entry.with_context(|| format!("cannot list {dir}"))?.into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            sources.push(Source { path: shown, text: code.to_owned() });
        }
    }
    Ok(sources)
}

/// Every bound that no safeguard names.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let named: Vec<String> = sources.iter().flat_map(after_safeguards).collect();
    let is_named = |bound: &str| named.iter().any(|text| has_word(text, bound));
    let mut wrong = Vec::new();
    for Source { path, text } in sources {
        for bound in text.lines().filter_map(bound) {
            let is_other = OTHERS.iter().any(|(name, _)| *name == bound);
            if !is_other && !is_named(bound) {
                wrong.push(format!(
                    "{path} has the bound {bound}, which is put in force without a Safeguard: \
                     `cargo xtask mutate` cannot show that a test would miss it"
                ));
            }
        }
    }
    wrong
}

/// The name of the bound that `line` declares. A public one bounds what may be configured, and
/// is put in force where that is checked.
fn bound(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let declared = ["const ", "pub(crate) const ", "pub(super) const "]
        .into_iter()
        .find_map(|start| line.strip_prefix(start))?;
    let (name, _) = declared.split_once(':')?;
    let is_bound = BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || ENDS.iter().any(|end| name.ends_with(end));
    is_bound.then_some(name)
}

/// What stands right behind each use of a safeguard, as far as its statement goes.
fn after_safeguards(source: &Source) -> impl Iterator<Item = String> {
    source.text.split("Safeguard::").skip(1).map(|text| {
        text.split(';').next().unwrap_or_default().chars().take(REACH).collect::<String>()
    })
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_text(text: &str) -> Vec<String> {
        check(&[Source { path: "a.rs".to_owned(), text: text.to_owned() }])
    }

    #[test]
    fn a_bound_that_is_used_without_its_safeguard_is_named() {
        let good = "const MAX_PIECES: u32 = 3;\n\
                    let max = Safeguard::Pieces.unless_off(\n    MAX_PIECES,\n    u32::MAX,\n);\n";
        assert_eq!(check_text(good), Vec::<String>::new());
        assert_eq!(
            check_text("pub(crate) const MAX_PIECES: u32 = 3;\nif n > MAX_PIECES { return; }\n"),
            ["a.rs has the bound MAX_PIECES, which is put in force without a Safeguard: \
              `cargo xtask mutate` cannot show that a test would miss it"]
        );
        // Another bound, whose name begins alike; and one in the statement after.
        assert_eq!(check_text(&good.replace("    MAX_PIECES,", "    MAX_PIECES_SENT,")).len(), 1);
        let after =
            "const START_TIMEOUT: u32 = 3;\nSafeguard::X.is_off();\nsleep(START_TIMEOUT);\n";
        assert_eq!(check_text(after).len(), 1);
    }

    #[test]
    fn only_bounds_are_meant() {
        let text = "pub const MAX_WALL: u32 = 1;\nconst READ_BYTES: u32 = 1;\n\
                    const MAX_PAUSE: u32 = 1;\nlet MAX_X = 1;\n";
        assert_eq!(check_text(text), Vec::<String>::new());
    }
}
