//! Measurements that take turns, so that a busy moment of the machine hits all alike.

use anyhow::Result;

/// Calls `step` for each of `lanes` in each of `rounds` rounds. Each round has another order, so
/// that none always follows the same one; it is the same in every benchmark.
pub(crate) fn take_turns<T>(
    rounds: usize,
    lanes: &mut [T],
    mut step: impl FnMut(&mut T, usize) -> Result<()>,
) -> Result<()> {
    let mut order: Vec<usize> = (0..lanes.len()).collect();
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..rounds {
        random.shuffle(&mut order);
        for &lane in &order {
            step(&mut lanes[lane], round)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_has_its_turn_in_every_round_and_none_always_follows_another() {
        let mut turns: [Vec<usize>; 5] = Default::default();
        let mut lanes = [0, 1, 2, 3, 4];
        take_turns(50, &mut lanes, |lane, round| {
            turns[*lane].push(round);
            Ok(())
        })
        .unwrap();
        assert!(turns.iter().all(|rounds| *rounds == Vec::from_iter(0..50)), "{turns:?}");

        let (mut before, mut pairs) = (None, std::collections::BTreeSet::new());
        take_turns(50, &mut lanes, |lane, _| {
            pairs.extend(before.filter(|other| other != lane).map(|other| (other, *lane)));
            before = Some(*lane);
            Ok(())
        })
        .unwrap();
        assert_eq!(pairs.len(), 5 * 4, "{pairs:?}");
    }
}
