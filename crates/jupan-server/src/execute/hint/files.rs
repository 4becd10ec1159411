//! What to do about a file that is not there.

use jupan_sandbox::ProgramFile;
use strsim::osa_distance;

/// The hint for a file that a program asked for by the path `name`, given the files that it has.
pub(super) fn missing(name: &str, files: &[ProgramFile]) -> String {
    let wanted = last(name);
    let nearest = files
        .iter()
        .map(|file| (osa_distance(&wanted.to_lowercase(), &last(&file.name).to_lowercase()), file))
        .filter(|(distance, _)| *distance <= wanted.chars().count().div_ceil(3))
        .min_by(|(one, _), (other, _)| one.cmp(other));
    match nearest {
        Some((_, file)) => format!("there is no such file; did you mean '{}'?", file.name),
        None if files.is_empty() => {
            "there is no such file, and none was passed; a program sees the \
             files that are passed in `files`, in its working folder"
                .to_owned()
        }
        None => {
            let names: Vec<String> =
                files.iter().take(5).map(|file| format!("'{}'", file.name)).collect();
            let more = if files.len() > names.len() { ", ..." } else { "" };
            format!(
                "there is no such file; those that were passed in `files` are {}{more}",
                names.join(", ")
            )
        }
    }
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use jupan_sandbox::SharedBytes;

    use super::*;

    fn hint(name: &str, files: &[&str]) -> String {
        let file =
            |name: &&str| ProgramFile { name: (*name).to_owned(), bytes: SharedBytes::new([]) };
        missing(name, &files.iter().map(file).collect::<Vec<_>>())
    }

    #[test]
    fn the_nearest_name_is_meant() {
        let files = ["data/sales.csv", "notes.txt"];
        for name in ["sales.csv", "/mnt/data/sales.csv", "Sales.CSV", "sale.csv"] {
            let meant = "there is no such file; did you mean 'data/sales.csv'?";
            assert_eq!(hint(name, &files), meant, "{name}");
        }
        assert_eq!(
            hint("image.png", &files),
            "there is no such file; those that were passed in `files` are 'data/sales.csv', \
             'notes.txt'"
        );
        let many = ["aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"];
        assert_eq!(
            hint("x", &many),
            "there is no such file; those that were passed in `files` are 'aaaa', 'bbbb', 'cccc', \
             'dddd', 'eeee', ..."
        );
        assert_eq!(
            hint("x", &[]),
            "there is no such file, and none was passed; a program sees the files that are passed in \
             `files`, in its working folder"
        );
    }
}
