//! Step 1, second half: bytes to a request that can be run as it is.

use std::collections::HashSet;
use std::time::Duration;

use jupan_api::ErrorCode;
use jupan_sandbox::{Limits, Program, Safeguard};
use serde_json::value::RawValue;

use crate::config::ServerConfig;
use crate::error::ApiError;
use crate::execute::files;
use crate::execute::json::places::{Fault, fault};
use crate::execute::json::{Members, depth, document, kind, lone_surrogate};
use crate::execute::names;
use crate::execute::run::source_too_large;

/// How deep arrays and objects in `inputs` may stand in each other.
const MAX_INPUT_DEPTH: usize = 64;
/// The fields of a request, as messages list them.
const FIELDS: &str =
    "`code`, `inputs`, `files`, `outputs`, `limits`, `seed`, `image`, `html`, `session_id`";
/// The fields of `limits`.
const LIMIT_FIELDS: &str = "`wall_ms`, `fuel`, `memory_bytes`, `output_bytes`, \
                            `files_bytes`, `returned_bytes`";

/// A checked request: everything is present and within its bounds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ValidRequest {
    pub(crate) program: Program,
    pub(crate) limits: Limits,
    /// The session to run in, which there may be.
    pub(crate) session_id: Option<String>,
}

impl ValidRequest {
    /// Reads `body`, which takes what [`jupan_api::ExecuteRequest`] takes: the first fault is
    /// an error that says what is wrong, where, and what would be right.
    pub(crate) fn from_body(body: &[u8], config: &ServerConfig) -> Result<Self, ApiError> {
        let document = document(body).map_err(|fault| {
            ApiError::new(ErrorCode::MalformedJson, format!("the body {fault}"))
        })?;
        if kind(document) != "an object" {
            return Err(ApiError::new(
                ErrorCode::InvalidField,
                format!(
                    "the body is {}; it must be an object with the fields {FIELDS}",
                    kind(document)
                ),
            ));
        }
        let mut fields = Fields::default();
        for (name, value) in members(document, "")? {
            let slot = match name.as_str() {
                "code" => &mut fields.code,
                "inputs" => &mut fields.inputs,
                "files" => &mut fields.files,
                "outputs" => &mut fields.outputs,
                "limits" => &mut fields.limits,
                "seed" => &mut fields.seed,
                "image" => &mut fields.image,
                "html" => &mut fields.html,
                "session_id" => &mut fields.session_id,
                _ => return Err(unknown(&name, FIELDS)),
            };
            *slot = Some(value);
        }
        let code = fields.code.ok_or_else(|| {
            ApiError::field("code", "`code` is missing; it must be a string, the Python program")
        })?;
        let limits = match fields.limits {
            None => config.default_limits,
            Some(value) => limits(value, config)?,
        };
        let program = Program {
            code: source(code, limits.source_bytes)?,
            inputs: match fields.inputs {
                None => None,
                Some(value) => inputs(value)?,
            },
            seed: match fields.seed {
                None => None,
                Some(value) => integer("seed", value, 0, u64::MAX)?,
            },
            files: fields.files.map(files::files).transpose()?.unwrap_or_default(),
            outputs: fields.outputs.map(files::outputs).transpose()?.unwrap_or_default(),
            image: match fields.image {
                None => None,
                Some(value) => image(value)?,
            },
            wants_html: match fields.html {
                None => false,
                Some(value) => yes_or_no("html", value)?,
            },
        };
        let session_id = match fields.session_id {
            None => None,
            Some(value) => session_id(value)?,
        };
        if session_id.is_some() && program.image.is_some() {
            return Err(ApiError::field(
                "image",
                "`image` and `session_id` exclude each other: a session settles its image once, with \
                 `image` where it is made, or by what its first program imports",
            ));
        }
        Ok(Self { program, limits, session_id })
    }
}

/// The values of a request, not yet looked at.
#[derive(Default)]
struct Fields<'a> {
    code: Option<&'a RawValue>,
    inputs: Option<&'a RawValue>,
    files: Option<&'a RawValue>,
    outputs: Option<&'a RawValue>,
    limits: Option<&'a RawValue>,
    seed: Option<&'a RawValue>,
    image: Option<&'a RawValue>,
    html: Option<&'a RawValue>,
    session_id: Option<&'a RawValue>,
}

