//! How much memory this process has.

/// Bytes of memory that this process has in use for itself, where the operating system tells. What
/// it reads of an image's file is not its own, and there is more of it the more programs have run.
pub(super) fn resident_bytes() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    parse(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_read_in_bytes() {
        assert_eq!(parse("Name:\tjupan\nRssAnon:\t    1234 kB\nThreads:\t3\n"), Some(1_263_616));
        assert_eq!(parse("Name:\tjupan\n"), None);
    }
}
