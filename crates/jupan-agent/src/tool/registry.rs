//! The tools of an agent, by name.

use std::sync::Arc;

use async_trait::async_trait;
use indexmap::IndexMap;
use jsonschema::Validator;
use serde_json::{Map, Value};

use super::arguments::to_object;
use super::{ArgumentError, Effect, Tool, ToolError, ToolOutput, ToolSpec};
use crate::RawArguments;

/// The tools of an agent, in the order they were added.
#[derive(Clone, Default)]
pub struct Registry {
    tools: IndexMap<String, Arc<dyn ErasedTool>>,
}

/// A tool that can't be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Providers would refuse the name.
    #[error("`{0}` is no tool name; 1 to 64 of ASCII letters, digits, `_` and `-` are allowed")]
    Name(String),
    /// Another tool has the name.
    #[error("there are two tools named `{0}`")]
    Duplicate(String),
    /// The schema is not a JSON schema of an object.
    #[error("the parameters of tool `{tool}` are not a JSON schema of an object: {reason}")]
    Schema {
        /// The tool.
        tool: String,
        /// What is wrong.
        reason: String,
    },
}

impl Registry {
    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// When its name or its schema can't be used, see [`RegistryError`].
    pub fn add<T: Tool>(&mut self, tool: T) -> Result<(), RegistryError> {
        let name = tool.name().to_owned();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if name.is_empty() || name.len() > 64 || !name.bytes().all(allowed) {
            return Err(RegistryError::Name(name));
        }
        if self.tools.contains_key(&name) {
            return Err(RegistryError::Duplicate(name));
        }
        let spec = ToolSpec {
            name: name.clone(),
            description: tool.description().to_owned(),
            parameters: tool.parameters(),
        };
        let schema_error = |reason: String| RegistryError::Schema { tool: name.clone(), reason };
        if spec.parameters.get("type").is_none_or(|kind| kind != "object") {
            return Err(schema_error("its type is not `object`".to_owned()));
        }
        let validator = jsonschema::validator_for(&spec.parameters)
            .map_err(|error| schema_error(error.to_string()))?;
        self.tools.insert(name, Arc::new(Checked { tool, spec, validator }));
        Ok(())
    }

    /// The tools as the model is told of them.
    pub fn specs(&self) -> impl Iterator<Item = &ToolSpec> {
        self.tools.values().map(|tool| tool.spec())
    }

    /// The names, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.tools.keys().map(String::as_str).collect()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<dyn ErasedTool>> {
        self.tools.get(name)
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tools.keys()).finish()
    }
}

/// Arguments that were checked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ready {
    pub(crate) arguments: Map<String, Value>,
    pub(crate) notes: Vec<String>,
}

/// A tool whose type of arguments is hidden, so that tools of all kinds fit into one list.
#[async_trait]
pub(crate) trait ErasedTool: Send + Sync {
    fn spec(&self) -> &ToolSpec;
    fn effect(&self) -> Effect;
    fn side_by_side(&self) -> bool;
    fn check(&self, raw: &RawArguments) -> Result<Ready, ArgumentError>;
    async fn run(&self, arguments: Map<String, Value>) -> Result<ToolOutput, ToolError>;
}

struct Checked<T> {
    tool: T,
    spec: ToolSpec,
    validator: Validator,
}

impl<T: Tool> Checked<T> {
    fn error(&self, problem: impl Into<String>) -> ArgumentError {
        ArgumentError::new(&self.spec.name, &self.spec.parameters, problem)
    }

    /// Everything the schema has against `arguments`, each with its place.
    fn schema_problems(&self, arguments: &Value) -> Option<String> {
        let problems: Vec<_> = self
            .validator
            .iter_errors(arguments)
            .map(|error| {
                let path = error.instance_path().to_string();
                let path = path.trim_start_matches('/').replace('/', ".");
                if path.is_empty() { error.to_string() } else { format!("`{path}`: {error}") }
            })
            .collect();
        (!problems.is_empty()).then(|| problems.join("; "))
    }
}