/// The members of an object, each name once. `path` is the object's own place: empty for the
/// body, else with a dot at its end.
pub(crate) fn members<'a>(
    object: &'a RawValue,
    path: &str,
) -> Result<Vec<(String, &'a RawValue)>, ApiError> {
    // The text is valid JSON and an object, so all that can be wrong is a name.
    let Members(members) = serde_json::from_str(object.get()).map_err(|_| {
        let fault = "has a field name with half of a surrogate pair, which stands for no text";
        match path.strip_suffix('.') {
            None => ApiError::new(ErrorCode::InvalidField, format!("the body {fault}")),
            Some(field) => ApiError::field(field, format!("`{field}` {fault}")),
        }
    })?;
    let mut seen = HashSet::with_capacity(members.len());
    for (name, _) in &members {
        if !seen.insert(name.as_str()) {
            let field = clip(&format!("{path}{name}"));
            let message = format!("`{field}` is given twice");
            return Err(ApiError::field(field, message));
        }
    }
    Ok(members)
}

/// The program's text.
fn source(value: &RawValue, max_bytes: u64) -> Result<String, ApiError> {
    let text = value.get();
    if !text.starts_with('"') {
        return Err(wrong_type("code", value, "a string, the Python program"));
    }
    whole_text("code", value)?;
    let code: String = serde_json::from_str(text)
        .map_err(|error| ApiError::field("code", format!("`code` is not a string: {error}")))?;
    let bytes = code.len() as u64;
    if bytes > Safeguard::RequestSource.unless_off(max_bytes, u64::MAX) {
        return Err(source_too_large(bytes, max_bytes));
    }
    Ok(code)
}

/// The session's id; `null` is as good as left out.
fn session_id(value: &RawValue) -> Result<Option<String>, ApiError> {
    if kind(value) == "null" {
        return Ok(None);
    }
    if !value.get().starts_with('"') {
        let right = "a string, the id of a session";
        return Err(wrong_type("session_id", value, right));
    }
    whole_text("session_id", value)?;
    serde_json::from_str(value.get()).map(Some).map_err(|error| {
        ApiError::field("session_id", format!("`session_id` is not a string: {error}"))
    })
}

/// The name of an image, `None` if the program's imports decide. Whether there is such an image is
/// seen before the run.
fn image(value: &RawValue) -> Result<Option<String>, ApiError> {
    match kind(value) {
        "null" => return Ok(None),
        "a string" => {}
        _ => return Err(wrong_type("image", value, "`auto` or the name of an image")),
    }
    whole_text("image", value)?;
    let name: String = serde_json::from_str(value.get())
        .map_err(|error| ApiError::field("image", format!("`image` is not a string: {error}")))?;
    Ok((name != "auto").then_some(name))
}

/// `true` or `false`; `null` is as good as left out.
fn yes_or_no(field: &str, value: &RawValue) -> Result<bool, ApiError> {
    match value.get() {
        "true" => Ok(true),
        "false" | "null" => Ok(false),
        _ => Err(wrong_type(field, value, "`true` or `false`")),
    }
}

/// The inputs as the text they came in, if there are any.
fn inputs(value: &RawValue) -> Result<Option<String>, ApiError> {
    if kind(value) != "an object" {
        return Err(wrong_type("inputs", value, "an object, variable names to values"));
    }
    let members = members(value, "inputs.")?;
    for (name, input) in &members {
        let field = clip(&format!("inputs.{name}"));
        if let Some(refusal) = names::refusal(name) {
            let message = format!("the name in `{field}` {refusal}, so no program could use it");
            return Err(ApiError::field(field, message));
        }
        whole_text(&field, input)?;
        let depth = depth(input);
        if depth > Safeguard::InputDepth.unless_off(MAX_INPUT_DEPTH, usize::MAX) {
            let message = format!(
                "`{field}` has arrays and objects {depth} deep in each other; it may have at most \
                 {MAX_INPUT_DEPTH}"
            );
            return Err(ApiError::field(field, message));
        }
        if let Some(fault) = fault(&format!("inputs.{name}"), input) {
            return Err(deep(fault));
        }
    }
    Ok((!members.is_empty()).then(|| value.get().to_owned()))
}

