//! `POST /v1/execute`.

pub(crate) mod admission;
pub(crate) mod body;
mod files;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod hint;
pub(crate) mod json;
mod names;
pub(crate) mod request;
pub(crate) mod response;
mod run;
mod stream;
mod text;
mod view;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::response::Response;
use jupan_api::ExecuteResponse;
use tracing::{Instrument, Span, info_span};

use crate::app::AppState;
use crate::aside::aside;
use crate::clients::Client;
use crate::edge::{self, LoggedOutcome, RequestId};
use crate::error::ApiError;
use crate::execute::admission::Permit;
use crate::execute::request::ValidRequest;
use crate::execute::response::SessionFacts;
use crate::execute::view::View;
use crate::session::{Owner, Turn};
use crate::trace;

/// Runs the program of a request and answers: read it, wait for its turn in its session if it has
/// one, get a permit, run, answer.
pub(crate) async fn execute(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let view = View::asked_for(request.uri().query())?;
    let is_stream = stream::is_asked_for(request.headers());
    let client = request.extensions().get::<Arc<Client>>().cloned();
    let id = request.extensions().get::<RequestId>().cloned().unwrap_or_default();
    let body = body::read(request, state.config()).await?;
    let admitted = admit(&state, client.as_deref(), body).await?;
    if is_stream {
        let mut response = stream::stream(state, admitted, view, &id);
        response.extensions_mut().insert(LoggedOutcome("streaming"));
        return Ok(response);
    }
    let code = view.map(|_| admitted.request.program.code.clone());
    let answer = carry_out(&state, admitted).await?;
    let mut response = aside(weight(&answer), || match (view, code) {
        (Some(view), Some(code)) => edge::json(&view.of(&answer, &code, &id)),
        _ => edge::json(&answer),
    });
    let ended = answer.error.map_or("ok", |error| error.kind.as_str());
    response.extensions_mut().insert(LoggedOutcome(ended));
    Ok(response)
}

/// About how many bytes the answer has.
fn weight(answer: &ExecuteResponse) -> usize {
    let files = answer.files.iter().flatten().map(|file| file.bytes).sum::<u64>();
    let result = answer.result.as_ref().map_or(0, String::len);
    let text = answer.text.len() + answer.stdout.len() + answer.stderr.len() + result;
    text.saturating_add(usize::try_from(files).unwrap_or(usize::MAX))
}

/// A checked request with its permit.
pub(crate) struct Admitted {
    request: ValidRequest,
    turn: Option<Turn>,
    permit: Permit,
    waited: Duration,
    client: Waiting,
}

/// Checks what `body` asks for and gets it a permit.
pub(crate) async fn admit(
    state: &AppState,
    client: Option<&Client>,
    body: Vec<u8>,
) -> Result<Admitted, ApiError> {
    let request = aside(body.len(), || ValidRequest::from_body(&body, state.config()))?;
    drop(body);
    Span::current().record("code_bytes", request.program.code.len());
    let arrived = Instant::now();
    let waiting = Waiting { state: state.clone(), is_over: false };
    match wait(state, client, &request).await {
        Ok((turn, permit)) => {
            Ok(Admitted { request, turn, permit, waited: arrived.elapsed(), client: waiting })
        }
        Err(refusal) => {
            waiting.has_waited();
            Err(refusal)
        }
    }
}

/// Waits for the request's turn in its session, if it has one, and for a permit.
async fn wait(
    state: &AppState,
    client: Option<&Client>,
    request: &ValidRequest,
) -> Result<(Option<Turn>, Permit), ApiError> {
    // Who waits for a session has a run under way as well.
    let client_permit = client.map(Client::admit).transpose()?;
    let turn = match &request.session_id {
        Some(id) => Some(state.sessions().enter(&Owner::new(client), id).await?),
        None => None,
    };
    let permit = state.admission().admit(client_permit).instrument(info_span!("wait")).await?;
    Ok((turn, permit))
}

/// Runs the program of a request that has its permit. To drop the future gives the run up.
pub(crate) async fn carry_out(
    state: &AppState,
    admitted: Admitted,
) -> Result<ExecuteResponse, ApiError> {
    let Admitted { request, turn, permit, waited, client } = admitted;
    let ran = run::run(state.runner().clone(), request, turn, permit, None);
    let ran = ran.instrument(info_span!("run")).await;
    client.has_waited();
    Ok(finish(state, ran?, waited))
}

/// The answer to a request whose run has ended, and counts it.
fn finish(state: &AppState, ended: run::Ended, waited: Duration) -> ExecuteResponse {
    let (request, outcome, left) = ended;
    let images = state.runner().images();
    let image = images.get(outcome.image).unwrap_or_else(|| state.runner().image());
    let session = left.map(|(turn, kept)| {
        let is_first = turn.is_first();
        let after = turn.finish(&outcome, kept);
        SessionFacts { is_first, after, images }
    });
    let ran = response::Ran { program: &request.program, limits: &request.limits, image };
    let bytes = outcome.files.files.iter().map(|file| file.bytes.get().len()).sum();
    let answer = aside(bytes, || response::answer(&ran, outcome, session));
    state.metrics().ran(&answer, waited);
    trace::ran(&answer, waited);
    answer
}

/// A client that waits for an answer; dropped before it has, it is counted as one that left.
struct Waiting {
    state: AppState,
    is_over: bool,
}

impl Waiting {
    fn has_waited(mut self) {
        self.is_over = true;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.is_over {
            self.state.metrics().gave_up();
        }
    }
}
