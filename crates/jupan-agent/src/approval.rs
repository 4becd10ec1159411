//! Approval: someone is asked before a tool acts.

use std::sync::Mutex;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod terminal;

pub use terminal::TerminalApprover;

/// A call that needs a decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    /// The step in which the call was made.
    pub step: u32,
    /// The call's id.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The arguments, checked. They come from the model: show them, but don't trust them.
    pub arguments: Map<String, Value>,
    /// Why the arguments that the last decision brought can't be used, when this asks again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// Run it.
    Allow,
    /// Run it with these arguments. They are checked like the model's own, and the model is
    /// told of the change.
    AllowWith {
        /// The arguments.
        arguments: Map<String, Value>,
    },
    /// Don't run it. The model is told the reason and goes on, unless the policy ends the
    /// run.
    Deny {
        /// The reason.
        reason: String,
    },
    /// Don't run it, nor anything else: end the run.
    Stop {
        /// The reason.
        reason: String,
    },
    /// Not now: the run is put aside and can be taken up later, see
    /// [`crate::Progress::Waiting`].
    Wait,
}

impl Decision {
    /// A denial.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny { reason: reason.into() }
    }

    /// The end of the run.
    pub fn stop(reason: impl Into<String>) -> Self {
        Self::Stop { reason: reason.into() }
    }
}

/// Decides about calls of acting tools. Without one, an agent denies them all; an approver
/// that panics denies too.
#[async_trait]
pub trait Approver: Send + Sync {
    /// Decides about one call. Calls of one answer are asked about one after another, in
    /// call order, before any of them runs. The time this takes is in no budget.
    async fn decide(&self, request: &ApprovalRequest) -> Decision;
}

#[async_trait]
impl Approver for Box<dyn Approver> {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        self.as_ref().decide(request).await
    }
}

/// Allows every call.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowAll;

/// Denies every call. This is what an agent does by default.
#[derive(Debug, Clone, Copy, Default)]
pub struct DenyAll;

/// Puts every call off.
#[derive(Debug, Clone, Copy, Default)]
pub struct WaitAlways;

/// Gives decisions made beforehand, in order, and denies when there are none left. For tests
/// and for a service that takes up a waiting run with the decision in hand.
#[derive(Debug, Default)]
pub struct Decided(Mutex<std::collections::VecDeque<Decision>>);

impl Decided {
    /// These decisions.
    pub fn new(decisions: impl IntoIterator<Item = Decision>) -> Self {
        Self(Mutex::new(decisions.into_iter().collect()))
    }
}

#[async_trait]
impl Approver for AllowAll {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        Decision::Allow
    }
}

#[async_trait]
impl Approver for DenyAll {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        Decision::deny("this agent may not change anything")
    }
}

#[async_trait]
impl Approver for WaitAlways {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        Decision::Wait
    }
}

#[async_trait]
impl Approver for Decided {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        // A lock that another thread poisoned holds decisions of unknown state: deny.
        let next = self.0.lock().ok().and_then(|mut decisions| decisions.pop_front());
        next.unwrap_or_else(|| Decision::deny("nobody decided"))
    }
}
