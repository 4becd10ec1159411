//! `jupan image`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use jupan_sandbox::{
    CpythonFiles, ImageInfo, ImageKind, PackageFiles, Runner, Sandbox, SandboxConfig,
};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::settings::{Settings, ShortSettingsArgs};
use crate::{image_dir, output};

#[derive(Debug, clap::Args)]
#[command(after_help = Exit::HELP)]
pub(crate) struct ImageArgs {
    #[command(subcommand)]
    command: ImageCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ImageCommand {
    /// Snapshot and compile a guest module into an image. `cargo xtask image` calls this.
    Build(BuildArgs),
    /// Show what the images offer; as JSON, in an array.
    Info(InfoArgs),
}

#[derive(Debug, clap::Args)]
struct BuildArgs {
    /// The guest module.
    #[arg(long, value_name = "FILE")]
    wasm: PathBuf,
    /// Folder to write the image to; created if it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Name of the image.
    #[arg(long, value_name = "NAME", default_value = "python")]
    name: String,
    /// Folder of Python packages that the image is to have.
    #[arg(long, value_name = "DIR", requires_all = ["prepare", "warm_up"])]
    packages: Option<PathBuf>,
    /// Python program that imports what every run is to find imported.
    #[arg(long, value_name = "FILE", requires = "packages")]
    prepare: Option<PathBuf>,
    /// Python programs that are run before the snapshot, parted by lines of `# ---`.
    #[arg(long, value_name = "FILE", requires = "packages")]
    warm_up: Option<PathBuf>,
    /// The library of `CPython`, a zip file: the guest is `CPython`, not Jupan's own.
    #[arg(long, value_name = "FILE", requires_all = ["data", "code"], conflicts_with = "packages")]
    library: Option<PathBuf>,
    /// Folder of files that its packages read when they are imported.
    #[arg(long, value_name = "DIR", requires = "library")]
    data: Option<PathBuf>,
    /// Folder with Jupan's Python code for it, of which `start.py` is run before the snapshot.
    #[arg(long, value_name = "DIR", requires = "library")]
    code: Option<PathBuf>,
    /// Version of the image.
    #[arg(long, value_name = "VERSION", default_value = env!("CARGO_PKG_VERSION"))]
    image_version: String,
}

#[derive(Debug, clap::Args)]
struct InfoArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

impl ImageArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        match self.command {
            ImageCommand::Build(args) => args.execute(),
            ImageCommand::Info(args) => args.execute(),
        }
    }
}

impl BuildArgs {
    fn execute(self) -> Result<Exit> {
        let Self {
            wasm,
            out,
            name,
            packages,
            prepare,
            warm_up,
            library,
            data,
            code,
            image_version,
        } = self;
        let mut progress = |step: &str| output::stderr(&format!("{step}\n"));
        if let (Some(library), Some(data), Some(code)) = (library, data, code) {
            let files = CpythonFiles { wasm, library, data, code };
            let info = jupan_sandbox::build_cpython_image(
                &files,
                &out,
                &name,
                &image_version,
                &mut progress,
            )?;
            output::stdout(&describe(&info)).context("cannot print what was built")?;
            return Ok(Exit::Ok);
        }
        let packages = match (packages, prepare, warm_up) {
            (Some(dir), Some(prepare), Some(warm_up)) => {
                Some(PackageFiles { dir, prepare, warm_up })
            }
            // They come together: the arguments require each other.
            _ => None,
        };
        let packages = packages.as_ref();
        let info = jupan_sandbox::build_image(
            &wasm,
            &out,
            &name,
            &image_version,
            packages,
            &mut progress,
        )?;
        output::stdout(&describe(&info)).context("cannot print what was built")?;
        Ok(Exit::Ok)
    }
}

impl InfoArgs {
    fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        let dirs = image_dir::locate(settings.image())?;
        let sandbox = Sandbox::load_all(&dirs, &SandboxConfig::default())?;
        let infos = dirs.iter().zip(sandbox.images());
        let text = if self.json {
            let values: Vec<Value> = infos.map(|(dir, info)| to_json(dir, info)).collect();
            format!("{:#}\n", Value::from(values))
        } else {
            infos.map(|(dir, info)| format!("{}: {}", dir.display(), describe(info))).collect()
        };
        output::stdout(&text).context("cannot print what the images offer")?;
        Ok(Exit::Ok)
    }
}

fn to_json(dir: &Path, info: &ImageInfo) -> Value {
    let ImageInfo {
        name,
        version,
        kind,
        python_version,
        modules,
        preloaded,
        packages,
        memory_bytes,
        blake3,
    } = info;
    json!({
        "dir": dir,
        "name": name,
        "version": version,
        "kind": match kind {
            ImageKind::Jupan => "jupan",
            ImageKind::Cpython => "cpython",
        },
        "python_version": python_version,
        "modules": modules,
        "preloaded": preloaded,
        "packages": packages,
        "memory_bytes": memory_bytes,
        "blake3": blake3,
    })
}

fn describe(info: &ImageInfo) -> String {
    format!(
        "image {} {}, Python {}\n{} modules: {}\nthere without an import: {}\n",
        info.name,
        info.version,
        info.python_version,
        info.modules.len(),
        info.modules.join(" "),
        info.preloaded.join(" "),
    )
}
