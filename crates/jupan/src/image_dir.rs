//! Where the images are.

use std::path::{Path, PathBuf};

/// Where images lie relative to the folder of the executable: beside a build, and beside an
/// installation.
const PLACES: [&str; 2] = ["../image", "../share/jupan/image"];

/// The image among others that every program starts in.
const FIRST: &str = "python";

/// What makes a folder an image.
const DESCRIPTION: &str = "image.json";

/// No image was named and none is where one is expected.
#[derive(Debug, thiserror::Error)]
#[error(
    "no image was found; looked for {}. Build it with `cargo xtask image`, or name another with --image DIR",
    looked_at.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" and ")
)]
pub(crate) struct NoImage {
    looked_at: Vec<PathBuf>,
}

/// The images' folders, the one that programs start in first. `named` is an image, or a folder of
/// images one of which is `python`; if nothing is named, the first place that has such a folder.
///
/// # Errors
///
/// When there is none. Whether a folder holds an image that can be used is seen when it is loaded.
pub(crate) fn locate(named: Option<&Path>) -> Result<Vec<PathBuf>, NoImage> {
    match named {
        Some(path) if is_folder_of_images(path) => Ok(images_in(path)),
        Some(path) => Ok(vec![path.to_owned()]),
        None => first_of(places()).map(|path| images_in(&path)),
    }
}

fn is_folder_of_images(path: &Path) -> bool {
    !path.join(DESCRIPTION).exists() && path.join(FIRST).is_dir()
}

/// The images in the folder `path`: `python`, then the others by name.
fn images_in(path: &Path) -> Vec<PathBuf> {
    let first = path.join(FIRST);
    // A folder that cannot be listed has at least the one that is known to be there.
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut others: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| *path != first && path.join(DESCRIPTION).is_file())
        .collect();
    others.sort();
    std::iter::once(first).chain(others).collect()
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
    match places.iter().find(|path| is_folder_of_images(path)) {
        Some(path) => Ok(path.clone()),
        None => Err(NoImage { looked_at: places.iter().map(|path| path.join(FIRST)).collect() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_image_is_taken_as_it_is() {
        assert_eq!(locate(Some(Path::new("no/such"))).unwrap(), [Path::new("no/such")]);
    }

    #[test]
    fn a_folder_of_images_gives_all_of_them() {
        let dir = tempfile::tempdir().unwrap();
        let image = |name: &str| {
            let path = dir.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("image.json"), "{}").unwrap();
            path
        };
        let (python, more, algebra) = (image("python"), image("python-more"), image("algebra"));
        std::fs::create_dir(dir.path().join("half-built")).unwrap();
        assert_eq!(locate(Some(dir.path())).unwrap(), [python.clone(), algebra, more]);
        assert_eq!(locate(Some(&python)).unwrap(), std::slice::from_ref(&python));
    }

    #[test]
    fn the_first_place_that_exists_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        std::fs::create_dir_all(two.join("python")).unwrap();
        assert_eq!(first_of(vec![one.clone(), two.clone()]).unwrap(), two);
        std::fs::create_dir_all(one.join("python")).unwrap();
        assert_eq!(first_of(vec![one.clone(), two]).unwrap(), one);
    }

    #[test]
    fn without_an_image_the_places_are_named() {
        let error = first_of(vec!["a/image".into(), "b/image".into()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no image was found; looked for a/image/python and b/image/python. Build it with `cargo xtask image`, \
             or name another with --image DIR"
        );
    }
}
