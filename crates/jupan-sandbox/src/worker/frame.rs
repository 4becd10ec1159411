//! Frames: a length in four bytes, little end first, then a message in that many.

use std::{
    io::{self, BufRead as _, BufReader, Read, Write},
    os::unix::net::UnixStream,
    thread,
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    net::{RecvFlags, recv},
};
use serde::{Serialize, de::DeserializeOwned};

const LENGTH_BYTES: usize = 4;

/// A message that did not arrive.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameError {
    /// The channel failed, or was too slow.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The channel ended.
    #[error("the channel ended")]
    Ended,
    /// Longer than it may be.
    #[error("a message of {actual} bytes is longer than {max} bytes")]
    TooLong {
        /// Its length.
        actual: usize,
        /// What it may have.
        max: usize,
    },
    /// Not a message.
    #[error("a message is not valid: {0}")]
    Malformed(#[from] postcard::Error),
}

/// The whole frame of `message`, to be written at once.
///
/// # Errors
///
/// When it would be longer than `max` bytes.
pub(super) fn encode(message: &impl Serialize, max: usize) -> Result<Vec<u8>, FrameError> {
    let mut frame = postcard::to_extend(message, vec![0; LENGTH_BYTES])?;
    let actual = frame.len() - LENGTH_BYTES;
    match u32::try_from(actual) {
        Ok(length) if actual <= max => frame[..LENGTH_BYTES].copy_from_slice(&length.to_le_bytes()),
        _ => return Err(FrameError::TooLong { actual, max }),
    }
    Ok(frame)
}

/// The next message, of at most `max` bytes. What has not arrived takes no memory.
///
/// # Errors
///
/// When the channel ends or fails, or the bytes are not exactly one message.
pub(super) fn read<T: DeserializeOwned>(
    reader: &mut impl Read,
    max: usize,
) -> Result<T, FrameError> {
    let mut length = [0; LENGTH_BYTES];
    reader.read_exact(&mut length).map_err(ended)?;
    let actual = u32::from_le_bytes(length) as usize;
    if actual > max {
        return Err(FrameError::TooLong { actual, max });
    }
    let mut bytes = Vec::new();
    reader.take(actual as u64).read_to_end(&mut bytes).map_err(ended)?;
    if bytes.len() < actual {
        return Err(FrameError::Ended);
    }
    match postcard::take_from_bytes(&bytes)? {
        (message, []) => Ok(message),
        _ => Err(FrameError::Malformed(postcard::Error::DeserializeBadEncoding)),
    }
}

/// The `len` bytes that follow a message. The caller has bounded their number; what has not
/// arrived takes address space alone.
///
/// # Errors
///
/// When the channel ends or fails.
pub(super) fn read_bytes(reader: &mut impl Read, len: usize) -> Result<Vec<u8>, FrameError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(io::Error::other)?;
    reader.take(len as u64).read_to_end(&mut bytes).map_err(ended)?;
    if bytes.len() < len {
        return Err(FrameError::Ended);
    }
    Ok(bytes)
}

fn ended(error: io::Error) -> FrameError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::BrokenPipe => FrameError::Ended,
        _ => FrameError::Io(error),
    }
}

/// The pool's end of the channel to a worker: nothing on it takes longer than a deadline.
#[derive(Debug)]
pub(super) struct Channel {
    reader: BufReader<DeadlineStream>,
}

impl Channel {
    /// A channel over `socket`.
    pub(super) fn new(socket: UnixStream) -> Self {
        let stream = DeadlineStream { socket, deadline: Instant::now(), stays_awake: false };
        Self { reader: BufReader::with_capacity(READ_BYTES, stream) }
    }

    /// Whether who waits for an answer looks for it a while before going to sleep.
    pub(super) fn stay_awake(&mut self, stays_awake: bool) {
        self.reader.get_mut().stays_awake = stays_awake;
    }

    /// Sends the frame `request` and gives the answer of at most `max` bytes, both by
    /// `deadline`.
    ///
    /// # Errors
    ///
    /// When the answer is late (an [`FrameError::Io`] of the kind `TimedOut`) or none at all.
    pub(super) fn exchange<T: DeserializeOwned>(
        &mut self,
        request: &[u8],
        max: usize,
        deadline: Instant,
    ) -> Result<T, FrameError> {
        self.send(request, deadline)?;
        self.receive(max, deadline)
    }

    /// Sends the frame `message` by `deadline`.
    ///
    /// # Errors
    ///
    /// As [`Channel::exchange`].
    pub(super) fn send(&mut self, message: &[u8], deadline: Instant) -> Result<(), FrameError> {
        let stream = self.reader.get_mut();
        stream.deadline = deadline;
        stream.write_all(message).map_err(ended)
    }

