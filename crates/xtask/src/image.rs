//! The image pipeline: guest and command line side by side, then the image.
//!
//! ```text
//! guest/ + jupan-abi --cargo--> jupan_guest.wasm --+
//!                                                  +--jupan image build--> target/image/python
//! crates/ ---------cargo------> jupan -------------+
//!                                                  +-------> target/image/python-sympy
//! guest/packages/sympy --pip--> target/packages ---+
//! ```
//!
//! Guest and image are cached by content (see [`keys`] and [`stamp`]); the command line is
//! left to cargo, which is quick when nothing changed.

mod keys;
mod packages;
pub(crate) mod patches;
mod science;
mod stamp;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use self::stamp::Stamp;
use crate::cargo_build::Plan;
use crate::progress::Progress;
use crate::workspace::{GUEST_TARGET, Workspace};
use crate::{cargo_build, command, toolchain};

/// What [`ensure`] made sure of.
pub(crate) struct Built {
    /// The command line.
    pub(crate) jupan: PathBuf,
    /// The image's folder.
    pub(crate) image: PathBuf,
}

/// Builds guest, command line and image as far as they are missing or out of date.
pub(crate) fn ensure(workspace: &Workspace) -> Result<Built> {
    let progress = Progress::new();
    let guest_stamp = build_crates(workspace, &progress)?;
    build_image(workspace, &progress, &guest_stamp)?;
    Ok(Built { jupan: workspace.jupan(), image: workspace.image() })
}

/// As [`ensure`], and builds the image with sympy.
pub(crate) fn ensure_sympy(workspace: &Workspace) -> Result<Built> {
    let progress = Progress::new();
    let guest_stamp = build_crates(workspace, &progress)?;
    build_image(workspace, &progress, &guest_stamp)?;
    build_sympy(workspace, &progress, &guest_stamp)?;
    Ok(Built { jupan: workspace.jupan(), image: workspace.sympy_image() })
}

/// As [`ensure`], and builds the image with the scientific packages.
pub(crate) fn ensure_science(workspace: &Workspace) -> Result<Built> {
    let progress = Progress::new();
    let guest_stamp = build_crates(workspace, &progress)?;
    build_image(workspace, &progress, &guest_stamp)?;
    build_science(workspace, &progress)?;
    Ok(Built { jupan: workspace.jupan(), image: workspace.science_image() })
}

/// The folder of sympy and what belongs to it, with their tests.
pub(crate) fn sympy_packages(workspace: &Workspace) -> Result<PathBuf> {
    packages::ensure(workspace, &Progress::new())
}

/// As [`ensure`], and builds the image with sympy if that can be done. A server without it works,
/// but one that finds an image of another version does not start.
pub(crate) fn ensure_all(workspace: &Workspace) -> Result<Built> {
    let progress = Progress::new();
    let guest_stamp = build_crates(workspace, &progress)?;
    build_image(workspace, &progress, &guest_stamp)?;
    if let Err(error) = build_sympy(workspace, &progress, &guest_stamp) {
        let image = workspace.sympy_image();
        if image.exists() {
            std::fs::remove_dir_all(&image)
                .with_context(|| format!("cannot remove {}, which is old", image.display()))?;
        }
        progress.say(&format!(
            "note: programs cannot import sympy, since its image was not built; `cargo xtask image \
             sympy` tries again\n{error:#}"
        ));
    }
    drop_old_science(workspace, &progress)?;
    Ok(Built { jupan: workspace.jupan(), image: workspace.image() })
}

/// Removes the image `science` if it is there and of another version: it takes long to build, so
/// that is done when it is asked for.
fn drop_old_science(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let image = workspace.science_image();
    let inputs = keys::science(workspace, &science::recipe(workspace))?;
    if !image.exists() || is_fresh(&image, &inputs)? {
        return Ok(());
    }
    std::fs::remove_dir_all(&image)
        .with_context(|| format!("cannot remove {}, which is old", image.display()))?;
    progress.say(
        "note: programs cannot import numpy, since its image was an old one; `cargo xtask image \
         science` builds it anew",
    );
    Ok(())
}

/// Whether the folder `image` has the stamp `inputs`.
fn is_fresh(image: &Path, inputs: &str) -> Result<bool> {
    let products = products(image);
    let products = products.each_ref().map(PathBuf::as_path);
    Ok(Stamp::read_if_fresh_all(image, &products, inputs)?.is_some())
}

fn products(image: &Path) -> [PathBuf; 2] {
    [image.join("image.json"), image.join("image.cwasm")]
}

