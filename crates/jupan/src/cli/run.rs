//! `jupan run`.
//!
//! The program goes through the server's own router, without a socket: what is refused, how
//! a run ends and what the answer says are the HTTP endpoint's by construction.

mod answer;
mod files;
mod picture;
mod receipt;
mod source;

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use jupan_sandbox::Runner as _;
use jupan_server::{AppState, ServerConfig};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tower::ServiceExt;

use self::answer::Answer;
pub(super) use self::answer::Refusal;
pub(super) use self::receipt::Receipt;
use crate::cli::serve;
use crate::exit::Exit;
use crate::settings::{Settings, ShortSettingsArgs};
use crate::{logging, output};

#[derive(Debug, clap::Args)]
#[command(after_help = Exit::HELP)]
pub(crate) struct RunArgs {
    /// File with the program, or - for stdin.
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    file: Option<std::path::PathBuf>,
    /// The program itself.
    #[arg(short, long, value_name = "CODE")]
    code: Option<String>,
    /// JSON object whose members the program sees as variables, or @FILE to read it from.
    #[arg(long, value_name = "JSON")]
    inputs: Option<String>,
    /// File that the program finds in its folder, under its own name or as NAME=PATH. May be
    /// given more than once.
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// Folder to which the files go that the program has made or written.
    #[arg(long, value_name = "DIR")]
    out: Option<std::path::PathBuf>,
    /// Name of a file that is wanted, new or not, in place of all that are new; with `*` for any
    /// characters. May be given more than once.
    #[arg(long = "output", value_name = "NAME", requires = "out")]
    outputs: Vec<String>,
    /// Seed of the program's random numbers, for a run that can be repeated. Default: a fresh one.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Image that runs the program: auto, which looks at what it imports, or the name of one,
    /// python or science.
    #[arg(long, value_name = "NAME")]
    image_name: Option<String>,
    /// Folder for the pictures that the program makes; created if it is missing.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pictures: std::path::PathBuf,
    /// File to which the last value goes as HTML, if it has such a form: a table of pandas.
    #[arg(long, value_name = "FILE")]
    html: Option<std::path::PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// File to which the receipt goes: all that is needed to repeat the run and to see that it is
    /// the same, with `jupan verify`.
    #[arg(long, value_name = "FILE", requires = "seed")]
    receipt: Option<std::path::PathBuf>,
    /// Print the answer of the HTTP endpoint, as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

/// Limits of the run. What is left out is the configuration's default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::Args)]
struct LimitArgs {
    /// Wall-clock time in milliseconds [default: 5000, unless configured otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_ms: Option<u64>,
    /// WebAssembly instructions [default: 60000000000, unless configured otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel: Option<u64>,
    /// Bytes of memory, the interpreter's own part included [default: 268435456, unless
    /// configured otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    /// Bytes kept of stdout, and as many of stderr [default: 65536, unless configured
    /// otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    output_bytes: Option<u64>,
    /// Bytes in all files together [default: 16777216, unless configured otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    files_bytes: Option<u64>,
    /// Bytes of files that come back [default: 4194304, unless configured otherwise].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    returned_bytes: Option<u64>,
}

/// The body of the request.
#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    files: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<Value>,
    limits: LimitArgs,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    html: bool,
}

