//! What to do about a run that did not go well: one sentence or two for the model.

mod files;
mod modules;

use jupan_sandbox::{ErrorKind, Failure, ImageInfo, Limits, Outcome, Program, Safeguard};

use crate::execute::response::SessionFacts;
use crate::session::ended_hint;
use crate::units::{seconds, size};

/// Everything that a rule may look at.
pub(crate) struct Facts<'a> {
    pub(crate) program: &'a Program,
    pub(crate) limits: &'a Limits,
    pub(crate) image: &'a ImageInfo,
    pub(crate) outcome: &'a Outcome,
    /// The outcome's stdout as text.
    pub(crate) stdout: &'a str,
    /// The session, if the program ran in one.
    pub(crate) session: Option<&'a SessionFacts<'a>>,
}

/// The longest name that a hint speaks of.
const MAX_NAME_BYTES: usize = 100;

/// The most modules that a hint speaks of, beside the first.
const MODULES_SPOKEN_OF: usize = 9;

/// The longest line of the program that a hint repeats.
const MAX_LINE_BYTES: usize = 80;

/// A rule: the hint, if it knows one for these facts.
type Rule = fn(&Facts<'_>) -> Option<String>;

/// The rules in order; the first that knows something speaks.
const RULES: &[Rule] = &[
    no_output,
    time_limit,
    instruction_limit,
    memory_limit,
    output_limit,
    recursion_limit,
    crash,
    markdown_fence,
    package_of_another_image,
    missing_module,
    undefined_name,
    no_input,
    long_integer,
    no_network,
    no_process,
    missing_file,
    no_room,
];

/// The hint for a finished run, if there is one.
pub(crate) fn hint(facts: &Facts<'_>) -> Option<String> {
    let hint = RULES.iter().find_map(|rule| rule(facts));
    let ended = facts.session.and_then(|session| session.after.ended).map(ended_hint);
    match (hint, ended) {
        (Some(hint), Some(ended)) => Some(format!("{hint}. Also, {ended}")),
        (hint, ended) => hint.or(ended),
    }
}

impl Facts<'_> {
    fn failure(&self) -> Option<&Failure> {
        self.outcome.failure.as_ref()
    }

    /// The failure, if it is of this kind.
    fn of_kind(&self, kind: ErrorKind) -> Option<&Failure> {
        self.failure().filter(|failure| failure.kind == kind)
    }

    /// The failure, if it is a Python exception of one of these types. A class that derives
    /// from them in a module of its own has that module before its name.
    fn of_type(&self, types: &[&str]) -> Option<&Failure> {
        self.failure().filter(|failure| types.contains(&failure.type_name.as_str()))
    }
}

fn no_output(facts: &Facts<'_>) -> Option<String> {
    let outcome = facts.outcome;
    let has_files = !outcome.files.files.is_empty() || !outcome.pictures.is_empty();
    let has_shown = outcome.result.is_some() || has_files || !facts.stdout.trim().is_empty();
    if outcome.failure.is_some() || has_shown {
        return None;
    }
    let statements = facts
        .program
        .code
        .lines()
        .map(str::trim)
        .any(|line| !line.is_empty() && !line.starts_with('#'));
    let hint = if !statements {
        "the program has no statements"
    } else if !outcome.stderr.head.is_empty() {
        "the program wrote to stderr alone; print to stdout what is to be seen"
    } else {
        "the program ran to its end; print() what is to be seen, or end with an expression"
    };
    Some(hint.to_owned())
}

fn time_limit(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Timeout)?;
    Some(format!(
        "the time limit of {}, in which waiting counts too, was reached{}; use a faster method, a \
         closed formula or smaller numbers",
        seconds(facts.limits.wall),
        at_line(facts)
    ))
}

fn instruction_limit(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Fuel)?;
    Some(format!(
        "the program used up its {} instructions, the part of the time limit that counts work{}; \
         use a faster method, a closed formula or smaller numbers",
        facts.limits.fuel,
        at_line(facts)
    ))
}

fn memory_limit(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Memory).or_else(|| facts.of_type(&["MemoryError"]))?;
    Some(format!(
        "the memory limit is {}, of which {} were in use{}, the interpreter's own part included; \
         keep less at a time, for instance with a generator in place of a list",
        size(facts.limits.memory_bytes),
        size(facts.outcome.usage.memory_peak_bytes),
        at_line(facts)
    ))
}

/// Where a limit ended the program, in words to be put into a sentence.
fn at_line(facts: &Facts<'_>) -> String {
    let Some(number) = facts.failure().and_then(|failure| failure.line) else {
        return String::new();
    };
    let text = facts.program.code.lines().nth(number as usize - 1).map_or("", str::trim);
    let longest = Safeguard::HintLine.unless_off(MAX_LINE_BYTES, usize::MAX);
    let mut place = if text.is_empty() || text.len() > longest {
        format!(" at line {number}")
    } else {
        format!(" at line {number}, `{text}`")
    };
    if let Some(busy) = facts.failure().and_then(|failure| failure.busy_loop) {
        let whose = match busy.line {
            line if line == number => "there".to_owned(),
            line => format!("at line {line}"),
        };
        let rounds = match busy.rounds {
            1 => "1 round".to_owned(),
            rounds => format!("{} rounds", grouped(rounds)),
        };
        place.push_str(&format!(", after {rounds} of the loop {whose}"));
    }
    place
}

/// A number with a comma before every three digits.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn output_limit(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Output)?;
    Some(format!(
        "{} of output are kept; print a summary, and look for a loop that prints without end{}",
        size(facts.limits.output_bytes),
        at_line(facts)
    ))
}

fn recursion_limit(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Stack).or_else(|| facts.of_type(&["RecursionError"]))?;
    Some("write the recursion as a loop, or look for a missing end of it".to_owned())
}

