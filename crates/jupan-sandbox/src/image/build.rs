//! Building an image from a guest: snapshot, ahead-of-time compilation, description.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use jupan_abi::{Packages, unpack_location};
use serde::Deserialize;
use wasmtime::{Instance, Linker, Memory, Module, Store, Val, WasmParams, WasmResults};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use super::bulk;
use super::description::{DESCRIPTION_FILE, Description, FORMAT, MODULE_FILE, engine_key};
use super::{PackageFiles, packages, rest};
use crate::{
    CancelToken, ErrorKind, ImageError, ImageInfo, ImageKind, Limits, Program, Runner as _,
    Sandbox, SandboxConfig, SandboxError, engine,
    run::{self, RunState},
    wasi,
};

/// Asks a new image what it offers.
const SURVEY: &str = include_str!("survey.py");

/// An image that could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A file could not be read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// The guest could not be started.
    #[error("the guest did not start: {0}")]
    Snapshot(String),
    /// The guest could not be compiled.
    #[error("the guest does not compile: {0}")]
    Compile(String),
    /// The new image does not load.
    #[error("the new image does not load: {0}")]
    Load(#[from] ImageError),
    /// The new image does not run the survey of its modules.
    #[error("the new image does not run: {0}")]
    Survey(String),
}

/// What `survey.py` prints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Survey {
    python_version: String,
    modules: Vec<String>,
    preloaded: Vec<String>,
    /// Those that it was made with, and not given.
    packages: Option<Vec<String>>,
}

/// Makes the image `name` in the folder `out_dir` from the guest in the file `wasm`, with the
/// packages in `packages`.
/// `progress` is told what is done, step by step. Nothing is left half written: the
/// description, without which an image does not load, comes last.
///
/// # Errors
///
/// When the guest cannot be read, started or compiled, or the image not be written.
pub fn build_image(
    wasm: &Path,
    out_dir: &Path,
    name: &str,
    version: &str,
    packages: Option<&PackageFiles>,
    progress: &mut dyn FnMut(&str),
) -> Result<ImageInfo, BuildError> {
    let packages = match packages {
        Some(files) => files.read().map_err(|(path, error)| file_error(&path, error))?,
        None => Packages::default(),
    };
    let names = packages::top_level(&packages);
    let guest = read(wasm)?;
    let guest = bulk::in_pieces(&guest).map_err(BuildError::Compile)?;
    rest::check(&guest).map_err(BuildError::Compile)?;
    fs::create_dir_all(out_dir).map_err(|error| file_error(out_dir, error))?;

    progress("starting the interpreter and taking a snapshot of its memory");
    let (snapshot, memory_bytes) = snapshot(&guest, packages)?;
    let description = Description {
        name: name.to_owned(),
        version: version.to_owned(),
        packages: names,
        memory_bytes,
        ..Description::default()
    };
    finish(out_dir, description, &snapshot, progress, survey)
}

/// Compiles `snapshot` and writes the image that `description` begins to describe.
pub(super) fn finish(
    out_dir: &Path,
    description: Description,
    snapshot: &[u8],
    progress: &mut dyn FnMut(&str),
    survey: fn(&Path, &[String]) -> Result<Survey, BuildError>,
) -> Result<ImageInfo, BuildError> {
    let engine = engine::compiling(description.kind)
        .map_err(|error| BuildError::Compile(error.to_string()))?;
    progress("compiling the snapshot ahead of time");
    let module = engine
        .precompile_module(snapshot)
        .map_err(|error| BuildError::Compile(format!("{error:#}")))?;
    let mut description = Description {
        format: FORMAT,
        abi_version: jupan_abi::ABI_VERSION,
        engine: engine_key(&engine),
        module_bytes: module.len() as u64,
        module_blake3: blake3::hash(&module).to_hex().to_string(),
        ..description
    };
    write(&out_dir.join(MODULE_FILE), &module)?;

    progress("asking the new image which modules it offers");
    write_description(out_dir, &description)?;
    let survey = survey(out_dir, &description.packages)?;
    description.python_version = survey.python_version;
    description.modules = survey.modules;
    description.preloaded = survey.preloaded;
    if let Some(packages) = survey.packages {
        description.packages = packages;
    }
    write_description(out_dir, &description)?;
    Ok(description.info())
}

