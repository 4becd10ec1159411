//! From what a model sent to arguments that can be checked, and what is wrong with them.

use serde_json::{Map, Value};

use super::schema::{fields_in_words, only_text_field};
use crate::RawArguments;

/// Arguments that can't be used, in words that let the model do better.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("wrong arguments for `{tool}`: {problem}; it takes {expected}")]
pub struct ArgumentError {
    /// The tool.
    pub tool: String,
    /// What is wrong, and where.
    pub problem: String,
    /// The fields the tool takes.
    pub expected: String,
}

impl ArgumentError {
    pub(super) fn new(tool: &str, schema: &Value, problem: impl Into<String>) -> Self {
        Self { tool: tool.to_owned(), problem: problem.into(), expected: fields_in_words(schema) }
    }
}

/// A JSON object out of what the model sent, and a note for each thing that had to be put
/// right.
pub(super) fn to_object(
    tool: &str,
    schema: &Value,
    raw: &RawArguments,
) -> Result<(Map<String, Value>, Vec<String>), ArgumentError> {
    let mut notes = Vec::new();
    let text = match raw {
        RawArguments::Json(Value::Object(object)) => return Ok((object.clone(), notes)),
        RawArguments::Json(Value::Null) => return Ok((Map::new(), notes)),
        RawArguments::Json(other) => &other.to_string(),
        RawArguments::Text(text) => text,
    };
    if text.trim().is_empty() {
        return Ok((Map::new(), notes));
    }
    let bare = |text: &str, notes: &mut Vec<String>| {
        only_text_field(schema).map(|field| {
            notes.push(format!("text without JSON was taken as `{field}`"));
            Map::from_iter([(field.to_owned(), Value::String(text.to_owned()))])
        })
    };
    let problem = match parse(text, &mut notes) {
        Ok(Value::Object(object)) => return Ok((object, notes)),
        Ok(Value::Null) => return Ok((Map::new(), notes)),
        Ok(Value::String(inner)) => {
            if let Ok(object) = serde_json::from_str::<Map<String, Value>>(&inner) {
                notes.push("JSON inside a JSON string was unpacked".to_owned());
                return Ok((object, notes));
            }
            if let Some(object) = bare(&inner, &mut notes) {
                return Ok((object, notes));
            }
            "they are a string, not a JSON object".to_owned()
        }
        // `[1, 2]` and `42` are JSON, and programs too.
        Ok(_) => match bare(text, &mut notes) {
            Some(object) => return Ok((object, notes)),
            None => "they are JSON, but not an object".to_owned(),
        },
        Err(error) => {
            // What begins as an object was meant to be one.
            if !text.trim_start().starts_with('{')
                && let Some(object) = bare(text, &mut notes)
            {
                return Ok((object, notes));
            }
            format!("they are not valid JSON ({error})")
        }
    };
    Err(ArgumentError::new(tool, schema, problem))
}

fn parse(text: &str, notes: &mut Vec<String>) -> Result<Value, serde_json::Error> {
    let strict = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    if let Some(inner) = without_fence(text)
        && let Ok(value @ Value::Object(_)) = serde_json::from_str(inner)
    {
        notes.push("a code fence around the JSON was removed".to_owned());
        return Ok(value);
    }
    if let Ok(value) = serde_json::from_str(&with_escaped_controls(text)) {
        notes.push("line ends inside a JSON string were escaped".to_owned());
        return Ok(value);
    }
    Err(strict)
}

/// The inside of a Markdown fence, when `text` is nothing but one fenced block. Whatever
/// follows the opening fence on its line, such as `python`, is the fence's.
pub(crate) fn without_fence(text: &str) -> Option<&str> {
    let text = text.trim();
    let fence = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence))?;
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end().len() > fence.len() + 20 {
        return None;
    }
    let rest = rest.trim_end();
    // A model that ran out of tokens leaves the closing fence out.
    let inside = rest.strip_suffix(fence).unwrap_or(rest);
    // A second block means that there is prose between; that is not for us to judge.
    (!inside.contains(fence)).then_some(inside)
}

