//! What a guest of the kind [`Cpython`](crate::ImageKind::Cpython) calls the host for: it asks for
//! its request, and hands over its report and its pictures.
//!
//! ```text
//! "Q"                          gives the request, as JSON
//! "R" report                   takes the report, as JSON
//! "P" picture "\n" bytes       takes a picture: what it is, as JSON, then what is in it
//! "H" text                     takes the last value as HTML
//! ```
//!
//! What it says is hostile: each message has its cap before it is looked at, the report is checked
//! like that of any guest, and no allocation has a size that the guest chose.

use jupan_abi::{GuestReport, MAX_REPORT_BYTES};
use serde::{Deserialize, Serialize};
use wasmtime::{Caller, Linker};

use crate::{Picture, Safeguard, run::RunState};

/// The name of the function is `call`; all but the guest's Python code calls it so.
const MODULE: &str = "host";
const FUNCTION: &str = "call";

/// What the guest is told: that the host has answered, or that it does not know the message.
const ANSWERED: i32 = 0;
const REFUSED: i32 = -2;

/// The most bytes that describe a picture.
const MAX_PICTURE_HEAD_BYTES: usize = 4 << 10;

/// The most bytes of the last value as HTML: 1 MiB.
pub(crate) const MAX_HTML_BYTES: usize = 1 << 20;

/// What passes between the host and a guest while it runs.
#[derive(Debug, Default)]
pub(crate) struct Door {
    /// What the guest gets when it asks for its request.
    pub(crate) request: Vec<u8>,
    /// The guest's last report.
    pub(crate) report: Option<Result<GuestReport, String>>,
    /// The pictures that it has handed over.
    pub(crate) pictures: Vec<Picture>,
    picture_bytes: usize,
    /// Whether the caller wants the last value as HTML.
    pub(crate) wants_html: bool,
    /// The last value as HTML.
    pub(crate) html: Option<String>,
}

/// The request, as the guest's Python code reads it.
#[derive(Debug, Serialize)]
pub(super) struct Request<'a> {
    pub(super) code: &'a str,
    pub(super) inputs: Option<&'a str>,
    pub(super) seed: Option<u64>,
    pub(super) html: bool,
}

/// What a guest says about a picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureHead {
    mime: String,
    width: u32,
    height: u32,
    alt: String,
}

