//! The server with a stub in place of the sandbox: mostly the router, called directly, and a
//! few real sockets.

#![expect(clippy::unwrap_used, reason = "a test's helper ends the test")]

/// Every refused request, with its whole body.
mod bad_input;
/// Request ids, unknown paths, wrong methods, health.
mod edge;
/// What a good request becomes, and what its answer is.
mod execute;
/// What the log says, and what it never says.
mod logs;
/// Slots, the queue, clients that go away.
mod permits;
/// Stopping in the middle of runs.
mod shutdown;
/// Real connections: slow, large, pipelined, many.
mod sockets;
/// Stub runner, requests, a raw HTTP client.
mod support;
/// The bearer token.
mod token;
/// The tool definitions.
mod tools;
