//! End to end: the real image behind the real server, and the built command line.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

/// The agent against a scripted provider of models, with the real sandbox.
mod agent;
/// `jupan batch`: many programs, interrupted and resumed.
mod batch;
/// Hostile programs again and again: the next run is right, and nothing stays.
mod bombs;
/// Each line of `cases/*.jsonl` over HTTP.
mod cases;
/// Each program of the self-test's catalogue over HTTP.
mod catalogue;
/// `jupan run` and what holds for every command.
mod cli;
/// Other people's clients: the MCP SDK, and the programs in `examples/clients`.
mod clients;
/// Flags, variables, file, defaults: who wins and what is refused.
mod config;
/// What programs give under CPython and in the sandbox.
mod conformance;
/// The server keeps to its own OpenAPI document: schemathesis looks for requests that show it does
/// not.
mod contract;
/// Files that a program is given, makes, and leaves; modules that are not there.
mod files;
/// How many instructions programs take.
mod fuel;
/// Requests that are wrong, over a real socket.
mod http;
/// Images that are missing, damaged or foreign.
mod image;
/// What one run must not see of another, nor of the host.
mod isolation;
/// Each limit ends a run with its own kind of error.
mod limits;
/// Many runs, in a row and at once: nothing may leak.
mod load;
/// What is counted of it, and who may have how much.
mod operations;
/// The image with the scientific packages: the numbers that they give, and pictures.
mod science;
/// `jupan serve`: start, signals, shutdown.
mod serve;
/// Runs that see what earlier ones have left.
mod sessions;
/// Answers that come while a program runs.
mod stream;
/// The image with sympy: which programs run there, and what they give.
mod sympy;
/// OpenTelemetry traces, as a collector receives them.
mod traces;
/// What a run finds of the programs that warmed its interpreter up: nothing.
mod warm;
/// The processes that `jupan serve` runs programs in.
#[cfg(target_os = "linux")]
mod workers;
