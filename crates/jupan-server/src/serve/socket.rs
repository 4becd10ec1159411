//! A connection's bytes.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use jupan_sandbox::Safeguard;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::line::Line;
use super::refusal::bare_refusal;

/// The most that is read of what a client sends after its answer.
const MAX_REST_BYTES: usize = 64 << 20;
/// How much of it is read at a time.
const REST_BUFFER_BYTES: usize = 16 << 10;

/// What is read ahead of a request that is carried out.
const MAX_AHEAD_BYTES: usize = 64 << 10;

/// A connection's bytes. hyper's own answer to what is no request has no body; it is held
/// back, so that one of ours can take its place. The connection is not shut down for writing
/// until [`Socket::leave`].
pub(super) struct Socket {
    wire: Arc<Mutex<Wire>>,
    line: Line,
    holds_refusal: bool,
}

/// Sees a client go, see [`Watcher::gone`].
pub(super) struct Watcher {
    wire: Arc<Mutex<Wire>>,
    line: Line,
}

/// The stream, and what was read of it before it was asked for.
struct Wire {
    stream: TcpStream,
    ahead: Vec<u8>,
}

fn lock(wire: &Mutex<Wire>) -> MutexGuard<'_, Wire> {
    // Nothing panics while it holds the lock.
    wire.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watcher {
    /// Completes when the client closes the connection, or its sending half, while its request
    /// is carried out. hyper sees that as well, but not behind a byte that it has not used yet:
    /// the start of a next request. To be polled by the task that serves the connection.
    ///
    /// A client that sends more than [`MAX_AHEAD_BYTES`] before it goes is not seen.
    pub(super) async fn gone(&self) {
        poll_fn(|cx| self.poll_gone(cx)).await;
    }

    fn poll_gone(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut wire = lock(&self.wire);
        let mut bytes = [0; 4 << 10];
        let most = Safeguard::ReadAhead.unless_off(MAX_AHEAD_BYTES, usize::MAX);
        while self.line.now().0.is_carried_out() && wire.ahead.len() < most {
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut wire.stream).poll_read(cx, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                return Poll::Ready(());
            }
            wire.ahead.extend_from_slice(buffer.filled());
        }
        Poll::Pending
    }
}

impl Socket {
    /// A connection, and what sees its client go.
    pub(super) fn new(stream: TcpStream, line: Line) -> (Self, Watcher) {
        let wire = Arc::new(Mutex::new(Wire { stream, ahead: Vec::new() }));
        let watcher = Watcher { wire: wire.clone(), line: line.clone() };
        (Self { wire, line, holds_refusal: false }, watcher)
    }

    /// Whether the client has no answer yet to what ended the connection with `error`.
    pub(super) fn may_refuse(&self, error: &hyper::Error) -> bool {
        // hyper leaves this one without any.
        self.holds_refusal || error.is_parse_version_h2()
    }

    /// Writes `answer`, ends the connection and reads what the client still sends, for no longer
    /// than `time`: were it closed with bytes unread, the client would lose the answer.
    pub(super) async fn leave(mut self, answer: &[u8], time: Duration) {
        self.line.leave();
        let leave = async {
            self.write_all(answer).await?;
            poll_fn(|cx| Pin::new(&mut lock(&self.wire).stream).poll_shutdown(cx)).await?;
            let mut buffer = vec![0; REST_BUFFER_BYTES];
            let mut left = Safeguard::BodyDrain.unless_off(MAX_REST_BYTES, usize::MAX);
            loop {
                match self.read(&mut buffer).await? {
                    0 => break,
                    bytes => left = left.saturating_sub(bytes),
                }
                if left == 0 {
                    break;
                }
            }
            io::Result::Ok(())
        };
        // The client has gone, has sent all, or has had its time.
        drop(timeout(time, leave).await);
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let mut wire = lock(&this.wire);
        let read = if wire.ahead.is_empty() {
            Pin::new(&mut wire.stream).poll_read(cx, buffer)
        } else {
            let bytes = wire.ahead.len().min(buffer.remaining());
            buffer.put_slice(&wire.ahead[..bytes]);
            wire.ahead.drain(..bytes);
            Poll::Ready(Ok(()))
        };
        drop(wire);
        if buffer.filled().len() > before {
            this.line.arrived();
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let ours = match bare_refusal(bytes) {
            Some(0) => {
                this.holds_refusal = true;
                return Poll::Ready(Ok(bytes.len()));
            }
            Some(start) => &bytes[..start],
            None => bytes,
        };
        let written = Pin::new(&mut lock(&this.wire).stream).poll_write(cx, ours);
        match written {
            Poll::Pending => this.line.block(),
            Poll::Ready(_) => this.line.unblock(),
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A flush follows when all has been written.
        self.line.flushed();
        Pin::new(&mut lock(&self.wire).stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
