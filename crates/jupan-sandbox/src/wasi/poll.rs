//! Sleeping.

use std::time::Duration;

use wasmtime::{Caller, Linker};

use super::{Answer, GuestMemory, WASI, clock, errno, guest_memory::Fault};
use crate::{Safeguard, run::RunState};

/// The most things that one call may wait for.
const MAX_SUBSCRIPTIONS: i32 = 64;

const SUBSCRIPTION_BYTES: i32 = 48;
const EVENT_BYTES: i32 = 32;

const EVENT_CLOCK: u8 = 0;
const EVENT_FD_READ: u8 = 1;
const EVENT_FD_WRITE: u8 = 2;

/// The time in a subscription is a point on the clock, not a span.
const FLAG_ABSOLUTE: u16 = 1;

/// What the guest waits for.
struct Subscription {
    user_data: [u8; 8],
    event: u8,
    wait: Wait,
}

enum Wait {
    /// It is there at once, with this error number.
    Ready(i32),
    /// A clock, this much later.
    Time(Duration),
}

pub(super) fn add_to_linker(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.func_wrap(WASI, "poll_oneoff", poll_oneoff)?;
    Ok(())
}

fn poll_oneoff(
    mut caller: Caller<'_, RunState>,
    subscriptions: i32,
    events: i32,
    count: i32,
    event_count: i32,
) -> Answer {
    if !(1..=Safeguard::Subscriptions.unless_off(MAX_SUBSCRIPTIONS, i32::MAX)).contains(&count) {
        return Ok(errno::INVAL);
    }
    let (mut memory, state) = GuestMemory::of(&mut caller)?;
    let asked: Result<Vec<_>, Fault> = (0..count)
        .map(|index| read(&memory, state, subscriptions.wrapping_add(index * SUBSCRIPTION_BYTES)))
        .collect();
    let Ok(asked) = asked else { return Ok(errno::FAULT) };
    let wait = asked.iter().map(Subscription::wait).min().unwrap_or_default();
    state.end.sleep(wait)?;
    Ok(memory.answer(|memory| {
        let mut written = 0;
        for subscription in asked.iter().filter(|subscription| subscription.wait() <= wait) {
            memory.write(events.wrapping_add(written * EVENT_BYTES), &subscription.event())?;
            written += 1;
        }
        memory.write(event_count, &written.to_le_bytes())
    }))
}

fn read(memory: &GuestMemory<'_>, state: &RunState, at: i32) -> Result<Subscription, Fault> {
    let field = |offset: i32| at.wrapping_add(offset);
    let [event] = memory.read::<1>(field(8))?;
    let wait = match event {
        EVENT_CLOCK => {
            let id = i32::from_le_bytes(memory.read(field(16))?);
            let time = u64::from_le_bytes(memory.read(field(24))?);
            let flags = u16::from_le_bytes(memory.read(field(40))?);
            match clock::now(id, state) {
                None => Wait::Ready(errno::INVAL),
                Some(now) if flags & FLAG_ABSOLUTE != 0 => {
                    Wait::Time(Duration::from_nanos(time.saturating_sub(now)))
                }
                Some(_) => Wait::Time(Duration::from_nanos(time)),
            }
        }
        EVENT_FD_READ | EVENT_FD_WRITE => {
            let fd = i32::from_le_bytes(memory.read(field(16))?);
            let right_way = (fd == 0) == (event == EVENT_FD_READ);
            let ready = right_way && state.is_open(fd);
            Wait::Ready(if ready { errno::SUCCESS } else { errno::BADF })
        }
        _ => Wait::Ready(errno::INVAL),
    };
    Ok(Subscription { user_data: memory.read(at)?, event, wait })
}

impl Subscription {
    fn wait(&self) -> Duration {
        match self.wait {
            Wait::Ready(_) => Duration::ZERO,
            Wait::Time(time) => time,
        }
    }

    fn event(&self) -> [u8; EVENT_BYTES as usize] {
        let mut bytes = [0; EVENT_BYTES as usize];
        let error = match self.wait {
            Wait::Ready(error) => error,
            Wait::Time(_) => errno::SUCCESS,
        };
        bytes[..8].copy_from_slice(&self.user_data);
        bytes[8..12].copy_from_slice(&error.to_le_bytes());
        bytes[10] = self.event;
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_carries_its_subscription() {
        let subscription = Subscription {
            user_data: [1, 2, 3, 4, 5, 6, 7, 8],
            event: EVENT_FD_WRITE,
            wait: Wait::Ready(errno::BADF),
        };
        let mut expected = [0; 32];
        expected[..11].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 8, 0, 2]);
        assert_eq!(subscription.event(), expected);
    }
}
