//! The body of a request, against the types of the contract.
#![no_main]
#![expect(clippy::expect_used, reason = "a target fails by panicking")]

use std::sync::LazyLock;

use jupan_api::{ErrorCode, ErrorDetail, ExecuteRequest};
use jupan_fuzz::{BoundedAllocator, bounded_allocator, tell_panics_without_bound};
use jupan_sandbox::{Limits, Program};
use jupan_server::{ServerConfig, fuzzing::check_request};
use libfuzzer_sys::fuzz_target;
use serde_json::value::RawValue;

#[global_allocator]
static ALLOCATOR: BoundedAllocator = bounded_allocator();

static CONFIG: LazyLock<ServerConfig> = LazyLock::new(ServerConfig::default);

/// The longest that a refusal may be, whatever it quotes.
const MAX_MESSAGE_BYTES: usize = 1 << 10;

fuzz_target!(init: tell_panics_without_bound(&ALLOCATOR), |body: &[u8]| {
    let json = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    match check_request(body, &CONFIG) {
        Ok((program, limits)) => accepted(json, &program, &limits),
        Err(refusal) => refused(json, &refusal.error),
    }
});

/// What the server takes means what the contract says that it means.
fn accepted(json: &[u8], program: &Program, limits: &Limits) {
    let request: ExecuteRequest =
        serde_json::from_slice(json).expect("the contract has no such request");
    assert_eq!(program.code, request.code);
    assert_eq!(program.seed, request.seed);

    let inputs: Vec<(&String, &str)> =
        request.inputs.iter().map(|(name, value)| (name, value.get())).collect();
    match &program.inputs {
        None => assert_eq!(inputs, []),
        Some(text) => {
            let object: ExecuteRequest =
                serde_json::from_str(&format!(r#"{{"code": "", "inputs": {text}}}"#))
                    .expect("the inputs are not an object");
            assert!(!inputs.is_empty(), "no inputs are no object");
            assert!(
                inputs
                    .into_iter()
                    .eq(object.inputs.iter().map(|(name, value)| (name, value.get())))
            );
        }
    }

    assert_eq!(limits.validate(), Ok(()));
    let (asked, default, ceiling) =
        (request.limits, &CONFIG.default_limits, &CONFIG.limit_ceilings);
    for (value, asked, default, ceiling) in [
        (
            limits.wall.as_millis(),
            asked.wall_ms,
            default.wall.as_millis(),
            ceiling.wall.as_millis(),
        ),
        (limits.fuel.into(), asked.fuel, default.fuel.into(), ceiling.fuel.into()),
        (
            limits.memory_bytes.into(),
            asked.memory_bytes,
            default.memory_bytes.into(),
            ceiling.memory_bytes.into(),
        ),
        (
            limits.output_bytes.into(),
            asked.output_bytes,
            default.output_bytes.into(),
            ceiling.output_bytes.into(),
        ),
    ] {
        assert_eq!(value, asked.map_or(default, u128::from), "a limit is not what was asked for");
        assert!(value <= ceiling, "a limit lies above its ceiling");
    }
    assert!(program.code.len() as u64 <= limits.source_bytes, "the program is too long");
}

/// A refusal is short, and of the kind that it says it is.
fn refused(json: &[u8], refusal: &ErrorDetail) {
    assert!(!refusal.message.is_empty(), "a refusal without a reason");
    assert!(refusal.message.len() <= MAX_MESSAGE_BYTES, "a long refusal: {}", refusal.message);
    let is_json = serde_json::from_slice::<&RawValue>(json).is_ok();
    match refusal.code {
        ErrorCode::MalformedJson => assert!(!is_json, "JSON is refused: {}", refusal.message),
        ErrorCode::InvalidField | ErrorCode::TooLarge => {
            assert!(is_json, "a field of no JSON: {}", refusal.message);
        }
        code => panic!("refused as {}: {}", code.as_str(), refusal.message),
    }
}
