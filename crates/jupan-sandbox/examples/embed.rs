//! Runs a model's program from another Rust program, without a server.
//!
//!     cargo xtask image
//!     cargo run --release --package jupan-sandbox --example embed

use std::{path::Path, time::Duration};

use jupan_sandbox::{Limits, Program, Runner as _, Sandbox, SandboxConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Once: load the image. The sandbox can be shared between threads.
    let sandbox = Sandbox::load(Path::new("target/image/python"), &SandboxConfig::default())?;

    // Per program: limits tighter than the defaults, inputs as JSON, and a run.
    let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
    let program = Program {
        code: "print(f'{len(prices)} prices')\nstatistics.mean(prices)".to_owned(),
        inputs: Some(r#"{"prices": [3.5, 4.25, 5]}"#.to_owned()),
        ..Program::default()
    };
    let outcome = sandbox.run(&program, &limits)?;

    print!("{}", outcome.stdout.to_text());
    match (outcome.result, outcome.failure) {
        (_, Some(failure)) => println!("failed: {}: {}", failure.type_name, failure.message),
        (Some(value), None) => println!("= {value}"),
        (None, None) => {}
    }
    println!("{:?}, {} instructions", outcome.usage.wall, outcome.usage.fuel);
    Ok(())
}