/// Starts the guest and gives it back as a module that is already started and has the packages,
/// and the bytes of memory that it has then.
fn snapshot(guest: &[u8], packages: Packages) -> Result<(Vec<u8>, u64), BuildError> {
    let engine = engine::starting(ImageKind::Jupan)
        .map_err(|error| BuildError::Compile(error.to_string()))?;
    let mut wizer = Wizer::new();
    wizer.init_func(jupan_abi::EXPORT_INIT);
    let failed = |error: wasmtime::Error| BuildError::Snapshot(format!("{error:#}"));
    let (context, instrumented) = wizer.instrument(guest).map_err(failed)?;
    let module = Module::new(&engine, &instrumented).map_err(failed)?;
    let code = match packages.modules.is_empty() {
        true => None,
        false => {
            let envelope = packages.encode().map_err(|error| failed(error.into()))?;
            Some(start(&module, async |guest| guest.compile_packages(&envelope).await)?)
        }
    };
    start(&module, async |guest| {
        if let Some(code) = &code {
            guest.add_packages(code).await?;
        }
        let snapshot = wizer.snapshot(&context, guest).await?;
        Ok((snapshot, guest.memory()?.data_size(&*guest.store) as u64))
    })
}

/// Starts the guest of `module` in a fresh store and gives what `then` makes of it.
fn start<T>(
    module: &Module,
    then: impl AsyncFnOnce(&mut Started<'_>) -> wasmtime::Result<T>,
) -> Result<T, BuildError> {
    let limits = start_limits();
    // A fixed seed, so that the same guest gives the same snapshot.
    let mut store =
        Store::new(module.engine(), RunState::new(&limits, Some(0), CancelToken::new()));
    store.limiter(|state| &mut state.memory_meter);
    let end = store.data().end.clone();
    let result = end
        .drive(async {
            let mut linker = Linker::new(module.engine());
            wasi::add_to_linker(&mut linker)?;
            let instance = linker.instantiate_async(&mut store, module).await?;
            store.data_mut().memory = instance.get_memory(&mut store, jupan_abi::EXPORT_MEMORY);
            let mut guest = Started { store: &mut store, instance };
            guest.call::<(), ()>(jupan_abi::EXPORT_INIT, ()).await?;
            then(&mut guest).await
        })
        .unwrap_or_else(|stop| Err(stop.into()));
    settled(result, store.into_data())
}

/// What a start of a guest is kept to: all that there is, and a clock.
pub(super) fn start_limits() -> Limits {
    Limits { wall: Limits::MAX_WALL, memory_bytes: Limits::MAX_MEMORY_BYTES, ..Limits::default() }
}

/// What came of a start that ended in `state`: one that has something to say has not gone well.
pub(super) fn settled<T>(result: wasmtime::Result<T>, state: RunState) -> Result<T, BuildError> {
    let complaints = state.stdout.finish().to_text() + &state.stderr.finish().to_text();
    match result {
        Ok(_) if !complaints.is_empty() => Err(BuildError::Snapshot(complaints)),
        Ok(result) => Ok(result),
        Err(error) => Err(BuildError::Snapshot(format!("{error:#}\n{complaints}"))),
    }
}

/// A started guest, whose state the snapshot reads by the names of its exports.
pub(super) struct Started<'a> {
    pub(super) store: &'a mut Store<RunState>,
    pub(super) instance: Instance,
}

