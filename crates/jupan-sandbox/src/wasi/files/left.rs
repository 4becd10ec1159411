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
/// The most steps of comparing names with patterns: some hundredths of a second, which nobody has to
/// wait for but who asks for it.
const MAX_MATCH_STEPS: u64 = 1 << 24;
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
    let mut matcher = Matcher::new();
    for (name, id, is_new) in files {
        let wanted = match outputs {
            Outputs::None => Some(false),
            Outputs::All => Some(is_new),
            Outputs::Named(patterns) => {
                let mut wanted = Some(false);
                for (pattern, unmatched) in patterns.iter().zip(&mut unmatched) {
                    match matcher.matches(pattern, &name) {
                        Some(false) => {}
                        Some(true) => {
                            *unmatched = false;
                            wanted = wanted.map(|_| true);
                        }
                        None => {
                            // Nobody knows, so nobody is told that there was none.
                            *unmatched = false;
                            wanted = None;
                        }
                    }
                }
                wanted
            }
        };
        if wanted == Some(false) {
            continue;
        }
        let bytes = tree.content(id).map_or(0, Content::len);
        let size = bytes.saturating_add(name.len() as u64);
        if wanted.is_none() {
            left.leave_out(&name, Some(bytes), OmitReason::NotCompared);
        } else if left.files.len() >= most_files {
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

/// Compares names with patterns, for as long as it may.
struct Matcher {
    steps_left: u64,
}

impl Matcher {
    fn new() -> Self {
        Self { steps_left: Safeguard::MatchSteps.unless_off(MAX_MATCH_STEPS, u64::MAX) }
    }

    /// Whether `pattern` names the file `name`, or a folder that it is in. `*` stands for any
    /// characters of one part, `?` for one of them. `None` when it was not found out in time.
    fn matches(&mut self, pattern: &str, name: &str) -> Option<bool> {
        let mut parts = name.split('/');
        let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
        for pattern in pattern.split('/') {
            let Some(part) = parts.next() else { return Some(false) };
            if !self.part_matches(pattern.as_bytes(), part.as_bytes())? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The same for one part, in at most as many steps as the product of both lengths.
    fn part_matches(&mut self, pattern: &[u8], part: &[u8]) -> Option<bool> {
        let (mut at, mut here) = (0, 0);
        // After the last star: its place, and how far it reaches.
        let mut star: Option<(usize, usize)> = None;
        while here < part.len() {
            self.steps_left = self.steps_left.checked_sub(1)?;
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, here));
                    at += 1;
                }
                Some(b'?') => {
                    at += 1;
                    here += char_len(part[here]);
                }
                Some(&byte) if byte == part[here] => {
                    at += 1;
                    here += 1;
                }
                _ => match &mut star {
                    Some((place, reach)) => {
                        *reach += char_len(part[*reach]);
                        (at, here) = (*place + 1, *reach);
                    }
                    None => return Some(false),
                },
            }
        }
        Some(pattern[at..].iter().all(|byte| *byte == b'*'))
    }
}

/// How many bytes the character has in UTF-8 whose first one is `first`.
fn char_len(first: u8) -> usize {
    match first {
        0..0xc0 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
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
            ("*?", "€"),
            ("*é*", "caféx"),
            ("*a*b*", "xaybz"),
            ("out/*.png", "out/1.png"),
            ("out", "out/deep/1.png"),
            ("out/", "out/1.png"),
            ("*/deep", "out/deep/1.png"),
        ] {
            assert_eq!(Matcher::new().matches(pattern, name), Some(true), "{pattern} {name}");
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
            ("*??", "€"),
            ("??", "é"),
        ] {
            assert_eq!(Matcher::new().matches(pattern, name), Some(false), "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_does_not_take_for_ever() {
        let mut matcher = Matcher::new();
        for (pattern, part) in [
            ("*a".repeat(500), "a".repeat(255)),
            (format!("{}b", "*a".repeat(100)), "a".repeat(255)),
        ] {
            let matched = matcher.part_matches(pattern.as_bytes(), part.as_bytes());
            assert_eq!(matched, Some(false));
        }
        assert!(MAX_MATCH_STEPS - matcher.steps_left < 255 * 1200);
    }
}
