//! `RECEIPT.json`: a run that can be repeated, with what came of it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use jupan_sandbox::{ImageInfo, Limits};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form of the file.
const FORMAT: u32 = 1;

/// What of an answer two runs need not have alike: how long they took.
const VOLATILE: &str = "/usage/wall_ms";

/// The parts of an answer, in the words of `jupan verify`.
const PARTS: &[(&str, &str)] = &[
    ("/text", "text"),
    ("/status", "status"),
    ("/stdout", "stdout"),
    ("/stderr", "stderr"),
    ("/result", "result"),
    ("/error", "error"),
    ("/files", "files"),
    ("/files_left_out", "files that were left out"),
    ("/truncated", "output that was left out"),
    ("/usage/fuel", "fuel"),
    ("/usage/memory_peak_bytes", "memory"),
    ("/image", "name or version of the image"),
    ("/fresh", "fresh"),
    ("/session", "session"),
];

/// What stands in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Receipt {
    format: u32,
    /// The body of the request, with every limit in it.
    pub(crate) request: Value,
    /// The hash of the image that ran the program.
    image_blake3: String,
    /// The answer, with the receipt.
    answer: Value,
}

impl Receipt {
    /// The receipt of the run that `request` asked for and that gave `reply`, under `limits` where
    /// the request names none, in one of `images`.
    pub(super) fn new(
        request: &str,
        limits: &Limits,
        images: &[ImageInfo],
        reply: &str,
    ) -> Result<Self> {
        let answer: Value = serde_json::from_str(reply).context("the answer is not JSON")?;
        if hash(&answer).is_none() {
            bail!(
                "there is no receipt: it needs --seed, and a program that does not ask what time it \
                 is and is not ended by the wall clock"
            );
        }
        let mut request: Value = serde_json::from_str(request).context("no proper request")?;
        for (name, default) in [
            ("wall_ms", u64::try_from(limits.wall.as_millis()).unwrap_or(u64::MAX)),
            ("fuel", limits.fuel),
            ("memory_bytes", limits.memory_bytes),
            ("output_bytes", limits.output_bytes),
            ("files_bytes", limits.files_bytes),
            ("returned_bytes", limits.returned_bytes),
        ] {
            let slot = &mut request["limits"][name];
            if slot.is_null() {
                *slot = default.into();
            }
        }
        let image_blake3 = image_hash(&answer, images).unwrap_or_default();
        Ok(Self { format: FORMAT, request, image_blake3, answer })
    }

    /// Writes the file.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self).context("cannot write the receipt")?;
        text.push('\n');
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let receipt: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is no receipt", path.display()))?;
        if receipt.format != FORMAT {
            bail!(
                "{} is a receipt of format {}; this version reads format {FORMAT}",
                path.display(),
                receipt.format
            );
        }
        Ok(receipt)
    }

    /// The hash.
    pub(crate) fn hash(&self) -> &str {
        hash(&self.answer).unwrap_or_default()
    }

    /// What differs from the answer `reply` of the same request, which one of `images` gave.
    pub(crate) fn differences(&self, reply: &str, images: &[ImageInfo]) -> Result<Vec<&str>> {
        let mut answer: Value = serde_json::from_str(reply).context("the answer is not JSON")?;
        let mut differences = Vec::new();
        if image_hash(&answer, images).as_deref() != Some(&*self.image_blake3) {
            differences.push("image");
        }
        for (place, name) in PARTS {
            if answer.pointer(place) != self.answer.pointer(place) {
                differences.push(name);
            }
        }
        if differences.is_empty() && hash(&answer) != hash(&self.answer) {
            // The request was changed, or what was left out of stdout is not the same.
            differences.push("receipt, and nothing else that is in the file");
        }
        // Whatever else there is in an answer, now or in a later version.
        let mut written = self.answer.clone();
        for answer in [&mut answer, &mut written] {
            if let Some(volatile) = answer.pointer_mut(VOLATILE) {
                volatile.take();
            }
        }
        if differences.is_empty() && answer != written {
            differences.push("another part of the answer");
        }
        Ok(differences)
    }
}

