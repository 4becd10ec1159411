use jupan_client::{
    Client, ExecuteRequest, ExecuteResponse, Health, ImageVersion, LimitOverrides, RunStatus,
    ToolDefinitions, Truncated, Usage,
};
use serde_json::json;
use wiremock::matchers::{body_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

fn answer() -> serde_json::Value {
    json!({
        "status": "ok", "text": "42", "stdout": "42\n", "stderr": "",
        "result": null, "error": null,
        "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
        "usage": {"wall_ms": 0.5, "fuel": 7, "memory_peak_bytes": 9},
        "image": {"name": "python", "version": "1"}
    })
}

#[tokio::test]
async fn execute_posts_the_request_with_the_token_and_reads_the_report() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/v1/execute"))
        .and(header("authorization", "Bearer s3cret"))
        .and(header("content-type", "application/json"))
        .and(body_json(json!({"code": "print(42)", "limits": {"wall_ms": 9}, "seed": 7})))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer()))
        .expect(1)
        .mount(&server)
        .await;
    let client = Client::builder(server.uri()).token("s3cret").build().unwrap();
    let request = ExecuteRequest {
        limits: LimitOverrides { wall_ms: Some(9), ..LimitOverrides::default() },
        seed: Some(7),
        ..ExecuteRequest::new("print(42)")
    };
    assert_eq!(
        client.execute(&request).await.unwrap(),
        ExecuteResponse {
            status: RunStatus::Ok,
            text: "42".to_owned(),
            stdout: "42\n".to_owned(),
            stderr: String::new(),
            result: None,
            error: None,
            truncated: Truncated::default(),
            usage: Usage { wall_ms: 0.5, fuel: 7, memory_peak_bytes: 9 },
            image: ImageVersion { name: "python".to_owned(), version: "1".to_owned() },
            fresh: true,
            session: None,
        }
    );
}

#[tokio::test]
async fn a_path_in_the_base_url_stands_before_the_paths_of_the_contract() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/behind/proxy/healthz"))
        .respond_with(
            ResponseTemplate::new(200).set_body_json(json!({"status": "ok", "version": "0.1.0"})),
        )
        .expect(1)
        .mount(&server)
        .await;
    let client = Client::builder(format!("{}/behind/proxy/", server.uri())).build().unwrap();
    assert_eq!(
        client.health().await.unwrap(),
        Health { status: "ok".to_owned(), version: "0.1.0".to_owned() }
    );
}

#[tokio::test]
async fn tools_are_passed_on_as_they_are() {
    let server = MockServer::start().await;
    let definitions = ToolDefinitions {
        openai_chat: vec![json!({"type": "function", "function": {"name": "code_interpreter"}})],
        openai_responses: vec![json!({"type": "function", "name": "code_interpreter"})],
        anthropic: vec![json!({"name": "code_interpreter"})],
        mcp: vec![json!({"name": "code_interpreter"})],
    };
    Mock::given(method("GET"))
        .and(path("/v1/tools"))
        .respond_with(ResponseTemplate::new(200).set_body_json(&definitions))
        .expect(1)
        .mount(&server)
        .await;
    let client = Client::builder(server.uri()).build().unwrap();
    assert_eq!(client.tools().await.unwrap(), definitions);
}
