//! How a pool hands images to its workers: their open files, then what they are.
//!
//! The pool has checked them. A worker takes what is open, so that it runs what was checked,
//! and opens nothing itself.

use std::{
    fs::File,
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    os::{
        fd::{AsFd as _, BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
    sync::Arc,
};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

use super::{
    config::WorkerPoolConfig,
    frame::{self, FrameError},
};
use crate::{
    CheckedImage,
    image::{Description, MAX_DESCRIPTION_BYTES},
};

const MOST_IMAGES: usize = WorkerPoolConfig::MOST_IMAGES;

/// Files travel beside bytes: this one.
const FILES: [u8; 1] = [b'f'];

/// Sends the files of `images` to the worker at the other end of `channel`, which may not have
/// been started yet.
///
/// # Errors
///
/// When there are too many, or the channel takes none.
pub(super) fn send_files(channel: &UnixStream, images: &[Arc<CheckedImage>]) -> io::Result<()> {
    if images.is_empty() {
        return Ok(());
    }
    if images.len() > MOST_IMAGES {
        let reason = format!("{} images are more than {MOST_IMAGES}", images.len());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let files: Vec<BorrowedFd<'_>> = images.iter().map(|image| image.module().as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_IMAGES))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !beside.push(SendAncillaryMessage::ScmRights(&files)) {
        return Err(io::Error::other("there is no room for the images' files"));
    }
    sendmsg(channel, &[IoSlice::new(&FILES)], &mut beside, SendFlags::empty())?;
    Ok(())
}

/// What `images` are, as a frame.
///
/// # Errors
///
/// When it would be too long.
pub(super) fn describe(images: &[Arc<CheckedImage>]) -> Result<Vec<u8>, FrameError> {
    let descriptions: Vec<&Description> = images.iter().map(|image| image.description()).collect();
    frame::encode(&descriptions, MOST_IMAGES * MAX_DESCRIPTION_BYTES)
}

/// Takes the images over, at the worker's end of `channel`.
///
/// # Errors
///
/// When the pool sends something else.
pub(super) fn receive(channel: &File) -> Result<Vec<CheckedImage>, FrameError> {
    let files = receive_files(channel)?;
    let descriptions: Vec<Description> =
        frame::read(&mut &*channel, MOST_IMAGES * MAX_DESCRIPTION_BYTES)?;
    if files.len() != descriptions.len() {
        return Err(FrameError::Malformed(postcard::Error::DeserializeBadEncoding));
    }
    let images = descriptions.into_iter().zip(files);
    Ok(images
        .map(|(description, file)| CheckedImage::handed_over(description, file.into()))
        .collect())
}

fn receive_files(channel: &File) -> Result<Vec<OwnedFd>, FrameError> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_IMAGES))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0; 1];
    let received =
        recvmsg(channel, &mut [IoSliceMut::new(&mut byte)], &mut beside, RecvFlags::CMSG_CLOEXEC)
            .map_err(io::Error::from)?;
    match received.bytes {
        0 => return Err(FrameError::Ended),
        _ if byte != FILES => {
            return Err(FrameError::Malformed(postcard::Error::DeserializeBadEncoding));
        }
        _ => {}
    }
    Ok(beside
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        })
        .flatten()
        .collect())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn pair() -> (UnixStream, File) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        (ours, File::from(OwnedFd::from(theirs)))
    }

    #[test]
    fn no_more_images_are_handed_over_than_there_is_room_for() {
        let image = || {
            let file = tempfile::tempfile().unwrap();
            Arc::new(CheckedImage::handed_over(Description::default(), file))
        };
        let (ours, theirs) = pair();
        let images: Vec<_> = (0..MOST_IMAGES).map(|_| image()).collect();
        send_files(&ours, &images).unwrap();
        (&ours).write_all(&describe(&images).unwrap()).unwrap();
        assert_eq!(receive(&theirs).unwrap().len(), MOST_IMAGES);

        let images: Vec<_> = (0..=MOST_IMAGES).map(|_| image()).collect();
        let error = send_files(&ours, &images).unwrap_err();
        assert_eq!(error.to_string(), "9 images are more than 8");
    }

    #[test]
    fn what_is_no_handover_is_refused() {
        let (ours, theirs) = pair();
        (&ours).write_all(b"x").unwrap();
        assert!(matches!(receive(&theirs), Err(FrameError::Malformed(_))));
        drop(ours);
        assert!(matches!(receive(&theirs), Err(FrameError::Ended)));

        // Descriptions without files.
        let (ours, theirs) = pair();
        (&ours).write_all(&FILES).unwrap();
        let frame = frame::encode(&[Description::default()].as_slice(), 1 << 20).unwrap();
        (&ours).write_all(&frame).unwrap();
        assert!(matches!(receive(&theirs), Err(FrameError::Malformed(_))));
    }
}
