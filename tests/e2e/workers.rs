use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use jupan_api::{EXECUTE_PATH, SESSIONS_PATH};
use jupan_tests::{ServerProcess, finish, jupan, post_json};
use serde_json::{Value, json};

/// Two workers; with the spare there are three.
const TWO_WORKERS: [&str; 2] = ["--workers", "2"];

/// The processes that `parent` has started.
fn children(parent: u32) -> Vec<u32> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter(|pid| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            // The name before the state and the parent may hold anything.
            let parent_of_it = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1));
            parent_of_it.is_some_and(|it| it == parent.to_string())
        })
        .collect()
}

/// Workers that can run programs: they have a filter of system calls.
fn workers(server: &ServerProcess) -> Vec<u32> {
    let mut workers = children(server.id());
    workers.retain(|pid| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().any(|line| line == "Seccomp:\t2")
    });
    workers
}

fn signal(name: &str, pids: &[u32]) {
    let mut kill = Command::new("kill");
    kill.args(["-s", name]).args(pids.iter().map(u32::to_string));
    // One of them may have ended meanwhile.
    drop(finish(&mut kill, b""));
}

fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within 20 s: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn execute(server: &ServerProcess, body: &Value) -> Value {
    let reply = post_json(server.address(), EXECUTE_PATH, body.to_string().as_bytes());
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

fn assert_alive(server: &ServerProcess) {
    assert_eq!(execute(server, &json!({ "code": "print(6 * 7)" }))["stdout"], json!("42\n"));
}

#[test]
fn a_worker_that_is_killed_costs_its_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &TWO_WORKERS);
    for (name, message) in [
        ("KILL", "its process ended (signal: 9 (SIGKILL))"),
        ("ABRT", "its process ended (signal: 6 (SIGABRT))"),
    ] {
        let long =
            json!({ "code": "import time\ntime.sleep(50)", "limits": { "wall_ms": 60_000 } });
        let answer = thread::scope(|scope| {
            let request = scope.spawn(|| execute(&server, &long));
            // Whether it has reached a worker cannot be seen, so that all are hit until it is.
            while !request.is_finished() {
                signal(name, &workers(&server));
                thread::sleep(Duration::from_millis(50));
            }
            request.join().unwrap()
        });
        assert_eq!(answer["status"], json!("error"));
        assert_eq!(answer["error"]["kind"], json!("crash"));
        assert_eq!(
            answer["error"]["message"],
            json!(format!("the Python interpreter failed on this program: {message}"))
        );
        assert_alive(&server);
    }
    eventually("all workers are there again", || workers(&server).len() == 3);
}

#[test]
fn workers_that_are_stopped_while_they_wait_cost_no_run() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &TWO_WORKERS);
    eventually("all workers are there", || workers(&server).len() == 3);
    let stopped = workers(&server);
    signal("STOP", &stopped);
    assert_alive(&server);
    eventually("all are replaced", || {
        let workers = workers(&server);
        workers.len() == 3 && stopped.iter().all(|pid| !workers.contains(pid))
    });
}

#[test]
fn no_worker_outlives_its_server() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["TERM", "KILL"] {
        let server = ServerProcess::start(dir.path(), &TWO_WORKERS);
        eventually("all workers are there", || workers(&server).len() == 3);
        let workers = workers(&server);
        server.signal(name);
        drop(server.wait());
        eventually("no worker is left", || {
            !workers.iter().any(|pid| fs::exists(format!("/proc/{pid}")).unwrap())
        });
    }
}

#[test]
fn a_signal_for_all_of_them_still_lets_runs_end() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--workers", "1"]);
    eventually("all workers are there", || workers(&server).len() == 2);
    let (address, all) = (server.address(), workers(&server));
    let request = thread::spawn(move || {
        let body = json!({ "code": "import time\ntime.sleep(1)\nprint('done')" }).to_string();
        post_json(address, EXECUTE_PATH, body.as_bytes())
    });
    for name in ["INT", "TERM", "HUP"] {
        signal(name, &all);
    }
    let reply = request.join().unwrap();
    assert_eq!((reply.status, &reply.json()["stdout"]), (200, &json!("done\n")));
    assert_eq!(workers(&server), all);
}

#[test]
fn without_workers_the_server_runs_programs_itself() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--workers", "0"]);
    assert_alive(&server);
    assert_eq!(children(server.id()), Vec::<u32>::new());
}

#[test]
fn a_worker_is_not_started_by_hand() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["worker", "--max-memory-bytes", "1"];
    let finished = finish(jupan(dir.path()).args(args), b"");
    assert_eq!(
        (finished.status, finished.stderr.as_str()),
        (
            Some(3),
            "jupan: a worker is started by a server, which talks to it in place of its standard \
             input\n"
        )
    );
}

#[test]
fn a_session_outlives_the_workers_that_ran_it() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["--workers", "1", "--worker-max-runs", "1"];
    let server = ServerProcess::start(dir.path(), &args);
    let reply = post_json(server.address(), SESSIONS_PATH, b"{}");
    let id = reply.json()["id"].clone();
    let run = |code: &str| execute(&server, &json!({ "code": code, "session_id": id }));
    run("seen = 0");
    for seen in 1..=5 {
        let before = workers(&server);
        assert_eq!(run("seen += 1\nseen")["result"], json!(seen.to_string()));
        eventually("the worker is another", || workers(&server) != before);
    }
    // Also if all that wait for a run are killed.
    eventually("a worker and a spare", || workers(&server).len() == 2);
    let killed = workers(&server);
    signal("KILL", &killed);
    eventually("both are replaced", || {
        let workers = workers(&server);
        workers.len() == 2 && killed.iter().all(|pid| !workers.contains(pid))
    });
    assert_eq!(run("seen")["result"], json!("5"));
}
