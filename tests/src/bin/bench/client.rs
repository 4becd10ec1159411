//! A client that costs little, since it shares the cores with the server: one connection that
//! stays open, requests made beforehand, and no work but to read and check the answer.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use jupan_api::{EXECUTE_PATH, ExecuteResponse};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A server that has not answered after this long is taken for dead.
const PATIENCE: Duration = Duration::from_secs(60);
/// A connection that was silent for this long is not trusted: the server closes such after 5 s.
const SILENCE: Duration = Duration::from_secs(2);

/// A request, ready to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Question(Vec<u8>);

impl Question {
    /// A program to be run, with whatever else the request has.
    pub(crate) fn execute(request: &Value) -> Self {
        let body = request.to_string();
        Self(
            format!(
                "POST {EXECUTE_PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
            .into_bytes(),
        )
    }

    /// A path to be read.
    pub(crate) fn get(path: &str) -> Self {
        Self(format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").into_bytes())
    }
}

/// A connection that stays open.
#[derive(Debug)]
pub(crate) struct Connection {
    address: SocketAddr,
    last_used: Instant,
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = connect(address).await?;
        let buffer = Vec::with_capacity(16 * 1024);
        Ok(Self { address, last_used: Instant::now(), stream, buffer })
    }

    /// Asks, and gives the body of the answer, which must have the status 200, and the time
    /// from the first byte sent to the last byte read.
    pub(crate) async fn ask(&mut self, question: &Question) -> Result<(&[u8], Duration)> {
        if self.last_used.elapsed() > SILENCE {
            self.stream = connect(self.address).await?;
        }
        let start = Instant::now();
        let (head, end) = timeout(PATIENCE, self.exchange(question))
            .await
            .with_context(|| format!("no answer within {} s", PATIENCE.as_secs()))??;
        self.last_used = Instant::now();
        let elapsed = self.last_used - start;
        let body = &self.buffer[head.body..end];
        ensure!(
            head.status == 200,
            "status {} in place of 200: {}",
            head.status,
            String::from_utf8_lossy(body)
        );
        Ok((body, elapsed))
    }

    /// Asks for a run, and gives the answer and the time it took.
    pub(crate) async fn execute(
        &mut self,
        question: &Question,
    ) -> Result<(ExecuteResponse, Duration)> {
        let (body, elapsed) = self.ask(question).await?;
        let response = serde_json::from_slice(body)
            .with_context(|| format!("not an answer: {}", String::from_utf8_lossy(body)))?;
        Ok((response, elapsed))
    }

    /// Asks for a run that has to complete and to print `stdout`; gives the time it took.
    pub(crate) async fn expect(&mut self, question: &Question, stdout: &str) -> Result<Duration> {
        let (response, elapsed) = self.execute(question).await?;
        ensure!(
            response.error.is_none()
                && response.stdout == stdout
                && response.truncated.stdout_bytes == 0,
            "a wrong answer: expected {:?}, got {:?}",
            shortened(stdout),
            shortened(&format!("{response:?}"))
        );
        Ok(elapsed)
    }

    /// Sends and reads; gives the head of the answer and the end of its body.
    async fn exchange(&mut self, question: &Question) -> Result<(Head, usize)> {
        self.buffer.clear();
        self.stream.write_all(&question.0).await.context("the server does not read")?;
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await.context("no answer")?;
            if read == 0 {
                bail!("the server closed the connection: {}", shortened_bytes(&self.buffer));
            }
            if let Some(head) = Head::parse(&self.buffer)? {
                let end = head.body + head.length;
                self.buffer.reserve(end.saturating_sub(self.buffer.len()));
                while self.buffer.len() < end {
                    ensure!(
                        self.stream.read_buf(&mut self.buffer).await? > 0,
                        "half an answer: {}",
                        shortened_bytes(&self.buffer)
                    );
                }
                return Ok((head, end));
            }
        }
    }
}

async fn connect(address: SocketAddr) -> Result<TcpStream> {
    let stream = TcpStream::connect(address).await.context("no connection to the server")?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// What of an answer's head matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Head {
    status: u16,
    /// Where the body begins.
    body: usize,
    /// How many bytes it has.
    length: usize,
}

impl Head {
    /// The head in `bytes`, if it is there in full.
    fn parse(bytes: &[u8]) -> Result<Option<Self>> {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            return Ok(None);
        };
        let head = std::str::from_utf8(&bytes[..end]).context("a head that is not text")?;
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .and_then(|line| line.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok())
            .with_context(|| format!("not an answer: {head:?}"))?;
        let length = lines
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .and_then(|(_, value)| value.trim().parse().ok())
            .with_context(|| format!("an answer without its length: {head:?}"))?;
        Ok(Some(Self { status, body: end + 4, length }))
    }
}

/// The beginning of a text, for an error message.
fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(300)]
}

fn shortened_bytes(bytes: &[u8]) -> String {
    shortened(&String::from_utf8_lossy(bytes)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_counts_once_it_is_whole() {
        let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(
            Head::parse(bytes).unwrap(),
            Some(Head { status: 200, body: bytes.len() - 2, length: 2 })
        );
        assert_eq!(Head::parse(&bytes[..bytes.len() - 3]).unwrap(), None);
        assert!(Head::parse(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
        assert!(Head::parse(b"nonsense\r\n\r\n").is_err());
    }
}
