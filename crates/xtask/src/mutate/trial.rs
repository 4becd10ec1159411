//! One test in a process of its own.

use std::fmt;
use std::io::Read as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::binaries::Binary;

/// The variable that the switches read.
const VARIABLE: &str = "JUPAN_SAFEGUARD_OFF";
/// What the variable says when nothing is off, so that it is read in every run.
const NOTHING: &str = "nothing";
/// After this long a test is ended. None takes half of it with everything in force; one whose
/// safeguard is off may never end by itself, which is as good as failing.
pub(super) const KILL_AFTER: Duration = Duration::from_secs(12);
/// How often a test that runs is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    Passed,
    Failed,
    /// Its process was ended by a signal of its own making.
    Signalled(i32),
    /// It did not end by itself.
    Killed,
    /// It is not there, or could not be run.
    Unclear(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed => f.write_str("failed"),
            Self::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            Self::Killed => {
                write!(f, "did not end and was killed after {} s", KILL_AFTER.as_secs())
            }
            Self::Unclear(why) => write!(f, "shows nothing: {why}"),
        }
    }
}

/// Runs the test `name` of `binary` without the safeguard `off`.
pub(super) fn run_test(binary: &Binary, name: &str, off: Option<&str>) -> (Ending, Duration) {
    let start = Instant::now();
    let mut command = Command::new(&binary.executable);
    command
        .args([name, "--exact"])
        .current_dir(&binary.folder)
        .env(VARIABLE, off.unwrap_or(NOTHING))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let ending = match command.spawn() {
        Ok(child) => watch(child, start),
        Err(error) => Ending::Unclear(error.to_string()),
    };
    (ending, start.elapsed())
}

/// Waits for the end of a test, or ends it.
fn watch(mut child: Child, start: Instant) -> Ending {
    let said = child.stdout.take().map(|mut stdout| {
        thread::spawn(move || {
            let mut said = Vec::new();
            // Without its words the test shows nothing, and that is what is told.
            drop(stdout.read_to_end(&mut said));
            said
        })
    });
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < KILL_AFTER => thread::sleep(LOOK_INTERVAL),
            Ok(None) | Err(_) => break None,
        }
    };
    let Some(status) = status else {
        // It may end by itself just now.
        drop(child.kill());
        drop(child.wait());
        return Ending::Killed;
    };
    let said = said.and_then(|reader| reader.join().ok()).unwrap_or_default();
    judge(status, &String::from_utf8_lossy(&said))
}

fn judge(status: ExitStatus, said: &str) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signalled(signal);
    }
    let result = said.lines().find(|line| line.starts_with("test result: ")).unwrap_or_default();
    if result.contains(" 1 passed; 0 failed;") && status.success() {
        Ending::Passed
    } else if result.contains(" 0 passed; 1 failed;") && !status.success() {
        Ending::Failed
    } else if result.contains(" 0 passed; 0 failed; 1 ignored;") {
        Ending::Unclear("this machine cannot run it".to_owned())
    } else {
        Ending::Unclear(format!("{status}, {result:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Ending {
        let child = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        watch(child, Instant::now())
    }

    #[test]
    fn only_one_test_that_ran_shows_something() {
        let result = |passed, failed, status| {
            shell(&format!(
                "echo 'test result: x. {passed} passed; {failed} failed; 0 ignored'; exit {status}"
            ))
        };
        assert_eq!(result(1, 0, 0), Ending::Passed);
        assert_eq!(result(0, 1, 101), Ending::Failed);
        for (passed, failed, status) in [(0, 0, 0), (2, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 1)] {
            let ending = result(passed, failed, status);
            assert!(matches!(ending, Ending::Unclear(_)), "{passed} {failed} {status}: {ending}");
        }
        assert!(matches!(shell("exit 101"), Ending::Unclear(_)));
        assert_eq!(shell("kill -SEGV $$"), Ending::Signalled(11));
    }

    #[test]
    fn a_test_that_does_not_end_is_ended() {
        let child = Command::new("sleep").arg("1000").stdout(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now().checked_sub(KILL_AFTER).unwrap();
        assert_eq!(watch(child, begun), Ending::Killed);
    }
}
