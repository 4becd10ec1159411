//! What the server holds on to, over time.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use jupan_tests::Held;

/// Between two samples.
const PAUSE: Duration = Duration::from_millis(200);

/// What the server and its workers had at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// Since the start.
    pub(crate) at: Duration,
    pub(crate) held: Held,
}

/// Takes samples in a thread of its own until the end.
pub(crate) struct Watch {
    thread: JoinHandle<Vec<Sample>>,
}

impl Watch {
    /// Watches the process `server` and its children.
    pub(crate) fn start(server: u32, start: Instant, end: Instant) -> Self {
        let thread = thread::spawn(move || {
            let mut samples = Vec::new();
            while Instant::now() < end {
                let held = Held::by(server);
                // Where the operating system does not tell there is nothing to keep.
                samples.extend(held.map(|held| Sample { at: start.elapsed(), held }));
                thread::sleep(PAUSE.min(end.saturating_duration_since(Instant::now())));
            }
            samples
        });
        Self { thread }
    }

    /// The samples.
    pub(crate) fn finish(self) -> Vec<Sample> {
        self.thread.join().expect("the watch does not panic")
    }
}
