//! A provider of models that answers from a script, over a socket, in both wire formats:
//! chat completions and the Responses API, whole or streamed, as the request asks.
//!
//! Like a strict provider it refuses a history in which a call lacks its result. What less
//! exact providers get wrong is in the script: arguments as an object, a missing id, failures,
//! streams that break off.

mod history;
mod wire;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A provider with a script. It ends when dropped.
#[derive(Debug)]
pub struct ModelServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    task: JoinHandle<()>,
}

/// A request as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Its path.
    pub path: String,
    /// The header `authorization`.
    pub authorization: Option<String>,
    /// The body.
    pub body: Value,
}

/// What comes back for one request.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelReply {
    /// An answer.
    Answer(ModelSays),
    /// A stream that ends in order, but before the answer does; a request without streaming
    /// gets a body that breaks off.
    Truncated(ModelSays),
    /// A failure with this status, these header lines and this body.
    Failure {
        /// The status.
        status: u16,
        /// Whole header lines.
        headers: Vec<&'static str>,
        /// The body.
        body: Value,
    },
    /// The connection is closed without an answer.
    HangUp,
    /// Nothing, for ever.
    Silence,
}

/// An answer of the model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSays {
    /// Its text.
    pub text: Option<String>,
    /// Its calls.
    pub calls: Vec<ModelCall>,
}

/// A call in an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelCall {
    /// The id, unless the provider forgets it.
    pub id: Option<String>,
    /// The tool.
    pub name: String,
    /// The arguments as they go over the wire: a string, or what a provider sends instead.
    pub arguments: Value,
}

impl ModelCall {
    /// A call as it ought to be: with an id, and with arguments that are JSON in a string.
    #[must_use]
    pub fn new(id: &str, name: &str, arguments: &Value) -> Self {
        Self {
            id: Some(id.to_owned()),
            name: name.to_owned(),
            arguments: Value::String(arguments.to_string()),
        }
    }
}

impl ModelReply {
    /// A final answer.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Answer(ModelSays { text: Some(text.to_owned()), calls: Vec::new() })
    }

    /// An answer that calls tools.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = ModelCall>) -> Self {
        Self::Answer(ModelSays { text: None, calls: calls.into_iter().collect() })
    }

    /// One call as it ought to be.
    #[must_use]
    pub fn call(id: &str, name: &str, arguments: &Value) -> Self {
        Self::calls([ModelCall::new(id, name, arguments)])
    }

    /// A failure with a message in the usual shape.
    #[must_use]
    pub fn failure(status: u16, message: &str) -> Self {
        let body = json!({"error": {"message": message, "type": "api_error", "code": null}});
        Self::Failure { status, headers: Vec::new(), body }
    }
}

impl ModelServer {
    /// Starts a provider that gives these replies, one for each request, and then no more.
    ///
    /// # Panics
    ///
    /// When no port of 127.0.0.1 is free.
    pub async fn start(script: impl IntoIterator<Item = ModelReply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let script: Vec<ModelReply> = script.into_iter().collect();
        let requests = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            let mut script = script.into_iter();
            let mut silent = Vec::new();
            // One request at a time: an agent asks no two questions at once.
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let Some(request) = read_request(&mut stream).await else { continue };
                // A request that is not recorded never was: stop rather than go on.
                match requests.lock() {
                    Ok(mut asked) => asked.push(request.clone()),
                    Err(_) => return,
                }
                let reply = match history::check(&request) {
                    Err(fault) => ModelReply::failure(400, &fault),
                    Ok(()) => script
                        .next()
                        .unwrap_or_else(|| ModelReply::failure(400, "the script is over")),
                };
                if reply == ModelReply::Silence {
                    silent.push(stream);
                    continue;
                }
                // Whoever does not read the answer has given up on it.
                drop(answer(stream.into_inner(), &request, &reply).await);
            }
        });
        Self { address, asked, task }
    }

    /// The base URL of the API.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The requests so far.
    ///
    /// # Panics
    ///
    /// When a test panicked while it looked at them.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("nobody panics with the lock").clone()
    }

    /// For each request the roles of its history; calls and results of the Responses API
    /// count as `assistant` and `tool`.
    #[must_use]
    pub fn histories(&self) -> Vec<Vec<String>> {
        self.asked().iter().map(history::roles).collect()
    }

    /// The results of tools in the last request, in order.
    #[must_use]
    pub fn last_results(&self) -> Vec<String> {
        self.asked().last().map(history::results).unwrap_or_default()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read_request(stream: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut authorization) = (0, None);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Asked { path, authorization, body: serde_json::from_slice(&body).ok()? })
}

async fn answer(mut stream: TcpStream, request: &Asked, reply: &ModelReply) -> std::io::Result<()> {
    let streamed = request.body["stream"] == true;
    let (status, headers, kind, body, whole) = match reply {
        ModelReply::Answer(says) | ModelReply::Truncated(says) => {
            let whole = matches!(reply, ModelReply::Answer(_));
            let body = wire::body(&request.path, says, streamed, whole);
            let kind = if streamed { "text/event-stream" } else { "application/json" };
            (200, Vec::new(), kind, body, whole || streamed)
        }
        ModelReply::Failure { status, headers, body } => {
            (*status, headers.clone(), "application/json", body.to_string(), true)
        }
        ModelReply::HangUp | ModelReply::Silence => return Ok(()),
    };
    // A body that breaks off is shorter than its length says.
    let length = if whole { body.len() } else { body.len() + 1 };
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let head = format!(
        "HTTP/1.1 {status} Scripted\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\
         connection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}
