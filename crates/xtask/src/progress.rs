//! Tells how far a long step is: bars on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// Where there is no terminal, a running step says how far it is this often.
const PLAIN_INTERVAL: Duration = Duration::from_secs(20);

/// The steps of one task, on stderr.
pub(crate) struct Progress {
    /// `None` where stderr is no terminal.
    bars: Option<MultiProgress>,
}

/// One running step.
pub(crate) struct Step {
    state: Arc<Mutex<State>>,
    display: Display,
}

enum Display {
    Bar(ProgressBar),
    /// `None` once the step has ended.
    Plain(Mutex<Option<Reporter>>),
}

/// Prints a line now and then.
struct Reporter {
    /// Dropped to end it.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

struct State {
    name: String,
    started: Instant,
    done: usize,
    total: usize,
    note: String,
    has_ended: bool,
}

impl Progress {
    /// Bars if stderr is a terminal, plain lines otherwise.
    pub(crate) fn new() -> Self {
        Self { bars: std::io::stderr().is_terminal().then(MultiProgress::new) }
    }

    /// Prints a line above the bars.
    pub(crate) fn say(&self, line: &str) {
        match &self.bars {
            // A terminal that went away is no reason to end a build.
            Some(bars) => drop(bars.println(line)),
            None => eprintln!("{line}"),
        }
    }

    /// Starts a step; `name` says what it makes and `note` what it does first.
    pub(crate) fn step(&self, name: &str, note: &str) -> Step {
        let state = Arc::new(Mutex::new(State {
            name: name.to_owned(),
            started: Instant::now(),
            done: 0,
            total: 0,
            note: note.to_owned(),
            has_ended: false,
        }));
        let display = match &self.bars {
            Some(bars) => {
                let bar = bars.add(ProgressBar::new_spinner());
                bar.set_style(spinner_style());
                bar.set_prefix(name.to_owned());
                bar.set_message(note.to_owned());
                bar.enable_steady_tick(Duration::from_millis(120));
                Display::Bar(bar)
            }
            None => {
                eprintln!("{name}: {note}");
                let (stop, stopped) = mpsc::channel::<()>();
                let shared = Arc::clone(&state);
                let thread = std::thread::spawn(move || {
                    while stopped.recv_timeout(PLAIN_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                        eprintln!("{}", lock(&shared).line());
                    }
                });
                Display::Plain(Mutex::new(Some(Reporter { stop, thread })))
            }
        };
        Step { state, display }
    }
}

impl Step {
    /// How many parts there are; roughly, if need be.
    pub(crate) fn set_total(&self, total: usize) {
        self.update(
            |state| state.total = total,
            |bar| {
                bar.set_style(bar_style());
                bar.set_length(total as u64);
            },
        );
    }

    /// How many parts are done.
    pub(crate) fn set_done(&self, done: usize) {
        self.update(|state| state.done = done, |bar| bar.set_position(done as u64));
    }

    /// What is being done now.
    pub(crate) fn note(&self, note: &str) {
        self.update(
            |state| note.clone_into(&mut state.note),
            |bar| bar.set_message(note.to_owned()),
        );
    }

    /// Ends the step with a line that says what came of it and how long it took.
    pub(crate) fn finish(&self, progress: &Progress, result: &str) {
        self.stop();
        let (name, elapsed) = {
            let state = lock(&self.state);
            (state.name.clone(), state.started.elapsed())
        };
        progress.say(&format!("{name}: {result} ({})", duration(elapsed)));
    }

    /// A step that has ended changes no more: what comes late would draw its bar again.
    fn update(&self, state: impl FnOnce(&mut State), bar: impl FnOnce(&ProgressBar)) {
        let mut guard = lock(&self.state);
        if guard.has_ended {
            return;
        }
        state(&mut guard);
        if let Display::Bar(shown) = &self.display {
            bar(shown);
        }
    }

    fn stop(&self) {
        lock(&self.state).has_ended = true;
        match &self.display {
            Display::Bar(bar) => bar.finish_and_clear(),
            Display::Plain(reporter) => {
                let reporter = reporter.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(Reporter { stop, thread }) = reporter {
                    drop(stop);
                    // It can only have ended by the broken channel; a panic in it loses a line.
                    drop(thread.join());
                }
            }
        }
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    fn line(&self) -> String {
        let elapsed = duration(self.started.elapsed());
        if self.total == 0 {
            format!("{}: {} ({elapsed})", self.name, self.note)
        } else {
            format!("{}: {} of {}, {} ({elapsed})", self.name, self.done, self.total, self.note)
        }
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spinner_style() -> ProgressStyle {
    style("{spinner} {prefix:<8} {wide_msg} {elapsed}")
}

fn bar_style() -> ProgressStyle {
    style("{spinner} {prefix:<8} {bar:24} {pos:>3}/{len} {wide_msg} {elapsed}")
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// `850 ms`, `12.3 s`, `4 min 31 s`.
pub(crate) fn duration(duration: Duration) -> String {
    match duration.as_secs() {
        0 => format!("{} ms", duration.as_millis()),
        1..60 => format!("{:.1} s", duration.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_for_people() {
        assert_eq!(duration(Duration::from_millis(850)), "850 ms");
        assert_eq!(duration(Duration::from_millis(12_340)), "12.3 s");
        assert_eq!(duration(Duration::from_secs(271)), "4 min 31 s");
    }

    #[test]
    fn a_plain_line_says_how_far_a_step_is() {
        let mut state = State {
            name: "guest".to_owned(),
            started: Instant::now(),
            done: 0,
            total: 0,
            note: "starting cargo".to_owned(),
            has_ended: false,
        };
        assert_eq!(state.line().split(" (").next(), Some("guest: starting cargo"));
        state.total = 160;
        state.done = 57;
        assert_eq!(state.line().split(" (").next(), Some("guest: 57 of 160, starting cargo"));
    }
}
