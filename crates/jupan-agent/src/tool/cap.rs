//! Keeps long tool results short: they are input tokens of every later model call.

/// `text`, or its beginning and end with a line between that says how many bytes are
/// missing, together at most `max_bytes` and never less than that line. Three quarters of
/// the room go to the beginning. No character is cut in two.
#[must_use]
pub fn cap(text: &str, max_bytes: usize) -> String {
    if text.len() <= max_bytes {
        return text.to_owned();
    }
    // The line's length depends on the number in it, which never has more digits than the
    // text's own length.
    let room = max_bytes.saturating_sub(gap(text.len()).len());
    let head = floor(text, room - room / 4);
    let tail = ceil(text, text.len() - room / 4);
    format!("{}{}{}", &text[..head], gap(tail - head), &text[tail..])
}

fn gap(bytes: usize) -> String {
    format!("\n[... {bytes} bytes left out ...]\n")
}

/// The last character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first character boundary at or after `at`.
fn ceil(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_kept_whole() {
        assert_eq!(cap("abc", 3), "abc");
        assert_eq!(cap("", 0), "");
    }

    #[test]
    fn a_long_text_keeps_head_and_tail_within_the_bound() {
        let text = format!("{}{}", "a".repeat(500), "z".repeat(500));
        let capped = cap(&text, 200);
        assert_eq!(
            capped,
            format!("{}\n[... 831 bytes left out ...]\n{}", "a".repeat(127), "z".repeat(42))
        );
        assert!(capped.len() <= 200);
    }

    #[test]
    fn no_character_is_cut_in_two() {
        let text = "日".repeat(200);
        for max_bytes in 40..60 {
            let capped = cap(&text, max_bytes);
            assert!(capped.len() <= max_bytes, "{max_bytes}");
            let kept = capped.chars().filter(|&c| c == '日').count();
            let left_out = 600 - kept * 3;
            assert!(capped.contains(&format!("[... {left_out} bytes left out ...]")));
        }
    }
}
