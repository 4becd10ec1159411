//! The routes there are, for messages and for the OpenAPI document.

use jupan_api::{
    DOCS_PATH, EXECUTE_PATH, HEALTH_PATH, INFO_PATH, MCP_PATH, METRICS_PATH, OPENAPI_PATH,
    READY_PATH, SESSIONS_PATH, TOOLS_PATH,
};

/// Path of one session.
pub(crate) const SESSION_PATH: &str = "/v1/sessions/{id}";
/// Path that makes it as it was when it began.
pub(crate) const SESSION_RESET_PATH: &str = "/v1/sessions/{id}/reset";

/// Method and path of each.
pub(crate) const ROUTES: [(&str, &str); 14] = [
    ("POST", EXECUTE_PATH),
    ("GET", SESSIONS_PATH),
    ("POST", SESSIONS_PATH),
    ("GET", SESSION_PATH),
    ("DELETE", SESSION_PATH),
    ("POST", SESSION_RESET_PATH),
    ("POST", MCP_PATH),
    ("GET", TOOLS_PATH),
    ("GET", INFO_PATH),
    ("GET", METRICS_PATH),
    ("GET", OPENAPI_PATH),
    ("GET", DOCS_PATH),
    ("GET", HEALTH_PATH),
    ("GET", READY_PATH),
];

/// All routes in words: `POST /v1/execute, ... and GET /readyz`.
pub(crate) fn in_words() -> String {
    let routes = ROUTES.map(|(method, path)| format!("{method} {path}"));
    match routes.as_slice() {
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}
