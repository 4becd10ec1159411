use jupan_api::{EXECUTE_PATH, ExecuteRequest, ExecuteResponse};
use jupan_selftest::{Class, catalogue, check};
use jupan_tests::{Bombs, Held, ServerProcess, post_json};

/// Bombs of each class. `cargo xtask soak --bombs 1000` throws as many as one likes, and looks
/// at the time that the next answers take.
const BOMBS: usize = 20;
/// What allocators and runtimes may hold on to, in bytes: far less than one bomb of memory
/// takes.
const SLACK_BYTES: u64 = 64 << 20;

/// Quick programs of each class.
const PROGRAMS: [(Class, &[&str]); 10] = [
    (Class::Cpu, &["cpu/time-while", "cpu/time-regex", "cpu/time-power", "cpu/time-sort-key"]),
    (Class::Blocking, &["blocking/sleep-in-every-handler", "blocking/many-short-sleeps"]),
    (Class::Memory, &["memory/format-width", "memory/no-room-to-raise", "memory/bigint-growth"]),
    (Class::Stack, &["stack/stack-call", "stack/map-recursion", "stack/step-through-zips"]),
    (Class::Output, &["output/flood-in-one-write", "output/flood-by-descriptor"]),
    (Class::Exit, &["exit/abort", "exit/builtins-cleared", "exit/exit-hard"]),
    (Class::Escape, &["escape/host-file", "escape/host-net", "escape/subclasses-popen"]),
    (Class::Isolation, &["isolation/builtins", "isolation/closed-descriptors"]),
    (Class::HostAllocation, &["host-allocation/message-size", "host-allocation/vectored-write"]),
    (Class::Determinism, &["determinism/random-seeded-anew", "determinism/uuid-unseeded"]),
];

#[test]
fn after_bombs_of_every_class_the_server_is_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(dir.path(), &["--log", "error"]);
    let execute = |request: &ExecuteRequest| -> serde_json::Result<ExecuteResponse> {
        let body = serde_json::to_vec(request)?;
        let reply = post_json(server.address(), EXECUTE_PATH, &body);
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        serde_json::from_slice(&reply.body)
    };
    let catalogue = catalogue().unwrap();
    // Each is followed by a program that must come out right.
    let throw = |count: usize| {
        for (class, names) in PROGRAMS {
            for bomb in Bombs::named(&catalogue, names).take(count) {
                assert_eq!(bomb.class, class);
                assert_eq!(check(&bomb, execute).mismatches, [], "{}", bomb.name);
            }
        }
    };
    throw(1);
    let before = Held::by(server.id());
    throw(BOMBS);
    let (Some(before), Some(after)) = (before, Held::by(server.id())) else {
        // This system does not tell what a process holds.
        return;
    };
    assert_eq!(after.processes, before.processes);
    assert!(after.bytes() <= before.bytes() + SLACK_BYTES, "{before:?}, then {after:?}");
}
