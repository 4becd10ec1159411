//! The history in a request, in either wire format.

use serde_json::Value;

use super::Asked;

/// A part of a history.
enum Part<'a> {
    Said(&'a str),
    Call(&'a str),
    Result { id: &'a str, text: &'a str },
}

fn parts(asked: &Asked) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for message in asked.body["messages"].as_array().into_iter().flatten() {
        let role = string(message, "role");
        if role == "tool" {
            let (id, text) = (string(message, "tool_call_id"), string(message, "content"));
            parts.push(Part::Result { id, text });
            continue;
        }
        parts.push(Part::Said(role));
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            parts.push(Part::Call(string(call, "id")));
        }
    }
    for item in asked.body["input"].as_array().into_iter().flatten() {
        let id = string(item, "call_id");
        parts.push(match string(item, "type") {
            "function_call" => Part::Call(id),
            "function_call_output" => Part::Result { id, text: string(item, "output") },
            _ => Part::Said(string(item, "role")),
        });
    }
    parts
}

fn string<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Every call must have its result, in order, before anything else is said.
pub(super) fn check(asked: &Asked) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut results_began = false;
    for part in parts(asked) {
        match part {
            Part::Call(id) => {
                if results_began && !open.is_empty() {
                    return Err(format!("no result for call `{}`", open[0]));
                }
                results_began = false;
                open.push(id);
            }
            Part::Result { id, .. } => {
                if open.first() != Some(&id) {
                    return Err(format!("the result of `{id}` belongs to no open call"));
                }
                results_began = true;
                open.remove(0);
            }
            Part::Said(_) if !open.is_empty() => {
                return Err(format!("no result for call `{}`", open[0]));
            }
            Part::Said(_) => {}
        }
    }
    match open.first() {
        Some(id) => Err(format!("no result for call `{id}`")),
        None => Ok(()),
    }
}

pub(super) fn roles(asked: &Asked) -> Vec<String> {
    let mut roles: Vec<String> = Vec::new();
    let mut calling = false;
    for part in parts(asked) {
        match part {
            Part::Said(role) => {
                calling = role == "assistant";
                roles.push(role.to_owned());
            }
            // The calls of one answer are one turn of the assistant.
            Part::Call(_) if calling => {}
            Part::Call(_) => {
                calling = true;
                roles.push("assistant".to_owned());
            }
            Part::Result { .. } => {
                calling = false;
                roles.push("tool".to_owned());
            }
        }
    }
    roles
}

pub(super) fn results(asked: &Asked) -> Vec<String> {
    parts(asked)
        .into_iter()
        .filter_map(|part| match part {
            Part::Result { text, .. } => Some(text.to_owned()),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(body: Value) -> Asked {
        Asked { path: String::new(), authorization: None, body }
    }

    #[test]
    fn a_call_without_its_result_is_found_in_both_formats() {
        let chat = |results: &[&str]| {
            let calls = json!([{"id": "a"}, {"id": "b"}]);
            let mut messages = vec![
                json!({"role": "user", "content": "q"}),
                json!({"role": "assistant", "tool_calls": calls}),
            ];
            messages.extend(
                results
                    .iter()
                    .map(|id| json!({"role": "tool", "tool_call_id": id, "content": "1"})),
            );
            check(&asked(json!({ "messages": messages })))
        };
        assert_eq!(chat(&["a", "b"]), Ok(()));
        assert_eq!(chat(&["a"]), Err("no result for call `b`".to_owned()));
        assert_eq!(chat(&["b", "a"]), Err("the result of `b` belongs to no open call".to_owned()));
        let responses =
            |outputs: &[&str]| {
                let mut input = vec![
                    json!({"role": "user", "content": "q"}),
                    json!({"type": "function_call", "call_id": "a"}),
                ];
                input.extend(outputs.iter().map(
                    |id| json!({"type": "function_call_output", "call_id": id, "output": "1"}),
                ));
                input.push(json!({"role": "user", "content": "go on"}));
                check(&asked(json!({ "input": input })))
            };
        assert_eq!(responses(&["a"]), Ok(()));
        assert_eq!(responses(&[]), Err("no result for call `a`".to_owned()));
    }
}
