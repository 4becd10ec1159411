//! `jupan agent`.

mod embedded;
mod parts;
mod report;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use jupan_agent::{Agent, Api, Policy, Progress, Recording, SavedRun, Transcript};

use self::embedded::Embedded;
use self::report::Report;
use crate::exit::Exit;
use crate::logging;
use crate::settings::{Settings, ShortSettingsArgs};

/// What is logged unless told otherwise. The library logs what it can't read, whole
/// conversations included; such failures reach the user as the run's ending anyway.
const LOG: &str = "warn,async_openai=off";

/// For the end of `--help`.
const HELP: &str = "Where the model is: OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_API_KEY, from \
                    the environment or from .env in the current folder, unless flags say \
                    otherwise.\n\n\
                    Exit status: 0 the question was answered, 1 it was not, 2 a limit was \
                    reached first, 3 wrong usage or a fault of Jupan's own, 4 the run waits for \
                    a decision.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct AgentArgs {
    /// What to answer.
    #[arg(
        value_name = "QUESTION",
        required_unless_present_any = ["demo", "replay", "resume"],
        conflicts_with_all = ["demo", "replay", "resume"]
    )]
    question: Option<String>,
    /// Show a whole run with a scripted model and the real sandbox.
    #[arg(long, conflicts_with_all = ["replay", "resume"])]
    demo: bool,
    /// Take the model's answers from FILE, which `--json` wrote, and run the tools again.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    replay: Option<PathBuf>,
    /// Take up the run that `--save` put into FILE.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    tools: ToolArgs,
    /// Model calls before the run ends.
    #[arg(long, value_name = "NUMBER", default_value_t = Policy::DEFAULT_MAX_STEPS)]
    max_steps: u32,
    /// What to tell the model about its task instead of the default, or @FILE to read it from.
    #[arg(long, value_name = "TEXT")]
    system: Option<String>,
    /// Show each step on stderr: in colour on a terminal, else as lines of JSON.
    #[arg(long)]
    trace: bool,
    /// Print what came of the run as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

#[derive(Debug, clap::Args)]
struct ModelArgs {
    /// The model's name.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Address of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The wire format.
    #[arg(long, value_enum, default_value_t = ApiArg::Chat)]
    api: ApiArg,
    /// Time for one answer of the model, in milliseconds [default: 120000].
    #[arg(long, value_name = "NUMBER")]
    model_time_out_ms: Option<u64>,
}

#[derive(Debug, clap::Args)]
struct ToolArgs {
    /// The tools, separated by commas [default: code_interpreter].
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',')]
    tools: Option<Vec<ToolArg>>,
    /// Folder that the tool memo writes to.
    #[arg(long, value_name = "DIR")]
    memo_dir: Option<PathBuf>,
    /// Who decides about tools that change something.
    #[arg(long, value_enum, default_value_t = ApproveArg::Ask)]
    approve: ApproveArg,
    /// Where to put a run that waits for a decision, when nobody can be asked or whoever was
    /// asked wants to decide later.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A running tool server; its token is `bearer_token`. Without it, one is started inside.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ApiArg {
    /// Chat completions, which every provider has.
    Chat,
    /// The Responses API.
    Responses,
}

