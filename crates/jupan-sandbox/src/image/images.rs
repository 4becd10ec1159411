//! The images of a sandbox, and which of them runs a program.

use wasmtime::InstancePre;

use super::LoadedImage;
use crate::{ImageInfo, Limits, run::RunState, runner};

/// Images that are loaded, at least one. Every program starts in the first.
pub(crate) struct Images {
    infos: Vec<ImageInfo>,
    instances: Vec<InstancePre<RunState>>,
    /// Packages that only images other than the first have.
    elsewhere: Vec<String>,
}

impl Images {
    /// `loaded`, which holds at least one.
    pub(crate) fn new(loaded: Vec<LoadedImage>) -> Self {
        let (infos, instances): (Vec<ImageInfo>, Vec<_>) =
            loaded.into_iter().map(|image| (image.info, image.instance_pre)).unzip();
        let mut elsewhere: Vec<String> =
            infos.iter().skip(1).flat_map(|info| info.packages.iter().cloned()).collect();
        elsewhere.retain(|package| !infos[0].modules.contains(package));
        elsewhere.sort();
        elsewhere.dedup();
        Self { infos, instances, elsewhere }
    }

    /// The one that every program starts in.
    pub(crate) fn first(&self) -> &ImageInfo {
        &self.infos[0]
    }

    /// What each of them offers.
    pub(crate) fn infos(&self) -> &[ImageInfo] {
        &self.infos
    }

    /// The one at `place`, which is one of ours.
    pub(crate) fn instance_pre(&self, place: usize) -> &InstancePre<RunState> {
        &self.instances[place]
    }

    /// Packages for which a program that is handed to the image at `place` is handed on.
    pub(crate) fn elsewhere(&self, place: usize) -> &[String] {
        if place == 0 { &self.elsewhere } else { &[] }
    }

    /// Place of the image that has most of `packages`, which the guest at `place` has named:
    /// `None` if no other than the first has any, or if it is not for that guest to say.
    pub(crate) fn other(&self, place: usize, packages: &[String]) -> Option<usize> {
        if place != 0 {
            return None;
        }
        let has = |info: &ImageInfo| {
            info.packages.iter().filter(|package| packages.contains(package)).count()
        };
        // Of those with as many the first, so the order is turned round.
        let others = self.infos.iter().enumerate().skip(1).rev();
        others
            .map(|(place, info)| (has(info), place))
            .filter(|(count, _)| *count > 0)
            .max_by_key(|(count, _)| *count)
            .map(|(_, place)| place)
    }

    /// The limits of a run in the image at `place`.
    pub(crate) fn limits_in(&self, place: usize, limits: &Limits) -> Limits {
        runner::limits_in(&self.infos, place, limits)
    }
}
