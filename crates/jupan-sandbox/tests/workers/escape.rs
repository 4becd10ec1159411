use std::collections::BTreeMap;

use jupan_sandbox::{EscapeResult, Layer, WorkerPool, try_escapes};
use libtest_mimic::Trial;

use crate::parts;

/// A kernel that lacks a part of the lockdown cannot show that it holds: there these tests are
/// listed as ignored.
pub(crate) fn tests() -> Vec<Trial> {
    let pool = WorkerPool::start(parts::config(parts::WORKER, 1)).unwrap();
    let lacks = !pool.lockdown().is_complete();
    crate::tests![every_attempt_ends_the_worker, the_other_layers_hold_by_themselves]
        .into_iter()
        .map(|test| test.with_ignored_flag(lacks))
        .collect()
}

const SIGSYS: i32 = 31;

fn every_attempt_ends_the_worker() {
    let attempts = try_escapes(&parts::command(parts::WORKER)).unwrap();
    assert!(attempts.len() >= 30, "{} attempts", attempts.len());
    let got_away: Vec<String> = attempts
        .into_iter()
        .filter(|attempt| attempt.result != EscapeResult::Killed(SIGSYS))
        .map(|attempt| format!("{}: {}", attempt.name, attempt.result))
        .collect();
    assert_eq!(got_away, Vec::<String>::new());
}

/// Without the filter of system calls, Landlock and the resource limits refuse what they are
/// there for.
fn the_other_layers_hold_by_themselves() {
    // A run of this test that failed may have left it.
    let _ = std::fs::remove_dir("/tmp/jupan-escape");
    let command = parts::command(parts::WITHOUT_FILTER);
    let pool = WorkerPool::start(parts::config(parts::WITHOUT_FILTER, 1)).unwrap();
    assert_eq!(pool.lockdown().system_calls, Layer::Missing("left out on request".to_owned()));
    let results: BTreeMap<&str, EscapeResult> = try_escapes(&command)
        .unwrap()
        .into_iter()
        .map(|attempt| (attempt.name, attempt.result))
        .collect();
    let refused = |name: &str, errno: i32| {
        assert_eq!(results.get(name), Some(&EscapeResult::Refused(errno)), "{name}");
    };
    const EPERM: i32 = 1;
    const EACCES: i32 = 13;
    const EMFILE: i32 = 24;
    // No descriptor can be added.
    refused("open a file", EMFILE);
    refused("open a file from the working folder", EMFILE);
    refused("list its own descriptors", EMFILE);
    refused("make a file in memory", EMFILE);
    refused("duplicate a descriptor", EMFILE);
    refused("make a socket", EMFILE);
    refused("open the server's memory", EMFILE);
    // Landlock.
    refused("make a folder", EACCES);
    refused("run a program", EACCES);
    refused("run a program through a descriptor", EACCES);
    refused("trace the server", EPERM);
    // The probe itself works: what no other layer is there for gets through.
    assert_eq!(results["map executable memory"], EscapeResult::Succeeded);
}
