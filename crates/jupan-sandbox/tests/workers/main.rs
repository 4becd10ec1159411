//! The pool of worker processes, with small guests in WebAssembly text.
//!
//! A pool needs an executable that can be a worker, and this is one: called with the name of a
//! part to play (see `parts`), it plays it; otherwise it runs the tests. They run one after
//! the other, since they count processes.

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

/// What a pool and a worker's process may take.
mod bounds;
/// Attempts to break out of a worker.
mod escape;
/// What the workers run.
#[path = "../../benches/hop/guest.rs"]
mod guest;
/// Workers that are killed, stopped and crashed in mid-run.
mod kills;
/// The life of a pool: start, replacement, recycling, end.
mod life;
/// What this executable can be instead of a test.
mod parts;
/// A look at the processes of this machine.
mod processes;
/// A worker gives what the sandbox in the process gives.
mod same;
/// Sessions, whose runs go to whatever worker there is.
mod sessions;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if let Some(played) = parts::play() {
        return played;
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let tests = [
        same::tests(),
        life::tests(),
        bounds::tests(),
        escape::tests(),
        sessions::tests(),
        kills::tests(),
    ];
    libtest_mimic::run(&arguments, tests.into_iter().flatten().collect()).exit_code()
}

/// A test by the name of its function.
fn test(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// The tests of a module, by the names of their functions.
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        vec![$($crate::test(concat!(module_path!(), "::", stringify!($name)), $name)),*]
    };
}
use tests;
