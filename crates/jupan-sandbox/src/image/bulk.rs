//! Makes bulk operations on memory interruptible.
//!
//! `memory.copy` and `memory.fill` are one instruction each, whatever their length. The engine
//! charges fuel for each byte, but before it starts, and looks at no clock before it is done. So
//! before a guest is compiled, each is replaced by a call of a function that does it in pieces:
//! a loop, in which the guest yields like in any other.
//!
//! The instruction itself is a call of the host. Most copies are of a few bytes, a value that is moved
//! or a short text: those are a few loads and stores.

use wasm_encoder::{
    BlockType, CodeSection, Function, FunctionSection, Instruction, MemArg, Module, TypeSection,
    ValType,
    reencode::{self, Reencode, utils},
};
use wasmparser::{
    CodeSectionReader, FunctionSectionReader, Operator, Parser, Payload, TypeRef, TypeSectionReader,
};

/// Bytes that are copied or filled at a time: 64 KiB, some ten microseconds.
const PIECE_BYTES: u32 = 64 << 10;

/// `wasm` with its bulk operations in pieces.
///
/// # Errors
///
/// When `wasm` is no module, or has several memories.
pub(crate) fn in_pieces(wasm: &[u8]) -> Result<Vec<u8>, String> {
    rewrite(wasm, PIECE_BYTES)
}

fn rewrite(wasm: &[u8], piece_bytes: u32) -> Result<Vec<u8>, String> {
    let (types, functions) = count(wasm)
        .map_err(|error| format!("it is no WebAssembly module, at byte {}", error.offset()))?;
    let mut rewriter = Rewriter { types, functions, piece_bytes };
    let mut module = Module::new();
    rewriter
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| error.to_string())?;
    Ok(module.finish())
}

/// How many types and functions a module has, imported ones included.
fn count(wasm: &[u8]) -> Result<(u32, u32), wasmparser::BinaryReaderError> {
    let (mut types, mut functions) = (0, 0);
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::TypeSection(section) => {
                for group in section {
                    types += group?.types().len() as u32;
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    functions += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(section) => functions += section.count(),
            _ => {}
        }
    }
    Ok((types, functions))
}

/// Copies a module, with one more type and two more functions at the end of what it has.
struct Rewriter {
    /// The index of the type of both functions.
    types: u32,
    /// The index of the function that copies; the one that fills follows it.
    functions: u32,
    piece_bytes: u32,
}

/// What the rewriting refuses.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("it has bulk operations on several memories")]
    SeveralMemories,
    #[error("it has no functions of its own")]
    NoFunctions,
}

type Error = reencode::Error<Refusal>;

impl Reencode for Rewriter {
    type Error = Refusal;

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32; 3], []);
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_function_section(self, functions, section)?;
        functions.function(self.types).function(self.types);
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        if section.count() == 0 {
            return Err(reencode::Error::UserError(Refusal::NoFunctions));
        }
        utils::parse_code_section(self, code, section)?;
        code.function(&copy(self.piece_bytes)).function(&fill(self.piece_bytes));
        Ok(())
    }

    fn instruction<'a>(&mut self, operator: Operator<'a>) -> Result<Instruction<'a>, Error> {
        match operator {
            Operator::MemoryCopy { dst_mem: 0, src_mem: 0 } => {
                Ok(Instruction::Call(self.functions))
            }
            Operator::MemoryFill { mem: 0 } => Ok(Instruction::Call(self.functions + 1)),
            Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } => {
                Err(reencode::Error::UserError(Refusal::SeveralMemories))
            }
            operator => utils::instruction(self, operator),
        }
    }
}

/// Parameters of both functions; the second is the source, or the byte to fill with.
const TO: u32 = 0;
const FROM: u32 = 1;
const LEN: u32 = 2;

/// `memory.fill`, a piece after the other.
fn fill(piece_bytes: u32) -> Function {
    use Instruction as I;

    let mut code = Code::new([]);
    code.while_more_than(piece_bytes, |code| {
        code.add([I::LocalGet(TO), I::LocalGet(FROM), I::I32Const(piece_bytes.cast_signed())]);
        code.add([I::MemoryFill(0)]);
        code.advance(TO, piece_bytes);
    });
    code.add([I::LocalGet(TO), I::LocalGet(FROM), I::LocalGet(LEN), I::MemoryFill(0)]);
    code.finish()
}

