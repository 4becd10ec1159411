//! The state of a run, and a run that was put aside.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{ApprovalRequest, Decision, Message, Observation, PairingError, Transcript, Usage};

/// A run that waits for a decision. It holds the whole conversation: keep it as carefully as
/// that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRun {
    version: u32,
    waiting_for: ApprovalRequest,
    state: RunState,
}

/// A saved run that can't be taken up.
#[derive(Debug, thiserror::Error)]
pub enum SavedRunError {
    /// It is not JSON, or not a saved run.
    #[error("this is not a saved run")]
    Json(#[from] serde_json::Error),
    /// It was saved by another version of this crate.
    #[error("the run was saved in format {found}; this program reads format {}", SavedRun::VERSION)]
    Version {
        /// Its format.
        found: u32,
    },
    /// Calls and results don't match.
    #[error("the conversation of the saved run is damaged")]
    Transcript(#[from] PairingError),
    /// The call it waits for is not open.
    #[error("the saved run waits for call `{0}`, which its last answer does not have")]
    Call(String),
}

impl SavedRun {
    /// The format written and read.
    pub const VERSION: u32 = 1;

    pub(super) const fn new(waiting_for: ApprovalRequest, state: RunState) -> Self {
        Self { version: Self::VERSION, waiting_for, state }
    }

    /// The call it waits for.
    #[must_use]
    pub const fn waiting_for(&self) -> &ApprovalRequest {
        &self.waiting_for
    }

    /// The conversation so far. Its last answer has calls without results.
    #[must_use]
    pub const fn transcript(&self) -> &Transcript {
        &self.state.transcript
    }

    /// Reads a saved run and checks that it can be taken up.
    ///
    /// # Errors
    ///
    /// See [`SavedRunError`].
    pub fn from_json(json: &str) -> Result<Self, SavedRunError> {
        /// The version alone, so that a later format is named as such.
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }

        let Head { version: found } = serde_json::from_str(json)?;
        if found != Self::VERSION {
            return Err(SavedRunError::Version { found });
        }
        let saved: Self = serde_json::from_str(json)?;
        let messages = saved.state.transcript.messages();
        if let Some((_, closed)) = messages.split_last() {
            Transcript::from(closed.to_vec()).check_pairing()?;
        }
        let id = &saved.waiting_for.call_id;
        let open = saved.state.transcript.open_answer();
        if open.is_none_or(|answer| answer.calls.iter().all(|call| call.id != *id)) {
            return Err(SavedRunError::Call(id.clone()));
        }
        Ok(saved)
    }

    /// The run as JSON, for [`Self::from_json`].
    ///
    /// # Errors
    ///
    /// None in practice; every part of a saved run can be written as JSON.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }

    pub(super) fn into_state(self) -> RunState {
        self.state
    }
}

/// What a run knows about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunState {
    pub(super) question: String,
    pub(super) transcript: Transcript,
    pub(super) observations: Vec<Observation>,
    pub(super) usage: Usage,
    pub(super) steps: u32,
    pub(super) counters: Counters,
    /// Decisions about calls of the open answer, by call id.
    pub(super) decided: IndexMap<String, Decision>,
}

/// What the policy counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counters {
    /// How often the model was told of an unknown tool.
    pub(super) unknown_tools: u32,
    /// Answers in a row with an action that could not be run.
    pub(super) invalid_answers: u32,
    /// How often each call was made, by name and canonical arguments.
    pub(super) same_calls: IndexMap<String, u32>,
}

impl RunState {
    pub(super) fn new(mut transcript: Transcript, question: String) -> Self {
        transcript.push(Message::user(question.clone()));
        Self {
            question,
            transcript,
            observations: Vec::new(),
            usage: Usage::default(),
            steps: 0,
            counters: Counters::default(),
            decided: IndexMap::new(),
        }
    }
}
