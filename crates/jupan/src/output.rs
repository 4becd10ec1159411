//! Writing to stdout. `println!` panics when the reader has gone; this gives an error that
//! [`is_broken_pipe`] knows.

use std::io::{self, Write};

/// Writes `text` to stdout, at once.
pub(crate) fn stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes `text` to stderr. Where nobody reads it there is nobody to tell.
pub(crate) fn stderr(text: &str) {
    drop(io::stderr().lock().write_all(text.as_bytes()));
}

/// Whether what went wrong is that the reader of stdout has gone, as with `| head`.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_broken_pipe_is_known_below_its_context() {
        let error = |kind: io::ErrorKind| {
            Err::<(), _>(io::Error::from(kind)).context("cannot write").unwrap_err()
        };
        assert!(is_broken_pipe(&error(io::ErrorKind::BrokenPipe)));
        assert!(!is_broken_pipe(&error(io::ErrorKind::StorageFull)));
    }
}
