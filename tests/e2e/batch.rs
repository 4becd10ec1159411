//! `jupan batch`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use jupan_server::ServerConfig;
use jupan_tests::{Finished, ServerProcess, TestServer, finish, image_dir, jupan, jupan_file};
use serde_json::{Value, json};

/// A batch over `in.jsonl` in `dir`, with results in `out.jsonl`.
fn batch(dir: &Path, args: &[&str]) -> Command {
    let mut command = jupan(dir);
    command.args(["batch", "in.jsonl", "-o", "out.jsonl"]).args(args);
    command
}

fn write(dir: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(dir.join("in.jsonl"), text).unwrap();
}

/// The results as JSON, one a line.
fn results(dir: &Path, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(dir.join(name)).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{name} is torn");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Line, id, outcome and value of each result.
fn brief(results: &[Value]) -> Vec<Value> {
    let brief = |result: &Value| {
        let [line, id, outcome] = ["line", "id", "outcome"].map(|name| &result[name]);
        json!([line, id, outcome, result["response"]["result"]])
    };
    results.iter().map(brief).collect()
}

/// What the summary counted, without its time.
fn counts(finished: &Finished) -> Value {
    let mut counts: Value = serde_json::from_str(&finished.stdout)
        .unwrap_or_else(|error| panic!("{error}: {finished:?}"));
    assert!(counts["wall_ms"].take().is_u64());
    counts
}

#[test]
fn a_session_that_is_not_there_is_a_fault_of_its_line() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[json!({ "code": "1", "session_id": "abc" }), json!({ "code": "2" })]);
    let finished = finish(&mut batch(dir.path(), &["--json"]), b"");
    assert_eq!(finished.status, Some(1), "{}", finished.stderr);
    let results = results(dir.path(), "out.jsonl");
    assert_eq!(brief(&results), [json!([1, null, "refused", null]), json!([2, null, "ok", "2"])]);
    assert_eq!(results[0]["error"]["code"], "no_session");
}

#[test]
fn every_line_has_a_result_in_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let lines = [
        r#"{"id": "a", "code": "sum(xs)", "inputs": {"xs": [12345678901234567890, 1]}}"#,
        "",
        r#"{"id": 7, "code": "print('x')\n1 / 0"}"#,
        r#"{"code": "while True: pass", "limits": {"fuel": 50000000}}"#,
        r#"{"code": "#,
        "[1, 2]",
        r#"{"id": "b", "code": "1", "limits": {"fuel": 1}}"#,
        r#"{"id": "c", "code": "1", "code": "2"}"#,
        r#"{"id": "last", "code": "6 * 7"}"#,
    ];
    fs::write(dir.path().join("in.jsonl"), lines.join("\n")).unwrap();
    let done = finish(batch(dir.path(), &["--json"]).arg("--workers=2"), b"");
    assert_eq!(done.status, Some(1), "{done:?}");
    assert_eq!(
        counts(&done),
        json!({
            "lines": 8, "ok": 2, "error": 1, "limit": 1, "refused": 4, "resumed": 0,
            "kinds": {
                "error/exception": 1, "limit/fuel": 1,
                "refused/malformed_json": 2, "refused/invalid_field": 2,
            },
            "wall_ms": null,
        })
    );
    let results = results(dir.path(), "out.jsonl");
    assert_eq!(
        brief(&results),
        [
            json!([1, "a", "ok", "12345678901234567891"]),
            json!([3, 7, "error", null]),
            json!([4, null, "limit", null]),
            json!([5, null, "refused", null]),
            json!([6, null, "refused", null]),
            json!([7, "b", "refused", null]),
            json!([8, "c", "refused", null]),
            json!([9, "last", "ok", "42"]),
        ]
    );
    assert_eq!(results[1]["response"]["stdout"], "x\n");
    assert_eq!(
        [3, 5, 6].map(|at: usize| results[at]["error"].clone()),
        [
            json!({
                "code": "malformed_json", "field": null,
                "message": "line 5 is not a JSON object: EOF while parsing a value (column 9)",
            }),
            json!({
                "code": "invalid_field", "field": "limits.fuel",
                "message": "line 7: `limits.fuel` is 1; it must be a whole number between 1000000 \
                            and 1000000000000, in digits only",
            }),
            json!({
                "code": "invalid_field", "field": "code",
                "message": "line 8: `code` is given twice",
            }),
        ]
    );
}

