use std::time::Duration;

use jupan_client::{
    Client, ClientError, ErrorCode, ErrorDetail, ExecuteRequest, NotOurs, Refused, TransportKind,
};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// A server that gives every POST the same answer.
async fn server(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    // One request and no more: the client must not retry.
    Mock::given(method("POST")).respond_with(answer).expect(1).mount(&server).await;
    server
}

async fn run(base_url: &str) -> ClientError {
    let client = Client::builder(base_url).max_response_bytes(1000).build().unwrap();
    client.execute(&ExecuteRequest::new("1")).await.unwrap_err()
}

#[tokio::test]
async fn a_refusal_has_status_detail_and_retry_after() {
    let body = json!({"error": {
        "code": "overloaded", "message": "too many runs at once", "field": null,
        "request_id": "r1"
    }});
    let answer = ResponseTemplate::new(503).insert_header("retry-after", "2").set_body_json(body);
    let server = server(answer).await;
    let error = run(&server.uri()).await;
    assert_eq!(error.to_string(), "the server refused the request (503): too many runs at once");
    let ClientError::Refused(refused) = error else { panic!("not a refusal: {error:?}") };
    assert_eq!(
        refused,
        Refused {
            status: 503,
            detail: ErrorDetail {
                code: ErrorCode::Overloaded,
                message: "too many runs at once".to_owned(),
                field: None,
                request_id: "r1".to_owned(),
            },
            retry_after: Some(Duration::from_secs(2)),
        }
    );
}

#[tokio::test]
async fn an_answer_of_another_program_is_named_as_such() {
    let server = server(ResponseTemplate::new(502).set_body_string("<html>Bad gateway")).await;
    let ClientError::NotOurAnswer(error) = run(&server.uri()).await else { panic!() };
    assert_eq!(
        error,
        NotOurs {
            url: format!("{}/v1/execute", server.uri()),
            status: 502,
            reason: "expected value at line 1 column 1".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_success_that_is_not_a_report_is_not_our_answer() {
    let server = server(ResponseTemplate::new(200).set_body_json(json!({"hello": 1}))).await;
    let ClientError::NotOurAnswer(error) = run(&server.uri()).await else { panic!() };
    assert_eq!(error.reason, "missing field `status` at line 1 column 11");
}

#[tokio::test]
async fn an_answer_above_the_bound_is_not_read_to_its_end() {
    let server = server(ResponseTemplate::new(200).set_body_string("x".repeat(5000))).await;
    let ClientError::NotOurAnswer(error) = run(&server.uri()).await else { panic!() };
    assert_eq!(error.reason, "it is larger than 1000 bytes");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let server = server(ResponseTemplate::new(307).insert_header("location", "/other")).await;
    let ClientError::NotOurAnswer(error) = run(&server.uri()).await else { panic!() };
    assert_eq!(error.status, 307);
}

#[tokio::test]
async fn no_server_at_all_is_a_failure_to_connect() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = run(&format!("http://{address}")).await;
    assert_eq!(
        error.to_string(),
        format!("no connection to the server: http://{address}/v1/execute")
    );
    let ClientError::Transport(error) = error else { panic!() };
    assert_eq!(error.kind, TransportKind::Connect);
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up_at_the_time_out() {
    // The listener accepts into its backlog and nobody reads.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::builder(format!("http://{}", listener.local_addr().unwrap()))
        .time_out(Duration::from_millis(20))
        .build()
        .unwrap();
    let error = client.execute(&ExecuteRequest::new("1")).await.unwrap_err();
    let ClientError::Transport(error) = error else { panic!() };
    assert_eq!(error.kind, TransportKind::TimeOut);
}

#[tokio::test]
async fn a_connection_that_breaks_in_the_answer_is_named_as_broken() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"sta").await.unwrap();
        stream.shutdown().await.unwrap();
    });
    let ClientError::Transport(error) = run(&format!("http://{address}")).await else { panic!() };
    assert_eq!(error.kind, TransportKind::Broken);
    server.await.unwrap();
}
