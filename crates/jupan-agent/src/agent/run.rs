//! The loop: ask the model, act on its answer, ask again.

use tokio::time::timeout_at;

use super::clock::Clock;
use super::saved::RunState;
use super::{Agent, Progress, SavedRun};
use crate::{
    ApprovalRequest, AssistantMessage, AtStepLimit, Budget, Ending, Event, Finish, Message,
    ModelAnswer, ModelErrorKind, ModelProgress, ModelRequest, Outcome, Tokens, Transcript,
};

/// One run in progress.
pub(super) struct Run<'a> {
    pub(super) agent: &'a Agent,
    pub(super) state: RunState,
    pub(super) clock: Clock,
}

/// Why the loop does not go on.
pub(super) enum Stop {
    End(Ending),
    Wait(ApprovalRequest),
}

impl From<Ending> for Stop {
    fn from(ending: Ending) -> Self {
        Self::End(ending)
    }
}

/// What the model is told when it sums up after the last step.
const CLOSING_PROMPT: &str = "The limit of steps is reached and no more tools can be called. \
     Say in a few sentences what the tool results so far show and what is still open.";

const EMPTY_ANSWER: &str =
    "Your last answer was empty. Call a tool, or give the final answer as text.";

impl<'a> Run<'a> {
    pub(super) fn new(agent: &'a Agent, state: RunState) -> Self {
        let clock = Clock::start(state.usage.wall_ms);
        Self { agent, state, clock }
    }

    /// Runs to the end, or to a decision that has to be waited for.
    pub(super) async fn start(mut self, question: String) -> Progress {
        self.emit(&Event::RunStarted {
            model: self.agent.model.name().to_owned(),
            tools: self.agent.registry.names().into_iter().map(str::to_owned).collect(),
            question,
        });
        match self.steps().await {
            Stop::End(ending) => Progress::Finished(self.finish(ending)),
            Stop::Wait(request) => {
                self.emit(&Event::Waiting {
                    call_id: request.call_id.clone(),
                    tool: request.tool.clone(),
                });
                self.state.usage.wall_ms = self.clock.used_ms();
                Progress::Waiting(SavedRun::new(request, self.state))
            }
        }
    }

    /// Ends a run whose open calls will never be run.
    pub(super) fn give_up(mut self, ending: Ending) -> Outcome {
        self.leave_open_calls();
        self.finish(ending)
    }

    async fn steps(&mut self) -> Stop {
        // Only a run that waited starts with an answer whose calls are open.
        if self.state.transcript.open_answer().is_some_and(|answer| !answer.calls.is_empty()) {
            if let Err(stop) = self.act().await {
                return stop;
            }
        } else if let Err(error) = self.state.transcript.check_pairing() {
            let message = format!("the conversation can't be continued: {error}");
            return Ending::ModelError { error: ModelErrorKind::Protocol, message }.into();
        }
        loop {
            if let Err(stop) = self.step().await {
                return stop;
            }
        }
    }

    async fn step(&mut self) -> Result<(), Stop> {
        let policy = &self.agent.policy;
        if self.state.steps >= policy.max_steps {
            let closing = match policy.at_step_limit {
                AtStepLimit::End => None,
                AtStepLimit::AskWithoutTools => self.closing().await,
            };
            return Err(Ending::StepLimit { limit: policy.max_steps, closing }.into());
        }
        self.check_tokens()?;
        self.state.steps += 1;
        self.emit(&Event::StepStarted { step: self.state.steps });
        let answer = self.ask(true).await?;
        if answer.calls.is_empty() {
            return self.conclude(answer);
        }
        self.record(answer);
        self.act().await
    }

    /// One model call within the run's time; what it used is counted.
    async fn ask(&mut self, tools_allowed: bool) -> Result<ModelAnswer, Ending> {
        let agent = self.agent;
        let request = ModelRequest {
            system: &agent.system,
            messages: self.state.transcript.messages(),
            tools: &agent.specs,
            tools_allowed,
        };
        let clock = self.clock;
        let progress = |progress| {
            let event = match progress {
                ModelProgress::TextDelta(text) => Event::TextDelta { text },
                ModelProgress::Retry { reason, delay } => {
                    Event::Retry { reason, delay_ms: crate::policy::millis(delay) }
                }
            };
            agent.observer.event(clock.at_ms(), &event);
        };
        self.state.usage.model_calls += 1;
        let deadline = self.clock.deadline(agent.policy.max_wall);
        let asked = timeout_at(deadline, agent.model.ask(request, &progress)).await;
        let answer = asked
            .map_err(|_| self.out_of_time())?
            .map_err(|error| Ending::ModelError { error: error.kind, message: error.message })?;
        let tokens = answer.tokens.unwrap_or_else(|| {
            self.state.usage.estimated = true;
            estimate(&agent.system, &self.state.transcript, &answer)
        });
        self.state.usage.input_tokens += tokens.input;
        self.state.usage.output_tokens += tokens.output;
        Ok(answer)
    }

