use std::time::Duration;

use jupan_agent::{
    Agent, AtStepLimit, Budget, BuildError, Ending, Finish, ModelAnswer, ModelErrorKind, Policy,
    PolicyError, ScriptedModel, Tokens,
};
use serde_json::json;

use crate::support::{Fake, Recorder, agent, call, calls, n, results, run, text};

fn endless(answer: ModelAnswer) -> jupan_agent::AgentBuilder {
    Agent::builder(ScriptedModel::endless(answer)).tool(Fake("echo"))
}

#[tokio::test]
async fn a_model_that_never_stops_calling_reaches_the_step_limit() {
    let policy = Policy { max_steps: 3, ..Policy::default() };
    let outcome = run(endless(calls(&[("echo", n(1))])).policy(policy)).await;
    assert_eq!(outcome.ending, Ending::StepLimit { limit: 3, closing: None });
    assert_eq!(outcome.steps, 3);
    assert_eq!(results(&outcome), ["echo 1", "echo 1", "echo 1"]);
    assert_eq!(outcome.answer(), None);
}

#[tokio::test]
async fn after_the_last_step_the_model_may_sum_up_and_the_limit_is_still_reported() {
    let policy =
        Policy { max_steps: 2, at_step_limit: AtStepLimit::AskWithoutTools, ..Policy::default() };
    let outcome = run(endless(calls(&[("echo", n(1))])).policy(policy)).await;
    assert_eq!(
        outcome.ending,
        Ending::StepLimit { limit: 2, closing: Some("I have no final result yet.".to_owned()) }
    );
    assert_eq!(outcome.answer(), None);
    assert_eq!((outcome.steps, outcome.usage.model_calls), (2, 3));
    assert_eq!(
        outcome.transcript.roles(),
        ["user", "assistant", "tool", "assistant", "tool", "user", "assistant"]
    );
}

#[tokio::test]
async fn the_same_call_again_and_again_ends_the_run() {
    let script = (1..=5)
        .map(|step| ModelAnswer::calls([call(&format!("s{step}"), "echo", json!({"n": 1}))]));
    let outcome = run(agent(script, &["echo"])).await;
    assert_eq!(
        outcome.ending,
        Ending::InvalidAction {
            reason: "`echo` was called with the same arguments more than 3 times".to_owned()
        }
    );
    assert_eq!(outcome.steps, 4);
    assert_eq!(outcome.observations.len(), 3);
    assert_eq!(results(&outcome)[3], "[not run] the run ended before this call");
}

#[tokio::test]
async fn other_arguments_are_another_call() {
    let script = (1..=5)
        .map(|step| ModelAnswer::calls([call(&format!("s{step}"), "echo", n(step))]))
        .chain([text("done")]);
    assert_eq!(run(agent(script, &["echo"])).await.answer(), Some("done"));
}

#[tokio::test]
async fn tokens_are_a_budget() {
    let answer =
        ModelAnswer { tokens: Some(Tokens { input: 90, output: 20 }), ..calls(&[("echo", n(1))]) };
    let policy = Policy { max_tokens: 100, ..Policy::default() };
    let outcome = run(endless(answer).policy(policy)).await;
    assert_eq!(outcome.ending, Ending::Budget { budget: Budget::Tokens, limit: 100, used: 110 });
    // The call that came with the answer above the budget was not run.
    assert_eq!(results(&outcome), ["[not run] the run ended before this call"]);
    assert!(!outcome.usage.estimated);
}

#[tokio::test]
async fn an_answer_that_was_paid_for_counts() {
    let answer = ModelAnswer { tokens: Some(Tokens { input: 90, output: 20 }), ..text("42") };
    let policy = Policy { max_tokens: 100, ..Policy::default() };
    assert_eq!(run(endless(answer).policy(policy)).await.answer(), Some("42"));
}

#[tokio::test]
async fn without_a_report_tokens_are_estimated_and_still_a_budget() {
    let policy = Policy { max_tokens: 10, ..Policy::default() };
    let outcome = run(endless(calls(&[("echo", n(1))])).policy(policy)).await;
    assert_eq!(outcome.ending.kind(), "budget");
    assert!(outcome.usage.estimated);
}

