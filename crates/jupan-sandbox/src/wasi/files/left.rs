//! The files that are given back when a program has ended.

use super::{
    FileSystem, WORKING_FOLDER,
    content::Content,
    path,
    tree::{Kind, NodeId, ROOT, Tree},
};
use crate::{LeftFile, LeftFiles, LeftOut, OmitReason, Outputs, Safeguard, SharedBytes};

/// The most files that are given back, and the most that are named as left out.
pub(crate) const MAX_FILES: usize = 100;
/// The most bytes of a name that is told.
pub(crate) const MAX_NAME_BYTES: usize = 1024;
/// The most bytes of a pattern of [`Outputs`].
pub(crate) const MAX_PATTERN_BYTES: usize = 1024;
/// The most patterns of [`Outputs`].
pub(crate) const MAX_PATTERNS: usize = 100;

impl FileSystem {
    /// What `outputs` ask for, of at most `most_bytes` together.
    pub(crate) fn into_left(self, outputs: &Outputs, most_bytes: u64) -> LeftFiles {
        if *outputs == Outputs::None {
            return LeftFiles::default();
        }
        let Self { given, mounted, quota_bytes, live } = self;
        let tree = match live {
            Some(live) => Some(live.tree),
            // Nothing was touched: a name may ask for what was given.
            None => super::given::tree(quota_bytes, &given, &mounted, 0).ok(),
        };
        tree.map(|tree| left(tree, outputs, most_bytes)).unwrap_or_default()
    }
}

fn left(mut tree: Tree, outputs: &Outputs, most_bytes: u64) -> LeftFiles {
    let mut left = LeftFiles::default();
    let mut room = Safeguard::ReturnedBytes.unless_off(most_bytes, u64::MAX);
    let most_files = Safeguard::ReturnedFiles.unless_off(MAX_FILES, usize::MAX);
    let files = files(&tree);
    let mut unmatched = match outputs {
        Outputs::Named(patterns) => vec![true; patterns.len()],
        Outputs::All | Outputs::None => Vec::new(),
    };
    for (name, id, is_new) in files {
        let wanted = match outputs {
            Outputs::None => false,
            Outputs::All => is_new,
            Outputs::Named(patterns) => {
                let mut wanted = false;
                for (pattern, unmatched) in patterns.iter().zip(&mut unmatched) {
                    if matches(pattern, &name) {
                        *unmatched = false;
                        wanted = true;
                    }
                }
                wanted
            }
        };
        if !wanted {
            continue;
        }
        let bytes = tree.content(id).map_or(0, Content::len);
        let size = bytes.saturating_add(name.len() as u64);
        if left.files.len() >= most_files {
            left.leave_out(&name, Some(bytes), OmitReason::TooMany);
        } else if name.len() > MAX_NAME_BYTES {
            left.leave_out(&name, Some(bytes), OmitReason::LongName);
        } else if size > room {
            left.leave_out(&name, Some(bytes), OmitReason::TooLarge);
        } else if let Some(bytes) = tree.take_content(id) {
            room -= size;
            left.files.push(LeftFile { name, bytes });
        }
    }
    if let Outputs::Named(patterns) = outputs {
        for (pattern, _) in patterns.iter().zip(unmatched).filter(|(_, unmatched)| *unmatched) {
            left.leave_out(pattern, None, OmitReason::NotThere);
        }
    }
    left
}

impl LeftFiles {
    fn leave_out(&mut self, name: &str, bytes: Option<u64>, reason: OmitReason) {
        if self.left_out.len() >= Safeguard::ReturnedFiles.unless_off(MAX_FILES, usize::MAX) {
            self.more_left_out += 1;
            return;
        }
        let name = name[..name.floor_char_boundary(MAX_NAME_BYTES)].to_owned();
        self.left_out.push(LeftOut { name, bytes, reason });
    }
}

/// The files below the working folder, by their names relative to it, in the order of these.
fn files(tree: &Tree) -> Vec<(String, NodeId, bool)> {
    let mut files = Vec::new();
    let Ok(start) = path::find(tree, ROOT, WORKING_FOLDER) else { return files };
    let mut ahead = vec![(String::new(), start)];
    while let Some((prefix, folder)) = ahead.pop() {
        for (name, id, node) in tree.children(folder) {
            let name = format!("{prefix}{name}");
            match node.kind {
                Kind::Folder(_) => ahead.push((format!("{name}/"), id)),
                Kind::File(_) => files.push((name, id, node.is_new)),
            }
        }
    }
    files.sort();
    files
}

/// Whether `pattern` names the file `name`, or a folder that it is in. `*` stands for any
/// characters of one part, `?` for one of them.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = name.split('/');
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    pattern.split('/').all(|pattern| parts.next().is_some_and(|part| part_matches(pattern, part)))
}

/// The same for one part, in time that grows with the product of both lengths at most.
fn part_matches(pattern: &str, part: &str) -> bool {
    let (pattern, part): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), part.chars().collect());
    let (mut at, mut here) = (0, 0);
    // After the last star: its place, and how far it reaches.
    let mut star: Option<(usize, usize)> = None;
    while here < part.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(&char) if char == '?' || char == part[here] => {
                at += 1;
                here += 1;
            }
            _ => match &mut star {
                Some((place, reach)) => {
                    *reach += 1;
                    (at, here) = (*place + 1, *reach);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|char| *char == '*')
}

impl Tree {
    /// The bytes of a file, which is empty after that.
    fn take_content(&mut self, id: NodeId) -> Option<SharedBytes> {
        match &mut self.get_mut(id).ok()?.kind {
            Kind::File(Content::Shared(bytes)) => Some(bytes.clone()),
            Kind::File(Content::Own(bytes)) => Some(SharedBytes::new(std::mem::take(bytes))),
            Kind::Folder(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_stands_for_names() {
        for (pattern, name) in [
            ("a.csv", "a.csv"),
            ("*", "a.csv"),
            ("*.csv", "a.csv"),
            ("a*", "a"),
            ("?.csv", "é.csv"),
            ("*a*b*", "xaybz"),
            ("out/*.png", "out/1.png"),
            ("out", "out/deep/1.png"),
            ("out/", "out/1.png"),
            ("*/deep", "out/deep/1.png"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("a.csv", "b.csv"),
            ("*.csv", "a.csvx"),
            ("*.csv", "out/a.csv"),
            ("out/*.png", "out/deep/1.png"),
            ("a.csv/b", "a.csv"),
            ("?", ""),
            ("", "a"),
            ("a?", "a"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_does_not_take_for_ever() {
        assert!(!part_matches(&"*a".repeat(500), &"a".repeat(255)));
        assert!(!part_matches(&format!("{}b", "*a".repeat(100)), &"a".repeat(255)));
    }
}
