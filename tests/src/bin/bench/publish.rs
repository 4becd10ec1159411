//! The page `docs/benchmarks.md`, its pictures, and the part of the README that shows them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::report::{Fact, Report};
use crate::text::markdown;

/// Around the part of the README that is written here.
const MARKS: (&str, &str) = ("<!-- benchmark -->", "<!-- /benchmark -->");
/// The picture that the README shows.
const README_PLOT: &str = "fresh";

/// Writes all of it below `root`, the top of the checkout.
pub(crate) fn publish(report: &Report, root: &Path) -> Result<()> {
    ensure!(!report.is_quick, "a smoke run is not worth publishing: leave out --quick");
    pictures(report, &root.join("docs/bench"))?;
    write(&root.join("docs/benchmarks.md"), &page(report))?;
    let readme = root.join("README.md");
    let text = fs::read_to_string(&readme).context("cannot read README.md")?;
    write(&readme, &replace_between_marks(&text, &readme_part(report))?)
}

/// Writes the pictures into `dir`.
pub(crate) fn pictures(report: &Report, dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for plot in report.groups.iter().flat_map(|group| &group.plots) {
        write(&dir.join(format!("{}.svg", plot.file)), &plot.to_svg(&source(report)))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// When and where, and the versions of all that was measured.
pub(crate) fn source(report: &Report) -> [String; 2] {
    let machine = &report.machine;
    let versions: Vec<_> =
        report.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    [
        format!("{}, {} cores of {}, {}", report.date, machine.cores, machine.cpu, machine.system),
        versions.join(", "),
    ]
}

fn page(report: &Report) -> String {
    let mut text = String::from("# Benchmarks\n\n");
    text.push_str(&format!(
        "Measured on {} by `{}` in {:.0} s, all rows of a table in turns; medians, and in brackets \
         the middle eight tenths of all samples.\n\n",
        report.date, report.command, report.took_seconds
    ));
    text.push_str(&format!(
        "Machine: {} cores of {}, {}{}.\n\n",
        report.machine.cores,
        report.machine.cpu,
        report.machine.system,
        report
            .machine
            .load_before
            .map_or(String::new(), |load| format!(", load {load:.2} at the beginning"))
    ));
    text.push_str("Versions:\n\n");
    for (name, version) in &report.versions {
        text.push_str(&format!("- {name} {version}\n"));
    }
    for group in &report.groups {
        text.push_str(&format!("\n## {}\n\n", group.title));
        for note in &group.notes {
            text.push_str(&format!("{note}\n\n"));
        }
        for plot in &group.plots {
            text.push_str(&format!("![{}](bench/{}.svg)\n\n", plot.title, plot.file));
        }
        let tables: Vec<_> = group.tables.iter().map(markdown).collect();
        text.push_str(&tables.join("\n"));
    }
    text
}

fn readme_part(report: &Report) -> String {
    let [where_and_when, versions] = source(report);
    let mut text = String::from("| | |\n| --- | --- |\n");
    for Fact { what, value } in report.groups.iter().flat_map(|group| &group.facts) {
        text.push_str(&format!("| {what} | {} |\n", value.show()));
    }
    if let Some(plot) =
        report.groups.iter().flat_map(|group| &group.plots).find(|plot| plot.file == README_PLOT)
    {
        text.push_str(&format!("\n![{}](docs/bench/{}.svg)\n", plot.title, plot.file));
    }
    text.push_str(&format!(
        "\nMedians (the middle eight tenths of all samples in brackets), all from one run of\n\
         `{}`:\n{}.\n{}. [All tables](docs/benchmarks.md).\n",
        report.command, where_and_when, versions
    ));
    text
}

fn replace_between_marks(text: &str, part: &str) -> Result<String> {
    let (before, rest) = text
        .split_once(MARKS.0)
        .with_context(|| format!("README.md has no {} to write behind", MARKS.0))?;
    let (_, after) = rest
        .split_once(MARKS.1)
        .with_context(|| format!("README.md has no {} to write before", MARKS.1))?;
    Ok(format!("{before}{}\n{part}{}{after}", MARKS.0, MARKS.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let text = "a\n<!-- benchmark -->\nold\n<!-- /benchmark -->\nb\n";
        let replaced = replace_between_marks(text, "new\n").unwrap();
        assert_eq!(replaced, "a\n<!-- benchmark -->\nnew\n<!-- /benchmark -->\nb\n");
        assert_eq!(replace_between_marks(&replaced, "new\n").unwrap(), replaced);
        assert!(replace_between_marks("no marks", "new").is_err());
        assert!(replace_between_marks("<!-- benchmark --> but no end", "new").is_err());
    }
}
