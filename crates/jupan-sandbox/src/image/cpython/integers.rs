//! Makes numpy's default integer 64 bits wide, as it is on the machines of those who wrote the
//! programs.
//!
//! On wasm32 a C `long` has 32 bits, and numpy takes it for every Python integer: `np.prod([100000,
//! 100000])` would be 1410065408 without a word. The type is named in few places of numpy's code, as
//! a constant; there it is put right, before the module is compiled. What remains 32 bits wide are
//! numpy's indices; the image's Python code widens those where a program gets to see them.
//!
//! The module is pinned by its hash, so each place is there as often as it should be, or the build ends.

use std::collections::HashMap;

use wasmparser::{DataKind, KnownCustom, Name, Operator, Parser, Payload, TypeRef};

/// numpy's numbers for its types.
const LONG: i32 = 7;
const LONG_LONG: i32 = 9;
const WIDE: u32 = 9;

/// Address of Python's type `int`.
const PY_LONG_TYPE: i32 = 26_106_228;

/// Where numpy keeps its types by name: that of indices, and that of 64 bits.
const INDEX_TYPE: u64 = 27_642_972;
const INT64_TYPE: u32 = 27_642_964;

/// Addresses of a table that says which type the sum of a smaller integer has, from `uint8` on.
const SUM_TYPES: u32 = 22_081_920;
const SUM_TYPES_WERE: [u8; 9] = [8, 7, 8, 7, 8, 7, 8, 7, 8];
const SUM_TYPES_ARE: [u8; 9] = [10, 9, 10, 9, 10, 9, 10, 9, 10];

/// Where numpy looks a type up by its letter, two bytes for each: a `long` of C by `l`, and without a
/// sign by `L`.
const BY_LETTER: usize = 27_651_722;
const LETTERS: [(u8, u16, u16); 2] = [(b'l', 7, 9), (b'L', 8, 10)];

