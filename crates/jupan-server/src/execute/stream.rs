//! The answer as events: what the program writes as it is written, then what came of the run.
//!
//! What may be told of a stream is bounded by `output_bytes`, and so is what waits here for a slow
//! client: nothing that the client does or leaves undone holds up the run. A client that takes
//! nothing for `write_timeout_ms` is taken to have left.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures::Stream;
use futures::stream::unfold;
use jupan_api::ExecuteResponse;
use jupan_sandbox::{OutputSink, OutputStream};
use mime::Mime;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, Interval, interval_at};
use tracing::{Instrument, Span, error, info, info_span};

use super::text::TextDecoder;
use super::{Admitted, View, finish, run, weight};
use crate::app::AppState;
use crate::aside::aside;
use crate::edge::RequestId;
use crate::error::ApiError;

/// How often a client that gets nothing is told that there is still a server.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Whether the client asks for events: it accepts them, and names them before JSON.
pub(super) fn is_asked_for(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .filter_map(|range| range.trim().parse::<Mime>().ok())
        // What has no weight is not accepted.
        .filter(|range| range.get_param("q").is_none_or(|q| q.as_str().parse() != Ok(0.0)))
        .map(|range| range.essence_str().to_owned())
        .find(|essence| essence == "text/event-stream" || essence == "application/json")
        .is_some_and(|essence| essence == "text/event-stream")
}

type Ended = Result<ExecuteResponse, ApiError>;

/// Runs the program of `admitted`, which has its permit, while its events are read.
pub(super) fn stream(
    state: AppState,
    admitted: Admitted,
    view: Option<View>,
    id: &RequestId,
) -> Response {
    let (sender, pieces) = unbounded_channel();
    let sink: OutputSink = Arc::new(move |stream, bytes: &[u8]| {
        // Nobody may be left who would read it.
        drop(sender.send((stream, bytes.to_vec())));
    });
    let code = admitted.request.program.code.clone();
    let running = async move {
        let Admitted { request, turn, permit, waited, client } = admitted;
        let ran = run::run(state.runner().clone(), request, turn, permit, Some(sink));
        let ran = ran.instrument(info_span!("run")).await;
        client.has_waited();
        let answer = finish(&state, ran?, waited);
        let ended = answer.error.as_ref().map_or("ok", |error| error.kind.as_str());
        info!(outcome = ended, "streamed");
        Ok(answer)
    };
    let events = Events {
        pieces,
        running: Some(Box::pin(running.instrument(Span::current()))),
        ended: None,
        keep_alive: interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE),
        stdout: TextDecoder::default(),
        stderr: TextDecoder::default(),
        view: view.map(|view| (view, code)),
        id: id.clone(),
    };
    let mut response = Response::new(Body::from_stream(events.into_stream()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What is still to be told. To drop it gives the run up.
struct Events {
    pieces: UnboundedReceiver<(OutputStream, Vec<u8>)>,
    /// `None` once it has ended.
    running: Option<Pin<Box<dyn Future<Output = Ended> + Send>>>,
    /// How it ended, until that is told.
    ended: Option<Ended>,
    keep_alive: Interval,
    stdout: TextDecoder,
    stderr: TextDecoder,
    view: Option<(View, String)>,
    id: RequestId,
}

impl Events {
    fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        unfold(self, async |mut events| Some((Ok(events.next().await?), events)))
    }

    /// The next event as it goes over the wire.
    async fn next(&mut self) -> Option<Bytes> {
        while let Some(running) = &mut self.running {
            tokio::select! {
                biased;
                Some((stream, bytes)) = self.pieces.recv() => {
                    if let Some(event) = self.piece(stream, &bytes) {
                        return Some(event);
                    }
                }
                ended = running => {
                    self.running = None;
                    self.ended = Some(ended);
                }
                _ = self.keep_alive.tick() => return Some(Bytes::from_static(b": running\n\n")),
            }
        }
        // The run has ended, so all its pieces are here.
        while let Ok((stream, bytes)) = self.pieces.try_recv() {
            if let Some(event) = self.piece(stream, &bytes) {
                return Some(event);
            }
        }
        for (name, decoder) in [("stdout", &mut self.stdout), ("stderr", &mut self.stderr)] {
            if let Some(text) = decoder.finish() {
                return Some(event(name, &json!({ "text": text })));
            }
        }
        Some(match self.ended.take()? {
            Ok(answer) => aside(weight(&answer), || match &self.view {
                None => event("outcome", &answer),
                Some((view, code)) => event("outcome", &view.of(&answer, code, &self.id)),
            }),
            Err(refusal) => {
                if let Some(detail) = &refusal.detail {
                    error!(detail, "the server failed");
                }
                event("error", &refusal.into_body(self.id.as_str()))
            }
        })
    }

    fn piece(&mut self, stream: OutputStream, bytes: &[u8]) -> Option<Bytes> {
        self.keep_alive.reset();
        let (name, decoder) = match stream {
            OutputStream::Stdout => ("stdout", &mut self.stdout),
            OutputStream::Stderr => ("stderr", &mut self.stderr),
        };
        let text = decoder.decode(bytes)?;
        Some(event(name, &json!({ "text": text })))
    }
}

/// One event. JSON has no line breaks, so its data is one line.
fn event(name: &str, data: &impl Serialize) -> Bytes {
    // Our types have string keys and finite numbers, which always serialise.
    let data = serde_json::to_string(data).unwrap_or_default();
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(accept: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        for value in accept {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        is_asked_for(&headers)
    }

    #[test]
    fn events_come_to_who_asks_for_them() {
        assert!(asks(&["text/event-stream"]));
        assert!(asks(&["text/html, text/event-stream;q=0.9, application/json"]));
        assert!(asks(&["text/html", "text/event-stream"]));
        assert!(!asks(&[]));
        assert!(!asks(&["*/*"]));
        assert!(!asks(&["application/json, text/event-stream"]));
        assert!(!asks(&["text/event-stream;q=0, */*"]));
        assert!(!asks(&["text/event-stream; q=0.000"]));
        assert!(asks(&["application/json;q=0, text/event-stream"]));
        assert!(!asks(&["text/plain", "not a type"]));
    }
}
