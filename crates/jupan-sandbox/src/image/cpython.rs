//! Building an image of the kind [`Cpython`](crate::ImageKind::Cpython) from a published build of
//! `CPython` with packages linked in.
//!
//! ```text
//! wasm -> integers, strip, bulk -> start -> start.py -> snapshot -> compile -> image
//! ```

mod integers;
mod survey;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use wasmtime::{Linker, Module, Store};
use wasmtime_wizer::Wizer;

use super::build::{BuildError, Started, file_error, finish, read, settled, start_limits};
use super::bulk;
use super::description::Description;
use crate::{
    CancelToken, ImageInfo, ImageKind, SharedBytes, engine,
    run::{self, RunState, kind::cpython},
    wasi::{self, files::GivenFile},
};

/// What an image of `CPython` is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CpythonFiles {
    /// The interpreter, a WebAssembly module that knows the names of its functions.
    pub wasm: PathBuf,
    /// Its library, a zip file.
    pub library: PathBuf,
    /// A folder of files that its packages read when they are imported.
    pub data: PathBuf,
    /// A folder with Jupan's own Python code, of which `start.py` is run before the snapshot.
    pub code: PathBuf,
}

/// Where the guest finds them, before the snapshot alone.
const LIBRARY_PATH: &str = "/usr/local/lib/python315.zip";
const DATA_PATH: &str = "/jupan/data";
const CODE_PATH: &str = "/jupan/code";

/// The turn that prepares what is in the snapshot.
const START: &str =
    "exec(compile(open('/jupan/code/start.py').read(), 'start.py', 'exec'), {'__name__': 'start'})";

/// Makes the image `name` in the folder `out_dir` from `files`. `progress` is told what is done,
/// step by step. Nothing is left half written: the description, without which an image does not
/// load, comes last.
///
/// # Errors
///
/// When the files cannot be read, are not those that are known, or the image cannot be written.
pub fn build_cpython_image(
    files: &CpythonFiles,
    out_dir: &Path,
    name: &str,
    version: &str,
    progress: &mut dyn FnMut(&str),
) -> Result<ImageInfo, BuildError> {
    progress("making numpy's integers 64 bits wide");
    let mut wasm = read(&files.wasm)?;
    integers::widen(&mut wasm).map_err(BuildError::Compile)?;
    let guest = bulk::in_pieces(&strip(&wasm)?).map_err(BuildError::Compile)?;
    let mounted = mounted(files)?;
    fs::create_dir_all(out_dir).map_err(|error| file_error(out_dir, error))?;

    progress("starting the interpreter, importing its packages and taking a snapshot");
    let (snapshot, memory_bytes) = snapshot(&guest, mounted)?;
    let description = Description {
        name: name.to_owned(),
        version: version.to_owned(),
        kind: ImageKind::Cpython,
        memory_bytes,
        ..Description::default()
    };
    finish(out_dir, description, &snapshot, progress, survey::survey)
}

/// `wasm` without its custom sections, which are read by people alone.
fn strip(wasm: &[u8]) -> Result<Vec<u8>, BuildError> {
    let mut module = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(|error| BuildError::Compile(error.to_string()))?;
        if let Some((id, range)) = payload.as_section()
            && id != CUSTOM_SECTION
        {
            module.section(&wasm_encoder::RawSection { id, data: &wasm[range] });
        }
    }
    Ok(module.finish())
}

const CUSTOM_SECTION: u8 = 0;

/// Everything that the guest may read while it starts.
fn mounted(files: &CpythonFiles) -> Result<Arc<[GivenFile]>, BuildError> {
    let mut mounted = vec![given(LIBRARY_PATH.to_owned(), &files.library)?];
    mount(&files.data, DATA_PATH, &mut mounted)?;
    mount(&files.code, CODE_PATH, &mut mounted)?;
    Ok(mounted.into())
}

fn mount(dir: &Path, at: &str, mounted: &mut Vec<GivenFile>) -> Result<(), BuildError> {
    let mut entries: Vec<_> = fs::read_dir(dir)
        .and_then(Iterator::collect::<io::Result<_>>)
        .map_err(|error| file_error(dir, error))?;
    // The order of a folder is the file system's own.
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let at = format!("{at}/{}", name.to_string_lossy());
        if path.is_dir() {
            mount(&path, &at, mounted)?;
        } else {
            mounted.push(given(at, &path)?);
        }
    }
    Ok(())
}

fn given(at: String, file: &Path) -> Result<GivenFile, BuildError> {
    Ok(GivenFile { path: at, bytes: SharedBytes::new(read(file)?), is_read_only: true })
}

/// Starts the guest and gives it back as a module that is already started and has its packages
/// imported, and the bytes of memory that it has then.
fn snapshot(guest: &[u8], mounted: Arc<[GivenFile]>) -> Result<(Vec<u8>, u64), BuildError> {
    let failed = |error: wasmtime::Error| BuildError::Snapshot(format!("{error:#}"));
    let engine = engine::starting(ImageKind::Cpython).map_err(failed)?;
    let mut wizer = Wizer::new();
    wizer.init_func(cpython::EXPORT_START[1]);
    let (context, instrumented) = wizer.instrument(guest).map_err(failed)?;
    let module = Module::new(&engine, &instrumented).map_err(failed)?;
    let limits = start_limits();
    // A fixed seed, so that the same guest gives nearly the same snapshot.
    let state = RunState::new(&limits, Some(0), CancelToken::new())
        .with_files(&limits, Vec::new(), mounted)
        .of_kind(ImageKind::Cpython);
    let mut store = Store::new(&engine, state);
    store.limiter(|state| &mut state.memory_meter);
    let end = store.data().end.clone();
    let result = end
        .drive(async {
            let mut linker = Linker::new(&engine);
            wasi::add_to_linker(&mut linker)?;
            run::add_door_to_linker(&mut linker)?;
            let instance = linker.instantiate_async(&mut store, &module).await?;
            store.data_mut().memory = instance.get_memory(&mut store, jupan_abi::EXPORT_MEMORY);
            store.data_mut().instance = Some(instance);
            for export in cpython::EXPORT_START {
                let start = instance.get_typed_func::<(), ()>(&mut store, export)?;
                start.call_async(&mut store, ()).await?;
            }
            let status = cpython::turn(&mut store, START).await?;
            wasmtime::ensure!(status == 0, "start.py ended with status {status}");
            if let Some(memory) = store.data().memory {
                let renamed = integers::rename_letters(memory.data_mut(&mut store));
                renamed.map_err(wasmtime::Error::msg)?;
            }
            let mut guest = Started { store: &mut store, instance };
            let snapshot = wizer.snapshot(&context, &mut guest).await?;
            Ok((snapshot, guest.memory()?.data_size(&*guest.store) as u64))
        })
        .unwrap_or_else(|stop| Err(stop.into()));
    settled(result, store.into_data())
}
