use jupan_sandbox::{
    ErrorKind, ImageError, ImageInfo, Limits, Outcome, Program, Runner as _, Sandbox, SandboxConfig,
};

/// A report that says the program completed without a value.
const COMPLETED: &str = r"\00\00";

/// A sandbox whose guest has `items` at module level and runs `body` when it executes: the
/// body must leave the report's location on the stack.
pub(crate) fn sandbox(items: &str, body: &str) -> Sandbox {
    try_sandbox(&module(items, body)).unwrap()
}

/// A guest that follows the contract. Its memory has the request at 1024, a "completed"
/// report at 0 and room to play from 65536 on.
pub(crate) fn module(items: &str, body: &str) -> String {
    format!(
        r#"(module
            {items}
            (memory (export "memory") 4)
            (data (i32.const 0) "{COMPLETED}")
            (func (export "jupan_abi_version") (result i32) (i32.const 3))
            (func (export "jupan_alloc") (param i32) (result i32) (i32.const 1024))
            (func (export "jupan_execute") (param i32 i32) (result i64) {body}))"#
    )
}

pub(crate) fn try_sandbox(wat: &str) -> Result<Sandbox, ImageError> {
    let info = ImageInfo {
        name: "test".to_owned(),
        version: "1".to_owned(),
        python_version: "none".to_owned(),
        ..ImageInfo::default()
    };
    let config = SandboxConfig { max_concurrent_runs: 2, ..SandboxConfig::default() };
    Sandbox::compile(&wat::parse_str(wat).unwrap(), info, &config)
}

/// The location of [`COMPLETED`].
pub(crate) const DONE: &str = "(i64.const 2)";

/// Runs the guest under `limits`.
pub(crate) fn run(sandbox: &Sandbox, limits: &Limits) -> Outcome {
    sandbox.run(&Program::new("x"), limits).unwrap()
}

/// The kind and the message of the failure of a guest that runs `body`.
pub(crate) fn failure(items: &str, body: &str, limits: &Limits) -> (ErrorKind, String) {
    let failure = run(&sandbox(items, body), limits).failure.unwrap();
    (failure.kind, failure.message)
}
