use jupan_client::{
    Client, ExecuteRequest, ExecuteResponse, Health, ImageVersion, LimitOverrides, RunStatus,
    SessionDeleted, SessionInfo, SessionList, SessionRequest, ToolDefinitions, Truncated, Usage,
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
            files: None,
            files_left_out: Vec::new(),
            receipt: None,
            usage: Usage { wall_ms: 0.5, fuel: 7, memory_peak_bytes: 9 },
            image: ImageVersion {
                name: "python".to_owned(),
                version: "1".to_owned(),
                reason: None,
            },
            images: Vec::new(),
            result_html: None,
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
async fn what_the_server_says_of_itself_is_read() {
    let server = MockServer::start().await;
    let bound = json!({"min": 1, "default": 2, "max": 3});
    let info = json!({
        "version": "0.1.0", "images": [],
        "limits": {
            "wall_ms": bound, "fuel": bound, "memory_bytes": bound, "output_bytes": bound,
            "files_bytes": bound, "returned_bytes": bound, "source_bytes": 9,
        },
    });
    Mock::given(method("GET"))
        .and(path("/v1/info"))
        .respond_with(ResponseTemplate::new(200).set_body_json(&info))
        .expect(1)
        .mount(&server)
        .await;
    let client = Client::builder(server.uri()).build().unwrap();
    let read = client.info().await.unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), info);
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

#[tokio::test]
async fn sessions_are_begun_used_and_ended() {
    let server = MockServer::start().await;
    let info = |runs: u64| {
        json!({
            "id": "ab1", "image": null, "runs": runs, "bytes": 0, "max_bytes": 9, "idle_ms": 1,
            "max_idle_ms": 5, "busy": false
        })
    };
    let answers = |body: serde_json::Value| ResponseTemplate::new(200).set_body_json(body);
    for mock in [
        Mock::given(method("POST"))
            .and(path("/v1/sessions"))
            .and(body_json(json!({"max_bytes": 9})))
            .respond_with(answers(info(0))),
        Mock::given(method("GET"))
            .and(path("/v1/sessions"))
            .respond_with(answers(json!({"sessions": [info(1)], "bytes": 7}))),
        Mock::given(method("GET")).and(path("/v1/sessions/ab1")).respond_with(answers(info(2))),
        Mock::given(method("POST"))
            .and(path("/v1/sessions/ab1/reset"))
            .respond_with(answers(info(3))),
        // No id leads to another path.
        Mock::given(method("DELETE"))
            .and(path("/v1/sessions/%2E%2E%2Fx%20%C3%A9"))
            .respond_with(answers(json!({"id": "../x é"}))),
    ] {
        mock.expect(1).mount(&server).await;
    }
    let client = Client::builder(server.uri()).build().unwrap();
    let session = |runs| SessionInfo {
        id: "ab1".to_owned(),
        image: None,
        runs,
        bytes: 0,
        max_bytes: 9,
        idle_ms: 1,
        max_idle_ms: 5,
        busy: false,
    };
    let request = SessionRequest { max_bytes: Some(9), ..SessionRequest::default() };
    assert_eq!(client.begin_session(&request).await.unwrap(), session(0));
    assert_eq!(
        client.sessions().await.unwrap(),
        SessionList { sessions: vec![session(1)], bytes: 7 }
    );
    assert_eq!(client.session("ab1").await.unwrap(), session(2));
    assert_eq!(client.reset_session("ab1").await.unwrap(), session(3));
    assert_eq!(
        client.delete_session("../x é").await.unwrap(),
        SessionDeleted { id: "../x é".to_owned() }
    );
}
