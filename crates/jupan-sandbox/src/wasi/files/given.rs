//! The files that are there when a program starts.

use std::collections::HashSet;

use super::{
    Stop, WORKING_FOLDER,
    content::SharedBytes,
    path::{self, MAX_NAME_BYTES, Place},
    tree::{NodeId, ROOT, Tree},
};
use crate::ProgramFile;

/// A file that is there from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenFile {
    /// Its absolute path.
    pub(crate) path: String,
    pub(crate) bytes: SharedBytes,
    /// It belongs to the image, and cannot be changed.
    pub(crate) is_read_only: bool,
}

/// A file that cannot be given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileFault {
    #[error("the name is empty")]
    Empty,
    #[error("the name is a path from the root; it must be relative to the working folder")]
    Absolute,
    #[error("the name has a part that is `.`, `..` or empty")]
    Dots,
    #[error("the name has a NUL character")]
    Nul,
    #[error("the name has a part of more than {MAX_NAME_BYTES} bytes")]
    Long,
    #[error("another file has this name, or has it for a folder")]
    Taken,
    #[error("the files are too many, or their folders lie too deep in each other")]
    TooMany,
    #[error("the files have more bytes together than `files_bytes` allows")]
    TooLarge,
}

/// The absolute path of the file that a request calls `name`.
pub(crate) fn working_path(name: &str) -> String {
    format!("{WORKING_FOLDER}/{name}")
}

/// Checks that `files` can be given to a program that has room for `quota_bytes`.
///
/// # Errors
///
/// The place of the first that cannot, and why.
pub(crate) fn check(files: &[ProgramFile], quota_bytes: u64) -> Result<(), (usize, FileFault)> {
    let mut names = HashSet::new();
    let mut bytes = 0_u64;
    for (place, file) in files.iter().enumerate() {
        name_fault(&file.name).map_err(|fault| (place, fault))?;
        if !names.insert(file.name.as_str()) {
            return Err((place, FileFault::Taken));
        }
        bytes = bytes.saturating_add(file.bytes.get().len() as u64);
        if bytes > crate::Safeguard::FilesGiven.unless_off(quota_bytes, u64::MAX) {
            return Err((place, FileFault::TooLarge));
        }
    }
    let mut tree = plain_tree(u64::MAX, 0).map_err(|_| (0, FileFault::TooMany))?;
    let nothing = SharedBytes::new([]);
    for (place, file) in files.iter().enumerate() {
        let path = working_path(&file.name);
        give(&mut tree, &path, &nothing, false, 0).map_err(|stop| {
            let taken =
                matches!(stop, Stop::Errno(crate::wasi::errno::EXIST | crate::wasi::errno::NOTDIR));
            (place, if taken { FileFault::Taken } else { FileFault::TooMany })
        })?;
    }
    Ok(())
}

fn name_fault(name: &str) -> Result<(), FileFault> {
    if name.is_empty() {
        return Err(FileFault::Empty);
    }
    if name.starts_with('/') {
        return Err(FileFault::Absolute);
    }
    if name.contains('\0') {
        return Err(FileFault::Nul);
    }
    for part in name.split('/') {
        if matches!(part, "" | "." | "..") {
            return Err(FileFault::Dots);
        }
        if part.len() > MAX_NAME_BYTES {
            return Err(FileFault::Long);
        }
    }
    Ok(())
}

/// The tree that a program finds.
pub(super) fn tree(
    quota_bytes: u64,
    given: &[GivenFile],
    mounted: &[GivenFile],
    now: u64,
) -> Result<Tree, Stop> {
    let mut tree = plain_tree(quota_bytes, now)?;
    for file in mounted.iter().chain(given) {
        give(&mut tree, &file.path, &file.bytes, file.is_read_only, now)?;
    }
    // The folders of the image's files are its own as well.
    for file in mounted {
        let mut at = ROOT;
        for part in file.path.split('/').filter(|part| !part.is_empty()) {
            if let Some(node) = tree.entry(at, part)? {
                tree.get_mut(node)?.is_read_only = true;
                at = node;
            }
        }
    }
    Ok(tree)
}

/// The folders that are always there.
fn plain_tree(quota_bytes: u64, now: u64) -> Result<Tree, Stop> {
    let mut tree = Tree::new(quota_bytes, now);
    for name in ["/tmp", WORKING_FOLDER] {
        let place = path::follow(&tree, ROOT, name)?;
        tree.make_folder(&place, now)?;
    }
    Ok(tree)
}

/// Puts a file at `path`, and the folders that lead to it.
fn give(
    tree: &mut Tree,
    path: &str,
    bytes: &SharedBytes,
    is_read_only: bool,
    now: u64,
) -> Result<(), Stop> {
    let mut folder = ROOT;
    let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
    while let Some(name) = parts.next() {
        let node = tree.entry(folder, name)?;
        if parts.peek().is_none() {
            return match node {
                Some(_) => super::refuse(crate::wasi::errno::EXIST),
                None => tree.give_file(folder, name, bytes, is_read_only, now),
            };
        }
        folder = match node {
            Some(node) => node,
            None => new_folder(tree, folder, name, now)?,
        };
    }
    super::refuse(crate::wasi::errno::NOENT)
}

fn new_folder(tree: &mut Tree, folder: NodeId, name: &str, now: u64) -> Result<NodeId, Stop> {
    tree.make_folder(&Place::Entry { folder, name, node: None, is_folder: true }, now)
}
