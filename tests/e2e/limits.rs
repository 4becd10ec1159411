use jupan_api::{ErrorKind, ExecuteResponse, RunStatus};
use jupan_tests::{TestServer, jupan_file};
use serde_json::{Value, json};

/// Runs `code` under `limits`, checks that the run hit one and that the server goes on.
fn hit(code: &str, limits: &Value) -> ExecuteResponse {
    let server = TestServer::shared();
    let response = server.execute(&json!({ "code": code, "limits": limits }));
    assert_eq!(response.status, RunStatus::Limit, "{response:?}");
    server.assert_alive();
    response
}

fn kind(response: &ExecuteResponse) -> Option<ErrorKind> {
    response.error.as_ref().map(|error| error.kind)
}

/// A second beyond the limit is left to a busy machine.
fn assert_ended_soon(response: &ExecuteResponse, limit_ms: f64) {
    let wall_ms = response.usage.wall_ms;
    assert!((limit_ms..limit_ms + 1000.0).contains(&wall_ms), "{wall_ms} ms");
}

#[test]
fn a_busy_loop_ends_by_the_clock() {
    let response = hit("for i in range(10**9): pass", &json!({ "wall_ms": 200 }));
    assert_eq!(kind(&response), Some(ErrorKind::Timeout));
    assert_ended_soon(&response, 200.0);
    assert!(response.text.contains("time limit of 200 ms"), "{}", response.text);
}

#[test]
fn a_sleeping_program_ends_by_the_clock_and_keeps_its_output() {
    let response = hit("print('before')\nimport time\ntime.sleep(1e9)", &json!({ "wall_ms": 200 }));
    assert_eq!(kind(&response), Some(ErrorKind::Timeout));
    assert_ended_soon(&response, 200.0);
    assert_eq!(response.stdout, "before\n");
}

#[test]
fn the_clock_cannot_be_caught() {
    let code = "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n";
    let response = hit(code, &json!({ "wall_ms": 200 }));
    assert_eq!(kind(&response), Some(ErrorKind::Timeout));
}

#[test]
fn a_busy_loop_ends_by_fuel_when_that_is_less() {
    let response = hit("i = 0\nwhile True: i += 1", &json!({ "fuel": 200_000_000 }));
    assert_eq!(kind(&response), Some(ErrorKind::Fuel));
    let fuel = response.usage.fuel;
    assert!((199_000_000..=201_000_000).contains(&fuel), "{fuel} instructions");
}

#[test]
fn the_same_program_burns_the_same_fuel() {
    let request = json!({ "code": "print(sum(i * i for i in range(1000)))", "seed": 1 });
    let fuel = || TestServer::shared().execute(&request).usage.fuel;
    assert_eq!(fuel(), fuel());
}

#[test]
fn one_large_string_ends_by_memory() {
    let response = hit("x = 'a' * 10**9", &json!({ "memory_bytes": 128 << 20 }));
    assert_eq!(kind(&response), Some(ErrorKind::Memory));
    assert!(response.usage.memory_peak_bytes <= 128 << 20);
}

#[test]
fn a_list_that_grows_for_ever_ends_by_memory() {
    let response =
        hit("x = []\nwhile True: x.append('a' * 1000)", &json!({ "memory_bytes": 96 << 20 }));
    assert_eq!(kind(&response), Some(ErrorKind::Memory));
    assert!(response.usage.memory_peak_bytes <= 96 << 20);
}

#[test]
fn a_string_larger_than_any_memory_ends_by_memory() {
    assert_eq!(kind(&hit("x = 'a' * 10**10", &json!({}))), Some(ErrorKind::Memory));
}

#[test]
fn a_flood_of_output_ends_by_output_and_keeps_head_and_tail() {
    let response = hit(
        "i = 0\nwhile True:\n    print('line', i)\n    i += 1",
        &json!({ "output_bytes": 1024 }),
    );
    assert_eq!(kind(&response), Some(ErrorKind::Output));
    assert!(response.stdout.starts_with("line 0\nline 1\n"), "{}", response.stdout);
    // The mark between head and tail comes on top of what is kept.
    assert!(response.stdout.len() <= 1024 + 100, "{} bytes", response.stdout.len());
    assert!(response.truncated.stdout_bytes > 1024);
    assert_eq!(response.truncated.stderr_bytes, 0);
}

#[test]
fn output_beyond_the_limit_is_cut_but_no_error() {
    let request = json!({ "code": "print('a' * 5000)", "limits": { "output_bytes": 1024 } });
    let response = TestServer::shared().execute(&request);
    assert_eq!((response.status, response.error), (RunStatus::Ok, None));
    assert_eq!(response.truncated.stdout_bytes, 5001 - 1024);
    assert!(response.stdout.contains("bytes left out"), "{}", response.stdout);
}

#[test]
fn both_streams_are_cut_on_their_own() {
    let code = "import sys\nprint('a' * 3000)\nprint('b' * 2000, file=sys.stderr)";
    let request = json!({ "code": code, "limits": { "output_bytes": 1024 } });
    let truncated = TestServer::shared().execute(&request).truncated;
    assert_eq!((truncated.stdout_bytes, truncated.stderr_bytes), (3001 - 1024, 2001 - 1024));
}

#[test]
fn endless_recursion_is_a_recursion_error() {
    let server = TestServer::shared();
    let response = server.run("def f(): f()\nf()");
    let error = response.error.unwrap();
    assert_eq!((error.kind, error.type_name.as_str()), (ErrorKind::Exception, "RecursionError"));
    server.assert_alive();
}

