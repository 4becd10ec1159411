//! The images of a sandbox, and which of them runs a program.

use std::sync::{Arc, Mutex, PoisonError};

use wasmtime::InstancePre;

use super::{LoadedImage, Pristine};
use crate::{ImageInfo, ImageKind, Limits, SandboxError, run::RunState, runner};

/// Images that are loaded, at least one. Every program starts in the first.
pub(crate) struct Images {
    infos: Vec<ImageInfo>,
    instances: Vec<InstancePre<RunState>>,
    ids: Vec<[u8; 32]>,
    /// Made when a session first needs them.
    pristine: Vec<Mutex<Option<Arc<Pristine>>>>,
    /// Packages that only images other than the first have.
    elsewhere: Vec<String>,
    /// Those of them that images with sessions have.
    elsewhere_in_sessions: Vec<String>,
}

impl Images {
    /// `loaded`, which holds at least one.
    pub(crate) fn new(loaded: Vec<LoadedImage>) -> Self {
        let ids: Vec<_> = loaded.iter().map(|image| image.id).collect();
        let (infos, instances): (Vec<ImageInfo>, Vec<_>) =
            loaded.into_iter().map(|image| (image.info, image.instance_pre)).unzip();
        let pristine = ids.iter().map(|_| Mutex::default()).collect();
        let packages_of = |others: &mut dyn Iterator<Item = &ImageInfo>| {
            let mut packages: Vec<String> =
                others.flat_map(|info| info.packages.iter().cloned()).collect();
            packages.retain(|package| !infos[0].modules.contains(package));
            packages.sort();
            packages.dedup();
            packages
        };
        let others = infos.iter().skip(1);
        let elsewhere = packages_of(&mut others.clone());
        let elsewhere_in_sessions =
            packages_of(&mut others.filter(|info| info.kind.has_sessions()));
        Self { infos, instances, ids, pristine, elsewhere, elsewhere_in_sessions }
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

    /// The kind of the one at `place`, which is one of ours.
    pub(crate) fn kind(&self, place: usize) -> ImageKind {
        self.infos[place].kind
    }

    /// Place of the one named `name`.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        self.infos.iter().position(|info| info.name == name)
    }

    /// Packages for which a program that is handed to the image at `place`, in a session or not, is
    /// handed on.
    pub(crate) fn elsewhere(&self, place: usize, in_session: bool) -> &[String] {
        match (place, in_session) {
            (0, false) => &self.elsewhere,
            (0, true) => &self.elsewhere_in_sessions,
            _ => &[],
        }
    }

    /// Place of the image that has most of `packages`, which the guest at `place` has named, and
    /// has sessions if it is `in_session`: `None` if no other than the first has any, or if it is
    /// not for that guest to say.
    pub(crate) fn other(
        &self,
        place: usize,
        packages: &[String],
        in_session: bool,
    ) -> Option<usize> {
        let told = self.elsewhere(place, in_session);
        if !packages.iter().all(|package| told.contains(package)) {
            return None;
        }
        let has = |info: &ImageInfo| {
            info.packages.iter().filter(|package| packages.contains(package)).count()
        };
        // Of those with as many the first, so the order is turned round.
        let others = self.infos.iter().enumerate().skip(1).rev();
        others
            .filter(|(_, info)| !in_session || info.kind.has_sessions())
            .map(|(place, info)| (has(info), place))
            .filter(|(count, _)| *count > 0)
            .max_by_key(|(count, _)| *count)
            .map(|(_, place)| place)
    }

    /// Those of `packages` that the image at `place` has.
    pub(crate) fn of_these(&self, place: usize, mut packages: Vec<String>) -> Vec<String> {
        packages.retain(|package| self.infos[place].packages.contains(package));
        packages.sort();
        packages.dedup();
        packages
    }

    /// The limits of a run in the image at `place`.
    pub(crate) fn limits_in(&self, place: usize, limits: &Limits) -> Limits {
        runner::limits_in(&self.infos, place, limits)
    }
}
