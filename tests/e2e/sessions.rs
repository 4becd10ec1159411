use std::thread;

use jupan_api::{ErrorKind, ExecuteResponse, SESSIONS_PATH, SessionEnd};
use jupan_server::ServerConfig;
use jupan_tests::{TestServer, post_json, request, send, sympy_image_dir};
use serde_json::{Value, json};

/// A session of the shared server.
struct Session {
    server: &'static TestServer,
    id: String,
}

impl Session {
    fn begin() -> Self {
        Self::begin_with(&json!({}))
    }

    fn begin_with(body: &Value) -> Self {
        let server = TestServer::shared();
        let reply = post_json(server.address(), SESSIONS_PATH, body.to_string().as_bytes());
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        Self { server, id: reply.json()["id"].as_str().unwrap().to_owned() }
    }

    fn execute(&self, mut request: Value) -> ExecuteResponse {
        request["session_id"] = json!(self.id);
        self.server.execute(&request)
    }

    fn run(&self, code: &str) -> ExecuteResponse {
        self.execute(json!({ "code": code }))
    }

    /// What the program printed and gave; it must not fail.
    fn text(&self, code: &str) -> String {
        let answer = self.run(code);
        assert_eq!(answer.error, None, "{code}");
        assert_eq!(answer.session.unwrap().ended, None, "{code}");
        format!("{}{}", answer.stdout, answer.result.unwrap_or_default())
    }

    /// Status and body of a request about the session.
    fn ask(&self, method: &str, below: &str) -> (u16, Value) {
        let path = format!("{SESSIONS_PATH}/{}{below}", self.id);
        let reply = send(self.server.address(), &request(method, &path, &[], b""));
        (reply.status, reply.json())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The server is shared, and has room for so many.
        if !thread::panicking() {
            self.ask("DELETE", "");
        }
    }
}

#[test]
fn names_functions_classes_and_imports_stay() {
    let session = Session::begin();
    let answer = session.run(
        "import json as j\nfrom math import tau\nx = 41\n\
         def add(n):\n    global x\n    x += n\n    return x\n\
         class Point:\n    def __init__(self, a):\n        self.a = a\n    def __repr__(self):\n        return f'Point({self.a})'\n\
         p = Point(3)",
    );
    assert_eq!((answer.error, answer.fresh), (None, true));
    let answer = session.run("add(1)");
    assert_eq!((answer.result.as_deref(), answer.fresh), (Some("42"), false));
    assert_eq!(
        session.text("x, p, Point(x), j.dumps([x]), round(tau, 3)"),
        "(42, Point(3), Point(42), '[42]', 6.283)"
    );
    assert_eq!(
        session.text("isinstance(p, Point), __name__, Point.__module__"),
        "(True, '__main__', '__main__')"
    );
    // What a later program defines takes the place of what was there.
    assert_eq!(session.text("def add(n):\n    return 'other'\nadd(1), x"), "('other', 42)");
    let after = session.run("1").session.unwrap();
    assert_eq!((after.id.as_str(), after.runs, after.ended), (session.id.as_str(), 6, None));
    assert_eq!(session.ask("GET", "").1["bytes"], after.bytes);
}

#[test]
fn whatever_is_half_way_goes_on() {
    let session = Session::begin();
    assert_eq!(
        session.text("def squares():\n    for n in range(10):\n        yield n * n\nit = squares()\nnext(it), next(it)"),
        "(0, 1)"
    );
    assert_eq!(session.text("next(it), next(it)"), "(4, 9)");
    session.text("import decimal\nc = decimal.localcontext()\nc.__enter__().prec = 5");
    assert_eq!(session.text("decimal.Decimal(1) / 3"), "Decimal('0.33333')");
    session.text("c.__exit__(None, None, None)");
    assert_eq!(session.text("decimal.Decimal(1) / 3"), "Decimal('0.3333333333333333333333333333')");
    session.text("import math, sys, types\nmath.answer = 42\nsys.modules['mine'] = m = types.ModuleType('mine')\nm.y = 7");
    assert_eq!(session.text("import math, mine\nmath.answer, mine.y"), "(42, 7)");
    session.text("import io, sys\nout, sys.stdout = sys.stdout, io.StringIO()\nprint('hidden')");
    assert_eq!(session.text("sys.stdout, seen = out, sys.stdout.getvalue()\nseen"), "'hidden\\n'");
    session.text("import asyncio\nloop = asyncio.new_event_loop()\nasync def f():\n    await asyncio.sleep(0)\n    return 5");
    assert_eq!(session.text("loop.run_until_complete(f())"), "5");
    session.text("xs = {n: str(n) for n in range(1000)}");
    assert_eq!(session.text("xs.update({-1: 'x'})\nlen(xs), xs[999]"), "(1001, '999')");
    session.text("del xs");
    let answer = session.run("xs");
    assert_eq!(
        answer.text,
        "[error] NameError: name 'xs' is not defined (line 1)\n[hint] this \
        session has no `xs`; define or import it in this program, or in one before it"
    );
}

