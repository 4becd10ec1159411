use std::time::Duration;

use jupan_agent::tools::{Calculate, CodeInterpreter, GetWeather};
use jupan_agent::{Effect, Ending, OnToolError, Policy, Tool, ToolError, ToolOutput};
use jupan_server::ServerConfig;
use jupan_tests::{ModelCall, ModelReply, ModelServer, TestServer};
use serde_json::{Map, Value, json};

use super::{FORMATS, agent, run};

/// Panics or hangs, as its name says.
struct Bad(&'static str);

impl Tool for Bad {
    type Arguments = Map<String, Value>;

    fn name(&self) -> &str {
        self.0
    }

    fn description(&self) -> &'static str {
        "Does not end well."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, _: Self::Arguments) -> Result<ToolOutput, ToolError> {
        match self.0 {
            "panics" => panic!("a tool of a test panics"),
            _ => std::future::pending().await,
        }
    }
}

/// What the provider is sent about one call.
async fn told(name: &str, arguments: Value) -> String {
    let call = ModelCall { id: Some("c1".to_owned()), name: name.to_owned(), arguments };
    let server = ModelServer::start([ModelReply::calls([call]), ModelReply::text("I see.")]).await;
    let policy = Policy { tool_time_out: Duration::from_millis(50), ..Policy::default() };
    let builder = agent(&server, FORMATS[1])
        .tool(Calculate::new())
        .tool(GetWeather::new())
        .tool(Bad("panics"))
        .tool(Bad("hangs"))
        .policy(policy);
    assert_eq!(run(builder).await.answer(), Some("I see."));
    server.last_results().concat()
}

#[tokio::test]
async fn each_mistake_has_its_own_text() {
    const FIELDS: &str = "it takes `a` (number, required), `b` (number, required), \
                          `op` (one of \"+\", \"-\", \"*\", \"/\", required)";
    let told_texts = [
        told("search", json!("{}")).await,
        told("get_weather", json!("{\"location\": \"Atlantis\"}")).await,
        told("calculate", json!("{\"a\": 1, \"op\"")).await,
        told("calculate", json!("{\"a\": true, \"op\": \"+\", \"b\": 2}")).await,
        told("calculate", json!("{\"a\": 1, \"op\": \"%\", \"b\": 2}")).await,
        told("panics", json!("{}")).await,
        told("hangs", json!("{}")).await,
    ];
    let expected = [
        "[error] there is no tool `search`; the tools are: calculate, get_weather, panics, hangs"
            .to_owned(),
        "[error] no weather for `Atlantis`; the known cities are Seoul, Busan, Jeju, Tokyo, \
         Paris, London"
            .to_owned(),
        format!(
            "[error] wrong arguments for `calculate`: they are not valid JSON (EOF while parsing \
             an object at line 1 column 13); {FIELDS}"
        ),
        format!(
            "[error] wrong arguments for `calculate`: `a`: true is not of type \"number\"; {FIELDS}"
        ),
        format!(
            "[error] wrong arguments for `calculate`: `op`: \"%\" is not one of \"+\", \"-\" or 2 \
             other candidates; {FIELDS}"
        ),
        "[error] `panics` broke down; that is a fault of the tool, not of the arguments".to_owned(),
        "[error] `hangs` gave no result within 50ms and was given up".to_owned(),
    ];
    assert_eq!(told_texts, expected);
}

/// A code tool whose server is gone.
async fn orphan() -> CodeInterpreter {
    let server = tokio::task::spawn_blocking(|| TestServer::start(ServerConfig::default()));
    let server = server.await.unwrap();
    let tool = CodeInterpreter::connect_to(&server.url(), None).await.unwrap();
    tokio::task::spawn_blocking(move || drop(server)).await.unwrap();
    tool
}

fn program() -> ModelReply {
    ModelReply::call("c1", "code_interpreter", &json!({"code": "print(1)"}))
}

#[tokio::test]
async fn a_tool_server_that_is_gone_is_told_so_that_the_model_does_not_guess() {
    let server = ModelServer::start([program(), ModelReply::text("I could not compute it.")]).await;
    let outcome = run(agent(&server, FORMATS[0]).tool(orphan().await)).await;
    assert_eq!(outcome.answer(), Some("I could not compute it."));
    assert_eq!(
        server.last_results(),
        ["[error] the calculation server can't be reached, so nothing was computed; say so \
          instead of computing yourself"]
    );
}

#[tokio::test]
async fn a_tool_server_that_is_gone_ends_the_run_where_the_policy_says_so() {
    let server = ModelServer::start([program()]).await;
    let policy = Policy { on_tool_error: OnToolError::EndRun, ..Policy::default() };
    let outcome = run(agent(&server, FORMATS[0]).tool(orphan().await).policy(policy)).await;
    assert_eq!(
        outcome.ending,
        Ending::ToolError {
            tool: "code_interpreter".to_owned(),
            message: "the calculation server can't be reached, so nothing was computed; say so \
                      instead of computing yourself"
                .to_owned()
        }
    );
}
