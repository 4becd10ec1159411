//! Where things are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command;

/// The target that the guest is built for.
pub(crate) const GUEST_TARGET: &str = "wasm32-wasip1";

/// The folders of this checkout.
pub(crate) struct Workspace {
    /// The top of the checkout.
    pub(crate) root: PathBuf,
    /// Cargo's target directory for the host workspace; `CARGO_TARGET_DIR` can move it.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Finds the checkout this binary was built from.
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .context("the manifest of xtask is not two folders below the top")?;
        let metadata = command::metadata(root, &["--no-deps", "--offline"])?;
        Ok(Self { root: root.to_owned(), target: metadata.target_directory.into_std_path_buf() })
    }

    /// The guest's workspace.
    pub(crate) fn guest(&self) -> PathBuf {
        self.root.join("guest")
    }

    /// The guest's own target directory, never the host's: the two are built side by side,
    /// and cargo locks the directory.
    pub(crate) fn guest_target(&self) -> PathBuf {
        self.guest().join("target")
    }

    /// The guest as cargo leaves it.
    pub(crate) fn guest_wasm(&self) -> PathBuf {
        self.guest_target().join(GUEST_TARGET).join("release/jupan_guest.wasm")
    }

    /// The command line.
    pub(crate) fn jupan(&self) -> PathBuf {
        self.target.join("release").join(format!("jupan{}", std::env::consts::EXE_SUFFIX))
    }

    /// The image with sympy.
    pub(crate) fn sympy_image(&self) -> PathBuf {
        self.target.join("image/python-sympy")
    }

    /// The image with the scientific packages.
    pub(crate) fn science_image(&self) -> PathBuf {
        self.target.join("image/science")
    }

    /// The image, where `jupan` looks for it.
    pub(crate) fn image(&self) -> PathBuf {
        self.target.join("image/python")
    }
}
