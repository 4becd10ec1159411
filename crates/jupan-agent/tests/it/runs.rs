use std::sync::Arc;

use jupan_agent::tools::{Calculate, GetWeather};
use jupan_agent::{
    Effect, Ending, Message, ModelAnswer, Observation, Outcome, ScriptedModel, Tool, ToolError,
    ToolOutput, Transcript, Usage,
};
use serde_json::{Value, json};
use tokio::sync::{Barrier, oneshot};

use crate::support::{Recorder, agent, call, calls, n, results, run, text};

#[tokio::test]
async fn an_answer_without_calls_is_returned_as_it_is() {
    let outcome = run(agent([text("Hello.")], &["echo"])).await;
    assert_eq!(
        outcome,
        Outcome {
            ending: Ending::Completed { answer: "Hello.".to_owned() },
            steps: 1,
            transcript: serde_json::from_value(json!([
                {"role": "user", "text": "question"},
                {"role": "assistant", "text": "Hello."}
            ]))
            .unwrap(),
            observations: vec![],
            usage: Usage { wall_ms: outcome.usage.wall_ms, ..usage(&outcome, 1, 0) },
        }
    );
}

/// Usage with these calls; the estimate of tokens is the run's own.
fn usage(outcome: &Outcome, model_calls: u32, tool_calls: u32) -> Usage {
    Usage { model_calls, tool_calls, estimated: true, ..outcome.usage }
}

#[tokio::test]
async fn a_product_takes_two_steps() {
    let script =
        [calls(&[("calculate", json!({"a": 37, "op": "*", "b": 48}))]), text("37 × 48 is 1776.")];
    let outcome = run(agent(script, &[]).tool(Calculate::new())).await;
    assert_eq!(outcome.ending, Ending::Completed { answer: "37 × 48 is 1776.".to_owned() });
    assert_eq!(outcome.steps, 2);
    assert_eq!(outcome.transcript.roles(), ["user", "assistant", "tool", "assistant"]);
    assert_eq!(
        outcome.observations,
        [Observation {
            step: 1,
            call_id: "calculate-1".to_owned(),
            tool: "calculate".to_owned(),
            arguments: json!({"a": 37, "op": "*", "b": 48}),
            text: "1776".to_owned(),
            data: Some(json!("1776")),
        }]
    );
}

#[tokio::test]
async fn chained_calls_use_the_result_before() {
    let script = [
        calls(&[("calculate", json!({"a": 39.6, "op": "+", "b": 19.8}))]),
        ModelAnswer::calls([call("again", "calculate", json!({"a": 59.4, "op": "*", "b": 2}))]),
        text("118.8"),
    ];
    let outcome = run(agent(script, &[]).tool(Calculate::new())).await;
    assert_eq!(results(&outcome), ["59.4", "118.8"]);
    assert_eq!(outcome.answer(), Some("118.8"));
    assert_eq!(
        outcome.transcript.roles(),
        ["user", "assistant", "tool", "assistant", "tool", "assistant"]
    );
}

#[tokio::test]
async fn a_conversation_goes_on_with_its_history() {
    let first = run(agent([text("12 °C")], &[])).await;
    let script = [calls(&[("get_weather", json!({"location": "Jeju"}))]), text("22 °C")];
    let agent = agent(script, &[]).tool(GetWeather::new()).build().unwrap();
    let second = agent.run_after(first.transcript, "And in Jeju?").await;
    assert_eq!(
        second.transcript.roles(),
        ["user", "assistant", "user", "assistant", "tool", "assistant"]
    );
    let turns: Vec<_> = second
        .transcript
        .turns()
        .into_iter()
        .map(|turn| {
            let tools: Vec<_> = turn
                .tools
                .iter()
                .map(|tool| (tool.call.name.as_str(), tool.result.map(|r| r.text.as_str())))
                .collect();
            (turn.question, tools, turn.answer)
        })
        .collect();
    assert_eq!(
        turns,
        [
            ("question", vec![], Some("12 °C")),
            ("And in Jeju?", vec![("get_weather", Some("Jeju: 22 °C, sunny"))], Some("22 °C")),
        ]
    );
}

#[tokio::test]
async fn a_conversation_that_is_damaged_is_not_continued() {
    let open = serde_json::from_value::<Transcript>(json!([
        {"role": "assistant", "calls": [{"id": "1", "name": "f", "arguments": {}}]}
    ]))
    .unwrap();
    let agent = agent([text("never")], &[]).build().unwrap();
    let outcome = agent.run_after(open, "q").await;
    assert_eq!(
        outcome.ending.describe(),
        "the model failed: the conversation can't be continued: call `1` of tool `f` has no \
         result right after the answer that made it"
    );
    assert_eq!(outcome.usage.model_calls, 0);
}

/// Its calls end only when all are running, and then in the opposite order.
struct Meeting {
    barrier: Arc<Barrier>,
    ended: [tokio::sync::Mutex<Option<oneshot::Sender<()>>>; 3],
    wait: [tokio::sync::Mutex<Option<oneshot::Receiver<()>>>; 3],
}

impl Tool for Meeting {
    type Arguments = crate::support::FakeArguments;

