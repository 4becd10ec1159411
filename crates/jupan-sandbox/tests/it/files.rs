//! The calls about files, as a guest makes them that keeps to no rule.

mod back;

use std::{fmt::Write as _, time::Duration};

use jupan_sandbox::{
    ErrorKind, LeftFile, LeftFiles, LeftOut, Limits, OmitReason, Outcome, Outputs, Program,
    ProgramFile, Runner as _, SandboxError, SharedBytes,
};

use crate::guests::{DONE, sandbox};

const SUCCESS: u8 = 0;
const BADF: u8 = 8;
const EXIST: u8 = 20;
const FAULT: u8 = 21;
const FBIG: u8 = 22;
const ILSEQ: u8 = 25;
const INVAL: u8 = 28;
const ISDIR: u8 = 31;
const MFILE: u8 = 33;
const NAMETOOLONG: u8 = 37;
const NOENT: u8 = 44;
const NOSPC: u8 = 51;
const NOTDIR: u8 = 54;
const NOTEMPTY: u8 = 55;
const PERM: u8 = 63;

/// The functions that are called, with the types of their parameters.
const IMPORTS: &[(&str, &str)] = &[
    ("fd_close", "i32"),
    ("fd_filestat_set_size", "i32 i64"),
    ("fd_pread", "i32 i32 i32 i64 i32"),
    ("fd_prestat_get", "i32 i32"),
    ("fd_prestat_dir_name", "i32 i32 i32"),
    ("fd_pwrite", "i32 i32 i32 i64 i32"),
    ("fd_read", "i32 i32 i32 i32"),
    ("fd_readdir", "i32 i32 i32 i64 i32"),
    ("fd_seek", "i32 i64 i32 i32"),
    ("fd_write", "i32 i32 i32 i32"),
    ("path_create_directory", "i32 i32 i32"),
    ("path_filestat_get", "i32 i32 i32 i32 i32"),
    ("path_link", "i32 i32 i32 i32 i32 i32 i32"),
    ("path_open", "i32 i32 i32 i32 i32 i64 i64 i32 i32"),
    ("path_readlink", "i32 i32 i32 i32 i32 i32"),
    ("path_remove_directory", "i32 i32 i32"),
    ("path_rename", "i32 i32 i32 i32 i32 i32"),
    ("path_symlink", "i32 i32 i32 i32 i32"),
    ("path_unlink_file", "i32 i32 i32"),
];

const READ: i64 = 1 << 1;
const WRITE: i64 = 1 << 6;
const CREATE: i32 = 1;
const FOLDER: i32 = 2;
const NEW: i32 = 4;

/// Where the guest has a text of its own, where calls put what they find out, and where one
/// piece is described: 16 bytes at [`FOUND`] + 64.
const TEXTS: i32 = 131_072;
const FOUND: i32 = 70_000;
const PIECE: i32 = 71_000;

/// A guest that makes calls one after the other, and says on stdout what each gave.
#[derive(Default)]
struct Guest {
    texts: String,
    text_bytes: i32,
    body: String,
}

impl Guest {
    /// Address and length of `text` in the guest's memory.
    fn text(&mut self, text: &str) -> String {
        let at = TEXTS + self.text_bytes;
        for byte in text.bytes() {
            let _ = write!(self.texts, "\\{byte:02x}");
        }
        self.text_bytes += i32::try_from(text.len()).unwrap();
        format!("(i32.const {at}) (i32.const {})", text.len())
    }

    fn call(mut self, name: &str, arguments: &str) -> Self {
        let _ = write!(self.body, "(call $say (call ${name} {arguments}))");
        self
    }

    /// Calls `name` with the descriptor of the root and `path`.
    fn at(mut self, name: &str, path: &str) -> Self {
        let path = self.text(path);
        self.call(name, &format!("(i32.const 3) {path}"))
    }

