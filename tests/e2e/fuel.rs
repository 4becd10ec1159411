use std::collections::BTreeMap;

use jupan_api::RunStatus;
use jupan_tests::{KeptFuel, TestServer, bench_programs};
use serde_json::json;

/// More instructions than before are a regression that no clock has to see; fewer are kept as
/// the new measure.
#[test]
fn programs_burn_the_fuel_they_are_known_to() {
    let server = TestServer::shared();
    let mut burnt = BTreeMap::new();
    for program in bench_programs() {
        let request = json!({ "code": program.code, "seed": 1, "limits": { "wall_ms": 60_000 } });
        let response = server.execute(&request);
        assert_eq!(
            (response.status, response.stdout.as_str()),
            (RunStatus::Ok, program.stdout.as_str()),
            "{}: {response:?}",
            program.name
        );
        burnt.insert(program.name, response.usage.fuel);
    }
    let deviations = KeptFuel::read().unwrap().deviations(&burnt);
    assert_eq!(
        deviations,
        [],
        "(program, fuel kept, fuel burnt) above; if that is meant, `cargo xtask bench --renew-fuel` \
         keeps what they burn now"
    );
}
