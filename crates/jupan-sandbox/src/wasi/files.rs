//! Files: a small file system in the host's memory, one for each run.
//!
//! # Model
//!
//! ```text
//! calls, path_calls   what a guest asks for, read from its memory
//! pieces              bytes between a file and the guest's memory
//! descriptors         what it has open: descriptor 3 is the root, others come after it
//! tree                folders and files, each in a slot; path and content belong to it
//! ```
//!
//! The root is a folder that was opened beforehand, as WASI has it, so that every path begins
//! there. Below it are `/work`, in which a program starts, and `/tmp`. Nothing in this folder
//! can open a file of the host: there are no links, and `..` of the root is the root.
//!
//! All of it is bounded: bytes, files and folders, open descriptors, lengths of names and paths,
//! and how deep folders lie in each other. A run that never asks for a file has none of it: the tree is
//! made when the first call needs it.

mod calls;
mod content;
mod descriptors;
mod given;
mod left;
mod path;
mod path_calls;
mod pieces;
mod records;
mod tree;

use std::sync::Arc;

use wasmtime::{Caller, Linker};

use super::{Answer, GuestMemory, WASI, clock, errno, guest_memory::Fault};
use crate::{
    Safeguard,
    run::{HostStop, RunState},
};
use descriptors::Descriptors;
use tree::Tree;

pub(super) use calls::{advise, close, filestat, read, seek, set_flags, status, sync, tell, write};
pub use content::SharedBytes;
pub(crate) use given::{GivenFile, check, working_path};
pub(crate) use left::{MAX_FILES, MAX_NAME_BYTES, MAX_PATTERN_BYTES, MAX_PATTERNS};

/// The folder that a program starts in.
pub(crate) const WORKING_FOLDER: &str = "/work";

/// The descriptor of the root.
const ROOT_FD: i32 = 3;

/// A run's files: what they are made of, until the first call makes them.
pub(crate) struct FileSystem {
    given: Vec<GivenFile>,
    mounted: Arc<[GivenFile]>,
    quota_bytes: u64,
    live: Option<Box<Live>>,
}

/// Files that have been asked for.
struct Live {
    tree: Tree,
    descriptors: Descriptors,
}

impl FileSystem {
    /// Room for `quota_bytes` of a program, in which `given` are already. Files that are
    /// `mounted` are the image's: they are read alone, and do not count.
    pub(crate) fn new(quota_bytes: u64, given: Vec<GivenFile>, mounted: Arc<[GivenFile]>) -> Self {
        Self { given, mounted, quota_bytes, live: None }
    }

    /// The files and what is open, at the time `now`.
    fn live(&mut self, now: u64) -> Result<&mut Live, Stop> {
        let live = match self.live.take() {
            Some(live) => live,
            None => {
                let tree = given::tree(self.quota_bytes, &self.given, &self.mounted, now);
                // They have been checked before the run.
                let tree = tree.map_err(|_| Stop::Errno(errno::IO))?;
                Box::new(Live { tree, descriptors: Descriptors::new() })
            }
        };
        Ok(self.live.insert(live))
    }
}

/// Why a call does not do what it was asked.
enum Stop {
    /// The guest is told this number.
    Errno(i32),
    /// The run has ended.
    End(HostStop),
}

impl From<Fault> for Stop {
    fn from(Fault: Fault) -> Self {
        Self::Errno(errno::FAULT)
    }
}

impl From<HostStop> for Stop {
    fn from(stop: HostStop) -> Self {
        Self::End(stop)
    }
}

/// Refuses with an error number.
fn refuse<T>(errno: i32) -> Result<T, Stop> {
    Err(Stop::Errno(errno))
}

/// Everything that a call works with.
struct Call<'a> {
    memory: GuestMemory<'a>,
    tree: &'a mut Tree,
    descriptors: &'a mut Descriptors,
    /// The time of day, for the times of files.
    now: u64,
    end: &'a crate::run::RunEnd,
}

impl Call<'_> {
    /// Ends a run whose time is up, in a call that may take long.
    fn look(&self) -> Result<(), HostStop> {
        if Safeguard::FileCalls.is_off() { Ok(()) } else { self.end.check() }
    }

    /// The path of `len` bytes at `at`.
    fn path(&self, at: i32, len: i32) -> Result<String, Stop> {
        let longest = Safeguard::FilePath.unless_off(path::MAX_PATH_BYTES, usize::MAX);
        if len.cast_unsigned() as usize > longest {
            return refuse(errno::NAMETOOLONG);
        }
        let bytes = self.memory.slice(at, len).ok_or(Fault)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => refuse(errno::ILSEQ),
        }
    }
}

/// Answers a call with what `work` makes of it.
fn answer(
    caller: &mut Caller<'_, RunState>,
    work: impl FnOnce(&mut Call<'_>) -> Result<(), Stop>,
) -> Answer {
    let (memory, state) = GuestMemory::of(caller)?;
    let now = clock::of_files(state);
    let RunState { files, end, .. } = state;
    let done = files.live(now).and_then(|live| {
        let Live { tree, descriptors } = live;
        let mut call = Call { memory, tree, descriptors, now, end };
        call.look()?;
        work(&mut call)
    });
    match done {
        Ok(()) => Ok(errno::SUCCESS),
        Err(Stop::Errno(errno)) => Ok(errno),
        Err(Stop::End(stop)) => Err(stop.into()),
    }
}

/// Gives a linker the calls that only files have. Those that streams have as well come from
/// `stdio`, which hands on what is not its own.
pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    calls::add_to_linker(linker)?;
    path_calls::add_to_linker(linker)
}
