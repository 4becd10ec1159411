use std::path::Path;
use std::process::Command;

use jupan_tests::{
    Finished, ModelReply, ModelServer, ServerProcess, TestServer, clients_dir, finish, jupan_file,
    repository,
};
use serde_json::json;

/// So that a call that was given up and goes on is seen by the next.
const ONE_AT_A_TIME: [&str; 4] = ["--workers", "1", "--max-concurrent-runs", "1"];
const TOKEN: &str = "a-token-for-this-test";

/// The version of MCP that other clients and this server have in common, by the mode.
const MODES: [(&str, &str); 2] = [("auto", "2026-07-28\n"), ("legacy", "2025-11-25\n")];

fn python(script: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(clients_dir().join("venv/bin/python"));
    command.arg(script).args(args).env_remove("JUPAN_BEARER_TOKEN");
    command
}

fn sdk(args: &[&str], variables: &[(&str, &str)]) -> Finished {
    let script = repository().join("tests/clients/mcp_sdk.py");
    let dir = tempfile::tempdir().unwrap();
    let mut command = python(&script, args);
    command.envs(variables.iter().copied()).current_dir(dir.path());
    finish(&mut command, b"")
}

fn is_content(finished: &Finished, version: &str) {
    assert_eq!(
        (finished.status, finished.stdout.as_str()),
        (Some(0), version),
        "{}",
        finished.stderr
    );
}

#[test]
fn the_official_sdk_is_content_with_mcp_over_stdio() {
    let program = jupan_file();
    let program = program.to_str().unwrap();
    for (mode, version) in MODES {
        let args = [&["stdio", mode, program, "mcp"][..], &ONE_AT_A_TIME].concat();
        is_content(&sdk(&args, &[]), version);
    }
}

#[test]
fn the_official_sdk_is_content_with_mcp_over_http() {
    let dir = tempfile::tempdir().unwrap();
    let args = [&["--bearer-token", TOKEN][..], &ONE_AT_A_TIME].concat();
    let server = ServerProcess::start(dir.path(), &args);
    let url = format!("http://{}/mcp", server.address());
    for (mode, version) in MODES {
        is_content(&sdk(&["http", mode, &url], &[("JUPAN_TEST_TOKEN", TOKEN)]), version);
    }
}

#[test]
fn a_server_elsewhere_is_offered_over_stdio_as_well() {
    let dir = tempfile::tempdir().unwrap();
    let args = [&["--bearer-token", TOKEN][..], &ONE_AT_A_TIME].concat();
    let server = ServerProcess::start(dir.path(), &args);
    let url = format!("http://{}", server.address());
    let program = jupan_file();
    let args = ["stdio", "auto", program.to_str().unwrap(), "mcp", "--url", &url];
    is_content(&sdk(&args, &[("JUPAN_BEARER_TOKEN", TOKEN)]), "2026-07-28\n");
}

/// Runs an example against a model that calls the tool once; gives what it printed, and checks
/// that the model got the tool's answer.
async fn example(mut command: Command) -> String {
    let code = json!({ "code": "round(statistics.stdev([3, 5, 8, 13]), 3)" });
    let model = ModelServer::start([
        ModelReply::call("call_1", "code_interpreter", &code),
        ModelReply::text("It is 4.349."),
    ])
    .await;
    command
        .env("JUPAN_URL", TestServer::shared().url())
        .env_remove("JUPAN_TOKEN")
        .env("OPENAI_BASE_URL", model.url())
        .env("OPENAI_API_KEY", "none")
        .env("OPENAI_MODEL", "scripted")
        .env("LANGSMITH_TRACING", "false")
        .current_dir(clients_dir());
    let finished = tokio::task::spawn_blocking(move || finish(&mut command, b"")).await.unwrap();
    assert_eq!(finished.status, Some(0), "{}", finished.stderr);
    assert_eq!(model.last_results(), ["4.349"], "{}", finished.stderr);
    finished.stdout
}

#[tokio::test]
async fn each_example_for_a_library_lets_its_model_calculate() {
    for name in ["openai_chat.py", "langchain_agent.py", "pydantic_ai_agent.py"] {
        let script = repository().join("examples/clients").join(name);
        assert_eq!(example(python(&script, &[])).await, "It is 4.349.\n", "{name}");
    }
}

#[tokio::test]
async fn the_example_in_javascript_lets_its_model_calculate() {
    let name = "openai_responses.mjs";
    // What it imports is looked for beside it.
    let here = clients_dir().join(name);
    std::fs::copy(repository().join("examples/clients").join(name), &here).unwrap();
    let mut node = Command::new("node");
    node.arg(here);
    assert_eq!(example(node).await, "It is 4.349.\n");
}

#[test]
fn the_example_with_curl_shows_output_as_it_is_written() {
    let mut command = Command::new(repository().join("examples/clients/events.sh"));
    command.env("JUPAN_URL", TestServer::shared().url()).env_remove("JUPAN_TOKEN");
    let finished = finish(&mut command, b"");
    assert_eq!(finished.status, Some(0), "{}", finished.stderr);
    let mut lines = finished.stdout.lines();
    let events: Vec<&str> = lines.by_ref().take(12).collect();
    assert_eq!(
        events[..9],
        [
            "event: stdout",
            "data: {\"text\":\"0\\n\"}",
            "",
            "event: stdout",
            "data: {\"text\":\"1\\n\"}",
            "",
            "event: stdout",
            "data: {\"text\":\"2\\n\"}",
            "",
        ]
    );
    assert_eq!(events[9], "event: outcome");
    assert!(
        events[10].starts_with("data: {\"status\":\"ok\",\"text\":\"0\\n1\\n2\""),
        "{}",
        events[10]
    );
    let call: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(
        (&call["type"], &call["status"], &call["outputs"]),
        (
            &json!("code_interpreter_call"),
            &json!("completed"),
            &json!([{ "type": "logs", "logs": "0\n1\n2" }])
        )
    );
}

#[test]
fn the_linter_of_dockerfiles_is_content() {
    let mut command = Command::new(clients_dir().join("venv/bin/hadolint"));
    command.arg(repository().join("packaging/Dockerfile"));
    let finished = finish(&mut command, b"");
    assert_eq!((finished.status, finished.stdout.as_str()), (Some(0), ""), "{}", finished.stderr);
}
