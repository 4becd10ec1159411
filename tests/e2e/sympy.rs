use std::collections::BTreeMap;
use std::time::Duration;

use jupan_sandbox::{Limits, Program, Runner, Sandbox, SandboxConfig};
use jupan_tests::{TestServer, image_dir, sympy_image_dir};
use serde_json::json;

/// The programs, and what they print under CPython: `tests/sympy/record.py` writes it.
const PROGRAMS: &str = include_str!("../sympy/programs.py");
const EXPECTED: &str = include_str!("../sympy/expected.json");

fn sandbox() -> Sandbox {
    Sandbox::load_all(&[image_dir(), sympy_image_dir()], &SandboxConfig::default()).unwrap()
}

/// The sandbox's defaults but for the clock, which a busy machine must not reach.
fn limits() -> Limits {
    Limits { wall: Duration::from_secs(120), fuel: Limits::MAX_FUEL, ..Limits::default() }
}

#[test]
fn programs_print_what_they_print_under_cpython() {
    let programs: Vec<(&str, &str)> =
        PROGRAMS.split("# --- ").skip(1).filter_map(|part| part.split_once('\n')).collect();
    let expected: BTreeMap<String, String> = serde_json::from_str(EXPECTED).unwrap();
    assert!(programs.len() >= 60);
    assert_eq!(programs.len(), expected.len(), "tests/sympy/record.py records them anew");
    let sandbox = sandbox();
    let mut wrong = String::new();
    for (name, code) in programs {
        let outcome = sandbox.run(&Program::new(code), &limits()).unwrap();
        let image = &sandbox.images()[outcome.image].name;
        let seen = (outcome.stdout.to_text(), outcome.stderr.to_text(), image.as_str());
        let wanted = (expected[name].clone(), String::new(), "python-sympy");
        if seen != wanted || outcome.failure.is_some() {
            wrong.push_str(&format!("=== {name}\n{wanted:?}\n{seen:?}\n{:?}\n", outcome.failure));
        }
    }
    assert_eq!(wrong, "");
}

/// The image that runs `code` over HTTP.
fn image_of(code: &str) -> String {
    let answer = TestServer::shared().run(code);
    assert_eq!(answer.error, None, "{code}");
    answer.image.name
}

#[test]
fn a_program_that_imports_the_package_runs_where_it_is() {
    assert!(sympy_image_dir().exists());
    for code in [
        "import sympy",
        "import math, sympy.abc as abc",
        "from mpmath import mp",
        "def f():\n    from sympy import pi\n    return pi\nprint(f())",
        "try:\n    import sympy\nexcept ImportError:\n    pass",
        "__import__('sympy')",
        "import importlib\nimportlib.import_module('sympy.core')",
    ] {
        assert_eq!(image_of(code), "python-sympy", "{code}");
    }
    for code in ["print(1 + 1)", "x = 'import sympy'", "# import sympy\n1", "sympy = 1"] {
        assert_eq!(image_of(code), "python", "{code}");
    }
}

#[test]
fn an_answer_is_of_one_run_with_its_inputs_seed_and_limits() {
    assert!(sympy_image_dir().exists());
    let server = TestServer::shared();
    let code = "import sympy, random\nprint(n, random.random(), sympy.randprime(1, 10**6))";
    let request = json!({ "code": code, "inputs": {"n": 3}, "seed": 7 });
    let (first, second) = (server.execute(&request), server.execute(&request));
    assert_eq!(first.error, None);
    assert_eq!((&first.stdout, first.usage.fuel), (&second.stdout, second.usage.fuel));
    let other = json!({ "code": code, "inputs": {"n": 3}, "seed": 8 });
    assert_ne!(first.stdout, server.execute(&other).stdout);

    let endless = "import sympy\nwhile True:\n    pass";
    let request = json!({ "code": endless, "limits": {"fuel": 50_000_000} });
    let answer = server.execute(&request);
    assert_eq!(
        answer.error.map(|error| error.message).as_deref(),
        Some(
            "instruction limit reached: 50000000 instructions used, the computing part of the time \
             limit"
        )
    );
    assert_eq!(answer.usage.fuel, 50_000_000);
}

#[test]
fn what_the_package_takes_does_not_count_against_the_memory_limit() {
    let sandbox = sandbox();
    let infos = sandbox.images();
    let extra = infos[1].memory_bytes - infos[0].memory_bytes;
    let limits = Limits { memory_bytes: 64 << 20, ..limits() };
    let run = |code: &str| sandbox.run(&Program::new(code), &limits).unwrap();
    let outcome = run("import sympy\nprint(sympy.factorint(1001))");
    assert_eq!(outcome.failure, None);
    let outcome = run("import sympy\nx = bytearray(200 << 20)");
    let failure = outcome.failure.unwrap();
    assert_eq!(failure.kind, jupan_sandbox::ErrorKind::Memory);
    assert!(outcome.usage.memory_peak_bytes <= (64 << 20) + extra);
}

#[test]
fn without_the_image_the_error_says_how_to_get_it() {
    let sandbox = Sandbox::load(&image_dir(), &SandboxConfig::default()).unwrap();
    let outcome = sandbox.run(&Program::new("import sympy"), &limits()).unwrap();
    let failure = outcome.failure.unwrap();
    assert_eq!(failure.message, "No module named 'sympy'");
}

#[test]
fn the_light_image_has_nothing_of_the_other() {
    let sandbox = sandbox();
    let infos = sandbox.images();
    assert_eq!(infos[0].packages, [""; 0]);
    assert_eq!(infos[1].packages, ["mpmath", "sympy"]);
    for info in infos {
        assert!(!info.modules.iter().any(|module| module == "ctypes"), "{}", info.name);
    }
    let more: Vec<_> =
        infos[1].modules.iter().filter(|module| !infos[0].modules.contains(module)).collect();
    assert_eq!(more, ["mpmath", "sympy"]);
}
