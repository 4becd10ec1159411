use std::sync::Arc;
use std::time::Duration;

use jupan_sandbox::{
    CancelToken, ErrorKind, ImageReason, Limits, Outcome, OutputSink, Outputs, Picture, Program,
    ProgramFile, RunOptions, Runner, Sandbox, SandboxConfig, SharedBytes,
};
use jupan_server::ServerConfig;
use jupan_tests::{
    TestServer, finish, image_dir, jupan, post_json, request, science_image_dir, send,
};
use serde::Deserialize;
use serde_json::json;

/// What a desktop gave for the programs of `tests/science/programs.py`, which writes it.
const RECORDED: &str = include_str!("../science/recorded.json");
/// Programs that are known to give something else, and why.
const DIFFERENCES: &str = include_str!("../science/differences.toml");

#[derive(Deserialize)]
struct Recorded {
    programs: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    code: String,
    stdout: String,
}

/// The light image and the scientific one, if that is built.
fn sandbox() -> Option<Sandbox> {
    let images = [image_dir(), science_image_dir()?];
    Some(Sandbox::load_all(&images, &SandboxConfig::default()).unwrap())
}

/// The sandbox's defaults but for the clock, which a busy machine must not reach.
fn limits() -> Limits {
    Limits { wall: Duration::from_secs(120), fuel: Limits::MAX_FUEL, ..Limits::default() }
}

fn run(sandbox: &Sandbox, code: &str) -> Outcome {
    sandbox.run(&Program::new(code), &limits()).unwrap()
}

/// Numbers of a text: integers stay as they are, floats are cut to ten digits.
fn rounded(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        match word.parse::<f64>() {
            Ok(number) if word.contains(['.', 'e']) => out.push_str(&format!("{number:.9e}")),
            _ => out.push_str(word),
        }
        rest = after;
    }
    out
}

#[test]
fn floats_are_compared_to_ten_digits_and_integers_exactly() {
    assert_eq!(rounded("[1, 0.1000000000001] int64"), "[1, 1.000000000e-1] int64");
    assert_ne!(rounded("12345678901234567890"), rounded("12345678901234567891"));
}

#[test]
fn programs_give_the_numbers_that_they_give_on_a_desktop() {
    let Some(sandbox) = sandbox() else { return };
    let Recorded { programs } = serde_json::from_str(RECORDED).unwrap();
    assert!(programs.len() >= 500, "{}", programs.len());
    let known: toml::Table = DIFFERENCES.parse().unwrap();
    let (mut wrong, mut mended) = (String::new(), String::new());
    for Case { name, code, stdout } in programs {
        let outcome = run(&sandbox, &code);
        let seen = outcome.stdout.to_text();
        let is_right = outcome.failure.is_none() && rounded(&seen) == rounded(&stdout);
        match (is_right, known.contains_key(&name)) {
            (true, false) => {}
            (true, true) => mended.push_str(&format!("{name}\n")),
            // What differs has to say so.
            (false, true) if outcome.failure.is_some() => {}
            (false, _) => {
                let failure = outcome.failure.map(|failure| failure.message);
                wrong.push_str(&format!("=== {name}\n{stdout}{seen}{failure:?}\n"));
            }
        }
    }
    assert_eq!((wrong.as_str(), mended.as_str()), ("", ""));
}

