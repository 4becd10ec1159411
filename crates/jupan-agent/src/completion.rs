//! The completion check: "done" is proved from observations, not claimed.

use crate::Observation;

/// Judges a model's proposal to finish by what its tools really returned.
pub trait CompletionCheck: Send + Sync {
    /// Looks at the observations of the run, oldest first.
    ///
    /// # Errors
    ///
    /// What is missing, as a phrase that reads well after "the model proposed to finish,
    /// but".
    fn check(&self, observations: &[Observation]) -> Result<(), String>;
}

impl<F> CompletionCheck for F
where
    F: Fn(&[Observation]) -> Result<(), String> + Send + Sync,
{
    fn check(&self, observations: &[Observation]) -> Result<(), String> {
        self(observations)
    }
}

/// Holds when the named tool has succeeded at least once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSucceeded(pub String);

impl CompletionCheck for ToolSucceeded {
    fn check(&self, observations: &[Observation]) -> Result<(), String> {
        if observations.iter().any(|observation| observation.tool == self.0) {
            return Ok(());
        }
        Err(format!("`{}` has not succeeded", self.0))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_counts_only_when_it_was_observed() {
        let check = ToolSucceeded("memo".to_owned());
        let observation = |tool: &str| Observation {
            step: 1,
            call_id: "1".to_owned(),
            tool: tool.to_owned(),
            arguments: json!({}),
            text: String::new(),
            data: None,
        };
        assert_eq!(check.check(&[observation("memo")]), Ok(()));
        assert_eq!(
            check.check(&[observation("calculate")]),
            Err("`memo` has not succeeded".to_owned())
        );
    }
}
