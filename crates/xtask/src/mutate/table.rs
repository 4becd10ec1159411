//! Which tests miss which safeguard.

use std::fmt;

use anyhow::{Context, Result, bail};

use super::binaries::Of::{self, Sandbox, SandboxUnits, Server, ServerUnits, Workers};
use crate::workspace::Workspace;

/// Where the safeguards are listed.
const LIST: &str = "crates/jupan-sandbox/src/safeguard.rs";

/// A safeguard, and tests of which at least one fails without it.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) tests: &'static [Test],
}

/// A test by its full name.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) binary: Of,
    pub(super) name: &'static str,
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.binary, self.name)
    }
}

/// `safeguard: binary test, ...;` for each row.
macro_rules! table {
    ($($safeguard:literal: $($binary:ident $test:literal),+;)*) => {
        &[$(Row { name: $safeguard, tests: &[$(Test { binary: $binary, name: $test }),+] }),*]
    };
}

/// Every safeguard there is.
pub(super) const TABLE: &[Row] = table! {
    "fuel": Sandbox "limits::a_spinning_guest_runs_out_of_fuel";
    "clock": Sandbox "limits::a_spinning_guest_with_fuel_to_spare_runs_out_of_time";
    "sleep": Sandbox "limits::a_sleeping_guest_ends_at_its_deadline";
    "bulk-memory": Sandbox "bounds::copying_and_filling_memory_ends_at_the_deadline";
    "random-bytes": Sandbox "bounds::one_call_for_random_bytes_ends_at_the_deadline";
    "memory": Sandbox "limits::growth_beyond_the_limit_is_refused_and_named";
    "memory-room": Sandbox "bounds::more_memory_than_there_is_room_for_is_refused";
    "table": Sandbox "bounds::a_table_grows_no_further_than_its_bound";
    "stack": Sandbox "limits::endless_recursion_is_a_stack_failure";
    "output": Sandbox "limits::head_and_tail_of_the_output_are_kept";
    "pieces": SandboxUnits "tell::tests::no_more_is_told_of_a_stream_than_is_kept",
        SandboxUnits "worker::process::tests::pieces_are_told_up_to_the_limit_and_only_to_who_asked";
    "output-flood": Sandbox "limits::a_flood_of_output_ends_the_run";
    "source": Sandbox "limits::a_limit_out_of_range_starts_nothing";
    "limit-bounds": SandboxUnits "limits::tests::a_limit_outside_its_bounds_is_named",
        Sandbox "limits::a_limit_out_of_range_starts_nothing";
    "report": Sandbox "hostile::a_report_that_is_too_large_is_a_crash";
    "state-size": Sandbox "sessions::what_is_left_has_a_bound";
    "state-left": Sandbox "sessions::what_is_left_has_a_bound";
    "state-content": Sandbox "sessions::a_state_of_another_image_is_refused",
        SandboxUnits "session::tests::a_state_that_does_not_fit_is_refused";
    "pictures": SandboxUnits "run::kind::door::tests::pictures_are_bounded_in_number_and_bytes";
    "picture-bytes": SandboxUnits "run::kind::door::tests::pictures_are_bounded_in_number_and_bytes";
    "picture-head": SandboxUnits "run::kind::door::tests::what_is_no_picture_is_not_kept";
    "mark": SandboxUnits "image::mark::tests::a_mark_counts_only_as_it_was_put_and_once_its_file_has_settled";
    "html": SandboxUnits "run::kind::door::tests::html_is_bounded_and_taken_only_if_it_is_wanted";
    "crash-note": Sandbox "bounds::a_crash_is_told_in_so_many_bytes";
    "write-pieces": Sandbox "hostile::addresses_outside_the_memory_are_faults";
    "subscriptions": Sandbox "bounds::one_call_waits_for_a_bounded_number_of_things";
    "files-bytes": Sandbox "files::the_bytes_of_all_files_are_bounded";
    "files-given": Sandbox "files::files_that_cannot_be_given_start_nothing";
    "file-count": Sandbox "files::files_and_folders_are_so_many_at_most";
    "file-depth": Sandbox "files::folders_lie_so_deep_in_each_other_at_most";
    "file-name": Sandbox "files::names_and_paths_are_so_long_at_most";
    "file-path": Sandbox "files::names_and_paths_are_so_long_at_most";
    "open-files": Sandbox "files::so_many_descriptors_are_open_at_most";
    "file-pieces": Sandbox "files::addresses_outside_the_memory_are_faults";
    "file-calls": Sandbox "files::calls_about_files_end_at_the_deadline";
    "returned-bytes": Sandbox "files::back::files_are_given_and_given_back";
    "returned-files": Sandbox "files::back::so_many_files_are_given_back_at_most";
    "match-steps": Sandbox "files::back::to_compare_names_with_patterns_has_an_end";
    "output-patterns":
        Sandbox "files::names_that_ask_for_files_are_so_many_and_so_long_at_most";
    "instances": Sandbox "bounds::one_run_more_than_there_is_room_for_is_refused";
    "kept-memory": Workers "workers::bounds::memory_of_a_run_does_not_stay";
    "kept-stack": Workers "workers::bounds::stack_of_a_run_does_not_stay";
    "description": Sandbox "rejects::descriptions_that_are_none_are_named";

    "workers": Workers "workers::bounds::no_more_run_at_once_than_there_are_workers";
    "recycling": Workers "workers::life::a_worker_is_recycled_after_its_runs";
    "answer": SandboxUnits "worker::process::tests::a_worker_that_says_nothing_is_not_waited_for";
    "start-time":
        SandboxUnits "worker::process::tests::a_worker_that_takes_too_long_to_start_is_given_up";
    "request-frame": Workers "workers::same::what_cannot_run_is_refused_alike";
    "answer-frame":
        SandboxUnits "worker::process::tests::answers_that_cannot_be_are_the_end_of_the_worker";
    "hello-frame":
        SandboxUnits "worker::process::tests::a_first_word_that_is_too_long_is_not_listened_to";
    "answer-content": SandboxUnits "worker::wire::tests::an_outcome_that_cannot_be_is_not_believed",
        SandboxUnits "worker::process::tests::answers_that_cannot_be_are_the_end_of_the_worker";
    "worker-memory": Workers "workers::bounds::a_worker_is_capped_by_the_kernel";
    "worker-files": Workers "workers::bounds::a_worker_is_capped_by_the_kernel",
        Workers "workers::escape::the_other_layers_hold_by_themselves";
    "worker-processes": Workers "workers::bounds::a_worker_is_capped_by_the_kernel";
    "landlock": Workers "workers::escape::the_other_layers_hold_by_themselves";
    "system-calls": Workers "workers::escape::every_attempt_ends_the_worker";

    "body-announced": Server "bad_input::a_body_that_is_too_large_is_told_its_size";
    "body-read": Server "bodies::a_body_of_unknown_length_is_bounded_as_well";
    "read-ahead": Server "sockets::what_a_client_sends_ahead_is_read_up_to_a_bound";
    "body-drain": Server "bodies::what_comes_after_a_refusal_is_not_read_to_its_end";
    "body-drain-time": Server "bodies::nor_for_ever";
    "body-time": Server "bodies::a_body_that_stops_arriving_is_given_up";
    "head-size": Server "not_http::a_head_without_end_is_a_431";
    "head-time": Server "connections::a_head_that_stops_arriving_is_given_up";
    "idle-time": Server "connections::an_idle_connection_is_closed_after_its_time";
    "write-time": Server "connections::an_answer_that_nobody_takes_is_given_up";
    "connections":
        Server "connections::the_connection_that_was_idle_longest_makes_room_for_one_more";
    "buffered":
        Server "connections::what_does_not_fit_into_memory_beside_the_runs_is_told_to_come_again";
    "host-names": Server "hosts::without_a_token_only_names_of_this_machine_are_answered";
    "origins": Server "hosts::a_page_from_elsewhere_is_refused";
    "client-runs": Server "clients::one_run_too_many_at_a_time_is_refused_and_others_are_not";
    "client-rate": Server "clients::one_run_too_many_within_a_minute_is_refused";
    "slots": Server "permits::a_full_queue_is_told_when_to_ask_again",
        ServerUnits "execute::admission::tests::a_permit_comes_back_when_it_is_dropped";
    "queue": Server "permits::a_full_queue_is_told_when_to_ask_again";
    "queue-wait": Server "permits::a_wait_that_takes_too_long_is_told";
    "shutdown-grace": Server "shutdown::the_grace_time_ends_the_wait";
    "farewell": Server "shutdown::who_comes_last_and_is_slow_is_not_waited_for";
    "ceilings": Server "bad_input::fields::a_number_out_of_range_is_told_with_its_bounds";
    "sessions": Server "sessions::one_session_too_many_ends_the_one_not_used_for_longest";
    "session-bytes": Server "sessions::bytes_of_all_sessions_are_bounded";
    "session-idle": Server "sessions::a_session_that_is_idle_ends";
    "session-wait": Server "sessions::a_turn_that_does_not_come_is_told";
    "session-users": Server "sessions::not_everyone_may_wait_for_one_session";
    "sessions-ended": Server "sessions::of_long_ended_sessions_nothing_is_known";
    "request-source": Server "bad_input::a_program_that_is_too_large_is_told_its_size";
    "input-depth": Server "bad_input::fields::inputs_do_not_nest_without_end";
    "quoted": Server "bad_input::fields::an_unknown_field_is_named_and_the_known_ones_are_listed";
    "request-id": ServerUnits "edge::tests::any_other_request_id_is_replaced";
    "logged-path": Server "logs::of_a_long_path_the_log_has_the_start";
    "answer-text":
        ServerUnits "execute::response::tests::what_the_guest_reports_is_bounded_like_its_output";
    "hint-line": ServerUnits "execute::hint::tests::a_limit_says_what_it_is";
    "hint-name": ServerUnits "execute::hint::tests::what_is_too_long_for_a_name_is_not_repeated";
};

