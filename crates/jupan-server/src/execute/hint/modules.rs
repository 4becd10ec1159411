//! What to use in place of a module that is not there.

use strsim::osa_distance;

/// For whatever needs a network.
pub(super) const NO_NETWORK: &str =
    "there is no network here; pass the data in `inputs` or write it into the program";
/// For whatever needs another process.
pub(super) const NO_PROCESSES: &str =
    "there are no other programs or processes here; do the work in Python";
/// Modules that cannot work in the sandbox, by what they need.
const POINTLESS: &[(&str, &str)] = &[
    ("_multiprocessing", NO_PROCESSES),
    ("_posixsubprocess", NO_PROCESSES),
    ("_socket", NO_NETWORK),
    ("_ssl", NO_NETWORK),
    ("aiohttp", NO_NETWORK),
    ("ctypes", NO_PROCESSES),
    ("_ctypes", NO_PROCESSES),
    ("httpx", NO_NETWORK),
    ("multiprocessing", NO_PROCESSES),
    ("requests", NO_NETWORK),
    ("select", NO_NETWORK),
    ("socket", NO_NETWORK),
    ("ssl", NO_NETWORK),
    ("subprocess", NO_PROCESSES),
    ("urllib3", NO_NETWORK),
];

/// Packages of the image `science`, and what the standard library has in their place.
const SCIENCE: &[(&str, &[&str])] = &[
    ("matplotlib", &[]),
    ("networkx", &["collections", "heapq"]),
    ("numpy", &["math", "statistics", "itertools"]),
    ("openpyxl", &["csv"]),
    ("pandas", &["csv", "statistics", "collections"]),
    ("scipy", &["math", "statistics"]),
    ("seaborn", &[]),
    ("sklearn", &["statistics"]),
    ("statsmodels", &["statistics"]),
];

/// What the standard library has in place of popular packages.
const REPLACEMENTS: &[(&str, &[&str])] = &[
    ("dateutil", &["datetime"]),
    ("gmpy2", &["math"]),
    ("pytz", &["zoneinfo"]),
    ("regex", &["re"]),
    ("simplejson", &["json"]),
];

/// The hint for `import name`, given the sorted names that can be imported.
pub(super) fn missing(name: &str, available: &[String]) -> String {
    let top = name.split('.').next().unwrap_or(name);
    if let Some((_, hint)) = POINTLESS.iter().find(|(module, _)| *module == top) {
        return (*hint).to_owned();
    }
    let offers = |module: &str| available.iter().any(|offered| offered == module);
    if name != top && offers(top) {
        return format!("`{top}` is here, but without `{name}`");
    }
    if ["sympy", "mpmath"].contains(&top) {
        return format!(
            "`{top}` is not here: it needs the image that `cargo xtask image sympy` builds, and a \
             program that has `import {top}` as a statement; else use `fractions`, `decimal`, `math`"
        );
    }
    let named = |modules: &[&str]| -> Vec<String> {
        let offered = modules.iter().filter(|module| offers(module));
        offered.map(|module| format!("`{module}`")).collect()
    };
    if let Some((_, modules)) = SCIENCE.iter().find(|(package, _)| *package == top) {
        let else_use = match named(modules).join(", ") {
            modules if modules.is_empty() => String::new(),
            modules => format!("; else use {modules}"),
        };
        return format!(
            "`{top}` is not here: it needs the image that `cargo xtask image science` builds, and a \
             program that has `import {top}` as a statement{else_use}"
        );
    }
    let replacements = REPLACEMENTS.iter().find(|(package, _)| *package == top);
    let replacements = replacements.map(|(_, modules)| named(modules)).unwrap_or_default();
    if !replacements.is_empty() {
        return format!(
            "`{top}` is not here and packages cannot be installed; use {}",
            replacements.join(", ")
        );
    }
    // The part in C of a module of the standard library that is not here.
    let top = top.trim_start_matches('_');
    match nearest(top, available) {
        Some(near) => {
            format!("`{top}` is not here and packages cannot be installed; did you mean `{near}`?")
        }
        None => format!(
            "`{top}` is not here and packages cannot be installed; use the standard library"
        ),
    }
}

/// The name closest to `name`, if it is close enough to be a slip of the pen.
fn nearest<'a>(name: &str, available: &'a [String]) -> Option<&'a str> {
    let most = match name.chars().count() {
        0..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    available
        .iter()
        .map(|module| (osa_distance(name, module), module.as_str()))
        .filter(|(distance, module)| *distance <= most && !module.starts_with('_'))
        .min()
        .map(|(_, module)| module)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(name: &str) -> String {
        let modules = ["_csv", "csv", "decimal", "json", "math", "os", "re", "statistics"];
        missing(name, &modules.map(str::to_owned))
    }

    #[test]
    fn a_popular_package_has_a_replacement() {
        assert_eq!(hint("regex"), "`regex` is not here and packages cannot be installed; use `re`");
    }

    #[test]
    fn a_package_that_another_image_has_says_how_to_get_it() {
        assert_eq!(
            hint("sympy.core"),
            "`sympy` is not here: it needs the image that `cargo xtask image sympy` builds, and a \
             program that has `import sympy` as a statement; else use `fractions`, `decimal`, `math`"
        );
    }

    #[test]
    fn a_scientific_package_says_how_to_get_it_and_what_to_use_instead() {
        assert_eq!(
            hint("numpy"),
            "`numpy` is not here: it needs the image that `cargo xtask image science` builds, and a \
             program that has `import numpy` as a statement; else use `math`, `statistics`"
        );
        assert_eq!(hint("numpy.linalg"), hint("numpy"));
        assert_eq!(
            hint("matplotlib.pyplot"),
            "`matplotlib` is not here: it needs the image that `cargo xtask image science` builds, \
             and a program that has `import matplotlib` as a statement"
        );
    }

    #[test]
    fn a_slip_of_the_pen_is_put_right() {
        assert_eq!(
            hint("statistic"),
            "`statistic` is not here and packages cannot be installed; did you mean `statistics`?"
        );
        assert_eq!(
            hint("amth"),
            "`amth` is not here and packages cannot be installed; did you mean `math`?"
        );
    }

    #[test]
    fn an_unknown_module_is_not_guessed_at() {
        assert_eq!(
            hint("torch"),
            "`torch` is not here and packages cannot be installed; use the standard library"
        );
        // The package is known, but what would replace it is not here.
        assert_eq!(
            hint("pytz"),
            "`pytz` is not here and packages cannot be installed; use the standard library"
        );
    }

    #[test]
    fn a_missing_submodule_is_named() {
        assert_eq!(hint("os.nonsense"), "`os` is here, but without `os.nonsense`");
    }

    #[test]
    fn a_missing_part_in_c_stands_for_its_module() {
        assert_eq!(
            hint("_sqlite3"),
            "`sqlite3` is not here and packages cannot be installed; use the standard library"
        );
    }

    #[test]
    fn what_cannot_work_here_says_why() {
        assert_eq!(hint("requests"), NO_NETWORK);
        assert_eq!(hint("_socket"), NO_NETWORK);
        assert_eq!(hint("subprocess"), NO_PROCESSES);
    }
}
