use jupan_agent::tools::{Calculate, Memo};
use jupan_agent::{
    AgentBuilder, AllowAll, Approver, Ending, ModelAnswer, Observation, Outcome, Policy,
    ToolSucceeded,
};
use serde_json::json;

use crate::support::{agent, call, results, run, text};

/// Holds when a sum of at least `threshold` was computed and a memo names it.
fn sum_is_noted(threshold: i64) -> impl Fn(&[Observation]) -> Result<(), String> {
    move |observations| {
        let sums = observations.iter().filter(|seen| seen.tool == "calculate");
        let sums: Vec<_> = sums
            .filter_map(|seen| seen.text.parse::<i64>().ok())
            .filter(|sum| *sum >= threshold)
            .collect();
        if sums.is_empty() {
            return Err(format!("no sum of at least {threshold} was computed"));
        }
        let mut memos = observations.iter().filter(|seen| seen.tool == "memo");
        let noted = memos.any(|memo| {
            let text = memo.arguments["text"].as_str().unwrap_or_default();
            sums.iter().any(|sum| text.contains(&sum.to_string()))
        });
        if noted { Ok(()) } else { Err("no memo names the sum".to_owned()) }
    }
}

fn script() -> [ModelAnswer; 3] {
    [
        ModelAnswer::calls([call("1", "calculate", json!({"a": 18, "op": "+", "b": 24}))]),
        ModelAnswer::calls([call("2", "memo", json!({"text": "total: 42"}))]),
        text("Noted: 42."),
    ]
}

fn harness(
    folder: &std::path::Path,
    script: impl IntoIterator<Item = ModelAnswer>,
    threshold: i64,
    approver: impl Approver + 'static,
) -> AgentBuilder {
    agent(script, &[])
        .tool(Calculate::new())
        .tool(Memo::in_folder(folder).unwrap())
        .approver(approver)
        .completion(sum_is_noted(threshold))
}

async fn memo_run(threshold: i64, max_steps: u32) -> (Outcome, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let policy = Policy { max_steps, ..Policy::default() };
    let outcome = run(harness(folder.path(), script(), threshold, AllowAll).policy(policy)).await;
    (outcome, std::fs::read_to_string(folder.path().join("memo.txt")).ok())
}

#[tokio::test]
async fn a_sum_above_the_threshold_is_noted_in_three_steps() {
    let (outcome, file) = memo_run(40, 10).await;
    assert_eq!(outcome.ending, Ending::Completed { answer: "Noted: 42.".to_owned() });
    assert_eq!(outcome.steps, 3);
    assert_eq!(file.as_deref(), Some("total: 42"));
    assert_eq!(results(&outcome), ["42", "written to memo.txt (9 bytes)"]);
}

#[tokio::test]
async fn a_threshold_that_is_met_exactly_is_met() {
    let (outcome, _) = memo_run(42, 10).await;
    assert_eq!(outcome.ending.kind(), "completed");
    let (outcome, _) = memo_run(43, 10).await;
    assert_eq!(
        outcome.ending,
        Ending::Incomplete {
            proposed: "Noted: 42.".to_owned(),
            missing: "no sum of at least 43 was computed".to_owned()
        }
    );
}

#[tokio::test]
async fn a_limit_before_the_memo_leaves_no_file() {
    let (outcome, file) = memo_run(40, 1).await;
    assert_eq!(outcome.ending, Ending::StepLimit { limit: 1, closing: None });
    assert_eq!(file, None);
}

#[tokio::test]
async fn a_limit_before_the_finish_is_a_limit_although_the_file_is_there() {
    let (outcome, file) = memo_run(40, 2).await;
    assert_eq!(outcome.ending, Ending::StepLimit { limit: 2, closing: None });
    assert_eq!(file.as_deref(), Some("total: 42"));
}

#[tokio::test]
async fn a_finish_without_evidence_is_incomplete() {
    let folder = tempfile::tempdir().unwrap();
    let claim = [text("I computed 42 and wrote the memo.")];
    let outcome = run(harness(folder.path(), claim, 40, AllowAll)).await;
    assert_eq!(
        outcome.ending,
        Ending::Incomplete {
            proposed: "I computed 42 and wrote the memo.".to_owned(),
            missing: "no sum of at least 40 was computed".to_owned()
        }
    );
    assert_eq!((outcome.steps, outcome.answer()), (1, None));
}

#[tokio::test]
async fn a_tool_that_failed_proves_nothing() {
    let script = [
        ModelAnswer::calls([call("1", "calculate", json!({"a": 1, "op": "/", "b": 0}))]),
        text("done"),
    ];
    let check = ToolSucceeded("calculate".to_owned());
    let outcome = run(agent(script, &[]).tool(Calculate::new()).completion(check)).await;
    assert_eq!(
        outcome.ending.describe(),
        "the model proposed to finish, but `calculate` has not succeeded"
    );
}
