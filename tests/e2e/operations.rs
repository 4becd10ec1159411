use std::time::{Duration, Instant};

use jupan_tests::{Reply, ServerProcess, request, send};

const JSON: &str = "content-type: application/json";
const FIRST: &str = "first-token-of-this-test";
const SECOND: &str = "second-token-of-this-test";

fn get(server: &ServerProcess, path: &str) -> String {
    let reply = send(server.address(), &request("GET", path, &[], b""));
    assert_eq!(reply.status, 200);
    String::from_utf8(reply.body).unwrap()
}

fn run(server: &ServerProcess, token: Option<&str>, code: &str) -> Reply {
    let token = token.map(|token| format!("authorization: Bearer {token}"));
    let headers: Vec<&str> = token.as_deref().into_iter().chain([JSON]).collect();
    let body = serde_json::json!({ "code": code }).to_string();
    send(server.address(), &request("POST", "/v1/execute", &headers, body.as_bytes()))
}

/// The value of a metric, named with its labels.
fn metric(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

#[test]
fn metrics_count_what_happens() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["--workers", "1", "--max-concurrent-runs", "1"];
    let server = ServerProcess::start(dir.path(), &args);
    for code in ["print(1)", "print(2)", "1 / 0", "def", "import sys\nsys.exit(3)"] {
        assert_eq!(run(&server, None, code).status, 200);
    }
    let refused = send(server.address(), &request("POST", "/v1/execute", &[JSON], b"{}"));
    assert_eq!(refused.status, 422);
    let text = get(&server, "/metrics");
    for (name, value) in [
        ("jupan_runs_total{outcome=\"ok\",kind=\"none\"}", 2.0),
        ("jupan_runs_total{outcome=\"error\",kind=\"exception\"}", 1.0),
        ("jupan_runs_total{outcome=\"error\",kind=\"syntax\"}", 1.0),
        ("jupan_runs_total{outcome=\"error\",kind=\"exit\"}", 1.0),
        ("jupan_runs_total{outcome=\"limit\",kind=\"timeout\"}", 0.0),
        ("jupan_refusals_total{code=\"invalid_field\"}", 1.0),
        ("jupan_run_seconds_count", 5.0),
        ("jupan_queue_wait_seconds_count", 5.0),
        ("jupan_run_memory_peak_bytes_bucket{le=\"67108864\"}", 5.0),
        ("jupan_requests_total", 6.0),
        ("jupan_runs_running", 0.0),
        ("jupan_run_slots", 1.0),
        ("jupan_queue_waiting", 0.0),
        ("jupan_workers{state=\"busy\"}", 0.0),
        ("jupan_workers_ended_total{why=\"lost\"}", 0.0),
    ] {
        assert_eq!(metric(&text, name), value, "{name}\n{text}");
    }
    assert!(metric(&text, "jupan_run_fuel_sum") > 0.0);
    assert!(metric(&text, "jupan_workers_started_total") >= 1.0);
    assert!(text.contains("jupan_image_info{image=\"python\",version=\""), "{text}");
    assert!(text.contains("# HELP jupan_runs_total Runs that took place"), "{text}");
}

#[test]
fn clients_have_tokens_and_ceilings_of_their_own_and_a_hangup_changes_them() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("jupan.toml");
    let clients = |token: &str, more: &str| {
        let text = format!(
            "{more}[[clients]]\nname = \"a\"\ntoken = \"{token}\"\nmax_runs_per_minute = 3\n"
        );
        std::fs::write(&file, text).unwrap();
    };
    clients(FIRST, "");
    let server = ServerProcess::start(dir.path(), &[]);
    assert_eq!(run(&server, None, "1").status, 401);
    for _ in 0..3 {
        assert_eq!(run(&server, Some(FIRST), "1").status, 200);
    }
    let refused = run(&server, Some(FIRST), "1");
    assert_eq!(refused.status, 429);
    assert_eq!(
        (&refused.json()["error"]["code"], &refused.json()["error"]["message"]),
        (&"rate_limited".into(), &"the client `a` may start 3 runs a minute".into())
    );
    // Another token, and something that only a restart changes.
    clients(SECOND, "max_queued_runs = 7\n");
    server.signal("HUP");
    let patience = Instant::now() + Duration::from_secs(20);
    while run(&server, Some(FIRST), "1").status != 401 {
        assert!(Instant::now() < patience, "the configuration is not read again");
    }
    assert_eq!(run(&server, Some(SECOND), "1").status, 429, "the minute is the same");
    server.signal("TERM");
    let finished = server.wait();
    let warning = "read the configuration again; these need a restart: max_queued_runs";
    assert!(finished.stderr.contains(warning), "{}", finished.stderr);
    assert!(!finished.stderr.contains(SECOND), "{}", finished.stderr);
}
