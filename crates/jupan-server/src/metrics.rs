//! `GET /metrics`: what has happened since the start, and how things are, for Prometheus.
//!
//! Every counter is registered at the start, so that a run costs a few atomic additions, and no
//! label has a value that a client or a program chose.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use jupan_api::{ErrorCode, ErrorKind, ExecuteResponse};
use jupan_sandbox::ImageInfo;
use metrics::{Counter, Gauge, Histogram, Key, KeyName, Label, Level, Metadata, Recorder as _};
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

use crate::app::AppState;

/// Samples are added up into their buckets after so many runs and requests, or when somebody
/// asks; until then each takes a few bytes.
const UPKEEP_INTERVAL: u64 = 512;

/// The text format's media type.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Edges of the buckets of times, in seconds: from a fast run to the longest.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 15.0, 60.0];
/// Edges of the buckets of fuel.
const FUEL: [f64; 9] = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 6e10, 2e11, 1e12];
/// Edges of the buckets of memory, in bytes: 64 MiB to 1 GiB, and what an image has on top.
const BYTES: [f64; 7] = [
    67_108_864.0,
    100_663_296.0,
    134_217_728.0,
    268_435_456.0,
    536_870_912.0,
    1_073_741_824.0,
    2_147_483_648.0,
];

/// What is counted.
pub(crate) struct Metrics {
    handle: PrometheusHandle,
    ok: Counter,
    failed: [(ErrorKind, Counter); ErrorKind::ALL.len()],
    refused: [(ErrorCode, Counter); ErrorCode::ALL.len()],
    given_up: Counter,
    requests: Counter,
    request_seconds: Histogram,
    wait_seconds: Histogram,
    run_seconds: Histogram,
    fuel: Histogram,
    memory: Histogram,
    running: Gauge,
    queued: Gauge,
    workers_ready: Gauge,
    workers_busy: Gauge,
    workers_started: Counter,
    workers_lost: Counter,
    workers_recycled: Counter,
    workers_cancelled: Counter,
    samples: AtomicU64,
}

impl Metrics {
    /// Counters of a server with `images`, all at zero.
    pub(crate) fn new(images: &[ImageInfo], slots: u64, queue: u64) -> Self {
        let recorder = recorder();
        let to = Registrar(&recorder);
        for image in images {
            let labels = [
                ("image", image.name.as_str()),
                ("version", &image.version),
                ("python_version", &image.python_version),
            ];
            to.gauge("jupan_image_info", "An image that runs programs", &labels).set(1.0);
        }
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        to.gauge("jupan_build_info", "The server", &version).set(1.0);
        to.gauge("jupan_run_slots", "Programs that may run at the same time", &[])
            .set(slots as f64);
        to.gauge("jupan_queue_places", "Requests that may wait for a slot", &[]).set(queue as f64);
        let runs = |outcome, kind| {
            let labels = [("outcome", outcome), ("kind", kind)];
            to.counter("jupan_runs_total", "Runs that took place, by how they ended", &labels)
        };
        let workers = |state| {
            to.gauge("jupan_workers", "Worker processes, by what they do", &[("state", state)])
        };
        let ended = |why| {
            let help = "Worker processes that have ended, by why";
            to.counter("jupan_workers_ended_total", help, &[("why", why)])
        };
        Self {
            handle: recorder.handle(),
            ok: runs("ok", "none"),
            failed: ErrorKind::ALL.map(|kind| (kind, runs(outcome(kind), kind.as_str()))),
            refused: ErrorCode::ALL.map(|code| {
                let labels = [("code", code.as_str())];
                (code, to.counter("jupan_refusals_total", "Requests refused, by code", &labels))
            }),
            given_up: to.counter(
                "jupan_runs_given_up_total",
                "Requests to run a program whose client left before the answer",
                &[],
            ),
            requests: to.counter("jupan_requests_total", "Requests answered", &[]),
            request_seconds: to
                .histogram("jupan_request_seconds", "From a request's head to its answer"),
            wait_seconds: to.histogram("jupan_queue_wait_seconds", "Waiting for a slot"),
            run_seconds: to.histogram("jupan_run_seconds", "Wall-clock time of runs"),
            fuel: to.histogram("jupan_run_fuel", "WebAssembly instructions of runs"),
            memory: to.histogram("jupan_run_memory_peak_bytes", "Most memory of runs"),
            running: to.gauge("jupan_runs_running", "Programs that run now", &[]),
            queued: to.gauge("jupan_queue_waiting", "Requests that wait for a slot now", &[]),
            workers_ready: workers("ready"),
            workers_busy: workers("busy"),
            workers_started: to.counter(
                "jupan_workers_started_total",
                "Worker processes started",
                &[],
            ),
            workers_lost: ended("lost"),
            workers_recycled: ended("recycled"),
            workers_cancelled: ended("cancelled"),
            samples: AtomicU64::new(0),
        }
    }

