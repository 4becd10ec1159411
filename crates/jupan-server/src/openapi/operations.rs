//! The operations: what each takes and gives.

use jupan_api::{
    DOCS_PATH, EXECUTE_PATH, ErrorCode, HEALTH_PATH, INFO_PATH, MCP_PATH, METRICS_PATH,
    OPENAPI_PATH, READY_PATH, REQUEST_ID_HEADER, SESSIONS_PATH, TOOLS_PATH,
};
use serde_json::{Map, Value, json};

use super::examples;
use crate::config::ServerConfig;
use crate::error::status;
use crate::routes::{SESSION_PATH, SESSION_RESET_PATH};

/// What every route may answer instead, the health checks apart.
const EVERYWHERE: [ErrorCode; 4] = [
    ErrorCode::MalformedRequest,
    ErrorCode::Unauthorized,
    ErrorCode::Forbidden,
    ErrorCode::HeadTooLarge,
];
/// What a route with a body may answer.
const BODY: [ErrorCode; 5] = [
    ErrorCode::MalformedJson,
    ErrorCode::RequestTimeout,
    ErrorCode::TooLarge,
    ErrorCode::UnsupportedMediaType,
    ErrorCode::InvalidField,
];
/// What a route that runs programs may answer.
const RUN: [ErrorCode; 4] =
    [ErrorCode::RateLimited, ErrorCode::Overloaded, ErrorCode::ShuttingDown, ErrorCode::Internal];

/// All operations, by path.
pub(super) fn paths(config: &ServerConfig) -> Value {
    json!({
        EXECUTE_PATH: { "post": execute() },
        SESSIONS_PATH: { "get": list_sessions(), "post": begin_session() },
        SESSION_PATH: { "get": one_session("session", "One session", "What there is to be known of a session.", None), "delete": one_session("deleteSession", "End a session", "Ends a session.", Some("SessionDeleted")) },
        SESSION_RESET_PATH: { "post": one_session("resetSession", "Reset a session", "Makes a session as it was when it began.", None) },
        MCP_PATH: { "post": mcp() },
        TOOLS_PATH: { "get": tools() },
        INFO_PATH: { "get": get(
            "info", "Limits and images",
            "What programs are run with: each limit with its default and bounds, and the modules of each image.",
            json_body("ServerInfo", examples::info()), &EVERYWHERE,
        ) },
        METRICS_PATH: { "get": get(
            "metrics", "Metrics",
            "Counters, gauges and histograms in Prometheus' text format.",
            text_body("text/plain", examples::METRICS), &EVERYWHERE,
        ) },
        OPENAPI_PATH: { "get": get(
            "openapi", "This document", "The interface as OpenAPI 3.1 has it.",
            json!({ "application/json": {
                "schema": { "type": "object", "required": ["openapi", "info", "paths"] },
                "example": { "openapi": "3.1.0", "info": { "title": "Jupan", "version": env!("CARGO_PKG_VERSION") }, "paths": {} },
            } }), &EVERYWHERE,
        ) },
        DOCS_PATH: { "get": get(
            "docs", "This document as a page", "The same for people.",
            text_body("text/html", "<!doctype html>..."), &EVERYWHERE,
        ) },
        HEALTH_PATH: { "get": open(get(
            "healthz", "Liveness", "200 as long as the process answers. Needs no token.",
            json_body("Health", examples::health()),
            &[ErrorCode::MalformedRequest, ErrorCode::Forbidden, ErrorCode::HeadTooLarge],
        )) },
        READY_PATH: { "get": open(get(
            "readyz", "Readiness", "200 while the server takes runs, 503 once it shuts down. Needs no token.",
            json_body("Health", examples::health()),
            &[ErrorCode::MalformedRequest, ErrorCode::Forbidden, ErrorCode::HeadTooLarge, ErrorCode::ShuttingDown],
        )) },
    })
    .as_object()
    .map(|paths| Value::Object(without_unused(paths, config)))
    .unwrap_or_default()
}

