//! `print(1+1)` in a fresh sandbox: inside the process and over HTTP, beside a CPython
//! subprocess (if there is one) in the same run.
//!
//!     cargo bench --package jupan-tests --bench print

#![expect(clippy::expect_used, reason = "a benchmark fails by panicking, like a test")]

use std::{process::Command, time::Duration};

use criterion::{Criterion, criterion_group, criterion_main};
use jupan_client::Client;
use jupan_sandbox::{Limits, Program, Runner as _, Sandbox, SandboxConfig};
use jupan_tests::{TestServer, image_dir};

const CODE: &str = "print(1+1)";

fn in_process(criterion: &mut Criterion) {
    let sandbox = Sandbox::load(&image_dir(), &SandboxConfig::default()).expect("a built image");
    let (program, limits) = (Program::new(CODE), Limits::default());
    criterion.bench_function("print(1+1)/in process", |bencher| {
        bencher.iter(|| {
            let outcome = sandbox.run(&program, &limits).expect("the sandbox works");
            assert_eq!(outcome.stdout.head, b"2\n");
        });
    });
}

fn over_http(criterion: &mut Criterion) {
    let server = TestServer::shared();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime for the client");
    let client = Client::builder(server.url()).build().expect("the server's URL is one");
    let request = jupan_api::ExecuteRequest::new(CODE);
    criterion.bench_function("print(1+1)/over HTTP", |bencher| {
        bencher.iter(|| {
            let response = runtime.block_on(client.execute(&request)).expect("an answer");
            assert_eq!(response.stdout, "2\n");
        });
    });
}

fn cpython(criterion: &mut Criterion) {
    let run = || Command::new("python3").args(["-I", "-c", CODE]).output();
    if run().is_err() {
        eprintln!("no python3 here: nothing to compare with");
        return;
    }
    criterion.bench_function("print(1+1)/CPython subprocess", |bencher| {
        bencher.iter(|| assert_eq!(run().expect("it ran before").stdout, b"2\n"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5));
    targets = in_process, over_http, cpython
}
criterion_main!(benches);
