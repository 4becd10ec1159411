//! The sandbox in this process.

use std::path::{Path, PathBuf};

use wasmtime::InstancePre;

use crate::{
    CancelToken, CheckedImage, ImageError, ImageFault, ImageInfo, Limits, Outcome, Program, Runner,
    SandboxError, engine,
    image::{self, LoadedImage},
    run::{self, RunState},
};

/// What a sandbox reserves room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxConfig {
    /// Runs at the same time. One more is refused as a [`SandboxError::Engine`]; who calls
    /// the sandbox keeps to the number. Default: 16.
    pub max_concurrent_runs: usize,
    /// The most linear memory that the limits of a run may allow, in bytes. Default:
    /// [`Limits::MAX_MEMORY_BYTES`]. It is address space, not memory, until a run uses it.
    pub max_memory_bytes: u64,
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self { max_concurrent_runs: 16, max_memory_bytes: Limits::MAX_MEMORY_BYTES }
    }
}

/// Runs programs in this process, each in a fresh instance of one image. Cheap to share
/// between threads; see [`Runner::run`].
pub struct Sandbox {
    info: ImageInfo,
    instance_pre: InstancePre<RunState>,
    max_memory_bytes: u64,
}

impl Sandbox {
    /// Loads the image in the folder `image_dir`.
    ///
    /// # Errors
    ///
    /// When the image cannot be used, with the file and the reason.
    pub fn load(image_dir: &Path, config: &SandboxConfig) -> Result<Self, ImageError> {
        let image = CheckedImage::open(image_dir)?;
        Self::new(GuestSource::Image(&image), config)
    }

    /// Compiles a guest in memory, which takes as long as building an image does; for guests
    /// other than the images, such as tests have. `wasm` must follow the contract in
    /// `jupan-abi`, and needs no `jupan_init`: its memory is taken as it is.
    ///
    /// # Errors
    ///
    /// When the guest does not compile or does not follow the contract.
    pub fn compile(
        wasm: &[u8],
        info: ImageInfo,
        config: &SandboxConfig,
    ) -> Result<Self, ImageError> {
        Self::new(GuestSource::Wasm { wasm, info }, config)
    }

    /// A sandbox that runs the guest of `source`.
    ///
    /// # Errors
    ///
    /// When the guest cannot be used.
    pub fn new(source: GuestSource<'_>, config: &SandboxConfig) -> Result<Self, ImageError> {
        let file = match &source {
            GuestSource::Image(image) => image.path().to_owned(),
            GuestSource::Wasm { info, .. } => PathBuf::from(&info.name),
        };
        let rejected = |reason: String| ImageError { file, fault: ImageFault::Rejected(reason) };
        let runs = match u32::try_from(config.max_concurrent_runs) {
            Ok(runs) => runs,
            Err(_) => return Err(rejected("more than 4294967295 runs at once".to_owned())),
        };
        let memory = match usize::try_from(config.max_memory_bytes.min(Limits::MAX_MEMORY_BYTES)) {
            Ok(memory) => memory,
            Err(_) => {
                return Err(rejected("more memory than this machine can address".to_owned()));
            }
        };
        let engine = engine::running(runs, memory).map_err(|error| rejected(error.to_string()))?;
        let LoadedImage { info, instance_pre } = match source {
            GuestSource::Image(image) => image::load(image, &engine)?,
            GuestSource::Wasm { wasm, info } => image::compile(wasm, info, &engine)?,
        };
        Ok(Self { info, instance_pre, max_memory_bytes: memory as u64 })
    }
}

/// Where a sandbox gets its guest from.
#[derive(Debug, Clone)]
pub enum GuestSource<'a> {
    /// An image.
    Image(&'a CheckedImage),
    /// A guest to be compiled, see [`Sandbox::compile`].
    Wasm {
        /// The guest.
        wasm: &'a [u8],
        /// What it is.
        info: ImageInfo,
    },
}

impl Runner for Sandbox {
    fn run_unless(
        &self,
        program: &Program,
        limits: &Limits,
        cancel: &CancelToken,
    ) -> Result<Outcome, SandboxError> {
        run::check(program, limits, self.max_memory_bytes)?;
        run::run(&self.instance_pre, program, limits, cancel)
    }

    fn image(&self) -> &ImageInfo {
        &self.info
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("image", &self.info.name).finish_non_exhaustive()
    }
}