    fn open(mut self, path: &str, how: i32, rights: i64) -> Self {
        let path = self.text(path);
        self.call(
            "path_open",
            &format!(
                "(i32.const 3) (i32.const 0) {path} (i32.const {how}) (i64.const {rights})
                 (i64.const -1) (i32.const 0) (i32.const {FOUND})"
            ),
        )
    }

    fn rename(mut self, from: &str, to: &str) -> Self {
        let (from, to) = (self.text(from), self.text(to));
        self.call("path_rename", &format!("(i32.const 3) {from} (i32.const 3) {to}"))
    }

    /// Describes a piece of `len` bytes at 65536.
    fn piece(mut self, len: i32) -> Self {
        let _ = write!(
            self.body,
            "(i32.store (i32.const {PIECE}) (i32.const 65536))
             (i32.store (i32.const {}) (i32.const {len}))",
            PIECE + 4
        );
        self
    }

    fn write(self, fd: i32, len: i32) -> Self {
        let one = format!("(i32.const {PIECE}) (i32.const 1) (i32.const {FOUND})");
        self.piece(len).call("fd_write", &format!("(i32.const {fd}) {one}"))
    }

    /// Does `body` so many times.
    fn times(mut self, times: i32, body: impl FnOnce(Self) -> Self) -> Self {
        let before = std::mem::take(&mut self.body);
        let mut guest = body(self);
        guest.body = format!(
            "{before} (local.set $i (i32.const {times}))
             (loop $again {}
                (local.set $i (i32.sub (local.get $i) (i32.const 1)))
                (br_if $again (local.get $i)))",
            guest.body
        );
        guest
    }

    fn run(self, program: &Program, limits: &Limits) -> Outcome {
        let mut items = String::new();
        for (name, params) in IMPORTS {
            let _ = write!(
                items,
                r#"(import "wasi_snapshot_preview1" "{name}"
                    (func ${name} (param {params}) (result i32)))"#
            );
        }
        let Self { texts, body, .. } = self;
        let _ = write!(
            items,
            r#"(data (i32.const {TEXTS}) "{texts}")
               (func $say (param $errno i32)
                    (i32.store8 (i32.const 72000) (local.get $errno))
                    (i32.store (i32.const 72008) (i32.const 72000))
                    (i32.store (i32.const 72012) (i32.const 1))
                    (drop (call $fd_write (i32.const 1) (i32.const 72008) (i32.const 1)
                        (i32.const 72016))))"#
        );
        let body = format!("(local $i i32) {body} {DONE}");
        sandbox(&items, &body).run(program, limits).unwrap()
    }

    /// What the calls gave.
    fn answers(self) -> Vec<u8> {
        self.answers_under(&Limits::default())
    }

    fn answers_under(self, limits: &Limits) -> Vec<u8> {
        let outcome = self.run(&Program::new("x"), limits);
        assert_eq!(outcome.failure, None);
        outcome.stdout.head
    }
}

fn small() -> Limits {
    Limits { files_bytes: 1000, ..Limits::default() }
}

#[test]
fn the_root_is_open_and_nothing_else() {
    let mut guest = Guest::default();
    for fd in [-1, 0, 1, 2, 3, 4, i32::MAX] {
        guest = guest.call("fd_prestat_get", &format!("(i32.const {fd}) (i32.const {FOUND})"));
        guest = guest.call(
            "fd_readdir",
            &format!(
                "(i32.const {fd}) (i32.const 65536) (i32.const 8) (i64.const 0) (i32.const {FOUND})"
            ),
        );
    }
    let none = [BADF, BADF];
    let expected = [none, none, none, none, [SUCCESS, SUCCESS], none, none].concat();
    assert_eq!(guest.answers(), expected);
}

#[test]
fn no_path_leads_to_the_host() {
    let outside =
        ["etc/passwd", "../etc/passwd", "/etc/passwd", "work/../../../proc/self/exe", "dev"];
    let mut guest = Guest::default();
    for path in outside {
        guest = guest.open(path, 0, READ);
    }
    // The root has nothing above it.
    let guest = guest.open("../../tmp/../tmp", FOLDER, READ).open("..", FOLDER, READ);
    assert_eq!(guest.answers(), [[NOENT; 5].as_slice(), &[SUCCESS; 2]].concat());
}

