//! Failures of the model: apologies and retries.

use std::time::Duration;

use hub::AssistantSettings;
use serde_json::json;
use store::bots::ASSISTANT;
use test_kit::{Model, Script, both};

use crate::assistant::{assistant_settings, reply, start_assistant};

both!(every_model_failure_ends_in_retryable_apology, async |app| {
    let failures = [
        Script::Silent,
        Script::CutOff("I was about to"),
        Script::Busy(1),
        Script::Rubbish,
        Script::Fails(500),
        Script::HangsUp,
        Script::Says("At last."),
    ];
    let model = Model::start(&failures).await;
    let settings = AssistantSettings { answer_limit: Duration::from_millis(700), ..assistant_settings(&model) };
    let (_node, mut maya, channel) = start_assistant(&app, settings).await;
    maya.send(channel, "Well?").await;
    let asked = maya.expect("new_message").await;
    for script in &failures[..6] {
        let apology = reply(&mut maya).await;
        assert_eq!(apology["assistant"]["kind"], "apology", "{script:?}: {apology}");
        assert_eq!(apology["assistant"]["reply_to"], asked["msg_id"]);
        let retry = json!({"command": "assistant_retry", "channel": channel, "msg_id": apology["msg_id"]});
        maya.send_frame(retry.clone()).await;
        maya.send_frame(retry).await;
    }
    let answer = reply(&mut maya).await;
    assert_eq!((&answer["assistant"]["kind"], &answer["message"]), (&json!("answer"), &json!("At last.")));
    let stored = app.stored(channel).await;
    assert_eq!(
        stored.iter().filter(|message| message.sender_id == ASSISTANT).count(),
        7,
        "nothing is replaced, nothing twice"
    );
});

both!(unreachable_model_ends_in_apology, async |app| {
    let model = Model::start(&[]).await;
    let settings = assistant_settings(&model);
    drop(model);
    let (_node, mut maya, channel) = start_assistant(&app, settings).await;
    maya.send(channel, "Well?").await;
    assert_eq!(reply(&mut maya).await["assistant"]["kind"], "apology");
});

both!(retry_accepts_only_own_apologies, async |app| {
    let model = Model::start(&[Script::Fails(500)]).await;
    let (node, mut maya, channel) = start_assistant(&app, assistant_settings(&model)).await;
    maya.send(channel, "Well?").await;
    let asked = maya.expect("new_message").await;
    let apology = reply(&mut maya).await;
    let retry =
        |message: &serde_json::Value| json!({"command": "assistant_retry", "channel": channel, "msg_id": message});
    maya.send_frame(retry(&asked["msg_id"])).await;
    assert_eq!(maya.expect_error("bad_frame").await["in_reply_to"], "assistant_retry");
    let mut tom = node.socket(app.tom).await;
    tom.send_frame(retry(&apology["msg_id"])).await;
    tom.expect_error("channel_unknown").await;
});
