//! `get_weather`: the demonstration tool.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{Effect, Tool, ToolError, ToolOutput};

/// Knows the weather of a few cities from a fixed table. It is there to demonstrate chains of
/// tools, and says the same every day.
#[derive(Debug, Clone, Copy, Default)]
pub struct GetWeather(());

/// The arguments of [`GetWeather`].
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetWeatherArguments {
    /// The city, such as Seoul.
    pub location: String,
}

struct Entry {
    city: &'static str,
    other_name: &'static str,
    celsius: i32,
    sky: &'static str,
}

const TABLE: [Entry; 6] = [
    Entry { city: "Seoul", other_name: "서울", celsius: 12, sky: "clear" },
    Entry { city: "Busan", other_name: "부산", celsius: 17, sky: "cloudy" },
    Entry { city: "Jeju", other_name: "제주", celsius: 22, sky: "sunny" },
    Entry { city: "Tokyo", other_name: "東京", celsius: 19, sky: "rain" },
    Entry { city: "Paris", other_name: "파리", celsius: 9, sky: "overcast" },
    Entry { city: "London", other_name: "런던", celsius: 8, sky: "rain" },
];

impl GetWeather {
    /// The tool.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Tool for GetWeather {
    type Arguments = GetWeatherArguments;

    fn name(&self) -> &'static str {
        "get_weather"
    }

    fn description(&self) -> &'static str {
        "Tells the current temperature in degrees Celsius and the sky of one city."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, arguments: GetWeatherArguments) -> Result<ToolOutput, ToolError> {
        let wanted = arguments.location.trim();
        // `Seoul, South Korea` is Seoul.
        let city = wanted.split(',').next().unwrap_or(wanted).trim();
        let found = TABLE
            .iter()
            .find(|entry| entry.city.eq_ignore_ascii_case(city) || entry.other_name == city);
        let Some(Entry { city, celsius, sky, .. }) = found else {
            let known: Vec<_> = TABLE.iter().map(|entry| entry.city).collect();
            return Err(ToolError::tell(format!(
                "no weather for `{wanted}`; the known cities are {}",
                known.join(", ")
            )));
        };
        let data = json!({"city": city, "celsius": celsius, "sky": sky});
        Ok(ToolOutput::new(format!("{city}: {celsius} °C, {sky}"), data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn weather(location: &str) -> Result<String, String> {
        let arguments = GetWeatherArguments { location: location.to_owned() };
        let result = GetWeather::new().run(arguments).await;
        result.map(|output| output.text).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_city_is_found_by_either_name() {
        let seoul = Ok("Seoul: 12 °C, clear".to_owned());
        for name in ["Seoul", " seoul ", "서울", "Seoul, South Korea"] {
            assert_eq!(weather(name).await, seoul, "{name}");
        }
    }

    #[tokio::test]
    async fn an_unknown_city_is_an_error_that_names_the_known_ones() {
        assert_eq!(
            weather("Atlantis").await,
            Err("no weather for `Atlantis`; the known cities are Seoul, Busan, Jeju, Tokyo, \
                 Paris, London"
                .to_owned())
        );
    }
}
