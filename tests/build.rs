//! Makes a test out of every line of `cases/*.jsonl`, so that no case can be forgotten.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=cases");
    let mut tests = String::new();
    let mut files: Vec<_> = fs::read_dir("cases")?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let path = file.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let topic =
            path.file_stem().and_then(|stem| stem.to_str()).ok_or("a name that is not UTF-8")?;
        writeln!(tests, "mod {} {{", identifier(topic)?)?;
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
    fs::write(Path::new(&env::var("OUT_DIR")?).join("cases.rs"), tests)?;
    Ok(())
}

fn identifier(id: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !id.starts_with(|c: char| c.is_ascii_alphabetic()) || !id.chars().all(is_plain) {
        return Err(format!("{id:?} is no name for a case: letters, digits and dashes only"));
    }
    Ok(id.replace('-', "_"))
}
