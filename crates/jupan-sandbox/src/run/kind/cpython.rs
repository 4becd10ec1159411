//! The turn protocol of images of the kind [`Cpython`](crate::ImageKind::Cpython).
//!
//! Such a guest is `CPython` with a contract of its own: it runs a text of Python that lies in its
//! memory, in a *turn*, and may call the host meanwhile. The one turn of a run is always the same
//! text, which calls Jupan's own Python code in the image; that asks for the request and hands over
//! the report through [`door`](super::door).

use jupan_abi::GuestRequest;
use wasmtime::{AsContextMut, Caller, Store, Trap};

use super::{Ended, Start, door};
use crate::{
    SandboxError,
    run::{RunState, engine_fault, instantiate},
};

/// The guest's function that starts it, before the snapshot.
pub(crate) const EXPORT_START: [&str; 2] = ["_initialize", "wizer.initialize"];
/// `host_alloc(len: i32) -> i32`: address of `len` writable bytes, 0 if there is no room.
const EXPORT_ALLOC: &str = "host_alloc";
/// `turn(ptr: i32, len: i32) -> i32`: runs the text at `ptr`.
const EXPORT_TURN: &str = "turn";

/// What a run's turn says.
const TURN: &str = "import _jupan; _jupan.run()";

/// The status of a turn that has nothing to say against it.
const WELL: i32 = 0;

/// Hands the request over, has the guest run it and takes its report.
pub(super) async fn execute(
    store: &mut Store<RunState>,
    start: Start<'_>,
    request: &GuestRequest,
) -> Result<Ended, SandboxError> {
    let GuestRequest { code, inputs, seed, elsewhere: _, is_kept: _ } = request;
    let html = store.data().door.wants_html;
    let request = door::Request { code, inputs: inputs.as_deref(), seed: *seed, html };
    store.data_mut().door.request =
        serde_json::to_vec(&request).map_err(|error| SandboxError::Engine(error.to_string()))?;
    instantiate(store, start.image).await.map_err(engine_fault)?;
    let status = match turn(store, TURN).await {
        Ok(status) => status,
        Err(error) => return Ok(Ended::Stopped { error, note: None }),
    };
    Ok(match store.data_mut().door.report.take() {
        Some(Ok(report)) if status == WELL => Ended::Reported(report.ending),
        Some(Err(reason)) => {
            Ended::Unreadable(format!("the interpreter's report is unreadable: {reason}"))
        }
        // It had no room to make one. That is told as it is of a guest that ends itself then.
        _ if store.data().memory_meter.refused().is_some() => {
            Ended::Stopped { error: Trap::UnreachableCodeReached.into(), note: None }
        }
        _ => Ended::Unreadable(format!("the interpreter gave no report (status {status})")),
    })
}

/// Runs `text` in the guest of `store`, which is instantiated; gives the turn's status.
pub(crate) async fn turn(store: &mut Store<RunState>, text: &str) -> wasmtime::Result<i32> {
    let Some(instance) = store.data().instance else {
        wasmtime::bail!("the guest is not instantiated");
    };
    let turn = instance.get_typed_func::<(u32, u32), i32>(&mut *store, EXPORT_TURN)?;
    let Some(at) = put(&mut *store, text.as_bytes()).await? else {
        wasmtime::bail!("the guest has no room for a turn");
    };
    turn.call_async(&mut *store, (at, u32::try_from(text.len())?)).await
}

/// Something through which a run's state is reached.
pub(super) trait OfRun: AsContextMut<Data = RunState> {}

impl OfRun for &mut Store<RunState> {}
impl OfRun for &mut Caller<'_, RunState> {}

/// Puts `bytes` into the guest's memory, which gives the place; `None` if it has none to give.
pub(super) async fn put(
    mut context: impl OfRun + Send,
    bytes: &[u8],
) -> wasmtime::Result<Option<u32>> {
    let state = context.as_context().data();
    let (Some(instance), Some(memory)) = (state.instance, state.memory) else { return Ok(None) };
    let Ok(len) = u32::try_from(bytes.len()) else { return Ok(None) };
    let alloc = instance.get_typed_func::<u32, u32>(&mut context, EXPORT_ALLOC)?;
    let at = alloc.call_async(&mut context, len).await?;
    let written = memory.write(&mut context, at as usize, bytes).is_ok();
    Ok((at != 0 && written).then_some(at))
}
