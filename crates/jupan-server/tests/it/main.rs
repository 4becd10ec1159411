//! The server with a stub in place of the sandbox: mostly the router, called directly, and a
//! few real sockets.

#![expect(clippy::unwrap_used, reason = "a test's helper ends the test")]

/// Every refused request, with its whole body.
mod bad_input;
/// Bodies that are too large or too slow.
mod bodies;
/// Clients with tokens and ceilings of their own.
mod clients;
/// Which connections stay open, and for how long.
mod connections;
/// Request ids, unknown paths, wrong methods, health.
mod edge;
/// What a good request becomes, and what its answer is.
mod execute;
/// Names that the server goes by, and pages from elsewhere.
mod hosts;
/// Requests of MCP, metrics, the reference and its page.
mod interfaces;
/// What the log says, and what it never says.
mod logs;
/// Bytes that are no request.
mod not_http;
/// The page to try it with: its headers, and who gets it.
mod page;
/// Slots, the queue, clients that go away.
mod permits;
/// Sessions: from their begin to each of their ends.
mod sessions;
/// Stopping in the middle of runs.
mod shutdown;
/// Real connections: pipelined, many, left by their clients.
mod sockets;
/// Stub runner, requests, a raw HTTP client.
mod support;
/// The bearer token.
mod token;
/// The tool definitions.
mod tools;
