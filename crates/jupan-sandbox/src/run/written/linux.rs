//! `PAGEMAP_SCAN`, which Linux has since 6.7.

use std::{fs::File, ops::Range, os::fd::AsRawFd as _, sync::LazyLock};

use crate::session::PAGE_BYTES;

/// The map of this process's pages, and whose it is: a child that was forked off has others.
static PAGE_MAP: LazyLock<Option<(File, u32)>> = LazyLock::new(|| {
    let file = File::open("/proc/self/pagemap").ok()?;
    let is_usual = rustix::param::page_size() == PAGE_BYTES;
    is_usual.then(|| (file, std::process::id()))
});

/// `_IOWR('f', 16, struct pm_scan_arg)`.
const PAGEMAP_SCAN: libc::c_ulong = 0xc060_6610;

const FILE: u64 = 1 << 2;
const PRESENT: u64 = 1 << 3;
const SWAPPED: u64 = 1 << 4;
const PFNZERO: u64 = 1 << 5;

/// Stretches that one call gives at most.
const REGIONS_AT_ONCE: usize = 256;

/// `struct page_region`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct PageRegion {
    start: u64,
    end: u64,
    categories: u64,
}

/// `struct pm_scan_arg`.
#[repr(C)]
#[derive(Default)]
struct ScanArg {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    category_inverted: u64,
    category_mask: u64,
    category_anyof_mask: u64,
    return_mask: u64,
}

pub(super) fn prepare() {
    LazyLock::force(&PAGE_MAP);
}

/// A guest's memory is mapped from a file, or is zeros: a page that it has written is neither any
/// more.
pub(super) fn pages(data: &[u8]) -> Option<Vec<Range<u32>>> {
    let (file, owner) = PAGE_MAP.as_ref()?;
    let base = data.as_ptr().addr();
    if *owner != std::process::id() || !base.is_multiple_of(PAGE_BYTES) {
        return None;
    }
    let end = base.checked_add(data.len())?;
    let mut regions = vec![PageRegion::default(); REGIONS_AT_ONCE];
    let mut pages = Vec::new();
    let mut from = base;
    while from < end {
        let (count, walked) = scan(file, from, end, &mut regions)?;
        for region in regions.get(..count)? {
            let [start, end] = [region.start, region.end].map(|at| {
                let at = usize::try_from(at).ok()?.checked_sub(base)?;
                u32::try_from(at / PAGE_BYTES).ok()
            });
            pages.push(start?..end?);
        }
        if walked <= from || walked > end {
            return None;
        }
        from = walked;
    }
    Some(pages)
}

/// Looks through the pages from `from` on: how many stretches it has put into `regions`, and how
/// far it came.
#[expect(unsafe_code, reason = "no safe library has this call")]
fn scan(
    file: &File,
    from: usize,
    end: usize,
    regions: &mut [PageRegion],
) -> Option<(usize, usize)> {
    let mut arg = ScanArg {
        size: size_of::<ScanArg>() as u64,
        start: from as u64,
        end: end as u64,
        vec: regions.as_mut_ptr().expose_provenance() as u64,
        vec_len: regions.len() as u64,
        // Neither of a file nor zeros ...
        category_inverted: PFNZERO | FILE,
        category_mask: PFNZERO | FILE,
        // ... but there.
        category_anyof_mask: PRESENT | SWAPPED,
        ..ScanArg::default()
    };
    // SAFETY: the call reads the page map of this process and writes nothing but `arg` and, at
    // most `vec_len` of them, `regions`; both are laid out as the kernel has them, and live
    // and are lent to nobody else until it returns.
    let count = unsafe { libc::ioctl(file.as_raw_fd(), PAGEMAP_SCAN, &raw mut arg) };
    let walked = usize::try_from(arg.walk_end).ok()?;
    Some((usize::try_from(count).ok()?, walked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_kernels() {
        // The number of the call has the size in it.
        assert_eq!(size_of::<ScanArg>() as libc::c_ulong, PAGEMAP_SCAN >> 16 & 0x3fff);
        assert_eq!(size_of::<PageRegion>(), 24);
    }
}