#[test]
fn there_are_no_links() {
    let mut guest = Guest::default();
    let (path, other) = (guest.text("work/a"), guest.text("work/b"));
    let guest = guest
        .open("work/a", CREATE, WRITE)
        .call("path_symlink", &format!("{path} (i32.const 3) {other}"))
        .call("path_link", &format!("(i32.const 3) (i32.const 0) {path} (i32.const 3) {other}"))
        .call(
            "path_readlink",
            &format!("(i32.const 3) {path} (i32.const 0) (i32.const 9) (i32.const {FOUND})"),
        );
    assert_eq!(guest.answers(), [SUCCESS, PERM, PERM, INVAL]);
}

#[test]
fn files_and_folders_are_made_found_moved_and_removed() {
    let guest = Guest::default()
        .at("path_create_directory", "work/a")
        .at("path_create_directory", "work/a")
        .at("path_create_directory", "work/b/c")
        .open("work/a/f", 0, READ)
        .open("work/a/f", CREATE | NEW, WRITE)
        .open("work/a/f", CREATE | NEW, WRITE)
        .open("work/a/f", FOLDER, READ)
        .open("work/a/f/g", CREATE, WRITE)
        .open("work/a/f/", 0, READ)
        .open("work/a", 0, WRITE)
        .open("work/new/", CREATE, WRITE)
        .at("path_remove_directory", "work/a")
        .at("path_unlink_file", "work/a")
        .at("path_remove_directory", "work/a/f")
        .rename("work/a", "work/a/b")
        .rename("work/a", "work/b")
        .rename("work/b/f", "work/b")
        .rename("work/b", "work/b/f")
        .at("path_unlink_file", "work/b/f")
        .at("path_unlink_file", "work/b/f")
        .at("path_remove_directory", "work/b")
        .at("path_remove_directory", "/")
        .at("path_create_directory", "");
    assert_eq!(
        guest.answers(),
        [
            SUCCESS, EXIST, NOENT, NOENT, SUCCESS, EXIST, NOTDIR, NOTDIR, NOTDIR, ISDIR, ISDIR,
            NOTEMPTY, ISDIR, NOTDIR, INVAL, SUCCESS, ISDIR, INVAL, SUCCESS, NOENT, SUCCESS, 10,
            NOENT
        ]
    );
}

#[test]
fn the_bytes_of_all_files_are_bounded() {
    let one = format!("(i32.const {PIECE}) (i32.const 1)");
    let guest = Guest::default()
        .open("work/a", CREATE, READ | WRITE)
        .open("work/b", CREATE, READ | WRITE)
        .write(4, 600)
        .write(5, 401)
        .write(5, 400)
        .write(5, 1)
        // What was refused has not been counted.
        .call("fd_filestat_set_size", "(i32.const 4) (i64.const 0)")
        .call("fd_filestat_set_size", "(i32.const 4) (i64.const 601)")
        .call("fd_filestat_set_size", "(i32.const 4) (i64.const 600)")
        // Nor does a hole cost nothing.
        .call("fd_filestat_set_size", "(i32.const 5) (i64.const 0)")
        .call("fd_filestat_set_size", "(i32.const 5) (i64.const 0x7fffffffffffffff)")
        .call("fd_filestat_set_size", "(i32.const 5) (i64.const -1)")
        .piece(1)
        .call("fd_pwrite", &format!("(i32.const 5) {one} (i64.const 400) (i32.const {FOUND})"))
        .call("fd_pwrite", &format!("(i32.const 5) {one} (i64.const -1) (i32.const {FOUND})"))
        .call("fd_pwrite", &format!("(i32.const 5) {one} (i64.const 399) (i32.const {FOUND})"))
        // A file that nobody can reach counts as long as it is open.
        .at("path_unlink_file", "work/a")
        .write(5, 401)
        .call("fd_close", "(i32.const 4)")
        .write(5, 401);
    assert_eq!(
        guest.answers_under(&small()),
        [
            SUCCESS, SUCCESS, SUCCESS, NOSPC, SUCCESS, NOSPC, SUCCESS, NOSPC, SUCCESS, SUCCESS,
            NOSPC, NOSPC, NOSPC, FBIG, SUCCESS, SUCCESS, NOSPC, SUCCESS, SUCCESS
        ]
    );
}

