//! Acting on an answer: check every call, ask for approval, run, give each call its result.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::run::{Run, Stop};
use crate::tool::{ErasedTool, Ready, cap};
use crate::{
    Budget, Ending, Event, Message, Observation, OnToolError, RawArguments, ToolCall, ToolMessage,
};

mod approve;
mod group;

use group::{Finished, Job, run_group};

/// One call of the answer and what is to become of it.
pub(super) struct Slot {
    call: ToolCall,
    state: SlotState,
}

enum SlotState {
    /// It can be run.
    Ready {
        tool: Arc<dyn ErasedTool>,
        ready: Ready,
        /// That the approver changed the arguments, in words for the model.
        changed: Option<String>,
    },
    /// It has its result: it ran, or it can't be run.
    Done(ToolMessage),
}

impl Run<'_> {
    /// Gives every call of the open answer its result. When the run ends meanwhile, calls
    /// that were not run get a result that says so: the transcript is always whole.
    pub(super) async fn act(&mut self) -> Result<(), Stop> {
        // A run that waits starts this answer again, so nothing of it may have been counted.
        let before = self.state.counters.clone();
        let mut slots = Vec::new();
        let acted = self.act_on(&mut slots).await;
        if let Err(Stop::Wait(_)) = acted {
            self.state.counters = before;
            return acted;
        }
        for Slot { call, state } in slots {
            let message = match state {
                SlotState::Done(message) => message,
                SlotState::Ready { .. } => not_run(&call),
            };
            self.state.transcript.push(Message::Tool(message));
        }
        self.state.decided.clear();
        acted
    }

    async fn act_on(&mut self, slots: &mut Vec<Slot>) -> Result<(), Stop> {
        let checked = self.check_calls(slots);
        self.write_back(slots);
        checked?;
        self.check_tokens()?;
        self.check_call_budget(slots)?;
        self.approve(slots).await?;
        self.run_calls(slots).await?;
        Ok(())
    }

    /// Finds the tool of each call and checks the arguments.
    fn check_calls(&mut self, slots: &mut Vec<Slot>) -> Result<(), Ending> {
        let calls = self
            .state
            .transcript
            .open_answer()
            .map(|answer| answer.calls.clone())
            .unwrap_or_default();
        slots.extend(calls.into_iter().map(|call| {
            let state = SlotState::Done(not_run(&call));
            Slot { call, state }
        }));
        let mut wrong = None;
        for slot in slots.iter_mut() {
            let call = &slot.call;
            let Some(tool) = self.agent.registry.get(&call.name) else {
                self.emit_call(call, shown(&call.arguments));
                let text = self.unknown_tool(&call.name)?;
                slot.state = self.refused(call, text);
                continue;
            };
            match tool.check(&call.arguments) {
                Ok(ready) => {
                    for note in &ready.notes {
                        self.note(&call.id, note);
                    }
                    self.emit_call(call, Value::Object(ready.arguments.clone()));
                    self.count_same_call(call, &ready.arguments)?;
                    slot.state = SlotState::Ready { tool: Arc::clone(tool), ready, changed: None };
                }
                Err(error) => {
                    self.emit_call(call, shown(&call.arguments));
                    slot.state = self.refused(call, format!("[error] {error}"));
                    wrong.get_or_insert(error.to_string());
                }
            }
        }
        match wrong {
            Some(reason) => self.count_invalid_answer(&reason),
            None => {
                self.state.counters.invalid_answers = 0;
                Ok(())
            }
        }
    }

    fn unknown_tool(&mut self, name: &str) -> Result<String, Ending> {
        self.state.counters.unknown_tools += 1;
        if self.state.counters.unknown_tools > self.agent.policy.max_unknown_tools {
            return Err(Ending::UnknownTool { tool: name.to_owned() });
        }
        let names = self.agent.registry.names();
        let there_are = if names.is_empty() {
            "there are no tools".to_owned()
        } else {
            format!("the tools are: {}", names.join(", "))
        };
        Ok(format!("[error] there is no tool `{name}`; {there_are}"))
    }

    fn count_same_call(
        &mut self,
        call: &ToolCall,
        arguments: &Map<String, Value>,
    ) -> Result<(), Ending> {
        let key = format!("{} {}", call.name, canonical(&Value::Object(arguments.clone())));
        let count = self.state.counters.same_calls.entry(key).or_insert(0);
        *count += 1;
        let max = self.agent.policy.max_same_calls;
        if *count <= max {
            return Ok(());
        }
        let reason =
            format!("`{}` was called with the same arguments more than {max} times", call.name);
        Err(Ending::InvalidAction { reason })
    }

    fn check_call_budget(&self, slots: &[Slot]) -> Result<(), Ending> {
        let ready = slots.iter().filter(|slot| matches!(slot.state, SlotState::Ready { .. }));
        let used = u64::from(self.state.usage.tool_calls) + ready.count() as u64;
        let limit = u64::from(self.agent.policy.max_tool_calls);
        if used <= limit {
            return Ok(());
        }
        Err(Ending::Budget { budget: Budget::ToolCalls, limit, used })
    }

    /// The history shows the model its calls as they were understood.
    fn write_back(&mut self, slots: &[Slot]) {
        let Some(answer) = self.state.transcript.open_answer_mut() else { return };
        for (call, slot) in answer.calls.iter_mut().zip(slots) {
            if let SlotState::Ready { ready, .. } = &slot.state {
                call.arguments = RawArguments::Json(Value::Object(ready.arguments.clone()));
            }
        }
    }

    /// Runs what is ready: neighbours that may run side by side at the same time, the others
    /// one by one, all in call order.
    async fn run_calls(&mut self, slots: &mut [Slot]) -> Result<(), Ending> {
        let mut from = 0;
        while from < slots.len() {
            let group = group_len(&slots[from..]);
            self.run_side_by_side(&mut slots[from..from + group]).await?;
            from += group;
        }
        Ok(())
    }

    async fn run_side_by_side(&mut self, slots: &mut [Slot]) -> Result<(), Ending> {
        let jobs: Vec<Job> = slots
            .iter()
            .enumerate()
            .filter_map(|(index, slot)| match &slot.state {
                SlotState::Ready { tool, ready, .. } => {
                    Some(Job { index, tool: Arc::clone(tool), arguments: ready.arguments.clone() })
                }
                SlotState::Done(_) => None,
            })
            .collect();
        self.state.usage.tool_calls += u32::try_from(jobs.len()).unwrap_or(u32::MAX);
        let run_deadline = self.clock.deadline(self.agent.policy.max_wall);
        let mut observed = Vec::new();
        let mut failures = Vec::new();
        let finish = |index: usize, result: Result<_, Finished>, took: Duration| {
            let slot = &mut slots[index];
            let result = result.map_err(|finished| finished.into_parts(&slot.call.name));
            let SlotState::Ready { ready, changed, .. } = &slot.state else { return };
            let (ok, text) = match &result {
                Ok(output) => (true, as_text(output)),
                Err(failure) => (false, failure.text.clone()),
            };
            let text = match changed {
                Some(changed) => format!("{changed}\n{text}"),
                None => text,
            };
            let text = cap(&text, self.agent.policy.max_result_bytes);
            let message = ToolMessage {
                call_id: slot.call.id.clone(),
                tool: slot.call.name.clone(),
                text: text.clone(),
                ok,
            };
            self.emit_result(&message, Some(took));
            match result {
                Ok(output) => observed.push((
                    index,
                    Observation {
                        step: self.state.steps,
                        call_id: slot.call.id.clone(),
                        tool: slot.call.name.clone(),
                        arguments: Value::Object(ready.arguments.clone()),
                        text,
                        data: output.data,
                    },
                )),
                Err(failure) => failures.push((index, slot.call.name.clone(), failure)),
            }
            slot.state = SlotState::Done(message);
        };
        let in_time = run_group(jobs, self.agent.policy.tool_time_out, run_deadline, finish).await;
        observed.sort_by_key(|(index, _)| *index);
        self.state.observations.extend(observed.into_iter().map(|(_, observation)| observation));
        if !in_time {
            return Err(self.out_of_time());
        }
        failures.sort_by_key(|(index, ..)| *index);
        let ends = |fatal: bool| fatal || self.agent.policy.on_tool_error == OnToolError::EndRun;
        match failures.into_iter().find(|(.., failure)| ends(failure.fatal)) {
            Some((_, tool, failure)) => Err(Ending::ToolError { tool, message: failure.message }),
            None => Ok(()),
        }
    }

    /// Results for the open calls of a run that ends without looking at them.
    pub(super) fn leave_open_calls(&mut self) {
        let calls = self
            .state
            .transcript
            .open_answer()
            .map(|answer| answer.calls.clone())
            .unwrap_or_default();
        for call in calls {
            self.state.transcript.push(Message::Tool(not_run(&call)));
        }
    }

    /// The result of a call that is not run.
    fn refused(&self, call: &ToolCall, text: String) -> SlotState {
        let message = ToolMessage {
            call_id: call.id.clone(),
            tool: call.name.clone(),
            text: cap(&text, self.agent.policy.max_result_bytes),
            ok: false,
        };
        self.emit_result(&message, None);
        SlotState::Done(message)
    }

    fn emit_call(&self, call: &ToolCall, arguments: Value) {
        self.emit(&Event::Call { call_id: call.id.clone(), tool: call.name.clone(), arguments });
    }

    fn emit_result(&self, message: &ToolMessage, took: Option<Duration>) {
        self.emit(&Event::Observation {
            call_id: message.call_id.clone(),
            tool: message.tool.clone(),
            ok: message.ok,
            text: message.text.clone(),
            took_ms: took.map(crate::policy::millis),
        });
    }
}

