//! What an image of `CPython` offers.

use std::path::Path;

use crate::image::build::{BuildError, Survey, ask};

/// Asks it.
const SURVEY: &str = "import _jupan; print(_jupan.survey())";

pub(super) fn survey(dir: &Path, _packages: &[String]) -> Result<Survey, BuildError> {
    ask(dir, SURVEY, None)
}
