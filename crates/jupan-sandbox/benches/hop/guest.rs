//! A guest that does what the first letter of its program says, then gives the program back
//! as its result. It follows the contract of `jupan-abi` without an interpreter.

use jupan_sandbox::{GuestSource, ImageInfo};

/// The guest. The request lies at 1024: a program of less than 128 bytes is there as its
/// length and its bytes, so that with two bytes before it, it is a report.
const WAT: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write"
        (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "poll_oneoff"
        (func $poll (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "clock_time_get"
        (func $clock (param i32 i64 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 4)
    (data (i32.const 1022) "\00\01")
    (func (export "jupan_abi_version") (result i32) (i32.const 3))
    (func (export "jupan_alloc") (param i32) (result i32) (i32.const 1024))
    (func $recurse (param i32) (result i32)
        (i32.add (call $recurse (i32.add (local.get 0) (i32.const 1))) (i32.const 1)))
    (func $is (param i32) (result i32)
        (i32.eq (i32.load8_u (i32.const 1025)) (local.get 0)))
    (func (export "jupan_execute") (param i32 i32) (result i64)
        (local $i i32)
        ;; w: work for about a millisecond.
        (if (call $is (i32.const 119)) (then
            (loop $again
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get $i) (i32.const 1000000))))))
        ;; l: loop for ever.
        (if (call $is (i32.const 108)) (then (loop $again (br $again))))
        ;; n: count the runs at 70000.
        (if (call $is (i32.const 110)) (then
            (i32.store8 (i32.const 70000)
                (i32.add (i32.load8_u (i32.const 70000)) (i32.const 1)))))
        ;; t: trap.
        (if (call $is (i32.const 116)) (then (unreachable)))
        ;; d: recurse for ever.
        (if (call $is (i32.const 100)) (then (drop (call $recurse (i32.const 0)))))
        ;; b: reach beyond the memory.
        (if (call $is (i32.const 98)) (then (drop (i32.load (i32.const 0x7ffffff0)))))
        ;; x: exit with status 3.
        (if (call $is (i32.const 120)) (then (call $exit (i32.const 3))))
        ;; g: grow by 16 MiB and use it. h: grow until there is no more.
        (if (call $is (i32.const 103)) (then
            (drop (memory.grow (i32.const 256)))
            (memory.fill (i32.const 262144) (i32.const 7) (i32.const 16777216))))
        (if (call $is (i32.const 104)) (then
            (loop $again (br_if $again (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
            (unreachable)))
        ;; o: write 1 MiB. f: write for ever.
        (i32.store (i32.const 2048) (i32.const 65536))
        (i32.store (i32.const 2052) (i32.const 65536))
        (if (call $is (i32.const 111)) (then
            (loop $again
                (drop (call $write (i32.const 1) (i32.const 2048) (i32.const 1) (i32.const 2056)))
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get $i) (i32.const 16))))))
        (if (call $is (i32.const 102)) (then
            (loop $again
                (drop (call $write (i32.const 2) (i32.const 2048) (i32.const 1) (i32.const 2056)))
                (br $again))))
        ;; s: sleep for a millisecond, look at both clocks and take random bytes.
        (if (call $is (i32.const 115)) (then
            (i32.store (i32.const 3088) (i32.const 1))
            (i64.store (i32.const 3096) (i64.const 1000000))
            (drop (call $poll (i32.const 3072) (i32.const 4096) (i32.const 1) (i32.const 4128)))
            (drop (call $clock (i32.const 0) (i64.const 0) (i32.const 4136)))
            (drop (call $clock (i32.const 1) (i64.const 0) (i32.const 4136)))
            (drop (call $random (i32.const 4200) (i32.const 64)))))
        (i64.or (i64.const 0x000003fe00000000)
            (i64.extend_i32_u (i32.add (i32.const 3) (i32.load8_u (i32.const 1024)))))))"#;

/// Gives the guest to `take`.
pub(crate) fn with<T>(take: impl FnOnce(GuestSource<'_>) -> T) -> T {
    let wasm = wat::parse_str(WAT).unwrap();
    take(GuestSource::Wasm { wasm: &wasm, info: info() })
}

/// What the guest is.
pub(crate) fn info() -> ImageInfo {
    ImageInfo {
        name: "test".to_owned(),
        version: "1".to_owned(),
        python_version: "none".to_owned(),
        modules: vec!["math".to_owned()],
        ..ImageInfo::default()
    }
}
