//! Models behind an OpenAI-compatible HTTP API: OpenAI itself, Ollama, vLLM, llama.cpp and
//! others.
//!
//! Requests, addresses, headers and event streams are `async-openai`'s. Three things are
//! ours, each because other providers are less exact than OpenAI:
//!
//! - answers are read from plain JSON (the library's own types refuse arguments that are an
//!   object, a missing id, an error code that is a number),
//! - the transport below the library bounds the size of an answer and keeps status and
//!   `Retry-After` of a failure, which the library's errors don't carry,
//! - retries: a failure to parse the model's tool call must be answered by a correction, not
//!   by the same request again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_openai::Client;
use async_trait::async_trait;
use futures::StreamExt;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::{Model, ModelAnswer, ModelError, ModelErrorKind, ModelProgress, ModelRequest};

mod chat;
mod chat_stream;
mod endpoint;
mod failure;
mod responses;
mod responses_stream;
mod retry;
mod tolerant;
mod transport;

pub use endpoint::HttpModelError;
pub use retry::RetryPolicy;

use chat_stream::ChatStream;
use endpoint::Endpoint;
use failure::Failure;
use responses_stream::ResponsesStream;
use transport::Transport;

/// Where a model is and how to talk to it.
#[derive(Debug, Clone)]
pub struct HttpModelSettings {
    /// Address of the API, such as `https://api.openai.com/v1` or
    /// `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// The wire format.
    pub api: Api,
    /// Sent as a bearer token; never shown.
    pub api_key: Option<SecretString>,
    /// Time for one request, from the connection to the end of the answer. Default:
    /// [`Self::DEFAULT_TIME_OUT`].
    pub time_out: Duration,
    /// Whether the answer is streamed. Default: no.
    pub stream: bool,
    /// When a failed request is made again.
    pub retry: RetryPolicy,
    /// Bytes of one answer's body. Default: [`Self::DEFAULT_MAX_RESPONSE_BYTES`].
    pub max_response_bytes: usize,
}

impl HttpModelSettings {
    /// 2 minutes.
    pub const DEFAULT_TIME_OUT: Duration = Duration::from_secs(120);
    /// 16 MiB.
    pub const DEFAULT_MAX_RESPONSE_BYTES: usize = 16 << 20;

    /// The model of this name at this address, with the defaults for the rest.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            model: model.into(),
            api: Api::default(),
            api_key: None,
            time_out: Self::DEFAULT_TIME_OUT,
            stream: false,
            retry: RetryPolicy::default(),
            max_response_bytes: Self::DEFAULT_MAX_RESPONSE_BYTES,
        }
    }
}

/// The wire formats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Api {
    /// `POST /chat/completions`, which every provider has.
    #[default]
    Chat,
    /// `POST /responses`.
    Responses,
}

/// A model behind an OpenAI-compatible HTTP API.
pub struct HttpModel {
    http: reqwest::Client,
    endpoint: Endpoint,
    settings: HttpModelSettings,
}

impl HttpModel {
    /// Checks the settings. Opens no connection.
    ///
    /// # Errors
    ///
    /// The first setting that can't be used.
    pub fn new(settings: HttpModelSettings) -> Result<Self, HttpModelError> {
        let endpoint = Endpoint::new(&settings)?;
        let http = endpoint.http_client()?;
        Ok(Self { http, endpoint, settings })
    }

    /// One request and its whole answer.
    async fn attempt(
        &self,
        request: ModelRequest<'_>,
        correction: Option<&str>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, Failure> {
        let exceeded = Arc::new(AtomicBool::new(false));
        let max_bytes = self.settings.max_response_bytes;
        let transport = Transport::new(self.http.clone(), max_bytes, Arc::clone(&exceeded));
        // Connections are the HTTP client's and outlive this one.
        let client =
            Client::build(self.http.clone(), self.endpoint.clone()).with_http_service(transport);
        let answer = self.converse(&client, request, correction, progress).await;
        if answer.is_err() && exceeded.load(Ordering::Relaxed) {
            return Err(Failure::too_large());
        }
        answer
    }

    async fn converse(
        &self,
        client: &Client<Endpoint>,
        request: ModelRequest<'_>,
        correction: Option<&str>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, Failure> {
        let HttpModelSettings { model, stream, .. } = &self.settings;
        match (self.settings.api, stream) {
            (Api::Chat, false) => {
                let body = chat::request(model, request, correction, false);
                let answer: Value = client.chat().create_byot(body).await?;
                chat::answer(&answer)
            }
            (Api::Chat, true) => {
                let body = chat::request(model, request, correction, true);
                let mut events = client.chat().create_stream_byot(body).await?;
                let mut stream = ChatStream::default();
                while let Some(event) = events.next().await {
                    let event: Value = event?;
                    if let Some(text) = stream.push(&event)? {
                        progress(ModelProgress::TextDelta(text));
                    }
                }
                stream.finish()
            }
            (Api::Responses, false) => {
                let body = responses::request(model, request, correction, false);
                let answer: Value = client.responses().create_byot(body).await?;
                responses::answer(&answer)
            }
            (Api::Responses, true) => {
                let body = responses::request(model, request, correction, true);
                let mut events = client.responses().create_stream_byot(body).await?;
                let mut stream = ResponsesStream::default();
                while let Some(event) = events.next().await {
                    let event: Value = event?;
                    if let Some(text) = stream.push(event)? {
                        progress(ModelProgress::TextDelta(text));
                    }
                }
                stream.finish()
            }
        }
    }

    fn error(&self, kind: ModelErrorKind, message: &str) -> ModelError {
        ModelError::new(kind, self.endpoint.without_key(message))
    }
}

#[async_trait]
impl Model for HttpModel {
    fn name(&self) -> &str {
        &self.settings.model
    }

    async fn ask(
        &self,
        request: ModelRequest<'_>,
        progress: &(dyn Fn(ModelProgress) + Send + Sync),
    ) -> Result<ModelAnswer, ModelError> {
        let mut correction: Option<String> = None;
        let mut retries = 0;
        loop {
            let attempt = self.attempt(request, correction.as_deref(), progress);
            let attempt = timeout(self.settings.time_out, attempt)
                .await
                .unwrap_or_else(|_| Err(Failure::time_out(self.settings.time_out)));
            let failure = match attempt {
                Ok(mut answer) => {
                    if correction.is_some() {
                        answer.notes.push(CORRECTED.to_owned());
                    }
                    return Ok(answer);
                }
                Err(failure) => failure,
            };
            let delay = if failure.is_unparsed_tool_call() {
                if correction.is_some() {
                    return Err(self.error(ModelErrorKind::ToolCallUnparsed, failure.message()));
                }
                correction = Some(failure.correction());
                Duration::ZERO
            } else {
                let Some(delay) = self.settings.retry.delay(retries, &failure, fastrand::f64())
                else {
                    return Err(self.error(failure.kind(), failure.message()));
                };
                retries += 1;
                delay
            };
            let reason = self.endpoint.without_key(failure.message());
            progress(ModelProgress::Retry { reason, delay });
            sleep(delay).await;
        }
    }
}

const CORRECTED: &str = "the provider could not parse a tool call; the model was asked again";

impl std::fmt::Debug for HttpModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The key inside the settings is a secret to `Debug` too.
        f.debug_struct("HttpModel").field("settings", &self.settings).finish_non_exhaustive()
    }
}
