use std::process::Command;

use jupan_tests::{ServerProcess, clients_dir, finish};

/// For each operation so many requests that follow the document, and as many that do not.
const EXAMPLES: &str = "40";
/// The same requests in every run.
const SEED: &str = "20260101";

#[test]
fn no_request_shows_that_the_server_does_not_keep_to_its_document() {
    let dir = tempfile::tempdir().unwrap();
    let token = "a-token-for-this-test";
    for args in [&[][..], &["--bearer-token", token]] {
        let server = ServerProcess::start(dir.path(), args);
        let mut command = Command::new(clients_dir().join("venv/bin/schemathesis"));
        command
            .args(["run", &format!("http://{}/openapi.json", server.address())])
            .args(["--phases", "examples,coverage,fuzzing"])
            .args(["--checks", "all", "--max-examples", EXAMPLES, "--seed", SEED])
            .args([
                "--max-time",
                "40",
                "--workers",
                "2",
                "--suppress-health-check",
                "all",
                "--no-color",
            ])
            // Names with letters outside ASCII are variables as well, which a pattern of JSON
            // Schema cannot say; nor can it say that a whole number is written in digits only.
            .args(["--exclude-checks", "negative_data_rejection,positive_data_acceptance"])
            .current_dir(dir.path());
        if !args.is_empty() {
            command.args(["--header", &format!("Authorization: Bearer {token}")]);
        }
        let finished = finish(&mut command, b"");
        assert_eq!(finished.status, Some(0), "{}\n{}", finished.stdout, finished.stderr);
    }
}
