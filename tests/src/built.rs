//! What `cargo xtask test` builds before the tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder `target`: tests lie in `target/release/deps`, programs in `target/release`.
fn target() -> PathBuf {
    let executable = std::env::current_exe().expect("a test knows its own path");
    let release = executable.ancestors().find(|dir| dir.ends_with("release"));
    release.and_then(Path::parent).expect("tests lie below target/release").to_owned()
}

fn must_exist(path: PathBuf) -> PathBuf {
    assert!(path.exists(), "{} is missing; `cargo xtask image` builds it", path.display());
    path
}

/// Folder of other people's clients, with a Python that has them in `venv/bin/python` and a
/// `node_modules`.
///
/// # Panics
///
/// When they are not installed, with the command that does it.
#[must_use]
pub fn clients_dir() -> PathBuf {
    let path = target().join("clients");
    let stamp = path.join("installed.txt");
    assert!(stamp.exists(), "{} is missing; `cargo xtask clients` makes it", stamp.display());
    path
}

/// Folder of this repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lie in the repository").to_owned()
}

/// Folder of the real image.
///
/// # Panics
///
/// When it is not built, with the command that builds it.
#[must_use]
pub fn image_dir() -> PathBuf {
    must_exist(target().join("image/python"))
}

/// Folder of the image with sympy.
///
/// # Panics
///
/// When it is not built, with the command that builds it.
#[must_use]
pub fn sympy_image_dir() -> PathBuf {
    let path = target().join("image/python-sympy");
    assert!(path.exists(), "{} is missing; `cargo xtask image sympy` builds it", path.display());
    path
}

/// Folder of the image with the scientific packages, if it is built. It is optional: its tests say
/// so loudly and do nothing without it, unless `cargo xtask test --science` demands it.
///
/// # Panics
///
/// When it is demanded and not built, with the command that builds it.
#[must_use]
pub fn science_image_dir() -> Option<PathBuf> {
    let path = target().join("image/science");
    if path.join("image.json").exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os(DEMAND_SCIENCE).is_none(),
        "{} is missing; `cargo xtask image science` builds it",
        path.display()
    );
    eprintln!("SKIPPED: the image `science` is not built; `cargo xtask test --science` builds it");
    None
}

/// Set by `cargo xtask test --science`.
const DEMAND_SCIENCE: &str = "DEMAND_SCIENCE_IMAGE";

/// Folders of the images that are built, as `jupan serve` finds them.
///
/// # Panics
///
/// When the first is not built, with the command that builds it.
#[must_use]
pub fn image_dirs() -> Vec<PathBuf> {
    let sympy = target().join("image/python-sympy");
    std::iter::once(image_dir()).chain(sympy.exists().then_some(sympy)).collect()
}

/// The file of the built command line.
///
/// # Panics
///
/// When it is not built, with the command that builds it.
#[must_use]
pub fn jupan_file() -> PathBuf {
    must_exist(target().join(format!("release/jupan{}", std::env::consts::EXE_SUFFIX)))
}

/// The built command line, started in `dir` and untouched by the configuration of whoever
/// runs the tests.
///
/// # Panics
///
/// When it is not built, with the command that builds it.
#[must_use]
pub fn jupan(dir: &Path) -> Command {
    let mut command = Command::new(jupan_file());
    command.current_dir(dir);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("JUPAN_") {
            command.env_remove(name);
        }
    }
    command.env("XDG_CONFIG_HOME", dir.join("no-configuration-here"));
    command
}
