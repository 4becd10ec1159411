//! OpenTelemetry traces: a span for each request, sent to a collector in batches.
//!
//! There are none unless `otlp_endpoint` says where they go. The log and the traces come from the
//! same spans; what the log calls `method` goes out by the name that OpenTelemetry has for it.

use std::time::Duration;

use anyhow::{Context, Result};
use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry::{Key, KeyValue, Value, global};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter as ExportSpans};
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// How long a program that ends waits for the collector to take the last spans.
const FLUSH: Duration = Duration::from_secs(5);

/// What has the spans that were not sent yet. To drop it sends them.
pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// To the collector at `endpoint`, the address that its paths begin with.
    ///
    /// # Errors
    ///
    /// When there can be no client for it. Whether it listens is not known before the first spans
    /// are sent; if it does not, the log says so.
    pub(crate) fn to(endpoint: &str) -> Result<Self> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .build()
            .with_context(|| format!("cannot send traces to {endpoint}"))?;
        // What `OTEL_RESOURCE_ATTRIBUTES` has is among it.
        let mut resource = Resource::builder()
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("jupan");
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(Conventional(exporter))
            .with_resource(resource.build())
            .build();
        // A request that is part of a trace already says so in its header `traceparent`.
        global::set_text_map_propagator(TraceContextPropagator::new());
        Ok(Self(provider))
    }

    /// What hears of the program's spans.
    pub(crate) fn layer<S>(&self) -> impl Layer<S> + Send + Sync + 'static
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        // The spans of libraries are theirs; what sends ours must not be heard again.
        let ours = ["jupan", "jupan_server"].map(|name| (name, LevelFilter::INFO));
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("jupan"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_filter(Targets::new().with_targets(ours))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(FLUSH) {
            tracing::warn!("the last traces may not have arrived: {error}");
        }
    }
}

/// An exporter that is told names as OpenTelemetry's conventions for HTTP servers have them.
#[derive(Debug)]
struct Conventional<E>(E);

impl<E: ExportSpans> ExportSpans for Conventional<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        self.0.export(batch.into_iter().map(conventional).collect()).await
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

/// The log's names, and those of the conventions:
/// <https://opentelemetry.io/docs/specs/semconv/http/http-spans/>.
const NAMES: [(&str, &str); 5] = [
    ("method", "http.request.method"),
    ("path", "url.path"),
    ("client", "enduser.id"),
    ("request_id", "jupan.request_id"),
    ("code_bytes", "jupan.code_bytes"),
];

fn conventional(mut span: SpanData) -> SpanData {
    if span.name != "request" {
        return span;
    }
    let value = |name: &str| {
        let found = span.attributes.iter().find(|given| given.key.as_str() == name);
        found.map_or_else(String::new, |given| given.value.as_str().into_owned())
    };
    span.name = format!("{} {}", value("method"), value("path")).into();
    span.span_kind = SpanKind::Server;
    for attribute in &mut span.attributes {
        let known = NAMES.iter().find(|(name, _)| *name == attribute.key.as_str());
        if let Some((_, conventional)) = known {
            attribute.key = Key::new(*conventional);
        }
        if attribute.key.as_str() == "http.response.status_code"
            && matches!(attribute.value, Value::I64(500..))
        {
            span.status = Status::error("");
        }
    }
    span
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{SpanContext, SpanId};
    use opentelemetry::{InstrumentationScope, StringValue};

    use super::*;

    fn span(name: &'static str, attributes: Vec<KeyValue>) -> SpanData {
        SpanData {
            span_context: SpanContext::empty_context(),
            parent_span_id: SpanId::INVALID,
            parent_span_is_remote: false,
            span_kind: SpanKind::Internal,
            name: name.into(),
            start_time: std::time::UNIX_EPOCH,
            end_time: std::time::UNIX_EPOCH,
            attributes,
            dropped_attributes_count: 0,
            events: Default::default(),
            links: Default::default(),
            status: Status::Unset,
            instrumentation_scope: InstrumentationScope::default(),
        }
    }

    #[test]
    fn a_request_goes_out_by_the_names_of_the_conventions() {
        let text =
            |name: &'static str, value: &'static str| KeyValue::new(name, StringValue::from(value));
        let failed = || KeyValue::new("http.response.status_code", 503);
        let given = vec![text("method", "POST"), text("path", "/v1/execute"), failed()];
        let told =
            vec![text("http.request.method", "POST"), text("url.path", "/v1/execute"), failed()];
        let expected = SpanData {
            name: "POST /v1/execute".into(),
            span_kind: SpanKind::Server,
            status: Status::error(""),
            ..span("request", told)
        };
        assert_eq!(conventional(span("request", given)), expected);
        let run = span("run", vec![text("method", "as it is")]);
        assert_eq!(conventional(run.clone()), run);
    }
}
