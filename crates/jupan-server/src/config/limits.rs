//! [`Limits`] as configuration text. The sandbox's own type knows no serialisation.

use std::time::Duration;

use jupan_sandbox::Limits;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ServerConfig;

/// The limits under the names that requests and configuration use.
pub(crate) fn named(limits: &Limits) -> [(&'static str, u64); 7] {
    [
        ("wall_ms", millis(limits.wall)),
        ("fuel", limits.fuel),
        ("memory_bytes", limits.memory_bytes),
        ("output_bytes", limits.output_bytes),
        ("source_bytes", limits.source_bytes),
        ("files_bytes", limits.files_bytes),
        ("returned_bytes", limits.returned_bytes),
    ]
}

/// Whole milliseconds of `duration`.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A table of limits; what it leaves out comes from elsewhere.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    wall_ms: Option<u64>,
    fuel: Option<u64>,
    memory_bytes: Option<u64>,
    output_bytes: Option<u64>,
    source_bytes: Option<u64>,
    files_bytes: Option<u64>,
    returned_bytes: Option<u64>,
}

impl Table {
    fn of(limits: &Limits) -> Self {
        Self {
            wall_ms: Some(millis(limits.wall)),
            fuel: Some(limits.fuel),
            memory_bytes: Some(limits.memory_bytes),
            output_bytes: Some(limits.output_bytes),
            source_bytes: Some(limits.source_bytes),
            files_bytes: Some(limits.files_bytes),
            returned_bytes: Some(limits.returned_bytes),
        }
    }

    fn over(&self, base: &Limits) -> Limits {
        Limits {
            wall: self.wall_ms.map_or(base.wall, Duration::from_millis),
            fuel: self.fuel.unwrap_or(base.fuel),
            memory_bytes: self.memory_bytes.unwrap_or(base.memory_bytes),
            output_bytes: self.output_bytes.unwrap_or(base.output_bytes),
            source_bytes: self.source_bytes.unwrap_or(base.source_bytes),
            files_bytes: self.files_bytes.unwrap_or(base.files_bytes),
            returned_bytes: self.returned_bytes.unwrap_or(base.returned_bytes),
        }
    }
}

/// All limits.
pub(super) fn serialize<S: Serializer>(limits: &Limits, serializer: S) -> Result<S::Ok, S::Error> {
    Table::of(limits).serialize(serializer)
}

/// For `default_limits`: what is left out comes from [`Limits::default`].
pub(super) fn defaults<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
    Ok(Table::deserialize(deserializer)?.over(&Limits::default()))
}

/// For `limit_ceilings`: what is left out comes from the ceilings' own defaults.
pub(super) fn ceilings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
    Ok(Table::deserialize(deserializer)?.over(&ServerConfig::DEFAULT_CEILINGS))
}
