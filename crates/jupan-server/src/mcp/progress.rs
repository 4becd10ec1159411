//! Says now and then that a program is still running, to a client that asked for it.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::{Instant, interval_at};

/// How often. A shorter run is over before there is anything to say.
const INTERVAL: Duration = Duration::from_secs(1);

/// Tells the client of the call in `context`, until this is dropped, how many seconds it takes
/// so far.
pub(super) async fn tell(context: &RequestContext<RoleServer>) -> Infallible {
    let Some(token) = context.meta.get_progress_token() else { return pending().await };
    let started = Instant::now();
    let mut ticks = interval_at(started + INTERVAL, INTERVAL);
    loop {
        ticks.tick().await;
        let seconds = started.elapsed().as_secs_f64();
        let told = ProgressNotificationParam::new(token.clone(), seconds)
            .with_message("the program has not ended yet");
        if context.peer.notify_progress(told).await.is_err() {
            // Nobody listens any more; who is to end the call sees that as well.
            return pending().await;
        }
    }
}
