//! The attempts as raw system calls: an escaped guest does not go through a library.

use std::{ffi::CStr, os::unix::process::parent_id};

/// A system call: its number and its arguments.
type Call = (i64, [i64; 6]);

/// One thing to try: its name, and what to call.
type Attempt = (&'static str, fn() -> Call);

/// What is tried. In a process that is not locked down most of it works, and none of it does
/// harm.
const ATTEMPTS: &[Attempt] = &[
    ("open a file", || (OPEN, open_arguments(c"/etc/passwd"))),
    ("open a file from the working folder", || openat(c"Cargo.toml", libc::O_RDONLY)),
    ("list its own descriptors", || openat(c"/proc/self/fd", libc::O_DIRECTORY)),
    ("make a file", || openat(c"/tmp/jupan-escape", libc::O_CREAT | libc::O_WRONLY)),
    ("make a folder", || (libc::SYS_mkdirat, [HERE, text(c"/tmp/jupan-escape"), 0o700, 0, 0, 0])),
    ("look at a file", || (libc::SYS_faccessat, [HERE, text(c"/etc/passwd"), 0, 0, 0, 0])),
    ("make a file in memory", || (libc::SYS_memfd_create, [text(c"x"), 0, 0, 0, 0, 0])),
    ("duplicate a descriptor", || (libc::SYS_dup, [1, 0, 0, 0, 0, 0])),
    ("make a socket", || (libc::SYS_socket, [2, 1, 0, 0, 0, 0])),
    ("connect a socket", || (libc::SYS_connect, [0, bytes(&LOOPBACK), 16, 0, 0, 0])),
    ("send a message", || (libc::SYS_sendto, [0, bytes(&LOOPBACK), 1, 0, 0, 0])),
    ("fork", || (libc::SYS_clone, [libc::SIGCHLD.into(), 0, 0, 0, 0, 0])),
    ("fork with a modern call", || (libc::SYS_clone3, [bytes(&CLONE_ARGUMENTS), 88, 0, 0, 0, 0])),
    ("run a program", || (libc::SYS_execve, [text(c"/bin/true"), 0, 0, 0, 0, 0])),
    ("run a program through a descriptor", || {
        (libc::SYS_execveat, [HERE, text(c"/bin/true"), 0, 0, 0, 0])
    }),
    ("trace the server", || {
        (libc::SYS_ptrace, [libc::PTRACE_SEIZE.into(), parent_id().into(), 0, 0, 0, 0])
    }),
    ("open the server's memory", || (libc::SYS_pidfd_open, [parent_id().into(), 0, 0, 0, 0, 0])),
    ("signal the server", || (libc::SYS_kill, [parent_id().into(), 0, 0, 0, 0, 0])),
    ("signal a thread of the server", || {
        (libc::SYS_tgkill, [parent_id().into(), parent_id().into(), 0, 0, 0, 0])
    }),
    ("map executable memory", || {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        (libc::SYS_mmap, [0, 4096, (libc::PROT_READ | libc::PROT_EXEC).into(), flags.into(), -1, 0])
    }),
    ("make memory executable", || (libc::SYS_mprotect, [0, 0, libc::PROT_EXEC.into(), 0, 0, 0])),
    ("change its limits", || (libc::SYS_prlimit64, [0, 7, 0, bytes(&SCRATCH), 0, 0])),
    ("become traceable", || (libc::SYS_prctl, [libc::PR_SET_DUMPABLE.into(), 1, 0, 0, 0, 0])),
    ("leave its namespaces", || (libc::SYS_unshare, [libc::CLONE_FS.into(), 0, 0, 0, 0, 0])),
    ("change its user", || (libc::SYS_setuid, [0, 0, 0, 0, 0, 0])),
    ("change its root", || (libc::SYS_chroot, [text(c"/"), 0, 0, 0, 0, 0])),
    ("make a ring of input and output", || {
        (libc::SYS_io_uring_setup, [1, bytes(&SCRATCH), 0, 0, 0, 0])
    }),
    ("load a program into the kernel", || (libc::SYS_bpf, [0, bytes(&SCRATCH), 0, 0, 0, 0])),
    ("share memory", || (libc::SYS_shmget, [0, 4096, 0o600, 0, 0, 0])),
    ("write to the output", || (libc::SYS_write, [1, text(c"x"), 1, 0, 0, 0])),
    ("read from the input", || (libc::SYS_read, [0, bytes(&SCRATCH), 1, 0, 0, 0])),
];

const HERE: i64 = libc::AT_FDCWD as i64;
/// 127.0.0.1:80.
static LOOPBACK: [u8; 16] = [2, 0, 0, 80, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
/// Of its eleven numbers only the exit signal, `SIGCHLD`, is set.
static CLONE_ARGUMENTS: [u8; 88] = {
    let mut arguments = [0; 88];
    arguments[32] = 17;
    arguments
};
static SCRATCH: [u8; 256] = [0; 256];

#[cfg(target_arch = "x86_64")]
const OPEN: i64 = libc::SYS_open;
#[cfg(not(target_arch = "x86_64"))]
const OPEN: i64 = libc::SYS_openat;

fn open_arguments(path: &'static CStr) -> [i64; 6] {
    if cfg!(target_arch = "x86_64") {
        [text(path), 0, 0, 0, 0, 0]
    } else {
        [HERE, text(path), 0, 0, 0, 0]
    }
}

fn openat(path: &'static CStr, flags: i32) -> Call {
    (libc::SYS_openat, [HERE, text(path), flags.into(), 0o600, 0, 0])
}

fn text(text: &'static CStr) -> i64 {
    bytes(text.to_bytes_with_nul())
}

fn bytes(bytes: &'static [u8]) -> i64 {
    bytes.as_ptr().expose_provenance().cast_signed() as i64
}

/// The names of the attempts.
pub(in crate::worker) fn names() -> impl Iterator<Item = &'static str> {
    ATTEMPTS.iter().map(|&(name, _)| name)
}

/// Makes the attempt with this place in the list: the negative error number, or what the
/// system call gave.
pub(in crate::worker) fn attempt(index: u32) -> i64 {
    let Some((_, call)) = ATTEMPTS.get(index as usize) else { return (-libc::ENOSYS).into() };
    let (number, arguments) = call();
    let result = system_call(number, arguments);
    let is_fork = number == libc::SYS_clone || number == libc::SYS_clone3;
    if is_fork && result == 0 {
        // The child that there should not be.
        system_call(libc::SYS_exit_group, [0; 6]);
    }
    result
}

#[expect(unsafe_code, reason = "no library makes system calls that are there to be refused")]
fn system_call(number: i64, [a, b, c, d, e, f]: [i64; 6]) -> i64 {
    // SAFETY: the addresses in the table above are of statics, which live for ever and lie in
    // memory that cannot be written: where the kernel would write, the call fails. None of the
    // calls changes memory that is in use.
    let result = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    match result {
        -1 => -i64::from(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)),
        given => given,
    }
}
