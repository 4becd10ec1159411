//! Measurements that take turns, so that a busy moment of the machine hits all alike.

use anyhow::Result;

/// Calls `step` for each of `lanes` in each of `rounds` rounds. Each round begins with another
/// lane, so that none always follows the same one.
pub(crate) fn take_turns<T>(
    rounds: usize,
    lanes: &mut [T],
    mut step: impl FnMut(&mut T, usize) -> Result<()>,
) -> Result<()> {
    for round in 0..rounds {
        for turn in 0..lanes.len() {
            let lane = (turn + round) % lanes.len();
            step(&mut lanes[lane], round)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_has_its_turn_in_every_round() {
        let mut order = Vec::new();
        take_turns(3, &mut ['a', 'b'], |lane, round| {
            order.push((*lane, round));
            Ok(())
        })
        .unwrap();
        assert_eq!(order, [('a', 0), ('b', 0), ('b', 1), ('a', 1), ('a', 2), ('b', 2)]);
    }
}
