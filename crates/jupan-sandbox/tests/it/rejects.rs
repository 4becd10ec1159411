use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use jupan_sandbox::{Sandbox, SandboxConfig};

use crate::guests::{DONE, module, try_sandbox};

fn load(dir: &Path) -> String {
    Sandbox::load(dir, &SandboxConfig::default()).unwrap_err().to_string()
}

#[test]
fn a_guest_of_another_contract_is_refused() {
    let wat = module("", DONE).replace("(i32.const 3))\n", "(i32.const 4))\n");
    assert_eq!(
        try_sandbox(&wat).unwrap_err().to_string(),
        "the image file test has the ABI version 4, and this program needs 3; \
         `cargo xtask image` builds the image anew"
    );
}

#[test]
fn a_guest_that_wants_more_than_there_is_is_refused() {
    let wat = module(r#"(import "env" "system" (func (param i32)))"#, DONE);
    let error = try_sandbox(&wat).unwrap_err().to_string();
    assert!(error.contains("`env::system`"), "the import is named: {error}");
}

#[test]
fn a_missing_image_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("image.json");
    assert_eq!(
        load(dir.path()),
        format!(
            "the image file {} is missing; `cargo xtask image` builds the image anew",
            file.display()
        )
    );
}

#[test]
fn descriptions_that_are_none_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("image.json");
    let told = |text: &str| {
        fs::write(&file, text).unwrap();
        let error = load(dir.path());
        let start = format!("the image file {} ", file.display());
        let end = "; `cargo xtask image` builds the image anew";
        error.strip_prefix(&start).unwrap().strip_suffix(end).unwrap().to_owned()
    };
    assert_eq!(
        told(""),
        "is not an image description (EOF while parsing a value at line 1 column 0)"
    );
    assert_eq!(told("{}"), "is not an image description (`format` is missing)");
    assert_eq!(
        told(r#"{"format": 99}"#),
        "has the description format 99, and this program needs 2"
    );
    assert_eq!(
        told(&format!("{{\"format\": 99, \"x\": \"{}\"}}", "x".repeat(1 << 20))),
        "is not an image description (EOF while parsing a string at line 1 column 1048576)"
    );
    assert_eq!(
        told(r#"{"format": 2, "abi_version": 7}"#),
        "has the ABI version 7, and this program needs 3"
    );
    let foreign = r#"{"format": 2, "abi_version": 3, "name": "n", "version": "v",
        "engine": "elsewhere", "module_bytes": 1, "module_blake3": "", "python_version": "3",
        "modules": [], "preloaded": [], "packages": [], "memory_bytes": 1}"#;
    let error = told(foreign);
    assert!(
        error.starts_with("was compiled for elsewhere, and this program needs "),
        "both engines are named: {error}"
    );
}

#[test]
fn an_image_that_everybody_can_write_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("image.json");
    fs::write(&file, "{}").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
    assert_eq!(
        load(dir.path()),
        format!(
            "the image file {} can be written by every user of this machine, \
             so that its code cannot be trusted; `cargo xtask image` builds the image anew",
            file.display()
        )
    );
}
