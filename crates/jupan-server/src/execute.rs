//! `POST /v1/execute`.

pub(crate) mod response;