impl Door {
    /// Answers `message`; `None` refuses it.
    fn answer(&mut self, message: &[u8]) -> Option<Vec<u8>> {
        match message.split_first()? {
            (b'Q', []) => Some(std::mem::take(&mut self.request)),
            (b'R', report) => {
                self.report = Some(read_report(report));
                Some(Vec::new())
            }
            (b'P', picture) => {
                let kept = self.take_picture(picture).is_some();
                Some(vec![if kept { b'1' } else { b'0' }])
            }
            (b'H', html) => {
                let most = Safeguard::Html.unless_off(MAX_HTML_BYTES, usize::MAX);
                let fits = self.wants_html && html.len() <= most;
                self.html = str::from_utf8(html).ok().filter(|_| fits).map(str::to_owned);
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// Keeps a picture, unless there is no room for it or it is none.
    fn take_picture(&mut self, picture: &[u8]) -> Option<()> {
        let most_head = Safeguard::PictureHead.unless_off(MAX_PICTURE_HEAD_BYTES, usize::MAX);
        let head = picture.iter().take(most_head).position(|&byte| byte == b'\n')?;
        let (head, bytes) = (&picture[..head], &picture[head + 1..]);
        let most = Safeguard::Pictures.unless_off(Picture::MAX_COUNT, usize::MAX);
        let most_bytes = Safeguard::PictureBytes.unless_off(Picture::MAX_BYTES, usize::MAX);
        let picture_bytes = self.picture_bytes.checked_add(bytes.len())?;
        if self.pictures.len() >= most || picture_bytes > most_bytes {
            return None;
        }
        let PictureHead { mime, width, height, alt } = serde_json::from_slice(head).ok()?;
        let picture = Picture { mime, width, height, alt, bytes: bytes.to_vec() };
        picture.is_one().then(|| {
            self.picture_bytes = picture_bytes;
            self.pictures.push(picture);
        })
    }
}

/// A report in JSON, checked as one in the other form is.
fn read_report(report: &[u8]) -> Result<GuestReport, String> {
    if report.len() > Safeguard::Report.unless_off(MAX_REPORT_BYTES, usize::MAX) {
        return Err(format!("report of {} bytes is larger than {MAX_REPORT_BYTES}", report.len()));
    }
    let report: GuestReport = serde_json::from_slice(report).map_err(|error| error.to_string())?;
    report.encode().and_then(|bytes| GuestReport::decode(&bytes)).map_err(|error| error.to_string())
}

/// Gives a linker the function.
pub(crate) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.func_wrap_async(
        MODULE,
        FUNCTION,
        |caller: Caller<'_, RunState>, (at, len, answer, answer_len): (i32, i32, i32, i32)| {
            Box::new(call(caller, at, len, answer, answer_len))
        },
    )?;
    Ok(())
}

async fn call(
    mut caller: Caller<'_, RunState>,
    at: i32,
    len: i32,
    answer: i32,
    answer_len: i32,
) -> wasmtime::Result<i32> {
    let (at, len) = (at.cast_unsigned() as usize, len.cast_unsigned() as usize);
    let Some(memory) = caller.data().memory else { return Ok(REFUSED) };
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let message = at.checked_add(len).and_then(|end| bytes.get(at..end));
    let Some(reply) = message.and_then(|message| state.door.answer(message)) else {
        return Ok(REFUSED);
    };
    let Ok(reply_len) = u32::try_from(reply.len()) else { return Ok(REFUSED) };
    let Some(place) = super::cpython::put(&mut caller, &reply).await? else { return Ok(REFUSED) };
    for (to, value) in [(answer, place), (answer_len, reply_len)] {
        let to = to.cast_unsigned() as usize;
        if memory.write(&mut caller, to, &value.to_le_bytes()).is_err() {
            return Ok(REFUSED);
        }
    }
    Ok(ANSWERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: usize) -> Vec<u8> {
        let mut message = br#"P{"mime":"image/png","width":3,"height":2,"alt":"a plot"}"#.to_vec();
        message.push(b'\n');
        message.extend_from_slice(Picture::PNG);
        message.resize(message.len() + bytes - Picture::PNG.len(), 7);
        message
    }

    #[test]
    fn a_request_is_given_once_and_a_report_is_checked() {
        let mut door = Door { request: b"{}".to_vec(), ..Door::default() };
        assert_eq!(door.answer(b"Q"), Some(b"{}".to_vec()));
        assert_eq!(door.answer(b"Q"), Some(Vec::new()));
        assert_eq!(door.answer(b""), None);
        assert_eq!(door.answer(b"X"), None);
        assert_eq!(door.answer(br#"R{"ending":{"Completed":{"result":"4"}}}"#), Some(Vec::new()));
        let ending = jupan_abi::Ending::Completed { result: Some("4".to_owned()) };
        assert_eq!(door.report.take(), Some(Ok(GuestReport { ending })));
        for bad in [
            &b"R"[..],
            b"R{}",
            br#"R{"ending":{"Syntax":{"type_name":"","message":"","line":null,"traceback":"","is_memory_error":false,"is_recursion_error":false}}}"#,
            &[b'R'; MAX_REPORT_BYTES + 2],
        ] {
            assert_eq!(door.answer(bad), Some(Vec::new()));
            assert!(door.report.take().is_some_and(|report| report.is_err()));
        }
    }

    #[test]
    fn pictures_are_bounded_in_number_and_bytes() {
        let mut door = Door::default();
        for _ in 0..Picture::MAX_COUNT {
            assert_eq!(door.answer(&picture(100)), Some(b"1".to_vec()));
        }
        assert_eq!(door.answer(&picture(100)), Some(b"0".to_vec()));
        assert_eq!(door.pictures.len(), Picture::MAX_COUNT);

        let mut door = Door::default();
        assert_eq!(door.answer(&picture(Picture::MAX_BYTES)), Some(b"1".to_vec()));
        assert_eq!(door.answer(&picture(100)), Some(b"0".to_vec()));
    }

    #[test]
    fn html_is_bounded_and_taken_only_if_it_is_wanted() {
        let html = |wants_html, html: &[u8]| {
            let mut door = Door { wants_html, ..Door::default() };
            assert_eq!(door.answer(&[b"H", html].concat()), Some(Vec::new()));
            door.html
        };
        assert_eq!(html(true, b"<b>1</b>"), Some("<b>1</b>".to_owned()));
        assert_eq!(html(false, b"<b>1</b>"), None);
        assert_eq!(html(true, b"\xff"), None);
        assert_eq!(
            html(true, &[b'x'; MAX_HTML_BYTES]).map(|html| html.len()),
            Some(MAX_HTML_BYTES)
        );
        assert_eq!(html(true, &[b'x'; MAX_HTML_BYTES + 1]), None);
    }

    #[test]
    fn what_is_no_picture_is_not_kept() {
        let mut door = Door::default();
        let mut no_png = picture(100);
        let at = no_png.len() - 100;
        no_png[at] = 0;
        for bad in [
            &b"P"[..],
            b"P\n",
            b"P{}\nx",
            &no_png,
            &[&b"P"[..], &[b' '; MAX_PICTURE_HEAD_BYTES], &picture(100)[1..]].concat(),
        ] {
            assert_eq!(door.answer(bad), Some(b"0".to_vec()));
        }
        assert!(door.pictures.is_empty());
    }
}
