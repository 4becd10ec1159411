//! What is said of sessions that are not there any more.

use std::time::Duration;

use jupan_api::{ErrorCode, SESSIONS_PATH, SessionEnd};

use crate::error::ApiError;
use crate::execute::request::clip;
use crate::units::seconds;

/// 404 for the session `id`, which has ended for this reason, or was never there.
pub(super) fn gone(id: &str, end: Option<(SessionEnd, Duration)>) -> ApiError {
    let id = clip(id);
    let message = match end {
        None => format!(
            "there is no session `{id}`: there never was, or it ended long ago; POST \
             {SESSIONS_PATH} begins one"
        ),
        Some((end, max_idle)) => format!(
            "the session `{id}` has ended: {}; what it had is gone, and POST {SESSIONS_PATH} \
             begins another",
            why(end, max_idle)
        ),
    };
    ApiError::new(ErrorCode::NoSession, message).about("session_id")
}

fn why(end: SessionEnd, max_idle: Duration) -> String {
    match end {
        SessionEnd::Limit => "a run in it hit a limit or crashed".to_owned(),
        SessionEnd::Exit => "a program in it ended the interpreter".to_owned(),
        SessionEnd::TooLarge => "a run left more in it than there is room for".to_owned(),
        SessionEnd::Deleted => "it was deleted".to_owned(),
        SessionEnd::Idle => format!("it was idle for {}", seconds(max_idle)),
        SessionEnd::Evicted => {
            "room was needed for others, and it was the one not used for longest".to_owned()
        }
    }
}

/// What a model is told when its session has ended with its run.
pub(crate) fn ended_hint(end: SessionEnd) -> String {
    let why = match end {
        SessionEnd::Limit => "this run was ended in mid-program",
        SessionEnd::Exit => "this program ended the interpreter itself",
        SessionEnd::TooLarge => "this run left more than a session may have",
        SessionEnd::Deleted => "it was deleted meanwhile",
        SessionEnd::Idle | SessionEnd::Evicted => "it was not used",
    };
    format!("the session has ended, since {why}; its names are gone, define them again in another")
}
