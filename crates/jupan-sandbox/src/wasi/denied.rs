//! Everything that needs a capability: refused, without a look at the arguments.

use wasmtime::Linker;

use super::{WASI, errno};
use crate::run::RunState;

/// Refuses functions: `name(parameter types) => error number`.
macro_rules! deny {
    ($linker:expr, $($name:ident($($parameter:ty),*) => $errno:ident;)*) => {
        $($linker.func_wrap(WASI, stringify!($name), |$(_: $parameter),*| errno::$errno)?;)*
    };
}

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    deny! { linker,
        // A file has one name, and no name leads elsewhere.
        path_link(i32, i32, i32, i32, i32, i32, i32) => PERM;
        path_symlink(i32, i32, i32, i32, i32) => PERM;
        // A descriptor stays what it was opened as.
        fd_fdstat_set_rights(i32, i64, i64) => NOTSUP;
        fd_renumber(i32, i32) => NOTSUP;
        // No sockets and no signals.
        sock_accept(i32, i32, i32) => BADF;
        sock_recv(i32, i32, i32, i32, i32, i32) => BADF;
        sock_send(i32, i32, i32, i32, i32) => BADF;
        sock_shutdown(i32, i32) => BADF;
        proc_raise(i32) => NOTSUP;
    }
    Ok(())
}
