//! `calculate`: one operation on two numbers, exactly.

use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::{Effect, Tool, ToolError, ToolOutput};

/// Adds, subtracts, multiplies or divides two numbers in decimal arithmetic: 0.1 + 0.2 is
/// 0.3. Up to 28 digits; larger numbers are refused, never rounded in silence.
#[derive(Debug, Clone, Copy, Default)]
pub struct Calculate(());

/// The arguments of [`Calculate`].
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalculateArguments {
    /// The first number, an integer or a decimal.
    #[schemars(schema_with = "number")]
    pub a: Number,
    /// The operation.
    pub op: Operator,
    /// The second number, an integer or a decimal.
    #[schemars(schema_with = "number")]
    pub b: Number,
}

/// The operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Operator {
    #[expect(missing_docs, reason = "the sign says it")]
    #[serde(rename = "+")]
    Add,
    #[expect(missing_docs, reason = "the sign says it")]
    #[serde(rename = "-")]
    Subtract,
    #[expect(missing_docs, reason = "the sign says it")]
    #[serde(rename = "*")]
    Multiply,
    #[expect(missing_docs, reason = "the sign says it")]
    #[serde(rename = "/")]
    Divide,
}

fn number(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number"})
}

impl Calculate {
    /// The tool.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Tool for Calculate {
    type Arguments = CalculateArguments;

    fn name(&self) -> &'static str {
        "calculate"
    }

    fn description(&self) -> &'static str {
        "Computes `a op b` exactly, for two numbers of up to 28 digits. Takes JSON numbers, \
         not strings or expressions; chain calls for longer calculations."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, arguments: CalculateArguments) -> Result<ToolOutput, ToolError> {
        let result = compute(&arguments)?;
        // The text has the exact digits; a float would lose some.
        Ok(ToolOutput::new(result.clone(), Value::String(result)))
    }
}

fn compute(arguments: &CalculateArguments) -> Result<String, ToolError> {
    let a = decimal("a", &arguments.a)?;
    let b = decimal("b", &arguments.b)?;
    let result = match arguments.op {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide if b.is_zero() => return Err(ToolError::tell("division by zero")),
        Operator::Divide => a.checked_div(b),
    };
    match result {
        Some(result) => Ok(result.normalize().to_string()),
        None => Err(ToolError::tell("the result has more than 28 digits")),
    }
}

fn decimal(field: &str, number: &Number) -> Result<Decimal, ToolError> {
    let refuse = || {
        let reason = "is too large or too precise for this tool, which takes 15 digits of a \
                      decimal and 19 of an integer";
        ToolError::tell(format!("`{field}` {reason}"))
    };
    if let Some(integer) = number.as_i64() {
        return Ok(Decimal::from(integer));
    }
    if let Some(integer) = number.as_u64() {
        return Ok(Decimal::from(integer));
    }
    // Everything else was read as a float. Its shortest text is what the model wrote as long
    // as that has no more digits than a float keeps.
    let text = number.to_string();
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let significant = digits.trim_start_matches(['-', '0', '.']);
    if significant.bytes().filter(u8::is_ascii_digit).count() > 15 {
        return Err(refuse());
    }
    let value =
        if text.contains(['e', 'E']) { Decimal::from_scientific(&text) } else { text.parse() };
    value.map_err(|_| refuse())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema_of;

    fn run(a: Value, op: &str, b: Value) -> Result<String, String> {
        let arguments = serde_json::from_value(json!({"a": a, "op": op, "b": b})).unwrap();
        compute(&arguments).map_err(|error| error.to_string())
    }

    fn ok(text: &str) -> Result<String, String> {
        Ok(text.to_owned())
    }

    #[test]
    fn integers_and_decimals_are_exact() {
        assert_eq!(run(json!(37), "*", json!(48)), ok("1776"));
        assert_eq!(run(json!(0.1), "+", json!(0.2)), ok("0.3"));
        assert_eq!(run(json!(39.6), "+", json!(19.8)), ok("59.4"));
        assert_eq!(run(json!(59.4), "*", json!(2)), ok("118.8"));
        assert_eq!(run(json!(-7), "/", json!(2)), ok("-3.5"));
        assert_eq!(run(json!(10), "/", json!(2.5)), ok("4"));
        assert_eq!(run(json!(1), "/", json!(3)), ok("0.3333333333333333333333333333"));
        assert_eq!(run(json!(9_007_199_254_740_993_u64), "-", json!(1)), ok("9007199254740992"));
        assert_eq!(run(json!(1e-7), "*", json!(1e7)), ok("1"));
    }

    #[test]
    fn what_cannot_be_exact_is_refused() {
        assert_eq!(run(json!(1), "/", json!(0)), Err("division by zero".to_owned()));
        assert_eq!(
            run(json!(i64::MAX), "*", json!(i64::MAX)),
            Err("the result has more than 28 digits".to_owned())
        );
        let refused = "`a` is too large or too precise for this tool, which takes 15 digits of \
                       a decimal and 19 of an integer";
        assert_eq!(run(json!(0.123_456_789_012_345_68), "+", json!(1)), Err(refused.to_owned()));
        assert_eq!(run(json!(1e300), "+", json!(1)), Err(refused.to_owned()));
    }

    #[test]
    fn the_schema_asks_for_numbers_and_one_of_four_operators() {
        assert_eq!(
            schema_of::<CalculateArguments>(),
            json!({
                "type": "object",
                "properties": {
                    "a": {"type": "number", "description": "The first number, an integer or a decimal."},
                    "op": {"type": "string", "enum": ["+", "-", "*", "/"], "description": "The operation."},
                    "b": {"type": "number", "description": "The second number, an integer or a decimal."}
                },
                "required": ["a", "op", "b"],
                "additionalProperties": false
            })
        );
    }
}
