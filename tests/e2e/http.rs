use jupan_api::{EXECUTE_PATH, ErrorKind, HEALTH_PATH, READY_PATH, RunStatus, TOOLS_PATH};
use jupan_tests::{Reply, TestServer, request, send};
use serde_json::{Value, json};

const JSON: &str = "content-type: application/json";

/// Status, error code and field of a refusal, which has to be of the contract's form.
fn refusal(reply: &Reply) -> (u16, String, Value) {
    let body = reply.json();
    let error = &body["error"];
    assert_eq!(body.as_object().map(serde_json::Map::len), Some(1), "{body}");
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    assert!(error["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{body}");
    let code = error["code"].as_str().unwrap_or_else(|| panic!("no code: {body}"));
    (reply.status, code.to_owned(), error["field"].clone())
}

fn refused(bytes: &[u8]) -> (u16, String, Value) {
    let server = TestServer::shared();
    let reply = send(server.address(), bytes);
    server.assert_alive();
    refusal(&reply)
}

fn refused_body(body: &[u8]) -> (u16, String, Value) {
    refused(&request("POST", EXECUTE_PATH, &[JSON], body))
}

fn expected(status: u16, code: &str, field: Value) -> (u16, String, Value) {
    (status, code.to_owned(), field)
}

#[test]
fn a_body_that_is_not_json_is_a_400() {
    for body in [
        &b""[..],
        b"{",
        b"{\"code\": }",
        b"print(1)",
        b"{\"code\": \"1\"} x",
        b"{\"code\": NaN}",
        b"{\"code\": \"\xff\xfe\"}",
        b"\x00\x01\x02",
    ] {
        let shown = String::from_utf8_lossy(body);
        assert_eq!(refused_body(body), expected(400, "malformed_json", Value::Null), "{shown}");
    }
}

#[test]
fn another_content_type_is_a_415() {
    for headers in [
        &[][..],
        &["content-type: text/plain"],
        &["content-type: application/x-www-form-urlencoded"],
    ] {
        let bytes = request("POST", EXECUTE_PATH, headers, br#"{"code": "1"}"#);
        assert_eq!(
            refused(&bytes),
            expected(415, "unsupported_media_type", Value::Null),
            "{headers:?}"
        );
    }
}

#[test]
fn a_wrong_field_is_a_422_that_names_it() {
    for (body, field) in [
        (json!({}), "code"),
        (json!({ "code": 5 }), "code"),
        (json!({ "code": null }), "code"),
        (json!({ "code": "1", "cod": "1" }), "cod"),
        (json!({ "code": "1", "seed": -1 }), "seed"),
        (json!({ "code": "1", "seed": "7" }), "seed"),
        (json!({ "code": "1", "inputs": [1] }), "inputs"),
        (json!({ "code": "1", "limits": { "wall_ms": 0 } }), "limits.wall_ms"),
        (json!({ "code": "1", "limits": { "wall_ms": -5 } }), "limits.wall_ms"),
        (json!({ "code": "1", "limits": { "wall_ms": 1.5 } }), "limits.wall_ms"),
        (json!({ "code": "1", "limits": { "wall_ms": "5" } }), "limits.wall_ms"),
        (json!({ "code": "1", "limits": { "wall_ms": 60_001 } }), "limits.wall_ms"),
        (json!({ "code": "1", "limits": { "fuel": 0 } }), "limits.fuel"),
        (json!({ "code": "1", "limits": { "memory_bytes": 1 } }), "limits.memory_bytes"),
        (json!({ "code": "1", "limits": { "output_bytes": 1_u64 << 40 } }), "limits.output_bytes"),
        (json!({ "code": "1", "limits": { "cpu": 1 } }), "limits.cpu"),
    ] {
        let got = refused_body(body.to_string().as_bytes());
        assert_eq!(got, expected(422, "invalid_field", json!(field)), "{body}");
    }
}

#[test]
fn a_limit_above_the_ceiling_is_refused_with_the_maximum() {
    let reply = TestServer::shared().post(br#"{"code": "1", "limits": {"wall_ms": 60001}}"#);
    let body = reply.json();
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("60000"), "{message}");
}

#[test]
fn a_body_too_large_is_a_413() {
    let body = vec![b' '; (4 << 20) + 1];
    assert_eq!(refused_body(&body), expected(413, "too_large", Value::Null));
}

#[test]
fn a_program_too_large_is_a_413_that_names_the_field() {
    let body = json!({ "code": "#".repeat((256 << 10) + 1) }).to_string();
    assert_eq!(refused_body(body.as_bytes()), expected(413, "too_large", json!("code")));
}

#[test]
fn paths_and_methods_that_do_not_exist_are_told_apart() {
    assert_eq!(
        refused(&request("POST", "/v1/exec", &[JSON], b"{}")),
        expected(404, "not_found", Value::Null)
    );
    assert_eq!(
        refused(&request("GET", EXECUTE_PATH, &[], b"")),
        expected(405, "method_not_allowed", Value::Null)
    );
}

#[test]
fn bytes_that_are_not_http_are_a_400() {
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01"[..],
        b"GET\r\n\r\n",
        b"POST /v1/execute HTTP/9.9\r\n\r\n",
    ] {
        assert_eq!(refused(bytes), expected(400, "malformed_request", Value::Null), "{bytes:?}");
    }
}

#[test]
fn a_name_or_a_page_from_elsewhere_is_a_403() {
    for bytes in [
        &b"GET /healthz HTTP/1.1\r\nhost: rebound.example\r\nconnection: close\r\n\r\n"[..],
        &request("GET", HEALTH_PATH, &["origin: http://elsewhere.example"], b""),
    ] {
        assert_eq!(refused(bytes), expected(403, "forbidden", Value::Null));
    }
}

#[test]
fn ten_thousand_open_brackets_are_a_clear_error() {
    let server = TestServer::shared();
    let response = server.run(&"(".repeat(10_000));
    assert_eq!(response.status, RunStatus::Error, "{response:?}");
    let error = response.error.unwrap();
    assert!(matches!(error.kind, ErrorKind::Syntax | ErrorKind::Exception), "{error:?}");
    server.assert_alive();
    // As JSON of the request itself they are no request.
    assert_eq!(refused_body(&b"[".repeat(10_000)), expected(400, "malformed_json", Value::Null));
    let nested = [br#"{"code": "1", "inputs": {"x": "#.to_vec(), b"[".repeat(10_000)].concat();
    assert_eq!(refused_body(&nested), expected(400, "malformed_json", Value::Null));
}

#[test]
fn programs_without_a_statement_complete() {
    for code in
        ["", "\n\n", "# only a comment\n# and another", "   \n\t\n", "\"\"\"a text\"\"\"\n#"]
    {
        let response = TestServer::shared().run(code);
        assert_eq!(
            (response.status, response.error, response.stdout.as_str()),
            (RunStatus::Ok, None, ""),
            "{code:?}"
        );
        assert!(!response.text.is_empty(), "{code:?}");
    }
}

#[test]
fn a_nul_or_a_lone_surrogate_in_the_source_is_reported() {
    let server = TestServer::shared();
    let response = server.run("print(1)\0print(2)");
    assert_eq!(response.error.map(|error| error.kind), Some(ErrorKind::Syntax));
    // JSON text that means no text: refused as such, or reported by the interpreter.
    let reply = server.post(br#"{"code": "print('\ud800')"}"#);
    assert!(matches!(reply.status, 200 | 400 | 422), "{reply:?}");
    server.assert_alive();
}

#[test]
fn a_request_id_goes_both_ways() {
    let server = TestServer::shared();
    let bytes = request("GET", HEALTH_PATH, &["x-request-id: abc-123"], b"");
    assert_eq!(send(server.address(), &bytes).header("x-request-id"), Some("abc-123"));
    let reply = send(server.address(), &request("POST", EXECUTE_PATH, &[JSON], b"{"));
    let id = reply.json()["error"]["request_id"].clone();
    assert_eq!(json!(reply.header("x-request-id")), id);
}

#[test]
fn the_server_says_that_it_is_there_and_ready() {
    let server = TestServer::shared();
    for path in [HEALTH_PATH, READY_PATH] {
        let reply = send(server.address(), &request("GET", path, &[], b""));
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.json(), json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));
    }
}

#[test]
fn the_tool_is_defined_for_every_interface_and_names_modules_of_the_image() {
    let reply = send(TestServer::shared().address(), &request("GET", TOOLS_PATH, &[], b""));
    let tools = reply.json();
    for interface in ["openai_chat", "openai_responses", "anthropic", "mcp"] {
        let list = tools[interface].as_array().unwrap_or_else(|| panic!("no {interface}: {tools}"));
        assert_eq!(list.len(), 1, "{interface}");
        assert!(list[0].to_string().contains("statistics"), "{interface} names no module");
    }
}

#[test]
fn a_module_that_the_image_offers_can_be_imported() {
    // The image's own list, taken at its word.
    let code = "import importlib\nfor name in names:\n    importlib.import_module(name)\nprint(len(names))";
    let names = [
        "math",
        "statistics",
        "datetime",
        "decimal",
        "fractions",
        "random",
        "re",
        "json",
        "itertools",
        "functools",
        "collections",
    ];
    let response =
        TestServer::shared().execute(&json!({ "code": code, "inputs": { "names": names } }));
    assert_eq!((response.error, response.stdout), (None, format!("{}\n", names.len())));
}
