use jupan_agent::tools::{Calculate, Memo};
use jupan_agent::{Approver, Decided, Decision, Ending, Observation, OnDenial, Outcome, Policy};
use jupan_tests::{ModelReply, ModelServer};
use serde_json::json;

use super::{FORMATS, Format, agent, run};

/// Holds when a sum of at least `threshold` was computed and a memo that names it was
/// written.
fn sum_is_noted(threshold: i64) -> impl Fn(&[Observation]) -> Result<(), String> {
    move |observations| {
        let sum = observations
            .iter()
            .filter(|seen| seen.tool == "calculate")
            .filter_map(|seen| seen.text.parse::<i64>().ok())
            .find(|sum| *sum >= threshold)
            .ok_or_else(|| format!("no sum of at least {threshold} was computed"))?;
        let names_it = |memo: &Observation| {
            memo.arguments["text"].as_str().is_some_and(|text| text.contains(&sum.to_string()))
        };
        let mut memos = observations.iter().filter(|seen| seen.tool == "memo");
        if memos.any(names_it) { Ok(()) } else { Err(format!("no memo names {sum}")) }
    }
}

struct Harness {
    threshold: i64,
    max_steps: u32,
    decision: Decision,
    script: Vec<ModelReply>,
}

impl Harness {
    fn new() -> Self {
        Self {
            threshold: 40,
            max_steps: 10,
            decision: Decision::Allow,
            script: vec![
                ModelReply::call("c1", "calculate", &json!({"a": 18, "op": "+", "b": 24})),
                ModelReply::call("c2", "memo", &json!({"text": "The total is 42."})),
                ModelReply::text("The total of 42 is noted."),
            ],
        }
    }

    /// The outcome, and the memo if one was written.
    async fn run(self, format: Format) -> (Outcome, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let server = ModelServer::start(self.script).await;
        let approver: Box<dyn Approver> = Box::new(Decided::new([self.decision]));
        let builder = agent(&server, format)
            .tool(Calculate::new())
            .tool(Memo::in_folder(folder.path()).unwrap())
            .approver(approver)
            .completion(sum_is_noted(self.threshold))
            .policy(Policy {
                max_steps: self.max_steps,
                on_denial: OnDenial::EndRun,
                ..Policy::default()
            });
        let outcome = run(builder).await;
        assert_eq!(outcome.transcript.check_pairing(), Ok(()));
        (outcome, std::fs::read_to_string(folder.path().join("memo.txt")).ok())
    }
}

#[tokio::test]
async fn with_approval_it_is_completed_in_three_steps() {
    for format in FORMATS {
        let (outcome, memo) = Harness::new().run(format).await;
        assert_eq!(
            outcome.ending,
            Ending::Completed { answer: "The total of 42 is noted.".to_owned() },
            "{format:?}"
        );
        assert_eq!(outcome.steps, 3);
        assert_eq!(memo.as_deref(), Some("The total is 42."));
    }
}

#[tokio::test]
async fn without_approval_it_is_denied_and_leaves_no_trace() {
    for format in FORMATS {
        let decision = Decision::deny("not now");
        let (outcome, memo) = Harness { decision, ..Harness::new() }.run(format).await;
        assert_eq!(
            outcome.ending,
            Ending::Denied { tool: "memo".to_owned(), reason: "not now".to_owned() },
            "{format:?}"
        );
        let observed: Vec<_> = outcome
            .observations
            .iter()
            .map(|seen| (seen.tool.as_str(), seen.text.as_str()))
            .collect();
        assert_eq!(observed, [("calculate", "42")]);
        assert_eq!(memo, None);
    }
}

#[tokio::test]
async fn a_limit_of_one_ends_before_the_memo() {
    for format in FORMATS {
        let (outcome, memo) = Harness { max_steps: 1, ..Harness::new() }.run(format).await;
        assert_eq!(outcome.ending, Ending::StepLimit { limit: 1, closing: None }, "{format:?}");
        assert_eq!(memo, None);
    }
}

#[tokio::test]
async fn a_limit_of_two_is_a_limit_although_the_memo_is_there() {
    for format in FORMATS {
        let (outcome, memo) = Harness { max_steps: 2, ..Harness::new() }.run(format).await;
        assert_eq!(outcome.ending, Ending::StepLimit { limit: 2, closing: None }, "{format:?}");
        assert_eq!(memo.as_deref(), Some("The total is 42."));
    }
}

#[tokio::test]
async fn a_claim_without_evidence_is_incomplete() {
    for format in FORMATS {
        let script = vec![ModelReply::text("The total of 42 is noted.")];
        let (outcome, memo) = Harness { script, ..Harness::new() }.run(format).await;
        assert_eq!(
            outcome.ending,
            Ending::Incomplete {
                proposed: "The total of 42 is noted.".to_owned(),
                missing: "no sum of at least 40 was computed".to_owned()
            },
            "{format:?}"
        );
        assert_eq!((outcome.steps, memo), (1, None));
    }
}

#[tokio::test]
async fn a_threshold_that_is_met_exactly_is_met() {
    for (threshold, ending) in [(42, "completed"), (43, "incomplete")] {
        let (outcome, _) = Harness { threshold, ..Harness::new() }.run(FORMATS[0]).await;
        assert_eq!(outcome.ending.kind(), ending, "{threshold}");
    }
}
