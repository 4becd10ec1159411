//! Makes a test out of every line of `cases/*.jsonl` and out of every program of the
//! self-test's catalogue, so that none can be forgotten.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const CATALOGUE: &str = "../crates/jupan-selftest/catalogue";

fn main() -> Result<(), Box<dyn Error>> {
    let out_dir = env::var("OUT_DIR")?;
    fs::write(Path::new(&out_dir).join("cases.rs"), cases()?)?;
    fs::write(Path::new(&out_dir).join("catalogue.rs"), catalogue()?)?;
    Ok(())
}

fn cases() -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed=cases");
    let mut tests = String::new();
    for path in sorted("cases".as_ref())? {
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        writeln!(tests, "mod {} {{", identifier(stem(&path)?)?)?;
        for (index, line) in fs::read_to_string(&path)?.lines().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            let case: serde_json::Value =
                serde_json::from_str(line).map_err(|error| format!("{place}: {error}"))?;
            let id = case["id"].as_str().ok_or_else(|| format!("{place}: no id"))?;
            // Two cases of the same name are a compile error.
            writeln!(
                tests,
                "    #[test]\n    fn {}() {{ crate::cases::run({line:?}); }}",
                identifier(id)?
            )?;
        }
        writeln!(tests, "}}")?;
    }
    Ok(tests)
}

fn catalogue() -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CATALOGUE}");
    let mut tests = String::new();
    for class in sorted(CATALOGUE.as_ref())? {
        println!("cargo::rerun-if-changed={}", class.display());
        let class_name = stem(&class)?;
        writeln!(tests, "mod {} {{", identifier(class_name)?)?;
        for file in sorted(&class)? {
            let name = stem(&file)?;
            writeln!(
                tests,
                "    #[test]\n    fn {}() {{ crate::catalogue::run(\"{class_name}/{name}\"); }}",
                identifier(name)?
            )?;
        }
        writeln!(tests, "}}")?;
    }
    Ok(tests)
}

fn sorted(dir: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path.file_stem().and_then(|stem| stem.to_str()).ok_or("a name that is not UTF-8")?)
}

fn identifier(id: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !id.starts_with(|c: char| c.is_ascii_alphabetic()) || !id.chars().all(is_plain) {
        return Err(format!("{id:?} is no name for a case: letters, digits and dashes only"));
    }
    Ok(id.replace('-', "_"))
}