    /// A run has ended with `answer`, after waiting for a slot.
    pub(crate) fn ran(&self, answer: &ExecuteResponse, waited: Duration) {
        match &answer.error {
            None => self.ok.increment(1),
            Some(error) => {
                if let Some((_, count)) = self.failed.iter().find(|(kind, _)| *kind == error.kind) {
                    count.increment(1);
                }
            }
        }
        self.wait_seconds.record(waited.as_secs_f64());
        self.run_seconds.record(answer.usage.wall_ms / 1e3);
        self.fuel.record(answer.usage.fuel as f64);
        self.memory.record(answer.usage.memory_peak_bytes as f64);
        self.sampled();
    }

    /// A client left before its program had ended.
    pub(crate) fn gave_up(&self) {
        self.given_up.increment(1);
    }

    /// A request was refused, or a call of a tool.
    pub(crate) fn refused(&self, code: ErrorCode) {
        if let Some((_, count)) = self.refused.iter().find(|(other, _)| *other == code) {
            count.increment(1);
        }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, took: Duration) {
        self.requests.increment(1);
        self.request_seconds.record(took.as_secs_f64());
        self.sampled();
    }

    fn sampled(&self) {
        if self.samples.fetch_add(1, Ordering::Relaxed) % UPKEEP_INTERVAL == UPKEEP_INTERVAL - 1 {
            self.handle.run_upkeep();
        }
    }

    /// All of it as text, with how things are now.
    fn render(&self, state: &AppState) -> String {
        let (running, queued) = state.admission().now();
        self.running.set(running as f64);
        self.queued.set(queued as f64);
        if let Some(workers) = state.runner().workers() {
            self.workers_ready.set(workers.ready as f64);
            self.workers_busy.set(workers.busy as f64);
            self.workers_started.absolute(workers.started);
            self.workers_lost.absolute(workers.lost);
            self.workers_recycled.absolute(workers.recycled);
            self.workers_cancelled.absolute(workers.cancelled);
        }
        self.handle.run_upkeep();
        self.handle.render()
    }
}

pub(crate) async fn metrics(State(state): State<AppState>) -> Response {
    let mut response = Response::new(Body::from(state.metrics().render(&state)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(TEXT));
    response
}

const fn outcome(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Exception | ErrorKind::Syntax | ErrorKind::Exit | ErrorKind::Crash => "error",
        ErrorKind::Timeout
        | ErrorKind::Fuel
        | ErrorKind::Memory
        | ErrorKind::Output
        | ErrorKind::Stack => "limit",
    }
}

fn recorder() -> PrometheusRecorder {
    let edges: [(&str, &[f64]); 3] = [("_seconds", &SECONDS), ("_fuel", &FUEL), ("_bytes", &BYTES)];
    let mut builder = PrometheusBuilder::new();
    for (suffix, edges) in edges {
        builder = match builder.set_buckets_for_metric(Matcher::Suffix(suffix.to_owned()), edges) {
            Ok(builder) => builder,
            // It refuses only an empty list.
            Err(error) => unreachable!("{error}"),
        };
    }
    builder.build_recorder()
}

/// Registers each metric with its description.
struct Registrar<'a>(&'a PrometheusRecorder);

/// The exporter has no levels.
static METADATA: Metadata<'static> = Metadata::new("jupan", Level::INFO, None);

impl Registrar<'_> {
    fn counter(&self, name: &'static str, help: &'static str, labels: &[(&str, &str)]) -> Counter {
        self.0.describe_counter(KeyName::from_const_str(name), None, help.into());
        self.0.register_counter(&key(name, labels), &METADATA)
    }

    fn gauge(&self, name: &'static str, help: &'static str, labels: &[(&str, &str)]) -> Gauge {
        self.0.describe_gauge(KeyName::from_const_str(name), None, help.into());
        self.0.register_gauge(&key(name, labels), &METADATA)
    }

    fn histogram(&self, name: &'static str, help: &'static str) -> Histogram {
        self.0.describe_histogram(KeyName::from_const_str(name), None, help.into());
        self.0.register_histogram(&key(name, &[]), &METADATA)
    }
}

fn key(name: &'static str, labels: &[(&str, &str)]) -> Key {
    let labels: Vec<Label> =
        labels.iter().map(|&(name, value)| Label::new(name.to_owned(), value.to_owned())).collect();
    Key::from_parts(name, labels)
}
