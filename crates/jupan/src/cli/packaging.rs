//! What the files in `packaging/` and `examples/` say of the command line is parsed by the
//! command line itself.

use std::path::{Path, PathBuf};

use clap::Parser;
use serde_norway::Value;

use super::Cli;
use crate::settings::keys::KEYS;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files with this ending, below `packaging` and `examples`.
fn files(ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![top().join("packaging"), top().join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                found.push(path.strip_prefix(top()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Demands that `args`, without the program's name, are a command line.
fn parses(place: &str, args: &[String]) {
    let args = std::iter::once("jupan").chain(args.iter().map(String::as_str));
    if let Err(error) = Cli::try_parse_from(args.clone()) {
        panic!("{place}: {:?}: {error}", args.collect::<Vec<_>>());
    }
}

/// Demands that `name` is a variable that a setting has.
fn is_variable(place: &str, name: &str) {
    assert!(KEYS.iter().any(|key| key.variable == name), "{place} sets {name}, which is none");
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(|word| word.trim_matches(['"', '\'']).to_owned()).collect()
}

/// Every map in `value`, itself included.
fn maps(value: &Value) -> Vec<&serde_norway::Mapping> {
    match value {
        Value::Mapping(map) => std::iter::once(map).chain(map.values().flat_map(maps)).collect(),
        Value::Sequence(items) => items.iter().flat_map(maps).collect(),
        _ => Vec::new(),
    }
}

fn documents(path: &str) -> Vec<Value> {
    let text = read(path);
    serde_norway::Deserializer::from_str(&text)
        .map(serde::Deserialize::deserialize)
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn manifests_are_read_and_name_flags_and_variables_that_there_are() {
    let paths = files(".yaml");
    assert!(paths.len() >= 6, "{paths:?}");
    let mut containers = 0;
    for path in &paths {
        for document in documents(path) {
            assert!(document["apiVersion"].is_string() && document["kind"].is_string(), "{path}");
            for map in maps(&document) {
                if let Some(args) = map.get("args").and_then(Value::as_sequence) {
                    let args: Vec<String> = args
                        .iter()
                        .map(|arg| arg.as_str().unwrap().replace("$(JOB_COMPLETION_INDEX)", "0"))
                        .collect();
                    parses(path, &args);
                    containers += 1;
                }
                for variable in map.get("env").and_then(Value::as_sequence).into_iter().flatten() {
                    is_variable(path, variable["name"].as_str().unwrap());
                }
            }
        }
    }
    assert_eq!(containers, 2);
}

#[test]
fn what_kustomize_puts_together_is_there_and_belongs_together() {
    let folder = "packaging/kubernetes";
    let kustomization = documents(&format!("{folder}/kustomization.yaml")).remove(0);
    let resources = kustomization["resources"].as_sequence().unwrap();
    assert_eq!(resources.len() + 1, files(".yaml").iter().filter(|p| p.contains(folder)).count());
    let app = "app.kubernetes.io/name";
    let mut kinds = Vec::new();
    for resource in resources {
        for document in documents(&format!("{folder}/{}", resource.as_str().unwrap())) {
            kinds.push(document["kind"].as_str().unwrap().to_owned());
            let spec = &document["spec"];
            for selector in [&spec["selector"], &spec["podSelector"]] {
                let labels = if selector["matchLabels"].is_mapping() {
                    &selector["matchLabels"]
                } else {
                    selector
                };
                assert!(labels.is_null() || labels[app] == "jupan", "{document:?}");
            }
        }
    }
    assert_eq!(
        kinds,
        [
            "Deployment",
            "Service",
            "Service",
            "HorizontalPodAutoscaler",
            "PodDisruptionBudget",
            "NetworkPolicy"
        ]
    );
    let deployment = documents(&format!("{folder}/deployment.yaml")).remove(0);
    let container = &deployment["spec"]["template"]["spec"]["containers"][0];
    for (probe, path) in
        [("startupProbe", "/readyz"), ("readinessProbe", "/readyz"), ("livenessProbe", "/healthz")]
    {
        assert_eq!(container[probe]["httpGet"]["path"], path);
        assert_eq!(container[probe]["httpGet"]["port"], container["ports"][0]["name"]);
    }
}

#[test]
fn the_unit_starts_what_there_is() {
    let unit = read("packaging/systemd/jupan.service");
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/jupan "));
    parses("jupan.service", &words(line.unwrap()));
}

#[test]
fn the_configuration_of_the_unit_is_one() {
    let file = top().join("packaging/systemd/jupan.toml");
    let shown = read("packaging/systemd/jupan.toml");
    // What stands there as a proposal has to be right as well.
    let proposed: String = shown
        .lines()
        .filter_map(|line| match line.strip_prefix('#') {
            Some(rest) => (!rest.starts_with(' ')).then_some(rest),
            None => Some(line),
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(proposed.contains("\nbearer_token = "), "{proposed}");
    let dir = tempfile::tempdir().unwrap();
    let all = dir.path().join("all.toml");
    std::fs::write(&all, proposed).unwrap();
    for file in [file, all] {
        let args = ["jupan", "config", "--config", file.to_str().unwrap()];
        let Cli { command } = Cli::try_parse_from(args).unwrap();
        let super::Command::Config(config) = command else { panic!("another command") };
        config.execute().unwrap();
    }
}

#[test]
fn the_container_starts_what_there_is() {
    let text = read("packaging/Dockerfile");
    let list = |name: &str| -> Vec<String> {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        serde_json::from_str(line.trim()).unwrap()
    };
    assert_eq!(list("ENTRYPOINT "), ["/usr/bin/jupan"]);
    parses("Dockerfile", &list("CMD "));
    let variables: Vec<&str> = text
        .split(|c: char| !c.is_ascii_uppercase() && c != '_')
        .filter(|word| word.starts_with("JUPAN_"))
        .collect();
    assert!(variables.len() >= 2, "{variables:?}");
    for variable in variables {
        is_variable("Dockerfile", variable);
    }
}

#[test]
fn scripts_and_documents_call_what_there_is() {
    let mut lines = 0;
    for path in files(".sh").iter().chain(&files(".md")) {
        let text = read(path).replace("\\\n", " ");
        for line in text.lines() {
            // A call begins a line or stands behind what runs it.
            let call = line.trim().strip_prefix("jupan ").or_else(|| {
                let (before, call) = line.rsplit_once(" jupan ")?;
                let is_run = before.trim_start().starts_with("xargs ")
                    || before.trim_start().starts_with("parallel ");
                is_run.then_some(call)
            });
            let call = call.or_else(|| line.trim().strip_prefix("\"$jupan\" "));
            let Some(call) = call else { continue };
            let call = call.split(['>', '|']).next().unwrap();
            let call = call
                .replace("{}/$count", "0/3")
                .replace("SHELL", "bash")
                .replace("\"$in\"", "in.jsonl");
            let args: Vec<String> =
                words(&call).into_iter().take_while(|word| word != "&").collect();
            parses(path, &args);
            lines += 1;
        }
    }
    assert!(lines >= 8, "only {lines} calls were found");
}
