use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use jupan_sandbox::{
    ErrorKind, Limits, Outcome, Program, Runner as _, WorkerPool, WorkerPoolConfig,
};
use libtest_mimic::Trial;
use rustix::process::Signal;

use crate::{
    life::full,
    parts,
    processes::{self, descriptors_and_threads},
};

pub(crate) fn tests() -> Vec<Trial> {
    crate::tests![five_hundred_lost_workers_cost_five_hundred_runs]
}

const WORKERS: usize = 4;
const CLIENTS: usize = 6;
/// Runs to be hit.
const HITS: usize = 500;
/// Between two blows, so many answers arrive.
const ANSWERS_BETWEEN: usize = 3;

/// How a run was hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hit {
    Killed,
    Faulted,
    Stopped,
}

const SIGNALS: [(Hit, Signal); 3] =
    [(Hit::Killed, Signal::KILL), (Hit::Faulted, Signal::SEGV), (Hit::Stopped, Signal::STOP)];

fn five_hundred_lost_workers_cost_five_hundred_runs() {
    let pool = WorkerPool::start(WorkerPoolConfig {
        answer_grace: Duration::from_millis(100),
        ..parts::config(parts::WORKER, WORKERS)
    })
    .unwrap();
    full(&pool, WORKERS);
    let before = descriptors_and_threads();

    let is_over = AtomicBool::new(false);
    let mut hits: BTreeMap<Hit, usize> = SIGNALS.iter().map(|&(hit, _)| (hit, 0)).collect();
    let mut answers = 0;
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for client in 0..CLIENTS {
            let (pool, is_over, sender) = (&pool, &is_over, sender.clone());
            scope.spawn(move || {
                for number in 0.. {
                    let code = format!("work {client} {number}");
                    let limits = Limits { wall: Duration::from_millis(400), ..Limits::default() };
                    let outcome = pool.run(&Program::new(code.clone()), &limits).unwrap();
                    sender.send((code, outcome)).unwrap();
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut random: u64 = 1;
        for (code, outcome) in results {
            match hit(&outcome) {
                Some(hit) => *hits.entry(hit).or_default() += 1,
                None => {
                    assert_eq!((outcome.result.as_deref(), outcome.failure), (Some(&*code), None));
                    answers += 1;
                }
            }
            if hits.values().sum::<usize>() >= HITS {
                is_over.store(true, Ordering::Relaxed);
            } else if answers % ANSWERS_BETWEEN == 0 {
                // Any numbers do, as long as they are spread; and whichever came least.
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mut workers = processes::workers();
                workers.retain(|&pid| processes::is_locked_down(pid));
                let (_, signal) = SIGNALS.into_iter().min_by_key(|(hit, _)| hits[hit]).unwrap();
                if let Some(&pid) = workers.get((random >> 33) as usize % workers.len().max(1)) {
                    processes::signal(pid, signal);
                }
            }
        }
    });

    println!("{hits:?} of {} runs", answers + hits.values().sum::<usize>());
    assert!(hits.values().all(|&count| count >= HITS / 4), "{hits:?}");
    full(&pool, WORKERS);
    assert_eq!(processes::workers().len(), WORKERS + 1, "all are there, and no dead one is");
    assert_eq!(descriptors_and_threads(), before);
    let status = pool.status();
    assert!(status.lost >= HITS as u64, "{status:?}");
    assert_eq!(status.started - status.lost, WORKERS as u64 + 1, "{status:?}");
}

/// How the run was hit, if it was. A failure of any other kind fails the test.
fn hit(outcome: &Outcome) -> Option<Hit> {
    let failure = outcome.failure.as_ref()?;
    let hit = match (failure.kind, failure.message.as_str()) {
        (
            ErrorKind::Crash,
            "the Python interpreter failed on this program: its process ended (signal: 9 (SIGKILL))",
        ) => Hit::Killed,
        (
            ErrorKind::Crash,
            "the Python interpreter failed on this program: its process ended (signal: 11 (SIGSEGV))",
        ) => Hit::Faulted,
        (
            ErrorKind::Timeout,
            "time limit of 400 ms reached: the program could not be interrupted, and its process \
             was ended",
        ) => Hit::Stopped,
        other => panic!("not a hit: {other:?}"),
    };
    Some(hit)
}
