//! Tools in the box.

mod calculate;
mod code_interpreter;
mod memo;
mod weather;

pub use calculate::{Calculate, CalculateArguments, Operator};
pub use code_interpreter::{CodeInterpreter, ConnectError};
pub use memo::{Memo, MemoArguments, MemoError};
pub use weather::{GetWeather, GetWeatherArguments};
