//! The programs that are measured: `bench/programs/*.py`.

use std::fs;
use std::path::{Path, PathBuf};

/// A program that computes for 10 to 100 ms on CPython, and what it prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchProgram {
    /// The file's name without its ending.
    pub name: String,
    /// What it does, in one line.
    pub title: String,
    /// The source text, the header included.
    pub code: String,
    /// What every interpreter prints.
    pub stdout: String,
}

/// The folder `bench` of this package, with what the benchmarks read.
#[must_use]
pub fn bench_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bench")
}

/// Every program, by name.
///
/// # Panics
///
/// When a file cannot be read, or its first two lines are not `# <what it does>` and
/// `# prints: <what it prints>`.
#[must_use]
pub fn bench_programs() -> Vec<BenchProgram> {
    programs_in("programs")
}

/// The same for those that need the image `science`.
///
/// # Panics
///
/// As [`bench_programs`].
#[must_use]
pub fn science_bench_programs() -> Vec<BenchProgram> {
    programs_in("science")
}

fn programs_in(folder: &str) -> Vec<BenchProgram> {
    let dir = bench_dir().join(folder);
    let entries = fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut programs: Vec<_> =
        entries.map(|entry| read(&entry.expect("the folder can be listed").path())).collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

fn read(path: &Path) -> BenchProgram {
    let shown = path.display();
    let code = fs::read_to_string(path).unwrap_or_else(|error| panic!("{shown}: {error}"));
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8");
    parse(name, code).unwrap_or_else(|wrong| panic!("{shown}: {wrong}"))
}

fn parse(name: &str, code: String) -> Result<BenchProgram, &'static str> {
    let mut lines = code.lines();
    let title = lines
        .next()
        .and_then(|line| line.strip_prefix("# "))
        .ok_or("the first line is not `# <what it does>`")?
        .to_owned();
    let prints = lines
        .next()
        .and_then(|line| line.strip_prefix("# prints: "))
        .ok_or("the second line is not `# prints: <what it prints>`")?;
    let stdout = format!("{prints}\n");
    Ok(BenchProgram { name: name.to_owned(), title, code, stdout })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_says_what_a_program_prints() {
        let code = "# Sums: one.\n# prints: 1 2\n\nprint(1, 2)\n";
        assert_eq!(
            parse("sums", code.to_owned()),
            Ok(BenchProgram {
                name: "sums".to_owned(),
                title: "Sums: one.".to_owned(),
                code: code.to_owned(),
                stdout: "1 2\n".to_owned(),
            })
        );
        assert_eq!(
            parse("sums", "# Sums\nprint(1)\n".to_owned()),
            Err("the second line is not `# prints: <what it prints>`")
        );
        assert_eq!(
            parse("sums", "print(1)\n".to_owned()),
            Err("the first line is not `# <what it does>`")
        );
    }

    #[test]
    fn every_file_is_a_program() {
        let programs = bench_programs();
        assert!(programs.len() >= 14, "{} programs", programs.len());
    }
}
