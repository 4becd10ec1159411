//! What the MCP server offers: one tool, and resources that say what it has.
//!
//! The schemas are those of the HTTP contract's types, the description is that of
//! `GET /v1/tools`, the bounds are those of `GET /v1/info`: nothing here can drift from them.

use std::sync::Arc;

use jupan_api::{ExecuteRequest, ExecuteResponse, LimitBound, ServerInfo, ToolDefinitions};
use rmcp::model::{Resource, ResourceContents, Tool, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The tool's name.
const TOOL: &str = "run_python";
/// The resource with the limits.
const LIMITS: &str = "jupan://limits";
/// The resource with the images and their modules.
const MODULES: &str = "jupan://modules";

/// What the MCP server offers.
#[derive(Debug, Clone)]
pub(crate) struct Catalogue {
    pub(super) tool: Tool,
    limits: String,
    modules: String,
}

impl Catalogue {
    /// What a server that says `info` and `tools` of itself offers.
    pub(crate) fn new(info: &ServerInfo, tools: &ToolDefinitions) -> Self {
        let described = tools.mcp.first();
        let text =
            |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let description = text(described.map(|tool| &tool["description"]));
        let code = described.map(|tool| &tool["inputSchema"]["properties"]["code"]["description"]);
        let mut tool = Tool::new(TOOL, description, Arc::new(input(info, &text(code))));
        tool.title = Some("Run Python".to_owned());
        tool.output_schema = Some(Arc::new(schema::<ExecuteResponse>()));
        tool.annotations = Some(
            // A run leaves nothing behind; with `seed` it gives the same again.
            ToolAnnotations::with_title("Run Python")
                .read_only(true)
                .destructive(false)
                .idempotent(true)
                .open_world(false),
        );
        Self { tool, limits: pretty(&info.limits), modules: pretty(&info.images) }
    }

    pub(super) fn resources(&self) -> Vec<Resource> {
        let json = |uri: &str, name: &str, description: &str| {
            Resource::new(uri, name).with_description(description).with_mime_type(JSON)
        };
        vec![
            json(LIMITS, "limits", "Each limit of a run: default, least and most."),
            json(MODULES, "modules", "The images, and the modules that a program can import."),
        ]
    }

    pub(super) fn read(&self, uri: &str) -> Option<ResourceContents> {
        let text = match uri {
            LIMITS => &self.limits,
            MODULES => &self.modules,
            _ => return None,
        };
        Some(ResourceContents::TextResourceContents {
            uri: uri.to_owned(),
            mime_type: Some(JSON.to_owned()),
            text: text.clone(),
            meta: None,
        })
    }
}

const JSON: &str = "application/json";

fn pretty(value: &impl Serialize) -> String {
    // Our types have string keys and finite numbers, which always serialise.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The schema of what a call takes, with the bounds in force.
fn input(info: &ServerInfo, code: &str) -> Map<String, Value> {
    let mut schema = schema::<ExecuteRequest>();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        add(properties.get_mut("code"), &json!({ "description": code }));
        if let Some(Value::Object(limits)) = properties.get_mut("limits")
            && let Some(Value::Object(limits)) = limits.get_mut("properties")
        {
            for (name, bound) in info.limits.named() {
                add(limits.get_mut(name), &bounds(bound));
            }
        }
    }
    schema
}

fn bounds(LimitBound { min, default, max }: LimitBound) -> Value {
    json!({ "minimum": min, "maximum": max, "default": default })
}

/// Puts the members of `more` into `schema`.
fn add(schema: Option<&mut Value>, more: &Value) {
    if let (Some(Value::Object(schema)), Value::Object(more)) = (schema, more) {
        schema.extend(more.clone());
    }
}

/// The schema of `T`, in one piece.
fn schema<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema = settings.into_generator().into_root_schema_for::<T>();
    match schema.to_value() {
        Value::Object(schema) => schema,
        // The schema of a struct is an object.
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ServerConfig;
    use crate::info::server_info;
    use crate::tools::tool_definitions;

    fn catalogue() -> Catalogue {
        let config = ServerConfig::default();
        let tools = tool_definitions(&config.default_limits, &[]);
        Catalogue::new(&server_info(&config, &[]), &tools)
    }

    #[test]
    fn the_input_has_every_field_of_a_request_and_the_bounds_in_force() {
        let tool = catalogue().tool;
        let plain = schema::<ExecuteRequest>();
        let keys = |schema: &Map<String, Value>| -> Vec<String> {
            schema["properties"].as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(keys(&tool.input_schema), keys(&plain));
        assert_eq!(tool.input_schema["required"], json!(["code"]));
        assert_eq!(tool.input_schema["additionalProperties"], json!(false));
        let wall = &tool.input_schema["properties"]["limits"]["properties"]["wall_ms"];
        assert_eq!(
            (&wall["minimum"], &wall["default"], &wall["maximum"]),
            (&json!(1), &json!(5_000), &json!(60_000))
        );
    }

    #[test]
    fn a_whole_answer_follows_the_output_schema() {
        let schema = catalogue().tool.output_schema.unwrap();
        assert_eq!(schema["type"], "object");
        let required: Vec<_> = schema["required"].as_array().unwrap().iter().collect();
        assert!(required.contains(&&json!("text")) && required.contains(&&json!("usage")));
        // Every client can read it without following references.
        assert!(!serde_json::to_string(&*schema).unwrap().contains("$ref"));
    }

    #[test]
    fn there_are_two_resources_and_no_other() {
        let catalogue = catalogue();
        for resource in catalogue.resources() {
            assert!(catalogue.read(&resource.uri).is_some(), "{}", resource.uri);
        }
        assert_eq!(catalogue.read("jupan://secrets"), None);
    }
}