/// The refusal of what is wrong deep inside an input.
fn deep(fault: Fault<'_>) -> ApiError {
    match fault {
        Fault::Twice { place } => {
            let field = clip(&place);
            let message = format!("`{field}` is given twice");
            ApiError::field(field, message)
        }
        Fault::Infinite { place, number } => {
            let (field, number) = (clip(&place), clip(number));
            let message = format!(
                "`{field}` is {number}, which no float can hold; it must lie within \
                 ±1.7976931348623157e308, or be a string"
            );
            ApiError::field(field, message)
        }
    }
}

/// The limits in force: what the request sets, within its bounds, and the defaults.
fn limits(value: &RawValue, config: &ServerConfig) -> Result<Limits, ApiError> {
    if kind(value) != "an object" {
        return Err(wrong_type("limits", value, "an object"));
    }
    let mut limits = config.default_limits;
    let ceilings = &config.limit_ceilings;
    for (name, value) in members(value, "limits.")? {
        let (slot, min, max) = match name.as_str() {
            "wall_ms" => {
                let [min, max] = [Limits::MIN_WALL, ceilings.wall].map(crate::config::millis);
                if let Some(wall_ms) = integer("limits.wall_ms", value, min, max)? {
                    limits.wall = Duration::from_millis(wall_ms);
                }
                continue;
            }
            "fuel" => (&mut limits.fuel, Limits::MIN_FUEL, ceilings.fuel),
            "memory_bytes" => {
                (&mut limits.memory_bytes, Limits::MIN_MEMORY_BYTES, ceilings.memory_bytes)
            }
            "output_bytes" => {
                (&mut limits.output_bytes, Limits::MIN_OUTPUT_BYTES, ceilings.output_bytes)
            }
            "files_bytes" => {
                (&mut limits.files_bytes, Limits::MIN_FILES_BYTES, ceilings.files_bytes)
            }
            "returned_bytes" => {
                (&mut limits.returned_bytes, Limits::MIN_RETURNED_BYTES, ceilings.returned_bytes)
            }
            _ => return Err(unknown(&format!("limits.{name}"), LIMIT_FIELDS)),
        };
        if let Some(number) = integer(&format!("limits.{name}"), value, min, max)? {
            *slot = number;
        }
    }
    Ok(limits)
}

/// A whole number between `min` and `max`; `null` is as good as left out.
pub(crate) fn integer(
    field: &str,
    value: &RawValue,
    min: u64,
    max: u64,
) -> Result<Option<u64>, ApiError> {
    let text = value.get();
    match kind(value) {
        "null" => return Ok(None),
        "a number" => {}
        _ => {
            return Err(wrong_type(
                field,
                value,
                &format!("a whole number between {min} and {max}"),
            ));
        }
    }
    match text.parse() {
        Ok(number) if (min..=Safeguard::Ceilings.unless_off(max, u64::MAX)).contains(&number) => {
            Ok(Some(number))
        }
        _ => Err(ApiError::field(
            field,
            format!(
                "`{field}` is {}; it must be a whole number between {min} and {max}, in digits only",
                clip(text)
            ),
        )),
    }
}

/// Refuses strings that stand for no text.
pub(crate) fn whole_text(field: &str, value: &RawValue) -> Result<(), ApiError> {
    match lone_surrogate(value) {
        None => Ok(()),
        Some(escape) => Err(ApiError::field(
            field,
            format!(
                "`{field}` has the escape {escape}, half of a surrogate pair without the other \
                 half, which stands for no character"
            ),
        )),
    }
}

pub(crate) fn wrong_type(field: &str, value: &RawValue, right: &str) -> ApiError {
    ApiError::field(field, format!("`{field}` is {}; it must be {right}", kind(value)))
}

pub(crate) fn unknown(field: &str, known: &str) -> ApiError {
    let field = clip(field);
    let message = format!("there is no field `{field}`; the fields are {known}");
    ApiError::field(field, message)
}

/// `text` short enough to stand in a message.
pub(crate) fn clip(text: &str) -> String {
    const MAX: usize = 80;
    if text.len() <= Safeguard::Quoted.unless_off(MAX, usize::MAX) {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(MAX)])
}
