//! What is asked for, and what a right answer is.

use fastrand::Rng;
use jupan_api::{ErrorKind, ExecuteRequest, ExecuteResponse, LimitOverrides};
use jupan_selftest::Program;

/// The kinds of work, as the report lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A program that has one right answer.
    Good,
    /// A program that fails in one right way.
    Failing,
    /// A program that has to be ended.
    Hostile,
    /// A program of the self-test's catalogue, with what comes after it.
    Catalogue,
}

/// One piece of work.
pub(crate) enum Work<'a> {
    /// A request and its right answer.
    Run(Kind, ExecuteRequest, Right),
    /// A program of the catalogue.
    Check(&'a Program),
    /// A request whose client goes: after half of it, or after all of it.
    HangUp(ExecuteRequest, bool),
}

/// A right answer.
pub(crate) enum Right {
    /// The program completes and prints this.
    Prints(String),
    /// The program ends with an error of this kind and type.
    Fails(ErrorKind, &'static str),
}

impl Right {
    /// What is wrong with `response`, if something is.
    pub(crate) fn mismatch(&self, response: &ExecuteResponse) -> Option<String> {
        let error = response.error.as_ref();
        let got = error.map(|error| (error.kind, error.type_name.as_str()));
        match self {
            Self::Prints(wanted) if got.is_none() && response.stdout == *wanted => None,
            Self::Prints(wanted) => Some(format!("expected {wanted:?}, got {response:?}")),
            Self::Fails(kind, name) if got == Some((*kind, name)) => None,
            Self::Fails(kind, name) => {
                Some(format!("expected {} {name}, got {response:?}", kind.as_str()))
            }
        }
    }
}

/// Chooses the next piece of work. Of a thousand about 745 are good, 130 fail, 98 are hostile,
/// 2 come from the catalogue and 25 hang up.
pub(crate) fn next<'a>(random: &mut Rng, catalogue: &'a [Program]) -> Work<'a> {
    match random.u32(..1000) {
        0..745 => good(random),
        745..875 => failing(random),
        875..973 => hostile(random),
        973..975 => match random.choice(catalogue) {
            Some(program) => Work::Check(program),
            None => good(random),
        },
        _ => {
            let Work::Run(_, request, _) =
                (if random.bool() { good(random) } else { hostile(random) })
            else {
                return next(random, catalogue);
            };
            Work::HangUp(request, random.bool())
        }
    }
}

fn good(random: &mut Rng) -> Work<'static> {
    let n = random.u64(2..1000);
    let (code, stdout) = match random.u32(..6) {
        // Also shows that no name of another run is there.
        0 => (
            format!("print('left' in globals(), {n} * 7)\nleft = {n}"),
            format!("False {}\n", n * 7),
        ),
        1 => (format!("print(sum(range({n})))"), format!("{}\n", n * (n - 1) / 2)),
        2 => (
            format!("import json\nprint(json.loads(json.dumps({{'n': [{n}, None]}})))"),
            format!("{{'n': [{n}, None]}}\n"),
        ),
        3 => (
            format!("print(statistics.mean([{n}, {n} + 2]), fractions.Fraction({n}, {n} * 3))"),
            format!("{} 1/3\n", n + 1),
        ),
        4 => (
            format!("def f(k):\n    return k if k < 2 else f(k - 1) + 1\nprint(f(100) + {n})"),
            format!("{}\n", n + 100),
        ),
        _ => (
            format!("print(decimal.Decimal({n}) * 1, re.sub('[0-9]', '#', 'a1b22'))"),
            format!("{n} a#b##\n"),
        ),
    };
    Work::Run(Kind::Good, ExecuteRequest::new(code), Right::Prints(stdout))
}

fn failing(random: &mut Rng) -> Work<'static> {
    let n = random.u64(..1000);
    let (code, kind, name) = match random.u32(..6) {
        0 => (format!("print({n})\n{n} / 0"), ErrorKind::Exception, "ZeroDivisionError"),
        1 => (format!("{{}}[{n}]"), ErrorKind::Exception, "KeyError"),
        2 => (format!("x = ({n}"), ErrorKind::Syntax, "SyntaxError"),
        3 => ("undefined_name".to_owned(), ErrorKind::Exception, "NameError"),
        4 => ("open('/etc/passwd')".to_owned(), ErrorKind::Exception, "FileNotFoundError"),
        _ => ("import sys\nsys.exit(3)".to_owned(), ErrorKind::Exit, "SystemExit"),
    };
    Work::Run(Kind::Failing, ExecuteRequest::new(code), Right::Fails(kind, name))
}

fn hostile(random: &mut Rng) -> Work<'static> {
    let mut limits = LimitOverrides::default();
    let (code, kind, name) = match random.u32(..6) {
        0 => {
            limits.wall_ms = Some(20);
            ("while True: pass", ErrorKind::Timeout, "TimeLimitExceeded")
        }
        1 => {
            limits.wall_ms = Some(20);
            ("import time\ntime.sleep(1e6)", ErrorKind::Timeout, "TimeLimitExceeded")
        }
        2 => {
            limits.fuel = Some(10_000_000);
            ("while True: pass", ErrorKind::Fuel, "FuelLimitExceeded")
        }
        3 => {
            limits.output_bytes = Some(1024);
            ("while True: print('x' * 1000)", ErrorKind::Output, "OutputLimitExceeded")
        }
        4 => ("f'{1:>999999999}'", ErrorKind::Memory, "MemoryLimitExceeded"),
        _ => ("def f(): f()\nf()", ErrorKind::Exception, "RecursionError"),
    };
    let request = ExecuteRequest { limits, ..ExecuteRequest::new(code) };
    Work::Run(Kind::Hostile, request, Right::Fails(kind, name))
}
