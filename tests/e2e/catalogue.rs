use jupan_selftest::{Program, catalogue, check};
use jupan_tests::TestServer;
use serde_json::Value;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Runs the program `name` of the catalogue against the shared server.
fn run(name: &str) {
    let programs = catalogue().unwrap_or_else(|error| panic!("{error}"));
    let program: &Program = programs.iter().find(|program| program.name == name).unwrap();
    let checked = check(program, |request| {
        let request: Value = serde_json::to_value(request)?;
        Ok::<_, serde_json::Error>(TestServer::shared().execute(&request))
    });
    let wrong: Vec<String> = checked.mismatches.iter().map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}\n{}", program.why, wrong.join("\n"));
}
