//! The one place that configures WebAssembly.

use wasmtime::{Collector, Config, Enabled, Engine, OptLevel, PoolingAllocationConfig};

use crate::{ImageKind, Safeguard};

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
const MAX_TABLE_ELEMENTS: usize = 100_000;

/// CPython with all its packages has more functions, and more globals.
const CPYTHON_TABLE_ELEMENTS: usize = 2 * MAX_TABLE_ELEMENTS;
const CPYTHON_INSTANCE_BYTES: usize = 4 << 20;

/// The largest snapshot that is mapped copy-on-write in one piece: 1 GiB. Below this, holes
/// in the image are filled with zeros rather than making every run copy the whole image.
const DENSE_IMAGE_BYTES: u64 = 1 << 30;

/// An engine that starts a guest once, for its snapshot. The guest is our own here, and what
/// counts is the time to compile it.
///
/// # Errors
///
/// When the host does not support what the sandbox needs.
pub(crate) fn starting(kind: ImageKind) -> Result<Engine, wasmtime::Error> {
    let mut config = base(kind);
    config.cranelift_opt_level(OptLevel::None).consume_fuel(false);
    Engine::new(&config)
}

/// An engine that compiles images of a kind for [`running`].
///
/// # Errors
///
/// When the host does not support what the sandbox needs.
pub(crate) fn compiling(kind: ImageKind) -> Result<Engine, wasmtime::Error> {
    Engine::new(&base(kind))
}

/// An engine that runs as many images of a kind, with room for `max_concurrent_runs` at once of at most
/// `max_memory_bytes` each.
///
/// # Errors
///
/// When the host does not support what the sandbox needs, or cannot reserve the address space.
pub(crate) fn running(
    kind: ImageKind,
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
    // What there is beside the instances that run, and the engine's own memories, see below.
    let (idle, engines, calls) = match kind {
        // For sessions, one instance of each image that does not run. The stacks bound how many do.
        ImageKind::Jupan => (images, 0, 1),
        // Its exceptions of C++ lie in a memory of the engine's, which the meter counts as well. And
        // a host function that it calls calls it back, on a stack of its own.
        ImageKind::Cpython => (0, max_concurrent_runs, 2),
    };
    let instances = max_concurrent_runs.saturating_add(idle);
    let table_elements = table_elements(kind, 10 * MAX_TABLE_ELEMENTS);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(instances)
        .total_memories(places.saturating_add(idle).saturating_add(engines))
        .total_gc_heaps(engines)
        .total_tables(instances)
        .total_stacks(max_concurrent_runs.saturating_mul(calls))
        .max_unused_warm_slots(places)
        .max_memory_size(max_memory_bytes)
        .table_elements(table_elements)
        .linear_memory_keep_resident(
            Safeguard::KeptMemory.unless_off(KEEP_RESIDENT_BYTES, max_memory_bytes),
        )
        .async_stack_keep_resident(
            Safeguard::KeptStack.unless_off(STACK_KEEP_RESIDENT_BYTES, RUN_STACK_BYTES),
        )
        .table_keep_resident(table_elements * size_of::<usize>())
        .pagemap_scan(Enabled::Auto);
    if kind == ImageKind::Cpython {
        pool.max_core_instance_size(CPYTHON_INSTANCE_BYTES);
    }
    let mut config = base(kind);
    // It has images to run, not to compile; and a worker must not have threads that it does
    // not know of, so that a guest of the tests is compiled on the calling one.
    config.allocation_strategy(pool).parallel_compilation(false);
    Engine::new(&config)
}

/// How large a table of functions may be, in a guest of this kind.
pub(crate) fn table_elements(kind: ImageKind, unbounded: usize) -> usize {
    match kind {
        ImageKind::Jupan => Safeguard::Table.unless_off(MAX_TABLE_ELEMENTS, unbounded),
        ImageKind::Cpython => Safeguard::Table.unless_off(CPYTHON_TABLE_ELEMENTS, unbounded),
    }
}

/// What compiling and running share: an image compiled under other settings does not load.
fn base(kind: ImageKind) -> Config {
    let exceptions = kind == ImageKind::Cpython;
    let mut config = Config::new();
    config
        .wasm_exceptions(exceptions)
        .wasm_function_references(exceptions)
        .wasm_gc(exceptions)
        .gc_support(exceptions)
        .collector(Collector::DeferredReferenceCounting)
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