#[test]
fn operations_on_python_integers_have_64_bits_however_they_are_called() {
    let Some(sandbox) = sandbox() else { return };
    for (code, expected) in [
        ("functools.reduce(np.left_shift, [1, 40])", "np.int64(1099511627776)"),
        ("list(map(np.power, [10], [10]))", "[np.int64(10000000000)]"),
        ("getattr(np, 'power')(10, 10)", "np.int64(10000000000)"),
        ("np.divmod(10**10, 3)", "(np.int64(3333333333), np.int64(1))"),
        ("np.power(np.int32(10), 10).dtype", "dtype('int32')"),
        ("isinstance(np.power, np.ufunc), np.power.nin", "(True, 2)"),
        ("np.power.reduce([10, 10])", "np.int64(10000000000)"),
        ("np.bitwise_or(2**62, True)", "np.int64(4611686018427387905)"),
        ("np.char.str_len(['abc']) * 10**10", "array([30000000000])"),
        ("np.char.find(['ab'], 'b') * 10**10", "array([10000000000])"),
        ("pd.DataFrame({'a': [1, 2]}).apply(np.argmax)['a'] * 10**10", "np.int64(10000000000)"),
    ] {
        let code = format!("import functools\nimport numpy as np, pandas as pd\n{code}");
        let outcome = run(&sandbox, &code);
        assert_eq!(outcome.failure, None, "{code}");
        assert_eq!(outcome.result.as_deref(), Some(expected), "{code}");
    }
    // However a program gets to the types of C, in its own text, in one that it evaluates and in
    // a module of its own.
    let helper = "import numpy\nwide = numpy.intp, numpy.array([2]).argmax().dtype.name";
    let program = Program {
        files: vec![ProgramFile {
            name: "helper.py".to_owned(),
            bytes: SharedBytes::new(helper.as_bytes().to_vec()),
        }],
        ..Program::new(
            "import numpy as n, helper, pandas\nfrom numpy import intp\nfrom numpy import *\n\
             print(n.int_, intp, long, getattr(n, 'int_'), eval('n.uint'), helper.wide)\n\
             print('int_' in dir(n), n.array([10**5], dtype=n.int_) ** 2)\n\
             t = pandas.DataFrame({'a': [1, 2, 1]})\n\
             print(t.groupby('a').indices[1] * 10**10)",
        )
    };
    let outcome = sandbox.run(&program, &limits()).unwrap();
    assert_eq!(outcome.failure, None);
    assert_eq!(
        outcome.stdout.to_text(),
        "<class 'numpy.int64'> <class 'numpy.int64'> <class 'numpy.int64'> <class 'numpy.int64'> \
         <class 'numpy.uint64'> (<class 'numpy.int64'>, 'int64')\nTrue [10000000000]\n\
         [          0 20000000000]\n"
    );
    let failure = run(&sandbox, "import numpy as np\nnp.bitwise_or(2**64, 1)").failure.unwrap();
    assert_eq!(failure.type_name, "OverflowError");
}

/// What is wrong without a word where an index of 32 bits, or a type of C, gets through.
const WIDE: &[(&str, &str)] = &[
    ("int((np.bincount(np.zeros(50000, np.int32))**2).sum())", "2500000000"),
    ("i = np.argsort(np.arange(70000, dtype=np.int32))\nint(i[-1]**2)", "4899860001"),
    ("np.unique(np.array([7], np.int32), return_inverse=True)[1].dtype.name", "'int64'"),
    ("np.unique(np.array([7], np.int32), return_counts=True)[0].dtype.name", "'int32'"),
    ("np.where(np.array([1], np.int32))[0].dtype.name", "'int64'"),
    ("np.where([True], np.int32(1), np.int32(2)).dtype.name", "'int32'"),
    ("np.ma.array(np.zeros((50000, 2))).count(axis=0)**2", "array([2500000000, 2500000000])"),
    ("np.ma.array([2, 1]).argsort().dtype.name", "'int64'"),
    ("np.matrix([[1, 2]]).argmax(1).dtype.name", "'int64'"),
    ("pd.Series(['b', 'a']).argsort().dtype.name", "'int64'"),
    ("pd.factorize(np.array([5, 6], np.int32))[0].dtype.name", "'int64'"),
    ("pd.MultiIndex.from_tuples([(1, 2)]).get_indexer([(1, 2)]).dtype.name", "'int64'"),
    ("pd.DataFrame({'a': [1]}).memory_usage().dtype.name", "'int64'"),
    ("pd.Series([1, 2]).groupby([0, 0]).agg(np.argmax).dtype.name", "'int64'"),
    (
        "np.genfromtxt(['a,100000', 'b,5'], dtype=None, delimiter=',')['f1'][0]**2",
        "np.int64(10000000000)",
    ),
    ("np.array([3]).astype('long').dtype.name", "'int64'"),
    (
        "from scipy.spatial import cKDTree\nt = cKDTree([[0, 0], [1, 0], [0, 1], [1, 1.]])\n\
      (sorted(t.query_ball_point([0, 0], 1.1)), sorted(t.query_pairs(1.1)), t.query([1, 0])[1])",
        "([0, 1, 2], [(0, 1), (0, 2), (1, 3), (2, 3)], 1)",
    ),
    (
        "from scipy.spatial import KDTree\nKDTree([[0.], [1.]]).query([[1.]])[1].dtype.name",
        "'int64'",
    ),
    (
        "from scipy.spatial import Voronoi\nlen(Voronoi([[0, 0], [1, 0], [0, 1], [1, 1.], [.5, .4]]).vertices)",
        "4",
    ),
    (
        "from sklearn.neighbors import KDTree\nKDTree([[0.], [1.]]).query([[1.]])[1].tolist()",
        "[[1]]",
    ),
    ("np.add.reduceat([1, 2, 3], np.flatnonzero([1, 0, 1]))", "array([3, 3])"),
    (
        "from scipy.signal import peak_prominences\npeak_prominences([0, 1, 0, 2, 0], [1, 3])[0].tolist()",
        "[1.0, 2.0]",
    ),
];

