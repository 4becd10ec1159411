//! Packages that an image has beside the interpreter's own modules.

use serde::{Deserialize, Serialize};

/// What an image build hands to a guest before the snapshot. The build is ours on both sides:
/// none of it comes from a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packages {
    /// Their modules.
    pub modules: Vec<PackageModule>,
    /// Python program that imports what every run is to find imported.
    pub prepare: String,
    /// Python programs that are run before the snapshot for what they leave in caches, parted by
    /// lines of `# ---`.
    pub warm_up: String,
}

/// One module of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageModule {
    /// Its full name, `sympy.core.basic`.
    pub name: String,
    /// Whether it may have modules below it.
    pub is_package: bool,
    /// Its file, relative to the folder of all packages: `sympy/core/basic.py`.
    pub path: String,
    /// Source text on the way to `jupan_compile_packages`, code from there on.
    pub body: Vec<u8>,
}

/// Packages that do not decode, or do not encode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("packages are not valid: {0}")]
pub struct PackagesError(postcard::Error);

impl Packages {
    /// The envelope's bytes.
    ///
    /// # Errors
    ///
    /// None in practice: a growing buffer takes any packages. The encoder's type has the case.
    pub fn encode(&self) -> Result<Vec<u8>, PackagesError> {
        postcard::to_stdvec(self).map_err(PackagesError)
    }

    /// Reads an envelope.
    ///
    /// # Errors
    ///
    /// When `bytes` is not exactly one encoded set of packages.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackagesError> {
        match postcard::take_from_bytes(bytes) {
            Ok((packages, [])) => Ok(packages),
            Ok(_) => Err(PackagesError(postcard::Error::DeserializeBadEncoding)),
            Err(error) => Err(PackagesError(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_survive_the_way() {
        let packages = Packages {
            modules: vec![PackageModule {
                name: "a.b".to_owned(),
                is_package: false,
                path: "a/b.py".to_owned(),
                body: b"x = 1\n".to_vec(),
            }],
            prepare: "import a".to_owned(),
            warm_up: String::new(),
        };
        let mut bytes = packages.encode().unwrap();
        assert_eq!(Packages::decode(&bytes), Ok(packages));
        assert!(Packages::decode(&bytes[..bytes.len() - 1]).is_err());
        bytes.push(0);
        assert!(Packages::decode(&bytes).is_err());
    }
}
