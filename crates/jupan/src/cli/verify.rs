//! `jupan verify`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use http::StatusCode;
use jupan_sandbox::Runner as _;
use jupan_server::AppState;

use crate::cli::run::{self, Receipt, Refusal};
use crate::cli::serve;
use crate::exit::Exit;
use crate::settings::{Settings, ShortSettingsArgs};
use crate::{logging, output};

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 the receipt holds, 1 it does not, 3 it could not be tried.")]
pub(crate) struct VerifyArgs {
    /// The receipt, as `jupan run --receipt` wrote it.
    #[arg(value_name = "RECEIPT.json")]
    receipt: PathBuf,
    #[command(flatten)]
    settings: ShortSettingsArgs,
}

impl VerifyArgs {
    pub(crate) fn execute(self) -> Result<Exit> {
        let settings = Settings::load(&self.settings.0)?;
        logging::start(&settings, "warn")?;
        let receipt = Receipt::read(&self.receipt)?;
        let config = run::config(&settings.server()?);
        let sandbox = Arc::new(serve::load_sandbox(&settings, &config)?);
        let state = AppState::new(config, sandbox.clone())?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start the runtime")?;
        let body = receipt.request.to_string();
        let (status, reply) = runtime.block_on(run::execute(state, body))?;
        if status != StatusCode::OK {
            bail!("the receipt's program was refused: {}", Refusal::message(&reply));
        }
        let differences = receipt.differences(&reply, sandbox.images())?;
        let (exit, text) = match &differences[..] {
            [] => (Exit::Ok, format!("the receipt holds: {}\n", receipt.hash())),
            parts => (
                Exit::ProgramFailed,
                format!("the receipt does not hold: what differs is {}\n", parts.join(", ")),
            ),
        };
        output::stdout(&text).context("cannot write to stdout")?;
        Ok(exit)
    }
}
