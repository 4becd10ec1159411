//! The sandbox with small guests in WebAssembly text: no Python, no image, seconds.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

/// Bounds of single calls, of tables, and of what a sandbox has room for.
mod bounds;
/// Runs that are given up.
mod cancel;
/// Helpers: a sandbox from WebAssembly text.
mod files;
mod guests;
/// What a hostile guest can hand to the host.
mod hostile;
/// Each limit ends a run with its own kind.
mod limits;
/// Images that cannot be used, and guests that do not follow the contract.
mod rejects;
/// Programs that one image hands on to another.
mod routing;
/// What a run leaves for the next of its session, and what of it is believed.
mod sessions;
/// What a guest finds when it reaches for the host.
mod wasi;
