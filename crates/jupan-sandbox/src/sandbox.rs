//! The sandbox in this process.

use std::path::{Path, PathBuf};

use wasmtime::{Engine, InstancePre};

use crate::{
    ImageError, ImageFault, ImageInfo, Limits, Outcome, Program, Runner, SandboxError, engine,
    image::{self, LoadedImage},
    run::{self, Clock, RunState},
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
    clock: Clock,
    max_memory_bytes: u64,
}

impl Sandbox {
    /// Loads the image in the folder `image_dir`.
    ///
    /// # Errors
    ///
    /// When the image cannot be used, with the file and the reason.
    pub fn load(image_dir: &Path, config: &SandboxConfig) -> Result<Self, ImageError> {
        Self::with(config, image_dir, |engine| image::load(image_dir, engine))
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
        let name = PathBuf::from(&info.name);
        Self::with(config, &name, |engine| image::compile(wasm, info, engine))
    }

    fn with(
        config: &SandboxConfig,
        file: &Path,
        image: impl FnOnce(&Engine) -> Result<LoadedImage, ImageError>,
    ) -> Result<Self, ImageError> {
        let rejected = |reason: String| ImageError {
            file: file.to_owned(),
            fault: ImageFault::Rejected(reason),
        };
        let runs = u32::try_from(config.max_concurrent_runs)
            .map_err(|_| rejected("more than 4294967295 runs at once".to_owned()))?;
        let memory = usize::try_from(config.max_memory_bytes.min(Limits::MAX_MEMORY_BYTES))
            .map_err(|_| rejected("more memory than this machine can address".to_owned()))?;
        let engine = engine::running(runs, memory).map_err(|error| rejected(error.to_string()))?;
        let image = image(&engine)?;
        let clock = Clock::start(engine).map_err(|error| rejected(error.to_string()))?;
        Ok(Self {
            info: image.info,
            instance_pre: image.instance_pre,
            clock,
            max_memory_bytes: memory as u64,
        })
    }
}

impl Runner for Sandbox {
    fn run(&self, program: &Program, limits: &Limits) -> Result<Outcome, SandboxError> {
        // The pool has no room for more: a limit that could not be given is an error.
        limits.bounded_memory(self.max_memory_bytes)?;
        run::run(&self.instance_pre, &self.clock, program, limits)
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
