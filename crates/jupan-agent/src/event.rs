//! What happens in a run, as it happens.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Decision, Usage};

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The run started, or was taken up again.
    RunStarted {
        /// The model.
        model: String,
        /// The names of the tools.
        tools: Vec<String>,
        /// What the user asked.
        question: String,
    },
    /// The model is asked.
    StepStarted {
        /// The step, counted from 1.
        step: u32,
    },
    /// A piece of the answer, while it is being written. Only with streaming.
    TextDelta {
        /// The piece.
        text: String,
    },
    /// A model call failed and is made again. Pieces of the failed answer are void.
    Retry {
        /// What failed.
        reason: String,
        /// Milliseconds until the next try.
        delay_ms: u64,
    },
    /// What the model said or thought beside its calls.
    Thought {
        /// The text.
        text: String,
    },
    /// Something the model got wrong and that was put right.
    Normalised {
        /// The call.
        call_id: String,
        /// What was done.
        note: String,
    },
    /// The model called a tool.
    Call {
        /// The call's id.
        call_id: String,
        /// The tool.
        tool: String,
        /// The arguments, checked; text where they could not be.
        arguments: Value,
    },
    /// Someone decided about a call.
    Approval {
        /// The call's id.
        call_id: String,
        /// The tool.
        tool: String,
        /// The decision.
        decision: Decision,
    },
    /// A call has its result.
    Observation {
        /// The call's id.
        call_id: String,
        /// The tool.
        tool: String,
        /// Whether the tool ran and succeeded.
        ok: bool,
        /// What the model is told.
        text: String,
        /// Milliseconds the tool took, if it ran.
        took_ms: Option<u64>,
    },
    /// The run waits for a decision and was put aside.
    Waiting {
        /// The call's id.
        call_id: String,
        /// The tool.
        tool: String,
    },
    /// The run ended.
    RunEnded {
        /// The ending in one word, see [`crate::Ending::kind`].
        ending: String,
        /// The ending in a sentence; for a completed run the answer.
        text: String,
        /// Steps taken.
        steps: u32,
        /// What was used.
        usage: Usage,
    },
}

/// Gets every event of a run, in order. It is called between the steps of the loop and must
/// be quick.
pub trait Observer: Send + Sync {
    /// Something happened, `at_ms` milliseconds after the run started or was taken up.
    fn event(&self, at_ms: u64, event: &Event);
}

/// Takes no notice.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn event(&self, _: u64, _: &Event) {}
}

impl Observer for Box<dyn Observer> {
    fn event(&self, at_ms: u64, event: &Event) {
        self.as_ref().event(at_ms, event);
    }
}

impl<F> Observer for F
where
    F: Fn(u64, &Event) + Send + Sync,
{
    fn event(&self, at_ms: u64, event: &Event) {
        self(at_ms, event);
    }
}
