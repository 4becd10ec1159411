//! Where the image is.

use std::path::{Path, PathBuf};

/// Where an image lies relative to the folder of the executable: beside a build, and beside
/// an installation.
const PLACES: [&str; 2] = ["../image/python", "../share/jupan/image/python"];

/// No image was named and none is where one is expected.
#[derive(Debug, thiserror::Error)]
#[error(
    "no image was found; looked for {}. Build it with `cargo xtask image`, or name another with --image DIR",
    looked_at.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" and ")
)]
pub(crate) struct NoImage {
    looked_at: Vec<PathBuf>,
}

/// The image's folder: `named` if given, else the first place that exists.
///
/// # Errors
///
/// When there is none. Whether the folder holds an image is seen when it is loaded.
pub(crate) fn locate(named: Option<&Path>) -> Result<PathBuf, NoImage> {
    match named {
        Some(path) => Ok(path.to_owned()),
        None => first_of(places()),
    }
}

fn places() -> Vec<PathBuf> {
    // A link to the executable leads to where the build or the installation really is.
    let executable = std::env::current_exe().and_then(|path| path.canonicalize());
    let Some(dir) = executable.ok().and_then(|path| path.parent().map(Path::to_owned)) else {
        return Vec::new();
    };
    PLACES
        .iter()
        .map(|place| {
            // Without `..` the path reads better in messages.
            let up = dir.parent().unwrap_or(&dir);
            up.join(place.trim_start_matches("../"))
        })
        .collect()
}

fn first_of(places: Vec<PathBuf>) -> Result<PathBuf, NoImage> {
    match places.iter().find(|path| path.is_dir()) {
        Some(path) => Ok(path.clone()),
        None => Err(NoImage { looked_at: places }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_image_is_taken_as_it_is() {
        assert_eq!(locate(Some(Path::new("no/such"))).unwrap(), Path::new("no/such"));
    }

    #[test]
    fn the_first_place_that_exists_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        std::fs::create_dir(&two).unwrap();
        assert_eq!(first_of(vec![one.clone(), two.clone()]).unwrap(), two);
        std::fs::create_dir(&one).unwrap();
        assert_eq!(first_of(vec![one.clone(), two]).unwrap(), one);
    }

    #[test]
    fn without_an_image_the_places_are_named() {
        let error = first_of(vec!["a/image".into(), "b/image".into()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no image was found; looked for a/image and b/image. Build it with `cargo xtask image`, \
             or name another with --image DIR"
        );
    }
}
