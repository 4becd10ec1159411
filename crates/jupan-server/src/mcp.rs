//! The Model Context Protocol: the tool `run_python`, over HTTP and over stdio.
//!
//! Messages, versions and the transports are the library's business; what a call does is the
//! business of [`McpBackend`], so that a command can offer a server elsewhere as its own.

mod catalogue;
mod http;
mod lines;
mod progress;
mod stdio;

use std::sync::Arc;

use jupan_api::{ExecuteResponse, Picture, RunStatus};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, Implementation, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

pub(crate) use self::catalogue::Catalogue;
pub(crate) use self::http::mcp;
pub use self::stdio::{McpStdioError, serve_mcp_stdio, serve_mcp_stdio_for};

/// Carries out the calls of an MCP server.
pub trait McpBackend: Send + Sync + 'static {
    /// Runs the program of `body`, which is what `POST /v1/execute` takes. To drop the future
    /// ends the run.
    ///
    /// # Errors
    ///
    /// When the run did not take place, in words for the model.
    fn execute(
        &self,
        body: Vec<u8>,
    ) -> impl Future<Output = Result<ExecuteResponse, String>> + Send;
}

/// Requests of the protocol that this server answers.
const KNOWN_METHODS: [&str; 5] =
    ["initialize", "tools/call", "tools/list", "resources/list", "resources/read"];

/// One MCP server: what it offers, and who carries it out.
struct Mcp<B> {
    catalogue: Arc<Catalogue>,
    backend: B,
}

impl<B: McpBackend> ServerHandler for Mcp<B> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let mut info = ServerConfig::new(capabilities).with_instructions(
            "Use run_python for every calculation. The program's output and the value of its \
             last expression come back; an error says what to change.",
        );
        info.server_info = Implementation::new("jupan", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![self.catalogue.tool.clone()]))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == self.catalogue.tool.name).then(|| self.catalogue.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = &self.catalogue.tool.name;
        if request.name != *name {
            let message = format!("there is no tool `{}`; there is `{name}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        }
        let body = Value::Object(request.arguments.unwrap_or_default()).to_string();
        tokio::select! {
            biased;
            // Who is cancelled gets no answer; the run ends with the future.
            () = context.ct.cancelled() => {
                Err(ErrorData::internal_error("the call was cancelled", None))
            }
            result = self.backend.execute(body.into_bytes()) => Ok(answer(result).into()),
            never = progress::tell(&context) => match never {},
        }
    }

    /// The library takes a request whose parameters it cannot read for one of another protocol.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        if !KNOWN_METHODS.contains(&method.as_str()) {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        }
        let message = format!("the parameters of `{method}` are missing or not as MCP has them");
        Err(ErrorData::invalid_params(message, None))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.catalogue.resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.catalogue.read(&request.uri) {
            Some(contents) => Ok(ReadResourceResult::new(vec![contents]).into()),
            None => {
                let message =
                    format!("there is no resource `{}`; resources/list has all", request.uri);
                Err(ErrorData::resource_not_found(message, None))
            }
        }
    }
}

/// The answer to a call. What a program did wrong is for the model to read, and so is what was
/// wrong with the call: none of it is an error of the protocol.
fn answer(result: Result<ExecuteResponse, String>) -> CallToolResult {
    match result {
        Ok(mut answer) => {
            let mut content = vec![ContentBlock::text(answer.text.as_str())];
            // A picture is content, once: what is structured is read as text. Its words are in the
            // first text.
            for Picture { mime, base64, .. } in std::mem::take(&mut answer.images) {
                content.push(ContentBlock::image(base64, mime));
            }
            let mut result = match answer.status {
                RunStatus::Ok => CallToolResult::success(content),
                RunStatus::Error | RunStatus::Limit => CallToolResult::error(content),
            };
            // Our types have string keys and finite numbers, which always serialise.
            result.structured_content = serde_json::to_value(&answer).ok();
            result
        }
        Err(message) => CallToolResult::error(vec![ContentBlock::text(format!(
            "[error] the program was not run: {message}"
        ))]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_picture_is_content_and_stands_nowhere_else() {
        let told: ExecuteResponse = serde_json::from_value(json!({
            "status": "ok", "text": "done", "stdout": "done\n", "stderr": "", "result": null,
            "error": null, "truncated": {"stdout_bytes": 0, "stderr_bytes": 0},
            "usage": {"wall_ms": 1.0, "fuel": 2, "memory_peak_bytes": 3},
            "image": {"name": "science", "version": "1", "reason": "imports matplotlib"},
            "session": null,
            "images": [{"mime": "image/png", "base64": "AAAA", "width": 4, "height": 3, "alt": "a line"}],
        }))
        .unwrap();
        let mut without = serde_json::to_value(&told).unwrap();
        without.as_object_mut().unwrap().remove("images");
        let result = answer(Ok(told));
        assert_eq!(
            serde_json::to_value(&result.content).unwrap(),
            json!([
                {"type": "text", "text": "done"},
                {"type": "image", "data": "AAAA", "mimeType": "image/png"},
            ])
        );
        assert_eq!(result.structured_content, Some(without));
    }
}
