use std::sync::{Arc, Mutex};
use std::time::Duration;

use jupan_agent::{
    Agent, AgentBuilder, Effect, Event, ModelAnswer, Observer, Outcome, ScriptedModel, Tool,
    ToolCall, ToolError, ToolOutput,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// A tool that does what its name says.
pub(crate) struct Fake(pub(crate) &'static str);

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FakeArguments {
    /// Makes calls differ.
    #[serde(default)]
    pub(crate) n: i64,
}

impl Tool for Fake {
    type Arguments = FakeArguments;

    fn name(&self) -> &str {
        self.0
    }

    fn description(&self) -> &'static str {
        "A tool of a test."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, FakeArguments { n }: FakeArguments) -> Result<ToolOutput, ToolError> {
        match self.0 {
            "echo" => Ok(format!("echo {n}").into()),
            "quiet" => Ok("  \n".into()),
            "long" => Ok("x".repeat(1000).into()),
            "fail" => Err(ToolError::tell(format!("failed on {n}"))),
            "fatal" => Err(ToolError::fatal("the disk is gone")),
            "panic" => panic!("a tool of a test panics"),
            "slow" => {
                tokio::time::sleep(Duration::from_secs(n.unsigned_abs())).await;
                Ok(format!("slept {n} s").into())
            }
            "hang" => std::future::pending().await,
            other => unreachable!("no fake `{other}`"),
        }
    }
}

pub(crate) fn call(id: &str, name: &str, arguments: Value) -> ToolCall {
    ToolCall::new(id, name, arguments)
}

/// One answer that calls these tools, with ids such as `echo-1`.
pub(crate) fn calls(calls: &[(&str, Value)]) -> ModelAnswer {
    let calls = calls.iter().zip(1..);
    ModelAnswer::calls(
        calls.map(|((name, arguments), n)| call(&format!("{name}-{n}"), name, arguments.clone())),
    )
}

pub(crate) fn text(text: &str) -> ModelAnswer {
    ModelAnswer::text(text)
}

/// An agent with a script and all the fakes named.
pub(crate) fn agent(
    script: impl IntoIterator<Item = ModelAnswer>,
    fakes: &[&'static str],
) -> AgentBuilder {
    let builder = Agent::builder(ScriptedModel::new(script));
    fakes.iter().fold(builder, |builder, name| builder.tool(Fake(name)))
}

pub(crate) async fn run(builder: AgentBuilder) -> Outcome {
    let outcome = builder.build().unwrap().run("question").await;
    // Whatever the ending, the conversation can go on from here.
    assert_eq!(outcome.transcript.check_pairing(), Ok(()));
    outcome
}

/// The texts of the tool messages.
pub(crate) fn results(outcome: &Outcome) -> Vec<&str> {
    outcome.transcript.tool_messages().map(|message| message.text.as_str()).collect()
}

/// Keeps every event.
#[derive(Clone, Default)]
pub(crate) struct Recorder(Arc<Mutex<Vec<Event>>>);

impl Recorder {
    /// The events as JSON, without those in `without`.
    pub(crate) fn events(&self, without: &[&str]) -> Vec<Value> {
        let events = self.0.lock().unwrap();
        let events = events.iter().map(|event| serde_json::to_value(event).unwrap());
        events.filter(|event| !without.iter().any(|name| event["event"] == *name)).collect()
    }
}

impl Observer for Recorder {
    fn event(&self, _: u64, event: &Event) {
        self.0.lock().unwrap().push(event.clone());
    }
}

/// The argument of a fake.
pub(crate) fn n(n: i64) -> Value {
    json!({"n": n})
}
