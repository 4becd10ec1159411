use jupan_tests::conformance::{Differences, programs, recorded, run_in_sandbox};
use jupan_tests::image_dir;

/// Of 1,000 programs, so many at most may differ from CPython.
const MAX_DIFFERENT_PER_MILLE: usize = 5;

#[test]
fn programs_end_as_under_cpython_or_as_they_are_known_to() {
    let programs = programs(None).unwrap();
    let recorded = recorded().unwrap();
    let differences = Differences::read().unwrap();
    let seen = run_in_sandbox(&image_dir(), &programs).unwrap();

    let ids: Vec<_> = programs.iter().map(|program| program.id.as_str()).collect();
    assert_eq!(ids, recorded.keys().collect::<Vec<_>>(), "`cargo xtask conformance --record`");
    let mut wrong = String::new();
    for (program, seen) in programs.iter().zip(&seen) {
        let known = differences.find(&program.id);
        let wanted = known.map_or(&recorded[&program.id], |known| &known.sandbox);
        if let Some(diff) = wanted.diff(seen) {
            wrong.push_str(&format!("=== {}\n{diff}\n", program.id));
        }
    }
    assert_eq!(wrong, "", "`cargo xtask conformance` shows the same");
}

#[test]
fn what_is_known_to_differ_does_and_is_little_and_on_the_page() {
    let programs = programs(None).unwrap();
    let recorded = recorded().unwrap();
    let differences = Differences::read().unwrap();

    let same: Vec<_> = differences
        .difference
        .iter()
        .filter(|known| recorded.get(&known.program) == Some(&known.sandbox))
        .map(|known| known.program.as_str())
        .collect();
    assert_eq!(same, [""; 0], "these are equal now: take them out of differences.toml");
    let most = programs.len() * MAX_DIFFERENT_PER_MILLE / 1000;
    assert!(differences.difference.len() <= most, "more than {most} programs differ");
    assert_eq!(
        Differences::kept_page().unwrap(),
        differences.page(&programs, &recorded).unwrap(),
        "`cargo xtask conformance --renew` writes the page"
    );
}
