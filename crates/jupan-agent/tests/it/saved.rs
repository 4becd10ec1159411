use jupan_agent::tools::{Calculate, Memo};
use jupan_agent::{
    Agent, Approver, Decided, Decision, Ending, ModelAnswer, OnDenial, Policy, Progress, SavedRun,
    ScriptedModel, Transcript, WaitAlways,
};
use serde_json::{Value, json};

use crate::support::{Recorder, call, results, text};

fn script() -> [ModelAnswer; 3] {
    [
        ModelAnswer::calls([call("1", "calculate", json!({"a": 18, "op": "+", "b": 24}))]),
        ModelAnswer::calls([
            call("2", "memo", json!({"text": "first"})),
            call("3", "memo", json!({"text": "second"})),
        ]),
        text("Noted."),
    ]
}

/// An agent whose model goes on at a line of the script.
fn agent(
    folder: &std::path::Path,
    line: usize,
    approver: impl Approver + 'static,
    recorder: &Recorder,
) -> Agent {
    Agent::builder(ScriptedModel::new(script()).from_line(line))
        .tool(Calculate::new())
        .tool(Memo::in_folder(folder).unwrap())
        .approver(approver)
        .observer(recorder.clone())
        .policy(Policy { on_denial: OnDenial::EndRun, ..Policy::default() })
        .build()
        .unwrap()
}

async fn waiting(folder: &std::path::Path, approver: impl Approver + 'static) -> SavedRun {
    let agent = agent(folder, 0, approver, &Recorder::default());
    match agent.start(Transcript::default(), "Add and note.").await {
        Progress::Waiting(saved) => saved,
        Progress::Finished(outcome) => panic!("{outcome:?}"),
    }
}

/// Takes the run up from its JSON.
async fn taken_up(
    folder: &std::path::Path,
    saved: &SavedRun,
    decisions: impl IntoIterator<Item = Decision>,
) -> (Progress, Recorder) {
    let saved = SavedRun::from_json(&saved.to_json().unwrap()).unwrap();
    let recorder = Recorder::default();
    let agent = agent(folder, 2, Decided::new(decisions), &recorder);
    (agent.resume(saved).await, recorder)
}

fn memo(folder: &std::path::Path) -> Option<String> {
    std::fs::read_to_string(folder.join("memo.txt")).ok()
}

#[tokio::test]
async fn a_run_that_waits_is_saved_and_completed_later() {
    let folder = tempfile::tempdir().unwrap();
    let saved = waiting(folder.path(), WaitAlways).await;
    assert_eq!(saved.waiting_for().call_id, "2");
    assert_eq!(saved.transcript().roles(), ["user", "assistant", "tool", "assistant"]);
    assert_eq!(memo(folder.path()), None);

    let (progress, _) = taken_up(folder.path(), &saved, [Decision::Allow, Decision::Allow]).await;
    let Progress::Finished(outcome) = progress else { panic!("{progress:?}") };
    assert_eq!(outcome.ending, Ending::Completed { answer: "Noted.".to_owned() });
    assert_eq!(outcome.steps, 3);
    assert_eq!(outcome.usage.tool_calls, 3);
    assert_eq!(
        results(&outcome),
        ["42", "written to memo.txt (5 bytes)", "written to memo.txt (6 bytes)"]
    );
    assert_eq!(memo(folder.path()).as_deref(), Some("second"));
}

#[tokio::test]
async fn decisions_made_before_the_pause_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let saved = waiting(folder.path(), Decided::new([Decision::Allow, Decision::Wait])).await;
    assert_eq!(saved.waiting_for().call_id, "3");
    // Nothing of the answer runs before all of it is decided.
    assert_eq!(memo(folder.path()), None);
    let (progress, _) = taken_up(folder.path(), &saved, [Decision::deny("one is enough")]).await;
    let Progress::Finished(outcome) = progress else { panic!("{progress:?}") };
    assert_eq!(outcome.ending.kind(), "denied");
    assert_eq!(memo(folder.path()), None);
}

#[tokio::test]
async fn a_run_can_wait_more_than_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = waiting(folder.path(), WaitAlways).await;
    let (progress, recorder) =
        taken_up(folder.path(), &first, [Decision::Allow, Decision::Wait]).await;
    let Progress::Waiting(second) = progress else { panic!("{progress:?}") };
    assert_eq!(second.waiting_for().call_id, "3");
    assert_eq!(
        recorder.events(&["run_started", "call"]),
        [
            json!({"event": "approval", "call_id": "2", "tool": "memo",
                   "decision": {"decision": "allow"}}),
            json!({"event": "waiting", "call_id": "3", "tool": "memo"})
        ]
    );
    let (progress, _) = taken_up(folder.path(), &second, [Decision::Allow]).await;
    let Progress::Finished(outcome) = progress else { panic!("{progress:?}") };
    assert_eq!(outcome.answer(), Some("Noted."));
    // The calls of the answer were counted once, not once per pause.
    assert_eq!(outcome.usage.tool_calls, 3);
}

#[tokio::test]
async fn what_is_not_a_saved_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let saved = waiting(folder.path(), WaitAlways).await;
    let error = |change: fn(&mut Value)| {
        let mut json: Value = serde_json::from_str(&saved.to_json().unwrap()).unwrap();
        change(&mut json);
        SavedRun::from_json(&json.to_string()).unwrap_err().to_string()
    };
    assert_eq!(
        error(|json| json["version"] = json!(2)),
        "the run was saved in format 2; this program reads format 1"
    );
    assert_eq!(error(|json| json["state"] = json!({})), "this is not a saved run");
    assert_eq!(
        error(|json| json["waiting_for"]["call_id"] = json!("9")),
        "the saved run waits for call `9`, which its last answer does not have"
    );
    assert_eq!(
        error(|json| {
            json["state"]["transcript"].as_array_mut().unwrap().remove(2);
        }),
        "the conversation of the saved run is damaged"
    );
    assert_eq!(SavedRun::from_json("{").unwrap_err().to_string(), "this is not a saved run");
}
