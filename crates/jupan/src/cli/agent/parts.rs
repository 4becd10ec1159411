//! The parts of the agent that the arguments ask for.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use jupan_agent::tools::{Calculate, CodeInterpreter, GetWeather, Memo};
use jupan_agent::{
    AgentBuilder, AllowAll, Approver, Decided, DenyAll, HttpModel, Model, ModelOptions,
    TerminalApprover, Variables, WaitAlways,
};

use super::{AgentArgs, ApproveArg, Task, ToolArg};
use crate::settings::{Settings, Value};

impl AgentArgs {
    /// The model: a real one, unless the task brings its own.
    pub(super) fn model(&self, task: &Task, stream: bool) -> Result<Box<dyn Model>> {
        match task {
            Task::Demo => Ok(Box::new(jupan_agent::demo_model())),
            Task::Replay(recording) => Ok(Box::new(recording.model())),
            Task::Answer(_) | Task::Resume(_) => {
                let options = ModelOptions {
                    base_url: self.model.base_url.clone(),
                    model: self.model.model.clone(),
                    api: Some(self.model.api.into()),
                    time_out: self.model.model_time_out_ms.map(Duration::from_millis),
                    stream,
                };
                Ok(Box::new(HttpModel::new(options.resolve(&Variables::load()?)?)?))
            }
        }
    }

    /// The tools that were asked for, or those the task needs.
    pub(super) fn tools(&self, task: &Task) -> Result<Vec<ToolArg>> {
        if let Some(tools) = &self.tools.tools {
            return Ok(tools.clone());
        }
        match task {
            Task::Answer(_) | Task::Resume(_) => Ok(vec![ToolArg::CodeInterpreter]),
            Task::Demo => Ok(vec![ToolArg::GetWeather, ToolArg::CodeInterpreter]),
            // What the recorded model called without success there is no tool for now either.
            Task::Replay(recording) => Ok(recording
                .tools()
                .into_iter()
                .filter_map(|name| ToolArg::from_str(name, false).ok())
                .collect()),
        }
    }

    pub(super) async fn add_tools(
        &self,
        mut builder: AgentBuilder,
        tools: &[ToolArg],
        url: Option<&str>,
        settings: &Settings,
    ) -> Result<AgentBuilder> {
        for tool in tools {
            builder = match (tool, url) {
                (ToolArg::Calculate, _) => builder.tool(Calculate::new()),
                (ToolArg::GetWeather, _) => builder.tool(GetWeather::new()),
                (ToolArg::Memo, _) => {
                    let Some(folder) = &self.tools.memo_dir else {
                        bail!("the tool memo needs a folder; name one with --memo-dir DIR");
                    };
                    builder.tool(Memo::in_folder(folder)?)
                }
                (ToolArg::CodeInterpreter, Some(url)) => {
                    // A server of our own asks for none.
                    let token = self.tools.url.as_ref().and_then(|_| bearer_token(settings));
                    let tool = CodeInterpreter::connect_to(url, token)
                        .await
                        .with_context(|| format!("cannot use the tool server at {url}"))?;
                    builder.tool(tool)
                }
                (ToolArg::CodeInterpreter, None) => bail!("there is no tool server"),
            };
        }
        Ok(builder)
    }

    /// Who decides. Without anyone to ask, a run waits if it can be saved; else the call is
    /// denied.
    pub(super) fn approver(&self) -> Box<dyn Approver> {
        let may_wait = self.tools.save.is_some();
        let someone_is_there = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        match self.tools.approve {
            ApproveArg::Allow => Box::new(AllowAll),
            ApproveArg::Deny => Box::new(DenyAll),
            ApproveArg::Ask if someone_is_there => Box::new(TerminalApprover::new(may_wait)),
            ApproveArg::Ask if may_wait => Box::new(WaitAlways),
            ApproveArg::Ask => Box::new(Decided::new([])),
        }
    }

    pub(super) fn system(&self) -> Result<Option<String>> {
        match self.system.as_deref() {
            None => Ok(None),
            Some(text) => match text.strip_prefix('@') {
                Some(path) => read(Path::new(path)).map(Some),
                None => Ok(Some(text.to_owned())),
            },
        }
    }
}

pub(super) fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn bearer_token(settings: &Settings) -> Option<String> {
    settings.iter().find(|setting| setting.key.path == "bearer_token").and_then(|setting| {
        match &setting.value {
            Some(Value::Text(token)) => Some(token.clone()),
            _ => None,
        }
    })
}
