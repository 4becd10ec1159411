//! The pages of a guest's memory that differ from its image's: taken after one run of a session,
//! put over a fresh instance before the next.

use wasmtime::{Memory, Store};

use super::{RunState, engine_fault, written};
use crate::{
    Kept, Safeguard, SandboxError, SessionState, StateError,
    image::{Images, Pristine},
    session::{PAGE_BYTES, StateHead},
};

/// What a page has that has never been written.
const ZEROS: [u8; PAGE_BYTES] = [0; PAGE_BYTES];

/// Bytes of WebAssembly's own pages.
const WASM_PAGE_BYTES: u64 = 64 << 10;

/// Puts `state` over the `memory` of a fresh instance of the image `image_id`, which may have
/// `max_bytes`.
///
/// # Errors
///
/// When the state does not fit. Then nothing has been written.
pub(super) fn restore(
    store: &mut Store<RunState>,
    memory: Memory,
    state: &SessionState,
    image_id: &[u8; 32],
    max_bytes: u64,
) -> Result<(), SandboxError> {
    let start_bytes = memory.data_size(&*store) as u64;
    state.check(image_id, start_bytes, max_bytes)?;
    let head = state.head();
    let more = head.memory_bytes.saturating_sub(start_bytes) / WASM_PAGE_BYTES;
    memory.grow(&mut *store, more).map_err(engine_fault)?;
    let data = memory.data_mut(&mut *store);
    let mut contents = state.contents();
    // Neighbours are copied at once.
    for pages in head.pages.chunk_by(|&page, &next| page.checked_add(1) == Some(next)) {
        let len = pages.len() * PAGE_BYTES;
        let at = pages[0] as usize * PAGE_BYTES;
        let target = data.get_mut(at..).and_then(|rest| rest.get_mut(..len));
        let source = contents.split_at_checked(len);
        // Both are there, or the check would have said so.
        let (Some(target), Some((source, rest))) = (target, source) else {
            return Err(StateError::Order.into());
        };
        target.copy_from_slice(source);
        contents = rest;
    }
    store.data_mut().clock_base = head.clock;
    Ok(())
}

/// What the guest that has run in `store`, in the image at `place`, leaves for the next: at most
/// `max_bytes`.
///
/// # Errors
///
/// When there is no fresh memory to compare its own with.
pub(super) fn leave(
    store: &Store<RunState>,
    images: &Images,
    place: usize,
    max_bytes: u64,
) -> Result<Kept, SandboxError> {
    let Some(memory) = store.data().memory else { return Ok(Kept::Nothing) };
    let pristine = images.pristine(place)?;
    let data = memory.data(store);
    let pages = differing(data, &pristine);
    let head = StateHead {
        image: place,
        image_id: *images.id(place),
        memory_bytes: data.len() as u64,
        clock: store.data().clock(),
        pages,
    };
    let bytes = (head.contents_bytes() + size_of_val(&*head.pages)) as u64;
    if bytes > Safeguard::StateLeft.unless_off(max_bytes, u64::MAX) {
        return Ok(Kept::TooLarge { bytes });
    }
    let mut contents = Vec::with_capacity(head.contents_bytes());
    for &page in &head.pages {
        let at = page as usize * PAGE_BYTES;
        contents.extend_from_slice(&data[at..at + PAGE_BYTES]);
    }
    Ok(Kept::State(SessionState::new(head, contents)))
}

/// Numbers of the pages of `data` that differ from `pristine`'s.
fn differing(data: &[u8], pristine: &Pristine) -> Vec<u32> {
    let start = pristine.data();
    // A page that was not there at the start had zeros.
    let differs = |&page: &u32| {
        let at = page as usize * PAGE_BYTES;
        let fresh = start.get(at..at + PAGE_BYTES).unwrap_or(&ZEROS);
        data[at..at + PAGE_BYTES] != *fresh
    };
    // 4 GiB of memory at most have 2^20 pages.
    let all = (data.len() / PAGE_BYTES) as u32;
    match written::pages(data) {
        Some(written) => written.into_iter().flatten().filter(differs).collect(),
        None => (0..all).filter(differs).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CancelToken, ImageInfo, Limits, engine, image, run};

    const WAT: &str = r#"(module
        (memory (export "memory") 40)
        (data (i32.const 5000) "x")
        (func (export "jupan_abi_version") (result i32) (i32.const 3)))"#;

    /// What the kernel says was written leads to the same pages as a look at all of them, also in
    /// a memory that was used before.
    #[test]
    fn the_pages_that_differ_are_found() {
        let engine = engine::running(crate::ImageKind::Jupan, 1, 1, 64 << 20).unwrap();
        let wasm = wat::parse_str(WAT).unwrap();
        let image = image::compile(&wasm, ImageInfo::default(), &engine).unwrap();
        let pristine = Pristine::of(&image.instance_pre).unwrap();
        written::prepare();
        let all: Vec<u32> = (0..640).collect();
        for written in [&[0, 1, 7, 639][..], &[], &[1, 2, 3, 300], &all] {
            let (limits, cancel) = (Limits::default(), CancelToken::new());
            let mut store = run::fresh_store(&image.instance_pre, None, &limits, &cancel).unwrap();
            let end = store.data().end.clone();
            end.drive(run::instantiate(&mut store, &image.instance_pre)).unwrap().unwrap();
            let memory = store.data().memory.unwrap();
            // A page that is read does not count, nor one that is written as it was.
            assert!(memory.data(&store).iter().filter(|&&byte| byte == b'x').count() == 1);
            memory.data_mut(&mut store)[5000] = b'x';
            for &page in written {
                memory.data_mut(&mut store)[page as usize * PAGE_BYTES + 9] = 1;
            }
            assert_eq!(differing(memory.data(&store), &pristine), written);
        }
    }
}
