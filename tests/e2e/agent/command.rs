use std::path::Path;

use jupan_tests::{Finished, ModelCall, ModelReply, ModelServer, TestServer, finish, jupan};
use serde_json::{Value, json};

/// Runs `jupan agent` in `dir`, untouched by the environment's keys.
async fn run(dir: &Path, args: &[&str], variables: &[(&str, &str)]) -> Finished {
    let mut command = jupan(dir);
    for name in ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"] {
        command.env_remove(name);
    }
    command.arg("agent").args(args).envs(variables.iter().copied());
    // The scripted provider needs this thread's runtime meanwhile.
    tokio::task::spawn_blocking(move || finish(&mut command, b"")).await.unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn the_demonstration_shows_the_whole_chain_without_a_model() {
    let dir = tempfile::tempdir().unwrap();
    let finished = run(dir.path(), &["--demo"], &[]).await;
    assert_eq!(
        finished.stdout, "17.0 °C on average: 12 °C in Seoul and 22 °C in Jeju.\n",
        "{finished:?}"
    );
    assert_eq!(finished.status, Some(0));
    let shown: Vec<_> = lines(&finished.stderr)
        .into_iter()
        .filter(|event| event["event"] == "observation")
        .map(|event| event["text"].clone())
        .collect();
    assert_eq!(shown.len(), 3);
    assert_eq!(shown[2], "17.0");
}

#[tokio::test]
async fn a_recorded_run_is_replayed_with_the_real_tools() {
    let dir = tempfile::tempdir().unwrap();
    let recorded = run(dir.path(), &["--demo", "--json"], &[]).await;
    assert_eq!((recorded.status, recorded.stderr.as_str()), (Some(0), ""));
    let outcome: Value = serde_json::from_str(&recorded.stdout).unwrap();
    assert_eq!(outcome["ending"]["kind"], "completed");
    std::fs::write(dir.path().join("run.json"), &recorded.stdout).unwrap();
    let replayed = run(dir.path(), &["--replay", "run.json"], &[]).await;
    assert_eq!(
        replayed,
        Finished {
            status: Some(0),
            stdout: "17.0 °C on average: 12 °C in Seoul and 22 °C in Jeju.\n".to_owned(),
            stderr: String::new(),
        }
    );
    let other = recorded.stdout.replace("\"17.0\"", "\"17.5\"");
    std::fs::write(dir.path().join("run.json"), other).unwrap();
    let replayed = run(dir.path(), &["--replay", "run.json"], &[]).await;
    assert_eq!(
        (replayed.status, replayed.stderr.as_str()),
        (
            Some(1),
            "jupan: other than recorded: `code_interpreter` (call_3) gave \"17.0\", recorded is \
             \"17.5\"\n"
        )
    );
}

fn program(id: &str, code: &str) -> ModelReply {
    ModelReply::call(id, "code_interpreter", &json!({ "code": code }))
}

#[tokio::test]
async fn a_question_is_answered_with_settings_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let server =
        ModelServer::start([program("c1", "print(37 * 48)"), ModelReply::text("1776")]).await;
    let settings = format!(
        "OPENAI_BASE_URL={}\nOPENAI_MODEL=from-file\nOPENAI_API_KEY=key-1234567890\n",
        server.url()
    );
    std::fs::write(dir.path().join(".env"), settings).unwrap();
    let args = ["What is 37 × 48?", "--trace", "--log", "trace"];
    let finished = run(dir.path(), &args, &[]).await;
    assert_eq!((finished.status, finished.stdout.as_str()), (Some(0), "1776\n"), "{finished:?}");
    // Not even the fullest log has the key.
    assert!(!finished.stderr.contains("key-1234567890"));
    let asked = server.asked();
    assert_eq!(asked[0].body["model"], "from-file");
    assert_eq!(asked[0].authorization.as_deref(), Some("Bearer key-1234567890"));
    assert_eq!(server.last_results(), ["1776"]);
}

#[tokio::test]
async fn flags_choose_model_format_limit_and_tools() {
    let dir = tempfile::tempdir().unwrap();
    let script = (1..=2).map(|n| {
        ModelReply::call(&format!("c{n}"), "calculate", &json!({"a": n, "op": "+", "b": 1}))
    });
    let server = ModelServer::start(script).await;
    let args = [
        "q",
        "--model",
        "chosen",
        "--base-url",
        &server.url(),
        "--api",
        "responses",
        "--max-steps",
        "2",
        "--tools",
        "calculate,get_weather",
        "--system",
        "Be brief.",
        "--json",
    ];
    let finished = run(dir.path(), &args, &[("OPENAI_MODEL", "other")]).await;
    assert_eq!(finished.status, Some(2), "{finished:?}");
    let outcome: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(outcome["ending"], json!({"kind": "step_limit", "limit": 2, "closing": null}));
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/v1/responses");
    assert_eq!(asked.body["model"], "chosen");
    assert_eq!(asked.body["instructions"], "Be brief.");
    let tools = asked.body["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["calculate", "get_weather"]);
}

#[tokio::test]
async fn a_tool_server_that_runs_already_is_used() {
    let dir = tempfile::tempdir().unwrap();
    let server = ModelServer::start([program("c1", "print(6 * 7)"), ModelReply::text("42")]).await;
    // With an image that is not there no server could be started inside.
    let args = [
        "q",
        "--model",
        "m",
        "--base-url",
        &server.url(),
        "--url",
        &TestServer::shared().url(),
        "--image",
        "no-image",
    ];
    let finished = run(dir.path(), &args, &[]).await;
    assert_eq!((finished.status, finished.stdout.as_str()), (Some(0), "42\n"), "{finished:?}");
    assert_eq!(server.last_results(), ["42"]);
}

fn memo_script() -> [ModelReply; 3] {
    [
        ModelReply::call("c1", "calculate", &json!({"a": 18, "op": "+", "b": 24})),
        ModelReply::calls([ModelCall::new("c2", "memo", &json!({"text": "The total is 42."}))]),
        ModelReply::text("Noted."),
    ]
}

/// The arguments of a run with the memo, after `first`.
fn memo_args<'a>(first: &[&'a str], url: &'a str) -> Vec<&'a str> {
    let rest = ["--model", "m", "--base-url", url, "--tools", "calculate,memo", "--memo-dir", "."];
    [first, &rest].concat()
}

