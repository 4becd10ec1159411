//! Receipts: one hash over a run that can be repeated, what went in and what came out.

use std::time::Duration;

use blake3::Hasher;

use crate::{ImageInfo, Limits, Outcome, Program, Usage};

/// What every receipt begins with, so that its hash is that of nothing else.
const DOMAIN: &[u8] = b"jupan receipt 1\0";

/// The receipt of a run of `program` under `limits` in `image`, in hexadecimal: whoever runs the
/// same again gets the same. `None` if the run cannot be repeated, see
/// [`Outcome::is_repeatable`].
///
/// The time that the run took is not in it, and neither is the limit on the source text.
#[must_use]
pub fn receipt(
    program: &Program,
    limits: &Limits,
    image: &ImageInfo,
    outcome: &Outcome,
) -> Option<String> {
    if !outcome.is_repeatable {
        return None;
    }
    let limits = Limits { source_bytes: 0, ..*limits };
    let usage = Usage { wall: Duration::ZERO, ..outcome.usage };
    // The image is told by its own hash, not by its place.
    let outcome = Outcome { usage, image: 0, ..outcome.clone() };
    let all = (program, limits, &image.name, &image.version, &image.blake3, outcome);
    // Neither has a part that cannot be encoded.
    let bytes = postcard::to_stdvec(&all).ok()?;
    let mut hasher = Hasher::new();
    hasher.update(DOMAIN).update(&bytes);
    Some(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Captured, ErrorKind, Failure, ImageReason, LeftFile, Picture, SharedBytes};

    fn run() -> (Program, Limits, ImageInfo, Outcome) {
        let outcome = Outcome {
            stdout: Captured { head: b"1\n".to_vec(), ..Captured::default() },
            usage: Usage { fuel: 5, ..Usage::default() },
            is_repeatable: true,
            ..Outcome::default()
        };
        let program = Program { seed: Some(7), ..Program::new("print(1)") };
        (program, Limits::default(), ImageInfo::default(), outcome)
    }

    /// The receipt of a run that `change` has made another.
    fn of(change: impl FnOnce(&mut Program, &mut Limits, &mut ImageInfo, &mut Outcome)) -> String {
        let (mut program, mut limits, mut image, mut outcome) = run();
        change(&mut program, &mut limits, &mut image, &mut outcome);
        receipt(&program, &limits, &image, &outcome).unwrap()
    }

    #[test]
    fn everything_but_the_time_is_in_a_receipt() {
        let plain = of(|_, _, _, _| {});
        assert_eq!(plain.len(), 64);
        assert_eq!(of(|_, _, _, outcome| outcome.usage.wall = Duration::from_secs(1)), plain);
        assert_eq!(of(|_, limits, _, _| limits.source_bytes = 9), plain);
        assert_eq!(of(|_, _, _, outcome| outcome.image = 1), plain);
        let file = || LeftFile { name: "a".to_owned(), bytes: SharedBytes::new([]) };
        let picture = || Picture {
            mime: "image/png".to_owned(),
            width: 3,
            height: 2,
            alt: String::new(),
            bytes: Picture::PNG.to_vec(),
        };
        let others = [
            of(|program, _, _, _| program.code.push(' ')),
            of(|program, _, _, _| program.seed = Some(8)),
            of(|program, _, _, _| program.inputs = Some("{}".to_owned())),
            of(|_, limits, _, _| limits.fuel -= 1),
            of(|_, _, image, _| image.blake3.push('0')),
            of(|_, _, _, outcome| outcome.stdout.head.push(b' ')),
            of(|_, _, _, outcome| outcome.result = Some("1".to_owned())),
            of(|_, _, _, outcome| outcome.usage.fuel = 6),
            of(|_, _, _, outcome| outcome.files.files.push(file())),
            of(|_, _, _, outcome| outcome.pictures.push(picture())),
            of(|_, _, _, outcome| outcome.reason = ImageReason::Asked),
            of(|_, _, _, outcome| {
                outcome.failure = Some(Failure::new(ErrorKind::Exception, "E", ""));
            }),
        ];
        let mut all: Vec<&String> = others.iter().chain([&plain]).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), others.len() + 1);
    }

    #[test]
    fn a_run_that_cannot_be_repeated_has_none() {
        let (program, limits, image, outcome) = run();
        let outcome = Outcome { is_repeatable: false, ..outcome };
        assert_eq!(receipt(&program, &limits, &image, &outcome), None);
    }
}
