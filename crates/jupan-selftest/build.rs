//! Lists the files of `catalogue/`, so that each is in the binary and none can be forgotten.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=catalogue");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("catalogue");
    let mut list = String::from("&[\n");
    for class in sorted(&root)? {
        println!("cargo::rerun-if-changed={}", class.display());
        for file in sorted(&class)? {
            let name = file.strip_prefix(&root)?.with_extension("");
            let name = name.to_str().ok_or("a name that is not UTF-8")?.replace('\\', "/");
            if file.extension().is_none_or(|extension| extension != "py") {
                return Err(format!("{} is no Python file", file.display()).into());
            }
            writeln!(list, "({name:?}, include_str!({file:?})),")?;
        }
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

fn sorted(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}
