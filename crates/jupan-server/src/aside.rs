//! Long work, out of the way of other requests.
//!
//! Few threads look after all connections, since a request takes them a tenth of a millisecond. What
//! would take them longer, because a body or an answer is large, must not keep the others waiting.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Bytes that JSON of is read or written in less than a millisecond.
const FEW: usize = 128 << 10;

/// Does `work` on about as many `bytes`. If they are many, another thread takes over meanwhile what
/// this one had to look after.
pub(crate) fn aside<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    match bytes > FEW && has_others() {
        true => block_in_place(work),
        false => work(),
    }
}

/// Whether there is another thread that could take over.
fn has_others() -> bool {
    Handle::try_current()
        .is_ok_and(|runtime| matches!(runtime.runtime_flavor(), RuntimeFlavor::MultiThread))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn others_go_on_while_one_has_much_to_do() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build();
        let runtime = runtime.unwrap();
        let (tell, told) = channel();
        let (start, started) = channel();
        let long = runtime.spawn(async move {
            aside(FEW + 1, || {
                start.send(()).unwrap();
                told.recv().unwrap()
            })
        });
        started.recv().unwrap();
        // The one thread is busy with the other until this one has run.
        runtime.spawn(async move { tell.send(7).unwrap() });
        assert_eq!(runtime.block_on(long).unwrap(), 7);
    }

    #[tokio::test]
    async fn a_runtime_with_one_thread_does_it_itself() {
        assert_eq!(aside(usize::MAX, || 7), 7);
    }
}
