//! Pictures that the program made: to files, and in the terminal where that can show them.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::Deserialize;

use crate::output;

/// A picture of the answer.
#[derive(Debug, Deserialize)]
pub(super) struct Picture {
    base64: String,
    alt: String,
}

/// The two ways in which terminals take pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// That of kitty, which Ghostty and others have too.
    Kitty,
    /// That of iTerm2, which `WezTerm` and others have too.
    Iterm,
}

/// Writes `pictures` to the folder `dir`, under names that are free, and says which.
pub(super) fn write(pictures: &[Picture], dir: &Path) -> io::Result<()> {
    let protocol =
        io::stderr().is_terminal().then(|| protocol(|name| env::var(name).ok())).flatten();
    let mut number = 1;
    for picture in pictures {
        let bytes = BASE64_STANDARD.decode(&picture.base64).map_err(io::Error::other)?;
        let path = write_new(dir, &mut number, &bytes)?;
        if let Some(protocol) = protocol {
            output::stderr(&in_line(protocol, &picture.base64));
        }
        output::stderr(&format!("picture: {} ({})\n", path.display(), shown(&picture.alt)));
    }
    Ok(())
}

/// Writes `bytes` to the first name from `number` on that is free.
fn write_new(dir: &Path, number: &mut usize, bytes: &[u8]) -> io::Result<PathBuf> {
    std::fs::create_dir_all(dir)?;
    loop {
        let path = dir.join(format!("picture-{number}.png"));
        *number += 1;
        match std::fs::File::create_new(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A title on one line, without what a terminal would take for a command.
fn shown(alt: &str) -> String {
    alt.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// How the terminal takes pictures, by what it says of itself, if it does.
fn protocol(variable: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
    let is = |name, values: &[&str]| {
        variable(name).is_some_and(|value| values.contains(&value.as_str()))
    };
    // It takes none, though those around it would.
    if variable("TMUX").is_some() || variable("STY").is_some() {
        return None;
    }
    if is("TERM", &["xterm-kitty", "xterm-ghostty"]) || is("TERM_PROGRAM", &["ghostty"]) {
        return Some(Protocol::Kitty);
    }
    is("TERM_PROGRAM", &["iTerm.app", "WezTerm"]).then_some(Protocol::Iterm)
}

/// What shows the picture `base64`, a PNG, at the place of the cursor.
fn in_line(protocol: Protocol, base64: &str) -> String {
    /// The most that kitty takes at once.
    const PIECE: usize = 4096;
    match protocol {
        Protocol::Iterm => format!("\x1b]1337;File=inline=1:{base64}\x07\n"),
        Protocol::Kitty => {
            let pieces = base64.as_bytes().chunks(PIECE);
            let last = pieces.len().saturating_sub(1);
            let mut text = String::new();
            for (place, piece) in pieces.enumerate() {
                let head = if place == 0 { "a=T,f=100," } else { "" };
                let more = u8::from(place < last);
                text.push_str(&format!("\x1b_G{head}m={more};"));
                text.extend(piece.iter().copied().map(char::from));
                text.push_str("\x1b\\");
            }
            text + "\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Option<Protocol> {
        protocol(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_terminal_says_how_it_takes_pictures() {
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Some(Protocol::Kitty));
        assert_eq!(of(&[("TERM_PROGRAM", "WezTerm")]), Some(Protocol::Iterm));
        assert_eq!(of(&[("TERM", "xterm-256color")]), None);
        assert_eq!(of(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/t")]), None);
    }

    #[test]
    fn a_picture_comes_in_pieces_that_the_terminal_takes() {
        assert_eq!(in_line(Protocol::Iterm, "AAAA"), "\x1b]1337;File=inline=1:AAAA\x07\n");
        assert_eq!(in_line(Protocol::Kitty, "AAAA"), "\x1b_Ga=T,f=100,m=0;AAAA\x1b\\\n");
        let long = "A".repeat(4097);
        assert_eq!(
            in_line(Protocol::Kitty, &long),
            format!("\x1b_Ga=T,f=100,m=1;{}\x1b\\\x1b_Gm=0;A\x1b\\\n", &long[1..])
        );
    }

    #[test]
    fn a_title_is_no_command_to_the_terminal() {
        assert_eq!(shown("a\x1b]0;b\nc"), "a ]0;b c");
    }
}
