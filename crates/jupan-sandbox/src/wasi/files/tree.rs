//! Folders and files.

use std::{collections::BTreeMap, ops::Bound, sync::Arc};

use super::{
    Stop,
    content::{Content, SharedBytes},
    path::Place,
    refuse,
};
use crate::{Safeguard, wasi::errno};

/// The most files and folders of a run.
const MAX_NODES: usize = 4096;
/// How deep folders may lie in each other, the root being at depth 0.
const MAX_DEPTH: usize = 32;

/// The place of a file or folder among all. It stays the same while the node is in a folder or
/// open.
pub(super) type NodeId = usize;

/// The root.
pub(super) const ROOT: NodeId = 0;

/// A file or folder.
pub(super) struct Node {
    /// Its number, which no other node ever has.
    pub(super) serial: u64,
    pub(super) kind: Kind,
    /// Nanoseconds since 1970.
    pub(super) accessed: u64,
    pub(super) modified: u64,
    pub(super) changed: u64,
    /// It belongs to the image.
    pub(super) is_read_only: bool,
    /// The program has made or written it.
    pub(super) is_new: bool,
    /// Whether a folder has it.
    pub(super) is_linked: bool,
    /// How many descriptors it is open under.
    opened: usize,
}

pub(super) enum Kind {
    File(Content),
    Folder(Folder),
}

/// What is in a folder, by name and in the order in which it came there.
pub(super) struct Folder {
    parent: NodeId,
    by_name: BTreeMap<Arc<str>, (NodeId, u64)>,
    in_order: BTreeMap<u64, Arc<str>>,
}

/// All files and folders of a run.
pub(super) struct Tree {
    nodes: Vec<Option<Node>>,
    free: Vec<NodeId>,
    next_serial: u64,
    used_bytes: u64,
    quota_bytes: u64,
}