#[test]
fn indices_and_types_of_c_have_64_bits_wherever_a_program_meets_them() {
    let Some(sandbox) = sandbox() else { return };
    let mut wrong = String::new();
    for (code, expected) in WIDE {
        let outcome = run(&sandbox, &format!("import numpy as np, pandas as pd\n{code}"));
        if outcome.result.as_deref() != Some(expected) {
            wrong.push_str(&format!("{code}\n{:?} {:?}\n", outcome.result, outcome.failure));
        }
    }
    assert_eq!(wrong, "");
    for code in [
        "np.random.geometric(1e-11)",
        "np.random.negative_binomial(10, 1e-11)",
        "np.random.binomial(3 * 10**9, .5)",
        "np.random.hypergeometric(15 * 10**8, 10**9, 10**6)",
    ] {
        let failure = run(&sandbox, &format!("import numpy as np\n{code}")).failure.unwrap();
        assert_eq!(failure.type_name, "OverflowError", "{code}");
        assert!(failure.message.contains("default_rng()"), "{}", failure.message);
    }
}

#[test]
fn formulas_are_drawn() {
    let Some(sandbox) = sandbox() else { return };
    let code = "import matplotlib.pyplot as plt\nplt.title(r'$\\alpha^2 + \\frac{1}{2}\\,\\mathrm{x}$')\n\
                plt.xlabel('$10^{-3}$')\nplt.semilogy([1, 10, 100])";
    let outcome = run(&sandbox, code);
    assert_eq!((outcome.failure, outcome.pictures.len()), (None, 1));
    let outcome = run(&sandbox, "import sympy\nsympy.plot(sympy.Symbol('x')**2)\n0");
    assert_eq!((outcome.failure, outcome.pictures.len()), (None, 1));
}

#[test]
fn a_program_runs_where_its_imports_are() {
    let Some(sandbox) = sandbox() else { return };
    let outcome = run(&sandbox, "import numpy as np\nimport pandas\nnp.arange(3)");
    assert_eq!(outcome.result.as_deref(), Some("array([0, 1, 2])"));
    assert_eq!(outcome.image, 1);
    assert_eq!(outcome.reason, ImageReason::Imports(vec!["numpy".into(), "pandas".into()]));
    let outcome = run(&sandbox, "1 + 1");
    assert_eq!((outcome.image, outcome.reason), (0, ImageReason::First));
    let asked = Program { image: Some("science".to_owned()), ..Program::new("1 + 1") };
    let outcome = sandbox.run(&asked, &limits()).unwrap();
    assert_eq!((outcome.image, outcome.reason), (1, ImageReason::Asked));
    let light = Program { image: Some("python".to_owned()), ..Program::new("import numpy") };
    let failure = sandbox.run(&light, &limits()).unwrap().failure.unwrap();
    assert_eq!(failure.message, "No module named 'numpy'");
    let none = Program { image: Some("other".to_owned()), ..Program::new("1") };
    assert_eq!(sandbox.run(&none, &limits()).unwrap_err().to_string(), "there is no image `other`");
}