/// `memory.copy`, a piece after the other: from the end if the target begins within the source.
fn copy(piece_bytes: u32) -> Function {
    use Instruction as I;

    const WHOLE: Instruction<'_> = Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 };
    let mut code = Code::new(WORDS.map(|word| (word.locals, word.kind)));
    code.copy_few();
    // As unsigned numbers, `to - from < len` is false for a target before the source.
    code.add([I::LocalGet(TO), I::LocalGet(FROM), I::I32Sub, I::LocalGet(LEN), I::I32LtU]);
    code.add([I::If(BlockType::Empty)]);
    code.while_more_than(piece_bytes, |code| {
        for start in [TO, FROM] {
            code.add([I::LocalGet(start), I::LocalGet(LEN), I::I32Add]);
            code.add([I::I32Const(piece_bytes.cast_signed()), I::I32Sub]);
        }
        code.add([I::I32Const(piece_bytes.cast_signed()), WHOLE]);
    });
    code.add([I::Else]);
    code.while_more_than(piece_bytes, |code| {
        code.add([I::LocalGet(TO), I::LocalGet(FROM), I::I32Const(piece_bytes.cast_signed())]);
        code.add([WHOLE]);
        code.advance(TO, piece_bytes);
        code.advance(FROM, piece_bytes);
    });
    code.add([I::End]);
    code.add([I::LocalGet(TO), I::LocalGet(FROM), I::LocalGet(LEN), WHOLE]);
    code.finish()
}

/// What is loaded and stored at once.
#[derive(Clone, Copy)]
struct Word {
    bytes: u32,
    kind: ValType,
    /// Where loaded ones are kept.
    first_local: u32,
    locals: u32,
    load: fn(MemArg) -> Instruction<'static>,
    store: fn(MemArg) -> Instruction<'static>,
}

/// The longest comes first. The parameters of the function are its locals 0 to 2.
const WORDS: [Word; 3] = [
    Word {
        bytes: 16,
        kind: ValType::V128,
        first_local: 3,
        locals: 4,
        load: Instruction::V128Load,
        store: Instruction::V128Store,
    },
    Word {
        bytes: 8,
        kind: ValType::I64,
        first_local: 7,
        locals: 2,
        load: Instruction::I64Load,
        store: Instruction::I64Store,
    },
    Word {
        bytes: 4,
        kind: ValType::I32,
        first_local: 9,
        locals: 2,
        load: Instruction::I32Load,
        store: Instruction::I32Store,
    },
];

/// A function that is being written.
struct Code(Function);

impl Code {
    fn new<const N: usize>(locals: [(u32, ValType); N]) -> Self {
        Self(Function::new(locals))
    }

