use jupan_api::{ErrorKind, ExecuteResponse, ProgramError, RunStatus};
use jupan_tests::TestServer;
use serde::Deserialize;
use serde_json::json;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The server's default limit on time, in milliseconds.
const DEFAULT_MS: u32 = 5000;
/// What a run may take beyond its limit on a busy machine, in milliseconds.
const SLACK_MS: u32 = 1000;
/// No answer is larger: stdout, stderr and text, 64 KiB each, as JSON with every character
/// escaped, and the traceback.
const MAX_REPLY_BYTES: usize = 3 << 20;

/// One line; `cases/README.md` describes the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[expect(dead_code, reason = "the name of the test comes from it")]
    id: String,
    code: String,
    outcome: Expected,
    stdout: Option<String>,
    stdout_contains: Option<String>,
    error_contains: Option<String>,
    #[expect(dead_code, reason = "for people")]
    note: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Expected {
    Ok,
    Error,
}

fn run(line: &str) {
    let case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let server = TestServer::shared();

    let reply = server.post(json!({ "code": case.code }).to_string().as_bytes());
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert!(reply.body.len() <= MAX_REPLY_BYTES, "an answer of {} bytes", reply.body.len());
    let response: ExecuteResponse = serde_json::from_value(reply.json()).unwrap();

    check(&case, &response);
    assert!(
        response.usage.wall_ms <= f64::from(DEFAULT_MS + SLACK_MS),
        "took {} ms with a limit of {DEFAULT_MS} ms",
        response.usage.wall_ms
    );
    server.assert_alive();
}

fn check(case: &Case, response: &ExecuteResponse) {
    let error = response.error.as_ref();
    match case.outcome {
        Expected::Ok => {
            assert_eq!((response.status, error), (RunStatus::Ok, None));
            assert_eq!(Some(&response.stdout), case.stdout.as_ref());
        }
        Expected::Error => {
            assert_eq!(response.status, RunStatus::Error, "{response:?}");
            assert!(is_python_exception(error), "{response:?}");
        }
    }
    if error.is_some() {
        assert!(response.text.contains("[error] "), "{}", response.text);
    }
    if let Some(wanted) = &case.stdout_contains {
        assert!(response.stdout.contains(wanted), "{wanted:?} is not in {:?}", response.stdout);
    }
    if let Some(wanted) = &case.error_contains {
        assert!(response.text.contains(wanted), "{wanted:?} is not in {:?}", response.text);
        let type_name = error.map(|error| error.type_name.as_str());
        assert_eq!(type_name, Some(wanted.as_str()));
    }
}

fn is_python_exception(error: Option<&ProgramError>) -> bool {
    error.is_some_and(|error| {
        matches!(error.kind, ErrorKind::Exception | ErrorKind::Syntax)
            && !error.type_name.is_empty()
    })
}