    fn name(&self) -> &'static str {
        "meeting"
    }

    fn description(&self) -> &'static str {
        "Ends when three have come."
    }

    fn effect(&self) -> Effect {
        Effect::Pure
    }

    async fn run(&self, arguments: Self::Arguments) -> Result<ToolOutput, ToolError> {
        let place = usize::try_from(arguments.n).unwrap();
        self.barrier.wait().await;
        if let Some(wait) = self.wait[place].lock().await.take() {
            wait.await.unwrap();
        }
        if let Some(ended) = self.ended[place].lock().await.take() {
            ended.send(()).unwrap();
        }
        Ok(format!("place {place}").into())
    }
}

#[tokio::test]
async fn three_calls_run_at_the_same_time_and_come_back_in_order() {
    let (second_ended, first_waits) = oneshot::channel();
    let (third_ended, second_waits) = oneshot::channel();
    let cell = |value| tokio::sync::Mutex::new(value);
    let meeting = Meeting {
        barrier: Arc::new(Barrier::new(3)),
        ended: [
            tokio::sync::Mutex::new(None),
            tokio::sync::Mutex::new(Some(second_ended)),
            tokio::sync::Mutex::new(Some(third_ended)),
        ],
        wait: [cell(Some(first_waits)), cell(Some(second_waits)), cell(None)],
    };
    let recorder = Recorder::default();
    let script =
        [calls(&[("meeting", n(0)), ("meeting", n(1)), ("meeting", n(2))]), text("all here")];
    let outcome = run(agent(script, &[]).tool(meeting).observer(recorder.clone())).await;
    assert_eq!(results(&outcome), ["place 0", "place 1", "place 2"]);
    let ids: Vec<_> = outcome.observations.iter().map(|seen| seen.call_id.as_str()).collect();
    assert_eq!(ids, ["meeting-1", "meeting-2", "meeting-3"]);
    // As they ended: the trace shows it live.
    let ended: Vec<_> = recorder
        .events(&[])
        .into_iter()
        .filter(|event| event["event"] == "observation")
        .map(|event| event["text"].clone())
        .collect();
    assert_eq!(ended, ["place 2", "place 1", "place 0"]);
}

#[tokio::test]
async fn every_event_is_reported_in_order() {
    let recorder = Recorder::default();
    let script = [
        ModelAnswer {
            text: Some("I echo.".to_owned()),
            notes: vec!["a note".to_owned()],
            ..ModelAnswer::calls([call("", "echo", n(1))])
        },
        text("done"),
    ];
    run(agent(script, &["echo"]).observer(recorder.clone())).await;
    let mut events = recorder.events(&[]);
    let mut ended = events.pop().unwrap();
    let usage = ended.as_object_mut().unwrap().remove("usage").unwrap();
    assert_eq!(usage["tool_calls"], 1);
    for event in &mut events {
        if let Some(took) = event.get_mut("took_ms") {
            assert!(took.is_u64());
            *took = Value::Null;
        }
    }
    assert_eq!(
        Value::from(events),
        json!([
            {"event": "run_started", "model": "scripted", "tools": ["echo"],
             "question": "question"},
            {"event": "step_started", "step": 1},
            {"event": "normalised", "call_id": "", "note": "a note"},
            {"event": "normalised", "call_id": "call_1_1",
             "note": "a missing call id was replaced by `call_1_1`"},
            {"event": "thought", "text": "I echo."},
            {"event": "call", "call_id": "call_1_1", "tool": "echo", "arguments": {"n": 1}},
            {"event": "observation", "call_id": "call_1_1", "tool": "echo", "ok": true,
             "text": "echo 1", "took_ms": null},
            {"event": "step_started", "step": 2},
            {"event": "text_delta", "text": "done"}
        ])
    );
    assert_eq!(
        ended,
        json!({"event": "run_ended", "ending": "completed", "text": "done", "steps": 2})
    );
}

#[tokio::test]
async fn ids_that_are_missing_or_used_twice_are_replaced() {
    let script = [
        ModelAnswer::calls([
            call("a", "echo", n(1)),
            call("a", "echo", n(2)),
            call("", "echo", n(3)),
        ]),
        ModelAnswer::calls([call("a", "echo", n(4))]),
        text("done"),
    ];
    let outcome = run(agent(script, &["echo"])).await;
    let ids: Vec<_> = outcome.transcript.calls().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["a", "call_1_2", "call_1_3", "call_2_1"]);
}

#[tokio::test]
async fn an_outcome_is_the_same_after_a_trip_through_json() {
    let script = [calls(&[("echo", n(1)), ("fail", n(2))]), text("done")];
    let outcome = run(agent(script, &["echo", "fail"])).await;
    let json = serde_json::to_string(&outcome).unwrap();
    assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
}

#[tokio::test]
async fn a_recorded_run_is_replayed_with_real_tools() {
    let script =
        [calls(&[("calculate", json!({"a": 37, "op": "*", "b": 48}))]), text("37 × 48 is 1776.")];
    let recorded = run(agent(script, &[]).tool(Calculate::new())).await;
    let model = ScriptedModel::replay(&recorded.transcript);
    let again = run(jupan_agent::Agent::builder(model).tool(Calculate::new())).await;
    assert_eq!(again.transcript, recorded.transcript);
    assert!(matches!(again.transcript.messages().last(), Some(Message::Assistant(_))));
}
