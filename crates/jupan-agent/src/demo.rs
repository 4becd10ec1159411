//! The demonstration: a whole run without any model.

use serde_json::json;

use crate::{Line, ModelAnswer, ScriptedModel, ToolCall};

/// The question of the demonstration.
pub const DEMO_QUESTION: &str =
    "What is the average of the temperatures in Seoul and Jeju right now?";

/// A model that answers [`DEMO_QUESTION`] with `get_weather` and `code_interpreter`. Its
/// answers are scripted; the tools it calls are not, and it goes on only when their results
/// are there.
#[must_use]
pub fn demo_model() -> ScriptedModel {
    let weather =
        |id: &str, city: &str| ToolCall::new(id, "get_weather", json!({"location": city}));
    let code = json!({"code": "print((12 + 22) / 2)"});
    let said = |text: &str, calls: Vec<ToolCall>| ModelAnswer {
        text: Some(text.to_owned()),
        ..ModelAnswer::calls(calls)
    };
    ScriptedModel::new([
        Line::new(said(
            "I need both temperatures first.",
            vec![weather("call_1", "Seoul"), weather("call_2", "Jeju")],
        )),
        Line::after(
            "22 °C",
            said(
                "12 °C and 22 °C: the average is a job for the interpreter.",
                vec![ToolCall::new("call_3", "code_interpreter", code)],
            ),
        ),
        Line::after(
            "17.0",
            ModelAnswer::text("17.0 °C on average: 12 °C in Seoul and 22 °C in Jeju."),
        ),
    ])
}
