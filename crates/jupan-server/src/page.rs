//! `GET /`: a page to try the server with.
//!
//! Its files lie in `page/` as a browser takes them and are part of the binary. They hold
//! nothing that is not public, so they are given to anyone; what the page does, it does through
//! the same interface as everyone, with a token if the server asks for one.

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use axum::routing::get;

use crate::app::AppState;

/// A file of the page.
struct File {
    path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
}

/// `path in the URL: "file in page/" as its type;` for each file.
macro_rules! files {
    ($($path:literal: $name:literal as $content_type:ident;)*) => {
        &[$(File {
            path: $path,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../page/", $name)),
        }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

const FILES: &[File] = files! {
    "/": "index.html" as HTML;
    "/page/style.css": "style.css" as CSS;
    "/page/theme.js": "theme.js" as SCRIPT;
    "/page/main.js": "main.js" as SCRIPT;
    "/page/editor.js": "editor.js" as SCRIPT;
    "/page/highlight.js": "highlight.js" as SCRIPT;
    "/page/examples.js": "examples.js" as SCRIPT;
    "/page/limits.js": "limits.js" as SCRIPT;
    "/page/link.js": "link.js" as SCRIPT;
    "/page/result.js": "result.js" as SCRIPT;
    "/page/server.js": "server.js" as SCRIPT;
    "/page/trace.js": "trace.js" as SCRIPT;
    "/page/units.js": "units.js" as SCRIPT;
    "/page/icon.svg": "icon.svg" as SVG;
    "/page/example.jsonl": "example.jsonl" as TEXT;
};

/// What the page may load and call: this server. Nothing inline, nothing from elsewhere, and no
/// page of another may hold it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types 'none'";

/// The headers that every file has besides its type.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    // A newer server has a newer page.
    (CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The routes of the page's files.
pub(crate) fn routes() -> Router<AppState> {
    FILES.iter().fold(Router::new(), |router, file| {
        router.route(file.path, get(move || std::future::ready(answer(file))))
    })
}

/// Whether `path` is a file of the page, which needs no token.
pub(crate) fn is_page(path: &str) -> bool {
    FILES.iter().any(|file| file.path == path)
}

fn answer(file: &File) -> Response {
    let mut response = Response::new(Body::from(file.bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_in_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let there: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let served: BTreeSet<String> = FILES
            .iter()
            .map(|file| match file.path.strip_prefix("/page/") {
                Some(name) => name.to_owned(),
                None => "index.html".to_owned(),
            })
            .collect();
        assert_eq!(there, served);
    }

    #[test]
    fn no_file_names_another_place_or_asks_for_what_the_policy_forbids() {
        for file in FILES {
            let text = std::str::from_utf8(file.bytes).unwrap();
            let text = text.replace("http://www.w3.org/2000/svg", "");
            for foreign in ["http://", "https://", "innerHTML", "eval(", " style=\"", " onclick="] {
                assert!(!text.contains(foreign), "{} has {foreign}", file.path);
            }
        }
    }
}
