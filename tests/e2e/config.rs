use std::path::Path;

use jupan_tests::{Finished, finish, jupan};
use serde_json::{Value, json};

/// `jupan config` in `dir` with `args` and environment `variables`.
fn config(dir: &Path, variables: &[(&str, &str)], args: &[&str]) -> Finished {
    let mut command = jupan(dir);
    command.arg("config").args(args);
    for (name, value) in variables {
        command.env(name, value);
    }
    finish(&mut command, b"")
}

fn in_force(dir: &Path, variables: &[(&str, &str)], args: &[&str]) -> Value {
    let got = config(dir, variables, &[&["--json"], args].concat());
    assert_eq!((got.status, got.stderr.as_str()), (Some(0), ""));
    serde_json::from_str(&got.stdout).unwrap()
}

/// What a configuration that cannot be is told.
fn refused(dir: &Path, variables: &[(&str, &str)], args: &[&str]) -> String {
    let got = config(dir, variables, args);
    assert_eq!(got.status, Some(3), "{}", got.stdout);
    got.stderr
}

#[test]
fn a_flag_counts_before_a_variable_that_before_the_file_that_before_the_default() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("jupan.toml"),
        "max_queued_runs = 1\nqueue_wait_ms = 1000\nmax_connections = 100\n",
    )
    .unwrap();
    let all = in_force(
        dir.path(),
        &[("JUPAN_MAX_QUEUED_RUNS", "2"), ("JUPAN_QUEUE_WAIT_MS", "2000")],
        &["--max-queued-runs", "3"],
    );
    assert_eq!(all["max_queued_runs"], json!({ "value": 3, "source": "flag --max-queued-runs" }));
    assert_eq!(
        all["queue_wait_ms"],
        json!({ "value": 2000, "source": "environment variable JUPAN_QUEUE_WAIT_MS" })
    );
    assert_eq!(all["max_connections"], json!({ "value": 100, "source": "file jupan.toml" }));
    assert_eq!(all["body_max_bytes"], json!({ "value": 4 << 20, "source": "default" }));
}

#[test]
fn the_file_is_the_one_named_else_that_of_the_folder_else_that_of_the_user() {
    let dir = tempfile::tempdir().unwrap();
    let source = |variables: &[(&str, &str)], args: &[&str]| {
        in_force(dir.path(), variables, args)["max_queued_runs"]["source"].clone()
    };
    let write = |name: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "max_queued_runs = 9").unwrap();
        path.to_str().unwrap().to_owned()
    };
    assert_eq!(source(&[], &[]), "default");
    let user = write("no-configuration-here/jupan/config.toml");
    assert_eq!(source(&[], &[]), format!("file {user}"));
    write("jupan.toml");
    assert_eq!(source(&[], &[]), "file jupan.toml");
    let variable = write("variable.toml");
    assert_eq!(source(&[("JUPAN_CONFIG", &variable)], &[]), format!("file {variable}"));
    let flag = write("flag.toml");
    let args = ["--config", flag.as_str()];
    assert_eq!(source(&[("JUPAN_CONFIG", &variable)], &args), format!("file {flag}"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("jupan.toml");
    let with_file = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let stderr = refused(dir.path(), &[], &[]);
        std::fs::remove_file(&file).unwrap();
        stderr
    };
    assert_eq!(
        with_file("[default_limits]\n\nwall_sm = 5\n"),
        "jupan: jupan.toml:3: unknown key `default_limits.wall_sm`; did you mean `default_limits.wall_ms`?\n"
    );
    assert_eq!(
        with_file("listen = 8787\n"),
        "jupan: jupan.toml:1: `listen` is the number 8787; it must be an IP address and a port, such as 127.0.0.1:8787\n"
    );
    assert!(with_file("listen = \n").starts_with("jupan: jupan.toml:1: "));
    assert_eq!(
        with_file("max_concurrent_runs = 0\n"),
        "jupan: max_concurrent_runs is 0; it must be between 1 and 256\n  max_concurrent_runs is set by file jupan.toml\n"
    );
    assert_eq!(
        refused(dir.path(), &[("JUPAN_LIMIT_CEILINGS_WALL_MS", "4999")], &[]),
        "jupan: default_limits.wall_ms is 5000; it must not be above limit_ceilings.wall_ms, which is 4999\n  \
         limit_ceilings.wall_ms is set by environment variable JUPAN_LIMIT_CEILINGS_WALL_MS\n"
    );
    let stderr = refused(dir.path(), &[("JUPAN_QUEUE_WAIT_MS", "soon")], &[]);
    assert!(
        stderr.contains("'soon'") && stderr.contains("it must be a whole number, 0 or more"),
        "{stderr}"
    );
    assert!(stderr.contains("the environment variable JUPAN_QUEUE_WAIT_MS"), "{stderr}");
    assert_eq!(
        refused(dir.path(), &[], &["--config", "no-such.toml"]),
        "jupan: cannot read the configuration file no-such.toml: No such file or directory (os error 2)\n"
    );
}

