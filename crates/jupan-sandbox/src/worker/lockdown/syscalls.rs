//! seccomp: the list of system calls.
//!
//! Anything outside the list ends the process at once, rather than giving an error number: an
//! escaped guest has one try, the pool sees the signal and says so in the log, and nothing is
//! lost that a crash would not lose. The price is that a call forgotten here ends a good run
//! too; the tests run every kind of guest under the filter.

use std::{
    collections::BTreeMap,
    os::fd::{AsRawFd as _, BorrowedFd},
};

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

/// Why the filter is not in force.
#[derive(Debug, thiserror::Error)]
pub(super) enum FilterError {
    #[error("no filter for this processor: {0}")]
    Build(#[from] BackendError),
    #[error("this kernel has no filter of system calls: {0}")]
    Install(#[from] seccompiler::Error),
}

/// `PAGEMAP_SCAN`, `_IOWR('f', 16, struct pm_scan_arg)`: with it the engine finds the pages
/// that a run has touched. It reads nothing but which of the process's own pages are there.
const PAGEMAP_SCAN: u64 = 0xc060_6610;

const STDERR: u64 = 2;

/// Puts the filter over all threads of the process.
pub(super) fn allow_only_what_guests_need(channel: BorrowedFd<'_>) -> Result<(), FilterError> {
    let filter = SeccompFilter::new(
        rules(channel)?,
        SeccompAction::KillProcess,
        SeccompAction::Allow,
        TargetArch::try_from(std::env::consts::ARCH)?,
    )?;
    let program = BpfProgram::try_from(filter)?;
    Ok(seccompiler::apply_filter_all_threads(&program)?)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules(channel: BorrowedFd<'_>) -> Result<Rules, BackendError> {
    // A descriptor that is open is not negative.
    let channel = u64::from(channel.as_raw_fd().unsigned_abs());
    let this_process = u64::from(std::process::id());

    let mut rules: Rules = ALWAYS.iter().map(|&call| (call, Vec::new())).collect();
    let mut when = |call: i64, conditions: Vec<SeccompCondition>| {
        SeccompRule::new(conditions).map(|rule| rules.entry(call).or_default().push(rule))
    };
    // To talk to the pool, and to nobody else. Last words of a panic go to stderr, which leads
    // nowhere by now.
    when(libc::SYS_read, vec![equal(0, channel)?])?;
    when(libc::SYS_write, vec![equal(0, channel)?])?;
    when(libc::SYS_write, vec![equal(0, STDERR)?])?;
    // Memory, but none that could be run: what is executable has been mapped with the image.
    let not_executable = || has_not(2, libc::PROT_EXEC.unsigned_abs().into());
    when(libc::SYS_mmap, vec![not_executable()?])?;
    when(libc::SYS_mprotect, vec![not_executable()?])?;
    when(libc::SYS_ioctl, vec![equal(1, PAGEMAP_SCAN)?])?;
    // `abort` sends a signal to itself.
    when(libc::SYS_tgkill, vec![equal(0, this_process)?])?;
    Ok(rules)
}

/// Calls that are allowed whatever their arguments.
const ALWAYS: &[i64] = &[
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    // A guest sleeps; the kernel restarts it after a stop.
    libc::SYS_futex,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_restart_syscall,
    libc::SYS_sched_yield,
    // Where the kernel gives the time without a call, these are not needed.
    libc::SYS_clock_gettime,
    libc::SYS_gettimeofday,
    // A seed for the guest's random numbers.
    libc::SYS_getrandom,
    // Traps of WebAssembly arrive as signals; one that is none puts the default back.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // The allocator looks for the number of processors, `abort` for its own number.
    libc::SYS_sched_getaffinity,
    libc::SYS_getpid,
    libc::SYS_gettid,
    // The end.
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

fn equal(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

fn has_not(argument: u8, bits: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(bits), 0)
}
