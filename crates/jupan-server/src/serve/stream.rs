//! An answer that goes out in pieces.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use super::line::Line;

/// `body`, whose length nobody knows yet: until its last piece the request of `line` is carried
/// out.
pub(super) fn streamed(body: Body, line: Line) -> Body {
    line.begin_stream();
    Body::new(Streamed { body, line })
}

struct Streamed {
    body: Body,
    line: Line,
}

impl hyper::body::Body for Streamed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.body).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
                // Counted until the end: where nobody else can go for it, it stays, since what a
                // run may write bounds it.
                let _has_room = this.line.hold(bytes);
            }
            Poll::Ready(_) => this.line.end_stream(),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Streamed {
    fn drop(&mut self) {
        self.line.end_stream();
    }
}
