//! How long after its limit a program has ended that only the clock ends.

/// A way to outlive the clock, and programs of the catalogue that try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outliving {
    /// The way.
    pub name: &'static str,
    /// Programs, by name. Each may end by the clock alone.
    pub programs: &'static [&'static str],
}

/// The ways.
pub const OUTLIVING: [Outliving; 8] = [
    Outliving { name: "spin", programs: &["cpu/time-while", "cpu/except-pass-in-a-loop"] },
    Outliving { name: "sleep", programs: &["blocking/time-sleep", "blocking/many-short-sleeps"] },
    Outliving { name: "power of big integers", programs: &["cpu/time-power"] },
    Outliving { name: "catastrophic regex", programs: &["cpu/time-regex"] },
    Outliving {
        name: "sort with a hostile key",
        programs: &["cpu/time-sort-key", "cpu/time-sort"],
    },
    Outliving {
        name: "sleep in handlers of everything",
        programs: &["blocking/sleep-in-every-handler", "blocking/sleep-in-a-handler"],
    },
    Outliving {
        name: "finalizer loops",
        programs: &["cpu/time-finalizer-loop", "cpu/time-finalizer-spin"],
    },
    Outliving {
        name: "generator loops",
        programs: &["cpu/time-generator", "cpu/time-generator-loop"],
    },
];

#[cfg(test)]
mod tests {
    use jupan_api::ErrorKind;

    use super::*;
    use crate::{Ending, catalogue};

    #[test]
    fn only_the_clock_ends_them() {
        let catalogue = catalogue().unwrap_or_else(|error| panic!("{error}"));
        for name in OUTLIVING.iter().flat_map(|way| way.programs) {
            let program = catalogue.iter().find(|program| program.name == *name);
            let expect = program.map(|program| program.expect.as_slice());
            assert_eq!(
                expect,
                Some([Ending::Error(ErrorKind::Timeout, None)].as_slice()),
                "{name}"
            );
        }
    }
}
