//! HTTP/1.1 by hand, so that a test can send what a client library would not.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Longer than any answer takes: a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// When it is not JSON, or does not say that it is.
    #[must_use]
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("not JSON ({error}): {}", String::from_utf8_lossy(&self.body))
        })
    }
}

/// The bytes of a request with `headers` (whole lines) and `body`.
#[must_use]
pub fn request(method: &str, path: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for header in headers {
        bytes.push_str(header);
        bytes.push_str("\r\n");
    }
    bytes.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let mut bytes = bytes.into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Posts `body` as JSON to `path`.
///
/// # Panics
///
/// When there is no whole answer.
#[must_use]
pub fn post_json(address: SocketAddr, path: &str, body: &[u8]) -> Reply {
    send(address, &request("POST", path, &["content-type: application/json"], body))
}

/// Sends `bytes`, whatever they are, and reads the answer.
///
/// # Panics
///
/// When there is no whole answer.
#[must_use]
pub fn send(address: SocketAddr, bytes: &[u8]) -> Reply {
    try_send(address, bytes).unwrap_or_else(|error| panic!("no answer from {address}: {error}"))
}

/// Sends `bytes`, whatever they are, and reads the answer.
///
/// # Errors
///
/// When there is no whole answer.
pub fn try_send(address: SocketAddr, bytes: &[u8]) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // A server may answer and close before it has read all: the answer counts.
    let sent = stream.write_all(bytes);
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    match parse(&answer) {
        Some(reply) => Ok(reply),
        None => {
            sent?;
            read?;
            let shown = String::from_utf8_lossy(&answer).into_owned();
            Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("not a whole answer: {shown:?}"),
            ))
        }
    }
}

/// The whole answer in `bytes`, if that is what they are.
fn parse(bytes: &[u8]) -> Option<Reply> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .map(|line| {
            line.split_once(':').map(|(n, v)| (n.to_ascii_lowercase(), v.trim().to_owned()))
        })
        .collect::<Option<_>>()?;
    let reply = Reply { status, headers, body: bytes[end + 4..].to_vec() };
    let length: usize = reply.header("content-length")?.parse().ok()?;
    (reply.body.len() == length).then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_answer_counts() {
        let bytes =
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 2\r\n\r\n{}";
        let reply = parse(bytes).unwrap();
        assert_eq!((reply.status, reply.json()), (200, serde_json::json!({})));
        for end in 0..bytes.len() {
            assert_eq!(parse(&bytes[..end]), None, "cut at {end}");
        }
    }
}
