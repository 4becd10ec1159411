//! What the server answers to an outcome, and what must hold of every answer.

use std::sync::LazyLock;

use jupan_api::ExecuteResponse;
use jupan_sandbox::{ImageInfo, Limits, Outcome, Program};

/// The longest that the server's own words may make a part of an answer, in bytes: marks of
/// cuts, a hint, the kind of an error.
const OWN_WORDS_BYTES: usize = 1 << 10;
/// A byte that is no text becomes U+FFFD, which has three.
const REPLACEMENT_BYTES: usize = 3;

/// About as many modules as the real image offers, which the hints search.
static IMAGE: LazyLock<ImageInfo> = LazyLock::new(|| {
    let names = |count: usize| (0..count).map(|number| format!("module{number}")).collect();
    let mut modules: Vec<String> = names(250);
    modules.extend(["csv", "json", "math", "os", "statistics"].map(str::to_owned));
    modules.sort();
    ImageInfo {
        name: "python".to_owned(),
        version: "0".to_owned(),
        python_version: "3.14.0".to_owned(),
        modules,
        preloaded: names(20),
        ..ImageInfo::default()
    }
});

/// The answer to `outcome`.
///
/// # Panics
///
/// When it is larger than `limits` allow, or no JSON.
#[must_use]
pub fn checked(program: &Program, limits: &Limits, outcome: Outcome) -> ExecuteResponse {
    let answer = jupan_server::execute_response(program, limits, &IMAGE, outcome);

    let bounded = |part: &str, text: &str, factor: usize| {
        let limit = usize::try_from(limits.output_bytes).unwrap_or(usize::MAX);
        let max = limit * factor + OWN_WORDS_BYTES;
        assert!(text.len() <= max, "{part} has {} bytes, more than {max}", text.len());
    };
    bounded("stdout", &answer.stdout, REPLACEMENT_BYTES);
    bounded("stderr", &answer.stderr, REPLACEMENT_BYTES);
    bounded("result", answer.result.as_deref().unwrap_or_default(), 1);
    if let Some(error) = &answer.error {
        bounded("type", &error.type_name, 1);
        bounded("message", &error.message, 1);
        bounded("traceback", error.traceback.as_deref().unwrap_or_default(), 1);
        bounded("hint", error.hint.as_deref().unwrap_or_default(), 1);
        assert!(!error.type_name.is_empty(), "an error without a type");
    }
    // Output, then type and message of an error, or the result.
    bounded("text", &answer.text, REPLACEMENT_BYTES + 2);

    let json = serde_json::to_string(&answer).expect("an answer is JSON");
    let read: ExecuteResponse = serde_json::from_str(&json).expect("an answer can be read");
    assert_eq!(read, answer, "an answer changed on the way");
    answer
}