#[test]
fn files_and_folders_are_so_many_at_most() {
    // Each is made under one name, and then moved to another, of the loop's number.
    let mut guest = Guest::default();
    let digits = TEXTS + guest.text_bytes + 5;
    let name = guest.text("work/0000");
    let new = guest.text("work/new");
    let guest = guest.times(4100, |guest| {
        let mut guest = guest.at("path_create_directory", "work/new");
        let digit = |mask: i32, shift: i32| {
            format!("(i32.shl (i32.and (local.get $i) (i32.const {mask})) (i32.const {shift}))")
        };
        let _ = write!(
            guest.body,
            "(i32.store (i32.const {digits}) (i32.add (i32.const 0x30303030)
                (i32.or (i32.or {} {}) (i32.or {} {}))))",
            digit(0xf, 0),
            digit(0xf0, 4),
            digit(0xf00, 8),
            digit(0xf000, 12)
        );
        guest.call("path_rename", &format!("(i32.const 3) {new} (i32.const 3) {name}"))
    });
    let answers = guest.answers();
    // 4096, of which the root, `/work` and `/tmp` are three.
    let made = answers.iter().step_by(2).filter(|answer| **answer == SUCCESS).count();
    assert_eq!(made, 4093);
    assert_eq!(answers[2 * 4093], NOSPC);
}

#[test]
fn folders_lie_so_deep_in_each_other_at_most() {
    let mut guest = Guest::default();
    let mut path = "work".to_owned();
    for _ in 0..32 {
        path.push_str("/d");
        guest = guest.at("path_create_directory", &path);
    }
    // Nor by being moved there.
    let deep = &path[..path.len() - 2];
    guest = guest.at("path_create_directory", "tmp/a").at("path_create_directory", "tmp/a/b");
    guest = guest.rename("tmp/a", &format!("{}/a", &deep[..deep.len() - 2]));
    guest = guest.rename("tmp/a", &format!("{}/a", &deep[..deep.len() - 4]));
    let mut expected = [SUCCESS; 36];
    expected[31] = NAMETOOLONG;
    expected[34] = NAMETOOLONG;
    assert_eq!(guest.answers(), expected);
}

#[test]
fn names_and_paths_are_so_long_at_most() {
    let longest = format!("work/{}", "n".repeat(255));
    let slashes = |count: usize| format!("work{}a", "/".repeat(count));
    let mut guest = Guest::default()
        .at("path_create_directory", &longest)
        .at("path_create_directory", &format!("{longest}n"))
        .at("path_create_directory", &slashes(4091))
        .at("path_create_directory", &slashes(4092))
        .at("path_create_directory", "work/\0")
        .at("path_create_directory", "work/é");
    let cut = guest.text("work/é").replace("const 7", "const 6");
    let guest = guest.call("path_create_directory", &format!("(i32.const 3) {cut}"));
    assert_eq!(
        guest.answers(),
        [SUCCESS, NAMETOOLONG, SUCCESS, NAMETOOLONG, INVAL, SUCCESS, ILSEQ]
    );
}