/// Leaves out the answers that this configuration never gives.
fn without_unused(paths: &Map<String, Value>, config: &ServerConfig) -> Map<String, Value> {
    let mut paths = paths.clone();
    if !config.asks_for_token() {
        for operation in paths.values_mut().filter_map(Value::as_object_mut) {
            for (_, operation) in operation.iter_mut() {
                if let Some(responses) =
                    operation.get_mut("responses").and_then(Value::as_object_mut)
                {
                    responses.remove("401");
                    responses.remove("429");
                }
            }
        }
    }
    paths
}

fn execute() -> Value {
    operation(
        "execute",
        "Run a program",
        "Runs `code` in a fresh sandbox and answers what came of it. With `Accept: \
         text/event-stream` the answer is a stream of events: `stdout` and `stderr` as the program \
         writes, then one `outcome` with the whole answer, or one `error`.",
        Some(json!({
            "required": true,
            "content": { "application/json": {
                "schema": reference("ExecuteRequest"),
                "examples": examples::requests(),
            } },
        })),
        json!({
            "application/json": {
                "schema": { "anyOf": [reference("ExecuteResponse"), {
                    "type": "object",
                    "required": ["type", "id", "status", "container_id", "code", "outputs"],
                    "properties": { "type": { "const": "code_interpreter_call" } },
                }] },
                "examples": examples::answers(),
            },
            "text/event-stream": {
                "schema": { "type": "string" },
                "example": examples::STREAM,
            },
        }),
        &[&EVERYWHERE[..], &BODY, &RUN, &[ErrorCode::NoSession]].concat(),
        Some(json!([{
            "name": "view", "in": "query", "required": false,
            "description": "`code_interpreter_call` gives the answer as an output item of the \
                OpenAI Responses API has it.",
            "schema": { "type": "string", "enum": ["code_interpreter_call"] },
        }])),
    )
}

fn list_sessions() -> Value {
    get(
        "sessions",
        "Sessions",
        "The sessions that can take runs, the last used first.",
        json_body("SessionList", json!({ "sessions": [examples::session()], "bytes": 0 })),
        &EVERYWHERE,
    )
}

fn begin_session() -> Value {
    operation(
        "beginSession",
        "Begin a session",
        "Begins a session; programs with its id as `session_id` find what earlier ones have left.",
        Some(json!({
            "required": false,
            "content": { "application/json": {
                "schema": reference("SessionRequest"), "example": {},
            } },
        })),
        json_body("SessionInfo", examples::session()),
        &[&EVERYWHERE[..], &BODY, &[ErrorCode::NotFound, ErrorCode::Overloaded]].concat(),
        None,
    )
}

/// An operation on one session, which answers its description or `answer`.
fn one_session(id: &str, summary: &str, description: &str, answer: Option<&str>) -> Value {
    let body = match answer {
        None => json_body("SessionInfo", examples::session()),
        Some(answer) => json_body(answer, json!({ "id": examples::session()["id"] })),
    };
    operation(
        id,
        summary,
        description,
        None,
        body,
        &[&EVERYWHERE[..], &[ErrorCode::NotFound, ErrorCode::NoSession, ErrorCode::Overloaded]]
            .concat(),
        Some(json!([{
            "name": "id", "in": "path", "required": true,
            "description": "What the session is called by",
            "schema": { "type": "string", "minLength": 1 },
        }])),
    )
}

