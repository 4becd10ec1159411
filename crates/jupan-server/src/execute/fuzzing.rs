//! Entries for the fuzz targets.

use jupan_api::ErrorBody;
use jupan_sandbox::{Limits, Program};

use crate::ServerConfig;
use crate::execute::request::ValidRequest;

/// What the server takes from the body of a request, or the answer that refuses it.
///
/// # Errors
///
/// What the client would read.
pub fn check_request(body: &[u8], config: &ServerConfig) -> Result<(Program, Limits), ErrorBody> {
    match ValidRequest::from_body(body, config) {
        Ok(ValidRequest { program, limits, .. }) => Ok((program, limits)),
        Err(error) => Err(error.into_body("")),
    }
}