#[test]
fn limits_end_a_run_with_their_own_kind() {
    let Some(sandbox) = sandbox() else { return };
    let kind = |code: &str, limits: Limits| {
        let outcome = sandbox.run(&Program::new(format!("import numpy\n{code}")), &limits).unwrap();
        assert_eq!(outcome.image, 1);
        outcome.failure.unwrap().kind
    };
    let short = Limits { wall: Duration::from_secs(1), ..limits() };
    let little = Limits { fuel: 50_000_000, ..limits() };
    for (code, limits, expected) in [
        ("while True: pass", short, ErrorKind::Timeout),
        ("import time\ntime.sleep(60)", short, ErrorKind::Timeout),
        ("a = numpy.ones((2000, 2000))\nwhile True: a @ a", short, ErrorKind::Timeout),
        ("while True: pass", little, ErrorKind::Fuel),
        ("x = [bytearray(10**7) for _ in range(1000)]", self::limits(), ErrorKind::Memory),
        ("numpy.ones(10**8)", self::limits(), ErrorKind::Memory),
        ("while True: print('x' * 10**5)", self::limits(), ErrorKind::Output),
        ("def f(): return f()\nf()", self::limits(), ErrorKind::Exception),
        ("1 / 0", self::limits(), ErrorKind::Exception),
        ("raise SystemExit(3)", self::limits(), ErrorKind::Exit),
    ] {
        assert_eq!(kind(code, limits), expected, "{code}");
    }
    // What cannot be parsed imports nothing.
    let program =
        Program { image: Some("science".to_owned()), ..Program::new("import numpy\ndef f(:") };
    let failure = sandbox.run(&program, &self::limits()).unwrap().failure.unwrap();
    assert_eq!((failure.kind, failure.line), (ErrorKind::Syntax, Some(2)));
}

#[test]
fn a_run_sees_nothing_of_another_and_its_seed_repeats_it() {
    let Some(sandbox) = sandbox() else { return };
    run(&sandbox, "import numpy\nnumpy.x = 1\nopen('left', 'w').write('x')");
    let code = "import numpy, os\nprint(hasattr(numpy, 'x'), os.listdir('.'))\n\
                print(numpy.random.rand(), numpy.random.default_rng().random())";
    let seeded = |seed| {
        let outcome = sandbox.run(&Program { seed, ..Program::new(code) }, &limits()).unwrap();
        assert_eq!(outcome.failure, None);
        outcome.stdout.to_text()
    };
    assert!(seeded(None).starts_with("False []\n"));
    assert_eq!(seeded(Some(7)), seeded(Some(7)));
    assert_ne!(seeded(Some(7)), seeded(Some(8)));
    assert_ne!(seeded(None), seeded(None));
}

#[test]
fn an_error_is_told_from_the_programs_own_first_line_on() {
    let Some(sandbox) = sandbox() else { return };
    let failure = run(&sandbox, "import numpy\n\nx = 1 / 0\n").failure.unwrap();
    assert_eq!(
        (failure.type_name.as_str(), failure.message.as_str(), failure.line),
        ("ZeroDivisionError", "division by zero", Some(3))
    );
    assert_eq!(
        failure.traceback.as_deref(),
        Some(
            "Traceback (most recent call last):\n  File \"program.py\", line 3, in <module>\n    \
             x = 1 / 0\n        ~~^~~\nZeroDivisionError: division by zero\n"
        )
    );
}

#[test]
fn exceptions_of_its_compiled_code_are_counted_and_do_not_pile_up() {
    let Some(sandbox) = sandbox() else { return };
    // Each is one of C++, which lies outside of the interpreter's memory.
    let code = "import sys, numpy, scipy.fft\n\
                [c2c] = [m.c2c for n, m in sys.modules.items() if n.endswith('pyduccfft')]\n\
                thrown, x = 0, numpy.ones(4, complex)\n\
                for _ in range(20_000):\n    try:\n        c2c(x, (99,))\n    \
                except ValueError:\n        thrown += 1\nprint(thrown)";
    let outcome = run(&sandbox, code);
    assert_eq!((outcome.stdout.to_text().as_str(), outcome.failure), ("20000\n", None));
    let start = sandbox.images()[1].memory_bytes;
    let more = outcome.usage.memory_peak_bytes - start;
    assert!((1..=1 << 20).contains(&more), "{more} bytes");
}

#[test]
fn a_run_is_given_up_when_its_caller_asks() {
    let Some(sandbox) = sandbox() else { return };
    let cancel = CancelToken::new();
    let told = cancel.clone();
    let program = Program::new("import numpy\nprint('on')\nwhile True: pass");
    let sink: OutputSink = Arc::new(move |_, _: &[u8]| told.cancel());
    let options = RunOptions { cancel: Some(&cancel), sink: Some(&sink), ..RunOptions::default() };
    let error = sandbox.run_with(&program, &limits(), options).unwrap_err();
    assert_eq!(error.to_string(), "the run was cancelled");
}

