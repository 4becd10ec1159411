//! A run starts from an interpreter that has run programs before the snapshot: none of them shows.

use jupan_tests::TestServer;

/// What `code` prints, and that nothing goes wrong.
fn printed(code: &str) -> String {
    let response = TestServer::shared().run(code);
    assert_eq!(response.error, None, "{code}");
    response.stdout
}

#[test]
fn a_traceback_quotes_the_program() {
    let response = TestServer::shared().run("x = 0\n\n1 / x");
    let error = response.error.expect("a division by zero");
    assert_eq!(
        error.traceback.as_deref(),
        Some(
            "Traceback (most recent call last):\n  File \"program.py\", line 3, in <module>\n    \
             1 / x\n    ~~^~~\nZeroDivisionError: division by zero\n"
        )
    );
}

#[test]
fn a_program_finds_its_own_lines() {
    assert_eq!(
        printed("import linecache\nprint(linecache.getlines('program.py'))"),
        "['import linecache\\n', \"print(linecache.getlines('program.py'))\\n\"]\n"
    );
    assert_eq!(
        printed(
            "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    \
             print(traceback.format_exc().splitlines()[2].strip())"
        ),
        "1 / 0\n"
    );
}

#[test]
fn no_object_of_another_program_is_there() {
    assert_eq!(
        printed(
            "import gc\nprint([o for o in gc.get_objects() if type(o).__module__ == '__main__'])"
        ),
        "[]\n"
    );
    assert_eq!(printed("print([n for n in globals() if not n.startswith('__')])"), "[]\n");
}

/// Objects that grow step by step leave free blocks of every size behind; what is kept at a time
/// stays far below the limit.
#[test]
fn memory_that_is_freed_can_be_used_for_other_sizes() {
    for code in [
        "ls = [''] * 20000\nfor k in range(90): ls = [s + 'abcdefghijk' for s in ls]\nprint(len(ls[0]))",
        "rows = [()] * 10000\nfor k in range(120): rows = [r + (k,) for r in rows]\nprint(len(rows[0]))",
        "a = [bytes(500) for _ in range(200000)]\na = None\nb = bytes(100 * 2**20)\nprint(len(b))",
    ] {
        let response = TestServer::shared()
            .execute(&serde_json::json!({ "code": code, "limits": { "wall_ms": 60_000 } }));
        assert_eq!(response.error, None, "{code}");
    }
}
