//! Landlock: the process has no file system.

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetError, RulesetStatus, Scope,
};

use crate::Safeguard;

/// What came of it.
pub(super) struct Denied {
    /// Whether the files are out of reach.
    pub(super) files: Result<(), &'static str>,
    /// Whether new privileges are.
    pub(super) no_new_privileges: bool,
}

/// Takes every right to files, and the way to new privileges, from the calling thread and
/// those that it will start: the rules name no exception. Files that are open stay so.
///
/// # Errors
///
/// When the kernel refuses what it should support.
pub(super) fn deny() -> Result<Denied, RulesetError> {
    if Safeguard::Landlock.is_off() {
        return Ok(Denied { files: Ok(()), no_new_privileges: true });
    }
    // Each kernel takes what it knows. The first version already denies all that a program
    // could do with a path; the later ones add what the filter of system calls denies as well,
    // as a second lock.
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .restrict_self()?;
    let files = match status.ruleset {
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock, or it is not enabled"),
    };
    Ok(Denied { files, no_new_privileges: status.no_new_privs })
}
