//! The contract between Jupan's sandbox (the host) and the guest inside it.
//!
//! # Model
//!
//! A guest is a WebAssembly reactor. The host calls its exports; the guest imports
//! nothing but WASI preview 1. Apart from WASI's stdout and stderr, everything crosses
//! the boundary through guest memory, as two [postcard] envelopes:
//!
//! ```text
//! host  -> guest   GuestRequest   copied to the address that `jupan_alloc(len)` gives
//! guest -> host    GuestReport    at the address and length that `jupan_execute(ptr, len)` gives
//! ```
//!
//! The report never travels on stdout, so a program's output cannot imitate it. The host
//! treats the report as hostile: [`GuestReport::decode`] caps its size and checks every
//! field before the host looks at one.
//!
//! [postcard]: https://postcard.jamesmunns.com/wire-format

mod exports;
mod packages;
mod report;
mod request;

pub use exports::{
    ABI_VERSION, EXPORT_ABI_VERSION, EXPORT_ADD_PACKAGES, EXPORT_ALLOC, EXPORT_COMPILE_PACKAGES,
    EXPORT_CRASH_NOTE, EXPORT_EXECUTE, EXPORT_INIT, EXPORT_LINE, EXPORT_LOOP, EXPORT_MEMORY,
    pack_location, unpack_location,
};
pub use packages::{PackageModule, Packages, PackagesError};
pub use report::{Ending, GuestReport, MAX_REPORT_BYTES, PythonError, ReportError};
pub use request::{GuestRequest, RequestError};