#[test]
fn so_many_descriptors_are_open_at_most() {
    let guest = Guest::default()
        .times(256, |guest| guest.open("work", FOLDER, READ))
        .call("fd_close", "(i32.const 100)")
        .call("fd_close", "(i32.const 100)")
        .open("work", FOLDER, READ)
        .open("work/a", CREATE, WRITE);
    let mut expected = vec![SUCCESS; 255];
    expected.extend([MFILE, SUCCESS, BADF, SUCCESS, MFILE]);
    assert_eq!(guest.answers(), expected);
}

#[test]
fn addresses_outside_the_memory_are_faults() {
    let guest = Guest::default().open("work/a", CREATE, READ | WRITE).write(4, 10);
    let call = |guest: Guest, name: &str, arguments: &str| guest.call(name, arguments);
    let mut guest =
        call(guest, "fd_write", "(i32.const 4) (i32.const -4) (i32.const 1) (i32.const 0)");
    for (name, middle) in [("fd_pread", "(i64.const 0)"), ("fd_pwrite", "(i64.const 0)")] {
        for arguments in [
            format!("(i32.const 4) (i32.const -4) (i32.const 1) {middle} (i32.const {FOUND})"),
            format!("(i32.const 4) (i32.const {PIECE}) (i32.const 1) {middle} (i32.const -2)"),
            format!(
                "(i32.const 4) (i32.const {PIECE}) (i32.const 1025) {middle} (i32.const {FOUND})"
            ),
            format!(
                "(i32.const 4) (i32.const {PIECE}) (i32.const -1) {middle} (i32.const {FOUND})"
            ),
        ] {
            guest = call(guest, name, &arguments);
        }
        // A piece of more than there is memory.
        let all =
            format!("(i32.const 4) (i32.const {PIECE}) (i32.const 1) {middle} (i32.const {FOUND})");
        guest = call(guest.piece(-1), name, &all).piece(10);
    }
    let guest = guest
        .call(
            "fd_readdir",
            "(i32.const 3) (i32.const 0) (i32.const -1) (i64.const 0) (i32.const 0)",
        )
        .call("path_create_directory", "(i32.const 3) (i32.const -1) (i32.const 10)")
        .call("path_create_directory", "(i32.const 3) (i32.const 0) (i32.const -1)");
    let each = [FAULT, FAULT, INVAL, INVAL, FAULT];
    assert_eq!(
        guest.answers(),
        [&[SUCCESS, SUCCESS, FAULT][..], &each, &each, &[FAULT, FAULT, NAMETOOLONG]].concat()
    );
}

#[test]
fn a_descriptor_does_what_it_was_opened_for() {
    let one = format!("(i32.const {PIECE}) (i32.const 1) (i32.const {FOUND})");
    let guest = Guest::default()
        .open("work/a", CREATE, WRITE)
        .open("work/a", 0, READ)
        .write(4, 1)
        .write(5, 1)
        .call("fd_read", &format!("(i32.const 4) {one}"))
        .call("fd_read", &format!("(i32.const 5) {one}"))
        .call("fd_filestat_set_size", "(i32.const 5) (i64.const 0)")
        .call("fd_read", &format!("(i32.const 3) {one}"))
        .call("fd_seek", &format!("(i32.const 5) (i64.const -1) (i32.const 0) (i32.const {FOUND})"))
        .call("fd_seek", &format!("(i32.const 5) (i64.const 0) (i32.const 3) (i32.const {FOUND})"))
        .call("fd_close", "(i32.const 3)")
        .open("work/a", 0, READ);
    assert_eq!(
        guest.answers(),
        [SUCCESS, SUCCESS, SUCCESS, BADF, BADF, SUCCESS, INVAL, ISDIR, INVAL, INVAL, SUCCESS, BADF]
    );
}

/// The refusal of a program with files of these names, of one byte each.
fn refusal(names: &[&str]) -> String {
    let file = |name: &&str| ProgramFile {
        name: (*name).to_owned(),
        bytes: SharedBytes::new(b"x".to_vec()),
    };
    let program = Program { files: names.iter().map(file).collect(), ..Program::new("x") };
    let limits = Limits { files_bytes: 3, ..Limits::default() };
    match sandbox("", DONE).run(&program, &limits) {
        Err(error @ SandboxError::File { .. }) => error.to_string(),
        other => panic!("{names:?}: {other:?}"),
    }
}

