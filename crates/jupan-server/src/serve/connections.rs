//! Connections that are served and ended together.

use std::convert::Infallible;
use std::pin::Pin;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use jupan_sandbox::Safeguard;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

use super::MAX_HEAD_BYTES;
use super::line::{Line, Phase};
use super::refusal::refusal;
use super::room::Accepted;
use super::socket::Socket;
use super::stream::streamed;
use super::times::Times;
use crate::app::AppState;

/// The most bytes that a connection buffers.
const MAX_BUFFER_BYTES: usize = 64 << 10;

pub(super) struct Connections {
    app: TowerToHyperService<Router>,
    state: AppState,
    http: http1::Builder,
    times: Times,
    tasks: JoinSet<()>,
    /// Whether each is to end with the request that it is at.
    stop: watch::Sender<bool>,
}

impl Connections {
    pub(super) fn new(app: Router, state: &AppState, keep_alive: bool) -> Self {
        let mut http = http1::Builder::new();
        http.header_read_timeout(None)
            .max_header_size(Safeguard::HeadSize.unless_off(MAX_HEAD_BYTES, usize::MAX))
            .max_buf_size(MAX_BUFFER_BYTES)
            .writev(false)
            .keep_alive(keep_alive);
        Self {
            app: TowerToHyperService::new(app),
            state: state.clone(),
            http,
            times: Times::new(state.config()),
            tasks: JoinSet::new(),
            stop: watch::Sender::new(false),
        }
    }

    pub(super) fn start(&mut self, Accepted { stream, place }: Accepted) {
        while self.tasks.try_join_next().is_some() {}
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "a connection keeps delaying small packets");
        }
        let line = place.line.clone();
        let (socket, watcher) = Socket::new(stream, line.clone());
        let (app, http, times) = (self.app.clone(), self.http.clone(), self.times);
        let state = self.state.clone();
        let stop = self.stop.subscribe();
        self.tasks.spawn(async move {
            tokio::select! {
                // What has gone on is in time.
                biased;
                () = converse(&http, socket, app, &state, &line, times, stop) => {}
                () = watcher.gone() => debug!("a client left before its answer"),
                () = times.over(&line) => debug!("a client took too long"),
                () = line.ended() => {}
            }
            drop(place);
        });
    }

    /// Lets every request under way finish, and says whether all did before `deadline`. The
    /// rest is cut off.
    pub(super) async fn finish(self, deadline: Instant) -> bool {
        let Self { mut tasks, stop, .. } = self;
        stop.send_replace(true);
        let finish = async { while tasks.join_next().await.is_some() {} };
        timeout_at(deadline, finish).await.is_ok()
    }
}

/// Serves one connection to its end.
async fn converse(
    http: &http1::Builder,
    socket: Socket,
    app: TowerToHyperService<Router>,
    state: &AppState,
    line: &Line,
    times: Times,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn(|request| answer(&app, line, request));
    let mut connection = http.serve_connection(TokioIo::new(socket), service);
    let stopped = async { drop(stop.wait_for(|stop| *stop).await) };
    let ended = tokio::select! {
        ended = &mut connection => Some(ended),
        () = stopped => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    let socket = connection.into_parts().io.into_inner();
    match ended {
        Ok(()) if line.now().0 == Phase::Leaving => socket.leave(b"", times.rest).await,
        Ok(()) => {}
        Err(error) => {
            debug!(%error, "a connection ended early");
            if let Some((code, answer)) = refusal(&error)
                && socket.may_refuse(&error)
            {
                state.metrics().refused(code);
                socket.leave(&answer, times.rest).await;
            }
        }
    }
}

/// Answers one request, and ends the connection with it if its body was not read.
fn answer(
    app: &TowerToHyperService<Router>,
    line: &Line,
    mut request: hyper::Request<Incoming>,
) -> impl Future<Output = Result<axum::response::Response, Infallible>> + use<> {
    line.begin_request(!request.body().is_end_stream());
    request.extensions_mut().insert(line.clone());
    let (answering, line) = (app.call(request), line.clone());
    async move {
        let mut response = answering.await?;
        let Some(bytes) = response.body().size_hint().exact() else {
            return Ok(response.map(|body| streamed(body, line)));
        };
        if !line.end_request(bytes) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(response)
    }
}
