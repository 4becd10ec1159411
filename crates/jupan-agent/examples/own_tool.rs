//! A tool of one's own: `cargo run --release -p jupan-agent --example own_tool`.

use jupan_agent::{
    Agent, Effect, ModelAnswer, ScriptedModel, Tool, ToolCall, ToolError, ToolOutput,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct RollArguments {
    /// Sides of the die.
    #[schemars(range(min = 2, max = 100))]
    sides: u32,
}

struct Roll;

impl Tool for Roll {
    type Arguments = RollArguments;
    fn name(&self) -> &str {
        "roll"
    }
    fn description(&self) -> &str {
        "Rolls a die and tells what it shows."
    }
    fn effect(&self) -> Effect {
        Effect::Pure
    }
    async fn run(&self, arguments: RollArguments) -> Result<ToolOutput, ToolError> {
        Ok(format!("it shows {}", fastrand::u32(1..=arguments.sides)).into())
    }
}

#[tokio::main]
async fn main() -> Result<(), jupan_agent::BuildError> {
    let call = ToolCall::new("", "roll", serde_json::json!({"sides": 6}));
    let model = ScriptedModel::new([ModelAnswer::calls([call]), ModelAnswer::text("Rolled.")]);
    let outcome = Agent::builder(model).tool(Roll).build()?.run("Roll a die.").await;
    println!("{:#?}", outcome.transcript.turns());
    Ok(())
}