impl RunArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        logging::start(&settings, "warn")?;
        let config = config(&settings.server()?);
        let code = source::read(self.file.as_deref(), self.code)?;
        let inputs = self.inputs.as_deref().map(source::read_inputs).transpose()?;
        let files = files::read(&self.files)?;
        let outputs = self.out.is_some().then(|| match self.outputs.is_empty() {
            true => Value::Bool(true),
            false => Value::from(self.outputs),
        });
        let image = self.image_name.as_deref();
        let body = Body {
            code: &code,
            inputs,
            files,
            outputs,
            limits: self.limits,
            seed: self.seed,
            image,
            html: self.html.is_some(),
        };
        let body = serde_json::to_string(&body).context("cannot write the request")?;

        let sandbox = Arc::new(serve::load_sandbox(&settings, &config)?);
        let limits = config.default_limits;
        let state = AppState::new(config, sandbox.clone())?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start the runtime")?;
        let (status, reply) = runtime.block_on(execute(state, body.clone()))?;
        if status != StatusCode::OK {
            bail!("{}", Refusal::message(&reply));
        }
        // What came of the run is shown also when there is no receipt.
        let receipt = self.receipt.as_ref().map_or(Ok(()), |path| {
            Receipt::new(&body, &limits, sandbox.images(), &reply)?.write(path)
        });
        let answer = Answer::parse(&reply)?;
        let exit = answer.exit();
        if let Some(out) = &self.out {
            answer.write_files(out)?;
        }
        if let Some(file) = &self.html {
            answer.write_html(file)?;
        }
        let written = match self.json {
            true => output::stdout(&format!("{}\n", reply.trim_end())),
            false => answer.print(),
        };
        if !self.json {
            answer.write_pictures(&self.pictures)?;
        }
        match written.context("cannot write to stdout") {
            // How the program ended is known all the same.
            Err(error) if !output::is_broken_pipe(&error) => Err(error),
            _ => receipt.map(|()| exit),
        }
    }
}

/// The configuration for one run without a socket.
pub(super) fn config(configured: &ServerConfig) -> ServerConfig {
    ServerConfig {
        // Who started this command needs no leave to use it.
        bearer_token: None,
        clients: Vec::new(),
        listen: ServerConfig::DEFAULT_LISTEN,
        max_concurrent_runs: 1,
        // The limit on the source text decides, not its length as JSON.
        body_max_bytes: ServerConfig::MAX_BODY_BYTES,
        max_buffered_bytes: ServerConfig::MAX_BUFFERED_BYTES,
        ..configured.clone()
    }
}

/// Sends `body` through the router; gives status and body of the answer.
pub(super) async fn execute(state: AppState, body: String) -> Result<(StatusCode, String)> {
    let request = Request::post("/v1/execute")
        .header(http::header::CONTENT_TYPE, "application/json")
        .body(body)
        .context("cannot make the request")?;
    // The router's error type has no value.
    let response = match jupan_server::app(state).oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let status = response.status();
    let bytes = response.into_body().collect().await.context("the answer broke off")?.to_bytes();
    let text = String::from_utf8(bytes.to_vec()).context("the answer is not UTF-8")?;
    Ok((status, text))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};
    use jupan_sandbox::Limits;

    use super::*;

    #[derive(Parser)]
    struct Test {
        #[command(flatten)]
        args: RunArgs,
    }

    #[test]
    fn help_names_the_defaults_that_hold() {
        let limits = Limits::default();
        let defaults = [
            u64::try_from(limits.wall.as_millis()).unwrap(),
            limits.fuel,
            limits.memory_bytes,
            limits.output_bytes,
            limits.files_bytes,
            limits.returned_bytes,
        ];
        let ids =
            ["wall_ms", "fuel", "memory_bytes", "output_bytes", "files_bytes", "returned_bytes"];
        for (id, default) in ids.iter().zip(defaults) {
            let command = Test::command();
            let arg = command.get_arguments().find(|arg| arg.get_id() == id).unwrap();
            let help = arg.get_help().unwrap().to_string();
            assert!(help.contains(&format!("[default: {default}, unless")), "{id}: {help}");
        }
    }

    #[test]
    fn only_what_was_given_is_in_the_request() {
        let args = Test::parse_from(["test", "-c", "1", "--fuel", "5000000"]).args;
        let body = Body {
            code: "1",
            inputs: None,
            files: Map::new(),
            outputs: None,
            limits: args.limits,
            seed: args.seed,
            image: None,
            html: false,
        };
        assert_eq!(
            serde_json::to_string(&body).unwrap(),
            r#"{"code":"1","limits":{"fuel":5000000}}"#
        );
    }

    #[test]
    fn a_run_needs_no_token() {
        let configured = ServerConfig {
            bearer_token: Some(jupan_server::BearerToken::new("0123456789abcdef")),
            listen: "0.0.0.0:80".parse().unwrap(),
            ..ServerConfig::default()
        };
        assert_eq!(config(&configured).validate(), Ok(()));
        assert_eq!(config(&configured).bearer_token, None);
    }
}
