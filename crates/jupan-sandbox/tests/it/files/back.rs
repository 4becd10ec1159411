//! Files that a program is given, and those that come back.

use super::*;

#[test]
fn files_are_given_and_given_back() {
    let file = |name: &str, bytes: &[u8]| ProgramFile {
        name: name.to_owned(),
        bytes: SharedBytes::new(bytes.to_vec()),
    };
    let program = Program {
        files: vec![file("in.csv", b"1,2\n"), file("data/deep.txt", b"d")],
        outputs: Outputs::All,
        ..Program::new("x")
    };
    let write = || {
        Guest::default()
            .open("work/in.csv", 0, WRITE)
            .open("work/out.bin", CREATE, WRITE)
            .write(5, 3)
            .open("tmp/scratch", CREATE, WRITE)
    };
    let left = |name: &str, bytes: &[u8]| LeftFile {
        name: name.to_owned(),
        bytes: SharedBytes::new(bytes.to_vec()),
    };
    let files = write().run(&program, &Limits::default()).files;
    let new = LeftFiles { files: vec![left("out.bin", b"\0\0\0")], ..LeftFiles::default() };
    assert_eq!(files, new);

    let names = |names: &[&str]| Outputs::Named(names.iter().map(ToString::to_string).collect());
    let named = Program { outputs: names(&["in.csv", "data", "*.png"]), ..program.clone() };
    let not_there = LeftOut { name: "*.png".to_owned(), bytes: None, reason: OmitReason::NotThere };
    let both = LeftFiles {
        files: vec![left("data/deep.txt", b"d"), left("in.csv", b"1,2\n")],
        left_out: vec![not_there],
        more_left_out: 0,
    };
    assert_eq!(write().run(&named, &Limits::default()).files, both);
    assert_eq!(Guest::default().run(&named, &Limits::default()).files, both, "nothing was touched");

    let tight = Limits { returned_bytes: 9, ..Limits::default() };
    let too_large =
        LeftOut { name: "out.bin".to_owned(), bytes: Some(3), reason: OmitReason::TooLarge };
    let none = LeftFiles { left_out: vec![too_large], ..LeftFiles::default() };
    assert_eq!(write().run(&program, &tight).files, none);
    let none = Program { outputs: Outputs::None, ..program };
    assert_eq!(write().run(&none, &Limits::default()).files, LeftFiles::default());
}

#[test]
fn so_many_files_are_given_back_at_most() {
    let names: Vec<String> = (0..201).map(|number| format!("{number:03}")).collect();
    let file = |name: &String| ProgramFile { name: name.clone(), bytes: SharedBytes::new([]) };
    let program = Program {
        files: names.iter().map(file).collect(),
        outputs: Outputs::Named(vec!["*".to_owned()]),
        ..Program::new("x")
    };
    let left = Guest::default().run(&program, &Limits::default()).files;
    assert_eq!((left.files.len(), left.left_out.len(), left.more_left_out), (100, 100, 1));
    assert!(left.left_out.iter().all(|file| file.reason == OmitReason::TooMany));
}

#[test]
fn to_compare_names_with_patterns_has_an_end() {
    let names = (0..1000).map(|number| format!("{}{number:03}", "a".repeat(250)));
    let program = Program {
        files: names.map(|name| ProgramFile { name, bytes: SharedBytes::new([]) }).collect(),
        // Each star has to try every place for what follows it.
        outputs: Outputs::Named(vec![format!("*{}b", "a".repeat(120)); 100]),
        ..Program::new("x")
    };
    let left = Guest::default().run(&program, &Limits::default()).files;
    assert_eq!((left.files.len(), left.left_out.len()), (0, 100));
    assert!(left.left_out.iter().all(|file| file.reason == OmitReason::NotCompared));
    assert!(left.more_left_out > 800, "{}", left.more_left_out);
}