    fn add<'a>(&mut self, instructions: impl IntoIterator<Item = Instruction<'a>>) {
        for instruction in instructions {
            self.0.instruction(&instruction);
        }
    }

    /// Copies 4 to 64 bytes and returns. All of them are loaded before any is stored, so that it does
    /// not matter whether the two places overlap.
    fn copy_few(&mut self) {
        use Instruction as I;

        let [long, middle, short] = WORDS;
        self.add([I::Block(BlockType::Empty)]);
        self.add([I::LocalGet(LEN), I::I32Const(64), I::I32GtU, I::BrIf(0)]);
        self.if_len_is_at_least(2 * long.bytes + 1, |code| code.move_ends(long, 2));
        for word in [long, middle, short] {
            self.if_len_is_at_least(word.bytes, |code| code.move_ends(word, 1));
        }
        self.add([I::End]);
    }

    /// `if LEN >= bytes { work; return }`
    fn if_len_is_at_least(&mut self, bytes: u32, work: impl FnOnce(&mut Self)) {
        use Instruction as I;

        self.add([I::LocalGet(LEN), I::I32Const(bytes.cast_signed()), I::I32GeU]);
        self.add([I::If(BlockType::Empty)]);
        work(self);
        self.add([I::Return, I::End]);
    }

    /// Moves the first `count` words and the last ones, which may be the same in part.
    fn move_ends(&mut self, word: Word, count: u32) {
        use Instruction as I;

        let memory = MemArg { offset: 0, align: 0, memory_index: 0 };
        let places = (0..count).flat_map(|place| {
            let start = (place * word.bytes).cast_signed();
            // Counted from the beginning, and from the end.
            [(false, start), (true, -start - word.bytes.cast_signed())]
        });
        let places: Vec<_> = places.zip(word.first_local..).collect();
        let address = |code: &mut Self, base, (from_end, offset): (bool, i32)| {
            code.add([I::LocalGet(base)]);
            if from_end {
                code.add([I::LocalGet(LEN), I::I32Add]);
            }
            code.add([I::I32Const(offset), I::I32Add]);
        };
        for &(place, local) in &places {
            address(self, FROM, place);
            self.add([(word.load)(memory), I::LocalSet(local)]);
        }
        for &(place, local) in &places {
            address(self, TO, place);
            self.add([I::LocalGet(local), (word.store)(memory)]);
        }
    }

    /// `while LEN > piece_bytes { work; LEN -= piece_bytes }`
    fn while_more_than(&mut self, piece_bytes: u32, work: impl FnOnce(&mut Self)) {
        use Instruction as I;

        let piece = piece_bytes.cast_signed();
        self.add([I::Block(BlockType::Empty), I::Loop(BlockType::Empty)]);
        self.add([I::LocalGet(LEN), I::I32Const(piece), I::I32LeU, I::BrIf(1)]);
        work(self);
        self.add([I::LocalGet(LEN), I::I32Const(piece), I::I32Sub, I::LocalSet(LEN)]);
        self.add([I::Br(0), I::End, I::End]);
    }

    fn advance(&mut self, local: u32, bytes: u32) {
        use Instruction as I;

        self.add([I::LocalGet(local), I::I32Const(bytes.cast_signed()), I::I32Add]);
        self.add([I::LocalSet(local)]);
    }

    fn finish(mut self) -> Function {
        self.add([Instruction::End]);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::TestRunner};
    use wasmtime::{Engine, Instance, Memory, Module, Store, TypedFunc};

    use super::*;

    const MODULE: &str = r#"(module
        (type $unused (func (result i64)))
        (import "x" "unused" (func $imported))
        (memory (export "memory") 1)
        (func (export "copy") (param i32 i32 i32)
            (memory.copy (local.get 0) (local.get 1) (local.get 2)))
        (func (export "fill") (param i32 i32 i32)
            (memory.fill (local.get 0) (local.get 1) (local.get 2)))
        (func (export "import") (call $imported)))"#;

    struct Guest {
        store: Store<()>,
        memory: Memory,
        copy: TypedFunc<(u32, u32, u32), ()>,
        fill: TypedFunc<(u32, u32, u32), ()>,
    }

    impl Guest {
        fn new(wasm: &[u8]) -> Self {
            let engine = Engine::new(wasmtime::Config::new().consume_fuel(true)).unwrap();
            let mut store = Store::new(&engine, ());
            store.set_fuel(u64::MAX).unwrap();
            let module = Module::new(&engine, wasm).unwrap();
            let unused = wasmtime::Func::wrap(&mut store, || ());
            let instance = Instance::new(&mut store, &module, &[unused.into()]).unwrap();
            Self {
                memory: instance.get_memory(&mut store, "memory").unwrap(),
                copy: instance.get_typed_func(&mut store, "copy").unwrap(),
                fill: instance.get_typed_func(&mut store, "fill").unwrap(),
                store,
            }
        }

        /// Whether it did not trap.
        fn call(&mut self, is_copy: bool, args: (u32, u32, u32)) -> bool {
            let function = if is_copy { &self.copy } else { &self.fill };
            function.call(&mut self.store, args).is_ok()
        }

        fn bytes(&mut self) -> &mut [u8] {
            self.memory.data_mut(&mut self.store)
        }
    }

    #[test]
    fn pieces_do_what_the_instructions_do() {
        let plain = wat::parse_str(MODULE).unwrap();
        let guests = [plain.clone(), rewrite(&plain, 16).unwrap()].map(|wasm| Guest::new(&wasm));
        let guests = std::cell::RefCell::new(guests);
        let place =
            || prop_oneof![0_u32..300, 0_u32..40, 65_200_u32..65_540, u32::MAX - 70..=u32::MAX];
        let length = prop_oneof![0_u32..70, 0_u32..300, Just(u32::MAX)];
        TestRunner::default()
            .run(&(any::<bool>(), place(), place(), length), |(is_copy, to, from, len)| {
                let mut guests = guests.borrow_mut();
                let [(did, plain), (piecewise_did, piecewise)] = guests.each_mut().map(|guest| {
                    let numbers = (0_u8..251).cycle();
                    guest.bytes().iter_mut().zip(numbers).for_each(|(byte, new)| *byte = new);
                    (guest.call(is_copy, (to, from, len)), guest.bytes().to_vec())
                });
                prop_assert_eq!(did, piecewise_did);
                // What a trap leaves behind, nobody sees.
                prop_assert!(!did || plain == piecewise);
                Ok(())
            })
            .unwrap();
    }

    #[test]
    fn a_module_with_several_memories_is_refused() {
        let wasm = wat::parse_str(
            "(module (memory 1) (memory $b 1)
                (func (memory.fill $b (i32.const 0) (i32.const 0) (i32.const 1))))",
        );
        assert_eq!(
            in_pieces(&wasm.unwrap()).unwrap_err(),
            "it has bulk operations on several memories"
        );
        assert_eq!(in_pieces(b"no module").unwrap_err(), "it is no WebAssembly module, at byte 0");
    }
}