impl Tree {
    /// An empty root, with room for `quota_bytes` in files.
    pub(super) fn new(quota_bytes: u64, now: u64) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            free: Vec::new(),
            next_serial: 1,
            used_bytes: 0,
            quota_bytes: Safeguard::FilesBytes.unless_off(quota_bytes, u64::MAX),
        };
        let root = tree.node(Kind::Folder(Folder::within(ROOT)), now);
        tree.nodes.push(Some(Node { is_linked: true, ..root }));
        tree
    }

    fn node(&mut self, kind: Kind, now: u64) -> Node {
        let serial = self.next_serial;
        self.next_serial += 1;
        Node {
            serial,
            kind,
            accessed: now,
            modified: now,
            changed: now,
            is_read_only: false,
            is_new: true,
            is_linked: false,
            opened: 0,
        }
    }

    pub(super) fn get(&self, id: NodeId) -> Result<&Node, Stop> {
        match self.nodes.get(id) {
            Some(Some(node)) => Ok(node),
            _ => refuse(errno::BADF),
        }
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> Result<&mut Node, Stop> {
        match self.nodes.get_mut(id) {
            Some(Some(node)) => Ok(node),
            _ => refuse(errno::BADF),
        }
    }

    pub(super) fn is_folder(&self, id: NodeId) -> bool {
        matches!(self.get(id), Ok(Node { kind: Kind::Folder(_), .. }))
    }

    pub(super) fn folder(&self, id: NodeId) -> Result<&Folder, Stop> {
        match &self.get(id)?.kind {
            Kind::Folder(folder) => Ok(folder),
            Kind::File(_) => refuse(errno::NOTDIR),
        }
    }

    fn folder_mut(&mut self, id: NodeId) -> Result<&mut Folder, Stop> {
        match &mut self.get_mut(id)?.kind {
            Kind::Folder(folder) => Ok(folder),
            Kind::File(_) => refuse(errno::NOTDIR),
        }
    }

    /// The bytes of a file.
    pub(super) fn content(&self, id: NodeId) -> Result<&Content, Stop> {
        match &self.get(id)?.kind {
            Kind::File(content) => Ok(content),
            Kind::Folder(_) => refuse(errno::ISDIR),
        }
    }

    fn content_mut(&mut self, id: NodeId) -> Result<&mut Content, Stop> {
        match &mut self.get_mut(id)?.kind {
            Kind::File(content) => Ok(content),
            Kind::Folder(_) => refuse(errno::ISDIR),
        }
    }

    /// The folder that `folder` is in; of the root, and of what is in none any more, the root.
    pub(super) fn parent(&self, folder: NodeId) -> Result<NodeId, Stop> {
        Ok(self.folder(folder)?.parent)
    }

    /// What `folder` has under `name`.
    pub(super) fn entry(&self, folder: NodeId, name: &str) -> Result<Option<NodeId>, Stop> {
        Ok(self.folder(folder)?.by_name.get(name).map(|(id, _)| *id))
    }

    /// Entries of `folder` from the place `from` on: each with the place of the next, its name
    /// and its node. What is put there or taken away meanwhile moves no other.
    pub(super) fn entries(
        &self,
        folder: NodeId,
        from: u64,
    ) -> Result<impl Iterator<Item = (u64, &str, &Node)>, Stop> {
        let folder = self.folder(folder)?;
        let places = folder.in_order.range((Bound::Included(from), Bound::Unbounded));
        Ok(places.filter_map(|(place, name)| {
            let (id, _) = folder.by_name.get(name)?;
            Some((place.saturating_add(1), &**name, self.get(*id).ok()?))
        }))
    }

    /// What is in `folder`, in the order in which it came there.
    pub(super) fn children(&self, folder: NodeId) -> impl Iterator<Item = (&str, NodeId, &Node)> {
        let folder = self.folder(folder).ok();
        folder.into_iter().flat_map(|folder| {
            folder.in_order.values().filter_map(|name| {
                let (id, _) = folder.by_name.get(name)?;
                Some((&**name, *id, self.get(*id).ok()?))
            })
        })
    }

    /// Makes a folder at `place`.
    pub(super) fn make_folder(&mut self, place: &Place<'_>, now: u64) -> Result<NodeId, Stop> {
        match *place {
            Place::Entry { folder, name, node: None, .. } => {
                self.add(folder, name, Kind::Folder(Folder::within(folder)), now)
            }
            _ => refuse(errno::EXIST),
        }
    }

    /// Makes an empty file named `name`.
    pub(super) fn make_file(
        &mut self,
        folder: NodeId,
        name: &str,
        now: u64,
    ) -> Result<NodeId, Stop> {
        self.add(folder, name, Kind::File(Content::Own(Vec::new())), now)
    }

    /// Puts a file named `name` there that holds `bytes`. What `is_read_only` does not count.
    pub(super) fn give_file(
        &mut self,
        folder: NodeId,
        name: &str,
        bytes: &SharedBytes,
        is_read_only: bool,
        now: u64,
    ) -> Result<(), Stop> {
        let content = Content::Shared(bytes.clone());
        if !is_read_only {
            self.charge(0, content.len())?;
        }
        let id = self.add(folder, name, Kind::File(content), now)?;
        let node = self.get_mut(id)?;
        node.is_new = false;
        node.is_read_only = is_read_only;
        Ok(())
    }

    fn add(&mut self, folder: NodeId, name: &str, kind: Kind, now: u64) -> Result<NodeId, Stop> {
        if !self.get(folder)?.is_linked {
            return refuse(errno::NOENT);
        }
        if self.depth(folder)? + 1 > Safeguard::FileDepth.unless_off(MAX_DEPTH, usize::MAX) {
            return refuse(errno::NAMETOOLONG);
        }
        let most = Safeguard::FileCount.unless_off(MAX_NODES, usize::MAX);
        if self.nodes.len() - self.free.len() >= most {
            return refuse(errno::NOSPC);
        }
        let node = self.node(kind, now);
        let id = match self.free.pop() {
            Some(id) => id,
            None => {
                self.nodes.push(None);
                self.nodes.len() - 1
            }
        };
        self.nodes[id] = Some(node);
        self.link(folder, name, id, now)?;
        Ok(id)
    }

    /// Enters `id` in `folder`, which has nothing under `name`.
    fn link(&mut self, folder: NodeId, name: &str, id: NodeId, now: u64) -> Result<(), Stop> {
        let place = self.next_serial;
        self.next_serial += 1;
        let name: Arc<str> = name.into();
        let entries = self.folder_mut(folder)?;
        entries.by_name.insert(name.clone(), (id, place));
        entries.in_order.insert(place, name);
        self.touch(folder, now)?;
        let node = self.get_mut(id)?;
        node.is_linked = true;
        node.changed = now;
        if let Kind::Folder(entered) = &mut node.kind {
            entered.parent = folder;
        }
        Ok(())
    }

    /// Takes what is under `name` out of `folder`.
    fn unlink(&mut self, folder: NodeId, name: &str, now: u64) -> Result<NodeId, Stop> {
        let entries = self.folder_mut(folder)?;
        let Some((id, place)) = entries.by_name.remove(name) else { return refuse(errno::NOENT) };
        entries.in_order.remove(&place);
        self.touch(folder, now)?;
        let node = self.get_mut(id)?;
        node.is_linked = false;
        node.changed = now;
        if let Kind::Folder(left) = &mut node.kind {
            // The folder it was in may go before it does.
            left.parent = ROOT;
        }
        Ok(id)
    }

    fn touch(&mut self, id: NodeId, now: u64) -> Result<(), Stop> {
        let node = self.get_mut(id)?;
        node.modified = now;
        node.changed = now;
        Ok(())
    }

    /// Removes the file at `place`.
    pub(super) fn remove_file(&mut self, place: &Place<'_>, now: u64) -> Result<(), Stop> {
        match *place {
            Place::Folder(_) => refuse(errno::ISDIR),
            Place::Entry { node: None, .. } => refuse(errno::NOENT),
            Place::Entry { node: Some(id), .. } if self.is_folder(id) => refuse(errno::ISDIR),
            Place::Entry { folder, name, node: Some(id), .. } => self.remove(folder, name, id, now),
        }
    }

    /// Removes the empty folder at `place`.
    pub(super) fn remove_folder(&mut self, place: &Place<'_>, now: u64) -> Result<(), Stop> {
        match *place {
            Place::Folder(ROOT) => refuse(errno::BUSY),
            // As a path it says nothing of where the folder stands.
            Place::Folder(_) => refuse(errno::INVAL),
            Place::Entry { node: None, .. } => refuse(errno::NOENT),
            Place::Entry { folder, name, node: Some(id), .. } => {
                if !self.folder(id)?.by_name.is_empty() {
                    return refuse(errno::NOTEMPTY);
                }
                self.remove(folder, name, id, now)
            }
        }
    }

    fn remove(&mut self, folder: NodeId, name: &str, id: NodeId, now: u64) -> Result<(), Stop> {
        if self.get(id)?.is_read_only {
            return refuse(errno::ROFS);
        }
        self.unlink(folder, name, now)?;
        self.release(id);
        Ok(())
    }

    /// Moves what is at `from` to `to`, in place of what may be there.
    pub(super) fn rename(
        &mut self,
        from: &Place<'_>,
        to: &Place<'_>,
        now: u64,
    ) -> Result<(), Stop> {
        let (
            &Place::Entry { folder: old_folder, name: old_name, node, .. },
            &Place::Entry { folder, name, node: there, is_folder: to_folder },
        ) = (from, to)
        else {
            return refuse(errno::BUSY);
        };
        let Some(id) = node else { return refuse(errno::NOENT) };
        if self.get(id)?.is_read_only {
            return refuse(errno::ROFS);
        }
        if !self.get(folder)?.is_linked {
            return refuse(errno::NOENT);
        }
        let below = self.below(id)?;
        if below.nodes.contains(&folder) {
            return refuse(errno::INVAL);
        }
        let depth = self.depth(folder)? + 1 + below.height;
        if depth > Safeguard::FileDepth.unless_off(MAX_DEPTH, usize::MAX) {
            return refuse(errno::NAMETOOLONG);
        }
        match there {
            Some(there) if there == id => return Ok(()),
            Some(there) => match (self.is_folder(id), self.is_folder(there)) {
                (true, true) => self.remove_folder(to, now)?,
                (true, false) => return refuse(errno::NOTDIR),
                (false, true) => return refuse(errno::ISDIR),
                (false, false) => self.remove_file(to, now)?,
            },
            None if to_folder && !self.is_folder(id) => return refuse(errno::NOTDIR),
            None => {}
        }
        self.unlink(old_folder, old_name, now)?;
        self.link(folder, name, id, now)?;
        // Under this name they are new.
        for id in below.nodes {
            self.get_mut(id)?.is_new = true;
        }
        Ok(())
    }

    /// `id` and all that is below it.
    fn below(&self, id: NodeId) -> Result<Below, Stop> {
        let mut below = Below { nodes: Vec::new(), height: 0 };
        let mut ahead = vec![(id, 0)];
        while let Some((id, height)) = ahead.pop() {
            below.nodes.push(id);
            below.height = below.height.max(height);
            if let Kind::Folder(folder) = &self.get(id)?.kind {
                ahead.extend(folder.by_name.values().map(|(id, _)| (*id, height + 1)));
            }
        }
        Ok(below)
    }

    /// How many folders lead to `folder` from the root.
    fn depth(&self, folder: NodeId) -> Result<usize, Stop> {
        let (mut depth, mut at) = (0, folder);
        while at != ROOT {
            at = self.folder(at)?.parent;
            depth += 1;
        }
        Ok(depth)
    }

    /// Makes a file `len` bytes long.
    pub(super) fn resize(&mut self, id: NodeId, len: u64, now: u64) -> Result<(), Stop> {
        let before = self.content(id)?.len();
        if len > before {
            self.charge(before, len)?;
        }
        let Ok(size) = usize::try_from(len) else { return refuse(errno::NOSPC) };
        if let Err(stop) = self.content_mut(id)?.resize(size) {
            self.used_bytes -= len.saturating_sub(before);
            return Err(stop);
        }
        self.used_bytes -= before.saturating_sub(len);
        self.written(id, now)
    }

    /// Puts `data` at `at` into a file that is long enough.
    pub(super) fn put(&mut self, id: NodeId, at: u64, data: &[u8]) -> Result<(), Stop> {
        let Ok(at) = usize::try_from(at) else { return refuse(errno::IO) };
        self.content_mut(id)?.put(at, data)
    }

    /// Notes that a file has been written.
    pub(super) fn written(&mut self, id: NodeId, now: u64) -> Result<(), Stop> {
        self.get_mut(id)?.is_new = true;
        self.touch(id, now)
    }

    /// Counts that a file grows from `before` to `after` bytes, if there is room for that.
    fn charge(&mut self, before: u64, after: u64) -> Result<(), Stop> {
        match self.used_bytes.checked_add(after - before) {
            Some(used) if used <= self.quota_bytes => {
                self.used_bytes = used;
                Ok(())
            }
            _ => refuse(errno::NOSPC),
        }
    }

    /// Notes that a descriptor is open for `id`.
    pub(super) fn open(&mut self, id: NodeId) -> Result<(), Stop> {
        self.get_mut(id)?.opened += 1;
        Ok(())
    }

    /// Notes that a descriptor of `id` was closed.
    pub(super) fn close(&mut self, id: NodeId) {
        if let Ok(node) = self.get_mut(id) {
            node.opened = node.opened.saturating_sub(1);
        }
        self.release(id);
    }

    /// Lets a node go that is in no folder and not open.
    fn release(&mut self, id: NodeId) {
        let Ok(node) = self.get(id) else { return };
        if node.is_linked || node.opened > 0 {
            return;
        }
        if let Kind::File(content) = &node.kind {
            self.used_bytes -= content.len();
        }
        self.nodes[id] = None;
        self.free.push(id);
    }
}

impl Folder {
    fn within(parent: NodeId) -> Self {
        Self { parent, by_name: BTreeMap::new(), in_order: BTreeMap::new() }
    }
}

struct Below {
    nodes: Vec<NodeId>,
    /// How many folders lie in each other.
    height: usize,
}
