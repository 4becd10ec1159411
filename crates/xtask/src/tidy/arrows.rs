//! Who may depend on whom.

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, Metadata};

/// Our crates and what each may import of ours. A crate that is not here is refused, so that
/// a new one is a decision.
const ARROWS: [(&str, &[&str]); 12] = [
    ("jupan-abi", &[]),
    ("jupan-api", &[]),
    ("jupan-sandbox", &["jupan-abi"]),
    ("jupan-server", &["jupan-api", "jupan-sandbox"]),
    ("jupan-client", &["jupan-api"]),
    ("jupan-agent", &["jupan-client"]),
    ("jupan-selftest", &["jupan-api"]),
    // The self-test talks to a running server as any client does.
    ("jupan", &["jupan-agent", "jupan-client", "jupan-sandbox", "jupan-selftest", "jupan-server"]),
    ("jupan-guest", &["jupan-abi"]),
    ("jupan-fuzz", &["jupan-abi", "jupan-api", "jupan-sandbox", "jupan-server"]),
    // The harness loads the real image itself, and answers are read as the contract's types.
    (
        "jupan-tests",
        &[
            "jupan-agent",
            "jupan-api",
            "jupan-client",
            "jupan-sandbox",
            "jupan-selftest",
            "jupan-server",
        ],
    ),
    ("xtask", &[]),
];

/// What the tests of a crate may import beyond that: types that say what goes over the wire.
const CONTRACTS: [&str; 2] = ["jupan-abi", "jupan-api"];

/// Crates of others that only some of ours may name: the start of the name, and who may.
const RESERVED: [(&str, &[&str]); 5] = [
    ("wasmtime", &["jupan-sandbox"]),
    ("axum", &["jupan-server"]),
    ("reqwest", &["jupan-agent", "jupan-client"]),
    ("async-openai", &["jupan-agent"]),
    ("rustpython", &["jupan-guest"]),
];

/// A crate of ours and what it depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) dependencies: BTreeSet<Dependency>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Whether only tests, examples and benchmarks see it.
    pub(super) is_dev: bool,
}

/// The crates of one workspace.
pub(super) fn packages(metadata: &Metadata) -> Vec<Package> {
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| Package {
            name: package.name.to_string(),
            dependencies: package
                .dependencies
                .iter()
                .map(|dependency| Dependency {
                    name: dependency.name.clone(),
                    is_dev: dependency.kind == DependencyKind::Development,
                })
                .collect(),
        })
        .collect()
}

/// Every arrow that is not allowed, in a sentence.
pub(super) fn check(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Package) -> Vec<String> {
    let name = &package.name;
    let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| crate_name == name) else {
        return vec![format!(
            "{name} has no row in the table of allowed dependencies (crates/xtask/src/tidy/arrows.rs)"
        )];
    };
    let mut wrong = Vec::new();
    for dependency in &package.dependencies {
        let other = dependency.name.as_str();
        let is_ours = ARROWS.iter().any(|(crate_name, _)| *crate_name == other);
        let is_test_contract = dependency.is_dev && CONTRACTS.contains(&other);
        if is_ours && !allowed.contains(&other) && !is_test_contract {
            let allowed =
                if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
            wrong.push(format!("{name} depends on {other}; of ours it may import {allowed}"));
        }
        for (start, owners) in RESERVED {
            if other.starts_with(start) && !owners.contains(&name.as_str()) {
                wrong.push(format!("{name} names {other}; only {} may", owners.join(", ")));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        Package {
            name: name.to_owned(),
            dependencies: dependencies
                .iter()
                .map(|&(name, is_dev)| Dependency { name: name.to_owned(), is_dev })
                .collect(),
        }
    }

    #[test]
    fn the_planned_arrows_are_allowed() {
        let packages = [
            package("jupan-api", &[("serde", false)]),
            package("jupan-sandbox", &[("jupan-abi", false), ("wasmtime-wizer", false)]),
            package("jupan-server", &[("jupan-api", false), ("axum", false)]),
            package("jupan-agent", &[("jupan-client", false), ("jupan-api", true)]),
            package("jupan-guest", &[("jupan-abi", false), ("rustpython-vm", false)]),
        ];
        assert_eq!(check(&packages), Vec::<String>::new());
    }

    #[test]
    fn a_forbidden_arrow_is_named() {
        let packages = [
            package("jupan-agent", &[("jupan-sandbox", true)]),
            package("jupan-client", &[("jupan-abi", false)]),
            package("xtask", &[("jupan-api", false)]),
        ];
        assert_eq!(
            check(&packages),
            [
                "jupan-agent depends on jupan-sandbox; of ours it may import jupan-client",
                "jupan-client depends on jupan-abi; of ours it may import jupan-api",
                "xtask depends on jupan-api; of ours it may import nothing",
            ]
        );
    }

    #[test]
    fn reserved_crates_have_one_owner() {
        let packages = [
            package("jupan-server", &[("wasmtime-wasi", false)]),
            package("jupan-tests", &[("axum-extra", true)]),
        ];
        assert_eq!(
            check(&packages),
            [
                "jupan-server names wasmtime-wasi; only jupan-sandbox may",
                "jupan-tests names axum-extra; only jupan-server may",
            ]
        );
    }

    #[test]
    fn an_unknown_crate_is_refused() {
        assert_eq!(
            check(&[package("jupan-extra", &[])]),
            [
                "jupan-extra has no row in the table of allowed dependencies (crates/xtask/src/tidy/arrows.rs)"
            ]
        );
    }
}
