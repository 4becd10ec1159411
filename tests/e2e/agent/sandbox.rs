use jupan_agent::tools::{CodeInterpreter, GetWeather};
use jupan_agent::{AgentBuilder, Ending};
use jupan_tests::{ModelCall, ModelReply, ModelServer, TestServer};
use serde_json::{Value, json};

use super::{FORMATS, agent, results, run};

async fn code_interpreter() -> CodeInterpreter {
    CodeInterpreter::connect_to(&TestServer::shared().url(), None).await.unwrap()
}

async fn with_sandbox(server: &ModelServer, format: super::Format) -> AgentBuilder {
    agent(server, format).tool(GetWeather::new()).tool(code_interpreter().await)
}

fn code(id: &str, code: &str) -> ModelCall {
    ModelCall::new(id, "code_interpreter", &json!({ "code": code }))
}

#[tokio::test]
async fn weather_and_then_the_average_takes_three_model_calls() {
    for format in FORMATS {
        let weather =
            |id: &str, city: &str| ModelCall::new(id, "get_weather", &json!({ "location": city }));
        let script = [
            ModelReply::calls([weather("c1", "Seoul"), weather("c2", "Jeju")]),
            ModelReply::calls([code("c3", "print((12 + 22) / 2)")]),
            ModelReply::text("17.0 °C on average."),
        ];
        let server = ModelServer::start(script).await;
        let outcome = run(with_sandbox(&server, format).await).await;
        assert_eq!(outcome.answer(), Some("17.0 °C on average."), "{format:?}");
        assert_eq!(results(&outcome), ["Seoul: 12 °C, clear", "Jeju: 22 °C, sunny", "17.0"]);
        assert_eq!(server.asked().len(), 3);
        assert_eq!(server.last_results(), results(&outcome));
    }
}

#[tokio::test]
async fn the_model_is_offered_the_tool_as_the_server_describes_it() {
    let server = ModelServer::start([ModelReply::text("Hello.")]).await;
    run(with_sandbox(&server, FORMATS[0]).await).await;
    let client = jupan_client::Client::builder(TestServer::shared().url()).build().unwrap();
    let described = client.tools().await.unwrap().openai_chat[0]["function"].clone();
    let offered = server.asked()[0].body["tools"][1]["function"].clone();
    for field in ["name", "description", "parameters"] {
        assert_eq!(offered[field], described[field]);
    }
}

#[tokio::test]
async fn the_model_sees_a_zero_division_and_recovers() {
    for format in FORMATS {
        let script = [
            ModelReply::calls([code("c1", "total = 84\nprint(total / 0)")]),
            ModelReply::calls([code("c2", "total = 84\nprint(total / 2)")]),
            ModelReply::text("42.0"),
        ];
        let server = ModelServer::start(script).await;
        let outcome = run(with_sandbox(&server, format).await).await;
        assert_eq!(outcome.answer(), Some("42.0"), "{format:?}");
        let results = results(&outcome);
        assert!(
            results[0].starts_with("[error] ZeroDivisionError: division by zero (line 2)"),
            "{}",
            results[0]
        );
        assert_eq!(results[1], "42.0");
        // Only what succeeded counts as observed.
        assert_eq!(outcome.observations.len(), 1);
    }
}

#[tokio::test]
async fn programs_arrive_whatever_way_the_model_wraps_them() {
    let wrapped: [Value; 5] = [
        json!({"code": "x = 6\nprint(x * 7)"}),
        json!("x = 6\nprint(x * 7)"),
        json!({"code": "```python\nx = 6\nprint(x * 7)\n```"}),
        json!({"code": "x = 6\\nprint(x * 7)"}),
        json!("{\"code\": \"x = 6\nprint(x * 7)\"}"),
    ];
    for arguments in wrapped {
        let call = ModelCall { id: None, name: "code_interpreter".to_owned(), arguments };
        let script = [ModelReply::calls([call.clone()]), ModelReply::text("42")];
        let server = ModelServer::start(script).await;
        let outcome = run(with_sandbox(&server, FORMATS[0]).await).await;
        assert_eq!(results(&outcome), ["42"], "{call:?}");
    }
}

#[tokio::test]
async fn three_programs_of_one_answer_come_back_in_order() {
    let programs = [code("c1", "print(1)"), code("c2", "1 / 0"), code("c3", "'three'")];
    let script = [ModelReply::calls(programs), ModelReply::text("done")];
    let server = ModelServer::start(script).await;
    let outcome = run(with_sandbox(&server, FORMATS[0]).await).await;
    let results = results(&outcome);
    assert_eq!((results[0], results[2]), ("1", "'three'"));
    assert!(results[1].starts_with("[error] ZeroDivisionError"), "{}", results[1]);
}

#[tokio::test]
async fn a_program_that_does_not_end_is_told_as_a_limit() {
    let script =
        [ModelReply::calls([code("c1", "while True: pass")]), ModelReply::text("too long")];
    let server = ModelServer::start(script).await;
    let outcome = run(with_sandbox(&server, FORMATS[0]).await).await;
    assert_eq!(outcome.ending, Ending::Completed { answer: "too long".to_owned() });
    assert!(results(&outcome)[0].starts_with("[error] "), "{:?}", results(&outcome));
    assert_eq!(outcome.observations, []);
}
