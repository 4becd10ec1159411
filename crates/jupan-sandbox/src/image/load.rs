//! Loading an image that is checked.

use std::fs::File;

use jupan_abi::ABI_VERSION;
use wasmtime::{Engine, InstancePre, Linker, Module};

use super::{CheckedImage, ImageError, ImageFault, bulk};
use crate::{
    CancelToken, ImageInfo, ImageKind, Limits, Safeguard,
    run::{self, RunState},
    wasi,
};

/// An image that is ready to run.
pub(crate) struct LoadedImage {
    pub(crate) info: ImageInfo,
    /// What tells it from every other.
    pub(crate) id: [u8; 32],
    pub(crate) instance_pre: InstancePre<RunState>,
}

/// Loads `image` into `engine`.
///
/// # Errors
///
/// When the engine does not accept it.
pub(crate) fn load(image: &CheckedImage, engine: &Engine) -> Result<LoadedImage, ImageError> {
    let loaded = deserialize(image.module(), engine)
        .map_err(|error| ImageFault::Rejected(format!("{error:#}")))
        .and_then(|module| link(&module, image.description().kind));
    match loaded {
        Ok(instance_pre) => Ok(LoadedImage { info: image.info(), id: image.id(), instance_pre }),
        Err(fault) => Err(ImageError { file: image.path().to_owned(), fault }),
    }
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
    let compiled = metered(wasm)
        .and_then(|wasm| Module::new(engine, wasm).map_err(|error| format!("{error:#}")))
        .map_err(ImageFault::Rejected)
        .and_then(|module| link(&module, info.kind));
    match compiled {
        Ok(instance_pre) => {
            Ok(LoadedImage { info, id: *blake3::hash(wasm).as_bytes(), instance_pre })
        }
        Err(fault) => Err(ImageError { file: info.name.into(), fault }),
    }
}

/// `wasm` as it can be metered.
fn metered(wasm: &[u8]) -> Result<Vec<u8>, String> {
    if Safeguard::BulkMemory.is_off() {
        return Ok(wasm.to_vec());
    }
    bulk::in_pieces(wasm)
}

/// Maps a compiled module.
#[expect(unsafe_code, reason = "the one place where native code enters the process")]
fn deserialize(module: &File, engine: &Engine) -> wasmtime::Result<Module> {
    let module = module.try_clone()?;
    // SAFETY: the file must hold what `Engine::precompile_module` made, unchanged. A
    // `CheckedImage` has seen, in this process or in the one that started it, that its hash
    // matches the one that `build_image` wrote down after making it, that its engine key
    // matches this engine, and that the image's files cannot be written by every user of the
    // machine. Who can write them as this user or its group can change this program as well.
    unsafe { Module::deserialize_open_file(engine, module) }
}

/// Resolves the module's imports and asks the guest which contract it was built with.
fn link(module: &Module, kind: ImageKind) -> Result<InstancePre<RunState>, ImageFault> {
    let rejected = |error: wasmtime::Error| ImageFault::Rejected(format!("{error:#}"));
    let mut linker = Linker::new(module.engine());
    wasi::add_to_linker(&mut linker).map_err(rejected)?;
    if kind == ImageKind::Cpython {
        run::add_door_to_linker(&mut linker).map_err(rejected)?;
        // The contract of such a guest has no version: the image was made of one that is pinned.
        return linker.instantiate_pre(module).map_err(rejected);
    }
    let instance_pre = linker.instantiate_pre(module).map_err(rejected)?;
    let found = abi_version(&instance_pre).map_err(ImageFault::Rejected)?;
    if found != ABI_VERSION {
        return Err(ImageFault::Version { what: "ABI version", found, needed: ABI_VERSION });
    }
    Ok(instance_pre)
}

fn abi_version(instance_pre: &InstancePre<RunState>) -> Result<u32, String> {
    let limits = Limits::default();
    let mut store = run::fresh_store(instance_pre, None, &limits, &CancelToken::new())
        .map_err(|error| error.to_string())?;
    let end = store.data().end.clone();
    end.drive(async {
        let instance =
            run::instantiate(&mut store, instance_pre).await.map_err(run::engine_fault)?;
        instance
            .get_typed_func::<(), u32>(&mut store, jupan_abi::EXPORT_ABI_VERSION)
            .map_err(run::engine_fault)?
            .call_async(&mut store, ())
            .await
            .map_err(run::engine_fault)
    })
    .unwrap_or_else(|stop| Err(run::engine_fault(stop.into())))
    .map_err(|error| error.to_string())
}
