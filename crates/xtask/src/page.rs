//! `cargo xtask page`: the page in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;
use crate::{command, image};

/// What is to be done.
#[derive(clap::Args)]
pub(crate) struct PageArgs {
    /// Also write docs/page/*.png.
    #[arg(long)]
    screenshots: bool,
}

/// Where the tests lie.
const TESTS: &str = "tests/page";
/// What names the packages that the tests need, and their versions.
const PACKAGES: [&str; 2] = ["package.json", "package-lock.json"];
/// Names under which a browser that will do may be found.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Builds and installs what is missing, then runs the tests.
pub(crate) fn run(workspace: &Workspace, args: &PageArgs) -> Result<()> {
    let built = image::ensure_all(workspace)?;
    let modules = packages(workspace)?;
    let browser = browser()?;
    let tests = workspace.root.join(TESTS);
    let shots = tempfile::tempdir().context("cannot make a folder for screenshots")?;
    let mut node = Command::new("node");
    node.arg("--test")
        .args(["units.test.js", "page.test.js"].map(|file| tests.join(file)))
        .env("JUPAN", &built.jupan)
        .env("CHROMIUM", browser)
        .env("MODULES", modules);
    if args.screenshots {
        node.env("SHOTS", shots.path());
    }
    command::run(&mut node)?;
    if args.screenshots {
        let docs = workspace.root.join("docs/page");
        fs::create_dir_all(&docs).context("cannot make docs/page")?;
        for (shot, name) in SHOTS {
            fs::copy(shots.path().join(shot), docs.join(name))
                .with_context(|| format!("there is no screenshot {shot}"))?;
        }
    }
    Ok(())
}

/// The screenshots that the documents show: as the tests name them, and as they are called there.
const SHOTS: [(&str, &str); 4] = [
    ("result-light-wide.png", "program-light.png"),
    ("error-dark-wide.png", "program-dark.png"),
    ("result-light-phone.png", "program-phone.png"),
    ("trace-light-wide.png", "agent-light.png"),
];

/// Makes sure that the packages are installed; gives the folder they lie in.
fn packages(workspace: &Workspace) -> Result<PathBuf> {
    let dir = workspace.target.join("page");
    let stamp = dir.join("installed.json");
    let read = |name: &str| {
        let path = workspace.root.join(TESTS).join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let lock = read(PACKAGES[1])?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(dir);
    }
    fs::create_dir_all(&dir).context("cannot make target/page")?;
    for name in PACKAGES {
        fs::write(dir.join(name), read(name)?).context("cannot write to target/page")?;
    }
    // No script of a package is run; the browser is the system's.
    command::run(Command::new("npm").current_dir(&dir).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
    ]))
    .context("the page's tests need Node 20 or newer, with npm")?;
    fs::write(&stamp, lock).context("cannot write to target/page")?;
    Ok(dir)
}

/// The browser, installed if it is missing and that can be done.
fn browser() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    if let Some(found) = on_the_path() {
        return Ok(found);
    }
    let is_root = command::capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !is_root || !Path::new("/usr/bin/apt-get").exists() {
        bail!(
            "no Chromium was found; install it (`apt-get install chromium`) or name it: CHROMIUM"
        );
    }
    let apt = |args: &[&str]| {
        command::run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(args))
    };
    apt(&["update"])?;
    apt(&["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"])?;
    on_the_path().context("the package chromium was installed and has no program chromium")
}

fn on_the_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let files = BROWSERS.iter().flat_map(|name| dirs.iter().map(move |dir| dir.join(name)));
    files.into_iter().find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_package_has_one_version() {
        let text = include_str!("../../../tests/page/package.json");
        let versions: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.contains("\"dependencies\""))
            .skip(1)
            .take_while(|line| !line.contains('}'))
            .filter_map(|line| line.split('"').nth(3))
            .collect();
        assert!(!versions.is_empty());
        assert!(
            versions.iter().all(|version| version.starts_with(|c: char| c.is_ascii_digit())),
            "{versions:?}"
        );
    }
}