fn crash(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Crash)?;
    Some("the interpreter itself failed on this program; write it in another way".to_owned())
}

fn markdown_fence(facts: &Facts<'_>) -> Option<String> {
    facts.of_kind(ErrorKind::Syntax)?;
    facts
        .program
        .code
        .trim_start()
        .starts_with("```")
        .then(|| "send the program alone, without the ``` lines of Markdown around it".to_owned())
}

/// A session has an image for life, and not every image has sessions.
fn package_of_another_image(facts: &Facts<'_>) -> Option<String> {
    let session = facts.session?;
    let failure = facts.of_type(&["ModuleNotFoundError", "ImportError"])?;
    let name = quoted_name(&failure.message, "No module named '")?;
    let has = |image: &&ImageInfo| image.packages.iter().any(|package| package == name);
    let other = session.images.iter().find(has)?;
    if !other.kind.has_sessions() {
        return Some(format!(
            "`{name}` is in the image `{}`, which has no sessions: run the program without one",
            other.name
        ));
    }
    Some(format!(
        "`{name}` is in the image `{}`, and this session runs in `{}` for good; import it in the \
         first program of another session, or run without a session",
        other.name, facts.image.name
    ))
}

fn missing_module(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.of_type(&["ModuleNotFoundError", "ImportError"])?;
    let name = quoted_name(&failure.message, "No module named '")?;
    let mut hints = vec![modules::missing(name, &facts.image.modules)];
    // What else the program imports for certain and cannot have, see `imports.rs` of the guest.
    if let Some((_, others)) = failure.message.split_once("'; nor '") {
        let longest = Safeguard::HintName.unless_off(MAX_NAME_BYTES, usize::MAX);
        for other in others.split(", '").take(MODULES_SPOKEN_OF) {
            let name = other.split('\'').next().filter(|name| name.len() <= longest)?;
            let hint = modules::missing(name, &facts.image.modules);
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
    }
    Some(hints.join(". "))
}

fn undefined_name(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.of_type(&["NameError"])?;
    let name = quoted_name(&failure.message, "name '")?;
    if facts.image.modules.iter().any(|module| module == name) {
        return Some(format!("write `import {name}` first"));
    }
    if facts.session.is_some() {
        return Some(format!(
            "this session has no `{name}`; define or import it in this program, or in one before it"
        ));
    }
    Some(format!("state is not kept between runs; define or import `{name}` in this program"))
}

fn no_input(facts: &Facts<'_>) -> Option<String> {
    facts.of_type(&["EOFError"])?;
    Some(
        "there is nobody to answer input(); write the values into the program or pass them in \
         `inputs`"
            .to_owned(),
    )
}

fn long_integer(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.of_type(&["ValueError"])?;
    failure.message.contains("integer string conversion").then(|| {
        "an integer this long is not turned into decimal text; print its length, its last \
         digits or its logarithm, or call sys.set_int_max_str_digits(0) first"
            .to_owned()
    })
}

fn no_network(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.failure()?;
    let about_sockets = match failure.type_name.as_str() {
        "ConnectionError" | "ConnectionRefusedError" | "ConnectionResetError" => true,
        // What the interpreter says of socket calls on a platform without them.
        "OSError" => failure.message.ends_with(" is not available"),
        type_name => ["socket.", "urllib.error.", "http.client."]
            .iter()
            .any(|module| type_name.starts_with(module)),
    };
    (about_sockets || attribute_of(failure, &["socket"])).then(|| modules::NO_NETWORK.to_owned())
}

fn no_process(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.failure()?;
    let calls = ["fork", "system", "popen", "spawn", "exec", "posix_spawn", "kill", "wait"];
    let about_processes = attribute_of(failure, &["os", "posix"])
        && between(&failure.message, "has no attribute '", "'")
            .is_some_and(|name| calls.iter().any(|call| name.starts_with(call)));
    // Modules that start processes fail in ways of their own, so the frames tell.
    let from_modules = failure.traceback.as_deref().is_some_and(|traceback| {
        ["subprocess\"", "multiprocessing.", "concurrent.futures.process\""]
            .iter()
            .any(|module| traceback.contains(&format!("\n  File \"{module}")))
    });
    (about_processes || from_modules).then(|| modules::NO_PROCESSES.to_owned())
}

fn missing_file(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.of_type(&["FileNotFoundError"])?;
    // What the system refused, not what the program itself raised.
    failure.message.strip_prefix("[Errno 2]")?;
    let name = quoted_name(&failure.message, "No such file or directory: '").unwrap_or_default();
    Some(files::missing(name, &facts.program.files))
}

fn no_room(facts: &Facts<'_>) -> Option<String> {
    let failure = facts.of_type(&["OSError"])?;
    failure.message.strip_prefix("[Errno 28]")?;
    Some(format!(
        "the program's files may have {} together, and be 4096 at most; write less, or delete what \
         is not needed any more",
        size(facts.limits.files_bytes)
    ))
}

/// Whether the program asked one of these modules for something it does not have.
fn attribute_of(failure: &Failure, modules: &[&str]) -> bool {
    failure.type_name == "AttributeError"
        && between(&failure.message, "module '", "'").is_some_and(|name| modules.contains(&name))
}

/// The name in quotation marks after `before`. The program can put anything there: what is too
/// long for a name is neither repeated nor compared with the names that there are.
fn quoted_name<'a>(message: &'a str, before: &str) -> Option<&'a str> {
    let longest = Safeguard::HintName.unless_off(MAX_NAME_BYTES, usize::MAX);
    between(message, before, "'").filter(|name| name.len() <= longest)
}

/// What stands in `text` after `before` and ahead of the next `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

#[cfg(test)]
mod tests;
