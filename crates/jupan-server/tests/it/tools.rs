//! `GET /v1/tools`.

use std::time::Duration;

use jupan_api::ToolDefinitions;
use jupan_sandbox::Limits;
use jupan_server::{ServerConfig, app};
use serde_json::json;

use crate::support::{call, echo, echo_app, get, state};

#[tokio::test]
async fn every_interface_gets_its_form() {
    let answer = call(&echo_app(), get("/v1/tools")).await;
    assert_eq!(answer.status, 200);
    let description = "Runs a Python 3.14.0 program in a fresh sandbox and returns what it printed \
                       and the value of its last expression. Use it for every calculation, \
                       however simple. State is not kept between calls: each program has to define \
                       and import all it uses. Usable without an import: math, statistics. More of \
                       the standard library can be imported. Other packages cannot be installed; \
                       there is no numpy, pandas, scipy, sympy, matplotlib, requests. Files can be \
                       written and read in the program's folder, and are gone after the run; there \
                       is no network and no input(). Limits: 5 s of time, 256 MiB of memory, \
                       64 KiB of output, 256 KiB of program text.";
    let schema = json!({
        "type": "object",
        "properties": {"code": {
            "type": "string",
            "description": "A whole Python program. Print what is to be seen, or end with an \
                            expression.",
        }},
        "required": ["code"],
        "additionalProperties": false,
    });
    let name = "code_interpreter";
    assert_eq!(
        answer.body,
        json!({
            "openai_chat": [{"type": "function", "function": {
                "name": name, "description": description, "parameters": schema, "strict": true,
            }}],
            "openai_responses": [{
                "type": "function", "name": name, "description": description,
                "parameters": schema, "strict": true,
            }],
            "anthropic": [{"name": name, "description": description, "input_schema": schema}],
            "mcp": [{"name": name, "description": description, "inputSchema": schema}],
        })
    );
    assert!(serde_json::from_value::<ToolDefinitions>(answer.body).is_ok());
}

#[tokio::test]
async fn the_description_follows_the_configuration() {
    let of = async |limits: Limits| {
        let config = ServerConfig { default_limits: limits, ..ServerConfig::default() };
        let answer = call(&app(state(config, echo())), get("/v1/tools")).await;
        let text = answer.body["mcp"][0]["description"].as_str().unwrap().to_owned();
        text.split_once("Limits: ").unwrap().1.to_owned()
    };
    assert_eq!(
        of(Limits {
            wall: Duration::from_millis(2500),
            memory_bytes: 96 << 20,
            output_bytes: 2000,
            source_bytes: 5000,
            ..Limits::default()
        })
        .await,
        "2.5 s of time, 96 MiB of memory, 2.0 KiB of output, 4.9 KiB of program text."
    );
}