    /// An answer without calls: the model proposes to finish.
    fn conclude(&mut self, answer: ModelAnswer) -> Result<(), Stop> {
        let finish = answer.finish;
        let text = answer.text.clone().unwrap_or_default().trim().to_owned();
        if !text.is_empty() {
            self.record(answer);
        }
        let cut_off = |error, what: &str| {
            Err(Ending::ModelError { error, message: format!("{what} cut off the answer") }.into())
        };
        match finish {
            Finish::CutOff => {
                return cut_off(ModelErrorKind::CutOff, "the provider's limit on its length");
            }
            Finish::Filtered => {
                return cut_off(ModelErrorKind::Filtered, "the provider's content filter");
            }
            Finish::Done => {}
        }
        if text.is_empty() {
            self.count_invalid_answer("the answer has neither text nor a tool call")?;
            // An empty answer has no place in the history: providers refuse one.
            self.state.transcript.push(Message::user(EMPTY_ANSWER));
            return Ok(());
        }
        let checked = match &self.agent.completion {
            Some(check) => check.check(&self.state.observations),
            None => Ok(()),
        };
        Err(match checked {
            Ok(()) => Ending::Completed { answer: text },
            Err(missing) => Ending::Incomplete { proposed: text, missing },
        }
        .into())
    }

    /// Puts an answer into the transcript. Every call gets an id of its own: some providers
    /// leave ids out or use one twice.
    fn record(&mut self, mut answer: ModelAnswer) {
        for note in &answer.notes {
            self.note("", note);
        }
        let mut taken: std::collections::HashSet<String> =
            self.state.transcript.calls().map(|call| call.id.clone()).collect();
        for (index, call) in answer.calls.iter_mut().enumerate() {
            if call.id.is_empty() || taken.contains(&call.id) {
                let given = if call.id.is_empty() { "missing" } else { "repeated" };
                // A conversation of several runs has the same step numbers again.
                let fresh = (index + 1..)
                    .map(|n| format!("call_{}_{n}", self.state.steps))
                    .find(|id| !taken.contains(id));
                call.id = fresh.unwrap_or_default();
                self.note(&call.id, &format!("a {given} call id was replaced by `{}`", call.id));
            }
            taken.insert(call.id.clone());
        }
        let said = answer.text.as_deref().filter(|_| !answer.calls.is_empty());
        for thought in [answer.thought.as_deref(), said].into_iter().flatten() {
            if !thought.trim().is_empty() {
                self.emit(&Event::Thought { text: thought.trim().to_owned() });
            }
        }
        self.state.transcript.push(Message::Assistant(AssistantMessage {
            text: answer.text.filter(|text| !text.trim().is_empty()),
            calls: answer.calls,
            provider_items: answer.provider_items,
        }));
    }

    /// What the model says after the last step. A failure here changes nothing: the run has
    /// reached its limit either way.
    async fn closing(&mut self) -> Option<String> {
        self.state.transcript.push(Message::user(CLOSING_PROMPT));
        let answer = self.ask(false).await.ok()?;
        let text = answer.text.clone().filter(|text| !text.trim().is_empty())?;
        self.record(ModelAnswer { calls: Vec::new(), ..answer });
        Some(text)
    }

    pub(super) fn check_tokens(&self) -> Result<(), Ending> {
        let (limit, used) = (self.agent.policy.max_tokens, self.state.usage.tokens());
        if used < limit {
            return Ok(());
        }
        Err(Ending::Budget { budget: Budget::Tokens, limit, used })
    }

    pub(super) fn count_invalid_answer(&mut self, reason: &str) -> Result<(), Ending> {
        self.state.counters.invalid_answers += 1;
        if self.state.counters.invalid_answers <= self.agent.policy.max_invalid_answers {
            return Ok(());
        }
        Err(Ending::InvalidAction { reason: reason.to_owned() })
    }

    pub(super) fn out_of_time(&self) -> Ending {
        Ending::Budget {
            budget: Budget::WallMs,
            limit: crate::policy::millis(self.agent.policy.max_wall),
            used: self.clock.used_ms(),
        }
    }

    pub(super) fn note(&self, call_id: &str, note: &str) {
        self.emit(&Event::Normalised { call_id: call_id.to_owned(), note: note.to_owned() });
    }

    pub(super) fn emit(&self, event: &Event) {
        self.agent.observer.event(self.clock.at_ms(), event);
    }

    fn finish(mut self, ending: Ending) -> Outcome {
        self.state.usage.wall_ms = self.clock.used_ms();
        self.emit(&Event::RunEnded {
            ending: ending.kind().to_owned(),
            text: ending.describe(),
            steps: self.state.steps,
            usage: self.state.usage,
        });
        let RunState { transcript, observations, usage, steps, .. } = self.state;
        Outcome { ending, steps, transcript, observations, usage }
    }
}

/// Four bytes to a token: a rough guess for providers that don't count.
fn estimate(system: &str, transcript: &Transcript, answer: &ModelAnswer) -> Tokens {
    let message = |message: &Message| match message {
        Message::User(user) => user.text.len(),
        Message::Tool(result) => result.text.len(),
        Message::Assistant(answer) => said(answer.text.as_deref(), &answer.calls),
    };
    let input = system.len() + transcript.messages().iter().map(message).sum::<usize>();
    let output = said(answer.text.as_deref(), &answer.calls);
    Tokens { input: input.div_ceil(4) as u64, output: output.div_ceil(4) as u64 }
}

fn said(text: Option<&str>, calls: &[crate::ToolCall]) -> usize {
    let calls = calls.iter().map(|call| call.name.len() + call.arguments.to_object_text().len());
    text.map_or(0, str::len) + calls.sum::<usize>()
}
