use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use jupan_api::EXECUTE_PATH;
use jupan_server::ServerConfig;
use jupan_tests::{Reply, TestServer, post_json, request};
use serde_json::json;

/// At once in one burst.
const BURST: usize = 200;

/// Sends a program that only this request can give the right answer to, and checks it.
fn run_one(address: SocketAddr, number: usize) -> Reply {
    let body = json!({ "code": "seen = [] if 'seen' not in globals() else seen\nseen.append(n)\nprint(seen, n * 7)", "inputs": { "n": number } });
    let reply = post_json(address, EXECUTE_PATH, body.to_string().as_bytes());
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(reply.json()["stdout"], format!("[{number}] {}\n", number * 7));
    reply
}

/// `BURST` requests at the same time.
fn burst(address: SocketAddr) {
    thread::scope(|scope| {
        for number in 0..BURST {
            scope.spawn(move || run_one(address, number));
        }
    });
}

#[test]
fn two_hundred_at_once_each_get_their_own_answer() {
    let server = TestServer::shared();
    burst(server.address());
    server.assert_alive();
}

#[test]
fn a_client_that_leaves_ends_its_run() {
    // The four that are left would take four minutes.
    const LONG_BEFORE: Duration = Duration::from_secs(60);
    let start = Instant::now();
    let server = TestServer::start(ServerConfig {
        max_concurrent_runs: 1,
        max_queued_runs: 16,
        ..ServerConfig::default()
    });
    let body = json!({ "code": "while True: pass", "limits": { "wall_ms": 60_000 } }).to_string();
    for _ in 0..4 {
        use std::io::Write;

        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream
            .write_all(&request(
                "POST",
                EXECUTE_PATH,
                &["content-type: application/json"],
                body.as_bytes(),
            ))
            .unwrap();
        drop(stream);
    }
    for number in 0..4 {
        drop(run_one(server.address(), number));
    }
    assert!(start.elapsed() < LONG_BEFORE, "{:?}", start.elapsed());
}

#[test]
fn more_than_the_queue_takes_is_a_503_that_says_when_to_come_again() {
    let server = TestServer::start(ServerConfig {
        max_concurrent_runs: 1,
        max_queued_runs: 1,
        ..ServerConfig::default()
    });
    let body = json!({ "code": "while True: pass", "limits": { "wall_ms": 1000 } }).to_string();
    let replies: Vec<Reply> = thread::scope(|scope| {
        let senders: Vec<_> =
            (0..8).map(|_| scope.spawn(|| server.post(body.as_bytes()))).collect();
        senders.into_iter().map(|sender| sender.join().unwrap()).collect()
    });
    let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status != 200).collect();
    // One runs and one waits; when the first ends early enough, others get in.
    assert!(!refused.is_empty() && refused.len() <= 6, "{} refused", refused.len());
    for reply in refused {
        assert_eq!(reply.status, 503);
        assert_eq!(reply.json()["error"]["code"], "overloaded");
        let seconds = reply.header("retry-after").and_then(|value| value.parse::<u32>().ok());
        assert!(seconds.is_some_and(|seconds| seconds >= 1), "{reply:?}");
    }
    server.assert_alive();
}

#[cfg(target_os = "linux")]
mod leaks {
    use std::fs;
    use std::time::{Duration, Instant};

    use jupan_tests::ServerProcess;

    use super::{BURST, burst, run_one};

    /// One after the other.
    const RUNS: usize = 1000;
    /// What the allocator and the runtime may hold on to, in bytes: far less than one run's
    /// memory, of which a leak would leave 1,200.
    const SLACK_BYTES: u64 = 24 << 20;

    /// What a process holds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Held {
        threads: u64,
        files: usize,
        resident_bytes: u64,
    }

    fn held(process: u32) -> Held {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let number = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        };
        Held {
            threads: number("Threads:"),
            files: fs::read_dir(format!("/proc/{process}/fd")).unwrap().count(),
            resident_bytes: number("VmRSS:") * 1024,
        }
    }

    #[test]
    fn a_thousand_runs_in_a_row_and_two_hundred_at_once_leave_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let server = ServerProcess::start(dir.path(), &["--log", "warn"]);
        burst(server.address());
        let before = held(server.id());

        for number in 0..RUNS {
            drop(run_one(server.address(), number));
        }
        burst(server.address());

        // A closed connection is let go of a moment after its last answer, an idle thread
        // after some seconds.
        let deadline = Instant::now() + Duration::from_secs(20);
        let within = |now: Held| now.threads <= before.threads && now.files <= before.files;
        let mut after = held(server.id());
        while !within(after) && Instant::now() < deadline {
            thread_pause();
            after = held(server.id());
        }
        assert!(within(after), "before: {before:?}, after {RUNS} and {BURST} runs: {after:?}");
        assert!(
            after.resident_bytes <= before.resident_bytes + SLACK_BYTES,
            "before: {before:?}, after: {after:?}"
        );
    }

    fn thread_pause() {
        std::thread::sleep(Duration::from_millis(50));
    }
}
