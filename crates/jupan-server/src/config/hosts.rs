//! Names that the server goes by.

use std::net::IpAddr;

/// `host` without the brackets that an IPv6 address has beside a port.
pub(crate) fn bare_host(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// Whether `host` is a name or an address as a URL has it, and nothing more.
pub(super) fn is_host(host: &str) -> bool {
    let is_name = |host: &str| {
        !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
    };
    is_name(host) || bare_host(host).parse::<IpAddr>().is_ok()
}
