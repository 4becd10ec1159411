//! The loop with a scripted model: what each policy does, how each ending comes about.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

/// Approval: what is asked, what each decision does.
mod approval;
/// The code tool against a stub of the tool server.
mod code_interpreter;
/// The completion check.
mod completion;
/// Endings that limits and policies bring about.
mod limits;
/// Right runs: steps, order, history, events.
mod runs;
/// Runs that are put aside and taken up again.
mod saved;
/// Tools and models that the tests share.
mod support;
/// What the model is told when a tool or a call goes wrong.
mod tool_errors;
