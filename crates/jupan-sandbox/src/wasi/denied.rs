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
        // No folder was opened beforehand: the list ends before it begins.
        fd_prestat_get(i32, i32) => BADF;
        fd_prestat_dir_name(i32, i32, i32) => BADF;
        // Every path starts from an open folder, and there is none.
        path_create_directory(i32, i32, i32) => BADF;
        path_filestat_get(i32, i32, i32, i32, i32) => BADF;
        path_filestat_set_times(i32, i32, i32, i32, i64, i64, i32) => BADF;
        path_link(i32, i32, i32, i32, i32, i32, i32) => BADF;
        path_open(i32, i32, i32, i32, i32, i64, i64, i32, i32) => BADF;
        path_readlink(i32, i32, i32, i32, i32, i32) => BADF;
        path_remove_directory(i32, i32, i32) => BADF;
        path_rename(i32, i32, i32, i32, i32, i32) => BADF;
        path_symlink(i32, i32, i32, i32, i32) => BADF;
        path_unlink_file(i32, i32, i32) => BADF;
        // What only files can do, and the standard streams are none.
        fd_advise(i32, i64, i64, i32) => BADF;
        fd_allocate(i32, i64, i64) => BADF;
        fd_fdstat_set_rights(i32, i64, i64) => BADF;
        fd_filestat_set_size(i32, i64) => BADF;
        fd_filestat_set_times(i32, i64, i64, i32) => BADF;
        fd_pread(i32, i32, i32, i64, i32) => BADF;
        fd_pwrite(i32, i32, i32, i64, i32) => BADF;
        fd_readdir(i32, i32, i32, i64, i32) => BADF;
        fd_renumber(i32, i32) => BADF;
        // No sockets and no signals.
        sock_accept(i32, i32, i32) => BADF;
        sock_recv(i32, i32, i32, i32, i32, i32) => BADF;
        sock_send(i32, i32, i32, i32, i32) => BADF;
        sock_shutdown(i32, i32) => BADF;
        proc_raise(i32) => NOTSUP;
    }
    Ok(())
}