#[tokio::test]
async fn tool_calls_are_a_budget() {
    let policy = Policy { max_tool_calls: 2, ..Policy::default() };
    let script = [
        calls(&[("echo", n(1))]),
        ModelAnswer::calls([call("a", "echo", n(2)), call("b", "echo", n(3))]),
    ];
    let outcome = run(agent(script, &["echo"]).policy(policy)).await;
    assert_eq!(outcome.ending, Ending::Budget { budget: Budget::ToolCalls, limit: 2, used: 3 });
    assert_eq!(
        results(&outcome),
        [
            "echo 1",
            "[not run] the run ended before this call",
            "[not run] the run ended before this call"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn the_wall_clock_ends_a_tool_in_the_middle() {
    let policy = Policy { max_wall: Duration::from_secs(30), ..Policy::default() };
    let script = [
        ModelAnswer::calls([call("a", "slow", n(20))]),
        ModelAnswer::calls([call("b", "slow", n(5)), call("c", "hang", n(0))]),
    ];
    let outcome = run(agent(script, &["slow", "hang"]).policy(policy)).await;
    assert_eq!(
        outcome.ending,
        Ending::Budget { budget: Budget::WallMs, limit: 30_000, used: 30_000 }
    );
    assert_eq!(
        results(&outcome),
        ["slept 20 s", "slept 5 s", "[error] the run's time was over before `hang` was done"]
    );
    assert_eq!(outcome.usage.wall_ms, 30_000);
}

/// A model that never answers.
struct Silent;

#[async_trait::async_trait]
impl jupan_agent::Model for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    async fn ask(
        &self,
        _: jupan_agent::ModelRequest<'_>,
        _: &(dyn Fn(jupan_agent::ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, jupan_agent::ModelError> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn the_wall_clock_ends_a_model_call_in_the_middle() {
    let policy = Policy { max_wall: Duration::from_secs(7), ..Policy::default() };
    let outcome = run(Agent::builder(Silent).policy(policy)).await;
    assert_eq!(outcome.ending, Ending::Budget { budget: Budget::WallMs, limit: 7000, used: 7000 });
}

#[tokio::test]
async fn an_answer_that_was_cut_off_is_no_answer() {
    for (finish, error, message) in [
        (
            Finish::CutOff,
            ModelErrorKind::CutOff,
            "the provider's limit on its length cut off the answer",
        ),
        (
            Finish::Filtered,
            ModelErrorKind::Filtered,
            "the provider's content filter cut off the answer",
        ),
    ] {
        let outcome = run(agent([ModelAnswer { finish, ..text("The answer is 4") }], &[])).await;
        assert_eq!(outcome.ending, Ending::ModelError { error, message: message.to_owned() });
        assert_eq!(outcome.transcript.roles(), ["user", "assistant"]);
    }
}

#[tokio::test]
async fn a_model_that_fails_ends_the_run() {
    let outcome = run(agent([], &[])).await;
    assert_eq!(
        outcome.ending,
        Ending::ModelError {
            error: ModelErrorKind::Script,
            message: "the script has 0 lines and was asked for another".to_owned()
        }
    );
}

#[tokio::test]
async fn empty_answers_are_told_and_then_end_the_run() {
    let recorder = Recorder::default();
    let outcome = run(endless(text(" \n")).observer(recorder)).await;
    assert_eq!(
        outcome.ending,
        Ending::InvalidAction { reason: "the answer has neither text nor a tool call".to_owned() }
    );
    assert_eq!(outcome.steps, 4);
    // The empty answers themselves have no place in the history.
    assert_eq!(outcome.transcript.roles(), ["user", "user", "user", "user"]);
}

#[tokio::test]
async fn one_empty_answer_is_forgiven() {
    let outcome = run(agent([text(""), text("42")], &[])).await;
    assert_eq!((outcome.answer(), outcome.steps), (Some("42"), 2));
}

#[test]
fn a_policy_that_leaves_nothing_to_do_makes_no_agent() {
    let policy = Policy { max_steps: 0, ..Policy::default() };
    let error = agent([], &[]).policy(policy).build().unwrap_err();
    assert_eq!(error, BuildError::Policy(PolicyError { field: "max_steps", value: 0, min: 1 }));
}
