//! The programs, and what CPython gave for them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use super::Seen;

/// A program of the suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformanceProgram {
    /// `<area>/<name>`.
    pub id: String,
    /// The part of the language or library that it is about.
    pub area: String,
    /// The source text.
    pub code: String,
}

/// The folder with programs, recordings and differences.
#[must_use]
pub fn conformance_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

/// Every program, by area and name; those of `area` alone if there is one.
///
/// # Errors
///
/// When a file cannot be read, or there is no such area.
pub fn programs(area: Option<&str>) -> Result<Vec<ConformanceProgram>> {
    let mut programs = Vec::new();
    for dir in sorted(&conformance_dir().join("programs"))? {
        let found = name(&dir)?;
        if area.is_some_and(|area| area != found) {
            continue;
        }
        for file in sorted(&dir)? {
            let code = fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let id = format!("{found}/{}", name(&file)?);
            programs.push(ConformanceProgram { id, area: found.clone(), code });
        }
    }
    ensure!(!programs.is_empty(), "there is no area {}", area.unwrap_or_default());
    Ok(programs)
}

/// What CPython gave, by program.
///
/// # Errors
///
/// When a recording cannot be read.
pub fn recorded() -> Result<BTreeMap<String, Seen>> {
    let mut all = BTreeMap::new();
    for file in sorted(&conformance_dir().join("recorded"))? {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let area: BTreeMap<String, Seen> = serde_json::from_str(&text)
            .with_context(|| format!("{} is not what it should be", file.display()))?;
        let area_name = name(&file)?;
        all.extend(area.into_iter().map(|(name, seen)| (format!("{area_name}/{name}"), seen)));
    }
    Ok(all)
}

/// Keeps `seen`, one file for each area, in place of what was recorded for these areas.
///
/// # Errors
///
/// When a file cannot be written.
pub(super) fn keep(seen: BTreeMap<String, Seen>) -> Result<()> {
    let dir = conformance_dir().join("recorded");
    let mut areas: BTreeMap<String, BTreeMap<String, Seen>> = BTreeMap::new();
    for (id, seen) in seen {
        let (area, name) = id.split_once('/').context("a program has an area and a name")?;
        areas.entry(area.to_owned()).or_default().insert(name.to_owned(), seen);
    }
    for (area, seen) in areas {
        let file = dir.join(format!("{area}.json"));
        fs::write(&file, format!("{}\n", serde_json::to_string_pretty(&seen)?))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn sorted(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()
        .with_context(|| format!("cannot list {}", dir.display()))?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> Result<String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    Ok(stem.with_context(|| format!("{} has no name in UTF-8", path.display()))?.to_owned())
}
