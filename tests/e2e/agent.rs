//! What the topics share: a model at a scripted provider, in each wire format.

/// `jupan agent` as a process.
mod command;
/// A whole harness: a sum, a memo that needs approval, proof of completion.
mod memo;
/// What providers get wrong, and how they fail.
mod provider;
/// Questions with tools, over both wire formats.
mod questions;
/// The real sandbox as the calculation tool.
mod sandbox;
/// What the model is told when a tool or a call goes wrong.
mod tool_errors;

use std::time::Duration;

use jupan_agent::{Agent, AgentBuilder, Api, HttpModel, HttpModelSettings, Outcome, RetryPolicy};
use jupan_tests::ModelServer;

/// A wire format, and whether answers are streamed.
type Format = (Api, bool);

/// Every wire format, whole and streamed.
const FORMATS: [Format; 4] =
    [(Api::Chat, false), (Api::Chat, true), (Api::Responses, false), (Api::Responses, true)];

fn settings(server: &ModelServer, (api, stream): Format) -> HttpModelSettings {
    HttpModelSettings {
        api,
        stream,
        // Back-off itself is tested where it is written; here it must not take time.
        retry: RetryPolicy { first_delay: Duration::ZERO, ..RetryPolicy::default() },
        ..HttpModelSettings::new(server.url(), "scripted")
    }
}

fn agent(server: &ModelServer, format: Format) -> AgentBuilder {
    Agent::builder(HttpModel::new(settings(server, format)).unwrap())
}

async fn run(builder: AgentBuilder) -> Outcome {
    builder.build().unwrap().run("question").await
}

fn results(outcome: &Outcome) -> Vec<&str> {
    outcome.transcript.tool_messages().map(|message| message.text.as_str()).collect()
}