#[async_trait]
impl<T: Tool> ErasedTool for Checked<T> {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        self.tool.effect()
    }

    fn side_by_side(&self) -> bool {
        self.tool.side_by_side()
    }

    fn check(&self, raw: &RawArguments) -> Result<Ready, ArgumentError> {
        let (mut arguments, mut notes) = to_object(&self.spec.name, &self.spec.parameters, raw)?;
        notes.extend(self.tool.normalise(&mut arguments));
        let value = Value::Object(arguments.clone());
        if let Some(problems) = self.schema_problems(&value) {
            return Err(self.error(problems));
        }
        // The type may be stricter than its schema, and the model should hear of it before
        // anyone is asked for approval.
        match serde_json::from_value::<T::Arguments>(value) {
            Ok(_) => Ok(Ready { arguments, notes }),
            Err(error) => Err(self.error(error.to_string())),
        }
    }

    async fn run(&self, arguments: Map<String, Value>) -> Result<ToolOutput, ToolError> {
        match serde_json::from_value(Value::Object(arguments)) {
            Ok(arguments) => self.tool.run(arguments).await,
            Err(error) => Err(ToolError::tell(self.error(error.to_string()).to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    struct Add {
        name: &'static str,
        parameters: Value,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Pair {
        a: i64,
        b: i64,
    }

    impl Tool for Add {
        type Arguments = Pair;

        fn name(&self) -> &str {
            self.name
        }

        fn description(&self) -> &'static str {
            "Adds."
        }

        fn effect(&self) -> Effect {
            Effect::Pure
        }

        fn parameters(&self) -> Value {
            self.parameters.clone()
        }

        async fn run(&self, Pair { a, b }: Pair) -> Result<ToolOutput, ToolError> {
            Ok((a + b).to_string().into())
        }
    }

    fn add() -> Add {
        Add { name: "add", parameters: super::super::schema_of::<Pair>() }
    }

    fn registry() -> Registry {
        let mut registry = Registry::default();
        registry.add(add()).unwrap();
        registry
    }

    fn problem(arguments: Value) -> String {
        let registry = registry();
        let tool = registry.get("add").unwrap();
        tool.check(&RawArguments::from(arguments)).unwrap_err().problem
    }

    #[tokio::test]
    async fn checked_arguments_reach_the_tool() {
        let registry = registry();
        let tool = registry.get("add").unwrap();
        let ready = tool.check(&RawArguments::from(json!({"a": 2, "b": 40}))).unwrap();
        assert_eq!(ready.notes, Vec::<String>::new());
        assert_eq!(tool.run(ready.arguments).await, Ok(ToolOutput::from("42")));
    }

    #[test]
    fn wrong_types_are_named_with_their_place() {
        assert_eq!(
            problem(json!({"a": true, "b": "2"})),
            "`a`: true is not of type \"integer\"; `b`: \"2\" is not of type \"integer\""
        );
        assert_eq!(problem(json!({"a": 1})), "\"b\" is a required property");
        assert_eq!(
            problem(json!({"a": 1, "b": 2, "c": 3})),
            "Additional properties are not allowed ('c' was unexpected)"
        );
        // 2.0 is an integer to JSON Schema, but not to the type.
        assert_eq!(
            problem(json!({"a": 2.0, "b": 1})),
            "invalid type: floating point `2.0`, expected i64"
        );
    }

    #[test]
    fn a_tool_that_cannot_work_is_not_added() {
        let error = |tool: Add| registry().add(tool).unwrap_err();
        assert_eq!(error(add()), RegistryError::Duplicate("add".to_owned()));
        assert_eq!(
            error(Add { name: "add up", ..add() }),
            RegistryError::Name("add up".to_owned())
        );
        assert_eq!(
            error(Add { name: "x", parameters: json!({"type": "string"}) }),
            RegistryError::Schema {
                tool: "x".to_owned(),
                reason: "its type is not `object`".to_owned()
            }
        );
    }
}
