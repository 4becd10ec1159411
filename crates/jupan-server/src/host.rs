//! Who calls, and by which name.
//!
//! A server without a token trusts everyone on the machine, and a browser on it runs programs
//! of strangers. A page may call a name of its own that it lets point here (DNS rebinding), so
//! only names that belong to this machine are answered; and a page of another origin says in
//! `Origin` where it is from.

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version};
use axum::middleware::Next;
use axum::response::Response;
use jupan_api::ErrorCode;
use jupan_sandbox::Safeguard;

use crate::app::AppState;
use crate::config::{ServerConfig, bare_host};
use crate::error::ApiError;
use crate::serve::Line;

/// Lets a request through if it calls the server by a name that the server goes by, and comes
/// from no page of another origin.
pub(crate) async fn host(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    check(state.config(), &request)?;
    Ok(next.run(request).await)
}

fn check(config: &ServerConfig, request: &Request) -> Result<(), ApiError> {
    let host = given_host(request)?;
    // A page from elsewhere has no token.
    if config.asks_for_token() && config.allowed_hosts.is_empty() {
        return Ok(());
    }
    // Where the target has a name, it is that which counts; no name may be a wrong one.
    let target = request.uri().authority();
    for named in target.into_iter().chain(host.as_ref()) {
        if !is_known(config, named) && !Safeguard::HostNames.is_off() {
            return Err(forbidden(format!(
                "this server does not go by the name `{}`; call it 127.0.0.1 or localhost, or \
                 put the name into allowed_hosts",
                named.host()
            )));
        }
    }
    check_origin(config, request.headers(), target.or(host.as_ref()))
}

/// The value of the header `Host`. A request that did not come over a connection needs none.
fn given_host(request: &Request) -> Result<Option<Authority>, ApiError> {
    let malformed = |message: &str| Err(ApiError::new(ErrorCode::MalformedRequest, message));
    let mut given = request.headers().get_all(HOST).iter();
    match (given.next(), given.next()) {
        (None, _) => {
            let is_from_outside = request.extensions().get::<Line>().is_some();
            if is_from_outside && request.version() == Version::HTTP_11 {
                return malformed(
                    "a request of HTTP/1.1 must have a header `Host`, such as `Host: localhost`",
                );
            }
            Ok(None)
        }
        (Some(value), None) => match authority(value) {
            Some(authority) => Ok(Some(authority)),
            None => {
                malformed("the header `Host` is not a host name or address, with or without a port")
            }
        },
        _ => malformed("the request has more than one header `Host`; send one"),
    }
}

/// A host with or without a port, and nothing else.
fn authority(value: &HeaderValue) -> Option<Authority> {
    let authority = Authority::try_from(value.as_bytes()).ok()?;
    let rest = authority.as_str().strip_prefix(authority.host())?;
    (rest.is_empty() || authority.port_u16().is_some()).then_some(authority)
}

/// Whether the server goes by this name.
fn is_known(config: &ServerConfig, authority: &Authority) -> bool {
    let host = bare_host(authority.host());
    let is_local = host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|ip: std::net::IpAddr| ip.to_canonical().is_loopback());
    is_local || is_allowed(config, host)
}

fn is_allowed(config: &ServerConfig, host: &str) -> bool {
    config.allowed_hosts.iter().any(|allowed| bare_host(allowed).eq_ignore_ascii_case(host))
}

/// Refuses what a page of another origin sends. Who is no browser has no origin.
fn check_origin(
    config: &ServerConfig,
    headers: &HeaderMap,
    own: Option<&Authority>,
) -> Result<(), ApiError> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    let authority = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"))
        .and_then(|(_, authority)| Authority::try_from(authority).ok());
    let is_ours = authority.is_some_and(|authority| {
        own == Some(&authority) || is_allowed(config, bare_host(authority.host()))
    });
    if (is_ours && origins.next().is_none()) || Safeguard::Origins.is_off() {
        return Ok(());
    }
    Err(forbidden(format!(
        "a page of `{}` may not call this server; leave out the header `Origin`, or put the \
         page's host into allowed_hosts",
        String::from_utf8_lossy(origin.as_bytes())
    )))
}

fn forbidden(message: String) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, message)
}