/// `text` with the control characters inside JSON strings escaped.
fn with_escaped_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            '\n' if inside => out.push_str("\\n"),
            '\r' if inside => out.push_str("\\r"),
            '\t' if inside => out.push_str("\\t"),
            _ => out.push(c),
        }
        if c == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && c == '\\' && !escaped;
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn code_schema() -> Value {
        json!({"type": "object", "properties": {"code": {"type": "string"}},
               "required": ["code"]})
    }

    fn pair_schema() -> Value {
        json!({"type": "object", "properties": {"a": {"type": "integer"}},
               "required": ["a"]})
    }

    fn object(schema: &Value, raw: Value) -> Result<(Value, Vec<String>), String> {
        to_object("f", schema, &RawArguments::from(raw))
            .map(|(object, notes)| (Value::Object(object), notes))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_string_and_an_object_give_the_same_arguments_without_a_note() {
        let expected = Ok((json!({"a": 1}), vec![]));
        assert_eq!(object(&pair_schema(), json!("{\"a\": 1}")), expected);
        assert_eq!(object(&pair_schema(), json!({"a": 1})), expected);
        assert_eq!(object(&pair_schema(), json!("")), Ok((json!({}), vec![])));
        assert_eq!(object(&pair_schema(), json!(null)), Ok((json!({}), vec![])));
    }

    #[test]
    fn what_models_get_wrong_is_put_right_and_noted() {
        let code = |raw: &str, code: &str, note: &str| {
            assert_eq!(
                object(&code_schema(), json!(raw)),
                Ok((json!({"code": code}), vec![note.to_owned()])),
                "{raw}"
            );
        };
        code("print(1)\nprint(2)", "print(1)\nprint(2)", "text without JSON was taken as `code`");
        code("\"print(1)\"", "print(1)", "text without JSON was taken as `code`");
        code("42", "42", "text without JSON was taken as `code`");
        code(r#""{\"code\": \"print(1)\"}""#, "print(1)", "JSON inside a JSON string was unpacked");
        code(
            "```json\n{\"code\": \"print(1)\"}\n```",
            "print(1)",
            "a code fence around the JSON was removed",
        );
        code(
            "{\"code\": \"print('\\\"')\nprint(2)\"}",
            "print('\"')\nprint(2)",
            "line ends inside a JSON string were escaped",
        );
    }

    #[test]
    fn what_cannot_be_put_right_is_told_precisely() {
        let message = |raw: Value| object(&pair_schema(), raw).unwrap_err();
        assert_eq!(
            message(json!("{\"a\": 1")),
            "wrong arguments for `f`: they are not valid JSON (EOF while parsing an object at \
             line 1 column 7); it takes `a` (integer, required)"
        );
        assert_eq!(
            message(json!("[1]")),
            "wrong arguments for `f`: they are JSON, but not an object; \
             it takes `a` (integer, required)"
        );
        assert_eq!(
            message(json!("\"one\"")),
            "wrong arguments for `f`: they are a string, not a JSON object; \
             it takes `a` (integer, required)"
        );
        // An object that breaks off is never run as a program.
        assert_eq!(
            object(&code_schema(), json!("{\"code\": \"print(1)")).unwrap_err(),
            "wrong arguments for `f`: they are not valid JSON (EOF while parsing a string at \
             line 1 column 18); it takes `code` (string, required)"
        );
    }

    #[test]
    fn only_a_text_that_is_one_block_loses_its_fence() {
        assert_eq!(without_fence("```python\nprint(1)\n```"), Some("print(1)\n"));
        assert_eq!(without_fence("  ~~~\nx\n~~~  "), Some("x\n"));
        assert_eq!(without_fence("```\nprint(1)"), Some("print(1)"));
        assert_eq!(without_fence("print('```')"), None);
        assert_eq!(without_fence("```\na\n```\nthen\n```\nb\n```"), None);
    }
}
