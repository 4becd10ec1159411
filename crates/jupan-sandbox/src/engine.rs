//! The one place that configures WebAssembly.

use wasmtime::{Config, Enabled, Engine, OptLevel, PoolingAllocationConfig};

use crate::Safeguard;

/// Native stack for WebAssembly frames: 64 MiB. The guest's own stack, in its linear memory,
/// is much smaller and runs out first, which its interpreter notices and turns into a
/// `RecursionError`; this bound is what ends native recursion that uses no guest stack.
const WASM_STACK_BYTES: usize = 64 << 20;

/// The whole stack of a run, 66 MiB: the difference is what the host's functions have. It is
/// address space; only pages that a run touches are backed by memory.
const RUN_STACK_BYTES: usize = 66 << 20;

/// Pages of a finished run that are reset in place instead of being unmapped: 4 MiB. A small
/// run touches about 1 MiB, and resetting is cheaper than faulting the pages in again.
const KEEP_RESIDENT_BYTES: usize = 4 << 20;

/// The part of a run's stack that is zeroed in place when the run has ended: 128 KiB, more than
/// an ordinary run touches. The rest goes back to the operating system, so that a run that
/// recursed deep leaves neither data nor memory behind.
const STACK_KEEP_RESIDENT_BYTES: usize = 128 << 10;

/// Images hold tens of thousands of functions that are called through a table.
pub(crate) const MAX_TABLE_ELEMENTS: usize = 100_000;

/// The largest snapshot that is mapped copy-on-write in one piece: 1 GiB. Below this, holes
/// in the image are filled with zeros rather than making every run copy the whole image.
const DENSE_IMAGE_BYTES: u64 = 1 << 30;

/// An engine that starts a guest once, for its snapshot. The guest is our own here, and what
/// counts is the time to compile it.
///
/// # Errors
///
/// When the host does not support what the sandbox needs.
pub(crate) fn starting() -> Result<Engine, wasmtime::Error> {
    let mut config = base();
    config.cranelift_opt_level(OptLevel::None).consume_fuel(false);
    Engine::new(&config)
}

/// An engine that compiles images for [`running`].
///
/// # Errors
///
/// When the host does not support what the sandbox needs.
pub(crate) fn compiling() -> Result<Engine, wasmtime::Error> {
    Engine::new(&base())
}

/// An engine that runs as many images, with room for `max_concurrent_runs` at once of at most
/// `max_memory_bytes` each.
///
/// # Errors
///
/// When the host does not support what the sandbox needs, or cannot reserve the address space.
pub(crate) fn running(
    max_concurrent_runs: u32,
    images: usize,
    max_memory_bytes: usize,
) -> Result<Engine, wasmtime::Error> {
    let max_concurrent_runs =
        Safeguard::Instances.unless_off(max_concurrent_runs, max_concurrent_runs + 1);
    // Each image has its own places, whose memory stays mapped between its runs: a run of one does
    // not slow down the next run of another.
    let images = u32::try_from(images).unwrap_or(u32::MAX);
    let places = max_concurrent_runs.saturating_mul(images);
    // And one instance that does not run, for sessions. The stacks bound how many do.
    let instances = max_concurrent_runs.saturating_add(images);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(instances)
        .total_memories(places.saturating_add(images))
        .total_tables(instances)
        .total_stacks(max_concurrent_runs)
        .max_unused_warm_slots(places)
        .max_memory_size(max_memory_bytes)
        .table_elements(Safeguard::Table.unless_off(MAX_TABLE_ELEMENTS, 10 * MAX_TABLE_ELEMENTS))
        .linear_memory_keep_resident(
            Safeguard::KeptMemory.unless_off(KEEP_RESIDENT_BYTES, max_memory_bytes),
        )
        .async_stack_keep_resident(
            Safeguard::KeptStack.unless_off(STACK_KEEP_RESIDENT_BYTES, RUN_STACK_BYTES),
        )
        .table_keep_resident(MAX_TABLE_ELEMENTS * size_of::<usize>())
        .pagemap_scan(Enabled::Auto);
    let mut config = base();
    // It has images to run, not to compile; and a worker must not have threads that it does
    // not know of, so that a guest of the tests is compiled on the calling one.
    config.allocation_strategy(pool).parallel_compilation(false);
    Engine::new(&config)
}

/// What compiling and running share: an image compiled under other settings does not load.
fn base() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_opt_level(OptLevel::Speed)
        .max_wasm_stack(Safeguard::Stack.unless_off(WASM_STACK_BYTES, RUN_STACK_BYTES))
        .async_stack_size(RUN_STACK_BYTES)
        .async_stack_zeroing(true)
        .memory_init_cow(true)
        .memory_guaranteed_dense_image_size(DENSE_IMAGE_BYTES)
        // A trap is classified by its code; nobody reads a WebAssembly backtrace.
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false);
    config
}
