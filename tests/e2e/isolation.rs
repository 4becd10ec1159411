use jupan_api::RunStatus;
use jupan_tests::TestServer;
use serde_json::json;

/// Runs `first`, whatever becomes of it, then `second`, which has to print `expected`.
fn after(first: &str, second: &str, expected: &str) {
    let server = TestServer::shared();
    drop(server.run(first));
    let response = server.run(second);
    assert_eq!((response.error, response.stdout.as_str()), (None, expected), "after {first}");
}

#[test]
fn no_name_survives() {
    after("left_over = 1", "print('left_over' in globals())", "False\n");
}

#[test]
fn no_change_to_a_module_survives() {
    after("import math\nmath.pi = 3", "import math\nprint(round(math.pi, 4))", "3.1416\n");
    after("import sys\nsys.modules['json'] = None", "import json\nprint(json.dumps([1]))", "[1]\n");
    after("import builtins\nbuiltins.len = lambda x: 0", "print(len('abc'))", "3\n");
}

#[test]
fn no_setting_of_the_interpreter_survives() {
    let limit = "import sys\nprint(sys.getrecursionlimit())";
    let usual = TestServer::shared().run(limit).stdout;
    after("import sys\nsys.setrecursionlimit(77)", limit, &usual);
    after(
        "import decimal\ndecimal.getcontext().prec = 3",
        "import decimal\nprint(decimal.getcontext().prec)",
        "28\n",
    );
}

#[test]
fn no_file_survives() {
    let exists = "import os\ntry:\n    print(os.path.exists('/kept.txt'))\nexcept OSError:\n    print(False)";
    after("open('/kept.txt', 'w').write('x')", exists, "False\n");
}

#[test]
fn nothing_survives_a_crash_or_a_limit() {
    after("state = 'x'\nimport os\nos._exit(3)", "print('state' in globals())", "False\n");
    let server = TestServer::shared();
    let request = json!({ "code": "state = 'x'\nwhile True: pass", "limits": { "wall_ms": 50 } });
    assert_eq!(server.execute(&request).status, RunStatus::Limit);
    assert_eq!(server.run("print('state' in globals())").stdout, "False\n");
}

#[test]
fn the_environment_is_empty() {
    let response = TestServer::shared().run("import os\nprint(sorted(os.environ))");
    assert_eq!((response.error, response.stdout.as_str()), (None, "[]\n"));
}

#[test]
fn every_run_has_random_numbers_of_its_own() {
    for code in [
        "import random\nprint(random.random())",
        "import uuid\nprint(uuid.uuid4())",
        "import os\nprint(os.urandom(8).hex())",
        "import secrets\nprint(secrets.token_hex(8))",
    ] {
        let numbers = || {
            let response = TestServer::shared().run(code);
            assert_eq!(response.error, None, "{code}");
            response.stdout
        };
        assert_ne!(numbers(), numbers(), "{code}");
    }
}

#[test]
fn a_seed_makes_a_run_repeatable() {
    let code = "import random\nprint(random.random(), random.randint(1, 10**9))";
    let run =
        |seed: u64| TestServer::shared().execute(&json!({ "code": code, "seed": seed })).stdout;
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn the_clock_is_not_frozen() {
    let now = || -> f64 {
        TestServer::shared().run("import time\nprint(time.time())").stdout.trim().parse().unwrap()
    };
    let host = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let (first, second) = (now(), now());
    assert!(second > first);
    assert!((first - host.as_secs_f64()).abs() < 60.0, "{first} is not now");
}

#[test]
fn inputs_are_those_of_the_request() {
    let server = TestServer::shared();
    let request =
        json!({ "code": "print(sum(xs), name)", "inputs": { "xs": [1, 2, 3], "name": "é" } });
    assert_eq!(server.execute(&request).stdout, "6 é\n");
    let response = server.run("print('xs' in globals())");
    assert_eq!(response.stdout, "False\n");
}

#[test]
fn a_large_integer_arrives_unrounded() {
    let body = br#"{"code": "print(n, type(n).__name__)", "inputs": {"n": 123456789012345678901234567890}}"#;
    let reply = TestServer::shared().post(body);
    assert_eq!(reply.json()["stdout"], "123456789012345678901234567890 int\n");
}
