//! The contract of `jupan-abi`: request and report lie in the guest's memory.

use jupan_abi::{GuestReport, GuestRequest, ReportError, unpack_location};
use wasmtime::{Instance, Store, Trap};

use super::{Ended, Start};
use crate::{
    Safeguard, SandboxError,
    run::{RunState, engine_fault, instantiate, pages},
};

/// Hands the request over, calls the guest and reads its report.
pub(super) async fn execute(
    store: &mut Store<RunState>,
    start: Start<'_>,
    request: &GuestRequest,
) -> Result<Ended, SandboxError> {
    let request = request.encode().map_err(|error| SandboxError::Engine(error.to_string()))?;
    let instance = instantiate(store, start.image).await.map_err(engine_fault)?;
    let alloc = instance
        .get_typed_func::<u32, u32>(&mut *store, jupan_abi::EXPORT_ALLOC)
        .map_err(engine_fault)?;
    let execute = instance
        .get_typed_func::<(u32, u32), u64>(&mut *store, jupan_abi::EXPORT_EXECUTE)
        .map_err(engine_fault)?;
    let memory = store
        .data()
        .memory
        .ok_or_else(|| SandboxError::Engine("the image has no memory".to_owned()))?;
    if let Some(state) = start.state {
        pages::restore(store, memory, state, start.id, start.memory_bytes)?;
    }

    let len = u32::try_from(request.len())
        .map_err(|_| SandboxError::Engine("the request is larger than 4 GiB".to_owned()))?;
    let at = match alloc.call_async(&mut *store, len).await {
        Ok(at) => at,
        Err(error) => return Ok(Ended::Stopped { error, note: None }),
    };
    memory
        .write(&mut *store, at as usize, &request)
        .map_err(|_| SandboxError::Engine("the guest has no room for the request".to_owned()))?;
    let packed = match execute.call_async(&mut *store, (at, len)).await {
        Ok(packed) => packed,
        Err(error) => {
            let note = crash_note(store, &instance, &error).await;
            return Ok(Ended::Stopped { error, note });
        }
    };
    Ok(match read_report(memory.data(&*store), packed) {
        Ok(report) => Ended::Reported(report.ending),
        Err(reason) => Ended::Unreadable(reason),
    })
}

/// The most bytes of a crash note that are read.
const MAX_CRASH_NOTE_BYTES: usize = 1024;

/// What a panic of the interpreter left behind, if `error` comes from one.
pub(crate) async fn crash_note(
    store: &mut Store<RunState>,
    instance: &Instance,
    error: &wasmtime::Error,
) -> Option<String> {
    if error.downcast_ref::<Trap>() != Some(&Trap::UnreachableCodeReached) {
        return None;
    }
    let note = instance
        .get_typed_func::<(), u64>(&mut *store, jupan_abi::EXPORT_CRASH_NOTE)
        .ok()?
        .call_async(&mut *store, ())
        .await
        .ok()?;
    let (at, len) = unpack_location(note);
    let max = Safeguard::CrashNote.unless_off(MAX_CRASH_NOTE_BYTES, usize::MAX);
    let len = (len as usize).min(max);
    let bytes = store.data().memory?.data(&*store).get(at as usize..)?.get(..len)?;
    Some(String::from_utf8_lossy(bytes).into_owned()).filter(|note| !note.is_empty())
}

/// The report at `packed` in the guest's `memory`, which is hostile.
pub(in crate::run) fn read_report(memory: &[u8], packed: u64) -> Result<GuestReport, String> {
    let (at, len) = unpack_location(packed);
    let bytes = (at as usize)
        .checked_add(len as usize)
        .and_then(|end| memory.get(at as usize..end))
        .ok_or("the interpreter's report lies outside its memory")?;
    let report = match Safeguard::Report.is_off() {
        false => GuestReport::decode(bytes),
        true => postcard::from_bytes(bytes).map_err(ReportError::Malformed),
    };
    report.map_err(|error| format!("the interpreter's report is unreadable: {error}"))
}
