//! `GET /docs`: the OpenAPI document as a page. No script, and nothing from elsewhere.

use std::fmt::Write as _;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::Response;
use serde_json::Value;

use crate::app::AppState;

/// The page may have its style sheet and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE: &str = include_str!("docs.css");

pub(crate) async fn docs(State(state): State<AppState>) -> Response {
    answer("text/html; charset=utf-8", state.reference().page.to_vec())
}

pub(crate) async fn style() -> Response {
    answer("text/css; charset=utf-8", STYLE.into())
}

fn answer(kind: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// The page of `document`.
pub(super) fn page(document: &Value) -> String {
    let mut page = Page(String::new());
    let info = &document["info"];
    page.line("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    page.line("<title>Jupan: HTTP interface</title>");
    page.line("<link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body><main>");
    page.element("h1", &format!("Jupan {}", text(&info["version"])));
    page.element("p", text(&info["summary"]));
    page.element("p", text(&info["description"]));
    page.line("<p><a href=\"/openapi.json\">openapi.json</a></p><nav><ul>");
    for (method, path, operation) in operations(document) {
        let id = escape(text(&operation["operationId"]));
        page.line(&format!(
            "<li><a href=\"#{id}\"><code>{method} {}</code> {}</a></li>",
            escape(path),
            escape(text(&operation["summary"]))
        ));
    }
    page.line("</ul></nav>");
    for (method, path, operation) in operations(document) {
        page.operation(&method, path, operation);
    }
    page.line("<h2>Types</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        page.schema(name, schema);
    }
    page.line("</main></body></html>");
    page.0
}

fn operations(document: &Value) -> impl Iterator<Item = (String, &String, &Value)> {
    document["paths"].as_object().into_iter().flatten().flat_map(|(path, operations)| {
        let operations = operations.as_object().into_iter().flatten();
        operations.map(move |(method, operation)| (method.to_uppercase(), path, operation))
    })
}

struct Page(String);

impl Page {
    fn line(&mut self, html: &str) {
        self.0.push_str(html);
        self.0.push('\n');
    }

    /// An element that holds `text`.
    fn element(&mut self, name: &str, text: &str) {
        self.line(&format!("<{name}>{}</{name}>", inline(text)));
    }

    fn operation(&mut self, method: &str, path: &str, operation: &Value) {
        let id = escape(text(&operation["operationId"]));
        self.line(&format!("<section id=\"{id}\"><h2><code>{method} {}</code></h2>", escape(path)));
        self.element("p", text(&operation["description"]));
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            self.line(&format!(
                "<p><code>{}</code> ({}): {}</p>",
                escape(text(&parameter["name"])),
                escape(text(&parameter["in"])),
                inline(text(&parameter["description"]))
            ));
        }
        if let Some(content) = operation["requestBody"]["content"].as_object() {
            self.line("<h3>Request</h3>");
            self.bodies(content);
        }
        self.line("<h3>Answers</h3>");
        for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
            let description = inline(text(&answer["description"]));
            self.line(&format!(
                "<details><summary><code>{}</code> {description}</summary>",
                escape(status)
            ));
            self.bodies(answer["content"].as_object().into_iter().flatten());
            self.line("</details>");
        }
        self.line("</section>");
    }

    fn bodies<'a>(&mut self, content: impl IntoIterator<Item = (&'a String, &'a Value)>) {
        for (kind, body) in content {
            let schema = kind_of(&body["schema"]);
            self.line(&format!("<p><code>{}</code> {schema}</p>", escape(kind)));
            let named = body["examples"].as_object().into_iter().flatten();
            let examples = named.map(|(_, example)| &example["value"]);
            for example in examples.chain(body.get("example")) {
                let shown = match example {
                    Value::String(text) => text.clone(),
                    other => serde_json::to_string_pretty(other).unwrap_or_default(),
                };
                self.line(&format!("<pre>{}</pre>", escape(&shown)));
            }
        }
    }

    fn schema(&mut self, name: &str, schema: &Value) {
        let name = escape(name);
        self.line(&format!("<section id=\"{name}\"><h3>{name}</h3>"));
        self.element("p", text(&schema["description"]));
        if let Some(properties) = schema["properties"].as_object() {
            let required: Vec<&str> =
                schema["required"].as_array().into_iter().flatten().map(text).collect();
            self.line("<table><tr><th>field</th><th>type</th><th>meaning</th></tr>");
            for (field, property) in properties {
                let mark = if required.contains(&field.as_str()) { "" } else { " (optional)" };
                self.line(&format!(
                    "<tr><td><code>{}</code></td><td>{}{mark}</td><td>{}</td></tr>",
                    escape(field),
                    kind_of(property),
                    inline(text(&property["description"]))
                ));
            }
            self.line("</table>");
        }
        let values = schema["oneOf"].as_array().into_iter().flatten();
        for value in values.filter(|value| value["const"].is_string()) {
            self.line(&format!(
                "<p><code>{}</code> {}</p>",
                escape(text(&value["const"])),
                inline(text(&value["description"]))
            ));
        }
        self.line("</section>");
    }
}

/// What a value has to be, in a word or as a link to its type.
fn kind_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = escape(reference.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        return alternatives.iter().map(kind_of).collect::<Vec<_>>().join(" or ");
    }
    let mut kind = match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", kind_of(&schema["items"])),
        Value::String(kind) => escape(kind),
        Value::Array(kinds) => {
            kinds.iter().map(|kind| escape(text(kind))).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    };
    if let (Some(min), Some(max)) = (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
        // Writing to a string does not fail.
        let _ = write!(kind, " from {min} to {max}");
    }
    kind
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Text with code between backquotes.
fn inline(text: &str) -> String {
    let mut html = String::new();
    for (place, part) in escape(text).split('`').enumerate() {
        if place > 0 {
            html.push_str(if place % 2 == 1 { "<code>" } else { "</code>" });
        }
        html.push_str(part);
    }
    if text.matches('`').count() % 2 == 1 {
        html.push_str("</code>");
    }
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_is_never_markup() {
        assert_eq!(inline("a `<b>` & \"c\""), "a <code>&lt;b&gt;</code> &amp; &quot;c&quot;");
        assert_eq!(inline("a `b"), "a <code>b</code>");
        let document = json!({
            "info": { "version": "<script>" },
            "paths": { "/<x>": { "get": { "operationId": "a\"b", "responses": {} } } },
            "components": { "schemas": { "<T>": { "description": "<i>" } } },
        });
        let page = page(&document);
        for markup in ["<script>", "/<x>", "a\"b", "<T>", "<i>"] {
            assert!(!page.contains(markup), "{markup}");
        }
    }

    #[test]
    fn a_type_is_named_with_its_bounds() {
        assert_eq!(
            kind_of(&json!({ "type": ["integer", "null"], "minimum": 1, "maximum": 9 })),
            "integer or null from 1 to 9"
        );
        assert_eq!(
            kind_of(&json!({ "type": "array", "items": { "$ref": "#/components/schemas/T" } })),
            "list of <a href=\"#T\">T</a>"
        );
    }
}