    /// Waits until `deadline` for a message to begin, or for the channel to end.
    ///
    /// # Errors
    ///
    /// When the channel fails; of the kind `TimedOut` if nothing comes, and then nothing is
    /// lost of what comes later.
    pub(super) fn wait(&mut self, deadline: Instant) -> io::Result<()> {
        self.reader.get_mut().deadline = deadline;
        loop {
            match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                waited => return waited.map(|_| ()),
            }
        }
    }

    /// The next message.
    ///
    /// # Errors
    ///
    /// As [`Channel::exchange`].
    pub(super) fn receive<T: DeserializeOwned>(
        &mut self,
        max: usize,
        deadline: Instant,
    ) -> Result<T, FrameError> {
        let message = self.receive_one(max, deadline)?;
        self.must_be_quiet()?;
        Ok(message)
    }

    /// The `len` bytes that follow a message, by its deadline.
    ///
    /// # Errors
    ///
    /// As [`Channel::exchange`].
    pub(super) fn receive_bytes(&mut self, len: usize) -> Result<Vec<u8>, FrameError> {
        read_bytes(&mut self.reader, len)
    }

    /// The next message, after which others may follow.
    ///
    /// # Errors
    ///
    /// As [`Channel::exchange`].
    pub(super) fn receive_one<T: DeserializeOwned>(
        &mut self,
        max: usize,
        deadline: Instant,
    ) -> Result<T, FrameError> {
        self.reader.get_mut().deadline = deadline;
        read(&mut self.reader, max)
    }

    /// Checks that nothing came after the answer: one request, one answer.
    ///
    /// # Errors
    ///
    /// When something did.
    pub(super) fn must_be_quiet(&self) -> Result<(), FrameError> {
        match self.reader.buffer() {
            [] => Ok(()),
            _ => Err(FrameError::Malformed(postcard::Error::DeserializeBadEncoding)),
        }
    }
}

/// Most answers come with one read.
const READ_BYTES: usize = 16 << 10;

/// How long who stays awake looks for an answer. Waking up takes tens of microseconds on a
/// processor that has gone idle, and most runs take less than this.
const AWAKE: Duration = Duration::from_micros(500);

#[derive(Debug)]
struct DeadlineStream {
    socket: UnixStream,
    deadline: Instant,
    stays_awake: bool,
}

impl DeadlineStream {
    /// What is left of the time, more than none.
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for DeadlineStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let end = (Instant::now() + AWAKE).min(self.deadline);
        while self.stays_awake && Instant::now() < end {
            match recv(&self.socket, &mut *bytes, RecvFlags::DONTWAIT) {
                // Whoever else has something to do goes first.
                Err(Errno::AGAIN) => thread::yield_now(),
                received => return Ok(received?.1),
            }
        }
        self.socket.set_read_timeout(self.left()?)?;
        self.socket.read(bytes).map_err(timed_out)
    }
}

impl Write for DeadlineStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.left()?)?;
        self.socket.write(bytes).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sockets call a time-out "would block".
fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    fn told(bytes: &[u8]) -> String {
        read::<String>(&mut &*bytes, 8).unwrap_err().to_string()
    }

    #[test]
    fn a_message_survives_the_way() {
        let frame = encode(&"abc", 8).unwrap();
        assert_eq!(frame, [4, 0, 0, 0, 3, b'a', b'b', b'c']);
        assert_eq!(read::<String>(&mut &*frame, 8).unwrap(), "abc");
    }

    #[test]
    fn a_message_that_is_too_long_is_neither_sent_nor_read() {
        let message = "a message of 9 bytes is longer than 8 bytes";
        assert_eq!(encode(&"12345678", 8).unwrap_err().to_string(), message);
        assert_eq!(told(&[9, 0, 0, 0]), message);
    }

    #[test]
    fn hostile_frames_are_refused() {
        assert_eq!(told(&[]), "the channel ended");
        assert_eq!(told(&[4, 0]), "the channel ended");
        assert_eq!(told(&[4, 0, 0, 0, 3, b'a']), "the channel ended");
        // A text longer than the frame, one that is not UTF-8, and bytes after it.
        assert!(told(&[2, 0, 0, 0, 127, b'a']).starts_with("a message is not valid: "));
        assert!(told(&[2, 0, 0, 0, 1, 0xff]).starts_with("a message is not valid: "));
        assert!(told(&[2, 0, 0, 0, 0, 0]).starts_with("a message is not valid: "));
    }

    #[test]
    fn an_answer_in_pieces_does_not_stretch_the_deadline() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::new(ours);
        let dripping = thread::spawn(move || {
            (&theirs).write_all(&[200, 0, 0, 0]).unwrap();
            while (&theirs).write_all(&[0]).is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let start = Instant::now();
        let deadline = start + Duration::from_millis(30);
        let error = channel.receive::<String>(1000, deadline).unwrap_err();
        assert!(
            matches!(&error, FrameError::Io(error) if error.kind() == io::ErrorKind::TimedOut),
            "{error:?}"
        );
        assert!(start.elapsed() < Duration::from_millis(150), "{:?}", start.elapsed());
        drop(channel);
        dripping.join().unwrap();
    }

    #[test]
    fn a_request_that_nobody_reads_does_not_block_for_ever() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let deadline = Instant::now() + Duration::from_millis(30);
        let error = Channel::new(ours).exchange::<String>(&vec![0; 8 << 20], 8, deadline);
        assert!(
            matches!(&error, Err(FrameError::Io(error)) if error.kind() == io::ErrorKind::TimedOut),
            "{error:?}"
        );
    }

    #[test]
    fn a_second_answer_is_one_too_many() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        (&theirs).write_all(&[1, 0, 0, 0, 0, 1, 0, 0, 0, 0]).unwrap();
        let error = Channel::new(ours).receive::<String>(8, soon()).unwrap_err();
        assert!(matches!(error, FrameError::Malformed(_)), "{error:?}");
    }
}