/// Builds the guest and the command line at the same time; gives the guest's stamp.
fn build_crates(workspace: &Workspace, progress: &Progress) -> Result<Stamp> {
    let wasm = workspace.guest_wasm();
    let rustc_version = toolchain::rustc_version(&workspace.guest())?;
    let inputs = keys::guest(workspace, &rustc_version)?;
    let known = Stamp::read_if_fresh(&wasm, &inputs)?;

    let mut builds = Vec::new();
    if known.is_none() {
        toolchain::ensure_guest_target(&workspace.guest(), progress)?;
        let plan = Plan {
            dir: workspace.guest(),
            package: "jupan-guest",
            target: GUEST_TARGET.to_owned(),
        };
        let guest = guest_build(workspace, "release")?;
        builds.push(cargo_build::start(progress, "guest", guest, plan)?);
    }
    let plan = Plan {
        dir: workspace.root.clone(),
        package: "jupan",
        target: toolchain::host_target(&rustc_version)?,
    };
    builds.push(cargo_build::start(progress, "jupan", host_build(workspace), plan)?);
    cargo_build::finish(progress, builds)?;

    match known {
        Some(stamp) => Ok(stamp),
        None => Stamp::write(&wasm, &[&wasm], inputs),
    }
}

/// Builds the guest alone, in a cargo profile of its workspace; gives the module.
pub(crate) fn guest(workspace: &Workspace, profile: &str) -> Result<PathBuf> {
    toolchain::ensure_guest_target(&workspace.guest(), &Progress::new())?;
    command::run(&mut guest_build(workspace, profile)?)?;
    Ok(workspace.guest_target().join(GUEST_TARGET).join(profile).join("jupan_guest.wasm"))
}

fn guest_build(workspace: &Workspace, profile: &str) -> Result<Command> {
    let patched = patches::ensure_applied(workspace)?;
    let mut cargo = command::cargo(&workspace.guest());
    cargo
        .args(["build", "--profile", profile, "--config", &patched])
        // The interpreter's crates ask for a newer compiler than they need.
        .args(["--locked", "--ignore-rust-version"])
        .args(["--target", GUEST_TARGET])
        .arg("--target-dir")
        .arg(workspace.guest_target());
    // Flags meant for the host would replace the ones that the guest's own configuration has.
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"] {
        cargo.env_remove(name);
    }
    Ok(cargo)
}

fn host_build(workspace: &Workspace) -> Command {
    let mut cargo = command::cargo(&workspace.root);
    cargo.args(["build", "--release", "--locked", "--package", "jupan"]);
    cargo
}

/// Snapshots and compiles the guest into the image.
fn build_image(workspace: &Workspace, progress: &Progress, guest: &Stamp) -> Result<()> {
    let inputs = keys::image(workspace, &guest.product)?;
    snapshot(workspace, progress, &workspace.guest_wasm(), &workspace.image(), inputs, |_| {})
}

/// The same with sympy.
fn build_sympy(workspace: &Workspace, progress: &Progress, guest: &Stamp) -> Result<()> {
    let recipe = packages::recipe(workspace);
    let inputs = keys::image_with(workspace, &guest.product, &recipe)?;
    let packages = packages::ensure(workspace, progress)?;
    snapshot(
        workspace,
        progress,
        &workspace.guest_wasm(),
        &workspace.sympy_image(),
        inputs,
        |build| {
            build
                .args(["--name", "python-sympy", "--packages"])
                .arg(&packages)
                .arg("--prepare")
                .arg(recipe.join("prepare.py"))
                .arg("--warm-up")
                .arg(recipe.join("warm_up.py"));
        },
    )
}

/// The one with the scientific packages, which is made of another guest.
fn build_science(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let recipe = science::recipe(workspace);
    let inputs = keys::science(workspace, &recipe)?;
    let files = science::ensure(workspace, progress)?;
    let image = workspace.science_image();
    snapshot(workspace, progress, &files.wasm, &image, inputs, |build| {
        build
            .args(["--name", "science", "--library"])
            .arg(&files.library)
            .arg("--data")
            .arg(&files.data)
            .arg("--code")
            .arg(&recipe);
    })?;
    science::add_licences(&files, &image)
}

/// Makes the folder `image` of the guest in the file `wasm`, unless it is there with the stamp
/// `inputs`. What it has beside the guest, `with` adds to the command.
fn snapshot(
    workspace: &Workspace,
    progress: &Progress,
    wasm: &Path,
    image: &Path,
    inputs: String,
    with: impl FnOnce(&mut Command),
) -> Result<()> {
    if is_fresh(image, &inputs)? {
        return Ok(());
    }
    let products = products(image);
    let products = products.each_ref().map(PathBuf::as_path);
    // A stamp must never outlive the products it was made for.
    Stamp::remove(image)?;

    let name = image.file_name().unwrap_or_default().to_string_lossy();
    let step = progress.step(&name, "starting");
    let mut build = Command::new(workspace.jupan());
    build
        .args(["image", "build", "--wasm"])
        .arg(wasm)
        .arg("--out")
        .arg(image)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    with(&mut build);
    let mut child = build.spawn().context("cannot start the jupan just built")?;
    let mut said = String::new();
    if let Some(stderr) = child.stderr.take() {
        for line in BufReader::new(stderr).lines() {
            let line = line.context("cannot read what jupan says")?;
            step.note(&line);
            said.push_str(&line);
            said.push('\n');
        }
    }
    let status = child.wait().context("cannot wait for jupan")?;
    if !status.success() {
        drop(step);
        bail!("{said}{} failed: {status}", command::show(&build));
    }
    Stamp::write(image, &products, inputs)?;
    step.finish(progress, "built");
    Ok(())
}
