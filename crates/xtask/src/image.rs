//! The image pipeline: guest and command line side by side, then the image.
//!
//! ```text
//! guest/ + jupan-abi --cargo--> jupan_guest.wasm --+
//!                                                  +--jupan image build--> target/image/python
//! crates/ ---------cargo------> jupan -------------+
//! ```
//!
//! Guest and image are cached by content (see [`keys`] and [`stamp`]); the command line is
//! left to cargo, which is quick when nothing changed.

mod keys;
pub(crate) mod patches;
mod stamp;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
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
    let image = workspace.image();
    let products = [image.join("image.json"), image.join("image.cwasm")];
    let products = products.each_ref().map(PathBuf::as_path);
    let inputs = keys::image(workspace, &guest.product)?;
    if Stamp::read_if_fresh_all(&image, &products, &inputs)?.is_some() {
        return Ok(());
    }
    // A stamp must never outlive the products it was made for.
    Stamp::remove(&image)?;

    let step = progress.step("image", "starting");
    let mut build = Command::new(workspace.jupan());
    build
        .args(["image", "build", "--wasm"])
        .arg(workspace.guest_wasm())
        .arg("--out")
        .arg(&image)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
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
    Stamp::write(&image, &products, inputs)?;
    step.finish(progress, "built");
    Ok(())
}
