//! A connection's bytes.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
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

/// A connection's bytes. hyper's own answer to what is no request has no body; it is held
/// back, so that one of ours can take its place. The connection is not shut down for writing
/// until [`Socket::leave`].
pub(super) struct Socket {
    stream: TcpStream,
    line: Line,
    holds_refusal: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, line: Line) -> Self {
        Self { stream, line, holds_refusal: false }
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
        let stream = &mut self.stream;
        let leave = async {
            stream.write_all(answer).await?;
            stream.shutdown().await?;
            let mut buffer = vec![0; REST_BUFFER_BYTES];
            let mut left = Safeguard::BodyDrain.unless_off(MAX_REST_BYTES, usize::MAX);
            loop {
                match stream.read(&mut buffer).await? {
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
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
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
        let written = Pin::new(&mut this.stream).poll_write(cx, ours);
        match written {
            Poll::Pending => this.line.block(),
            Poll::Ready(_) => this.line.unblock(),
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A flush follows when all has been written.
        self.line.flushed();
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
