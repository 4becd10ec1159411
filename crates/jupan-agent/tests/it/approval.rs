use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jupan_agent::tools::{Calculate, Memo};
use jupan_agent::{
    AllowAll, ApprovalRequest, Approver, Decided, Decision, Ending, ModelAnswer, OnDenial, Outcome,
    Policy, WaitAlways,
};
use serde_json::{Map, Value, json};

use crate::support::{Fake, agent, call, results, run, text};

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

fn script() -> [ModelAnswer; 3] {
    [
        ModelAnswer::calls([call("1", "calculate", json!({"a": 18, "op": "+", "b": 24}))]),
        ModelAnswer::calls([
            call("2", "memo", json!({"text": "total: 42"})),
            call("3", "echo", json!({"n": 1})),
        ]),
        text("I am done."),
    ]
}

/// The outcome, and the memo if one was written.
async fn memo_run(
    approver: impl Approver + 'static,
    on_denial: OnDenial,
) -> (Outcome, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let builder = agent(script(), &["echo"])
        .tool(Calculate::new())
        .tool(Memo::in_folder(folder.path()).unwrap())
        .approver(approver)
        .policy(Policy { on_denial, ..Policy::default() });
    let outcome = run(builder).await;
    (outcome, std::fs::read_to_string(folder.path().join("memo.txt")).ok())
}

#[tokio::test]
async fn a_denial_is_told_to_the_model_and_leaves_no_trace() {
    let deny = Decided::new([Decision::deny("not today")]);
    let (outcome, file) = memo_run(deny, OnDenial::TellModel).await;
    assert_eq!(results(&outcome), ["42", "[denied] not today", "echo 1"]);
    assert_eq!(outcome.answer(), Some("I am done."));
    assert_eq!(file, None);
    let observed: Vec<_> = outcome.observations.iter().map(|seen| seen.tool.as_str()).collect();
    assert_eq!(observed, ["calculate", "echo"]);
}

#[tokio::test]
async fn a_denial_ends_the_run_where_the_policy_says_so() {
    let deny = Decided::new([Decision::deny("not today")]);
    let (outcome, file) = memo_run(deny, OnDenial::EndRun).await;
    assert_eq!(
        outcome.ending,
        Ending::Denied { tool: "memo".to_owned(), reason: "not today".to_owned() }
    );
    // Nothing else of that answer ran either.
    assert_eq!(outcome.observations.len(), 1);
    assert_eq!(
        results(&outcome),
        ["42", "[denied] not today", "[not run] the run ended before this call"]
    );
    assert_eq!((outcome.steps, file), (2, None));
}

#[tokio::test]
async fn a_stop_ends_the_run_under_every_policy() {
    let stop = Decided::new([Decision::stop("enough")]);
    let (outcome, file) = memo_run(stop, OnDenial::TellModel).await;
    assert_eq!(
        outcome.ending,
        Ending::Denied { tool: "memo".to_owned(), reason: "enough".to_owned() }
    );
    assert_eq!(file, None);
}

#[tokio::test]
async fn without_an_approver_nothing_acts() {
    let folder = tempfile::tempdir().unwrap();
    let builder = agent(script(), &["echo"])
        .tool(Calculate::new())
        .tool(Memo::in_folder(folder.path()).unwrap());
    let outcome = run(builder).await;
    assert_eq!(results(&outcome)[1], "[denied] this agent may not change anything");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn changed_arguments_are_run_and_told() {
    let change = Decision::AllowWith { arguments: object(json!({"text": "sum: 42"})) };
    let (outcome, file) = memo_run(Decided::new([change]), OnDenial::TellModel).await;
    assert_eq!(file.as_deref(), Some("sum: 42"));
    assert_eq!(
        results(&outcome)[1],
        "(before the run the arguments were changed to {\"text\":\"sum: 42\"})\n\
         written to memo.txt (7 bytes)"
    );
    assert_eq!(outcome.observations[1].arguments, json!({"text": "sum: 42"}));
}

/// Gives decisions in order and keeps what it was asked.
#[derive(Clone)]
struct Witness {
    asked: Arc<Mutex<Vec<ApprovalRequest>>>,
    decisions: Arc<Decided>,
}

impl Witness {
    fn new(decisions: impl IntoIterator<Item = Decision>) -> Self {
        Self { asked: Arc::default(), decisions: Arc::new(Decided::new(decisions)) }
    }
}

#[async_trait]
impl Approver for Witness {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        self.asked.lock().unwrap().push(request.clone());
        self.decisions.decide(request).await
    }
}

