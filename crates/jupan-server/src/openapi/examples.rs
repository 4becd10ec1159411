//! Examples for the OpenAPI document.

use jupan_api::ErrorCode;
use serde_json::{Value, json};

pub(super) const STREAM: &str = "event: stdout\ndata: {\"text\":\"[1, 2, 3]\\n\"}\n\n\
                                 event: outcome\ndata: {\"status\":\"ok\",...}\n\n";

pub(super) const METRICS: &str = "# TYPE jupan_runs_total counter\n\
                                  jupan_runs_total{outcome=\"ok\",kind=\"none\"} 42\n";

pub(super) fn requests() -> Value {
    json!({
        "inputs": { "value": {
            "code": "xs.sort()\nprint(xs)\nstatistics.mean(xs)",
            "inputs": { "xs": [3, 1, 2] },
        } },
        "limits": { "value": {
            "code": "print(random.random())",
            "limits": { "wall_ms": 1000, "output_bytes": 4096 },
            "seed": 7,
        } },
    })
}

pub(super) fn answers() -> Value {
    let usage = json!({ "wall_ms": 1.154, "fuel": 568_723, "memory_peak_bytes": 55_967_744 });
    let image = json!({ "name": "python", "version": env!("CARGO_PKG_VERSION") });
    let truncated = json!({ "stdout_bytes": 0, "stderr_bytes": 0 });
    json!({
        "ok": { "value": {
            "status": "ok", "text": "[1, 2, 3]\n2", "stdout": "[1, 2, 3]\n", "stderr": "",
            "result": "2", "error": null, "truncated": truncated, "usage": usage, "image": image,
        } },
        "error": { "value": {
            "status": "error", "text": "[error] ZeroDivisionError: division by zero (line 1)",
            "stdout": "", "stderr": "", "result": null,
            "error": {
                "kind": "exception", "type": "ZeroDivisionError", "message": "division by zero",
                "line": 1, "traceback": null, "hint": null,
            },
            "truncated": truncated, "usage": usage, "image": image,
        } },
    })
}

pub(super) fn info() -> Value {
    let bound =
        |min: u64, default: u64, max: u64| json!({ "min": min, "default": default, "max": max });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "images": [{
            "name": "python", "version": env!("CARGO_PKG_VERSION"), "python_version": "3.14.0",
            "preloaded": ["math"], "modules": ["json", "math"], "packages": [],
        }],
        "limits": {
            "wall_ms": bound(1, 5_000, 60_000),
            "fuel": bound(1_000_000, 60_000_000_000, 1_000_000_000_000),
            "memory_bytes": bound(64 << 20, 256 << 20, 1 << 30),
            "output_bytes": bound(1 << 10, 64 << 10, 1 << 20),
            "files_bytes": bound(0, 16 << 20, 64 << 20),
            "returned_bytes": bound(0, 4 << 20, 16 << 20),
            "source_bytes": 262_144,
        },
    })
}

pub(super) fn session() -> Value {
    json!({
        "id": "5f0c1c1e6b8d4a7f9a3e2d1c0b9a8877", "image": null, "runs": 0, "bytes": 0,
        "max_bytes": 134_217_728, "idle_ms": 0, "max_idle_ms": 600_000, "busy": false,
    })
}

pub(super) fn health() -> Value {
    json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") })
}

pub(super) fn tools() -> Value {
    let description = "Runs a Python program in a fresh sandbox ...";
    let parameters = json!({
        "type": "object", "properties": { "code": { "type": "string" } }, "required": ["code"],
        "additionalProperties": false,
    });
    let name = "code_interpreter";
    json!({
        "openai_chat": [{ "type": "function", "function": {
            "name": name, "description": description, "parameters": parameters, "strict": true,
        } }],
        "openai_responses": [{
            "type": "function", "name": name, "description": description,
            "parameters": parameters, "strict": true,
        }],
        "anthropic": [{ "name": name, "description": description, "input_schema": parameters }],
        "mcp": [{ "name": name, "description": description, "inputSchema": parameters }],
    })
}

pub(super) fn mcp_request() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "run_python", "arguments": { "code": "print(6 * 7)" } },
    })
}

pub(super) fn mcp_answer() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1,
        "result": { "content": [{ "type": "text", "text": "42" }], "isError": false },
    })
}

/// When a refusal comes, and for example with what message and about which field.
pub(super) fn refusal(code: ErrorCode) -> (&'static str, &'static str, Option<&'static str>) {
    match code {
        ErrorCode::MalformedJson => (
            "The body is not JSON, breaks off, or the request is no HTTP/1.1",
            "the body breaks off in line 1, column 12",
            None,
        ),
        ErrorCode::MalformedRequest => (
            "The body is not JSON, breaks off, or the request is no HTTP/1.1",
            "the request has more than one header `Host`; send one",
            None,
        ),
        ErrorCode::Unauthorized => {
            ("No token, or a wrong one", "the bearer token is not the one of this server", None)
        }
        ErrorCode::Forbidden => (
            "The server was called by a name that is not its own, or by a page of another origin",
            "this server does not go by the name `example.com`; call it 127.0.0.1 or localhost, or put the name into allowed_hosts",
            None,
        ),
        ErrorCode::NotFound => ("No such path, session or message", "no such path", None),
        ErrorCode::NoSession => (
            "No such path, session or message",
            "there is no such session; a restart of the server ends all of them",
            Some("session_id"),
        ),
        ErrorCode::MethodNotAllowed => {
            ("Not with this method", "the path takes another method", None)
        }
        ErrorCode::NotAcceptable => (
            "The client does not accept what the route answers",
            "the client must accept both application/json and text/event-stream",
            None,
        ),
        ErrorCode::RequestTimeout => {
            ("The body did not arrive in time", "the body did not arrive within 10000 ms", None)
        }
        ErrorCode::TooLarge => (
            "The body or the program is too large",
            "`code` has 300000 bytes; it may have at most 262144",
            Some("code"),
        ),
        ErrorCode::UnsupportedMediaType => (
            "The body is not plain JSON by its headers",
            "send one header `content-type: application/json`",
            None,
        ),
        ErrorCode::InvalidField => (
            "A field is missing, unknown, of the wrong type, out of range or given twice",
            "`limits.wall_ms` is 0; it must be between 1 and 60000",
            Some("limits.wall_ms"),
        ),
        ErrorCode::RateLimited => (
            "This client has as many runs as it may have",
            "the client `ci` may start 60 runs a minute",
            None,
        ),
        ErrorCode::HeadTooLarge => {
            ("The head has more than 32 KiB or 100 fields", "the request's head is too large", None)
        }
        ErrorCode::Overloaded => (
            "Too many runs wait, or the server shuts down",
            "2 programs run and 256 wait, which is all this server takes",
            None,
        ),
        ErrorCode::ShuttingDown => (
            "Too many runs wait, or the server shuts down",
            "the server is shutting down; ask another, or again later",
            None,
        ),
        ErrorCode::Internal => (
            "A fault of the server's own; the log has the details",
            "the server failed; its log has the details under this request id",
            None,
        ),
    }
}
