//! Licences and sources of other people's crates, by the rules in `deny.toml`.
//!
//! cargo-deny checks the same and more (`cargo xtask deny`). It takes longer to install than all
//! tests of this check take, so that every test run has this in its place.

use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;
use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::workspace::{GUEST_TARGET, Workspace};
use crate::{command, toolchain};

/// The part of `deny.toml` that counts here.
#[derive(Debug, Deserialize)]
struct Rules {
    licenses: Licences,
    sources: Sources,
}

#[derive(Debug, Deserialize)]
struct Licences {
    /// What any crate may have.
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

/// What one crate may have beyond that.
#[derive(Debug, Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// A crate of other people's.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Crate {
    /// Name and version.
    shown: String,
    name: String,
    /// `None` if the crate names a file in place of a licence.
    licence: Option<String>,
    source: String,
}

/// Checks the dependencies of both workspaces, as far as they are built on this platform.
pub(super) fn check_all(workspace: &Workspace) -> Result<Vec<String>> {
    let rules = read(&workspace.root.join("deny.toml"))?;
    let host = toolchain::host_target(&toolchain::rustc_version(&workspace.root)?)?;
    let mut wrong = Vec::new();
    for (dir, target) in [(&workspace.root, host.as_str()), (&workspace.guest(), GUEST_TARGET)] {
        let metadata = command::metadata(dir, &["--locked", "--filter-platform", target])?;
        wrong.extend(check(&crates(&metadata), &rules));
    }
    Ok(wrong)
}

fn read(path: &Path) -> Result<Rules> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("cannot understand {}", path.display()))
}

fn crates(metadata: &Metadata) -> Vec<Crate> {
    let others = metadata.packages.iter().filter_map(|package| {
        let source = package.source.as_ref()?;
        Some(Crate {
            shown: format!("{} {}", package.name, package.version),
            name: package.name.to_string(),
            licence: package.license.clone(),
            source: source.repr.clone(),
        })
    });
    others.collect()
}

/// Every crate that the rules do not allow, in a sentence.
fn check(crates: &[Crate], rules: &Rules) -> Vec<String> {
    crates
        .iter()
        .flat_map(|other| [licence(other, rules), source(other, rules)])
        .flatten()
        .collect()
}

fn licence(other: &Crate, rules: &Rules) -> Option<String> {
    let exception = rules.licenses.exceptions.iter().find(|rule| rule.name == other.name);
    let Some(licence) = &other.licence else {
        return exception.is_none().then(|| {
            format!("{} names no licence; deny.toml has no exception for it", other.shown)
        });
    };
    let allowed: Vec<&String> = exception
        .map(|rule| &rule.allow)
        .into_iter()
        .chain([&rules.licenses.allow])
        .flatten()
        .collect();
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("{} has the licence `{licence}`, which is none", other.shown));
    };
    let is_allowed = expression
        .evaluate(|required| allowed.iter().any(|&allowed| *allowed == required.to_string()));
    (!is_allowed).then(|| {
        format!("{} has the licence {licence}, which deny.toml does not allow", other.shown)
    })
}

fn source(other: &Crate, rules: &Rules) -> Option<String> {
    let from = other.source.strip_prefix("registry+");
    let is_allowed = rules.sources.allow_registry.iter().any(|allowed| from == Some(allowed));
    (!is_allowed).then(|| {
        format!("{} comes from {}, which deny.toml does not allow", other.shown, other.source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        toml::from_str(
            r#"
            [licenses]
            allow = ["MIT", "Apache-2.0 WITH LLVM-exception"]
            exceptions = [{ crate = "special", allow = ["NCSA"] }]
            [sources]
            allow-registry = ["https://example.org/index"]
            "#,
        )
        .unwrap()
    }

    fn one(name: &str, licence: Option<&str>, source: &str) -> Vec<String> {
        let other = Crate {
            shown: format!("{name} 1.0.0"),
            name: name.to_owned(),
            licence: licence.map(str::to_owned),
            source: source.to_owned(),
        };
        check(&[other], &rules())
    }

    const REGISTRY: &str = "registry+https://example.org/index";

    #[test]
    fn what_is_allowed_in_one_of_its_forms_is_fine() {
        for licence in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-3.0-only/MIT",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0-only",
        ] {
            assert_eq!(one("a", Some(licence), REGISTRY), Vec::<String>::new(), "{licence}");
        }
        assert_eq!(one("special", Some("MIT AND NCSA"), REGISTRY), Vec::<String>::new());
        assert_eq!(one("special", None, REGISTRY), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        assert_eq!(
            one("a", Some("MIT AND NCSA"), REGISTRY),
            ["a 1.0.0 has the licence MIT AND NCSA, which deny.toml does not allow"]
        );
        assert_eq!(
            one("a", Some("Apache-2.0"), REGISTRY),
            ["a 1.0.0 has the licence Apache-2.0, which deny.toml does not allow"]
        );
        assert_eq!(
            one("a", Some("as you like"), REGISTRY),
            ["a 1.0.0 has the licence `as you like`, which is none"]
        );
        assert_eq!(
            one("a", None, REGISTRY),
            ["a 1.0.0 names no licence; deny.toml has no exception for it"]
        );
        assert_eq!(
            one("a", Some("MIT"), "git+https://example.org/a?rev=1#1"),
            [
                "a 1.0.0 comes from git+https://example.org/a?rev=1#1, which deny.toml does not allow"
            ]
        );
    }
}
