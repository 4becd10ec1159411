//! The allocator: free lists of small blocks over the C library's `malloc`.
//!
//! An interpreter allocates small objects all the time, and a run lasts a moment. So a small
//! block is taken and given back with a few instructions and never merged with its neighbours.
//! And the snapshot draws a line: what was allocated before it stays where it is, also when it
//! is freed, and what a run allocates lies together above it. A page that a run writes to has
//! to be copied for it and reset after it; this keeps their number small.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::UnsafeCell,
    hint, ptr,
};

/// Blocks are multiples of this, and aligned to it.
const STEP: usize = 16;
/// The largest block that is kept in a list: 256 bytes. Larger ones are for `malloc`, which
/// merges neighbours: a program whose objects grow step by step leaves free blocks of every
/// size behind, which must not add up.
const MAX_SMALL: usize = 256;
const LISTS: usize = MAX_SMALL / STEP + 1;
/// What is asked of `malloc` at a time, to be cut into small blocks.
const CHUNK: usize = 64 << 10;
/// The room for small blocks that a run has before it asks `malloc` for the first time.
const FIRST_CHUNK: usize = 1 << 20;
/// The room for large blocks that a run has before the memory has to grow.
const FIRST_LARGE: usize = 4 << 20;
/// The size of the smallest blocks that are wiped: some pages of what the host keeps.
const MIN_WIPED: usize = 16 << 10;
/// The size of the smallest holes in the memory of `malloc` that are filled: what is smaller is
/// never asked of it.
const MIN_HOLE: usize = MAX_SMALL;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator(UnsafeCell::new(State::new()));

struct Allocator(UnsafeCell<State>);

// SAFETY: the guest has one thread.
unsafe impl Sync for Allocator {}

struct State {
    /// For each size the block that was freed last; a free block begins with the address of
    /// the next.
    free: [*mut u8; LISTS],
    /// The part of the current chunk that has not been cut yet.
    next: *mut u8,
    left: usize,
    /// Blocks below this address are never used again.
    line: usize,
    /// Whether large blocks are filled with zeros when they are freed.
    wipes_freed: bool,
}

impl State {
    const fn new() -> Self {
        Self {
            free: [ptr::null_mut(); LISTS],
            next: ptr::null_mut(),
            left: 0,
            line: 0,
            wipes_freed: false,
        }
    }

    /// Starts a chunk of `size` bytes; null if there is no memory.
    fn start_chunk(&mut self, size: usize) -> bool {
        // SAFETY: the size is not zero, and both numbers are a valid layout.
        let chunk = unsafe { System.alloc(Layout::from_size_align_unchecked(size, STEP)) };
        if chunk.is_null() {
            return false;
        }
        (self.next, self.left) = (chunk, size);
        true
    }

    #[inline(always)]
    fn take(&mut self, list: usize) -> *mut u8 {
        let block = self.free[list];
        if !block.is_null() {
            // SAFETY: a block in a list is free, and begins with the address of the next.
            self.free[list] = unsafe { block.cast::<*mut u8>().read() };
            return block;
        }
        self.cut(list)
    }

    /// A block that was never used.
    #[inline(never)]
    fn cut(&mut self, list: usize) -> *mut u8 {
        let size = list * STEP;
        if self.left < size && !self.start_chunk(CHUNK) {
            return ptr::null_mut();
        }
        let block = self.next;
        // SAFETY: the chunk has at least `size` more bytes.
        self.next = unsafe { block.add(size) };
        self.left -= size;
        block
    }

    #[inline(always)]
    fn give_back(&mut self, block: *mut u8, list: usize) {
        // SAFETY: the block is free from here on, and large and aligned enough for an address.
        unsafe { block.cast::<*mut u8>().write(self.free[list]) };
        self.free[list] = block;
    }
}

/// Has large blocks that are freed filled with zeros, or not: what a session no longer needs is
/// then not kept for its next program.
pub(crate) fn wipe_freed(wipes: bool) {
    // SAFETY: as in `draw_line`.
    unsafe { (*ALLOCATOR.0.get()).wipes_freed = wipes };
}