/// An instruction as far as it is recognised.
#[derive(Clone, Copy)]
enum Step {
    Const(i32),
    Call(&'static str),
    /// A load from this fixed address.
    Load(u64),
    LocalSet,
    LessOrEqual,
    NotEqual,
}

/// A number that is replaced: that of the first of `steps`.
struct Place {
    function: &'static str,
    steps: &'static [Step],
    becomes: u32,
    /// How often that is there.
    times: u32,
}

const TYPE_BY_NUMBER: Step = Step::Call("PyArray_DescrFromType");

const PLACES: &[Place] = &[
    // Of a Python integer in a list, or alone.
    Place {
        function: "discover_descriptor_from_pylong",
        steps: &[Step::Const(LONG), TYPE_BY_NUMBER],
        becomes: WIDE,
        times: 1,
    },
    Place {
        function: "discover_descriptor_from_pylong",
        steps: &[Step::Const(LONG), Step::Const(LONG_LONG)],
        becomes: WIDE,
        times: 1,
    },
    Place {
        function: "int_default_descriptor",
        steps: &[Step::Const(LONG), TYPE_BY_NUMBER],
        becomes: WIDE,
        times: 1,
    },
    // Of a Python integer and a truth value.
    Place {
        function: "int_common_dtype",
        steps: &[Step::Load(INDEX_TYPE)],
        becomes: INT64_TYPE,
        times: 2,
    },
    // `dtype=int`.
    Place {
        function: "_convert_from_any",
        steps: &[Step::Const(LONG), TYPE_BY_NUMBER],
        becomes: WIDE,
        times: 1,
    },
    Place {
        function: "PyArray_ArangeObj",
        steps: &[Step::Const(LONG), TYPE_BY_NUMBER],
        becomes: WIDE,
        times: 1,
    },
    // Sums and products of what is smaller: of truth values, and of fewer than eight bytes.
    Place {
        function: "reducelike_promote_and_resolve",
        steps: &[Step::Const(LONG), Step::LocalSet],
        becomes: WIDE,
        times: 1,
    },
    Place {
        function: "reducelike_promote_and_resolve",
        steps: &[Step::Const(3), Step::LessOrEqual],
        becomes: 7,
        times: 1,
    },
    // A shortcut for operations of Python numbers alone, `np.multiply(10**5, 10**5)`: not for
    // integers.
    Place {
        function: "ufunc_generic_fastcall",
        steps: &[Step::Const(PY_LONG_TYPE), Step::NotEqual],
        becomes: 0,
        times: 1,
    },
];

/// Changes `wasm`, which has the names of its functions.
///
/// # Errors
///
/// When it is not the module that is expected.
pub(super) fn widen(wasm: &mut [u8]) -> Result<(), String> {
    let mut changes = Vec::new();
    find_places(wasm, &mut changes).map_err(|error| error.to_string())??;
    let table = find_table(wasm).map_err(|error| error.to_string())??;
    for (at, bytes) in changes {
        wasm[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    wasm[table..table + SUM_TYPES_ARE.len()].copy_from_slice(&SUM_TYPES_ARE);
    Ok(())
}

/// Changes the table of letters in the `memory` of a guest that is started: what the packages
/// asked for by letter while they were imported they have got.
///
/// # Errors
///
/// When it is not the table that is expected.
pub(super) fn rename_letters(memory: &mut [u8]) -> Result<(), String> {
    for (letter, was, is) in LETTERS {
        let at = BY_LETTER + 2 * usize::from(letter);
        match memory.get_mut(at..at + 2) {
            Some(place) if *place == was.to_le_bytes() => place.copy_from_slice(&is.to_le_bytes()),
            _ => {
                let letter = char::from(letter);
                return Err(format!("its numpy is not the one that is known: the letter {letter}"));
            }
        }
    }
    Ok(())
}

type Parsed<T> = Result<Result<T, String>, wasmparser::BinaryReaderError>;

/// Finds the bytes to be written, by their offset.
fn find_places(wasm: &[u8], changes: &mut Vec<(usize, Vec<u8>)>) -> Parsed<()> {
    let mut names: HashMap<u32, &str> = HashMap::new();
    let mut bodies = Vec::new();
    let mut imported = 0_u32;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(parts) = section.as_known() {
                    for part in parts {
                        if let Name::Function(map) = part? {
                            for name in map {
                                let name = name?;
                                names.insert(name.index, name.name);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut counts = vec![0_u32; PLACES.len()];
    for (body, index) in bodies.iter().zip(imported..) {
        let Some(function) = names.get(&index) else { continue };
        if !PLACES.iter().any(|place| place.function == *function) {
            continue;
        }
        let mut code = Vec::new();
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let (operator, at) = reader.read_with_offset()?;
            code.push((operator, at, reader.original_position()));
        }
        for (place, count) in PLACES.iter().zip(&mut counts) {
            if place.function != *function {
                continue;
            }
            for found in code.windows(place.steps.len()) {
                let same = |(step, (operator, _, _)): (&Step, &(Operator<'_>, usize, usize))| {
                    step.is(operator, &names)
                };
                if place.steps.iter().zip(found).all(same) {
                    *count += 1;
                    let (_, start, end) = found[0];
                    let head = place.steps[0].head_bytes();
                    changes.push((start + head, number(place.becomes, end - start - head)));
                }
            }
        }
    }
    let wrong = PLACES.iter().zip(counts).find(|(place, count)| *count != place.times);
    Ok(match wrong {
        None => Ok(()),
        Some((place, count)) => Err(format!(
            "its numpy is not the one that is known: {count} places in {} instead of {}",
            place.function, place.times
        )),
    })
}

/// Offset of the table of types in the file.
fn find_table(wasm: &[u8]) -> Parsed<usize> {
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::DataSection(section) = payload? else { continue };
        for data in section {
            let data = data?;
            let DataKind::Active { offset_expr, .. } = &data.kind else { continue };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                continue;
            };
            let Some(within) = SUM_TYPES.checked_sub(value.cast_unsigned()) else { continue };
            let within = within as usize;
            if data.data.get(within..within + SUM_TYPES_WERE.len()) == Some(&SUM_TYPES_WERE) {
                return Ok(Ok(data.range.end - data.data.len() + within));
            }
        }
    }
    Ok(Err("its numpy is not the one that is known: the types of sums are elsewhere".to_owned()))
}

impl Step {
    /// Bytes of the instruction before its number: what it does, and for a load the alignment.
    const fn head_bytes(self) -> usize {
        match self {
            Self::Load(_) => 2,
            _ => 1,
        }
    }

    fn is(self, operator: &Operator<'_>, names: &HashMap<u32, &str>) -> bool {
        match (self, operator) {
            (Self::Const(number), Operator::I32Const { value }) => number == *value,
            (Self::Call(name), Operator::Call { function_index }) => {
                names.get(function_index) == Some(&name)
            }
            (Self::Load(address), Operator::I32Load { memarg }) => address == memarg.offset,
            (Self::LocalSet, Operator::LocalSet { .. })
            | (Self::LessOrEqual, Operator::I32LeU)
            | (Self::NotEqual, Operator::I32Ne) => true,
            _ => false,
        }
    }
}

/// `value` in LEB128, in `len` bytes, which is what the number has that it replaces. Where that has
/// a sign, `value` is small.
fn number(value: u32, len: usize) -> Vec<u8> {
    let mut rest = value;
    let mut bytes = Vec::new();
    for place in 1..=len {
        let more = if place < len { 0x80 } else { 0 };
        bytes.push(rest.to_le_bytes()[0] & 0x7f | more);
        rest >>= 7;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_length_of_the_one_it_replaces() {
        assert_eq!(number(9, 1), [9]);
        assert_eq!(number(0, 4), [0x80, 0x80, 0x80, 0]);
        assert_eq!(number(7, 2), [0x87, 0]);
        assert_eq!(number(INT64_TYPE, 4), [0xd4, 0x98, 0x97, 0x0d]);
    }

    #[test]
    fn letters_are_renamed_where_they_are_known() {
        let mut memory = vec![0; BY_LETTER + 512];
        assert!(rename_letters(&mut memory).is_err());
        for (letter, was, _) in LETTERS {
            memory[BY_LETTER + 2 * usize::from(letter)] = was.to_le_bytes()[0];
        }
        rename_letters(&mut memory).unwrap();
        assert_eq!(memory[BY_LETTER + 2 * usize::from(b'l')], 9);
    }

    #[test]
    fn another_module_is_refused() {
        let mut wasm = wat::parse_str("(module (func))").unwrap();
        assert_eq!(
            widen(&mut wasm).unwrap_err(),
            "its numpy is not the one that is known: 0 places in discover_descriptor_from_pylong \
             instead of 1"
        );
    }
}