#[test]
fn the_status_tells_of_the_programs_unless_told_not_to() {
    let dir = tempfile::tempdir().unwrap();
    let limit = json!({"code": "while True: pass", "limits": {"fuel": 2_000_000}});
    for (lines, status) in [
        (vec![], 0),
        (vec![json!({"code": "1"})], 0),
        (vec![json!({"code": "1"}), limit.clone()], 2),
        (vec![limit, json!({"code": "x"})], 1),
    ] {
        write(dir.path(), &lines);
        let args = ["--fresh", "--workers=1"];
        assert_eq!(finish(&mut batch(dir.path(), &args), b"").status, Some(status), "{lines:?}");
        let done = finish(batch(dir.path(), &args).arg("--exit-zero"), b"");
        assert_eq!(done.status, Some(0), "{done:?}");
    }
}

/// A program a line, each with a value of its own.
fn many(count: usize) -> Vec<Value> {
    (0..count)
        .map(|n| json!({"id": format!("p{n}"), "code": format!("{n} * n"), "inputs": {"n": n}}))
        .collect()
}

fn values(count: usize) -> Vec<Value> {
    (0..count).map(|n| json!([n + 1, format!("p{n}"), "ok", (n * n).to_string()])).collect()
}

/// Looks at the file of results until it has `bytes` or the batch has ended.
fn grown_to(child: &mut Child, path: &Path, bytes: u64) {
    loop {
        let size = fs::metadata(path).map_or(0, |about| about.len());
        if size >= bytes || child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::yield_now();
    }
}

#[test]
fn of_ten_thousand_programs_none_is_lost_or_doubled_however_often_it_is_killed() {
    const COUNT: usize = 10_000;
    const KILLS: u64 = 12;
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &many(COUNT));
    let out = dir.path().join("out.jsonl");
    for kill in 0..KILLS {
        let before = fs::metadata(&out).map_or(0, |about| about.len());
        let mut child = batch(dir.path(), &["--workers=2"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        grown_to(&mut child, &out, before + 150_000);
        // SIGKILL, at whatever it is doing.
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "the batch was through too early");
        // And as if it had come within a write: between one byte and a few lines are missing.
        let file = fs::OpenOptions::new().write(true).open(&out).unwrap();
        let size = file.metadata().unwrap().len();
        assert!(size > before, "kill {kill}: nothing was done");
        file.set_len(size - 1 - kill * 97).unwrap();
    }
    let done = finish(batch(dir.path(), &["--json"]).arg("--workers=2"), b"");
    assert_eq!(done.status, Some(0), "{done:?}");
    let counts = counts(&done);
    assert_eq!([&counts["lines"], &counts["ok"]], [COUNT, COUNT]);
    assert!(counts["resumed"].as_u64() > Some(1000), "{counts}");
    assert_eq!(brief(&results(dir.path(), "out.jsonl")), values(COUNT));

    // When all is done, nothing is done again.
    let text = fs::read(&out).unwrap();
    let done = finish(&mut batch(dir.path(), &["--workers=2"]), b"");
    assert_eq!((done.status, fs::read(&out).unwrap()), (Some(0), text));
}

#[test]
fn results_of_another_input_are_not_gone_on_from() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &many(3));
    assert_eq!(finish(&mut batch(dir.path(), &["--workers=1"]), b"").status, Some(0));
    let kept = fs::read(dir.path().join("out.jsonl")).unwrap();
    write(dir.path(), &[json!({"code": "1"})]);
    let done = finish(&mut batch(dir.path(), &["--workers=1"]), b"");
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (
            Some(3),
            "jupan: line 1 of out.jsonl is the result of another program than line 1 of the input \
             is now; name another file, or start afresh with --fresh\n"
        )
    );
    assert_eq!(fs::read(dir.path().join("out.jsonl")).unwrap(), kept);
    let done = finish(&mut batch(dir.path(), &["--workers=1", "--fresh"]), b"");
    assert_eq!(done.status, Some(0), "{done:?}");
    assert_eq!(brief(&results(dir.path(), "out.jsonl")), [json!([1, null, "ok", "1"])]);
}

