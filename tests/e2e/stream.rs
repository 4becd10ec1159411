use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use jupan_api::{ExecuteResponse, SESSIONS_PATH};
use jupan_server::ServerConfig;
use jupan_tests::{TestServer, post_json};
use serde_json::{Value, json};

/// A connection over which events come.
struct Events(BufReader<TcpStream>);

impl Events {
    fn ask(server: &TestServer, body: &Value) -> Self {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let body = body.to_string();
        let head = format!(
            "POST /v1/execute HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             accept: text/event-stream\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut events = Self(BufReader::new(stream));
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(events.0.read_line(&mut head).unwrap(), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
        events
    }

    /// The next event, comments left out; `None` at the end.
    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let (mut size, mut end) = (String::new(), String::new());
            self.0.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            // Each event is a chunk of its own.
            let mut chunk = vec![0; size];
            self.0.read_exact(&mut chunk).unwrap();
            self.0.read_line(&mut end).unwrap();
            if size == 0 {
                return None;
            }
            let chunk = String::from_utf8(chunk).unwrap();
            if chunk.starts_with(':') {
                continue;
            }
            let (name, data) =
                chunk.strip_prefix("event: ").unwrap().split_once("\ndata: ").unwrap();
            let data = data.strip_suffix("\n\n").unwrap();
            return Some((name.to_owned(), serde_json::from_str(data).unwrap()));
        }
    }

    /// All that comes: stdout, stderr, and the last event.
    fn all(mut self) -> (String, String, (String, Value)) {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        loop {
            let (name, data) = self.next().unwrap();
            match name.as_str() {
                "stdout" => stdout.push_str(data["text"].as_str().unwrap()),
                "stderr" => stderr.push_str(data["text"].as_str().unwrap()),
                _ => {
                    assert_eq!(self.next(), None);
                    return (stdout, stderr, (name, data));
                }
            }
        }
    }
}

#[test]
fn output_comes_while_the_program_runs() {
    let server = TestServer::shared();
    let code = "import time\nprint('first')\ntime.sleep(2)\nprint('second')";
    let asked = Instant::now();
    let mut events = Events::ask(server, &json!({ "code": code }));
    assert_eq!(events.next(), Some(("stdout".to_owned(), json!({ "text": "first\n" }))));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(events.next(), Some(("stdout".to_owned(), json!({ "text": "second\n" }))));
    let (name, outcome) = events.next().unwrap();
    let outcome: ExecuteResponse = serde_json::from_value(outcome).unwrap();
    assert_eq!((name.as_str(), outcome.stdout.as_str()), ("outcome", "first\nsecond\n"));
    assert_eq!(events.next(), None);
}

#[test]
fn output_of_a_session_comes_while_the_program_runs_as_well() {
    let server = TestServer::shared();
    let session = post_json(server.address(), SESSIONS_PATH, b"{}").json();
    let id = &session["id"];
    let code = "import time\nprint('first')\ntime.sleep(2)\nx = 7";
    let asked = Instant::now();
    let mut events = Events::ask(server, &json!({ "code": code, "session_id": id }));
    assert_eq!(events.next(), Some(("stdout".to_owned(), json!({ "text": "first\n" }))));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    let outcome = events.all().2.1;
    assert_eq!((&outcome["status"], &outcome["session"]["runs"]), (&json!("ok"), &json!(1)));
    let next = server.execute(&json!({ "code": "x", "session_id": id }));
    assert_eq!(next.result.as_deref(), Some("7"));
}

#[test]
fn a_program_that_computes_is_heard_before_its_end() {
    let server = TestServer::shared();
    let code = "import time\nprint('first')\nstart = time.monotonic()\nwhile time.monotonic() - start < 2: pass";
    let asked = Instant::now();
    let mut events = Events::ask(server, &json!({ "code": code }));
    assert_eq!(events.next(), Some(("stdout".to_owned(), json!({ "text": "first\n" }))));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(events.all().2.1["status"], "ok");
}

#[test]
fn the_pieces_are_the_output() {
    let server = TestServer::shared();
    let code =
        "import sys\nfor n in range(2000):\n    print(f'é{n}')\n    print(-n, file=sys.stderr)";
    let (stdout, stderr, (name, outcome)) = Events::ask(server, &json!({ "code": code })).all();
    assert_eq!(name, "outcome");
    assert_eq!(
        (outcome["stdout"].as_str(), outcome["stderr"].as_str()),
        (Some(&*stdout), Some(&*stderr))
    );
    assert!(stdout.ends_with("é1999\n"), "{stdout}");
}

#[test]
fn of_too_much_output_the_start_is_told() {
    let server = TestServer::shared();
    let code = "for n in range(20_000): print('x' * 9)";
    let limits = json!({ "output_bytes": 2048 });
    let request = json!({ "code": code, "limits": limits });
    let (stdout, _, (_, outcome)) = Events::ask(server, &request).all();
    assert_eq!(stdout.len(), 2048);
    assert!(outcome["truncated"]["stdout_bytes"].as_u64().unwrap() > 100_000, "{outcome}");
}

#[test]
fn a_failure_and_a_limit_are_outcomes() {
    let server = TestServer::shared();
    let (stdout, _, (name, outcome)) =
        Events::ask(server, &json!({ "code": "print(1)\n1 / 0" })).all();
    assert_eq!((stdout.as_str(), name.as_str()), ("1\n", "outcome"));
    assert_eq!(outcome["error"]["type"], "ZeroDivisionError");
    let request = json!({ "code": "print(1)\nwhile True: pass", "limits": { "wall_ms": 300 } });
    let (stdout, _, (_, outcome)) = Events::ask(server, &request).all();
    assert_eq!((stdout.as_str(), &outcome["error"]["kind"]), ("1\n", &json!("timeout")));
}

#[test]
fn a_client_that_leaves_ends_its_run() {
    let config = ServerConfig { max_concurrent_runs: 1, ..ServerConfig::default() };
    let server = TestServer::start(config);
    let code = "print('started')\nwhile True: pass";
    let request = json!({ "code": code, "limits": { "wall_ms": 60_000 } });
    let mut events = Events::ask(&server, &request);
    assert!(events.next().is_some());
    drop(events);
    // There is one slot: this waits for the end of the first.
    let asked = Instant::now();
    server.assert_alive();
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
}

#[test]
fn a_client_that_does_not_read_holds_up_nobody() {
    let config = ServerConfig { max_concurrent_runs: 1, ..ServerConfig::default() };
    let server = TestServer::start(config);
    let request = json!({
        "code": "import sys\nsys.stdout.write('x' * 1_000_000)",
        "limits": { "output_bytes": 1 << 20 },
    });
    let events = Events::ask(&server, &request);
    // The program has ended although nobody has read what it wrote: the slot is free.
    server.assert_alive();
    let (stdout, _, (name, _)) = events.all();
    assert_eq!((stdout.len(), name.as_str()), (1_000_000, "outcome"));
}

#[test]
fn the_connection_can_be_used_again() {
    let server = TestServer::shared();
    let mut events = Events::ask(server, &json!({ "code": "print(1)" }));
    while events.next().is_some() {}
    let body = json!({ "code": "print(2)" }).to_string();
    let stream = events.0.get_mut();
    write!(
        stream,
        "POST /v1/execute HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    events.0.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 200 ") && answer.contains("\"stdout\":\"2\\n\""),
        "{answer}"
    );
}
