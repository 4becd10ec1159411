//! JSON schemas: from Rust types, and in words for a model.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The JSON schema of `T` as models want it: one object without references and without the
/// schema's version. Title and description of `T` itself are left out too; they are for
/// readers of the Rust code.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("title");
        schema.remove("description");
        // An object without fields has no `properties`, which some providers insist on.
        if schema.get("type").is_some_and(|kind| kind == "object") {
            schema.entry("properties").or_insert_with(|| Value::Object(serde_json::Map::new()));
        }
    }
    schema
}

/// The fields of an object schema in words: `` `a` (number, required), `note` (string) ``.
pub(crate) fn fields_in_words(schema: &Value) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return "no fields".to_owned();
    };
    let required = required(schema);
    let fields: Vec<_> = properties
        .iter()
        .map(|(name, field)| {
            let need = if required.contains(&name.as_str()) { ", required" } else { "" };
            format!("`{name}` ({}{need})", type_in_words(field))
        })
        .collect();
    if fields.is_empty() { "no fields".to_owned() } else { fields.join(", ") }
}

/// The one field that text without any JSON can only mean: the only required one, when it
/// is a string.
pub(crate) fn only_text_field(schema: &Value) -> Option<&str> {
    let [name] = required(schema)[..] else { return None };
    let field = schema.get("properties")?.get(name)?;
    (field.get("type")? == "string").then_some(name)
}

fn required(schema: &Value) -> Vec<&str> {
    schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

fn type_in_words(field: &Value) -> String {
    if let Some(values) = field.get("enum").and_then(Value::as_array) {
        let values: Vec<_> = values.iter().map(Value::to_string).collect();
        return format!("one of {}", values.join(", "));
    }
    match field.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Example {
        /// How many.
        count: u32,
        note: Option<String>,
        kind: Kind,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        One,
        Two,
    }

    #[test]
    fn a_schema_is_one_object_with_the_descriptions_of_the_type() {
        assert_eq!(
            schema_of::<Example>(),
            json!({
                "type": "object",
                "properties": {
                    "count": {
                        "description": "How many.", "type": "integer",
                        "format": "uint32", "minimum": 0
                    },
                    "note": {"type": ["string", "null"]},
                    "kind": {"type": "string", "enum": ["one", "two"]}
                },
                "required": ["count", "kind"],
                "additionalProperties": false
            })
        );
    }

    #[test]
    fn fields_are_named_with_type_and_need() {
        assert_eq!(
            fields_in_words(&schema_of::<Example>()),
            "`count` (integer, required), `kind` (one of \"one\", \"two\", required), \
             `note` (string or null)"
        );
        assert_eq!(fields_in_words(&json!({"type": "object"})), "no fields");
    }

    #[test]
    fn bare_text_can_only_mean_a_single_required_string() {
        let schema = |required: Value, kind: &str| {
            json!({"properties": {"a": {"type": kind}, "b": {"type": "string"}},
                   "required": required})
        };
        assert_eq!(only_text_field(&schema(json!(["a"]), "string")), Some("a"));
        assert_eq!(only_text_field(&schema(json!(["a"]), "integer")), None);
        assert_eq!(only_text_field(&schema(json!(["a", "b"]), "string")), None);
        assert_eq!(only_text_field(&schema(json!([]), "string")), None);
    }
}