fn mcp() -> Value {
    let mut operation = operation(
        "mcp",
        "Model Context Protocol",
        "MCP's streamable HTTP transport, without sessions: one JSON-RPC message per request. The \
         tool is `run_python`. To close the connection cancels the call.",
        Some(json!({
            "required": true,
            "content": { "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["jsonrpc", "method"],
                    "properties": {
                        "jsonrpc": { "const": "2.0" },
                        "id": { "type": ["integer", "string"] },
                        "method": { "type": "string" },
                        "params": { "type": "object" },
                    },
                },
                "example": examples::mcp_request(),
            } },
        })),
        json!({
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["jsonrpc"],
                    "properties": { "jsonrpc": { "const": "2.0" } },
                },
                "example": examples::mcp_answer(),
            },
            "text/event-stream": {
                "schema": { "type": "string" },
                "example": "data: {\"jsonrpc\":\"2.0\",...}\n\n",
            },
        }),
        &[&EVERYWHERE[..], &BODY, &[ErrorCode::NotAcceptable]].concat(),
        Some(json!([{
            "name": "Accept", "in": "header", "required": true,
            "description": "Both kinds of answer have to be accepted.",
            "schema": { "type": "string", "const": "application/json, text/event-stream" },
        }])),
    );
    if let Some(responses) = operation["responses"].as_object_mut() {
        responses.insert(
            "202".to_owned(),
            json!({ "description": "A notification, which has no answer" }),
        );
        // A message that is wrong is answered as JSON-RPC has it.
        for status in ["400", "404"] {
            let answer = responses.entry(status).or_insert_with(|| json!({ "content": {} }));
            answer["description"] = json!("Not a request that this server knows");
            answer["content"]["application/json"] = json!({
                "schema": { "type": "object" },
                "example": { "jsonrpc": "2.0", "id": 1, "error": { "code": -32601, "message": "Method not found" } },
            });
        }
    }
    operation
}

fn tools() -> Value {
    operation(
        "tools",
        "Definitions of the tool",
        "The tool as each interface wants it described, or with `format` the list for one of them.",
        None,
        json!({ "application/json": {
            "schema": { "anyOf": [
                reference("ToolDefinitions"),
                { "type": "array", "items": { "type": "object" } },
            ] },
            "example": examples::tools(),
        } }),
        &[&EVERYWHERE[..], &[ErrorCode::InvalidField]].concat(),
        Some(json!([{
            "name": "format", "in": "query", "required": false,
            "description": "The interface that the definition is for.",
            "schema": {
                "type": "string",
                "enum": ["openai-chat", "openai-responses", "anthropic", "mcp"],
            },
        }])),
    )
}

fn get(id: &str, summary: &str, description: &str, body: Value, codes: &[ErrorCode]) -> Value {
    operation(id, summary, description, None, body, codes, None)
}

/// An operation that needs no token.
fn open(mut operation: Value) -> Value {
    operation["security"] = json!([]);
    operation
}

fn operation(
    id: &str,
    summary: &str,
    description: &str,
    request: Option<Value>,
    body: Value,
    codes: &[ErrorCode],
    parameters: Option<Value>,
) -> Value {
    let mut responses = refusals(codes);
    let id_header = json!({
        REQUEST_ID_HEADER: {
            "description": "The id under which the server's log has the request",
            "schema": { "type": "string" },
        },
    });
    let answer = json!({ "description": "The answer", "headers": id_header, "content": body });
    responses.insert("200".to_owned(), answer);
    let mut operation = json!({
        "operationId": id, "summary": summary, "description": description,
        "responses": responses,
    });
    if let Some(request) = request {
        operation["requestBody"] = request;
    }
    if let Some(parameters) = parameters {
        operation["parameters"] = parameters;
    }
    operation
}

/// The refusals with `codes`, by status, each with an example.
fn refusals(codes: &[ErrorCode]) -> Map<String, Value> {
    let mut responses = Map::new();
    for &code in codes {
        let (description, message, field) = examples::refusal(code);
        let example = json!({ "value": { "error": {
            "code": code.as_str(), "message": message, "field": field,
            "request_id": "0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
        } } });
        let answer = responses.entry(status(code).as_str()).or_insert_with(|| {
            json!({
                "description": description,
                "content": { "application/json": {
                    "schema": reference("ErrorBody"), "examples": {},
                } },
            })
        });
        answer["content"]["application/json"]["examples"][code.as_str()] = example;
        if matches!(code, ErrorCode::RateLimited | ErrorCode::Overloaded | ErrorCode::ShuttingDown)
        {
            answer["headers"] = json!({ "Retry-After": {
                "description": "Seconds after which to ask again",
                "schema": { "type": "integer", "minimum": 1 },
            } });
        }
    }
    responses
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn json_body(schema: &str, example: Value) -> Value {
    json!({ "application/json": { "schema": reference(schema), "example": example } })
}

fn text_body(kind: &str, example: &str) -> Value {
    json!({ kind: { "schema": { "type": "string" }, "example": example } })
}
