//! Which pages of a memory have been written, as far as the kernel knows: without it, all of
//! them have to be compared to find the few that differ.

use std::ops::Range;

/// The pages of `data` that may have been written since it was mapped, in stretches; what is not
/// among them is as it was. `None` if nobody knows.
#[cfg(target_os = "linux")]
pub(super) fn pages(data: &[u8]) -> Option<Vec<Range<u32>>> {
    linux::pages(data)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pages(_data: &[u8]) -> Option<Vec<Range<u32>>> {
    None
}

/// Makes ready for [`pages`], which a process that has locked itself down could not.
pub(crate) fn prepare() {
    #[cfg(target_os = "linux")]
    linux::prepare();
}

#[cfg(target_os = "linux")]
mod linux;
