//! Loading an image: every check comes before the first byte of it is run.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
};

use jupan_abi::ABI_VERSION;
use wasmtime::{Engine, InstancePre, Linker, Module};

use super::{
    ImageError, ImageFault,
    description::{DESCRIPTION_FILE, Description, FORMAT, MODULE_FILE, engine_key},
};
use crate::{
    ImageInfo, Limits,
    run::{self, RunState},
    wasi,
};

/// The most bytes a description may have: 1 MiB.
const MAX_DESCRIPTION_BYTES: u64 = 1 << 20;

/// An image that is ready to run.
pub(crate) struct LoadedImage {
    pub(crate) info: ImageInfo,
    pub(crate) instance_pre: InstancePre<RunState>,
}

/// Loads the image in the folder `dir` into `engine`.
///
/// # Errors
///
/// When a file is missing, damaged, made for another engine, or could have been changed by
/// somebody else.
pub(crate) fn load(dir: &Path, engine: &Engine) -> Result<LoadedImage, ImageError> {
    let description = read_description(&dir.join(DESCRIPTION_FILE), engine)?;
    let path = dir.join(MODULE_FILE);
    let module = load_module(&path, &description, engine)
        .map_err(|fault| ImageError { file: path.clone(), fault })?;
    let instance_pre = link(&module).map_err(|fault| ImageError { file: path, fault })?;
    Ok(LoadedImage { info: description.info(), instance_pre })
}

/// Compiles `wasm` in memory.
///
/// # Errors
///
/// When it does not compile or does not follow the contract.
pub(crate) fn compile(
    wasm: &[u8],
    info: ImageInfo,
    engine: &Engine,
) -> Result<LoadedImage, ImageError> {
    let compiled = Module::new(engine, wasm)
        .map_err(|error| ImageFault::Rejected(format!("{error:#}")))
        .and_then(|module| link(&module));
    match compiled {
        Ok(instance_pre) => Ok(LoadedImage { info, instance_pre }),
        Err(fault) => Err(ImageError { file: info.name.into(), fault }),
    }
}

fn read_description(path: &Path, engine: &Engine) -> Result<Description, ImageError> {
    parse_description(path, engine).map_err(|fault| ImageError { file: path.to_owned(), fault })
}

fn parse_description(path: &Path, engine: &Engine) -> Result<Description, ImageFault> {
    let mut text = String::new();
    open(path)?
        .take(MAX_DESCRIPTION_BYTES)
        .read_to_string(&mut text)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    // The form is checked first, so that a newer one is named instead of its unknown fields.
    let value: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    let version = |what, field: &str, needed| match value.get(field).and_then(|v| v.as_u64()) {
        Some(found) if found == u64::from(needed) => Ok(()),
        Some(found) => {
            let found = u32::try_from(found).unwrap_or(u32::MAX);
            Err(ImageFault::Version { what, found, needed })
        }
        None => Err(ImageFault::NotADescription(format!("`{field}` is missing"))),
    };
    version("description format", "format", FORMAT)?;
    version("ABI version", "abi_version", ABI_VERSION)?;
    let description: Description = serde_json::from_value(value)
        .map_err(|error| ImageFault::NotADescription(error.to_string()))?;
    let needed = engine_key(engine);
    if description.engine != needed {
        return Err(ImageFault::Foreign { found: description.engine, needed });
    }
    Ok(description)
}

fn load_module(
    path: &Path,
    description: &Description,
    engine: &Engine,
) -> Result<Module, ImageFault> {
    let mut file = open(path)?;
    let bytes = file.metadata().map_err(ImageFault::Unreadable)?.len();
    if bytes != description.module_bytes {
        return Err(ImageFault::Damaged(format!(
            "it has {bytes} bytes instead of {}",
            description.module_bytes
        )));
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(&mut file).map_err(ImageFault::Unreadable)?;
    if hasher.finalize().to_hex().as_str() != description.module_blake3 {
        return Err(ImageFault::Damaged("its content does not match its hash".to_owned()));
    }
    deserialize(path, engine).map_err(|error| ImageFault::Rejected(format!("{error:#}")))
}

/// Maps a compiled module.
#[expect(unsafe_code, reason = "the one place where native code enters the process")]
fn deserialize(path: &Path, engine: &Engine) -> wasmtime::Result<Module> {
    // SAFETY: the file must hold what `Engine::precompile_module` made, unchanged. Its hash
    // matches the one that `build_image` wrote down after making it, its engine key matches
    // this engine, and neither file can be written by every user of the machine. Who can
    // write them as this user or its group can change this program as well.
    unsafe { Module::deserialize_file(engine, path) }
}

fn open(path: &Path) -> Result<fs::File, ImageFault> {
    let file = fs::File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ImageFault::Missing,
        _ => ImageFault::Unreadable(error),
    })?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata().map_err(ImageFault::Unreadable)?.permissions().mode();
        if mode & 0o002 != 0 {
            return Err(ImageFault::WritableByAll);
        }
    }
    Ok(file)
}

/// Resolves the module's imports and asks the guest which contract it was built with.
fn link(module: &Module) -> Result<InstancePre<RunState>, ImageFault> {
    let rejected = |error: wasmtime::Error| ImageFault::Rejected(format!("{error:#}"));
    let mut linker = Linker::new(module.engine());
    wasi::add_to_linker(&mut linker).map_err(rejected)?;
    let instance_pre = linker.instantiate_pre(module).map_err(rejected)?;
    let found = abi_version(&instance_pre).map_err(ImageFault::Rejected)?;
    if found != ABI_VERSION {
        return Err(ImageFault::Version { what: "ABI version", found, needed: ABI_VERSION });
    }
    Ok(instance_pre)
}

fn abi_version(instance_pre: &InstancePre<RunState>) -> Result<u32, String> {
    let limits = Limits::default();
    let mut store =
        run::fresh_store(instance_pre, None, &limits).map_err(|error| error.to_string())?;
    run::ready(async {
        let instance =
            run::instantiate(&mut store, instance_pre).await.map_err(run::engine_fault)?;
        instance
            .get_typed_func::<(), u32>(&mut store, jupan_abi::EXPORT_ABI_VERSION)
            .map_err(run::engine_fault)?
            .call_async(&mut store, ())
            .await
            .map_err(run::engine_fault)
    })
    .map_err(|error| error.to_string())
}
