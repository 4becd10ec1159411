//! Paths, taken apart.

use super::{
    Stop, refuse,
    tree::{NodeId, ROOT, Tree},
};
use crate::{Safeguard, wasi::errno};

/// The most bytes of a path, as on Linux.
pub(super) const MAX_PATH_BYTES: usize = 4096;
/// The most bytes of a name, as on Linux.
pub(super) const MAX_NAME_BYTES: usize = 255;

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place<'p> {
    /// To an entry of a folder, which may be there or not.
    Entry {
        folder: NodeId,
        name: &'p str,
        node: Option<NodeId>,
        /// It ends in a slash, so it has to be a folder.
        is_folder: bool,
    },
    /// To a folder by no name of its own: `.`, `..` or `/`.
    Folder(NodeId),
}

impl Place<'_> {
    /// What is there.
    pub(super) fn node(&self) -> Option<NodeId> {
        match self {
            Self::Entry { node, .. } => *node,
            Self::Folder(node) => Some(*node),
        }
    }
}

/// Follows `path`, which begins in the folder `start`.
pub(super) fn follow<'p>(tree: &Tree, start: NodeId, path: &'p str) -> Result<Place<'p>, Stop> {
    if path.is_empty() {
        return refuse(errno::NOENT);
    }
    if path.contains('\0') {
        return refuse(errno::INVAL);
    }
    let mut folder = if path.starts_with('/') { ROOT } else { start };
    let longest = Safeguard::FileName.unless_off(MAX_NAME_BYTES, usize::MAX);
    let mut parts = path.split('/').filter(|part| !part.is_empty() && *part != ".").peekable();
    while let Some(part) = parts.next() {
        if part.len() > longest {
            return refuse(errno::NAMETOOLONG);
        }
        if part == ".." {
            folder = tree.parent(folder)?;
            continue;
        }
        let node = tree.entry(folder, part)?;
        if parts.peek().is_none() {
            let is_folder = path.ends_with('/') || path.ends_with("/.");
            if is_folder && node.is_some_and(|node| !tree.is_folder(node)) {
                return refuse(errno::NOTDIR);
            }
            return Ok(Place::Entry { folder, name: part, node, is_folder });
        }
        folder = match node {
            Some(node) if tree.is_folder(node) => node,
            Some(_) => return refuse(errno::NOTDIR),
            None => return refuse(errno::NOENT),
        };
    }
    if !tree.is_folder(folder) {
        return refuse(errno::NOTDIR);
    }
    Ok(Place::Folder(folder))
}

/// The node at `path`, which has to be there.
pub(super) fn find(tree: &Tree, start: NodeId, path: &str) -> Result<NodeId, Stop> {
    match follow(tree, start, path)?.node() {
        Some(node) => Ok(node),
        None => refuse(errno::NOENT),
    }
}
