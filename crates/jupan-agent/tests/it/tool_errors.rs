use std::time::Duration;

use jupan_agent::tools::{Calculate, GetWeather};
use jupan_agent::{Agent, Ending, Line, ModelAnswer, OnToolError, Policy, ScriptedModel, ToolCall};
use serde_json::{Value, json};

use crate::support::{agent, call, calls, n, results, run, text};

/// What the model is told about one call.
async fn told(fakes: &[&'static str], name: &str, arguments: Value) -> String {
    let script = [calls(&[(name, arguments)]), text("I see.")];
    let agent = agent(script, fakes).tool(Calculate::new()).tool(GetWeather::new());
    let outcome = run(agent).await;
    assert_eq!(outcome.answer(), Some("I see."));
    assert_eq!(outcome.observations, []);
    results(&outcome)[0].to_owned()
}

#[tokio::test]
async fn an_unknown_tool_is_told_with_the_list_of_tools() {
    assert_eq!(
        told(&["echo"], "search", json!({})).await,
        "[error] there is no tool `search`; the tools are: echo, calculate, get_weather"
    );
}

#[tokio::test]
async fn an_unknown_city_is_told_with_the_known_ones() {
    assert_eq!(
        told(&[], "get_weather", json!({"location": "Atlantis"})).await,
        "[error] no weather for `Atlantis`; the known cities are Seoul, Busan, Jeju, Tokyo, \
         Paris, London"
    );
}

#[tokio::test]
async fn arguments_that_are_no_json_are_told() {
    assert_eq!(
        told(&[], "calculate", json!("{\"a\": 1, ")).await,
        "[error] wrong arguments for `calculate`: they are not valid JSON (EOF while parsing a \
         value at line 1 column 9); it takes `a` (number, required), `b` (number, required), \
         `op` (one of \"+\", \"-\", \"*\", \"/\", required)"
    );
}

#[tokio::test]
async fn a_bool_is_not_a_number() {
    assert_eq!(
        told(&[], "calculate", json!({"a": true, "op": "+", "b": "2"})).await,
        "[error] wrong arguments for `calculate`: `a`: true is not of type \"number\"; `b`: \
         \"2\" is not of type \"number\"; it takes `a` (number, required), `b` (number, \
         required), `op` (one of \"+\", \"-\", \"*\", \"/\", required)"
    );
}

#[tokio::test]
async fn a_division_by_zero_is_told() {
    assert_eq!(
        told(&[], "calculate", json!({"a": 1, "op": "/", "b": 0})).await,
        "[error] division by zero"
    );
}

#[tokio::test]
async fn a_tool_that_panics_is_told_and_costs_nothing_else() {
    assert_eq!(
        told(&["panic"], "panic", n(1)).await,
        "[error] `panic` broke down; that is a fault of the tool, not of the arguments"
    );
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_hangs_is_given_up() {
    assert_eq!(
        told(&["hang"], "hang", n(1)).await,
        "[error] `hang` gave no result within 90s and was given up"
    );
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_hangs_does_not_cost_the_others_their_results() {
    let policy = Policy { tool_time_out: Duration::from_secs(10), ..Policy::default() };
    let script = [calls(&[("hang", n(0)), ("slow", n(9)), ("panic", n(0))]), text("done")];
    let outcome = run(agent(script, &["hang", "slow", "panic"]).policy(policy)).await;
    assert_eq!(
        results(&outcome),
        [
            "[error] `hang` gave no result within 10s and was given up",
            "slept 9 s",
            "[error] `panic` broke down; that is a fault of the tool, not of the arguments"
        ]
    );
    assert_eq!(outcome.answer(), Some("done"));
}

#[tokio::test]
async fn no_output_is_said_and_long_output_is_cut() {
    let policy = Policy { max_result_bytes: 200, ..Policy::default() };
    let script = [calls(&[("quiet", n(0)), ("long", n(0))]), text("done")];
    let outcome = run(agent(script, &["quiet", "long"]).policy(policy)).await;
    let long = format!("{}\n[... 831 bytes left out ...]\n{}", "x".repeat(127), "x".repeat(42));
    assert_eq!(results(&outcome), ["(no output)", long.as_str()]);
}

#[tokio::test]
async fn the_model_recovers_from_an_error() {
    let model = ScriptedModel::new([
        Line::new(calls(&[("calculate", json!({"a": 7, "op": "/", "b": 0}))])),
        Line::after(
            "[error] division by zero",
            ModelAnswer::calls([call("2", "calculate", json!({"a": 7, "op": "/", "b": 2}))]),
        ),
        Line::after("3.5", text("3.5")),
    ]);
    let outcome = run(Agent::builder(model).tool(Calculate::new())).await;
    assert_eq!(outcome.answer(), Some("3.5"));
    assert_eq!(outcome.observations.len(), 1);
}

fn unknown(step: usize) -> ModelAnswer {
    ModelAnswer::calls([call(&format!("c{step}"), "search", n(1))])
}

#[tokio::test]
async fn unknown_tools_are_told_three_times_and_then_end_the_run() {
    let outcome = run(agent((1..=4).map(unknown), &["echo"])).await;
    assert_eq!(outcome.ending, Ending::UnknownTool { tool: "search".to_owned() });
    let told = "[error] there is no tool `search`; the tools are: echo";
    let not_run = "[not run] the run ended before this call";
    assert_eq!(results(&outcome), [told, told, told, not_run]);
}

#[tokio::test]
async fn an_agent_without_tools_says_so() {
    let outcome = run(agent([unknown(1), text("I have no tools.")], &[])).await;
    assert_eq!(results(&outcome), ["[error] there is no tool `search`; there are no tools"]);
}

#[tokio::test]
async fn wrong_arguments_are_told_three_times_in_a_row_and_then_end_the_run() {
    let wrong = |step: usize| {
        ModelAnswer::calls([ToolCall::new(format!("c{step}"), "echo", json!({"n": "x"}))])
    };
    let outcome = run(agent((1..=4).map(wrong), &["echo"])).await;
    let Ending::InvalidAction { reason } = &outcome.ending else { panic!("{outcome:?}") };
    assert_eq!(
        reason,
        "wrong arguments for `echo`: `n`: \"x\" is not of type \"integer\"; it takes `n` \
         (integer)"
    );
    assert_eq!(outcome.steps, 4);
    // A right call in between starts the count again.
    let right = ModelAnswer::calls([call("right", "echo", n(1))]);
    let script = (1..=3).map(wrong).chain([right]).chain((4..=6).map(wrong));
    let outcome = run(agent(script.chain([text("at last")]), &["echo"])).await;
    assert_eq!(outcome.answer(), Some("at last"));
}

#[tokio::test]
async fn an_error_ends_the_run_where_the_policy_says_so() {
    let policy = Policy { on_tool_error: OnToolError::EndRun, ..Policy::default() };
    let script = [calls(&[("echo", n(1)), ("fail", n(2)), ("panic", n(3))])];
    let outcome = run(agent(script, &["echo", "fail", "panic"]).policy(policy)).await;
    assert_eq!(
        outcome.ending,
        Ending::ToolError { tool: "fail".to_owned(), message: "failed on 2".to_owned() }
    );
    assert_eq!(outcome.observations.len(), 1);
}

#[tokio::test]
async fn a_fatal_error_ends_the_run_under_every_policy() {
    let outcome = run(agent([calls(&[("fatal", n(1))])], &["fatal"])).await;
    assert_eq!(
        outcome.ending,
        Ending::ToolError { tool: "fatal".to_owned(), message: "the disk is gone".to_owned() }
    );
    assert_eq!(results(&outcome), ["[error] the disk is gone"]);
}
