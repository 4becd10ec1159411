//! Looks at each line before the library for MCP does: it passes over what is no JSON without a word,
//! and whoever sent it would wait for ever.

use serde::de::IgnoredAny;
use serde_json::json;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, ReadHalf,
    WriteHalf, duplex, split,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// Bytes on their way between the streams and the library.
const BUFFER_BYTES: usize = 64 << 10;

/// What the library reads from and writes to in the place of the streams.
pub(super) type Library = (ReadHalf<DuplexStream>, WriteHalf<DuplexStream>);

/// Puts itself between `input`, `output` and the library. The task ends when the library has closed its
/// side and all that it wrote is written.
pub(super) fn between(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> (Library, JoinHandle<std::io::Result<()>>) {
    let (library, ours) = duplex(BUFFER_BYTES);
    let (from_library, to_library) = split(ours);
    let (refuse, refusals) = unbounded_channel();
    tokio::spawn(inwards(input, to_library, refuse));
    let writing = tokio::spawn(outwards(from_library, refusals, output));
    (split(library), writing)
}

/// Hands on the lines that are JSON, and has the others refused, until `input` ends or nobody
/// listens any more.
async fn inwards(
    input: impl AsyncRead + Unpin,
    mut to_library: WriteHalf<DuplexStream>,
    refuse: UnboundedSender<Vec<u8>>,
) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await.is_ok_and(|count| count > 0) {
        let text = line.trim_ascii();
        let told = match serde_json::from_slice::<IgnoredAny>(text) {
            _ if text.is_empty() => Ok(()),
            Ok(IgnoredAny) => to_library.write_all(&[text, b"\n"].concat()).await,
            Err(fault) => {
                // If the other side is gone, the next line to the library says so.
                let _ = refuse.send(refusal(&fault));
                Ok(())
            }
        };
        if told.is_err() {
            break;
        }
        line.clear();
    }
    // The library is told that there is no more, although the other half is still open.
    let _ = to_library.shutdown().await;
}

/// Writes whole lines, the library's and refusals.
async fn outwards(
    from_library: ReadHalf<DuplexStream>,
    mut refusals: UnboundedReceiver<Vec<u8>>,
    mut output: impl AsyncWrite + Unpin,
) -> std::io::Result<()> {
    let mut from_library = BufReader::new(from_library);
    let mut line = Vec::new();
    loop {
        // A read that is broken off has left what it had in `line`, and goes on there.
        tokio::select! {
            read = from_library.read_until(b'\n', &mut line) => {
                if read? == 0 {
                    break;
                }
                output.write_all(&line).await?;
                line.clear();
            }
            Some(refusal) = refusals.recv() => output.write_all(&refusal).await?,
        }
        output.flush().await?;
    }
    while let Ok(refusal) = refusals.try_recv() {
        output.write_all(&refusal).await?;
    }
    output.flush().await
}

fn refusal(fault: &serde_json::Error) -> Vec<u8> {
    let message = format!("the line is no JSON that can be read: {fault}");
    let error = json!({ "code": -32700, "message": message });
    let mut line = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    line.push('\n');
    line.into_bytes()
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn json_goes_through_and_what_is_none_is_refused() {
        let (mut client, server) = duplex(1024);
        let (from_client, to_client) = split(server);
        let ((read, mut write), writing) = between(from_client, to_client);
        client.write_all(b"{\"a\": 1}\n\nnonsense\n [2] \r\n").await.unwrap();
        let mut lines = BufReader::new(read).lines();
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("{\"a\": 1}"));
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("[2]"));
        write.write_all(b"{\"b\": 2}\n").await.unwrap();
        client.shutdown().await.unwrap();
        assert_eq!(lines.next_line().await.unwrap(), None);
        drop((lines, write));
        writing.await.unwrap().unwrap();
        let mut told = String::new();
        client.read_to_string(&mut told).await.unwrap();
        let mut told: Vec<&str> = told.lines().collect();
        told.sort_unstable();
        assert_eq!(
            told,
            [
                "{\"b\": 2}",
                "{\"error\":{\"code\":-32700,\"message\":\"the line is no JSON that can be read: \
                 expected ident at line 1 column 2\"},\"id\":null,\"jsonrpc\":\"2.0\"}",
            ]
        );
    }
}