#[test]
fn what_a_program_is_given_is_its_own() {
    let session = Session::begin();
    assert_eq!(
        session.execute(json!({"code": "n * 2", "inputs": {"n": 21}})).result.unwrap(),
        "42"
    );
    assert_eq!(
        session.execute(json!({"code": "n, m", "inputs": {"m": [1]}})).result.unwrap(),
        "(21, [1])"
    );
    // A seed holds from its run on.
    let draw = "import random\nrandom.random()";
    let seeded = |session: &Session| session.execute(json!({"code": draw, "seed": 7})).result;
    let first = seeded(&session);
    let (next, again) = (session.text(draw), seeded(&session));
    assert_eq!(first, again);
    assert_ne!(first.as_deref(), Some(next.as_str()));
    session.text("random.seed(7)");
    assert_eq!(Some(session.text(draw)), first);
    // Without one, two sessions draw differently.
    assert_ne!(Session::begin().text(draw), Session::begin().text(draw));

    session.text("import time\nt = time.monotonic()");
    assert_eq!(session.text("time.monotonic() > t, time.perf_counter() > t"), "(True, True)");
    // Output, instructions and depth are counted anew.
    let flood = json!({"code": "print('x' * 40_000)", "limits": {"output_bytes": 1024}});
    for _ in 0..3 {
        let answer = session.execute(flood.clone());
        assert_eq!((answer.error, answer.truncated.stdout_bytes), (None, 38_977));
    }
    session.text("def deep(n):\n    return deep(n + 1) if n < 900 else n");
    for _ in 0..3 {
        assert_eq!(session.text("deep(0)"), "900");
    }
}

#[test]
fn an_error_names_the_program_that_it_is_in() {
    let session = Session::begin();
    session.text("import math\n\ndef half(n):\n    return n / 0");
    let error = session.run("y = 5\nhalf(y)").error.unwrap();
    assert_eq!((error.kind, error.line), (ErrorKind::Exception, Some(2)));
    assert_eq!(
        error.traceback.as_deref(),
        Some(
            "Traceback (most recent call last):\n  File \"program-2.py\", line 2, in <module>\n    \
             half(y)\n    ~~~~^^^\n  File \"program-1.py\", line 4, in half\n    return n / 0\n           \
             ~~^~~\nZeroDivisionError: division by zero\n"
        )
    );
    // It keeps what came before it.
    assert_eq!(session.text("y"), "5");
    assert_eq!(
        session.text("import inspect\ninspect.getsource(half)"),
        "'def half(n):\\n    return n / 0\\n'"
    );
    let error = session.run("x = 1\ny = (").error.unwrap();
    assert_eq!((error.kind, error.line), (ErrorKind::Syntax, Some(2)));
    let error = session.run("z = 8\nimport sys\nsys.exit(3)").error.unwrap();
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Exit, "exit status 3"));
    assert_eq!(session.text("y, z"), "(5, 8)");
    // A program without a session has the name that it always had.
    let error = TestServer::shared().run("1 / 0").error.unwrap();
    assert!(error.traceback.unwrap().contains("File \"program.py\", line 1"));
}

#[test]
fn the_end_of_a_program_is_not_the_end_of_the_interpreter() {
    let session = Session::begin();
    session.text("import atexit\natexit.register(print, 'the end')\nclass A:\n    def __del__(self):\n        print('gone')\na = A()");
    assert_eq!(session.text("1"), "1");
    assert_eq!(session.text("del a"), "gone\n");
}

#[test]
fn sessions_see_nothing_of_each_other() {
    let (one, two) = (Session::begin(), Session::begin());
    one.text("secret = 'of one'\nimport math\nmath.pi = 3");
    two.text("other = 'of two'");
    let look = "sorted(n for n in globals() if not n.startswith('_')), round(math.pi, 2)";
    assert_eq!(two.text(&format!("import math\n{look}")), "(['math', 'other'], 3.14)");
    assert_eq!(one.text(look), "(['math', 'secret'], 3)");
    let fresh = TestServer::shared().run(look);
    assert_eq!(fresh.result.as_deref(), Some("([], 3.14)"));
    assert_eq!((fresh.fresh, fresh.session), (true, None));
    // Nor does what a reset has taken back come back.
    assert_eq!(one.ask("POST", "/reset").0, 200);
    assert_eq!(one.text(look), "([], 3.14)");
}

#[test]
fn requests_that_come_together_go_one_after_the_other() {
    let session = Session::begin();
    session.text("n = 0");
    let once = "m = n\nfor _ in range(20_000):\n    pass\nn = m + 1";
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| session.text(once));
        }
    });
    assert_eq!(session.text("n"), "8");
}

