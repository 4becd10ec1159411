//! Names and meaning of what a guest exports.

/// Version of this contract. The host refuses a guest that answers another one from
/// [`EXPORT_ABI_VERSION`].
pub const ABI_VERSION: u32 = 3;

/// `jupan_abi_version() -> i32`: the [`ABI_VERSION`] the guest was built with.
pub const EXPORT_ABI_VERSION: &str = "jupan_abi_version";

/// `jupan_init()`: runs constructors, builds the interpreter and imports the usual modules. Called once, when
/// the image is built, just before the memory is snapshotted; never during a run.
pub const EXPORT_INIT: &str = "jupan_init";

/// `jupan_compile_packages(ptr: i32, len: i32) -> i64`: compiles the source texts of the
/// [`Packages`](crate::Packages) at `ptr` and gives the packed location of the same packages with
/// code in their place. For the image build alone, after [`EXPORT_INIT`], in an instance that is
/// thrown away: so nothing of the compiler's work is in the snapshot.
pub const EXPORT_COMPILE_PACKAGES: &str = "jupan_compile_packages";

/// `jupan_add_packages(ptr: i32, len: i32)`: takes the [`Packages`](crate::Packages) at `ptr`,
/// with code, imports what they say and warms it up. For the image build alone, after
/// [`EXPORT_INIT`] and before the snapshot.
pub const EXPORT_ADD_PACKAGES: &str = "jupan_add_packages";

/// `jupan_alloc(len: i32) -> i32`: address of `len` writable bytes for a request, 0 if there
/// is no room.
pub const EXPORT_ALLOC: &str = "jupan_alloc";

/// `jupan_execute(ptr: i32, len: i32) -> i64`: runs the [`GuestRequest`](crate::GuestRequest)
/// at `ptr` and gives the location of its [`GuestReport`](crate::GuestReport), packed by
/// [`pack_location`].
pub const EXPORT_EXECUTE: &str = "jupan_execute";

/// `jupan_crash_note() -> i64`: packed location of what a panic of the interpreter said, as
/// UTF-8; empty if there was none. May be called after a trap.
pub const EXPORT_CRASH_NOTE: &str = "jupan_crash_note";

/// `jupan_line() -> i32`: the line of the program that is or was running, counted from 1, and 0
/// if none is. May be called after the guest was stopped, wherever that was. A guest may lack it.
pub const EXPORT_LINE: &str = "jupan_line";

/// `jupan_loop() -> i64`: of the loops that the program is or was in, the one that has run most
/// often: the line at its start in the upper half, and how often it has run in the lower; 0 if that
/// is not known. May be called like [`EXPORT_LINE`], and a guest may lack it as well.
pub const EXPORT_LOOP: &str = "jupan_loop";

/// The guest's linear memory.
pub const EXPORT_MEMORY: &str = "memory";

/// Packs an address and a length into the one integer that a WebAssembly function returns.
#[must_use]
pub const fn pack_location(ptr: u32, len: u32) -> u64 {
    ((ptr as u64) << 32) | len as u64
}

/// The address and length in an integer made by [`pack_location`].
#[must_use]
pub const fn unpack_location(packed: u64) -> (u32, u32) {
    ((packed >> 32) as u32, packed as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_survive_packing() {
        for location in [(0, 0), (1, u32::MAX), (u32::MAX, 1), (0x8000_0000, 0x8000_0000)] {
            assert_eq!(unpack_location(pack_location(location.0, location.1)), location);
        }
    }
}
