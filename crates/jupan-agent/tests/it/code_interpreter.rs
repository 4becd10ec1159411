use jupan_agent::tools::{CodeInterpreter, ConnectError};
use jupan_agent::{Agent, Line, ModelAnswer, OnToolError, Outcome, Policy, ScriptedModel};
use jupan_client::{Client, ToolDefinitions};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{call, results, run, text};

fn definitions() -> ToolDefinitions {
    let parameters = json!({
        "type": "object",
        "properties": {"code": {"type": "string", "description": "Python."}},
        "required": ["code"],
        "additionalProperties": false
    });
    ToolDefinitions {
        openai_chat: vec![json!({"type": "function", "function": {
            "name": "code_interpreter", "description": "Runs Python.", "parameters": parameters
        }})],
        openai_responses: vec![],
        anthropic: vec![],
        mcp: vec![],
    }
}

fn report(status: &str, text: &str) -> Value {
    json!({
        "status": status, "text": text, "stdout": "", "stderr": "", "result": null,
        "error": null, "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
        "usage": {"wall_ms": 1.0, "fuel": 1, "memory_peak_bytes": 1},
        "image": {"name": "python", "version": "1"}
    })
}

async fn server() -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/v1/tools"))
        .respond_with(ResponseTemplate::new(200).set_body_json(definitions()))
        .mount(&server)
        .await;
    server
}

async fn answer(server: &MockServer, code: &str, answer: ResponseTemplate) {
    Mock::given(method("POST"))
        .and(path("/v1/execute"))
        .and(body_json(json!({"code": code})))
        .respond_with(answer)
        .expect(1)
        .mount(server)
        .await;
}

fn ok(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(report("ok", text))
}

async fn connected(server: &MockServer) -> CodeInterpreter {
    CodeInterpreter::connect(Client::builder(server.uri()).build().unwrap()).await.unwrap()
}

/// A run in which the model sends these arguments, one call after the other.
async fn sent(tool: CodeInterpreter, arguments: &[Value]) -> Outcome {
    let lines = arguments
        .iter()
        .zip(1..)
        .map(|(arguments, n)| {
            ModelAnswer::calls([call(&format!("c{n}"), "code_interpreter", arguments.clone())])
        })
        .chain([text("done")]);
    run(Agent::builder(ScriptedModel::new(lines)).tool(tool)).await
}

#[tokio::test]
async fn the_definition_is_the_servers_own() {
    let server = server().await;
    let agent =
        Agent::builder(ScriptedModel::new([text("x")])).tool(connected(&server).await).build();
    let agent = agent.unwrap();
    let specs: Vec<_> = agent.tools().specs().collect();
    assert_eq!(
        serde_json::to_value(specs).unwrap(),
        json!([definitions().openai_chat[0]["function"]])
    );
}

#[tokio::test]
async fn a_program_runs_whatever_way_the_model_wraps_it() {
    let server = server().await;
    let program = "import math\nprint(math.pi)";
    Mock::given(method("POST"))
        .and(path("/v1/execute"))
        .and(body_json(json!({"code": program})))
        .respond_with(ok("3.14"))
        .expect(3)
        .mount(&server)
        .await;
    answer(&server, "import math\nprint(math.pi)\n", ok("3.14")).await;
    let wrapped = [
        json!({"code": program}),
        json!(program),
        json!({"code": r"import math\nprint(math.pi)"}),
        json!({"code": "```python\nimport math\nprint(math.pi)\n```"}),
    ];
    let outcome = sent(connected(&server).await, &wrapped).await;
    assert_eq!(results(&outcome), ["3.14"; 4]);
}

#[tokio::test]
async fn a_program_that_fails_is_told_as_the_server_puts_it() {
    let server = server().await;
    let text = "1\n[error] ZeroDivisionError: division by zero (line 2)";
    let failed = ResponseTemplate::new(200).set_body_json(report("error", text));
    answer(&server, "print(1)\n1 / 0", failed).await;
    answer(&server, "print(2)", ok("2")).await;
    let model = ScriptedModel::new([
        Line::new(ModelAnswer::calls([call(
            "1",
            "code_interpreter",
            json!({"code": "print(1)\n1 / 0"}),
        )])),
        Line::after(
            "[error] ZeroDivisionError: division by zero (line 2)",
            ModelAnswer::calls([call("2", "code_interpreter", json!({"code": "print(2)"}))]),
        ),
        Line::after("2", ModelAnswer::text("2")),
    ]);
    let outcome = run(Agent::builder(model).tool(connected(&server).await)).await;
    assert_eq!(outcome.answer(), Some("2"));
    assert_eq!(results(&outcome), [text, "2"]);
    assert_eq!(outcome.observations.len(), 1);
}

fn refused(status: u16, code: &str, field: Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({"error": {
        "code": code, "message": "it is too large", "field": field, "request_id": "r"
    }}))
}

#[tokio::test]
async fn a_refusal_is_told_with_the_field() {
    let server = server().await;
    answer(&server, "1", refused(422, "invalid_field", json!("code"))).await;
    let outcome = sent(connected(&server).await, &[json!({"code": "1"})]).await;
    assert_eq!(results(&outcome), ["[error] `code`: it is too large"]);
}

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let server = server().await;
    Mock::given(method("POST"))
        .respond_with(refused(503, "overloaded", json!(null)).insert_header("retry-after", "0"))
        .up_to_n_times(2)
        .expect(2)
        .mount(&server)
        .await;
    answer(&server, "1", ok("1")).await;
    let outcome = sent(connected(&server).await, &[json!({"code": "1"})]).await;
    assert_eq!(results(&outcome), ["1"]);
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_so_that_the_model_does_not_guess() {
    let server = server().await;
    let tool = connected(&server).await;
    drop(server);
    let outcome = sent(tool, &[json!({"code": "1"})]).await;
    assert_eq!(
        results(&outcome),
        ["[error] the calculation server can't be reached, so nothing was computed; say so \
          instead of computing yourself"]
    );
}

#[tokio::test]
async fn a_server_that_is_gone_ends_the_run_where_the_policy_says_so() {
    let server = server().await;
    let tool = connected(&server).await;
    drop(server);
    let script = [ModelAnswer::calls([call("1", "code_interpreter", json!({"code": "1"}))])];
    let policy = Policy { on_tool_error: OnToolError::EndRun, ..Policy::default() };
    let agent = Agent::builder(ScriptedModel::new(script)).tool(tool).policy(policy);
    assert_eq!(run(agent).await.ending.kind(), "tool_error");
}

#[tokio::test]
async fn a_server_of_another_kind_is_no_code_interpreter() {
    let server = MockServer::start().await;
    let other = ToolDefinitions {
        openai_chat: vec![json!({"type": "function", "function": {"name": "search"}})],
        ..definitions()
    };
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(200).set_body_json(other))
        .mount(&server)
        .await;
    let client = Client::builder(server.uri()).build().unwrap();
    let error = CodeInterpreter::connect(client).await.unwrap_err();
    assert!(matches!(error, ConnectError::Definition));
}
