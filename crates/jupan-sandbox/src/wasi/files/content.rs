//! What is in a file.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Stop, refuse};
use crate::wasi::errno;

/// Bytes that are not changed, which many runs may share: a vector, or a file that is mapped.
#[derive(Clone)]
pub struct SharedBytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl SharedBytes {
    /// Shares `bytes`.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Arc::new(bytes))
    }

    /// The bytes.
    #[must_use]
    pub fn get(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.get().len())
    }
}

impl PartialEq for SharedBytes {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for SharedBytes {}

impl Serialize for SharedBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.get())
    }
}

impl<'de> Deserialize<'de> for SharedBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_bytes::ByteBuf::deserialize(deserializer).map(|bytes| Self::new(bytes.into_vec()))
    }
}

/// The bytes of a file.
pub(super) enum Content {
    /// As they were given; copied when they are first written to.
    Shared(SharedBytes),
    Own(Vec<u8>),
}

/// A file that has become shorter keeps this much room at most beside what it needs.
const KEPT_BYTES: usize = 4 << 10;

impl Content {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes.get(),
            Self::Own(bytes) => bytes,
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.bytes().len() as u64
    }

    /// Makes the file `len` bytes long: cut, or with zeros at its end. The quota has been asked.
    /// Never takes more memory than twice `len`, and a little.
    pub(super) fn resize(&mut self, len: usize) -> Result<(), Stop> {
        if len < self.bytes().len() / 2
            && let Self::Shared(bytes) = self
        {
            *self = Self::Own(copied(&bytes.get()[..len])?);
            return Ok(());
        }
        let bytes = self.own()?;
        let more = len.saturating_sub(bytes.len());
        if bytes.try_reserve(more).is_err() {
            return refuse(errno::NOSPC);
        }
        bytes.resize(len, 0);
        if bytes.capacity() > 2 * len + KEPT_BYTES {
            bytes.shrink_to(len);
        }
        Ok(())
    }

    /// Puts `data` at `at`, where the file has room for it already.
    pub(super) fn put(&mut self, at: usize, data: &[u8]) -> Result<(), Stop> {
        let place = self.own()?.get_mut(at..).and_then(|rest| rest.get_mut(..data.len()));
        match place {
            Some(place) => place.copy_from_slice(data),
            None => return refuse(errno::IO),
        }
        Ok(())
    }

    fn own(&mut self) -> Result<&mut Vec<u8>, Stop> {
        if let Self::Shared(bytes) = self {
            *self = Self::Own(copied(bytes.get())?);
        }
        match self {
            Self::Own(bytes) => Ok(bytes),
            Self::Shared(_) => refuse(errno::IO),
        }
    }
}

fn copied(bytes: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut copy = Vec::new();
    if copy.try_reserve_exact(bytes.len()).is_err() {
        return refuse(errno::NOSPC);
    }
    copy.extend_from_slice(bytes);
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_right<T>(result: Result<T, Stop>) -> T {
        match result {
            Ok(value) => value,
            Err(_) => panic!("refused"),
        }
    }

    #[test]
    fn what_is_shared_is_copied_when_it_is_written() {
        let given = SharedBytes::new(b"abcdef".to_vec());
        let mut content = Content::Shared(given.clone());
        assert_eq!(content.bytes().as_ptr(), given.get().as_ptr());
        all_right(content.put(1, b"XY"));
        assert_eq!((content.bytes(), given.get()), (&b"aXYdef"[..], &b"abcdef"[..]));
        all_right(content.resize(2));
        all_right(content.resize(4));
        assert_eq!(content.bytes(), b"aX\0\0");
        assert!(content.put(3, b"12").is_err());
        let mut content = Content::Shared(given);
        all_right(content.resize(1));
        assert_eq!(content.bytes(), b"a");
    }

    #[test]
    fn a_file_that_was_cut_gives_its_memory_back() {
        let mut content = Content::Own(Vec::new());
        all_right(content.resize(1 << 20));
        all_right(content.resize(10));
        let Content::Own(bytes) = content else { panic!("it was written to") };
        assert!(bytes.capacity() <= 2 * 10 + KEPT_BYTES, "{}", bytes.capacity());
    }
}
