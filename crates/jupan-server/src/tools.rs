//! `GET /v1/tools`: the code tool, as each interface wants it described.

use jupan_api::ToolDefinitions;
use jupan_sandbox::{ImageInfo, Limits};
use serde_json::{Value, json};

use crate::units::{seconds, size};

/// The tool's name.
const NAME: &str = "code_interpreter";
/// Packages that a model may count on. Which of them an image has is worth saying either way.
const PACKAGES: &[&str] = &["numpy", "pandas", "scipy", "sympy", "matplotlib", "requests"];

/// The definitions for a server whose runs have `limits` unless told otherwise.
pub(crate) fn tool_definitions(limits: &Limits, images: &[ImageInfo]) -> ToolDefinitions {
    let description = description(limits, images);
    let parameters = parameters();
    let function = json!({
        "name": NAME, "description": description, "parameters": parameters, "strict": true,
    });
    let one = |tool: Value| vec![tool];
    ToolDefinitions {
        openai_chat: one(json!({"type": "function", "function": function})),
        openai_responses: one(json!({
            "type": "function", "name": NAME, "description": description,
            "parameters": parameters, "strict": true,
        })),
        anthropic: one(json!({
            "name": NAME, "description": description, "input_schema": parameters,
        })),
        mcp: one(json!({
            "name": NAME, "description": description, "inputSchema": parameters,
        })),
    }
}

fn parameters() -> Value {
    json!({
        "type": "object",
        "properties": {
            "code": {
                "type": "string",
                "description": "A whole Python program. Print what is to be seen, or end with an \
                                expression.",
            },
        },
        "required": ["code"],
        "additionalProperties": false,
    })
}

/// What a model has to know before it writes a program.
fn description(limits: &Limits, images: &[ImageInfo]) -> String {
    let Some(image) = images.first() else { return String::new() };
    let has = |package: &str| {
        images.iter().any(|image| image.modules.iter().any(|module| module == package))
    };
    let (here, missing): (Vec<&str>, Vec<&str>) = PACKAGES.iter().partition(|package| has(package));
    let mut sentences = vec![
        format!(
            "Runs a Python {} program in a fresh sandbox and returns what it printed and the \
             value of its last expression. Use it for every calculation, however simple.",
            image.python_version
        ),
        "State is not kept between calls: each program has to define and import all it uses."
            .to_owned(),
    ];
    if !image.preloaded.is_empty() {
        sentences.push(format!("Usable without an import: {}.", image.preloaded.join(", ")));
    }
    sentences.push(match here.as_slice() {
        [] => "More of the standard library can be imported.".to_owned(),
        here => {
            format!("More of the standard library can be imported, and {}.", here.join(", "))
        }
    });
    if here.contains(&"matplotlib") {
        let pictures =
            "A figure of matplotlib that is shown, or open at the end, comes back as a picture.";
        sentences.push(pictures.to_owned());
    }
    sentences.push(match missing.as_slice() {
        [] => "Other packages cannot be installed.".to_owned(),
        missing => {
            format!("Other packages cannot be installed; there is no {}.", missing.join(", "))
        }
    });
    sentences.push(
        "Files can be written and read in the program's folder, and are gone after the run; there is \
         no network and no input()."
            .to_owned(),
    );
    sentences.push(format!(
        "Limits: {} of time, {} of memory, {} of output, {} of program text.",
        seconds(limits.wall),
        size(limits.memory_bytes),
        size(limits.output_bytes),
        size(limits.source_bytes)
    ));
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn image(modules: &[&str], preloaded: &[&str]) -> ImageInfo {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        ImageInfo {
            name: "python".to_owned(),
            version: "1".to_owned(),
            python_version: "3.14.0".to_owned(),
            modules: owned(modules),
            preloaded: owned(preloaded),
            ..ImageInfo::default()
        }
    }

    #[test]
    fn the_description_follows_limits_and_image() {
        assert_eq!(
            description(&Limits::default(), &[image(&["json", "math"], &["json", "math"])]),
            "Runs a Python 3.14.0 program in a fresh sandbox and returns what it printed and the \
             value of its last expression. Use it for every calculation, however simple. State \
             is not kept between calls: each program has to define and import all it uses. \
             Usable without an import: json, math. More of the standard library can be \
             imported. Other packages cannot be installed; there is no numpy, pandas, scipy, \
             sympy, matplotlib, requests. Files can be written and read in the program's folder, \
             and are gone after the run; there is no network and no input(). Limits: 5 s of time, 256 MiB of memory, 64 KiB of output, 256 KiB of program text."
        );
        let limits = Limits {
            wall: Duration::from_millis(500),
            memory_bytes: 1 << 30,
            output_bytes: 1 << 10,
            source_bytes: 100,
            ..Limits::default()
        };
        assert_eq!(
            description(&limits, &[image(PACKAGES, &[])]),
            "Runs a Python 3.14.0 program in a fresh sandbox and returns what it printed and the \
             value of its last expression. Use it for every calculation, however simple. State \
             is not kept between calls: each program has to define and import all it uses. More \
             of the standard library can be imported, and numpy, pandas, scipy, sympy, \
             matplotlib, requests. A figure of matplotlib that is shown, or open at the end, comes \
             back as a picture. Other packages cannot be installed. Files can be written and read in the program's folder, and are gone after the run; there is no network and no \
             input(). Limits: 0.5 s of time, 1 GiB of memory, 1 KiB of output, \
             100 bytes of program text."
        );
    }
}