#[test]
fn files_that_cannot_be_given_start_nothing() {
    let deep = "d/".repeat(40) + "f";
    for (names, reason) in [
        (
            &["/etc/passwd"][..],
            "`/etc/passwd` is not valid: the name is a path from the root; it must be relative to the working folder",
        ),
        (&["../a"], "`../a` is not valid: the name has a part that is `.`, `..` or empty"),
        (&["a//b"], "`a//b` is not valid: the name has a part that is `.`, `..` or empty"),
        (&["a/"], "`a/` is not valid: the name has a part that is `.`, `..` or empty"),
        (&[""], "`` is not valid: the name is empty"),
        (&["a\0"], "`a\0` is not valid: the name has a NUL character"),
        (&["a", "a"], "`a` is not valid: another file has this name, or has it for a folder"),
        (&["a", "a/b"], "`a/b` is not valid: another file has this name, or has it for a folder"),
        (&["a/b", "a"], "`a` is not valid: another file has this name, or has it for a folder"),
        (
            &["a", "b", "c", "d"],
            "`d` is not valid: the files have more bytes together than `files_bytes` allows",
        ),
        (
            &[&deep],
            &format!(
                "`{deep}` is not valid: the files are too many, or their folders lie too deep in each other"
            ),
        ),
    ] {
        assert_eq!(refusal(names), format!("file {reason}"));
    }
}

#[test]
fn names_that_ask_for_files_are_so_many_and_so_long_at_most() {
    let run = |names: Vec<String>| {
        let program = Program { outputs: Outputs::Named(names), ..Program::new("x") };
        sandbox("", DONE).run(&program, &Limits::default()).map_err(|error| error.to_string())
    };
    assert!(run(vec!["n".repeat(1024); 100]).is_ok());
    assert_eq!(
        run(vec!["n".to_owned(); 101]).unwrap_err(),
        "outputs are not valid: there are 101 names; there may be at most 100"
    );
    assert_eq!(
        run(vec!["n".repeat(1025)]).unwrap_err(),
        "outputs are not valid: a name has 1025 bytes; it may have at most 1024"
    );
}

#[test]
fn calls_about_files_end_at_the_deadline() {
    // One write of the same MiB a thousand times.
    let body = "(local $i i32)
        (drop (memory.grow (i32.const 32)))
        (loop $pieces
            (i32.store offset=131072 (local.get $i) (i32.const 262144))
            (i32.store offset=131076 (local.get $i) (i32.const 1048576))
            (local.set $i (i32.add (local.get $i) (i32.const 8)))
            (br_if $pieces (i32.lt_u (local.get $i) (i32.const 960))))
        (drop (call $open (i32.const 3) (i32.const 0) (i32.const 65536) (i32.const 6)
            (i32.const 1) (i64.const 66) (i64.const -1) (i32.const 0) (i32.const 70000)))
        (loop $again
            (drop (call $write (i32.const 4) (i32.const 131072) (i32.const 120)
                (i64.const 0) (i32.const 70000)))
            (br $again))
        (unreachable)";
    let items = r#"(import "wasi_snapshot_preview1" "path_open" (func $open
            (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_pwrite"
            (func $write (param i32 i32 i32 i64 i32) (result i32)))
        (data (i32.const 65536) "work/a")"#;
    let limits = Limits {
        wall: Duration::from_millis(50),
        files_bytes: Limits::MAX_FILES_BYTES,
        ..Limits::default()
    };
    let outcome = sandbox(items, body).run(&Program::new("x"), &limits).unwrap();
    assert_eq!(outcome.failure.unwrap().kind, ErrorKind::Timeout);
    assert!(outcome.usage.wall < Duration::from_secs(1), "50 ms took {:?}", outcome.usage.wall);
}
