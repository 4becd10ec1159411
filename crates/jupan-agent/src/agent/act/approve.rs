//! Asking before a tool acts.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use serde_json::Value;
use tokio::time::Instant;

use super::{Slot, SlotState};
use crate::agent::run::{Run, Stop};
use crate::tool::Ready;
use crate::{ApprovalRequest, Decision, Effect, Ending, Event, OnDenial, RawArguments};

/// How often an approver may bring arguments that can't be used.
const MAX_WRONG_CHANGES: usize = 3;

impl Run<'_> {
    /// Asks about every acting call in call order, before any call of the answer runs.
    pub(super) async fn approve(&mut self, slots: &mut [Slot]) -> Result<(), Stop> {
        for slot in slots {
            let SlotState::Ready { tool, ready, changed } = &mut slot.state else { continue };
            if tool.effect() == Effect::Pure {
                continue;
            }
            let mut request = ApprovalRequest {
                step: self.state.steps,
                call_id: slot.call.id.clone(),
                tool: slot.call.name.clone(),
                arguments: ready.arguments.clone(),
                problem: None,
            };
            let mut wrong_changes = 0;
            let decision = loop {
                let decision = self.decide(&request).await?;
                let Decision::AllowWith { arguments } = &decision else { break decision };
                let raw = RawArguments::Json(Value::Object(arguments.clone()));
                match tool.check(&raw) {
                    Ok(new) => {
                        *changed = Some(change_in_words(&new));
                        *ready = new;
                        break decision;
                    }
                    Err(error) if wrong_changes < MAX_WRONG_CHANGES => {
                        wrong_changes += 1;
                        self.state.decided.shift_remove(&request.call_id);
                        request.problem = Some(error.to_string());
                    }
                    Err(error) => break Decision::deny(error.to_string()),
                }
            };
            self.emit(&Event::Approval {
                call_id: request.call_id.clone(),
                tool: request.tool.clone(),
                decision: decision.clone(),
            });
            let (reason, ends) = match decision {
                Decision::Allow | Decision::AllowWith { .. } => continue,
                Decision::Deny { reason } => {
                    (reason, self.agent.policy.on_denial == OnDenial::EndRun)
                }
                Decision::Stop { reason } => (reason, true),
                Decision::Wait => return Err(Stop::Wait(request)),
            };
            slot.state = self.refused(&slot.call, format!("[denied] {reason}"));
            if ends {
                return Err(Ending::Denied { tool: request.tool, reason }.into());
            }
        }
        Ok(())
    }

    /// The decision made before the run was put aside, or the approver's.
    async fn decide(&mut self, request: &ApprovalRequest) -> Result<Decision, Stop> {
        if let Some(decision) = self.state.decided.get(&request.call_id) {
            return Ok(decision.clone());
        }
        let asked = Instant::now();
        let decision = AssertUnwindSafe(self.agent.approver.decide(request)).catch_unwind().await;
        self.clock.leave_out(asked);
        match decision {
            Ok(Decision::Wait) => Err(Stop::Wait(request.clone())),
            Ok(decision) => {
                self.state.decided.insert(request.call_id.clone(), decision.clone());
                Ok(decision)
            }
            Err(_) => Ok(Decision::deny("the approval broke down")),
        }
    }
}

/// What the model is told about arguments that the approver put in place of its own.
fn change_in_words(ready: &Ready) -> String {
    let arguments = Value::Object(ready.arguments.clone());
    format!("(before the run the arguments were changed to {arguments})")
}
