//! OpenTelemetry traces, as a collector receives them.

use jupan_tests::{ServerProcess, jupan, request, send};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// The value of an attribute, as text.
fn attribute(span: &Span, name: &str) -> String {
    let found = span.attributes.iter().find(|attribute| attribute.key == name);
    let value = found.and_then(|attribute| attribute.value.as_ref()?.value.as_ref());
    match value {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        Some(Value::DoubleValue(number)) => format!("{number:?}"),
        other => format!("{other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_collector_is_told_of_requests_and_their_runs() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let collector = runtime.block_on(MockServer::start());
    let take = Mock::given(method("POST")).and(path("/v1/traces"));
    runtime.block_on(take.respond_with(ResponseTemplate::new(200)).mount(&collector));

    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--otlp-endpoint", &collector.uri()]);
    let traceparent = format!("traceparent: 00-{TRACE}-{CALLER}-01");
    let headers = ["content-type: application/json", "x-request-id: mine", &traceparent];
    let body = br#"{"code": "print('a secret'); 6 * 7"}"#;
    let answer = send(server.address(), &request("POST", "/v1/execute", &headers, body)).json();
    assert_eq!(answer["text"], "a secret\n42");
    server.signal("TERM");
    assert_eq!(server.wait().status, Some(0));

    // What was not sent yet has been sent before the server ended.
    let received = runtime.block_on(collector.received_requests()).unwrap();
    let sent = received.iter().map(|sent| ExportTraceServiceRequest::decode(&sent.body[..]));
    let resources: Vec<_> = sent.flat_map(|sent| sent.unwrap().resource_spans).collect();
    let service = resources[0].resource.as_ref().unwrap().attributes.iter();
    assert!(service.clone().any(|attribute| {
        attribute.key == "service.name"
            && attribute.value.as_ref().unwrap().value
                == Some(Value::StringValue("jupan".to_owned()))
    }));
    let spans = resources.into_iter().flat_map(|resource| resource.scope_spans);
    let spans: Vec<Span> = spans.flat_map(|scope| scope.spans).collect();
    let named = |name: &str| spans.iter().find(|span| span.name == name).unwrap();
    let request = named("POST /v1/execute");
    assert_eq!(
        (hex(&request.trace_id), hex(&request.parent_span_id)),
        (TRACE.into(), CALLER.into())
    );
    for (name, value) in [
        ("http.request.method", "POST".to_owned()),
        ("url.path", "/v1/execute".to_owned()),
        ("http.response.status_code", "200".to_owned()),
        ("jupan.request_id", "mine".to_owned()),
        ("jupan.code_bytes", "24".to_owned()),
        ("jupan.outcome", "ok".to_owned()),
        ("jupan.image", "python".to_owned()),
        ("jupan.fuel", answer["usage"]["fuel"].to_string()),
        ("jupan.memory_peak_bytes", answer["usage"]["memory_peak_bytes"].to_string()),
    ] {
        assert_eq!(attribute(request, name), value, "{name}");
    }
    for name in ["wait", "run"] {
        assert_eq!(named(name).parent_span_id, request.span_id, "{name}");
    }
    for sent in &received {
        assert!(!sent.body.windows(6).any(|bytes| bytes == b"secret"), "it has the program");
    }
}

#[test]
fn a_collector_that_is_not_there_costs_no_request() {
    let dir = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let server = ServerProcess::start(dir.path(), &["--otlp-endpoint", &format!("http://{free}")]);
    let body = br#"{"code": "6 * 7"}"#;
    let headers = ["content-type: application/json"];
    let answer = send(server.address(), &request("POST", "/v1/execute", &headers, body)).json();
    assert_eq!(answer["text"], "42");
    server.signal("TERM");
    let finished = server.wait();
    assert!(finished.stderr.contains("BatchSpanProcessor.ExportError"), "{}", finished.stderr);
}

#[test]
fn an_address_that_is_none_is_told_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let output =
        jupan(dir.path()).args(["serve", "--otlp-endpoint", "collector:4318"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("it must be an http or https address, such as http://127.0.0.1:4318"),
        "{stderr}"
    );
}