impl Started<'_> {
    /// Calls an export. What a panic of the guest had to say comes with the error.
    async fn call<P: WasmParams + Sync, R: WasmResults + Sync>(
        &mut self,
        export: &str,
        params: P,
    ) -> wasmtime::Result<R> {
        let function = self.instance.get_typed_func::<P, R>(&mut *self.store, export)?;
        match function.call_async(&mut *self.store, params).await {
            Ok(result) => Ok(result),
            Err(error) => {
                let note = run::crash_note(self.store, &self.instance, &error).await;
                Err(error.context(note.unwrap_or_default()))
            }
        }
    }

    /// Puts `bytes` into the guest's memory and gives the arguments that say where.
    async fn put(&mut self, bytes: &[u8]) -> wasmtime::Result<(u32, u32)> {
        let len = u32::try_from(bytes.len())?;
        let at = self.call::<u32, u32>(jupan_abi::EXPORT_ALLOC, len).await?;
        self.memory()?.write(&mut *self.store, at as usize, bytes)?;
        Ok((at, len))
    }

    /// Has the guest compile `packages`; gives them with their code.
    async fn compile_packages(&mut self, packages: &[u8]) -> wasmtime::Result<Vec<u8>> {
        let place = self.put(packages).await?;
        let packed = self.call::<_, u64>(jupan_abi::EXPORT_COMPILE_PACKAGES, place).await?;
        let (at, len) = unpack_location(packed);
        let memory = self.memory()?.data(&*self.store);
        let code = memory.get(at as usize..).and_then(|rest| rest.get(..len as usize));
        code.map(<[u8]>::to_vec)
            .ok_or_else(|| wasmtime::Error::msg("the compiled packages lie outside the memory"))
    }

    /// Has the guest take `packages`, which are code.
    async fn add_packages(&mut self, packages: &[u8]) -> wasmtime::Result<()> {
        let place = self.put(packages).await?;
        self.call(jupan_abi::EXPORT_ADD_PACKAGES, place).await
    }

    pub(super) fn memory(&self) -> wasmtime::Result<Memory> {
        self.store.data().memory.ok_or_else(|| wasmtime::Error::msg("the guest has no memory"))
    }
}

impl InstanceState for Started<'_> {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&mut *self.store, name);
        match global.map(|global| global.get(&mut *self.store)) {
            Some(Val::I32(value)) => SnapshotVal::I32(value),
            Some(Val::I64(value)) => SnapshotVal::I64(value),
            Some(Val::F32(bits)) => SnapshotVal::F32(bits),
            Some(Val::F64(bits)) => SnapshotVal::F64(bits),
            Some(Val::V128(value)) => SnapshotVal::V128(value.as_u128()),
            // The instrumented module exports each of its globals, and they hold numbers: the
            // engine has no references enabled.
            other => unreachable!("global {name} of an instrumented module is {other:?}"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        match self.instance.get_memory(&mut *self.store, name) {
            Some(memory) => contents(memory.data(&*self.store)),
            // The instrumented module exports each of its memories.
            None => unreachable!("memory {name} of an instrumented module is not exported"),
        }
    }
}

/// Runs the survey in the image in `dir`, which has `packages`.
fn survey(dir: &Path, packages: &[String]) -> Result<Survey, BuildError> {
    ask(dir, SURVEY, Some(serde_json::json!({ "packages": packages }).to_string()))
}

/// Runs `program`, which prints a survey, in the image in `dir`.
pub(super) fn ask(dir: &Path, program: &str, inputs: Option<String>) -> Result<Survey, BuildError> {
    let limits = Limits {
        wall: Duration::from_secs(120),
        fuel: Limits::MAX_FUEL,
        memory_bytes: 1 << 30,
        output_bytes: Limits::MAX_OUTPUT_BYTES,
        ..Limits::default()
    };
    let config = SandboxConfig { max_concurrent_runs: 1, max_memory_bytes: limits.memory_bytes };
    let program = Program { inputs, ..Program::new(program) };
    let outcome = Sandbox::load(dir, &config)?
        .run(&program, &limits)
        .map_err(|error: SandboxError| BuildError::Survey(error.to_string()))?;
    if let Some(failure) = outcome.failure {
        let kind: ErrorKind = failure.kind;
        return Err(BuildError::Survey(format!(
            "{kind:?}: {}: {}\n{}",
            failure.type_name,
            failure.message,
            failure.traceback.unwrap_or_default()
        )));
    }
    serde_json::from_str(&outcome.stdout.to_text())
        .map_err(|error| BuildError::Survey(format!("its survey is not JSON: {error}")))
}

fn write_description(dir: &Path, description: &Description) -> Result<(), BuildError> {
    let mut text = serde_json::to_string_pretty(description)
        .map_err(|error| BuildError::Survey(error.to_string()))?;
    text.push('\n');
    write(&dir.join(DESCRIPTION_FILE), text.as_bytes())
}

/// Writes a file beside its place and moves it there, so that no reader sees half of it.
fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let beside = path.with_extension("new");
    let write = || {
        let mut file = fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|error| file_error(path, error))
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, BuildError> {
    fs::read(path).map_err(|error| file_error(path, error))
}

pub(super) fn file_error(path: &Path, error: io::Error) -> BuildError {
    BuildError::File { path: path.to_owned(), error }
}