#[tokio::test]
async fn only_acting_tools_are_asked_about_with_name_and_arguments() {
    let witness = Witness::new([Decision::Allow]);
    memo_run(witness.clone(), OnDenial::TellModel).await;
    assert_eq!(
        *witness.asked.lock().unwrap(),
        [ApprovalRequest {
            step: 2,
            call_id: "2".to_owned(),
            tool: "memo".to_owned(),
            arguments: object(json!({"text": "total: 42"})),
            problem: None,
        }]
    );
}

#[tokio::test]
async fn changed_arguments_that_are_wrong_are_asked_about_again() {
    let wrong = Decision::AllowWith { arguments: object(json!({"text": 42})) };
    let witness = Witness::new([wrong, Decision::Allow]);
    let (_, file) = memo_run(witness.clone(), OnDenial::TellModel).await;
    assert_eq!(file.as_deref(), Some("total: 42"));
    let problem = "wrong arguments for `memo`: `text`: 42 is not of type \"string\"; it takes \
                   `text` (string, required)";
    let problems: Vec<_> =
        witness.asked.lock().unwrap().iter().map(|asked| asked.problem.clone()).collect();
    assert_eq!(problems, [None, Some(problem.to_owned())]);
}

#[tokio::test]
async fn an_approver_that_keeps_sending_wrong_arguments_denies() {
    let wrong = || Decision::AllowWith { arguments: object(json!({})) };
    let (outcome, file) =
        memo_run(Decided::new([wrong(), wrong(), wrong(), wrong()]), OnDenial::TellModel).await;
    assert_eq!(file, None);
    assert_eq!(
        results(&outcome)[1],
        "[denied] wrong arguments for `memo`: \"text\" is a required property; it takes \
         `text` (string, required)"
    );
}

struct Breaking;

#[async_trait]
impl Approver for Breaking {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        panic!("an approver of a test panics")
    }
}

#[tokio::test]
async fn an_approver_that_breaks_down_denies() {
    let (outcome, file) = memo_run(Breaking, OnDenial::TellModel).await;
    assert_eq!(results(&outcome)[1], "[denied] the approval broke down");
    assert_eq!(file, None);
}

#[tokio::test]
async fn a_run_that_cannot_wait_is_denied() {
    let (outcome, file) = memo_run(WaitAlways, OnDenial::TellModel).await;
    assert_eq!(
        outcome.ending,
        Ending::Denied {
            tool: "memo".to_owned(),
            reason: "the decision was put off, and this run can't wait".to_owned()
        }
    );
    assert_eq!(file, None);
}

#[tokio::test]
async fn arguments_are_checked_before_anyone_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let witness = Witness::new([]);
    let script = [ModelAnswer::calls([call("1", "memo", json!({"text": 1}))]), text("I see.")];
    let builder =
        agent(script, &[]).tool(Memo::in_folder(folder.path()).unwrap()).approver(witness.clone());
    run(builder).await;
    assert_eq!(*witness.asked.lock().unwrap(), []);
}

/// Waits half an hour, then allows.
struct Thinking;

#[async_trait]
impl Approver for Thinking {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        tokio::time::sleep(std::time::Duration::from_secs(1800)).await;
        Decision::Allow
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_approval_is_in_no_budget() {
    let folder = tempfile::tempdir().unwrap();
    let script = [
        ModelAnswer::calls([
            call("1", "memo", json!({"text": "x"})),
            call("2", "slow", json!({"n": 5})),
        ]),
        text("done"),
    ];
    let builder = agent(script, &[])
        .tool(Memo::in_folder(folder.path()).unwrap())
        .tool(Fake("slow"))
        .approver(Thinking);
    let outcome = run(builder).await;
    assert_eq!(outcome.answer(), Some("done"));
    assert_eq!(outcome.usage.wall_ms, 5000);
}

#[tokio::test]
async fn acting_calls_run_one_after_another_in_call_order() {
    let folder = tempfile::tempdir().unwrap();
    let script = [
        ModelAnswer::calls([
            call("1", "memo", json!({"text": "first"})),
            call("2", "memo", json!({"text": "second"})),
        ]),
        text("done"),
    ];
    let builder =
        agent(script, &[]).tool(Memo::in_folder(folder.path()).unwrap()).approver(AllowAll);
    run(builder).await;
    assert_eq!(std::fs::read_to_string(folder.path().join("memo.txt")).unwrap(), "second");
}