/// How many of the first slots make one group.
fn group_len(slots: &[Slot]) -> usize {
    let alone = |slot: &Slot| match &slot.state {
        SlotState::Ready { tool, .. } => !tool.side_by_side(),
        SlotState::Done(_) => false,
    };
    match slots.iter().position(alone) {
        Some(0) => 1,
        Some(position) => position,
        None => slots.len(),
    }
}

fn as_text(output: &crate::ToolOutput) -> String {
    let text = output.text.trim_end();
    if text.is_empty() { "(no output)".to_owned() } else { text.to_owned() }
}

fn not_run(call: &ToolCall) -> ToolMessage {
    ToolMessage {
        call_id: call.id.clone(),
        tool: call.name.clone(),
        text: "[not run] the run ended before this call".to_owned(),
        ok: false,
    }
}

fn shown(arguments: &RawArguments) -> Value {
    match arguments {
        RawArguments::Text(text) => Value::String(text.clone()),
        RawArguments::Json(value) => value.clone(),
    }
}

/// JSON text in which the order of members makes no difference.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let mut members: Vec<_> = object
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), canonical(value)))
                .collect();
            members.sort();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_members_makes_no_difference() {
        let one: Value = serde_json::from_str(r#"{"a": [1, {"x": 1, "y": "2"}], "b": 2}"#).unwrap();
        let other: Value =
            serde_json::from_str(r#"{"b": 2, "a": [1, {"y": "2", "x": 1}]}"#).unwrap();
        assert_eq!(canonical(&one), r#"{"a":[1,{"x":1,"y":"2"}],"b":2}"#);
        assert_eq!(canonical(&one), canonical(&other));
        assert_ne!(canonical(&json!([1, 2])), canonical(&json!([2, 1])));
    }
}