#[test]
fn tables_come_in_as_files() {
    let Some(sandbox) = sandbox() else { return };
    let file = |name: &str, bytes: &[u8]| ProgramFile {
        name: name.to_owned(),
        bytes: SharedBytes::new(bytes.to_vec()),
    };
    let make = Program {
        outputs: Outputs::All,
        ..Program::new(
            "import pandas\npandas.DataFrame({'n': [2**40]}).to_excel('a.xlsx', index=False)",
        )
    };
    let made = sandbox.run(&make, &limits()).unwrap();
    assert_eq!(made.failure, None);
    let book = made.files.files[0].bytes.get().to_vec();
    let read = Program {
        files: vec![
            file("a.csv", b"n\n1099511627776\n"),
            file("a.json", br#"[{"n": 1099511627776}]"#),
            file("a.xlsx", &book),
        ],
        ..Program::new(
            "import pandas as pd\nfor t in (pd.read_csv('a.csv'), pd.read_json('a.json'), \
             pd.read_excel('a.xlsx')): print(t.n.sum(), t.n.dtype)\nt",
        )
    };
    let outcome = sandbox.run(&read, &limits()).unwrap();
    assert_eq!(outcome.failure, None);
    assert_eq!(outcome.stdout.to_text(), "1099511627776 int64\n".repeat(3));
    // The last value is a table, as a text.
    assert_eq!(outcome.result.as_deref(), Some("               n\n0  1099511627776"));
}

#[test]
fn packages_that_are_not_warm_are_there() {
    let Some(sandbox) = sandbox() else { return };
    for (code, expected) in [
        ("import networkx as nx\nnx.shortest_path(nx.path_graph(4), 0, 3)", "[0, 1, 2, 3]"),
        (
            "from sklearn.linear_model import LinearRegression as L\n\
             [round(float(c), 6) for c in L().fit([[1], [2], [3]], [2, 4, 6]).coef_]",
            "[2.0]",
        ),
        ("import asyncio, numpy\nasync def f(): return 4\nasyncio.run(f())", "4"),
        ("import numpy, zoneinfo\nzoneinfo.ZoneInfo('Asia/Seoul').key", "'Asia/Seoul'"),
        ("import numpy, importlib.metadata as m\nm.version('numpy')", "'2.5.2'"),
    ] {
        let outcome = run(&sandbox, code);
        assert_eq!(outcome.failure, None, "{code}");
        assert_eq!(outcome.result.as_deref(), Some(expected));
    }
}

#[test]
fn hostile_programs_end_as_in_the_light_image() {
    let Some(science) = science_image_dir() else { return };
    let dir = tempfile::tempdir().unwrap();
    let got = finish(
        jupan(dir.path())
            .args(["selftest", "--image-name", "science", "--image"])
            .arg(science.parent().unwrap()),
        b"",
    );
    assert_eq!(got.status, Some(0), "{}{}", got.stdout, got.stderr);
}

/// A server with the light image and this one.
fn server() -> Option<TestServer> {
    let images = vec![image_dir(), science_image_dir()?];
    Some(TestServer::start_with(ServerConfig::default(), images))
}

const NORMAL: &str = "import numpy as np, matplotlib.pyplot as plt\nx = np.linspace(-4, 4, 200)\n\
                      plt.plot(x, np.exp(-x**2 / 2))\nplt.title('normal')\nplt.show()";

#[test]
fn a_plot_comes_over_http_and_over_mcp() {
    let Some(server) = server() else { return };
    let limits = json!({"wall_ms": 60_000});
    let answer = server.execute(&json!({"code": NORMAL, "limits": limits}));
    assert_eq!(answer.error, None);
    assert_eq!(answer.image.reason.as_deref(), Some("imports matplotlib, numpy"));
    let [picture] = answer.images.as_slice() else { panic!("{} pictures", answer.images.len()) };
    assert_eq!((picture.mime.as_str(), picture.alt.as_str()), ("image/png", "normal"));
    assert_eq!(answer.text, "[picture] normal");
    assert!(picture.base64.starts_with("iVBORw0KGgo"));

    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "run_python", "arguments": {"code": NORMAL, "limits": limits}},
    });
    let headers = ["content-type: application/json", "accept: application/json, text/event-stream"];
    let request = request("POST", "/mcp", &headers, call.to_string().as_bytes());
    let reply = send(server.address(), &request).json();
    let content = &reply["result"]["content"];
    assert_eq!(content[1]["type"], "image", "{reply}");
    assert_eq!(content[1]["mimeType"], "image/png");
    assert!(content[1]["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    assert_eq!(content[0], json!({"type": "text", "text": "[picture] normal"}));
    assert_eq!(content.as_array().map(Vec::len), Some(2), "{reply}");
}

#[test]
fn a_table_comes_as_html_if_that_is_asked_for() {
    let Some(server) = server() else { return };
    let html = |code: &str, html: bool| {
        let answer = server.execute(&json!({"code": code, "html": html}));
        assert_eq!(answer.error, None);
        answer.result_html
    };
    let table = "import pandas as pd\npd.DataFrame({'n': ['<b>']}, index=['x'])";
    let got = html(table, true).unwrap();
    assert!(got.contains("<th>x</th>\n      <td>&lt;b&gt;</td>"), "{got}");
    assert!(html(&format!("{table}.n"), true).unwrap().contains("<th>x</th>"));
    assert_eq!(html(table, false), None);
    for other in ["import numpy\nnumpy.int64(1)", "1", "import numpy"] {
        assert_eq!(html(other, true), None);
    }
}

#[test]
fn sessions_stay_out_of_it_and_say_so() {
    let Some(server) = server() else { return };
    let made = post_json(server.address(), "/v1/sessions", br#"{"image": "science"}"#);
    assert_eq!(made.status, 422);
    assert_eq!(
        made.json()["error"]["message"],
        "the image `science` has no sessions: each of its runs is on its own"
    );
    let made = post_json(server.address(), "/v1/sessions", b"{}").json();
    let id = &made["id"];
    let answer = server.execute(&json!({"code": "import numpy", "session_id": id}));
    assert_eq!(
        answer.error.unwrap().hint.as_deref(),
        Some(
            "`numpy` is in the image `science`, which has no sessions: run the program without one"
        )
    );
    let both = json!({"code": "1", "session_id": id, "image": "science"});
    let reply = server.post(both.to_string().as_bytes());
    assert_eq!((reply.status, &reply.json()["error"]["field"]), (422, &json!("image")));
}

#[test]
fn figures_come_as_pictures() {
    let Some(sandbox) = sandbox() else { return };
    let plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 4])\nplt.title('growth')\n";
    for code in [plot.to_owned(), format!("{plot}plt.show()\nprint('shown')")] {
        let outcome = run(&sandbox, &code);
        assert_eq!(outcome.failure, None);
        let [picture] = outcome.pictures.as_slice() else {
            panic!("{} pictures", outcome.pictures.len())
        };
        assert_eq!((picture.mime.as_str(), picture.alt.as_str()), ("image/png", "growth"));
        assert_eq!((picture.width, picture.height), (640, 480));
        assert!(
            picture.bytes.starts_with(Picture::PNG) && picture.bytes.ends_with(b"IEND\xaeB`\x82")
        );
    }
    let many = format!("{plot}for n in range(20): plt.figure()");
    assert_eq!(run(&sandbox, &many).pictures.len(), Picture::MAX_COUNT);
}

#[test]
fn the_command_line_writes_pictures_to_files() {
    let Some(science) = science_image_dir() else { return };
    let dir = tempfile::tempdir().unwrap();
    let code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('t')";
    let got = finish(
        jupan(dir.path())
            .args(["run", "--wall-ms", "60000", "-c", code, "--pictures", "shown", "--image"])
            .arg(science.parent().unwrap()),
        b"",
    );
    assert_eq!((got.status, got.stderr.as_str()), (Some(0), "picture: shown/picture-1.png (t)\n"));
    let written = std::fs::read(dir.path().join("shown/picture-1.png")).unwrap();
    assert!(written.starts_with(Picture::PNG));
    let got = finish(
        jupan(dir.path())
            .args(["run", "--wall-ms", "60000", "-c", code, "--image"])
            .arg(science.parent().unwrap())
            .args(["--pictures", "shown/picture-1.png"]),
        b"",
    );
    let told = "jupan: cannot write the pictures to shown/picture-1.png: ";
    assert_eq!(got.status, Some(3), "{}", got.stderr);
    assert!(got.stderr.starts_with(told), "{}", got.stderr);
}
