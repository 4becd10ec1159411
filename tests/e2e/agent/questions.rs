use std::sync::Arc;

use jupan_agent::tools::Calculate;
use jupan_agent::{
    Agent, AtStepLimit, Effect, Ending, HttpModel, Policy, Tool, ToolError, ToolOutput,
};
use jupan_tests::{ModelCall, ModelReply, ModelServer};
use serde_json::{Map, Value, json};
use tokio::sync::Barrier;

use super::{FORMATS, agent, results, run, settings};

fn product() -> [ModelReply; 2] {
    [
        ModelReply::call("c1", "calculate", &json!({"a": 37, "op": "*", "b": 48})),
        ModelReply::text("37 × 48 is 1776."),
    ]
}

#[tokio::test]
async fn a_product_takes_two_steps() {
    for format in FORMATS {
        let server = ModelServer::start(product()).await;
        let outcome = run(agent(&server, format).tool(Calculate::new())).await;
        assert_eq!(
            outcome.ending,
            Ending::Completed { answer: "37 × 48 is 1776.".to_owned() },
            "{format:?}"
        );
        assert_eq!(outcome.steps, 2);
        assert_eq!(results(&outcome), ["1776"]);
        assert_eq!(outcome.transcript.roles(), ["user", "assistant", "tool", "assistant"]);
        assert_eq!(server.last_results(), ["1776"]);
        // Both requests report 10 tokens in and 5 out.
        assert_eq!((outcome.usage.input_tokens, outcome.usage.output_tokens), (20, 10));
        assert!(!outcome.usage.estimated);
    }
}

#[tokio::test]
async fn a_model_that_never_stops_calling_reaches_the_limit() {
    for format in FORMATS {
        let calls = (1..=3).map(|n| {
            ModelReply::call(&format!("c{n}"), "calculate", &json!({"a": n, "op": "+", "b": 1}))
        });
        let server = ModelServer::start(calls).await;
        let policy = Policy { max_steps: 3, ..Policy::default() };
        let outcome = run(agent(&server, format).tool(Calculate::new()).policy(policy)).await;
        assert_eq!(outcome.ending, Ending::StepLimit { limit: 3, closing: None }, "{format:?}");
        assert_eq!(results(&outcome), ["2", "3", "4"]);
        assert_eq!(outcome.answer(), None);
        assert_eq!(server.asked().len(), 3);
    }
}

#[tokio::test]
async fn summing_up_after_the_limit_is_asked_without_tools_and_is_no_answer() {
    for format in FORMATS {
        let script = [
            ModelReply::call("c1", "calculate", &json!({"a": 1, "op": "+", "b": 1})),
            ModelReply::text("So far 2."),
        ];
        let server = ModelServer::start(script).await;
        let policy = Policy {
            max_steps: 1,
            at_step_limit: AtStepLimit::AskWithoutTools,
            ..Policy::default()
        };
        let outcome = run(agent(&server, format).tool(Calculate::new()).policy(policy)).await;
        assert_eq!(
            outcome.ending,
            Ending::StepLimit { limit: 1, closing: Some("So far 2.".to_owned()) },
            "{format:?}"
        );
        let tools: Vec<_> =
            server.asked().iter().map(|asked| asked.body.get("tools").is_some()).collect();
        assert_eq!(tools, [true, false]);
    }
}

/// The cheapest trip: adult and child by bus, times two, with the total in decimals.
fn trip() -> [ModelReply; 3] {
    [
        ModelReply::call("c1", "calculate", &json!({"a": 39.6, "op": "+", "b": 19.8})),
        ModelReply::call("c2", "calculate", &json!({"a": 59.4, "op": "*", "b": 2})),
        ModelReply::text("By bus: 118.8 for all four."),
    ]
}

#[tokio::test]
async fn the_cheapest_trip_takes_two_chained_calls() {
    for format in FORMATS {
        let server = ModelServer::start(trip()).await;
        let outcome = run(agent(&server, format).tool(Calculate::new())).await;
        assert_eq!(outcome.answer(), Some("By bus: 118.8 for all four."), "{format:?}");
        assert_eq!(results(&outcome), ["59.4", "118.8"]);
        let histories = server.histories();
        let said: Vec<Vec<&str>> = histories
            .iter()
            .map(|roles| {
                roles.iter().map(String::as_str).filter(|role| *role != "system").collect()
            })
            .collect();
        assert_eq!(
            said,
            [
                vec!["user"],
                vec!["user", "assistant", "tool"],
                vec!["user", "assistant", "tool", "assistant", "tool"],
            ]
        );
    }
}

#[tokio::test]
async fn the_next_turn_has_the_history_of_the_one_before() {
    for format in FORMATS {
        let script = product().into_iter().chain([ModelReply::text("Yes.")]);
        let server = ModelServer::start(script).await;
        let agent = agent(&server, format).system("").tool(Calculate::new()).build().unwrap();
        let first = agent.run("What is 37 × 48?").await;
        let second = agent.run_after(first.transcript, "Is that even?").await;
        assert_eq!(second.answer(), Some("Yes."), "{format:?}");
        assert_eq!(
            server.histories().last().unwrap(),
            &["user", "assistant", "tool", "assistant", "user"]
        );
    }
}

/// Its calls end only when three are running.
struct Meeting(Arc<Barrier>);

impl Tool for Meeting {
    type Arguments = Map<String, Value>;

    fn name(&self) -> &'static str {
        "meeting"
    }

    fn description(&self) -> &'static str {
        "Ends when three have come."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, arguments: Self::Arguments) -> Result<ToolOutput, ToolError> {
        self.0.wait().await;
        Ok(arguments["place"].to_string().into())
    }
}

#[tokio::test]
async fn three_calls_of_one_answer_run_at_the_same_time_and_come_back_in_order() {
    for format in FORMATS {
        let calls = (1..=3)
            .map(|place| ModelCall::new(&format!("c{place}"), "meeting", &json!({"place": place})));
        let script = [ModelReply::calls(calls), ModelReply::text("All here.")];
        let server = ModelServer::start(script).await;
        let meeting = Meeting(Arc::new(Barrier::new(3)));
        let outcome = run(agent(&server, format).tool(meeting)).await;
        assert_eq!(outcome.answer(), Some("All here."), "{format:?}");
        assert_eq!(server.last_results(), ["1", "2", "3"]);
    }
}

#[tokio::test]
async fn a_streamed_answer_arrives_in_pieces() {
    for format in FORMATS.into_iter().filter(|(_, stream)| *stream) {
        let server = ModelServer::start([ModelReply::text("Seventeen.")]).await;
        let pieces = Arc::new(std::sync::Mutex::new(Vec::new()));
        let seen = Arc::clone(&pieces);
        let observer = move |_: u64, event: &jupan_agent::Event| {
            if let jupan_agent::Event::TextDelta { text } = event {
                seen.lock().unwrap().push(text.clone());
            }
        };
        let model = HttpModel::new(settings(&server, format)).unwrap();
        let outcome = run(Agent::builder(model).observer(observer)).await;
        assert_eq!(outcome.answer(), Some("Seventeen."));
        assert_eq!(*pieces.lock().unwrap(), ["Seven", "teen."]);
    }
}