#[test]
fn a_hard_limit_ends_the_session_and_says_so() {
    for (code, limits, kind, end) in [
        (
            "while True:\n    pass",
            json!({"wall_ms": 50}),
            Some(ErrorKind::Timeout),
            SessionEnd::Limit,
        ),
        (
            "while True:\n    pass",
            json!({"fuel": 50_000_000}),
            Some(ErrorKind::Fuel),
            SessionEnd::Limit,
        ),
        ("x = bytearray(1 << 30)", json!({}), Some(ErrorKind::Memory), SessionEnd::Limit),
        ("raise MemoryError", json!({}), Some(ErrorKind::Memory), SessionEnd::Limit),
        (
            "while True:\n    print('x' * 1000)",
            json!({"output_bytes": 1024}),
            Some(ErrorKind::Output),
            SessionEnd::Limit,
        ),
        ("import os\nos._exit(0)", json!({}), None, SessionEnd::Exit),
        ("import os\nos._exit(3)", json!({}), Some(ErrorKind::Exit), SessionEnd::Exit),
    ] {
        let session = Session::begin();
        session.text("x = 1");
        let answer = session.execute(json!({ "code": code, "limits": limits }));
        assert_eq!(answer.error.map(|error| error.kind), kind, "{code}");
        let after = answer.session.unwrap();
        assert_eq!((after.ended, after.bytes, after.runs), (Some(end), 0, 2), "{code}");
        assert!(answer.text.contains("the session has ended"), "{}", answer.text);
        let body = json!({ "code": "x", "session_id": session.id }).to_string();
        let reply = session.server.post(body.as_bytes());
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (404, &json!("no_session")));
    }
}

#[test]
fn a_session_has_as_many_bytes_as_it_may() {
    let session = Session::begin_with(&json!({"max_bytes": 4 << 20}));
    session.text("x = 1");
    let answer = session.run("x = bytearray(b'x') * (8 << 20)");
    assert_eq!(answer.error, None);
    assert_eq!(answer.session.unwrap().ended, Some(SessionEnd::TooLarge));
    // What is used in between and freed does not count.
    let session = Session::begin_with(&json!({"max_bytes": 4 << 20}));
    session.text("len('x' * (8 << 20)), len([1] * (1 << 20))");
    assert_eq!(session.text("1"), "1");
    // A run of its own limits has to have room for what is there.
    let session = Session::begin();
    session.text("x = bytearray(b'x') * (20 << 20)");
    let body = json!({
        "code": "1", "session_id": session.id, "limits": {"memory_bytes": 64 << 20},
    });
    let reply = session.server.post(body.to_string().as_bytes());
    assert_eq!(
        (reply.status, &reply.json()["error"]["field"]),
        (422, &json!("limits.memory_bytes"))
    );
    assert_eq!(session.text("len(x)"), "20971520");
}

#[test]
fn a_session_has_one_image_for_life() {
    assert!(sympy_image_dir().exists());
    // The first program decides.
    let session = Session::begin();
    assert_eq!(
        session.text("import sympy\nx = sympy.Symbol('x')\nsympy.expand((x + 1) ** 2)"),
        "x**2 + 2*x + 1"
    );
    let answer = session.run("f = sympy.lambdify(x, x + 1)\nf(2), sympy.diff(x ** 3)");
    assert_eq!(answer.result.as_deref(), Some("(3, 3*x**2)"));
    assert_eq!(answer.image.name, "python-sympy");
    let session = Session::begin();
    session.text("y = 2");
    let answer = session.run("import sympy");
    assert_eq!(
        answer.text,
        "[error] ModuleNotFoundError: No module named 'sympy' (line 1)\n[hint] `sympy` is in the \
         image `python-sympy`, and this session runs in `python` for good; import it in the first \
         program of another session, or run without a session"
    );
    assert_eq!(session.text("try:\n    import sympy\nexcept ImportError:\n    y += 1\ny"), "3");
    // Or whoever begins it.
    let session = Session::begin_with(&json!({"image": "python-sympy"}));
    session.text("y = 2");
    assert_eq!(session.text("import sympy\nsympy.Integer(y)"), "2");
}

#[test]
fn a_session_does_not_mind_which_worker_it_gets() {
    // Hundreds of runs of others lie between those of the session.
    let server = TestServer::start(ServerConfig { max_concurrent_runs: 2, ..Default::default() });
    let reply = post_json(server.address(), SESSIONS_PATH, b"{}");
    let id = reply.json()["id"].clone();
    let run = |code: &str| server.execute(&json!({ "code": code, "session_id": id })).result;
    run("n = 0");
    for n in 1..=20 {
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| server.run("n = [0] * 100_000"));
            }
        });
        assert_eq!(run("n += 1\nn"), Some(n.to_string()));
    }
}
