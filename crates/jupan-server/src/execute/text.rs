//! Bytes that come in pieces, as text.

/// Turns pieces of a stream into text. A character that lies across two pieces stays whole; bytes
/// that are not UTF-8 become U+FFFD.
#[derive(Debug, Default)]
pub(super) struct TextDecoder {
    /// The start of a character, at most three bytes.
    rest: Vec<u8>,
}

impl TextDecoder {
    /// The text of `bytes`, if it is any, with what was left of the piece before.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> Option<String> {
        let mut all = std::mem::take(&mut self.rest);
        all.extend_from_slice(bytes);
        let whole = all.len() - unfinished(&all);
        self.rest = all.split_off(whole);
        (!all.is_empty()).then(|| String::from_utf8_lossy(&all).into_owned())
    }

    /// What no piece has finished, if there is something.
    pub(super) fn finish(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.rest);
        (!rest.is_empty()).then(|| String::from_utf8_lossy(&rest).into_owned())
    }
}

/// How many bytes at the end of `bytes` are the start of a character that more bytes could finish.
fn unfinished(bytes: &[u8]) -> usize {
    let start = (1..=3.min(bytes.len())).find(|&back| bytes[bytes.len() - back] & 0xC0 != 0x80);
    start
        .filter(|&back| {
            std::str::from_utf8(&bytes[bytes.len() - back..])
                .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_stay_whole_wherever_they_are_cut() {
        let text = "aé日🦀b";
        for size in 1..6 {
            let mut decoder = TextDecoder::default();
            let pieces: String =
                text.as_bytes().chunks(size).filter_map(|piece| decoder.decode(piece)).collect();
            assert_eq!((pieces.as_str(), decoder.finish()), (text, None), "in pieces of {size}");
        }
    }

    #[test]
    fn what_is_no_text_is_replaced_and_nothing_is_kept_for_ever() {
        let mut decoder = TextDecoder::default();
        assert_eq!(decoder.decode(b"\xff\xfe"), Some("\u{fffd}\u{fffd}".to_owned()));
        assert_eq!(decoder.decode(b"\xe6\x97"), None);
        assert_eq!(decoder.decode(b"x"), Some("\u{fffd}x".to_owned()));
        assert_eq!(decoder.decode(b"\xe6\x97"), None);
        assert_eq!(decoder.finish(), Some("\u{fffd}".to_owned()));
        assert_eq!(decoder.finish(), None);
        assert_eq!(decoder.decode(&[0x80; 5]).map(|text| text.chars().count()), Some(5));
    }
}
