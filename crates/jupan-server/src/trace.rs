//! What OpenTelemetry is told of a request beside what the log has.
//!
//! It goes to the layer that the program around this server has for it, if there is one. Nothing
//! here, and no span, has the program's text or anything that it printed.

use std::time::Duration;

use axum::http::HeaderMap;
use jupan_api::ExecuteResponse;
use opentelemetry::global;
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_http::HeaderExtractor;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Makes the request part of the trace that its header `traceparent` names.
pub(crate) fn arrived(span: &Span, headers: &HeaderMap) {
    let parent = global::get_text_map_propagator(|known| known.extract(&HeaderExtractor(headers)));
    if parent.span().span_context().is_valid() {
        // It is refused where there is no layer, or no room: the request is then a trace of its own.
        drop(span.set_parent(parent));
    }
}

/// Says what was answered.
pub(crate) fn answered(span: &Span, status: u16, outcome: &'static str) {
    span.set_attribute("http.response.status_code", i64::from(status));
    span.set_attribute("jupan.outcome", outcome);
}

/// Says of the request under way what its program has used.
pub(crate) fn ran(answer: &ExecuteResponse, waited: Duration) {
    let span = Span::current();
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    span.set_attribute("jupan.image", answer.image.name.clone());
    span.set_attribute("jupan.waited_ms", waited.as_secs_f64() * 1000.0);
    span.set_attribute("jupan.wall_ms", answer.usage.wall_ms);
    span.set_attribute("jupan.fuel", whole(answer.usage.fuel));
    span.set_attribute("jupan.memory_peak_bytes", whole(answer.usage.memory_peak_bytes));
}
