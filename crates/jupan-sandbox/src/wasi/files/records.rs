//! The records that WASI has in a guest's memory.

use super::tree::{Kind, Node};

const FOLDER: u8 = 3;
const FILE: u8 = 4;

/// All rights there are. What a descriptor may do is known here; the rights tell the C library.
const ALL_RIGHTS: u64 = u64::MAX;
pub(super) const RIGHT_READ: u64 = 1 << 1;
pub(super) const RIGHT_WRITE: u64 = 1 << 6;

pub(super) const FLAG_APPEND: u16 = 1;

pub(super) const FILESTAT_BYTES: usize = 64;
const FDSTAT_BYTES: usize = 24;
pub(super) const DIRENT_BYTES: usize = 24;

fn kind(node: &Node) -> u8 {
    match node.kind {
        Kind::File(_) => FILE,
        Kind::Folder(_) => FOLDER,
    }
}

/// What is known of a file or folder.
pub(super) fn filestat(node: &Node) -> [u8; FILESTAT_BYTES] {
    let size = match &node.kind {
        Kind::File(content) => content.len(),
        Kind::Folder(_) => 0,
    };
    let mut record = [0; FILESTAT_BYTES];
    let mut put = |at: usize, value: u64| record[at..at + 8].copy_from_slice(&value.to_le_bytes());
    put(0, 1); // The one device.
    put(8, node.serial);
    put(24, u64::from(node.is_linked));
    put(32, size);
    put(40, node.accessed);
    put(48, node.modified);
    put(56, node.changed);
    record[16] = kind(node);
    record
}

/// What is known of a descriptor.
pub(super) fn fdstat(
    node: &Node,
    can_read: bool,
    can_write: bool,
    appends: bool,
) -> [u8; FDSTAT_BYTES] {
    let mut rights = ALL_RIGHTS;
    if matches!(node.kind, Kind::File(_)) {
        rights &= if can_read { u64::MAX } else { !RIGHT_READ };
        rights &= if can_write { u64::MAX } else { !RIGHT_WRITE };
    }
    let mut record = [0; FDSTAT_BYTES];
    record[0] = kind(node);
    record[2..4].copy_from_slice(&if appends { FLAG_APPEND } else { 0 }.to_le_bytes());
    record[8..16].copy_from_slice(&rights.to_le_bytes());
    record[16..24].copy_from_slice(&ALL_RIGHTS.to_le_bytes());
    record
}

/// The head of an entry of a folder; the name follows it.
pub(super) fn dirent(next: u64, name: &str, node: &Node) -> [u8; DIRENT_BYTES] {
    let mut record = [0; DIRENT_BYTES];
    record[..8].copy_from_slice(&next.to_le_bytes());
    record[8..16].copy_from_slice(&node.serial.to_le_bytes());
    // A name has 255 bytes at most.
    let len = u32::try_from(name.len()).unwrap_or(u32::MAX);
    record[16..20].copy_from_slice(&len.to_le_bytes());
    record[20] = kind(node);
    record
}
