//! Commands as processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

use crate::jupan;

/// What a command left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Its exit status; `None` if a signal ended it.
    pub status: Option<i32>,
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// Runs `command` with `stdin` and waits for its end.
///
/// # Panics
///
/// When it cannot be started or writes what is not UTF-8.
#[must_use]
pub fn finish(command: &mut Command, stdin: &[u8]) -> Finished {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let mut input = child.stdin.take().expect("stdin is a pipe");
    let stdin = stdin.to_owned();
    // A command that does not read its input breaks the pipe, which is its right.
    let writer = std::thread::spawn(move || drop(input.write_all(&stdin)));
    let output = child.wait_with_output().expect("the command can be waited for");
    writer.join().expect("writing does not panic");
    Finished {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
    }
}

/// `jupan serve` as a process of its own, on a free port. It is killed when dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    address: SocketAddr,
    stdout: BufReader<ChildStdout>,
    stderr: Option<JoinHandle<String>>,
}

impl ServerProcess {
    /// Starts it in `dir` with `args` and waits until it says that it is ready.
    ///
    /// # Panics
    ///
    /// When it does not get ready.
    #[must_use]
    pub fn start(dir: &Path, args: &[&str]) -> Self {
        Self::start_as(jupan(dir).args(["serve", "--listen", "127.0.0.1:0"]).args(args))
    }

    /// Starts `command`, which must become a server, and waits until it is ready.
    ///
    /// # Panics
    ///
    /// When it does not get ready.
    #[must_use]
    pub fn start_as(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command can be started");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let stderr = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What was read before an error is still worth showing.
            drop(stderr.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let mut ready = String::new();
        stdout.read_line(&mut ready).expect("stdout is UTF-8");
        let address = ready
            .strip_prefix("jupan is ready at http://")
            .and_then(|rest| rest.split(' ').next())
            .and_then(|address| address.parse().ok());
        let Some(address) = address else {
            // Without a ready line it has ended, or is of no use.
            drop(child.kill());
            let said = stderr.join().unwrap_or_default();
            panic!("the server did not get ready: {ready:?}\n{said}");
        };
        Self { child, address, stdout, stderr: Some(stderr) }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal, such as `TERM`.
    ///
    /// # Panics
    ///
    /// When that fails.
    pub fn signal(&self, name: &str) {
        let status = Command::new("sh")
            .args(["-c", &format!("kill -s {name} {}", self.id())])
            .status()
            .expect("there is a shell");
        assert!(status.success(), "kill failed: {status}");
    }

    /// Waits until it has ended; stdout is what came after the ready line.
    ///
    /// # Panics
    ///
    /// When it cannot be waited for.
    #[must_use]
    pub fn wait(mut self) -> Finished {
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).expect("stdout is UTF-8");
        let status = self.child.wait().expect("the server can be waited for");
        let stderr = self.stderr.take().map(JoinHandle::join);
        Finished {
            status: status.code(),
            stdout,
            stderr: stderr.and_then(Result::ok).unwrap_or_default(),
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
