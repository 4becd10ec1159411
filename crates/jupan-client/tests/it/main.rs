//! The client against a local server.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

/// What each call sends and what it makes of a right answer.
mod calls;
/// What becomes of refusals, foreign answers and broken connections.
mod failures;
