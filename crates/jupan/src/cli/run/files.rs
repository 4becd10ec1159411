//! Files that the program is given, and those that it leaves.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Component, Path};

use anyhow::{Context, Result, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::source::{MAX_INPUT_BYTES, read_all};

/// The files that `given` name, as a request has them: `PATH`, which the program sees under the
/// file's own name, or `NAME=PATH`.
pub(super) fn read(given: &[String]) -> Result<Map<String, Value>> {
    let mut files = Map::new();
    for given in given {
        let (name, path) = match given.split_once('=') {
            Some((name, path)) => (name, Path::new(path)),
            None => {
                let path = Path::new(given);
                let name = path.file_name().and_then(|name| name.to_str());
                (name.with_context(|| format!("{given} has no name that is text"))?, path)
            }
        };
        let bytes = File::open(path)
            .and_then(|file| read_all(file, MAX_INPUT_BYTES))
            .with_context(|| format!("cannot read {}", path.display()))?;
        let content = match String::from_utf8(bytes) {
            Ok(text) if is_short_in_json(&text) => Value::String(text),
            Ok(text) => json!({ "base64": STANDARD.encode(text) }),
            Err(error) => json!({ "base64": STANDARD.encode(error.as_bytes()) }),
        };
        if files.insert(name.to_owned(), content).is_some() {
            bail!("two files would have the name {name}; give one of them as NAME=PATH");
        }
    }
    Ok(files)
}

/// Whether `text` takes fewer bytes in JSON as it is than in base64: a control character takes six.
fn is_short_in_json(text: &str) -> bool {
    let more: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
            0..0x20 => 5,
            _ => 0,
        })
        .sum();
    more <= text.len() / 3
}

/// A file in an answer.
#[derive(Debug, Deserialize)]
pub(super) struct Left {
    name: String,
    text: Option<String>,
    base64: Option<String>,
}

/// A file that an answer leaves out.
#[derive(Debug, Deserialize)]
pub(super) struct LeftOut {
    name: String,
    reason: String,
}

impl LeftOut {
    /// Name and reason, in a line.
    pub(super) fn line(&self) -> String {
        format!("{}: {}\n", self.name, self.reason)
    }
}

/// Writes `files` below `folder`, which is made if it is not there. What is there under the same
/// name is replaced.
pub(super) fn write(files: &[Left], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for file in files {
        // The name was made up by the program.
        let relative = Path::new(&file.name);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("the answer has a file named {:?}, which would lie elsewhere", file.name);
        }
        let bytes = match (&file.text, &file.base64) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(base64)) => STANDARD
                .decode(base64)
                .with_context(|| format!("the answer's file {} is not base64", file.name))?,
            _ => bail!("the answer's file {} has no content", file.name),
        };
        let path = folder.join(relative);
        no_link_on_the_way(folder, relative)?;
        put(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Makes sure that no folder between `folder` and the file `relative` to it is a link, which might
/// lead elsewhere: the program chose which of them it takes.
fn no_link_on_the_way(folder: &Path, relative: &Path) -> Result<()> {
    for part in relative.ancestors().skip(1) {
        let on_the_way = folder.join(part);
        let is_link = fs::symlink_metadata(&on_the_way).is_ok_and(|there| there.is_symlink());
        if !part.as_os_str().is_empty() && is_link {
            bail!(
                "cannot write {}: {} is a link, and nothing is written through one",
                folder.join(relative).display(),
                on_the_way.display()
            );
        }
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A link in its place is replaced, not followed.
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(path)?.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_under_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let (text, bytes) = (folder.path().join("a.csv"), folder.path().join("b"));
        fs::write(&text, "é\n").unwrap();
        fs::write(&bytes, [255]).unwrap();
        let (text, bytes) = (text.display().to_string(), bytes.display().to_string());
        let files = read(&[text.clone(), format!("data/x={bytes}")]).unwrap();
        assert_eq!(Value::from(files), json!({"a.csv": "é\n", "data/x": {"base64": "/w=="}}));
        assert_eq!(
            read(&[text.clone(), text]).unwrap_err().to_string(),
            "two files would have the name a.csv; give one of them as NAME=PATH"
        );
        assert!(read(&["/".to_owned()]).is_err());
        assert!(read(&["no/such".to_owned()]).is_err());
    }

    #[test]
    fn files_are_written_below_their_folder_alone() {
        let folder = tempfile::tempdir().unwrap();
        let left = |name: &str, text: Option<&str>, base64: Option<&str>| Left {
            name: name.to_owned(),
            text: text.map(str::to_owned),
            base64: base64.map(str::to_owned),
        };
        let out = folder.path().join("out");
        let files = [left("a/b.txt", Some("x"), None), left("c", None, Some("/w=="))];
        for _ in 0..2 {
            write(&files, &out).unwrap();
        }
        assert_eq!(fs::read(out.join("a/b.txt")).unwrap(), b"x");
        assert_eq!(fs::read(out.join("c")).unwrap(), [255]);
        for name in ["../evil", "/evil", "a/../../evil"] {
            let error = write(&[left(name, Some(""), None)], &out).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("the answer has a file named {name:?}, which would lie elsewhere")
            );
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "kept").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let left = Left { name: "link".to_owned(), text: Some("new".to_owned()), base64: None };
        write(&[left], folder.path()).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"kept");
        assert_eq!(fs::read(&link).unwrap(), b"new");
    }
}
