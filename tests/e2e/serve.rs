use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;

use jupan_api::EXECUTE_PATH;
use jupan_tests::{Finished, ServerProcess, finish, jupan, post_json, request, send};
use serde_json::json;

/// Status and stderr of a `jupan serve` that does not start.
fn not_started(args: &[&str]) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().unwrap();
    let Finished { status, stdout, stderr } =
        finish(jupan(dir.path()).arg("serve").args(args), b"");
    assert_eq!(stdout, "", "it said that it is ready");
    (status, stderr)
}

#[test]
fn a_server_serves_and_ends_well_on_each_signal() {
    let dir = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT"] {
        let server = ServerProcess::start(dir.path(), &[]);
        let reply = post_json(server.address(), EXECUTE_PATH, br#"{"code": "print(6 * 7)"}"#);
        assert_eq!((reply.status, &reply.json()["stdout"]), (200, &json!("42\n")));
        server.signal(signal);
        let finished = server.wait();
        assert_eq!(
            (finished.status, finished.stdout.as_str()),
            (Some(0), ""),
            "{signal}: {}",
            finished.stderr
        );
    }
}

#[test]
fn a_running_request_is_finished_before_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let only_one = ["--max-concurrent-runs", "1", "--max-queued-runs", "0"];
    let server = ServerProcess::start(dir.path(), &only_one);
    let address = server.address();
    let sender = thread::spawn(move || {
        let body = json!({ "code": "import time\ntime.sleep(2)\nprint('done')" }).to_string();
        loop {
            let reply = post_json(address, EXECUTE_PATH, body.as_bytes());
            // Refused: one of the requests below has the only slot.
            if reply.status != 503 {
                return reply;
            }
        }
    });
    // Once another is refused, the first has the only slot.
    while post_json(address, EXECUTE_PATH, br#"{"code": "1"}"#).status == 200 {}
    server.signal("TERM");
    let finished = server.wait();
    assert_eq!(finished.status, Some(0), "{}", finished.stderr);
    let reply = sender.join().unwrap();
    assert_eq!((reply.status, &reply.json()["stdout"]), (200, &json!("done\n")));
}

#[test]
fn an_address_that_is_not_loopback_needs_a_token() {
    let (status, stderr) = not_started(&["--listen", "0.0.0.0:0"]);
    assert_eq!(
        (status, stderr.as_str()),
        (
            Some(3),
            "jupan: listen address 0.0.0.0:0 can be reached from other machines; set bearer_token, \
             or listen on 127.0.0.1\n  listen is set by flag --listen\n"
        )
    );
}

#[test]
fn with_a_token_only_its_bearer_gets_in() {
    let dir = tempfile::tempdir().unwrap();
    let token = "0123456789abcdef0123";
    let server = ServerProcess::start(dir.path(), &["--bearer-token", token]);
    let ask = |header: &[&str]| {
        let headers = [&["content-type: application/json"], header].concat();
        send(server.address(), &request("POST", EXECUTE_PATH, &headers, br#"{"code": "1"}"#)).status
    };
    assert_eq!(ask(&[]), 401);
    assert_eq!(ask(&["authorization: Bearer 0123456789abcdef0124"]), 401);
    assert_eq!(ask(&[&format!("authorization: Bearer {token}")]), 200);
    server.signal("TERM");
    let finished = server.wait();
    assert!(!finished.stderr.contains(token), "{}", finished.stderr);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (status, stderr) = not_started(&["--listen", &address]);
    assert_eq!(status, Some(3));
    let words = format!(
        "jupan: cannot listen on {address}: another program listens there; end it, or take another \
         port with `--listen 127.0.0.1:0` (port 0: any that is free)\n"
    );
    assert_eq!(stderr, words);
}

#[test]
fn the_log_is_json_when_asked_for_and_never_has_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--log-format", "json"]);
    let body = br#"{"code": "print('a text to look for')"}"#;
    assert_eq!(post_json(server.address(), EXECUTE_PATH, body).status, 200);
    server.signal("TERM");
    let finished = server.wait();
    assert!(finished.stderr.lines().count() >= 1);
    for line in finished.stderr.lines() {
        let parsed: Result<serde_json::Value, _> = serde_json::from_str(line);
        assert!(parsed.is_ok_and(|value| value.is_object()), "{line}");
    }
    assert!(!finished.stderr.contains("a text to look for"), "{}", finished.stderr);
}

#[test]
fn the_example_request_is_printed_when_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--print-example"]);
    let address = server.address();
    server.signal("TERM");
    let stdout = server.wait().stdout;
    assert!(stdout.contains(&format!("curl -s http://{address}/v1/execute")), "{stdout}");
}

#[cfg(unix)]
#[test]
fn connections_beyond_what_the_system_gives_keep_nobody_out() {
    let dir = tempfile::tempdir().unwrap();
    let plain = jupan(dir.path());
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""])
        .arg(plain.get_program())
        .args(["serve", "--listen", "127.0.0.1:0", "--workers", "0"])
        // Whoever waits for time to solve it waits for longer than the test does.
        .args(["--header-timeout-ms", "600000"])
        .current_dir(dir.path());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let server = ServerProcess::start_as(&mut limited);
    let silent: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
    let reply = post_json(server.address(), EXECUTE_PATH, br#"{"code": "print(6 * 7)"}"#);
    assert_eq!((reply.status, &reply.json()["stdout"]), (200, &json!("42\n")));
    drop(silent);
}