/// The safeguards that the code lists.
pub(super) fn names(workspace: &Workspace) -> Result<Vec<String>> {
    let path = workspace.root.join(LIST);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {LIST}"))?;
    Ok(listed(&text))
}

/// The names in `Variant = "name",` lines.
fn listed(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.trim().strip_suffix("\",")?.split_once(" = \""))
        .filter(|(variant, _)| variant.chars().all(char::is_alphanumeric))
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// The rows called `wanted`, or all. Each safeguard of the code must have one.
pub(super) fn chosen(names: &[String], wanted: &[String]) -> Result<Vec<&'static Row>> {
    let lacks: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| !TABLE.iter().any(|row| row.name == *name))
        .collect();
    if !lacks.is_empty() {
        bail!(
            "no test is known that misses {} (crates/xtask/src/mutate/table.rs)",
            lacks.join(", ")
        );
    }
    let gone: Vec<&str> = TABLE
        .iter()
        .map(|row| row.name)
        .filter(|name| !names.iter().any(|known| known == name))
        .collect();
    if !gone.is_empty() {
        bail!("{LIST} no longer lists {}", gone.join(", "));
    }
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(name)) {
        bail!("there is no safeguard {unknown}; there are {}", names.join(", "));
    }
    Ok(TABLE
        .iter()
        .filter(|row| wanted.is_empty() || wanted.iter().any(|name| name == row.name))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_the_list() {
        let text = "safeguards! {\n    /// Fuel = \"no\",\n    Fuel = \"fuel\",\n    A1 = \"a-1\",\n}\n\
                    const X: &str = \"x\";\n";
        assert_eq!(listed(text), ["fuel", "a-1"]);
    }

    #[test]
    fn a_safeguard_without_a_test_is_named() {
        let mut names: Vec<String> = TABLE.iter().map(|row| row.name.to_owned()).collect();
        assert_eq!(chosen(&names, &["fuel".to_owned()]).unwrap().len(), 1);
        assert!(chosen(&names, &["petrol".to_owned()]).is_err());
        names.push("petrol".to_owned());
        assert_eq!(
            chosen(&names, &[]).err().unwrap().to_string(),
            "no test is known that misses petrol (crates/xtask/src/mutate/table.rs)"
        );
        names.drain(..1);
        names.pop();
        assert_eq!(
            chosen(&names, &[]).err().unwrap().to_string(),
            "crates/jupan-sandbox/src/safeguard.rs no longer lists fuel"
        );
    }
}