#[tokio::test]
async fn a_run_that_waits_is_taken_up_by_another_process() {
    let dir = tempfile::tempdir().unwrap();
    let memo = dir.path().join("memo.txt");
    let server = ModelServer::start(memo_script()).await;
    let url = server.url();
    // Nobody is at the terminal, so the run waits.
    let waiting = run(dir.path(), &memo_args(&["q", "--save", "run.json"], &url), &[]).await;
    assert_eq!(waiting.status, Some(4), "{waiting:?}");
    assert_eq!(
        waiting.stderr,
        "jupan: memo needs a decision; the run is in run.json. Take it up with `jupan agent \
         --resume run.json`, and --tools and the rest as before\n"
    );
    assert!(!memo.exists());
    let args = ["--resume", "run.json", "--model", "m", "--base-url", &url, "--tools", "calculate"];
    let without = run(dir.path(), &args, &[]).await;
    assert_eq!(
        (without.status, without.stderr.as_str()),
        (
            Some(3),
            "jupan: the run waits for the tool `memo`, which is not there; give --tools and what \
             goes with it as when it began\n"
        )
    );
    let args = memo_args(&["--resume", "run.json", "--approve", "allow"], &url);
    let completed = run(dir.path(), &args, &[]).await;
    assert_eq!((completed.status, completed.stdout.as_str()), (Some(0), "Noted.\n"));
    assert_eq!(std::fs::read_to_string(memo).unwrap(), "The total is 42.");
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn without_anyone_to_ask_nothing_is_written() {
    for approve in ["ask", "deny"] {
        let dir = tempfile::tempdir().unwrap();
        let server = ModelServer::start(memo_script()).await;
        let args = ["q", "--approve", approve];
        let finished = run(dir.path(), &memo_args(&args, &server.url()), &[]).await;
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert!(!dir.path().join("memo.txt").exists());
        assert!(server.last_results()[1].starts_with("[denied] "));
    }
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let message = async |args: &[&str], variables: &[(&str, &str)]| {
        let finished = run(dir.path(), args, variables).await;
        assert_eq!((finished.status, finished.stdout.as_str()), (Some(3), ""));
        finished.stderr
    };
    assert_eq!(
        message(&["q"], &[]).await,
        "jupan: no model is named; use --model NAME or set OPENAI_MODEL\n"
    );
    assert_eq!(
        message(&["q", "--model", "m"], &[]).await,
        "jupan: https://api.openai.com/v1 needs a key; set OPENAI_API_KEY, or use --base-url for \
         another server\n"
    );
    assert_eq!(
        message(&["q", "--model", "m", "--base-url", "localhost:1"], &[]).await,
        "jupan: base URL `localhost:1` is neither http nor https; a right one is \
         https://api.openai.com/v1\n"
    );
    let local = ["q", "--model", "m", "--base-url", "http://127.0.0.1:1"];
    assert_eq!(
        message(&[&local[..], &["--tools", "memo"]].concat(), &[]).await,
        "jupan: the tool memo needs a folder; name one with --memo-dir DIR\n"
    );
    assert_eq!(
        message(&["--replay", "missing.json"], &[]).await,
        "jupan: cannot read missing.json: No such file or directory (os error 2)\n"
    );
    std::fs::write(dir.path().join("bad.json"), "{}").unwrap();
    assert_eq!(
        message(&["--resume", "bad.json"], &[]).await,
        "jupan: cannot take up bad.json: this is not a saved run: missing field `version` at \
         line 1 column 2\n"
    );
    std::fs::write(dir.path().join(".env"), "OPENAI_BASE_URL=http://elsewhere\n").unwrap();
    assert_eq!(
        message(&["q", "--model", "m"], &[("OPENAI_API_KEY", "key-1234567890")]).await,
        "jupan: OPENAI_BASE_URL comes from a .env file and OPENAI_API_KEY from the environment; \
         to send the key there, name the address with --base-url or put both in the same place\n"
    );
}