#[test]
fn a_slow_program_does_not_hold_up_those_behind_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = jupan(dir.path())
        .args(["batch", "-", "-o", "-", "--workers=2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    // A result comes although the input is still open, and no line may ever follow.
    to.write_all(b"{\"code\": \"1\"}\n").unwrap();
    let mut first = String::new();
    from.read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"line\":1,\"id\":null,"), "{first}");
    // The slow one takes as long as it takes; it is first all the same.
    to.write_all(b"{\"id\": \"slow\", \"code\": \"import time; time.sleep(1)\"}\n").unwrap();
    for value in many(200) {
        to.write_all(format!("{value}\n").as_bytes()).unwrap();
    }
    drop(to);
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    let rest: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rest.len(), &rest[0]["id"]), (201, &json!("slow")));
    assert_eq!(rest[200]["response"]["result"], (199 * 199).to_string());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said.lines().next(), Some("202 lines: 202 ok"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_server_that_comes_back_is_asked_again() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &many(2_000));
    let server = ServerProcess::start(dir.path(), &["--workers=2"]);
    let address = server.address().to_string();
    let url = format!("http://{address}");
    let mut child = batch(dir.path(), &["--url", &url])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    grown_to(&mut child, &dir.path().join("out.jsonl"), 50_000);
    // Dropped: killed, with runs under way.
    drop(server);
    let again = ServerProcess::start_as(jupan(dir.path()).args([
        "serve",
        "--workers=2",
        "--listen",
        &address,
    ]));
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{done:?}");
    drop(again);
    assert_eq!(brief(&results(dir.path(), "out.jsonl")), values(2_000));

    // One that stays away is an end that can be gone on from.
    write(dir.path(), &many(2_001));
    let done = finish(&mut batch(dir.path(), &["--url", &url, "--patience-ms=1"]), b"");
    assert_eq!(
        (done.status, done.stderr),
        (
            Some(3),
            format!(
                "jupan: no connection to the server: {url}/readyz: error sending request: client \
                 error (Connect): tcp connect error: Connection refused (os error 111)\n  2000 \
                 results are in out.jsonl; the same command goes on from there\n"
            )
        )
    );
}

#[test]
fn a_full_server_is_asked_again_and_a_wrong_token_is_the_end() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &many(300));
    // One runs, one waits, and six are sent away each time.
    let config =
        ServerConfig { max_concurrent_runs: 1, max_queued_runs: 1, ..ServerConfig::default() };
    let server = TestServer::start(config);
    let done = finish(batch(dir.path(), &["--jobs=8", "--url"]).arg(server.url()), b"");
    assert_eq!(done.status, Some(0), "{done:?}");
    assert_eq!(brief(&results(dir.path(), "out.jsonl")), values(300));

    let token = Some(jupan_server::BearerToken::new("0123456789abcdef"));
    let server = TestServer::start(ServerConfig { bearer_token: token, ..ServerConfig::default() });
    let done = finish(batch(dir.path(), &["--fresh", "--url"]).arg(server.url()), b"");
    assert_eq!(done.status, Some(3), "{done:?}");
    assert!(done.stderr.contains("line 1 could not be run: the server refused the request (401)"));
    let token = "--token=0123456789abcdef";
    let done = finish(batch(dir.path(), &[token, "--url"]).arg(server.url()), b"");
    assert_eq!(done.status, Some(0), "{done:?}");
    assert_eq!(brief(&results(dir.path(), "out.jsonl")), values(300));
}

#[test]
fn the_example_of_shards_gives_what_one_command_gives() {
    let dir = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/batch");
    let programs = examples.join("programs.jsonl");
    let bin = jupan_file();
    let path = std::env::join_paths(
        std::iter::once(bin.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let shards = |out: &str| {
        // The command for its environment: no configuration of whoever runs the tests.
        let mut command = Command::new(examples.join("shards.sh"));
        for (name, value) in jupan(dir.path()).get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.current_dir(dir.path()).env("PATH", &path).env("JUPAN_WORKERS", "1");
        command.env("JUPAN_IMAGE", image_dir()).arg(&programs).args([out, "3"]);
        finish(&mut command, b"")
    };
    let done = shards("out.jsonl");
    assert_eq!(done.status, Some(0), "{done:?}");
    let expected = [
        json!([1, "sum", "ok", "6"]),
        json!([2, "division", "error", null]),
        json!([3, "endless", "limit", null]),
        json!([4, "no program", "refused", null]),
        json!([5, "dice", "ok", "3"]),
    ];
    let sharded = results(dir.path(), "out.jsonl");
    let dice = sharded[4]["response"]["result"].clone();
    let mut brief_of_shards = brief(&sharded);
    // Which side of the dice the seed gives is not this test's matter; that it is the same is.
    brief_of_shards[4][3] = json!("3");
    assert_eq!(brief_of_shards, expected);
    let mut one = jupan(dir.path());
    let done = finish(one.arg("batch").arg(&programs).args(["-o", "one.jsonl"]), b"");
    assert_eq!(done.status, Some(1), "{done:?}");
    let one = results(dir.path(), "one.jsonl");
    assert_eq!((brief(&one), &one[4]["response"]["result"]), (brief(&sharded), &dice));
}
