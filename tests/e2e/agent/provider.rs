use std::time::Duration;

use jupan_agent::tools::Calculate;
use jupan_agent::{Agent, Ending, HttpModel, HttpModelSettings, ModelErrorKind, Outcome};
use jupan_tests::{ModelCall, ModelReply, ModelSays, ModelServer};
use serde_json::{Value, json};

use super::{FORMATS, agent, results, run, settings};

fn sum(id: Option<&str>, a: i64) -> ModelCall {
    ModelCall {
        id: id.map(str::to_owned),
        name: "calculate".to_owned(),
        arguments: json!({"a": a, "op": "+", "b": 1}).to_string().into(),
    }
}

fn says(text: &str) -> ModelSays {
    ModelSays { text: Some(text.to_owned()), calls: vec![] }
}

/// The outcome and the number of requests in each format.
async fn in_each_format(script: &[ModelReply]) -> Vec<(Outcome, usize)> {
    let mut outcomes = Vec::new();
    for format in FORMATS {
        let server = ModelServer::start(script.to_vec()).await;
        let outcome = run(agent(&server, format).tool(Calculate::new())).await;
        outcomes.push((outcome, server.asked().len()));
    }
    outcomes
}

#[tokio::test]
async fn arguments_may_come_as_an_object() {
    let call = ModelCall { arguments: json!({"a": 1, "op": "+", "b": 1}), ..sum(Some("c1"), 1) };
    for (outcome, _) in in_each_format(&[ModelReply::calls([call]), ModelReply::text("2")]).await {
        assert_eq!(results(&outcome), ["2"]);
        assert_eq!(outcome.answer(), Some("2"));
    }
}

#[tokio::test]
async fn ids_may_be_missing() {
    let script = [
        ModelReply::calls([sum(None, 1), sum(None, 2)]),
        ModelReply::calls([sum(None, 3)]),
        ModelReply::text("done"),
    ];
    // The provider itself checks that each result bears the id of its call.
    for (outcome, _) in in_each_format(&script).await {
        assert_eq!(results(&outcome), ["2", "3", "4"]);
        assert_eq!(outcome.answer(), Some("done"));
    }
}

#[tokio::test]
async fn two_calls_of_one_answer_both_get_their_result() {
    let script =
        [ModelReply::calls([sum(Some("x"), 1), sum(Some("y"), 2)]), ModelReply::text("done")];
    for (outcome, requests) in in_each_format(&script).await {
        assert_eq!(results(&outcome), ["2", "3"]);
        assert_eq!(requests, 2);
    }
}

const UNPARSED: &str = "error parsing tool call: raw='{\"a\": 1, \"op\"', err=unexpected end of \
                        JSON input";

#[tokio::test]
async fn a_tool_call_that_the_provider_cannot_parse_is_corrected_once() {
    for format in FORMATS {
        let script = [
            ModelReply::failure(500, UNPARSED),
            ModelReply::calls([sum(Some("c1"), 1)]),
            ModelReply::text("2"),
        ];
        let server = ModelServer::start(script).await;
        let outcome = run(agent(&server, format).system("").tool(Calculate::new())).await;
        assert_eq!(outcome.answer(), Some("2"), "{format:?}");
        // One model call is one step, however often it had to be asked.
        assert_eq!(outcome.steps, 2);
        // The correction is for that one request and not for the history.
        assert_eq!(
            server.histories(),
            [vec!["user"], vec!["user", "user"], vec!["user", "assistant", "tool"],]
        );
        let body = &server.asked()[1].body;
        let told = [&body["messages"][1]["content"], &body["input"][1]["content"]];
        let told = told.into_iter().find_map(Value::as_str).unwrap();
        assert_eq!(
            told,
            format!(
                "Your last tool call could not be read (the provider answered 500 Internal \
                 Server Error: {UNPARSED}). Make it again: its arguments must be one valid JSON \
                 object, with quotes and line ends inside of strings escaped."
            )
        );
    }
}

#[tokio::test]
async fn a_second_tool_call_that_cannot_be_parsed_ends_the_run() {
    let script = [ModelReply::failure(500, UNPARSED), ModelReply::failure(500, UNPARSED)];
    for (outcome, requests) in in_each_format(&script).await {
        assert_eq!(
            outcome.ending,
            Ending::ModelError {
                error: ModelErrorKind::ToolCallUnparsed,
                message: format!("the provider answered 500 Internal Server Error: {UNPARSED}")
            }
        );
        assert_eq!(requests, 2);
    }
}

#[tokio::test]
async fn a_truncated_answer_is_asked_for_again() {
    let script = [ModelReply::Truncated(says("The answer is 4")), ModelReply::text("42")];
    for (outcome, requests) in in_each_format(&script).await {
        assert_eq!(outcome.answer(), Some("42"));
        assert_eq!((outcome.steps, requests), (1, 2));
    }
}

#[tokio::test]
async fn an_answer_that_is_always_truncated_is_never_passed_off_as_whole() {
    let script = vec![ModelReply::Truncated(says("The answer is 4")); 4];
    for (format, (outcome, requests)) in FORMATS.into_iter().zip(in_each_format(&script).await) {
        let Ending::ModelError { error, .. } = outcome.ending else { panic!("{outcome:?}") };
        let expected = match format {
            (_, true) => ModelErrorKind::Truncated,
            (_, false) => ModelErrorKind::Transport,
        };
        assert_eq!((error, requests), (expected, 4), "{format:?}");
        assert_eq!(outcome.transcript.roles(), ["user"]);
    }
}