/// The list for blocks of `layout`, if it is small.
#[inline(always)]
fn list_of(layout: Layout) -> Option<usize> {
    (layout.size() <= MAX_SMALL && layout.align() <= STEP)
        .then(|| layout.size().max(1).div_ceil(STEP))
}

/// Draws the line between the snapshot and what a run allocates. To be called last before the
/// snapshot.
pub(crate) fn draw_line() {
    // SAFETY: there is one thread, and no call into the allocator is under way.
    let state = unsafe { &mut *ALLOCATOR.0.get() };
    state.free = [ptr::null_mut(); LISTS];
    fill_holes();
    // Without the room, the first run asks for it.
    state.start_chunk(FIRST_CHUNK);
    state.line = state.next as usize;
}

/// Leaves `malloc` nothing to give but what lies above all that is in use.
fn fill_holes() {
    let layout = |size| {
        // SAFETY: the size is not zero, and both numbers are a valid layout.
        unsafe { Layout::from_size_align_unchecked(size, STEP) }
    };
    // SAFETY: the layouts are those that the blocks were taken with. The blocks that fill holes
    // are never given back.
    unsafe {
        // There is no hole of this size, so that it lies at the end and is room afterwards.
        let room = System.alloc(layout(FIRST_CHUNK + FIRST_LARGE));
        System.dealloc(room, layout(FIRST_CHUNK + FIRST_LARGE));
        let mut size = FIRST_CHUNK;
        while size >= MIN_HOLE {
            let block = System.alloc(layout(size));
            if block >= room {
                System.dealloc(block, layout(size));
                size = size / 16 * 15 / STEP * STEP;
            }
        }
    }
}

/// Gives a block back to the C library.
///
/// # Safety
/// The block came from there, and its layout is as it was then.
#[inline(never)]
unsafe fn free_large(state: &State, block: *mut u8, layout: Layout) {
    // SAFETY: the block is as long as its layout says, and nobody's any more.
    unsafe {
        if state.wipes_freed && layout.size() >= MIN_WIPED {
            block.write_bytes(0, layout.size());
            // Nobody reads it again, so that the compiler would leave the writing out.
            hint::black_box(block);
        }
        System.dealloc(block, layout);
    }
}

// SAFETY: a small block is as long and as aligned as its layout says, since both are rounded
// up; it is in no list while it is lent out. Other blocks are the C library's. Which is which
// follows from the layout, which is the same when the block comes back.
unsafe impl GlobalAlloc for Allocator {
    // Where the layout is known, little is left of these two.
    #[inline(always)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match list_of(layout) {
            // SAFETY: one thread, and nothing in here allocates through here again.
            Some(list) => unsafe { (*self.0.get()).take(list) },
            // SAFETY: the layout is the caller's.
            None => unsafe { System.alloc(layout) },
        }
    }

    #[inline(always)]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        let state = unsafe { &mut *self.0.get() };
        if (block as usize) < state.line {
            return;
        }
        match list_of(layout) {
            Some(list) => state.give_back(block, list),
            // SAFETY: a block that is not small came from there, and is as long as its layout says.
            None => unsafe { free_large(state, block, layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if list_of(layout).is_none() {
            // SAFETY: the layout is the caller's.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the layout is the caller's; the block is as long as it says.
        unsafe {
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller sees to it that the size, rounded up, is a valid one.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: as in `alloc`.
        let is_kept = (block as usize) < unsafe { (*self.0.get()).line };
        match (list_of(layout), list_of(wanted)) {
            (Some(old), Some(new)) if old == new => block,
            // SAFETY: a block that is not small came from there, and stays there.
            (None, None) if !is_kept => unsafe { System.realloc(block, layout, size) },
            // SAFETY: both blocks are at least as long as what is copied, and not the same.
            _ => unsafe {
                let moved = self.alloc(wanted);
                if !moved.is_null() {
                    ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
                    self.dealloc(block, layout);
                }
                moved
            },
        }
    }
}
