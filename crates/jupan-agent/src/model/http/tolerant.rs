//! Reading answers of providers that are less exact than the documents they follow.

use serde_json::Value;

use crate::{RawArguments, ToolCall};

/// Text that may be a string, null, or a list of parts.
pub(super) fn text(content: &Value) -> Option<String> {
    let text = match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| match part {
                Value::String(text) => Some(text.as_str()),
                part => part.get("text").or_else(|| part.get("refusal"))?.as_str(),
            })
            .collect(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// An id that may be a string, a number, or missing.
pub(super) fn id(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => String::new(),
    }
}

/// A call whose arguments may be a string, as they ought to be, an object, or missing.
pub(super) fn call(
    id: String,
    name: Option<&Value>,
    arguments: Option<&Value>,
    notes: &mut Vec<String>,
) -> ToolCall {
    let name = name.and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let arguments = match arguments {
        None | Some(Value::Null) => RawArguments::Text(String::new()),
        Some(Value::String(text)) => RawArguments::Text(text.clone()),
        Some(other) => {
            notes.push(format!("the arguments of `{name}` came as JSON, not as a string"));
            RawArguments::Json(other.clone())
        }
    };
    ToolCall { id, name, arguments }
}

/// Takes a leading `<think>` block, which local models write into the text, out of it.
pub(super) fn split_thought(text: Option<String>) -> (Option<String>, Option<String>) {
    let Some(whole) = text else { return (None, None) };
    let split = whole
        .trim_start()
        .strip_prefix("<think>")
        .and_then(|rest| rest.split_once("</think>"))
        .map(|(thought, rest)| (non_empty(thought), non_empty(rest)));
    split.unwrap_or((None, Some(whole)))
}

pub(super) fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A count that may be missing.
pub(super) fn count(usage: &Value, name: &str) -> Option<u64> {
    usage.get(name)?.as_u64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_is_read_from_a_string_and_from_parts() {
        assert_eq!(text(&json!("hi")), Some("hi".to_owned()));
        assert_eq!(
            text(&json!([{"type": "text", "text": "a"}, {"type": "image"}, {"text": "b"}])),
            Some("ab".to_owned())
        );
        assert_eq!(text(&json!(null)), None);
        assert_eq!(text(&json!("")), None);
    }

    #[test]
    fn arguments_are_read_from_a_string_and_from_an_object() {
        let read = |arguments: Option<Value>| {
            let mut notes = Vec::new();
            let call = call(String::new(), Some(&json!("f")), arguments.as_ref(), &mut notes);
            (call.arguments, notes.len())
        };
        assert_eq!(read(Some(json!("{}"))), (RawArguments::Text("{}".to_owned()), 0));
        assert_eq!(read(Some(json!({"a": 1}))), (RawArguments::Json(json!({"a": 1})), 1));
        assert_eq!(read(None), (RawArguments::Text(String::new()), 0));
    }

    #[test]
    fn a_leading_thought_is_kept_apart() {
        let split = |text: &str| split_thought(Some(text.to_owned()));
        assert_eq!(
            split("<think>\nhm\n</think>\n\n42"),
            (Some("hm".to_owned()), Some("42".to_owned()))
        );
        assert_eq!(split("<think></think>"), (None, None));
        assert_eq!(split("the tag <think> is"), (None, Some("the tag <think> is".to_owned())));
    }
}
