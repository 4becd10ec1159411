//! MCP over the standard streams of this process.

use std::sync::Arc;

use jupan_api::{ServerInfo, ToolDefinitions};
use rmcp::service::{QuitReason, ServiceExt};
use rmcp::transport::stdio_pipes;

use super::http::Here;
use super::{Catalogue, Mcp, McpBackend, lines};
use crate::app::AppState;

/// The conversation did not begin, or broke.
#[derive(Debug, thiserror::Error)]
#[error("the conversation over MCP failed: {0}")]
pub struct McpStdioError(String);

/// Serves the programs of `state` until stdin ends. Nothing else may write to stdout.
///
/// # Errors
///
/// When the client does not begin as MCP has it, or the streams break.
pub async fn serve_mcp_stdio(state: AppState) -> Result<(), McpStdioError> {
    let catalogue = state.catalogue().clone();
    serve(Mcp { catalogue, backend: Here { state, client: None } }).await
}

/// As [`serve_mcp_stdio`], for a server elsewhere that says `info` and `tools` of itself;
/// `backend` asks it.
///
/// # Errors
///
/// As [`serve_mcp_stdio`].
pub async fn serve_mcp_stdio_for(
    backend: impl McpBackend,
    info: &ServerInfo,
    tools: &ToolDefinitions,
) -> Result<(), McpStdioError> {
    serve(Mcp { catalogue: Arc::new(Catalogue::new(info, tools)), backend }).await
}

async fn serve(mcp: Mcp<impl McpBackend>) -> Result<(), McpStdioError> {
    let failed = |error: String| McpStdioError(error);
    let (stdin, stdout) = stdio_pipes();
    let (library, writing) = lines::between(stdin, stdout);
    let running = mcp.serve(library).await.map_err(|error| failed(error.to_string()))?;
    let ended = running.waiting().await.map_err(|error| failed(error.to_string()))?;
    let written = writing.await.map_err(|error| failed(error.to_string()))?;
    written.map_err(|error| failed(error.to_string()))?;
    match ended {
        QuitReason::Closed | QuitReason::Cancelled => Ok(()),
        other => Err(failed(format!("{other:?}"))),
    }
}
