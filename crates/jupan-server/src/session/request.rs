//! The body of `POST /v1/sessions`.

use std::time::Duration;

use jupan_api::ErrorCode;
use jupan_sandbox::ImageInfo;
use serde_json::value::RawValue;

use crate::config::ServerConfig;
use crate::error::ApiError;
use crate::execute::json::{document, kind};
use crate::execute::request::{clip, integer, members, unknown, whole_text, wrong_type};

/// The fields of a request, as messages list them.
const FIELDS: &str = "`image`, `max_bytes`, `idle_ms`";

/// What a session is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Place of its image among those of the runner; `None` has its first program decide.
    pub(crate) image: Option<usize>,
    pub(crate) max_bytes: u64,
    pub(crate) max_idle: Duration,
}

/// Reads `body`, which takes what [`jupan_api::SessionRequest`] takes. `images` are those that
/// there are.
pub(super) fn read(
    body: &[u8],
    config: &ServerConfig,
    images: &[ImageInfo],
) -> Result<Wanted, ApiError> {
    let document = document(body)
        .map_err(|fault| ApiError::new(ErrorCode::MalformedJson, format!("the body {fault}")))?;
    if kind(document) != "an object" {
        let kind = kind(document);
        let message = format!("the body is {kind}; it must be an object with the fields {FIELDS}");
        return Err(ApiError::new(ErrorCode::InvalidField, message));
    }
    let mut wanted = Wanted {
        image: None,
        max_bytes: config.session_max_bytes,
        max_idle: Duration::from_millis(config.session_idle_ms),
    };
    for (name, value) in members(document, "")? {
        match name.as_str() {
            "image" => wanted.image = image(value, images)?,
            "max_bytes" => {
                let (min, max) = (ServerConfig::MIN_SESSION_BYTES, config.session_max_bytes);
                if let Some(bytes) = integer("max_bytes", value, min, max)? {
                    wanted.max_bytes = bytes;
                }
            }
            "idle_ms" => {
                if let Some(idle_ms) = integer("idle_ms", value, 1, config.session_idle_ms)? {
                    wanted.max_idle = Duration::from_millis(idle_ms);
                }
            }
            _ => return Err(unknown(&name, FIELDS)),
        }
    }
    Ok(wanted)
}

/// The place of the image that `value` names.
fn image(value: &RawValue, images: &[ImageInfo]) -> Result<Option<usize>, ApiError> {
    if kind(value) == "null" {
        return Ok(None);
    }
    let Ok(name) = serde_json::from_str::<String>(value.get()) else {
        whole_text("image", value)?;
        return Err(wrong_type("image", value, "a string, the name of an image"));
    };
    match images.iter().position(|image| image.name == name) {
        Some(place) if images[place].kind.has_sessions() => Ok(Some(place)),
        Some(_) => Err(ApiError::field(
            "image",
            format!("the image `{name}` has no sessions: each of its runs is on its own"),
        )),
        None => {
            let names: Vec<String> =
                images.iter().map(|image| format!("`{}`", image.name)).collect();
            let (name, names) = (clip(&name), names.join(", "));
            Err(ApiError::field("image", format!("there is no image `{name}`; there are {names}")))
        }
    }
}
