//! What the end-to-end tests share: the real server with the real image, the built command
//! line, and a client that can send what no proper client would.
//!
//! - [`TestServer`]: the server in this process, on a free port of 127.0.0.1
//! - [`ServerProcess`]: `jupan serve` as a process of its own
//! - [`jupan`]: any other command
//! - [`Reply`] and [`send`]: HTTP by hand, over a socket
//! - [`Bombs`]: hostile programs without end
//! - [`Held`]: what a server and its workers hold on to
//! - [`ModelServer`]: a provider of language models that answers from a script
//! - [`conformance`]: programs whose outcome under CPython is recorded
//! - [`bench_programs`] and [`KeptFuel`]: programs that are measured, and the fuel they burn

#![expect(clippy::expect_used, reason = "a test fails by panicking, in its harness too")]

mod bombs;
mod built;
pub mod conformance;
mod fuel;
mod held;
mod http;
mod model_server;
mod process;
mod programs;
mod server;

pub use bombs::Bombs;
pub use built::{
    clients_dir, image_dir, image_dirs, jupan, jupan_file, repository, science_image_dir,
    sympy_image_dir,
};
pub use fuel::KeptFuel;
pub use held::Held;
pub use http::{Reply, post_json, request, send, try_send};
pub use model_server::{Asked, ModelCall, ModelReply, ModelSays, ModelServer};
pub use process::{Finished, ServerProcess, finish};
pub use programs::{BenchProgram, bench_dir, bench_programs, science_bench_programs};
pub use server::TestServer;
