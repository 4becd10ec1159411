//! What a CPython gives for the programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use super::outcome::{lines, traceback_lines};
use super::suite::{self, ConformanceProgram, conformance_dir};
use super::{Seen, SeenError, side_by_side};

/// The version whose words count.
const VERSION: &str = "3.13";

/// What `driver.py` reports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    result: Option<String>,
    error: Option<ReportedError>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportedError {
    #[serde(rename = "type")]
    type_name: String,
    message: String,
    line: Option<u32>,
    traceback: String,
}

/// Runs `programs` under `python` and keeps what it gives.
///
/// # Errors
///
/// When `python` is no CPython 3.13, or a program ends the interpreter itself.
pub fn record(python: &Path, programs: &[ConformanceProgram]) -> Result<()> {
    check_version(python)?;
    let dir = tempfile::tempdir().context("cannot make a folder for reports")?;
    let seen = side_by_side(programs, |at, program| {
        run(python, program, &dir.path().join(at.to_string()))
            .with_context(|| format!("{} under {}", program.id, python.display()))
    })?;
    let ids = programs.iter().map(|program| program.id.clone());
    suite::keep(ids.zip(seen).collect::<BTreeMap<_, _>>())
}

fn check_version(python: &Path) -> Result<()> {
    let code = "import sys, platform\n\
                print(platform.python_implementation(), '%d.%d' % sys.version_info[:2])";
    let output = Command::new(python).args(["-I", "-c", code]).output();
    let output = output.with_context(|| format!("cannot start {}", python.display()))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(
        version == format!("CPython {VERSION}"),
        "{} is {version}; what is recorded has to come from CPython {VERSION}",
        python.display()
    );
    Ok(())
}

fn run(python: &Path, program: &ConformanceProgram, report: &Path) -> Result<Seen> {
    let source = report.with_extension("py");
    std::fs::write(&source, &program.code).context("cannot write the program")?;
    // A program may make files; it begins with none.
    let folder = report.with_extension("files");
    std::fs::create_dir(&folder).context("cannot make a folder for the program")?;
    let output = Command::new(python)
        .current_dir(&folder)
        .args(["-s", "-P", "-B"])
        .arg(conformance_dir().join("driver.py"))
        .args([&source, report])
        .env_clear()
        .envs([("PYTHONHASHSEED", "0"), ("PYTHONUTF8", "1"), ("TZ", "UTC")])
        .stdin(Stdio::null())
        .output()
        .context("cannot start it")?;
    if !output.status.success() {
        bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    let text = std::fs::read_to_string(report).context("there is no report")?;
    let Report { result, error } = serde_json::from_str(&text).context("no proper report")?;
    let stdout = String::from_utf8(output.stdout).context("what it printed is not UTF-8")?;
    Ok(Seen { stdout: lines(&stdout), result, error: error.map(SeenError::from) })
}

impl From<ReportedError> for SeenError {
    fn from(error: ReportedError) -> Self {
        let ReportedError { type_name, message, line, traceback } = error;
        Self { type_name, message, line, traceback: traceback_lines(&traceback) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_cpython_of_the_version_is_refused() {
        let error = check_version(Path::new("/no/such/python")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start /no/such/python");
        // A program that says nothing about versions.
        let echo = check_version(Path::new("true")).unwrap_err();
        assert_eq!(echo.to_string(), "true is ; what is recorded has to come from CPython 3.13");
    }
}
