//! The file of results, and what an earlier batch left in it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::input::Lines;
use super::record::Outcome;
use super::shard::Shard;
use super::summary::Summary;
use super::write_all;

/// The longest result that is read again.
const MAX_RESULT_BYTES: usize = 512 << 20;

/// Where results go.
pub(super) struct Results {
    /// `None` for stdout.
    file: Option<File>,
    name: String,
}

/// The part of a result that says what it is of.
#[derive(Deserialize)]
struct Head {
    line: u64,
    input: String,
    outcome: Outcome,
    response: Option<Failed>,
    error: Option<Refused>,
}

#[derive(Deserialize)]
struct Failed {
    error: Option<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

#[derive(Deserialize)]
struct Refused {
    code: String,
}

impl Results {
    /// The file at `path`, or stdout. No other batch may have it open.
    pub(super) fn open(path: &Path, fresh: bool) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { file: None, name: "stdout".to_owned() });
        }
        let name = path.display().to_string();
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot write {name}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another batch is writing {name}"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        if fresh {
            file.set_len(0).with_context(|| format!("cannot empty {name}"))?;
        }
        Ok(Self { file: Some(file), name })
    }

    /// Whether what is written is there after the end of this process.
    pub(super) fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Reads the results that are there, cuts off a torn one, and takes their lines off
    /// `lines`.
    ///
    /// # Errors
    ///
    /// When they are not results of these lines.
    pub(super) fn resume(&mut self, lines: &mut Lines) -> Result<Summary> {
        let mut summary = Summary::new();
        let Some(file) = &mut self.file else { return Ok(summary) };
        let name = &self.name;
        let copy = file.try_clone().with_context(|| format!("cannot read {name}"))?;
        let mut results =
            Lines::new(BufReader::new(copy), name.clone(), Shard::ALL, MAX_RESULT_BYTES);
        let mut end = 0;
        while let Some(result) = results.next()? {
            // Only what was written to its line end is a result.
            if !result.is_whole {
                break;
            }
            let number = result.number;
            let head: Head = (result.text.ok())
                .and_then(|text| serde_json::from_slice(&text).ok())
                .with_context(|| {
                    format!(
                        "line {number} of {name} is not a result of a batch; name another file, \
                         or start afresh with --fresh"
                    )
                })?;
            let line = lines.next()?;
            if !line.is_some_and(|line| line.number == head.line && line.digest == head.input) {
                bail!(
                    "line {number} of {name} is the result of another program than line {} of \
                     the input is now; name another file, or start afresh with --fresh",
                    head.line
                );
            }
            let failed = head.response.and_then(|response| response.error).map(|error| error.kind);
            let kind = failed.or(head.error.map(|error| error.code));
            summary.add(head.outcome, kind.as_deref());
            end = result.end;
        }
        summary.all_resumed();
        let cut = || format!("cannot cut the torn end off {name}");
        file.set_len(end).with_context(cut)?;
        file.seek(SeekFrom::Start(end)).with_context(cut)?;
        Ok(summary)
    }

    /// Writes one result, its line end included.
    pub(super) fn write(&mut self, result: &[u8]) -> Result<()> {
        match &mut self.file {
            Some(file) => write_all(file, result),
            None => write_all(&mut std::io::stdout().lock(), result),
        }
    }

    /// Makes sure that all of it is on the disk.
    pub(super) fn finish(&self) -> Result<()> {
        match &self.file {
            Some(file) => file.sync_all().with_context(|| format!("cannot write {}", self.name)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "{\"code\": \"1\"}\n\n{\"code\": \"2\"}\n{\"code\": \"3\"}\n";

    fn lines() -> Lines {
        Lines::new(INPUT.as_bytes(), "in".to_owned(), Shard::ALL, 100)
    }

    /// A result of each line, as long as its number says.
    fn results() -> Vec<String> {
        let mut lines = lines();
        let mut results = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            results.push(format!(
                "{{\"line\":{},\"id\":null,\"input\":\"{}\",\"outcome\":\"error\",\
                 \"response\":{{\"error\":{{\"kind\":\"syntax\"}}}}}}\n",
                line.number, line.digest
            ));
        }
        results
    }

    /// Resumes from `text`: what is left of it, and the number of the next line.
    fn resume(text: &str) -> Result<(String, Option<u64>)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let mut lines = lines();
        let mut results = Results::open(file.path(), false)?;
        let summary = results.resume(&mut lines)?;
        let left = std::fs::read_to_string(file.path()).unwrap();
        assert_eq!(summary.lines(), left.lines().count() as u64);
        Ok((left, lines.next()?.map(|line| line.number)))
    }

    #[test]
    fn wherever_the_file_is_torn_it_is_mended_and_gone_on_from() {
        let results = results();
        let text = results.concat();
        for end in 0..=text.len() {
            let whole = text[..end].matches('\n').count();
            let next = [Some(1), Some(3), Some(4), None][whole];
            assert_eq!(
                resume(&text[..end]).unwrap(),
                (results[..whole].concat(), next),
                "cut at {end}"
            );
        }
    }

    #[test]
    fn a_torn_end_may_be_anything() {
        let first = &results()[0];
        assert_eq!(resume(&format!("{first}\0\0\0")).unwrap(), (first.clone(), Some(3)));
    }

    #[test]
    fn results_of_something_else_are_left_alone() {
        let results = results();
        for (text, line) in [
            ("a note\n".to_owned(), 1),
            (format!("{}a note\n{}", results[0], results[1]), 2),
            (results[1].clone(), 1),
            (format!("{}{}", results[0], results[0]), 2),
            (format!("{}{}", results.concat(), results[2]), 4),
            (results[0].replace("\"input\":\"", "\"input\":\"0"), 1),
        ] {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), &text).unwrap();
            let mut opened = Results::open(file.path(), false).unwrap();
            let error = opened.resume(&mut lines()).unwrap_err().to_string();
            let name = file.path().display();
            assert!(error.starts_with(&format!("line {line} of {name} is ")), "{error}");
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), text);
        }
    }

    #[test]
    fn two_batches_do_not_write_one_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let _first = Results::open(file.path(), false).unwrap();
        let second = Results::open(file.path(), false);
        assert!(second.is_err_and(|error| error.to_string().starts_with("another batch is")));
    }

    #[test]
    fn afresh_means_empty() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a note\n").unwrap();
        let mut opened = Results::open(file.path(), true).unwrap();
        assert_eq!(opened.resume(&mut lines()).unwrap().lines(), 0);
    }
}
