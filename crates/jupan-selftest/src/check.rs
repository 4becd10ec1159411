//! The whole course of a check: the program, what follows it, and a sign of life.

use std::fmt::Display;
use std::time::{Duration, Instant};

use jupan_api::{ErrorKind, ExecuteRequest, ExecuteResponse};

use crate::ending::describe;
use crate::judge::{DEFAULT_WALL_MS, judge, mismatch};
use crate::{Mismatch, Program, Repeat};

/// The program that runs after each of the catalogue, and what it must print.
pub const FOLLOW_UP: (&str, &str) = ("print(6 * 7)", "42\n");

/// What came of checking one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// From sending the program to its answer, waiting for a free slot included.
    pub elapsed: Duration,
    /// If the clock ended it: how long after its limit the answer was there.
    pub over_limit: Option<Duration>,
    /// What is not as it must be; empty if all is.
    pub mismatches: Vec<Mismatch>,
}

/// Runs `program` with `execute`, judges the answer, and runs what has to come after it. An
/// error of `execute` is a mismatch like any other.
pub fn check<E: Display>(
    program: &Program,
    mut execute: impl FnMut(&ExecuteRequest) -> Result<ExecuteResponse, E>,
) -> Checked {
    let request = program.request();
    let start = Instant::now();
    let answer = execute(&request);
    let elapsed = start.elapsed();

    let mut over_limit = None;
    let mut mismatches = match &answer {
        Err(error) => vec![mismatch("answer", "a run", error.to_string())],
        Ok(response) => {
            if response.error.as_ref().is_some_and(|error| error.kind == ErrorKind::Timeout) {
                let limit = program.limits.wall_ms.unwrap_or(DEFAULT_WALL_MS);
                over_limit = Some(elapsed.saturating_sub(Duration::from_millis(limit)));
            }
            judge(program, response)
        }
    };
    if let (Some(repeat), Ok(first)) = (program.repeat, &answer) {
        mismatches.extend(repeated(repeat, first, execute(&request)));
    }
    if let Some(then) = &program.then {
        let next = execute(&ExecuteRequest::new(then.code.as_str()));
        mismatches.extend(prints("next run", &then.stdout, next));
    }
    let (code, stdout) = FOLLOW_UP;
    mismatches.extend(prints("follow-up", stdout, execute(&ExecuteRequest::new(code))));
    Checked { elapsed, over_limit, mismatches }
}

/// Checks a second run of the same program.
fn repeated<E: Display>(
    repeat: Repeat,
    first: &ExecuteResponse,
    second: Result<ExecuteResponse, E>,
) -> Option<Mismatch> {
    match (repeat, second) {
        (_, Err(error)) => Some(mismatch("second run", "a run", error.to_string())),
        (Repeat::Same, Ok(second)) if second.stdout != first.stdout => {
            Some(mismatch("second run", format!("{:?}", first.stdout), second.stdout))
        }
        (Repeat::Different, Ok(second)) if second.stdout == first.stdout => {
            Some(mismatch("second run", "another stdout", second.stdout))
        }
        (_, Ok(_)) => None,
    }
}

/// Checks that a program ran to its end and printed `stdout`.
fn prints<E: Display>(
    what: &'static str,
    stdout: &str,
    answer: Result<ExecuteResponse, E>,
) -> Option<Mismatch> {
    let got = match answer {
        Ok(response) if response.error.is_none() && response.stdout == stdout => return None,
        Ok(response) => format!("{:?}, {}", response.stdout, describe(&response)),
        Err(error) => error.to_string(),
    };
    Some(mismatch(what, format!("{stdout:?}"), got))
}

#[cfg(test)]
mod tests {
    use jupan_api::{ImageVersion, ProgramError, RunStatus, Truncated, Usage};

    use super::*;

    fn prints_only(stdout: &str) -> ExecuteResponse {
        ExecuteResponse {
            status: RunStatus::Ok,
            text: stdout.to_owned(),
            stdout: stdout.to_owned(),
            stderr: String::new(),
            result: None,
            error: None,
            truncated: Truncated::default(),
            files: None,
            files_left_out: Vec::new(),
            receipt: None,
            usage: Usage::default(),
            image: ImageVersion {
                name: "python".to_owned(),
                version: "0".to_owned(),
                reason: None,
            },
            images: Vec::new(),
            result_html: None,
            fresh: true,
            session: None,
        }
    }

    fn times_out(message: &str) -> ExecuteResponse {
        ExecuteResponse {
            status: RunStatus::Limit,
            text: format!("[error] TimeLimitExceeded: {message}"),
            error: Some(ProgramError {
                kind: ErrorKind::Timeout,
                type_name: "TimeLimitExceeded".to_owned(),
                message: message.to_owned(),
                line: None,
                traceback: None,
                hint: None,
            }),
            ..prints_only("")
        }
    }

    /// Checks a program with this header against a server that gives `answer` to it and 42 to
    /// everything else.
    fn mismatches(header: &str, answer: &ExecuteResponse) -> Vec<String> {
        let program = Program::parse("cpu/x", &format!("{header}\n# why: y\n\n1\n")).unwrap();
        let checked = check(&program, |request: &ExecuteRequest| {
            let is_program = request.code == program.code;
            Ok::<_, String>(if is_program { answer.clone() } else { prints_only("42\n") })
        });
        checked.mismatches.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_right_answer_has_no_mismatch() {
        assert_eq!(mismatches("# expect: ok\n# stdout: \"a\"", &prints_only("a")), [""; 0]);
        assert_eq!(mismatches("# expect: limit", &times_out("time limit of 5 ms")), [""; 0]);
        assert_eq!(mismatches("# expect: ok\n# repeat: same", &prints_only("a")), [""; 0]);
    }

    #[test]
    fn each_wrong_answer_is_told() {
        assert_eq!(
            mismatches("# expect: memory | exception:KeyError", &times_out("time limit of 5 ms")),
            [
                "ending: expected memory or exception:KeyError, got timeout:TimeLimitExceeded (time limit of 5 ms)"
            ]
        );
        assert_eq!(
            mismatches("# expect: timeout", &times_out("too slow")),
            ["text: expected \"time limit\" in it, got [error] TimeLimitExceeded: too slow"]
        );
        assert_eq!(
            mismatches("# expect: ok\n# repeat: different", &prints_only("a")),
            ["second run: expected another stdout, got a"]
        );
        assert_eq!(
            mismatches("# expect: ok\n# then: \"2\"\n# then-stdout: \"b\"", &prints_only("a")),
            ["next run: expected \"b\", got \"42\\n\", ok"]
        );
        let slow = ExecuteResponse {
            usage: Usage { wall_ms: 2301.0, ..Usage::default() },
            ..prints_only("")
        };
        assert_eq!(
            mismatches("# expect: ok\n# limits: wall_ms=300", &slow),
            ["time: expected at most 300 ms and 2000 ms for a busy machine, got 2301 ms"]
        );
    }

    #[test]
    fn a_server_that_is_gone_is_told_each_time() {
        let program = Program::parse("cpu/x", "# expect: ok\n# why: y\n\n1\n").unwrap();
        let checked = check(&program, |_| Err::<ExecuteResponse, _>("gone"));
        let told: Vec<String> = checked.mismatches.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            ["answer: expected a run, got gone", "follow-up: expected \"42\\n\", got gone"]
        );
    }
}