#[tokio::test]
async fn failures_that_may_pass_are_tried_again() {
    let busy = ModelReply::Failure {
        status: 429,
        headers: vec!["retry-after: 0"],
        body: json!({"error": {"message": "slow down", "type": "rate_limit"}}),
    };
    let script =
        [busy, ModelReply::failure(503, "overloaded"), ModelReply::HangUp, ModelReply::text("42")];
    for (outcome, requests) in in_each_format(&script).await {
        assert_eq!(outcome.answer(), Some("42"));
        assert_eq!((outcome.steps, requests), (1, 4));
    }
}

#[tokio::test]
async fn a_failure_that_does_not_pass_ends_the_run_after_three_more_tries() {
    for (outcome, requests) in in_each_format(&vec![ModelReply::failure(500, "down"); 5]).await {
        assert_eq!(
            outcome.ending,
            Ending::ModelError {
                error: ModelErrorKind::Provider,
                message: "the provider answered 500 Internal Server Error: down".to_owned()
            }
        );
        assert_eq!(requests, 4);
    }
}

#[tokio::test]
async fn what_will_not_change_is_not_tried_again() {
    let used_up = ModelReply::Failure {
        status: 429,
        headers: vec![],
        body: json!({"error": {"message": "pay", "code": "insufficient_quota"}}),
    };
    let long = ModelReply::Failure {
        status: 429,
        headers: vec!["retry-after: 3600"],
        body: json!({"error": "later"}),
    };
    for reply in [used_up, long, ModelReply::failure(400, "no"), ModelReply::failure(401, "no")] {
        for (outcome, requests) in in_each_format(&[reply]).await {
            assert_eq!((outcome.ending.kind(), requests), ("model_error", 1));
        }
    }
}

#[tokio::test]
async fn a_provider_that_never_answers_is_given_up() {
    for format in FORMATS {
        let server = ModelServer::start([ModelReply::Silence]).await;
        let time_out = Duration::from_millis(50);
        let settings = HttpModelSettings { time_out, ..settings(&server, format) };
        let outcome = run(Agent::builder(HttpModel::new(settings).unwrap())).await;
        assert_eq!(
            outcome.ending,
            Ending::ModelError {
                error: ModelErrorKind::TimeOut,
                message: "no answer within 50ms".to_owned()
            }
        );
    }
}

#[tokio::test]
async fn an_answer_above_the_bound_is_not_read_to_its_end() {
    for format in FORMATS {
        let server = ModelServer::start([ModelReply::text(&"x".repeat(5000))]).await;
        let settings = HttpModelSettings { max_response_bytes: 1000, ..settings(&server, format) };
        let outcome = run(Agent::builder(HttpModel::new(settings).unwrap())).await;
        assert_eq!(
            outcome.ending,
            Ending::ModelError {
                error: ModelErrorKind::Protocol,
                message: "the provider's answer is too large".to_owned()
            },
            "{format:?}"
        );
    }
}

#[tokio::test]
async fn no_provider_at_all_is_named_as_such() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let server = ModelServer::start([]).await;
    let settings = HttpModelSettings { base_url, ..settings(&server, FORMATS[0]) };
    let outcome = run(Agent::builder(HttpModel::new(settings).unwrap())).await;
    let Ending::ModelError { error, message } = outcome.ending else { panic!() };
    assert_eq!(error, ModelErrorKind::Transport);
    assert!(message.starts_with("no connection to the provider ("), "{message}");
}

#[tokio::test]
async fn the_key_goes_to_the_provider_and_nowhere_else() {
    for format in FORMATS {
        let refusal = ModelReply::failure(401, "Incorrect API key provided: key-1234567890");
        let server = ModelServer::start([refusal]).await;
        let settings = HttpModelSettings {
            api_key: Some("key-1234567890".into()),
            ..settings(&server, format)
        };
        let model = HttpModel::new(settings).unwrap();
        assert!(!format!("{model:?}").contains("key-1234567890"));
        let outcome = run(Agent::builder(model)).await;
        assert_eq!(
            outcome.ending,
            Ending::ModelError {
                error: ModelErrorKind::Unauthorized,
                message: "the provider answered 401 Unauthorized: Incorrect API key provided: \
                          [key]"
                    .to_owned()
            }
        );
        let asked = server.asked();
        assert_eq!(asked[0].authorization.as_deref(), Some("Bearer key-1234567890"));
    }
}

#[tokio::test]
async fn each_wire_format_has_its_path_and_its_place_for_the_system_prompt() {
    let mut paths = Vec::new();
    for format in FORMATS {
        let server = ModelServer::start([ModelReply::text("hi")]).await;
        run(agent(&server, format)).await;
        let asked = server.asked().remove(0);
        let prompts = [&asked.body["messages"][0]["content"], &asked.body["instructions"]];
        let prompt = prompts.into_iter().find_map(Value::as_str);
        assert_eq!(prompt, Some(jupan_agent::DEFAULT_SYSTEM_PROMPT), "{format:?}");
        paths.push(asked.path);
    }
    assert_eq!(
        paths,
        ["/v1/chat/completions", "/v1/chat/completions", "/v1/responses", "/v1/responses"]
    );
}
