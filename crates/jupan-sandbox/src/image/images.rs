//! The images of a sandbox, and which of them runs a program.

use std::sync::{Arc, Mutex, PoisonError};

use wasmtime::InstancePre;

use super::{LoadedImage, Pristine};
use crate::{ImageInfo, Limits, SandboxError, run::RunState, runner};

/// Images that are loaded, at least one. Every program starts in the first.
pub(crate) struct Images {
    infos: Vec<ImageInfo>,
    instances: Vec<InstancePre<RunState>>,
    ids: Vec<[u8; 32]>,
    /// Made when a session first needs them.
    pristine: Vec<Mutex<Option<Arc<Pristine>>>>,
    /// Packages that only images other than the first have.
    elsewhere: Vec<String>,
}

impl Images {
    /// `loaded`, which holds at least one.
    pub(crate) fn new(loaded: Vec<LoadedImage>) -> Self {
        let ids: Vec<_> = loaded.iter().map(|image| image.id).collect();
        let (infos, instances): (Vec<ImageInfo>, Vec<_>) =
            loaded.into_iter().map(|image| (image.info, image.instance_pre)).unzip();
        let pristine = ids.iter().map(|_| Mutex::default()).collect();
        let mut elsewhere: Vec<String> =
            infos.iter().skip(1).flat_map(|info| info.packages.iter().cloned()).collect();
        elsewhere.retain(|package| !infos[0].modules.contains(package));
        elsewhere.sort();
        elsewhere.dedup();
        Self { infos, instances, ids, pristine, elsewhere }
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

    /// What tells the one at `place`, which is one of ours, from every other.
    pub(crate) fn id(&self, place: usize) -> &[u8; 32] {
        &self.ids[place]
    }

    /// The memory of the one at `place`, which is one of ours, as every run finds it.
    ///
    /// # Errors
    ///
    /// When there is no room for it.
    pub(crate) fn pristine(&self, place: usize) -> Result<Arc<Pristine>, SandboxError> {
        // What is in there is whole at every time, so a poisoned lock is as good as any.
        let mut pristine = self.pristine[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pristine) = &*pristine {
            return Ok(Arc::clone(pristine));
        }
        let made = Arc::new(Pristine::of(&self.instances[place])?);
        *pristine = Some(Arc::clone(&made));
        Ok(made)
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
