//! Packages for an image, as files.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jupan_abi::{PackageModule, Packages};

/// Where the packages of an image are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageFiles {
    /// The folder of the packages, as an installer leaves them.
    pub dir: PathBuf,
    /// A Python program that imports what every run is to find imported. What it defines as
    /// `begin(seed)` is called before each run.
    pub prepare: PathBuf,
    /// Python programs that are run before the snapshot, parted by lines of `# ---`.
    pub warm_up: PathBuf,
}

impl PackageFiles {
    /// Reads them. Tests of packages are left out.
    pub(super) fn read(&self) -> Result<Packages, (PathBuf, io::Error)> {
        let text = |path: &Path| fs::read_to_string(path).map_err(|error| (path.to_owned(), error));
        let mut modules = Vec::new();
        read_folder(&self.dir, "", "", &mut modules)?;
        Ok(Packages { modules, prepare: text(&self.prepare)?, warm_up: text(&self.warm_up)? })
    }
}

/// Names of the packages and modules at the top, sorted.
pub(super) fn top_level(packages: &Packages) -> Vec<String> {
    let modules = packages.modules.iter().map(|module| module.name.as_str());
    let mut names: Vec<String> =
        modules.filter(|name| !name.contains('.')).map(str::to_owned).collect();
    names.sort();
    names
}

/// Adds the modules in `dir`, whose names begin with `prefix` and whose paths with `path`.
fn read_folder(
    dir: &Path,
    prefix: &str,
    path: &str,
    modules: &mut Vec<PackageModule>,
) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (dir.to_owned(), error);
    let mut entries: Vec<_> =
        fs::read_dir(dir).and_then(Iterator::collect::<io::Result<_>>).map_err(failed)?;
    // The order of a folder is the file system's own.
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (file, name) = (entry.path(), entry.file_name());
        let Some(name) = name.to_str() else { continue };
        if file.join("__init__.py").is_file() {
            if name != "tests" {
                let (below, path) = (format!("{prefix}{name}."), format!("{path}{name}/"));
                add(&file.join("__init__.py"), &below, &format!("{path}__init__.py"), modules)?;
                read_folder(&file, &below, &path, modules)?;
            }
        } else if let Some(stem) = name.strip_suffix(".py").filter(|stem| *stem != "__init__") {
            add(&file, &format!("{prefix}{stem}"), &format!("{path}{name}"), modules)?;
        }
    }
    Ok(())
}

/// Adds one module. The name of a package ends in a dot.
fn add(
    file: &Path,
    name: &str,
    path: &str,
    modules: &mut Vec<PackageModule>,
) -> Result<(), (PathBuf, io::Error)> {
    modules.push(PackageModule {
        name: name.trim_end_matches('.').to_owned(),
        is_package: name.ends_with('.'),
        path: path.to_owned(),
        body: fs::read(file).map_err(|error| (file.to_owned(), error))?,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_by_their_names_and_tests_are_not() {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x = 1").unwrap();
        };
        for path in [
            "a/__init__.py",
            "a/b/__init__.py",
            "a/b/c.py",
            "a/tests/__init__.py",
            "a/data/x.py",
            "d.py",
            "a/b/d.txt",
            "prepare",
            "warm_up",
        ] {
            write(path);
        }
        let files = PackageFiles {
            dir: dir.path().to_owned(),
            prepare: dir.path().join("prepare"),
            warm_up: dir.path().join("warm_up"),
        };
        let packages = files.read().unwrap();
        let found: Vec<_> = packages
            .modules
            .iter()
            .map(|module| (module.name.as_str(), module.is_package, module.path.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("a", true, "a/__init__.py"),
                ("a.b", true, "a/b/__init__.py"),
                ("a.b.c", false, "a/b/c.py"),
                ("d", false, "d.py"),
            ]
        );
        assert_eq!(top_level(&packages), ["a", "d"]);
    }
}
