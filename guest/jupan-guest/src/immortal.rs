//! What is there before the snapshot stays for ever, so no run need count who refers to it.
//!
//! A count is written to whenever an object is looked at, and the objects of the snapshot lie
//! all over the memory. Without the counts most pages that a run reads stay as they are: no
//! fault, no copy, no reset.

use std::collections::HashSet;

use rustpython_vm::{
    AsObject as _, PyObjectRef, VirtualMachine,
    builtins::{PyCode, PyType},
};

/// Makes every object that can be reached immortal. To be called last before the snapshot.
pub(crate) fn keep_all(vm: &VirtualMachine) {
    let mut seen = HashSet::new();
    let mut open = vm.state.gc.get_objects(None);
    open.extend([
        vm.builtins.as_object().to_owned(),
        vm.sys_module.as_object().to_owned(),
        vm.ctx.types.object_type.as_object().to_owned(),
    ]);
    while let Some(object) = open.pop() {
        if seen.insert(object.get_id()) {
            object.make_immortal();
            refer(&object, &mut open);
        }
    }
}

/// Adds to `open` what `object` keeps alive, also what the collector does not ask for.
fn refer(object: &PyObjectRef, open: &mut Vec<PyObjectRef>) {
    open.push(object.class().to_owned().into());
    open.extend(object.gc_get_referents());
    if let Some(code) = object.downcast_ref::<PyCode>() {
        open.extend(code.constants.iter().map(|constant| PyObjectRef::from(constant.clone())));
    }
    if let Some(class) = object.downcast_ref::<PyType>() {
        let subclasses = class.subclasses.read();
        open.extend(subclasses.iter().filter_map(|weak| weak.upgrade()));
        open.extend(subclasses.iter().map(|weak| weak.as_object().to_owned()));
    }
}
