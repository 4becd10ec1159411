//! Whose a session is.

use std::sync::Arc;

use axum::extract::Request;

use crate::clients::Client;

/// A client, by its name, or everyone together where the server asks for no token.
///
/// The name and not the token: a client with a new one has its sessions still.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Owner(Option<String>);

impl Owner {
    /// Who sent a request, as the layer for tokens found out.
    pub(crate) fn new(client: Option<&Client>) -> Self {
        Self(client.map(|client| client.name().to_owned()))
    }

    pub(super) fn of(request: &Request) -> Self {
        Self::new(request.extensions().get::<Arc<Client>>().map(AsRef::as_ref))
    }
}
