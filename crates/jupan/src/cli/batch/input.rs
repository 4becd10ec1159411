//! The lines of a file, in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};

use super::shard::Shard;
use super::shown;

/// The longest line that is kept: what a request's body may ever have.
const MAX_LINE_BYTES: usize = jupan_server::ServerConfig::MAX_BODY_BYTES as usize;
/// Hexadecimal digits of a line's digest that are kept.
const DIGEST_DIGITS: usize = 16;

/// A line with something in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// Counted from 1, blank lines included.
    pub(super) number: u64,
    /// The start of its BLAKE3 hash.
    pub(super) digest: String,
    /// Its bytes without the line end; of one that is too long, only how many it has.
    pub(super) text: Result<Vec<u8>, u64>,
    /// Where in the file it ends.
    pub(super) end: u64,
    /// Whether a line end follows.
    pub(super) is_whole: bool,
}

impl Line {
    /// Bytes of memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.len() as u64)
    }
}

/// Reads lines one after the other.
pub(super) struct Lines {
    from: Box<dyn BufRead + Send>,
    name: String,
    shard: Shard,
    max_bytes: usize,
    number: u64,
    position: u64,
    size: Option<u64>,
}

impl Lines {
    /// The lines of the file at `path`, or of stdin, that belong to `shard`.
    pub(super) fn open(path: &Path, shard: Shard) -> Result<Self> {
        let name = shown(path);
        if path == Path::new("-") {
            return Ok(Self::new(BufReader::new(io::stdin()), name, shard, MAX_LINE_BYTES));
        }
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let about = file.metadata().with_context(|| format!("cannot read {name}"))?;
        let size = about.is_file().then_some(about.len());
        Ok(Self { size, ..Self::new(BufReader::new(file), name, shard, MAX_LINE_BYTES) })
    }

    /// The lines of `from`, of which those with more than `max_bytes` are not kept.
    pub(super) fn new(
        from: impl BufRead + Send + 'static,
        name: String,
        shard: Shard,
        max_bytes: usize,
    ) -> Self {
        Self { from: Box::new(from), name, shard, max_bytes, number: 0, position: 0, size: None }
    }

    /// Bytes that there are to read, if that is known.
    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }

    /// Bytes that have been read.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// The next line of the shard that has something in it.
    pub(super) fn next(&mut self) -> Result<Option<Line>> {
        loop {
            let name = &self.name;
            let line = read_line(&mut self.from, self.max_bytes)
                .with_context(|| format!("cannot read {name}"))?;
            let Some(ReadLine { text, bytes, hash, is_whole }) = line else { return Ok(None) };
            self.number += 1;
            self.position += bytes + u64::from(is_whole);
            let is_blank = bytes == text.len() as u64 && text.trim_ascii().is_empty();
            if is_blank || !self.shard.takes(self.number) {
                continue;
            }
            let text = if bytes > text.len() as u64 { Err(bytes) } else { Ok(text) };
            let mut digest = hash.to_hex().to_string();
            digest.truncate(DIGEST_DIGITS);
            let (number, end) = (self.number, self.position);
            return Ok(Some(Line { number, digest, text, end, is_whole }));
        }
    }
}

struct ReadLine {
    /// As much of it as is kept.
    text: Vec<u8>,
    /// How many bytes it has.
    bytes: u64,
    hash: blake3::Hash,
    is_whole: bool,
}

/// Reads to the next line end, keeping at most `max` bytes.
fn read_line(from: &mut dyn BufRead, max: usize) -> io::Result<Option<ReadLine>> {
    let (mut text, mut bytes, mut hasher) = (Vec::new(), 0, blake3::Hasher::new());
    let is_whole = loop {
        let chunk = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break false;
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        hasher.update(part);
        bytes += part.len() as u64;
        text.extend_from_slice(&part[..part.len().min(max - text.len())]);
        let taken = part.len() + usize::from(end.is_some());
        from.consume(taken);
        if end.is_some() {
            break true;
        }
    };
    let is_end = bytes == 0 && !is_whole;
    Ok((!is_end).then(|| ReadLine { text, bytes, hash: hasher.finalize(), is_whole }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static str, shard: &str, max: usize) -> Vec<(u64, Result<String, u64>, u64)> {
        let mut lines = Lines::new(text.as_bytes(), "a".to_owned(), shard.parse().unwrap(), max);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            let text = line.text.map(|text| String::from_utf8(text).unwrap());
            found.push((line.number, text, line.end));
        }
        found
    }

    #[test]
    fn lines_have_their_numbers_and_ends_and_blank_ones_are_left_out() {
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(
            lines("a\n\n  \r\nb\r\nc", "0/1", 10),
            [(1, text("a"), 2), (4, text("b\r"), 10), (5, text("c"), 11)]
        );
        assert_eq!(lines("a\nb\nc\n", "1/2", 10), [(2, text("b"), 4)]);
        assert_eq!(lines("", "0/1", 10), []);
    }

    #[test]
    fn of_a_line_that_is_too_long_only_its_length_is_kept() {
        let found = lines("aaaa\nbbb\n     \ncc", "0/1", 3);
        assert_eq!(
            found,
            [
                (1, Err(4), 5),
                (2, Ok("bbb".to_owned()), 9),
                (3, Err(5), 15),
                (4, Ok("cc".to_owned()), 17)
            ]
        );
    }

    #[test]
    fn a_digest_is_of_the_whole_line() {
        let digest = |text: &'static str| {
            let mut lines = Lines::new(text.as_bytes(), "a".to_owned(), Shard::ALL, 2);
            lines.next().unwrap().unwrap().digest
        };
        assert_eq!(digest("aaaa"), digest("aaaa\n"));
        assert_ne!(digest("aaaa"), digest("aaab"));
        assert_eq!(digest("a").len(), DIGEST_DIGITS);
    }
}