#[test]
fn a_number_too_large_to_compute_ends_by_some_limit() {
    let response = hit("10**10**8", &json!({ "wall_ms": 1000 }));
    assert!(
        matches!(kind(&response), Some(ErrorKind::Timeout | ErrorKind::Memory | ErrorKind::Fuel)),
        "{response:?}"
    );
}

#[test]
fn partial_output_is_kept_whatever_the_limit() {
    for (code, limits) in [
        ("while True: pass", json!({ "wall_ms": 100 })),
        ("while True: pass", json!({ "fuel": 50_000_000 })),
        ("x = 'a' * 10**10", json!({})),
    ] {
        let response = hit(&format!("print('kept')\n{code}"), &limits);
        assert_eq!(response.stdout, "kept\n", "{code} under {limits}");
        assert!(response.text.starts_with("kept\n[error] "), "{}", response.text);
    }
}

#[test]
fn a_limit_that_is_large_enough_changes_nothing() {
    let limits = json!({
        "wall_ms": 4000, "fuel": 10_000_000_000_u64, "memory_bytes": 200 << 20, "output_bytes": 2048
    });
    let request = json!({ "code": "print(6 * 7)", "limits": limits });
    let response = TestServer::shared().execute(&request);
    assert_eq!((response.status, response.stdout.as_str()), (RunStatus::Ok, "42\n"));
}

/// `cargo xtask mutate` builds tests in which limits can be turned off. What is shipped has no
/// trace of that.
#[test]
fn the_product_has_no_switch_for_its_limits() {
    let product = std::fs::read(jupan_file()).unwrap();
    let has = |text: &str| product.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has("TimeLimitExceeded"), "the file is not looked through as it should be");
    assert!(!has("SAFEGUARD_OFF"));
}

#[test]
fn a_limit_names_the_line_where_it_was_reached() {
    let line = |code: &str, limits: serde_json::Value| {
        let request = json!({ "code": code, "limits": limits });
        let error = TestServer::shared().execute(&request).error.unwrap();
        (error.kind, error.line)
    };
    let spin = "def work(n):\n    while True:\n        n += 1\n\nwork(1)\n";
    let (kind, at) = line(spin, json!({ "wall_ms": 100 }));
    assert_eq!((kind, matches!(at, Some(2 | 3))), (ErrorKind::Timeout, true), "{at:?}");
    let (kind, at) = line(spin, json!({ "fuel": 50_000_000 }));
    assert_eq!((kind, matches!(at, Some(2 | 3))), (ErrorKind::Fuel, true), "{at:?}");
    // Stopped where the loop has just jumped back, which is where nothing but the line before it
    // lies behind.
    for (tight, at) in [
        ("x = 1\nwhile True: pass\n", 2),
        ("def f():\n    x = 1\n    while 1: pass\n\nf()\n", 3),
        ("import itertools\nfor i in itertools.count(): pass\n", 2),
    ] {
        let limits = json!({ "wall_ms": 50 });
        assert_eq!(line(tight, limits), (ErrorKind::Timeout, Some(at)), "{tight}");
    }
    let sleep = "import time\n\ntime.sleep(60)\n";
    assert_eq!(line(sleep, json!({ "wall_ms": 50 })), (ErrorKind::Timeout, Some(3)));
    // In the library: the program's own line is what helps.
    let library = "import statistics\nxs = range(10**8)\nprint(statistics.stdev(xs))\n";
    assert_eq!(line(library, json!({ "wall_ms": 200 })), (ErrorKind::Timeout, Some(3)));
    let flood = "\nwhile True: print('x' * 10_000)\n";
    assert_eq!(line(flood, json!({ "output_bytes": 1024 })), (ErrorKind::Output, Some(2)));
    let memory = "xs = []\nwhile True:\n    xs.append('x' * 100_000 + str(len(xs)))\n";
    let (kind, at) = line(memory, json!({ "memory_bytes": 100_000_000 }));
    assert_eq!((kind, at), (ErrorKind::Memory, Some(3)));
}

#[test]
fn a_limit_tells_how_often_the_loop_had_run() {
    // (program, line of its loop)
    for (code, line) in [
        ("for i in range(10**9):\n    x = i * i", 1),
        (
            "def f(items):\n    total = 0\n    for i, x in enumerate(items):\n        for y in 'ab':\n            \
             total += i\nf([1] * 10**6)",
            3,
        ),
        ("xs = [7] * 10**6\nfor x in xs:\n    y = x * x\n    z = y + x", 2),
    ] {
        let request = json!({ "code": code, "limits": {"fuel": 300_000_000} });
        let error = TestServer::shared().execute(&request).error.unwrap();
        let hint = error.hint.unwrap();
        let (rounds, at) = hint
            .split_once(", after ")
            .and_then(|(_, rest)| rest.split_once(" rounds of the loop "))
            .unwrap_or_else(|| panic!("{hint}"));
        // Which line runs when the fuel is used up is a matter of a few instructions.
        let there = match error.line == Some(line) {
            true => "there;".to_owned(),
            false => format!("at line {line};"),
        };
        assert!(at.starts_with(&there), "{hint}");
        // A round takes between thirty and ten thousand instructions.
        let rounds: u64 = rounds.replace(',', "").parse().unwrap();
        assert!((30_000..10_000_000).contains(&rounds), "{hint}");
    }
    // Where nothing counts, nothing is said.
    let request = json!({ "code": "while True:\n    pass", "limits": {"fuel": 300_000_000} });
    let hint = TestServer::shared().execute(&request).error.unwrap().hint.unwrap();
    assert!(!hint.contains("round"), "{hint}");
}
