use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use jupan_tests::{finish, image_dir, jupan};
use serde_json::{Value, json};

/// What `jupan serve` says about the image in `dir`; it must not start.
fn refused(dir: &Path) -> String {
    let work = tempfile::tempdir().unwrap();
    let mut serve = jupan(work.path());
    serve.args(["serve", "--listen", "127.0.0.1:0", "--image"]).arg(dir);
    let got = finish(&mut serve, b"");
    assert_eq!((got.status, got.stdout.as_str()), (Some(3), ""), "{}", got.stderr);
    got.stderr
}

/// The sentence about `file`, and how to build the image anew.
fn sentence(file: &Path, fault: &str) -> String {
    format!(
        "jupan: the image file {} {fault}; `cargo xtask image` builds the image anew\n",
        file.display()
    )
}

fn description() -> Value {
    serde_json::from_slice(&fs::read(image_dir().join("image.json")).unwrap()).unwrap()
}

/// A folder with the description `json` and the module that `module` makes.
fn image(json: &[u8], module: impl FnOnce(&Path)) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("image.json"), json).unwrap();
    module(&dir.path().join("image.cwasm"));
    dir
}

#[test]
fn a_missing_file_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("no-such-image");
    assert_eq!(refused(&missing), sentence(&missing.join("image.json"), "is missing"));
    let dir = image(&fs::read(image_dir().join("image.json")).unwrap(), |_| {});
    assert_eq!(refused(dir.path()), sentence(&dir.path().join("image.cwasm"), "is missing"));
}

#[test]
fn a_damaged_module_is_never_loaded() {
    let json = fs::read(image_dir().join("image.json")).unwrap();
    let size = description()["module_bytes"].as_u64().unwrap();

    let short = image(&json, |path| fs::write(path, b"\x7fELF").unwrap());
    let fault = format!("is damaged (it has 4 bytes instead of {size})");
    assert_eq!(refused(short.path()), sentence(&short.path().join("image.cwasm"), &fault));

    let flipped = image(&json, |path| {
        let mut module = fs::read(image_dir().join("image.cwasm")).unwrap();
        let middle = module.len() / 2;
        module[middle] ^= 1;
        fs::write(path, module).unwrap();
    });
    let fault = "is damaged (its content does not match its hash)";
    assert_eq!(refused(flipped.path()), sentence(&flipped.path().join("image.cwasm"), fault));
}

#[test]
fn a_module_that_was_read_is_read_again_once_it_is_touched() {
    let json = fs::read(image_dir().join("image.json")).unwrap();
    let dir = image(&json, |path| {
        fs::copy(image_dir().join("image.cwasm"), path).unwrap();
    });
    let (module, mark) = (dir.path().join("image.cwasm"), dir.path().join("image.checked"));
    let start =
        || finish(jupan(dir.path()).args(["run", "-c", "1 + 1", "--image"]).arg(dir.path()), b"");
    // A file that has just been written leaves no mark: it is read until it has settled.
    assert_eq!((start().stdout.as_str(), mark.exists()), ("2\n", false));
    let begin = Instant::now();
    while !mark.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no mark is left");
        assert_eq!(start().stdout, "2\n");
    }
    assert_eq!(start().stdout, "2\n");
    // One byte, with the time of before.
    let before = fs::metadata(&module).unwrap().modified().unwrap();
    let file = fs::File::options().write(true).open(&module).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"\0", 12_345_678).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"\xff", 12_345_679).unwrap();
    file.set_modified(before).unwrap();
    drop(file);
    let fault = "is damaged (its content does not match its hash)";
    assert_eq!(refused(dir.path()), sentence(&module, fault));
}

#[test]
fn a_description_that_is_none_is_told() {
    for json in [&b""[..], b"{", b"\xff\xff", b"[]", b"{\"format\": \"one\"}"] {
        let dir = image(json, |_| {});
        let told = refused(dir.path());
        let start = format!(
            "jupan: the image file {} is not an image description (",
            dir.path().join("image.json").display()
        );
        assert!(told.starts_with(&start), "{told}");
        assert!(told.ends_with("; `cargo xtask image` builds the image anew\n"), "{told}");
    }
}

#[test]
fn an_image_of_another_kind_is_told() {
    let with = |field: &str, value: Value| {
        let mut json = description();
        json[field] = value;
        image(json.to_string().as_bytes(), |_| {})
    };
    let dir = with("format", json!(999));
    assert_eq!(
        refused(dir.path()),
        sentence(
            &dir.path().join("image.json"),
            "has the description format 999, and this program needs 2"
        )
    );
    let dir = with("abi_version", json!(999));
    assert_eq!(
        refused(dir.path()),
        sentence(
            &dir.path().join("image.json"),
            "has the ABI version 999, and this program needs 3"
        )
    );
    let dir = with("engine", json!("pdp11-0"));
    let needed = description()["engine"].as_str().unwrap().to_owned();
    let fault = format!("was compiled for pdp11-0, and this program needs {needed}");
    assert_eq!(refused(dir.path()), sentence(&dir.path().join("image.json"), &fault));
}

#[test]
fn an_image_tells_what_it_offers() {
    let work = tempfile::tempdir().unwrap();
    let got = finish(jupan(work.path()).args(["image", "info", "--json"]), b"");
    assert_eq!((got.status, got.stderr.as_str()), (Some(0), ""));
    // All images that there are; the one that programs start in comes first.
    let infos: Value = serde_json::from_str(&got.stdout).unwrap();
    let info = &infos[0];
    let image = description();
    let fields =
        ["name", "version", "python_version", "modules", "preloaded", "packages", "memory_bytes"];
    for field in fields {
        assert_eq!(info[field], image[field], "{field}");
    }
    assert_eq!(info["name"], "python");
    let modules = info["modules"].as_array().unwrap();
    for module in ["math", "statistics", "decimal", "json", "re"] {
        assert!(modules.contains(&json!(module)), "{module} is not offered");
    }
}

#[test]
fn a_guest_that_is_none_does_not_become_an_image() {
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("guest.wasm"), "not a module").unwrap();
    let build = |wasm: &str| {
        finish(jupan(work.path()).args(["image", "build", "--wasm", wasm, "--out", "out"]), b"")
    };
    let got = build("guest.wasm");
    assert_eq!((got.status, got.stdout.as_str()), (Some(3), ""));
    assert!(
        got.stderr.ends_with(
            "jupan: the guest does not compile: it is no WebAssembly module, at byte 0\n"
        ),
        "{}",
        got.stderr
    );
    assert!(!work.path().join("out/image.json").exists());
    let got = build("no-such.wasm");
    assert_eq!(
        (got.status, got.stderr.as_str()),
        (Some(3), "jupan: cannot use no-such.wasm: No such file or directory (os error 2)\n")
    );
}
