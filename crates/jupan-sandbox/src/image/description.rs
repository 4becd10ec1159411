//! `image.json`.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use wasmtime::Engine;

use crate::{ImageInfo, ImageKind};

/// Name of the description within an image's folder.
pub(crate) const DESCRIPTION_FILE: &str = "image.json";
/// Name of the compiled module within an image's folder.
pub(crate) const MODULE_FILE: &str = "image.cwasm";
/// The file with the mark of a module that was read.
pub(crate) const MARK_FILE: &str = "image.checked";

/// Version of the description's own form.
pub(crate) const FORMAT: u32 = 2;

/// What stands in `image.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    /// [`FORMAT`].
    pub(crate) format: u32,
    /// The image's name.
    pub(crate) name: String,
    /// The image's version.
    pub(crate) version: String,
    /// How programs are handed to it; an image that does not say is one of our own guest.
    #[serde(default)]
    pub(crate) kind: ImageKind,
    /// Version of the contract between host and guest.
    pub(crate) abi_version: u32,
    /// What the module was compiled for, see [`engine_key`].
    pub(crate) engine: String,
    /// Size of the compiled module in bytes.
    pub(crate) module_bytes: u64,
    /// BLAKE3 hash of the compiled module, in hexadecimal.
    pub(crate) module_blake3: String,
    /// The Python version it implements.
    pub(crate) python_version: String,
    /// Modules that can be imported.
    pub(crate) modules: Vec<String>,
    /// Modules that are there without an import.
    pub(crate) preloaded: Vec<String>,
    /// Top-level names of the packages that it has beside the standard library.
    pub(crate) packages: Vec<String>,
    /// Bytes of linear memory at the start of a run.
    pub(crate) memory_bytes: u64,
}

impl Description {
    pub(crate) fn info(&self) -> ImageInfo {
        ImageInfo {
            name: self.name.clone(),
            version: self.version.clone(),
            kind: self.kind,
            python_version: self.python_version.clone(),
            modules: self.modules.clone(),
            preloaded: self.preloaded.clone(),
            packages: self.packages.clone(),
            memory_bytes: self.memory_bytes,
            blake3: self.module_blake3.clone(),
        }
    }
}

/// Names the wasmtime version, the processor and the settings that a module compiled by
/// `engine` is good for.
pub(crate) fn engine_key(engine: &Engine) -> String {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    format!("{}-{:016x}", std::env::consts::ARCH, hasher.finish())
}
