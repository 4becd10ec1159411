//! The sandbox in this process.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::{Path, PathBuf},
};

use wasmtime::Engine;

use crate::{
    CheckedImage, ImageError, ImageFault, ImageInfo, ImageKind, Kept, Limits, Outcome, Program,
    RunOptions, Runner, SandboxError, engine,
    image::{self, Images},
    run, runner,
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
    images: Images,
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

    /// Loads the images in the folders `image_dirs`: every program starts in the first, and runs
    /// in another if it imports a package of that one.
    ///
    /// # Errors
    ///
    /// When an image cannot be used, with the file and the reason, or none is named.
    pub fn load_all(image_dirs: &[PathBuf], config: &SandboxConfig) -> Result<Self, ImageError> {
        let images = CheckedImage::open_all(image_dirs)?;
        let mut sources = images.iter().map(GuestSource::Image);
        match sources.next() {
            Some(first) => Self::with_others(first, sources.collect(), config),
            None => Err(ImageError { file: PathBuf::new(), fault: ImageFault::Missing }),
        }
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
        Self::with_others(source, Vec::new(), config)
    }

    /// A sandbox that runs the guest of `source`, and the programs that import a package of one
    /// of `others` in that one.
    ///
    /// # Errors
    ///
    /// When a guest cannot be used.
    pub fn with_others(
        source: GuestSource<'_>,
        others: Vec<GuestSource<'_>>,
        config: &SandboxConfig,
    ) -> Result<Self, ImageError> {
        let file = source.file();
        let sources: Vec<_> = std::iter::once(source).chain(others).collect();
        let infos: Vec<ImageInfo> = sources.iter().map(GuestSource::info).collect();
        let rejected =
            |reason: String| ImageError { file: file.clone(), fault: ImageFault::Rejected(reason) };
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
        // An image's start is small beside what is allowed on top of it.
        let extra = usize::try_from(runner::most_extra_memory_bytes(&infos)).unwrap_or(usize::MAX);
        // Each kind has an engine of its own, so that none pays for what another needs.
        let mut engines: HashMap<ImageKind, Engine> = HashMap::new();
        for kind in infos.iter().map(|info| info.kind) {
            if let Entry::Vacant(place) = engines.entry(kind) {
                let images = infos.iter().filter(|info| info.kind == kind).count();
                let engine = engine::running(kind, runs, images, memory.saturating_add(extra))
                    .map_err(|error| rejected(error.to_string()))?;
                place.insert(engine);
            }
        }
        run::prepare_sessions();
        let mut loaded = Vec::new();
        for (source, info) in sources.into_iter().zip(&infos) {
            let engine = &engines[&info.kind];
            loaded.push(match source {
                GuestSource::Image(image) => image::load(image, engine)?,
                GuestSource::Wasm { wasm, info } => image::compile(wasm, info, engine)?,
            });
        }
        Ok(Self { images: Images::new(loaded), max_memory_bytes: memory as u64 })
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

impl GuestSource<'_> {
    fn file(&self) -> PathBuf {
        match self {
            Self::Image(image) => image.path().to_owned(),
            Self::Wasm { info, .. } => PathBuf::from(&info.name),
        }
    }

    fn info(&self) -> ImageInfo {
        match self {
            Self::Image(image) => image.info(),
            Self::Wasm { info, .. } => info.clone(),
        }
    }
}

impl Runner for Sandbox {
    fn run_with(
        &self,
        program: &Program,
        limits: &Limits,
        options: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError> {
        run::check(program, limits, self.max_memory_bytes, self.images(), options.session)?;
        run::run(&self.images, program, limits, options)
    }

    fn image(&self) -> &ImageInfo {
        self.images.first()
    }

    fn images(&self) -> &[ImageInfo] {
        self.images.infos()
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("image", &self.image().name).finish_non_exhaustive()
    }
}
