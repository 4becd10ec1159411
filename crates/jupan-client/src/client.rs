//! The calls.

use std::time::Duration;

use jupan_api::{
    EXECUTE_PATH, ErrorBody, ExecuteRequest, ExecuteResponse, HEALTH_PATH, Health, INFO_PATH,
    READY_PATH, RESET_PATH, SESSIONS_PATH, ServerInfo, SessionDeleted, SessionInfo, SessionList,
    SessionRequest, TOOLS_PATH, ToolDefinitions,
};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Response, StatusCode, Url};
use serde::{Serialize, de::DeserializeOwned};

use crate::error::{NotOurs, Refused, Transport, TransportKind};
use crate::{ClientBuilder, ClientError};

/// Calls one server. Cheap to clone; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base_url: Url,
    authorization: Option<HeaderValue>,
    max_response_bytes: usize,
}

impl Client {
    /// Settings for a client of the server at `base_url`, such as `http://127.0.0.1:8787`. A
    /// path in it is kept and stands before the paths of the contract.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(base_url)
    }

    pub(crate) const fn from_parts(
        http: reqwest::Client,
        base_url: Url,
        authorization: Option<HeaderValue>,
        max_response_bytes: usize,
    ) -> Self {
        Self { http, base_url, authorization, max_response_bytes }
    }

    /// The address the client was made for.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.base_url.as_str().trim_end_matches('/')
    }

    /// Runs a program. A program that failed or hit a limit is an `Ok`: see
    /// [`ExecuteResponse::status`].
    ///
    /// # Errors
    ///
    /// When there is no report of a run, see [`ClientError`].
    pub async fn execute(&self, request: &ExecuteRequest) -> Result<ExecuteResponse, ClientError> {
        self.call(Method::POST, EXECUTE_PATH, Some(request)).await
    }

    /// Runs a program whose request is JSON already, and gives the answer as the JSON it came
    /// in: neither passes through this crate's types, so that what the server says of a
    /// malformed request is the server's word, and no field is lost on the way.
    ///
    /// # Errors
    ///
    /// When there is no report of a run, see [`ClientError`].
    pub async fn execute_json(&self, request: String) -> Result<String, ClientError> {
        let (url, bytes) = self.send(Method::POST, EXECUTE_PATH, Some(request.into())).await?;
        String::from_utf8(bytes)
            .map_err(|error| not_ours(&url, StatusCode::OK, error.to_string()).into())
    }

    /// What the server runs programs with: its images and limits.
    ///
    /// # Errors
    ///
    /// When there is no answer, see [`ClientError`].
    pub async fn info(&self) -> Result<ServerInfo, ClientError> {
        self.call(Method::GET, INFO_PATH, NONE).await
    }

    /// Begins a session. Requests whose [`session_id`](ExecuteRequest::session_id) has its id
    /// then see what earlier ones have left.
    ///
    /// # Errors
    ///
    /// When there is no answer, see [`ClientError`].
    pub async fn begin_session(
        &self,
        request: &SessionRequest,
    ) -> Result<SessionInfo, ClientError> {
        self.call(Method::POST, SESSIONS_PATH, Some(request)).await
    }

    /// The server's sessions, the last used first.
    ///
    /// # Errors
    ///
    /// When there is no answer, see [`ClientError`].
    pub async fn sessions(&self) -> Result<SessionList, ClientError> {
        self.call(Method::GET, SESSIONS_PATH, NONE).await
    }

    /// What there is to be known of the session `id`.
    ///
    /// # Errors
    ///
    /// When there is no such session, or no answer, see [`ClientError`].
    pub async fn session(&self, id: &str) -> Result<SessionInfo, ClientError> {
        self.call(Method::GET, &session_path(id), NONE).await
    }

    /// Makes the session `id` as it was when it began.
    ///
    /// # Errors
    ///
    /// As [`Client::session`].
    pub async fn reset_session(&self, id: &str) -> Result<SessionInfo, ClientError> {
        let path = format!("{}{RESET_PATH}", session_path(id));
        self.call(Method::POST, &path, NONE).await
    }

    /// Ends the session `id`.
    ///
    /// # Errors
    ///
    /// As [`Client::session`].
    pub async fn delete_session(&self, id: &str) -> Result<SessionDeleted, ClientError> {
        self.call(Method::DELETE, &session_path(id), NONE).await
    }

    /// The definitions of the code tool, to be passed on to a model.
    ///
    /// # Errors
    ///
    /// When there is no answer, see [`ClientError`].
    pub async fn tools(&self) -> Result<ToolDefinitions, ClientError> {
        self.call(Method::GET, TOOLS_PATH, NONE).await
    }

    /// Asks whether the server's process is there.
    ///
    /// # Errors
    ///
    /// When it is not, see [`ClientError`].
    pub async fn health(&self) -> Result<Health, ClientError> {
        self.call(Method::GET, HEALTH_PATH, NONE).await
    }

    /// Asks whether the server can take runs.
    ///
    /// # Errors
    ///
    /// When it can't, see [`ClientError`]; [`ClientError::Refused`] has the server's reason.
    pub async fn ready(&self) -> Result<Health, ClientError> {
        self.call(Method::GET, READY_PATH, NONE).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, ClientError> {
        // A request of ours has string keys and finite numbers, which always serialise.
        let body = body.map(|body| serde_json::to_vec(body).unwrap_or_default());
        let (url, bytes) = self.send(method, path, body).await?;
        serde_json::from_slice(&bytes)
            .map_err(|error| not_ours(&url, StatusCode::OK, error.to_string()).into())
    }

    /// Gives the address that was asked and the body of its 200.
    async fn send(
        &self,
        method: Method,
        path: &str,
        json: Option<Vec<u8>>,
    ) -> Result<(String, Vec<u8>), ClientError> {
        let url = format!("{}{path}", self.base_url());
        let mut request = self.http.request(method, &url);
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        if let Some(json) = json {
            request = request.header(CONTENT_TYPE, "application/json").body(json);
        }
        let response = request.send().await.map_err(|error| transport(&url, error))?;
        let status = response.status();
        let retry_after = retry_after(response.headers().get(RETRY_AFTER));
        let bytes = self.read(&url, response).await?;
        if status == StatusCode::OK {
            return Ok((url, bytes));
        }
        match serde_json::from_slice::<ErrorBody>(&bytes) {
            Ok(body) => {
                Err(Refused { status: status.as_u16(), detail: body.error, retry_after }.into())
            }
            Err(error) => Err(not_ours(&url, status, error.to_string()).into()),
        }
    }

    /// The body, unless it is larger than the bound: then reading stops at the bound.
    async fn read(&self, url: &str, mut response: Response) -> Result<Vec<u8>, ClientError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| transport(url, error))? {
            if bytes.len() + chunk.len() > self.max_response_bytes {
                let reason = format!("it is larger than {} bytes", self.max_response_bytes);
                return Err(not_ours(url, response.status(), reason).into());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

/// No body.
const NONE: Option<&()> = None;

/// The path of the session `id`, whatever characters somebody has put in there.
fn session_path(id: &str) -> String {
    let mut path = format!("{SESSIONS_PATH}/");
    for &byte in id.as_bytes() {
        match byte.is_ascii_alphanumeric() || byte == b'-' {
            true => path.push(char::from(byte)),
            false => path.push_str(&format!("%{byte:02X}")),
        }
    }
    path
}

fn transport(url: &str, error: reqwest::Error) -> ClientError {
    let kind = if error.is_timeout() {
        TransportKind::TimeOut
    } else if error.is_connect() {
        TransportKind::Connect
    } else {
        TransportKind::Broken
    };
    Transport { url: url.to_owned(), kind, source: error.without_url() }.into()
}

fn not_ours(url: &str, status: StatusCode, reason: String) -> NotOurs {
    NotOurs { url: url.to_owned(), status: status.as_u16(), reason }
}

/// The contract has `Retry-After` in whole seconds.
fn retry_after(value: Option<&HeaderValue>) -> Option<Duration> {
    value?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
