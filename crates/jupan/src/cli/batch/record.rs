//! What came of a line, as a line of its own.

use anyhow::{Context, Result};
use jupan_client::ErrorDetail;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::input::Line;
use super::line;
use super::target::{Reply, Target};

/// What became of a line, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// The program ran to its end.
    Ok,
    /// It failed.
    Error,
    /// It hit a limit.
    Limit,
    /// It was not run.
    Refused,
}

/// The result of a line, ready to be written.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) outcome: Outcome,
    /// What kind of failure, if it is one.
    pub(super) kind: Option<String>,
    /// One line of JSON, its end included.
    pub(super) json: String,
    /// Where in the input its line ends.
    pub(super) end: u64,
}

#[derive(Serialize)]
struct Written<'a> {
    line: u64,
    id: Option<Box<RawValue>>,
    input: &'a str,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal<'a>>,
}

#[derive(Serialize)]
struct Refusal<'a> {
    code: &'a str,
    message: &'a str,
    field: Option<&'a str>,
}

/// Runs `line` at `target`.
///
/// # Errors
///
/// When nothing is known of what would come of it.
pub(super) async fn of(line: Line, target: &Target) -> Result<Record> {
    let (id, reply) = match line::read(&line) {
        Err(refusal) => (None, Reply::Refused(refusal)),
        Ok(request) => {
            let reply = target
                .execute(&request.body)
                .await
                .with_context(|| format!("line {} could not be run", line.number))?;
            let reply = match reply {
                Reply::Refused(refusal) => Reply::Refused(ErrorDetail {
                    message: format!("line {}: {}", line.number, refusal.message),
                    ..refusal
                }),
                reply => reply,
            };
            (request.id, reply)
        }
    };
    write(&line, id, reply)
}

fn write(line: &Line, id: Option<Box<RawValue>>, reply: Reply) -> Result<Record> {
    let mut written = Written {
        line: line.number,
        id,
        input: &line.digest,
        outcome: Outcome::Refused,
        response: None,
        error: None,
    };
    let refusal;
    let kind = match reply {
        Reply::Ran { outcome, kind, response } => {
            written.outcome = outcome;
            written.response = Some(response);
            kind
        }
        Reply::Refused(detail) => {
            refusal = detail;
            written.error = Some(Refusal {
                code: refusal.code.as_str(),
                message: &refusal.message,
                field: refusal.field.as_deref(),
            });
            Some(refusal.code.as_str().to_owned())
        }
    };
    let mut json = serde_json::to_string(&written).context("cannot write a result")?;
    json.push('\n');
    Ok(Record { outcome: written.outcome, kind, json, end: line.end })
}

#[cfg(test)]
mod tests {
    use jupan_client::ErrorCode;

    use super::*;

    fn line() -> Line {
        let (digest, end) = ("d1".to_owned(), 40);
        Line { number: 3, digest, text: Ok(Vec::new()), end, is_whole: true }
    }

    #[test]
    fn a_result_has_its_line_and_what_came_of_it() {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
        let reply = Reply::Ran {
            outcome: Outcome::Limit,
            kind: Some("fuel".to_owned()),
            response: raw(r#"{"status":"limit"}"#),
        };
        let record = write(&line(), Some(raw("7")), reply).unwrap();
        assert_eq!(
            record.json,
            "{\"line\":3,\"id\":7,\"input\":\"d1\",\"outcome\":\"limit\",\
             \"response\":{\"status\":\"limit\"}}\n"
        );
        assert_eq!(
            (record.outcome, record.kind.as_deref(), record.end),
            (Outcome::Limit, Some("fuel"), 40)
        );
    }

    #[test]
    fn a_refusal_is_a_result_as_well() {
        let detail = ErrorDetail {
            code: ErrorCode::InvalidField,
            message: "line 3: `code` is missing".to_owned(),
            field: Some("code".to_owned()),
            request_id: "r".to_owned(),
        };
        let record = write(&line(), None, Reply::Refused(detail)).unwrap();
        assert_eq!(
            record.json,
            "{\"line\":3,\"id\":null,\"input\":\"d1\",\"outcome\":\"refused\",\
             \"error\":{\"code\":\"invalid_field\",\"message\":\"line 3: `code` is missing\",\
             \"field\":\"code\"}}\n"
        );
    }
}
