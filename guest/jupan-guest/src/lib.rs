//! RustPython as a WebAssembly reactor: the guest inside Jupan's sandbox.
//!
//! # Model
//!
//! The image build calls `jupan_init`, which starts the interpreter, and
//! snapshots the memory. A run starts from that snapshot: `jupan_alloc` gives room for the
//! request, `jupan_execute` runs the program and gives its report. A guest serves one run
//! and is thrown away; nothing here cleans up for a next one.
//!
//! What the host cannot trust is everything that comes out of here, and it does not: see
//! `jupan-abi`. What a program writes goes to WASI's stdout and stderr as it is written.

mod allocator;
mod compile;
mod crash;
mod decimal;
mod exports;
mod immortal;
mod imports;
mod interpreter;
mod library;
mod mend;
mod natives;
mod packages;
mod program;
mod report;
mod source;
mod sum;
mod warm_up;
