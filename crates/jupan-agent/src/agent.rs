//! The agent: a model, its tools and the rules of a run.

use std::sync::Arc;

use crate::{
    Approver, CompletionCheck, DenyAll, Ending, Model, NoObserver, Observer, Outcome, Policy,
    PolicyError, Registry, RegistryError, Tool, ToolSpec, Transcript,
};

mod act;
mod clock;
mod run;
mod saved;

pub use saved::{SavedRun, SavedRunError};

use run::Run;
use saved::RunState;

/// Answers questions with a model and tools. One agent can do many runs, also at the same
/// time; it keeps nothing between them.
pub struct Agent {
    model: Arc<dyn Model>,
    registry: Registry,
    specs: Vec<ToolSpec>,
    policy: Policy,
    approver: Arc<dyn Approver>,
    completion: Option<Arc<dyn CompletionCheck>>,
    system: String,
    observer: Arc<dyn Observer>,
}

/// Where a run stands when it gives control back.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a run gives back one of these, once")]
pub enum Progress {
    /// It has ended.
    Finished(Outcome),
    /// It waits for a decision about a call. Save it, and hand it to [`Agent::resume`] when
    /// there is one: in this process or in another.
    Waiting(SavedRun),
}

/// Settings that make no agent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A tool can't be used.
    #[error(transparent)]
    Tool(#[from] RegistryError),
    /// A limit can't be used.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

impl Agent {
    /// Settings for an agent with this model: no tools, every acting tool denied, the default
    /// policy and the default system prompt.
    pub fn builder(model: impl Model + 'static) -> AgentBuilder {
        AgentBuilder {
            model: Arc::new(model),
            registry: Registry::default(),
            fault: None,
            policy: Policy::default(),
            approver: Arc::new(DenyAll),
            completion: None,
            system: crate::DEFAULT_SYSTEM_PROMPT.to_owned(),
            observer: Arc::new(NoObserver),
        }
    }

    /// Answers `question`.
    pub async fn run(&self, question: impl Into<String>) -> Outcome {
        self.run_after(Transcript::default(), question).await
    }

    /// Answers `question` as the next turn of the conversation `before`, for instance the
    /// [`Outcome::transcript`] of the last one.
    ///
    /// A decision to wait ends the run as [`Ending::Denied`]; use [`Agent::start`] for runs
    /// that can wait.
    pub async fn run_after(&self, before: Transcript, question: impl Into<String>) -> Outcome {
        match self.start(before, question).await {
            Progress::Finished(outcome) => outcome,
            Progress::Waiting(saved) => {
                let tool = saved.waiting_for().tool.clone();
                let reason = "the decision was put off, and this run can't wait".to_owned();
                Run::new(self, saved.into_state()).give_up(Ending::Denied { tool, reason })
            }
        }
    }

    /// Like [`Agent::run_after`], but a decision to wait gives the run back, to be taken up
    /// later.
    pub async fn start(&self, before: Transcript, question: impl Into<String>) -> Progress {
        let question = question.into();
        let state = RunState::new(before, question.clone());
        Run::new(self, state).start(question).await
    }

    /// Takes up a run that waited. The approver is asked about the call it waits for.
    pub async fn resume(&self, saved: SavedRun) -> Progress {
        let state = saved.into_state();
        let question = state.question.clone();
        Run::new(self, state).start(question).await
    }

    /// The tools.
    #[must_use]
    pub const fn tools(&self) -> &Registry {
        &self.registry
    }
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("model", &self.model.name())
            .field("tools", &self.registry)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Collects the parts of an [`Agent`]; [`AgentBuilder::build`] checks them.
#[must_use]
pub struct AgentBuilder {
    model: Arc<dyn Model>,
    registry: Registry,
    fault: Option<RegistryError>,
    policy: Policy,
    approver: Arc<dyn Approver>,
    completion: Option<Arc<dyn CompletionCheck>>,
    system: String,
    observer: Arc<dyn Observer>,
}

impl AgentBuilder {
    /// Adds a tool. One that can't be used is reported by [`Self::build`].
    pub fn tool<T: Tool>(mut self, tool: T) -> Self {
        if let Err(fault) = self.registry.add(tool) {
            self.fault.get_or_insert(fault);
        }
        self
    }

    /// The rules of a run. Default: [`Policy::default`].
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Decides about calls of acting tools. Default: [`DenyAll`].
    pub fn approver(mut self, approver: impl Approver + 'static) -> Self {
        self.approver = Arc::new(approver);
        self
    }

    /// What proves that a run is done. Default: the model's word.
    pub fn completion(mut self, check: impl CompletionCheck + 'static) -> Self {
        self.completion = Some(Arc::new(check));
        self
    }

    /// The system prompt; empty for none. Default: [`crate::DEFAULT_SYSTEM_PROMPT`].
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.system = system.into();
        self
    }

    /// Gets the events of every run. Default: nobody.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observer = Arc::new(observer);
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The first tool or limit that can't be used.
    pub fn build(self) -> Result<Agent, BuildError> {
        if let Some(fault) = self.fault {
            return Err(fault.into());
        }
        self.policy.validate()?;
        Ok(Agent {
            model: self.model,
            specs: self.registry.specs().cloned().collect(),
            registry: self.registry,
            policy: self.policy,
            approver: self.approver,
            completion: self.completion,
            system: self.system,
            observer: self.observer,
        })
    }
}