impl From<ApiArg> for Api {
    fn from(api: ApiArg) -> Self {
        match api {
            ApiArg::Chat => Self::Chat,
            ApiArg::Responses => Self::Responses,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ApproveArg {
    /// Ask at the terminal; without one, deny.
    Ask,
    /// Allow everything.
    Allow,
    /// Deny everything.
    Deny,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
enum ToolArg {
    /// Python in the sandbox.
    CodeInterpreter,
    /// One operation on two numbers.
    Calculate,
    /// The demonstration's weather.
    GetWeather,
    /// Writes a file into --memo-dir.
    Memo,
}

/// What is to be done.
enum Task {
    Answer(String),
    Demo,
    Replay(Recording),
    Resume(Box<SavedRun>),
}

impl AgentArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        logging::start(&settings, LOG)?;
        let task = self.task()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start the threads of the agent")?;
        let exit = runtime.block_on(self.run(&settings, task));
        // Whatever still waits for a line of input must not keep the process.
        runtime.shutdown_background();
        exit
    }

    fn task(&self) -> Result<Task> {
        if let Some(path) = &self.replay {
            let recording = Recording::from_json(&parts::read(path)?)
                .with_context(|| format!("cannot replay {}", path.display()))?;
            return Ok(Task::Replay(recording));
        }
        if let Some(path) = &self.resume {
            let saved = SavedRun::from_json(&parts::read(path)?)
                .with_context(|| format!("cannot take up {}", path.display()))?;
            return Ok(Task::Resume(Box::new(saved)));
        }
        Ok(match &self.question {
            Some(question) => Task::Answer(question.clone()),
            None => Task::Demo,
        })
    }

    async fn run(&self, settings: &Settings, task: Task) -> Result<Exit> {
        let report = Report::new(self, &task);
        let model = self.model(&task, report.streams())?;
        let tools = self.tools(&task)?;
        let server = match &self.tools.url {
            None if tools.contains(&ToolArg::CodeInterpreter) => {
                Some(Embedded::start(settings).await?)
            }
            _ => None,
        };
        let builder = Agent::builder(model)
            .policy(Policy { max_steps: self.max_steps, ..Policy::default() })
            .approver(self.approver())
            .observer(report.observer());
        let builder = match self.system()? {
            Some(system) => builder.system(system),
            None => builder,
        };
        let url = server.as_ref().map(Embedded::url).or_else(|| self.tools.url.clone());
        let agent = self.add_tools(builder, &tools, url.as_deref(), settings).await?.build()?;
        if let Task::Resume(saved) = &task {
            let tool = saved.waiting_for().tool.as_str();
            if !agent.tools().names().contains(&tool) {
                bail!(
                    "the run waits for the tool `{tool}`, which is not there; give --tools and what \
                     goes with it as when it began"
                );
            }
        }
        let (progress, recording) = match task {
            Task::Answer(question) => (agent.start(Transcript::default(), question).await, None),
            Task::Demo => {
                let question = jupan_agent::DEMO_QUESTION;
                (agent.start(Transcript::default(), question).await, None)
            }
            Task::Replay(recording) => {
                let question = recording.question();
                (agent.start(Transcript::default(), question).await, Some(recording))
            }
            Task::Resume(saved) => (agent.resume(*saved).await, None),
        };
        if let Some(server) = server {
            server.stop().await?;
        }
        match progress {
            Progress::Finished(outcome) => report.finished(&outcome, recording.as_ref()),
            Progress::Waiting(saved) => report.waiting(&saved, self.tools.save.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};
    use jupan_agent::HttpModelSettings;

    use super::*;

    #[derive(Parser)]
    struct Test {
        #[command(flatten)]
        args: AgentArgs,
    }

    fn parse(args: &[&str]) -> Result<AgentArgs, clap::error::ErrorKind> {
        Test::try_parse_from([&["test"], args].concat())
            .map(|test| test.args)
            .map_err(|error| error.kind())
    }

    #[test]
    fn there_is_one_task() {
        use clap::error::ErrorKind::{ArgumentConflict, MissingRequiredArgument};

        assert!(
            matches!(parse(&["q"]).unwrap().task(), Ok(Task::Answer(question)) if question == "q")
        );
        assert!(matches!(parse(&["--demo"]).unwrap().task(), Ok(Task::Demo)));
        assert_eq!(parse(&[]).unwrap_err(), MissingRequiredArgument);
        assert_eq!(parse(&["q", "--demo"]).unwrap_err(), ArgumentConflict);
        assert_eq!(parse(&["--demo", "--resume", "x"]).unwrap_err(), ArgumentConflict);
    }

    #[test]
    fn tools_are_a_list() {
        let tools = parse(&["q", "--tools", "calculate,code_interpreter"]).unwrap().tools.tools;
        assert_eq!(tools, Some(vec![ToolArg::Calculate, ToolArg::CodeInterpreter]));
    }

    #[test]
    fn help_names_the_default_that_holds() {
        let command = Test::command();
        let arg = command.get_arguments().find(|arg| arg.get_id() == "model_time_out_ms").unwrap();
        let default = HttpModelSettings::DEFAULT_TIME_OUT.as_millis();
        assert!(arg.get_help().unwrap().to_string().contains(&format!("[default: {default}]")));
    }
}
