//! An image's files, checked: every check comes before the first byte of it is run.

use std::{
    fs::File,
    io::{self, Read as _},
    panic::resume_unwind,
    path::{Path, PathBuf},
    thread,
};

use jupan_abi::ABI_VERSION;

use super::{
    ImageError, ImageFault,
    description::{DESCRIPTION_FILE, Description, FORMAT, MARK_FILE, MODULE_FILE, engine_key},
    mark::Mark,
};
use crate::{ImageInfo, Safeguard, engine};

/// The most bytes a description may have: 1 MiB.
pub(crate) const MAX_DESCRIPTION_BYTES: usize = 1 << 20;

/// An image that has been checked. Its file is held open, so that what was checked is what
/// runs, also if an image that is built later takes its place.
#[derive(Debug)]
pub struct CheckedImage {
    description: Description,
    module: File,
    module_path: PathBuf,
}

impl CheckedImage {
    /// Opens the image in the folder `dir` and sees that it is whole: it is read, unless that was
    /// done before and its file has not been touched since.
    ///
    /// # Errors
    ///
    /// When a file is missing, damaged, made for another engine, or could have been changed by
    /// somebody else.
    pub fn open(dir: &Path) -> Result<Self, ImageError> {
        let description_path = dir.join(DESCRIPTION_FILE);
        let description = read_description(&description_path)
            .map_err(|fault| ImageError { file: description_path, fault })?;
        let module_path = dir.join(MODULE_FILE);
        match open_module(&module_path, &description) {
            Ok(module) => Ok(Self { description, module, module_path }),
            Err(fault) => Err(ImageError { file: module_path, fault }),
        }
    }

    /// Opens the images in the folders `dirs` at the same time.
    ///
    /// # Errors
    ///
    /// As [`CheckedImage::open`], for the first one that cannot be used.
    pub fn open_all(dirs: &[PathBuf]) -> Result<Vec<Self>, ImageError> {
        thread::scope(|scope| {
            let opened: Vec<_> = dirs.iter().map(|dir| scope.spawn(|| Self::open(dir))).collect();
            opened
                .into_iter()
                .map(|opened| opened.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }

    /// An image whose files another process has checked, which hands them over.
    pub(crate) fn handed_over(description: Description, module: File) -> Self {
        Self { description, module, module_path: MODULE_FILE.into() }
    }

    /// What it offers.
    #[must_use]
    pub fn info(&self) -> ImageInfo {
        self.description.info()
    }

    /// What tells it from every other: it follows from its content.
    pub(crate) fn id(&self) -> [u8; 32] {
        *blake3::hash(self.description.module_blake3.as_bytes()).as_bytes()
    }

    /// Its file.
    pub(crate) fn path(&self) -> &Path {
        &self.module_path
    }

    /// What another process needs to take it over with [`CheckedImage::handed_over`].
    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// The compiled module.
    pub(crate) fn module(&self) -> &File {
        &self.module
    }
}

fn read_description(path: &Path) -> Result<Description, ImageFault> {
    let mut text = String::new();
    open(path)?
        .take(Safeguard::Description.unless_off(MAX_DESCRIPTION_BYTES as u64, u64::MAX))
        .read_to_string(&mut text)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    // The form is checked first, so that a newer one is named instead of its unknown fields.
    let value: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    let version = |what, field: &str, needed| match value.get(field).and_then(|v| v.as_u64()) {
        Some(found) if found == u64::from(needed) => Ok(()),
        Some(found) => {
            let found = u32::try_from(found).unwrap_or(u32::MAX);
            Err(ImageFault::Version { what, found, needed })
        }
        None => Err(ImageFault::NotADescription(format!("`{field}` is missing"))),
    };
    version("description format", "format", FORMAT)?;
    version("ABI version", "abi_version", ABI_VERSION)?;
    let description: Description = serde_json::from_value(value)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    let engine = engine::compiling(description.kind)
        .map_err(|error| ImageFault::Rejected(error.to_string()))?;
    let needed = engine_key(&engine);
    if description.engine != needed {
        return Err(ImageFault::Foreign { found: description.engine, needed });
    }
    Ok(description)
}

fn open_module(path: &Path, description: &Description) -> Result<File, ImageFault> {
    let mut file = open(path)?;
    let metadata = file.metadata().map_err(ImageFault::Unreadable)?;
    let bytes = metadata.len();
    if bytes != description.module_bytes {
        return Err(ImageFault::Damaged(format!(
            "it has {bytes} bytes instead of {}",
            description.module_bytes
        )));
    }
    let mark = Mark::of(&metadata, &description.module_blake3);
    let mark_path = path.with_file_name(MARK_FILE);
    if mark.is_at(&mark_path) {
        return Ok(file);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(&mut file).map_err(ImageFault::Unreadable)?;
    if hasher.finalize().to_hex().as_str() != description.module_blake3 {
        return Err(ImageFault::Damaged("its content does not match its hash".to_owned()));
    }
    // Not if it was written to while it was read.
    let after = file.metadata().map_err(ImageFault::Unreadable)?;
    if Mark::of(&after, &description.module_blake3) == mark {
        mark.put(&mark_path);
    }
    Ok(file)
}

/// A file that nobody else can have changed.
pub(super) fn open(path: &Path) -> Result<File, ImageFault> {
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ImageFault::Missing,
        _ => ImageFault::Unreadable(error),
    })?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata().map_err(ImageFault::Unreadable)?.permissions().mode();
        if mode & 0o002 != 0 {
            return Err(ImageFault::WritableByAll);
        }
    }
    Ok(file)
}
