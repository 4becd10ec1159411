//! Images: what a run starts from.
//!
//! An image is a folder with two files: `image.json`, its description, and `image.cwasm`, a
//! WebAssembly module whose memory holds a started interpreter, compiled ahead of time for
//! one engine and one kind of processor. Who has read an image leaves `image.checked` beside them,
//! so that it is not read again before it is touched.

mod build;
mod bulk;
mod checked;
mod cpython;
mod description;
mod error;
mod images;
mod load;
mod mark;
mod packages;
mod pristine;
mod rest;

pub use build::{BuildError, build_image};
pub use checked::CheckedImage;
pub use cpython::{CpythonFiles, build_cpython_image};
pub use error::{ImageError, ImageFault};
pub use packages::PackageFiles;

pub(crate) use checked::MAX_DESCRIPTION_BYTES;
pub(crate) use description::Description;
pub(crate) use images::Images;
pub(crate) use load::{LoadedImage, compile, load};
pub(crate) use pristine::Pristine;
