//! What is known to differ from CPython: `conformance/differences.toml`, and the page about it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::{ConformanceProgram, Seen, conformance_dir};

const HEADER: &str = "\
# What is known to differ from CPython. Each entry names a program, what differs, and why.
# `sandbox` is what the sandbox gives; `cargo xtask conformance --renew` writes it, and
# docs/differences.md from all of this.

";

/// All that is known to differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// By program.
    #[serde(default)]
    pub difference: Vec<Difference>,
}

/// One program that ends otherwise in the sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// `<area>/<name>`.
    pub program: String,
    /// What differs, in one sentence.
    pub what: String,
    /// Why, in one sentence.
    pub why: String,
    /// What the sandbox gives.
    #[serde(default)]
    pub sandbox: Seen,
}

impl Differences {
    /// What is kept.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is not what it should be.
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(file()).context("cannot read differences.toml")?;
        toml::from_str(&text).context("differences.toml is not what it should be")
    }

    /// Writes `seen` down as what the sandbox gives, and the page.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn renew(
        &mut self,
        programs: &[ConformanceProgram],
        recorded: &BTreeMap<String, Seen>,
        seen: &[Seen],
    ) -> Result<()> {
        for (program, seen) in programs.iter().zip(seen) {
            if let Some(known) = self.find_mut(&program.id) {
                known.sandbox = seen.clone();
            }
        }
        self.difference.sort_by(|a, b| a.program.cmp(&b.program));
        let text = format!("{HEADER}{}", toml::to_string_pretty(self)?);
        fs::write(file(), text).context("cannot write differences.toml")?;
        fs::write(page_file(), self.page(programs, recorded)?).context("cannot write the page")
    }

    /// What is known of `program`.
    #[must_use]
    pub fn find(&self, program: &str) -> Option<&Difference> {
        self.difference.iter().find(|known| known.program == program)
    }

    fn find_mut(&mut self, program: &str) -> Option<&mut Difference> {
        self.difference.iter_mut().find(|known| known.program == program)
    }

    /// The page `docs/differences.md`.
    ///
    /// # Errors
    ///
    /// When an entry names a program that is not there, or that was not recorded.
    pub fn page(
        &self,
        programs: &[ConformanceProgram],
        recorded: &BTreeMap<String, Seen>,
    ) -> Result<String> {
        let areas = programs.iter().map(|program| &program.area);
        let areas = areas.collect::<std::collections::BTreeSet<_>>().len();
        let (all, other) = (programs.len(), self.difference.len());
        let mut page = format!(
            "# Differences from CPython\n\n\
             {all} programs in {areas} areas are run under CPython 3.13 and in the sandbox; stdout, \
             the last expression's value, the exception's type, message and line, and the traceback \
             are compared. {} give the same, to the byte. The other {other} are below; \
             [science.md](science.md) has what is different in the image `science`. The tests \
             check each of them, and this page: `cargo xtask conformance --renew` writes it from \
             `tests/conformance/differences.toml`.\n",
            all - other
        );
        for known in &self.difference {
            let program = programs.iter().find(|program| program.id == known.program);
            let (Some(program), Some(cpython)) = (program, recorded.get(&known.program)) else {
                anyhow::bail!("differences.toml names {}, which is not there", known.program);
            };
            write!(
                page,
                "\n## {}\n\n{} {}\n\n```python\n{}\n```\n\nCPython:\n\n```text\n{}```\n\n\
                 Sandbox:\n\n```text\n{}```\n",
                known.program,
                known.what,
                known.why,
                program.code.trim_end(),
                cpython,
                known.sandbox
            )?;
        }
        Ok(page)
    }

    /// The page as it is kept.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn kept_page() -> Result<String> {
        fs::read_to_string(page_file()).context("cannot read docs/differences.md")
    }
}

fn file() -> PathBuf {
    conformance_dir().join("differences.toml")
}

fn page_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/differences.md")
}