#[test]
fn a_secret_is_never_shown() {
    let dir = tempfile::tempdir().unwrap();
    let token = "a-secret-of-some-length";
    let variables = [("JUPAN_BEARER_TOKEN", token)];
    for args in [&[][..], &["--json"], &["--help"]] {
        let got = config(dir.path(), &variables, args);
        assert_eq!(got.status, Some(0));
        assert!(!got.stdout.contains(token) && !got.stderr.contains(token), "{args:?}");
    }
    let stderr = refused(dir.path(), &[("JUPAN_BEARER_TOKEN", "short-secret")], &[]);
    assert!(!stderr.contains("short-secret"), "{stderr}");
    assert!(
        stderr.contains("bearer_token is set by environment variable JUPAN_BEARER_TOKEN"),
        "{stderr}"
    );
}

#[test]
fn what_is_shown_is_a_configuration_file() {
    let dir = tempfile::tempdir().unwrap();
    let shown = config(dir.path(), &[("JUPAN_MAX_QUEUED_RUNS", "5")], &[]).stdout;
    std::fs::write(dir.path().join("again.toml"), &shown).unwrap();
    let all = in_force(dir.path(), &[], &["--config", "again.toml"]);
    assert_eq!(all["max_queued_runs"], json!({ "value": 5, "source": "file again.toml" }));
}

#[test]
fn a_configured_limit_holds_for_run_as_well() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("jupan.toml"), "[default_limits]\nwall_ms = 100\n").unwrap();
    let got = finish(jupan(dir.path()).args(["run", "-c", "while True: pass"]), b"");
    assert_eq!(got.status, Some(2));
    assert!(got.stderr.contains("time limit of 100 ms"), "{}", got.stderr);
}

#[test]
fn a_variable_that_sets_nothing_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["config"][..],
        &["run", "-c", "1"],
        &["serve"],
        &["image", "info"],
        &["selftest"],
        &["agent", "--demo"],
    ] {
        let got = finish(jupan(dir.path()).args(args).env("JUPAN_MAX_QUEUED_RUN", "1"), b"");
        assert_eq!(
            got,
            Finished {
                status: Some(3),
                stdout: String::new(),
                stderr: "jupan: there is no setting for the environment variable \
                         JUPAN_MAX_QUEUED_RUN; did you mean JUPAN_MAX_QUEUED_RUNS?\n"
                    .to_owned()
            },
            "{args:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_value_that_is_no_text_is_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let dir = tempfile::tempdir().unwrap();
    let bad = OsStr::from_bytes(b"\xff");
    let got = finish(jupan(dir.path()).arg("config").env("JUPAN_LISTEN", bad), b"");
    assert_eq!(
        got,
        Finished {
            status: Some(3),
            stdout: String::new(),
            stderr:
                "jupan: the value of the environment variable JUPAN_LISTEN is not valid UTF-8\n"
                    .to_owned()
        }
    );
}