fn hash(answer: &Value) -> Option<&str> {
    answer["receipt"].as_str()
}

/// The hash of the image that gave `answer`.
fn image_hash(answer: &Value, images: &[ImageInfo]) -> Option<String> {
    let name = answer["image"]["name"].as_str()?;
    images.iter().find(|image| image.name == name).map(|image| image.blake3.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn images(blake3: &str) -> Vec<ImageInfo> {
        vec![ImageInfo {
            name: "python".to_owned(),
            blake3: blake3.to_owned(),
            ..ImageInfo::default()
        }]
    }

    fn reply(stdout: &str, fuel: u64, receipt: Option<&str>) -> String {
        json!({
            "stdout": stdout, "usage": {"fuel": fuel, "wall_ms": 1.5},
            "image": {"name": "python"}, "receipt": receipt
        })
        .to_string()
    }

    fn receipt() -> Receipt {
        let request = r#"{"code":"1","limits":{"fuel":9000000},"seed":7}"#;
        let limits = Limits::default();
        Receipt::new(request, &limits, &images("i"), &reply("a", 5, Some("h"))).unwrap()
    }

    #[test]
    fn a_receipt_has_every_limit_and_survives_the_file() {
        let receipt = receipt();
        assert_eq!(
            receipt.request["limits"],
            json!({
                "wall_ms": 5000, "fuel": 9_000_000, "memory_bytes": 268_435_456,
                "output_bytes": 65536, "files_bytes": 16_777_216, "returned_bytes": 4_194_304
            })
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        receipt.write(file.path()).unwrap();
        assert_eq!(Receipt::read(file.path()).unwrap(), receipt);
        fs::write(file.path(), "{}").unwrap();
        assert!(Receipt::read(file.path()).is_err());
    }

    #[test]
    fn what_differs_is_named() {
        let receipt = receipt();
        let differences = |reply: &str, image: &str| {
            let images = images(image);
            receipt.differences(reply, &images).unwrap().join(" ")
        };
        assert_eq!(differences(&reply("a", 5, Some("h")), "i"), "");
        assert_eq!(differences(&reply("b", 6, Some("x")), "i"), "stdout fuel");
        assert_eq!(differences(&reply("a", 5, Some("x")), "j"), "image");
        assert_eq!(
            differences(&reply("a", 5, Some("x")), "i"),
            "receipt, and nothing else that is in the file"
        );
    }

    #[test]
    fn no_part_of_an_answer_can_be_changed_but_how_long_it_took() {
        let reply = json!({
            "status": "ok", "text": "1", "stdout": "1", "receipt": "h", "fresh": true,
            "usage": { "wall_ms": 1.5, "fuel": 5 }, "image": { "name": "python", "version": "1" },
        });
        let limits = Limits::default();
        let receipt = Receipt::new("{}", &limits, &images("i"), &reply.to_string()).unwrap();
        let differences = |place: &str, value: Value| {
            let mut changed = reply.clone();
            *changed.pointer_mut(place).unwrap() = value;
            receipt.differences(&changed.to_string(), &images("i")).unwrap().join(" ")
        };
        assert_eq!(differences("/usage/wall_ms", json!(99)), "");
        assert_eq!(differences("/text", json!("2")), "text");
        assert_eq!(differences("/fresh", json!(false)), "fresh");
        assert_eq!(differences("/image/version", json!("2")), "name or version of the image");
        let more = json!({ "wall_ms": 1.5, "fuel": 5, "more": 1 });
        assert_eq!(differences("/usage", more), "another part of the answer");
    }

    #[test]
    fn a_run_without_a_receipt_is_told_why() {
        let error = Receipt::new("{}", &Limits::default(), &images("i"), &reply("a", 5, None));
        assert_eq!(
            error.unwrap_err().to_string(),
            "there is no receipt: it needs --seed, and a program that does not ask what time it is \
             and is not ended by the wall clock"
        );
    }
}
