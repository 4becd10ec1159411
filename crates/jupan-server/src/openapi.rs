//! `GET /openapi.json`: the HTTP interface, as OpenAPI 3.1 has it.
//!
//! The schemas are made from the contract's types, the bounds are those in force, and the
//! refusals of a route come from one table with their statuses, so that only the examples and the
//! sentences are written here.

mod docs;
mod examples;
mod operations;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use jupan_api::{
    ErrorBody, ExecuteRequest, ExecuteResponse, Health, LimitBound, ServerInfo, SessionDeleted,
    SessionInfo, SessionList, SessionRequest, ToolDefinitions,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};

pub(crate) use self::docs::{docs, style};
use crate::app::AppState;
use crate::config::ServerConfig;

/// The document and the page made of it.
pub(crate) struct Reference {
    json: Arc<[u8]>,
    page: Arc<[u8]>,
}

impl Reference {
    pub(crate) fn new(config: &ServerConfig, info: &ServerInfo) -> Self {
        let document = document(config, info);
        Self {
            json: document.to_string().into_bytes().into(),
            page: docs::page(&document).into_bytes().into(),
        }
    }
}

pub(crate) async fn openapi(State(state): State<AppState>) -> Response {
    let mut response = Response::new(Body::from(state.reference().json.to_vec()));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The whole document of a server with `config` that says `info` of itself.
fn document(config: &ServerConfig, info: &ServerInfo) -> Value {
    let security = match config.asks_for_token() {
        true => json!([{ "bearer": [] }]),
        false => json!([]),
    };
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Jupan",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Runs Python written by language models in a fresh WebAssembly sandbox, under limits.",
            "description": "A run that took place is always a 200, whatever became of the program; \
                what was refused before is a 4xx or 503 with an error body.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "security": security,
        "paths": operations::paths(config),
        "components": {
            "schemas": schemas(config, info),
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

/// The schemas of all bodies, by the names of their types.
fn schemas(config: &ServerConfig, info: &ServerInfo) -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.transforms.push(Box::new(RecursiveTransform(one_line)));
    });
    let mut generator = settings.into_generator();
    generator.subschema_for::<ExecuteRequest>();
    generator.subschema_for::<ExecuteResponse>();
    generator.subschema_for::<ErrorBody>();
    generator.subschema_for::<ToolDefinitions>();
    generator.subschema_for::<ServerInfo>();
    generator.subschema_for::<Health>();
    generator.subschema_for::<SessionRequest>();
    generator.subschema_for::<SessionInfo>();
    generator.subschema_for::<SessionList>();
    generator.subschema_for::<SessionDeleted>();
    let mut schemas = generator.take_definitions(true);
    for (name, bound) in info.limits.named() {
        let LimitBound { min, default, max } = bound;
        let more = json!({ "minimum": min, "maximum": max, "default": default });
        extend(&mut schemas, "/LimitOverrides/properties", name, &more);
    }
    let session = "/SessionRequest/properties";
    let images: Vec<Value> = info.images.iter().map(|image| json!(image.name)).collect();
    let images = [images, vec![Value::Null]].concat();
    extend(&mut schemas, session, "image", &json!({ "enum": images }));
    let bytes = (ServerConfig::MIN_SESSION_BYTES, config.session_max_bytes);
    for (name, (min, max)) in [("max_bytes", bytes), ("idle_ms", (1, config.session_idle_ms))] {
        extend(&mut schemas, session, name, &json!({ "minimum": min, "maximum": max }));
    }
    let request = "/ExecuteRequest/properties";
    extend(&mut schemas, request, "code", &json!({ "maxLength": info.limits.source_bytes }));
    extend(&mut schemas, request, "seed", &json!({ "maximum": u64::MAX }));
    let names = json!({ "propertyNames": { "pattern": NAMES } });
    extend(&mut schemas, request, "inputs", &names);
    schemas
}

/// Names that every Python takes; the server takes those with other letters as well.
const NAMES: &str = "^(?!(False|None|True|and|as|assert|async|await|break|class|continue|def|del|\
                     elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|\
                     or|pass|raise|return|try|while|with|yield|__debug__)$)[A-Za-z_][A-Za-z0-9_]*$";

/// Puts the members of `more` into the schema `name` at `path`.
fn extend(schemas: &mut Map<String, Value>, path: &str, name: &str, more: &Value) {
    let mut parts = path.split('/').skip(1);
    let found = parts.next().and_then(|first| schemas.get_mut(first));
    let found = parts.fold(found, |at, part| at.and_then(|at| at.get_mut(part)));
    if let Some(Value::Object(schema)) = found.and_then(|at| at.get_mut(name))
        && let Value::Object(more) = more
    {
        schema.extend(more.clone());
    }
}

/// Doc comments are broken where the source is; a description is not.
fn one_line(schema: &mut schemars::Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::server_info;
    use crate::routes::ROUTES;

    fn whole() -> Value {
        let config = ServerConfig::default();
        document(&config, &server_info(&config, &[]))
    }

    #[test]
    fn every_route_is_described_and_no_other() {
        let document = whole();
        let mut described: Vec<(String, String)> = Vec::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for method in operations.as_object().unwrap().keys() {
                described.push((method.to_uppercase(), path.clone()));
            }
        }
        let mut routes: Vec<_> = ROUTES
            .iter()
            .map(|(method, path)| ((*method).to_owned(), (*path).to_owned()))
            .collect();
        described.sort();
        routes.sort();
        assert_eq!(described, routes);
    }

    #[test]
    fn every_answer_has_a_description_and_every_body_an_example() {
        for (path, operations) in whole()["paths"].as_object().unwrap() {
            for operation in operations.as_object().unwrap().values() {
                for (status, answer) in operation["responses"].as_object().unwrap() {
                    assert!(answer["description"].is_string(), "{path} {status}");
                    let bodies = answer["content"].as_object();
                    assert!(bodies.is_some() || status == "202", "{path} {status}");
                    for body in bodies.into_iter().flatten() {
                        let (kind, body) = body;
                        let has_one =
                            body["example"] != Value::Null || body["examples"].is_object();
                        assert!(has_one, "{path} {status} {kind}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = whole();
        let text = document.to_string();
        let mut count = 0;
        for rest in text.split("\"$ref\":\"#").skip(1) {
            let path = rest.split('"').next().unwrap();
            assert!(document.pointer(path).is_some(), "{path}");
            count += 1;
        }
        assert!(count > 20);
    }

    #[test]
    fn the_bounds_are_those_in_force() {
        let document = whole();
        let wall = &document["components"]["schemas"]["LimitOverrides"]["properties"]["wall_ms"];
        assert_eq!((&wall["minimum"], &wall["maximum"]), (&json!(1), &json!(60_000)));
    }
}
