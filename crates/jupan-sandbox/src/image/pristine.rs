//! An image's memory as every run finds it, for comparison.

use wasmtime::{InstancePre, Memory, Store};

use crate::{
    CancelToken, Limits, SandboxError,
    run::{self, RunState},
};

/// An instance that never runs. Its memory is mapped from the image's file and read, but never
/// written, so that it takes address space and none of the machine's memory.
pub(crate) struct Pristine {
    store: Store<RunState>,
    memory: Memory,
}

impl Pristine {
    /// One of the image behind `instance_pre`.
    ///
    /// # Errors
    ///
    /// When there is no room for it.
    pub(crate) fn of(instance_pre: &InstancePre<RunState>) -> Result<Self, SandboxError> {
        let limits = Limits { memory_bytes: u64::MAX, ..Limits::default() };
        let mut store = run::fresh_store(instance_pre, None, &limits, &CancelToken::new())?;
        let end = store.data().end.clone();
        end.drive(run::instantiate(&mut store, instance_pre))
            .map_err(|stop| run::engine_fault(stop.into()))?
            .map_err(run::engine_fault)?;
        match store.data().memory {
            Some(memory) => Ok(Self { store, memory }),
            None => Err(SandboxError::Engine("the image has no memory".to_owned())),
        }
    }

    /// Its memory.
    pub(crate) fn data(&self) -> &[u8] {
        self.memory.data(&self.store)
    }
}
