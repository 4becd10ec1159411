//! Where a guest keeps what it has at rest, between two calls of its exports.
//!
//! A session keeps the memory of a guest and nothing else. That is all there is if no table is ever
//! written, and no global but one, the address of the stack's top: a call that has returned has
//! put it back.

use wasmparser::{Operator, Parser, Payload, ValType};

/// Checks that the guest `wasm` has nothing at rest but its memory.
///
/// # Errors
///
/// What else it has, or why it is no module.
pub(super) fn check(wasm: &[u8]) -> Result<(), String> {
    match other_than_memory(wasm) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => Err(format!("a session would not keep {what}")),
        Err(error) => Err(format!("it is no WebAssembly module, at byte {}", error.offset())),
    }
}

fn other_than_memory(wasm: &[u8]) -> Result<Option<String>, wasmparser::BinaryReaderError> {
    let mut globals = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::GlobalSection(section) => {
                for global in section {
                    let ty = global?.ty;
                    if ty.mutable && ty.content_type != ValType::I32 {
                        return Ok(Some("a global that is no address".to_owned()));
                    }
                    globals += u32::from(ty.mutable);
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader()? {
                    match operator? {
                        Operator::TableSet { .. }
                        | Operator::TableGrow { .. }
                        | Operator::TableFill { .. }
                        | Operator::TableCopy { .. }
                        | Operator::TableInit { .. }
                        | Operator::ElemDrop { .. }
                        | Operator::DataDrop { .. } => {
                            return Ok(Some("a table that is written".to_owned()));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Ok((globals > 1).then(|| format!("{globals} globals that are written")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(items: &str) -> Result<(), String> {
        check(&wat::parse_str(format!("(module (memory 1) {items})")).unwrap())
    }

    #[test]
    fn a_guest_with_a_memory_and_the_top_of_its_stack_is_good() {
        assert_eq!(told(""), Ok(()));
        let stack = "(global $top (mut i32) (i32.const 9)) (global i64 (i64.const 1))";
        assert_eq!(told(&format!("{stack} (table 1 funcref)")), Ok(()));
    }

    #[test]
    fn what_a_session_would_not_keep_is_named() {
        let kept = |what: &str| Err(format!("a session would not keep {what}"));
        let two = "(global (mut i32) (i32.const 9)) (global (mut i32) (i32.const 9))";
        assert_eq!(told(two), kept("2 globals that are written"));
        let wide = "(global (mut i64) (i64.const 9))";
        assert_eq!(told(wide), kept("a global that is no address"));
        let table = "(table 1 funcref)
            (func (table.set (i32.const 0) (ref.null func)))";
        assert_eq!(told(table), kept("a table that is written"));
        assert_eq!(check(b"?"), Err("it is no WebAssembly module, at byte 0".to_owned()));
    }
}
