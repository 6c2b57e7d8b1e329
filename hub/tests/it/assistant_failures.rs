//! Whatever happens to the model: an apology, and another try.

use std::time::Duration;

use hub::AssistantSettings;
use serde_json::json;
use store::bots::ASSISTANT;
use test_kit::{Model, Script, both};

use crate::assistant::{asking, at_the_desk, reply};

both!(every_failure_ends_in_an_apology_that_can_be_tried_again, async |world| {
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
    let settings = AssistantSettings { answer_limit: Duration::from_millis(700), ..asking(&model) };
    let (_node, mut maya, channel) = at_the_desk(&world, settings).await;
    maya.send(channel, "Well?").await;
    let asked = maya.expect("new_message").await;
    for script in &failures[..6] {
        let apology = reply(&mut maya).await;
        assert_eq!(apology["assistant"]["kind"], "apology", "{script:?}: {apology}");
        assert_eq!(apology["assistant"]["reply_to"], asked["msg_id"]);
        let retry = json!({"command": "assistant_retry", "channel": channel, "msg_id": apology["msg_id"]});
        maya.say(retry.clone()).await;
        maya.say(retry).await;
    }
    let answer = reply(&mut maya).await;
    assert_eq!((&answer["assistant"]["kind"], &answer["message"]), (&json!("answer"), &json!("At last.")));
    let stored = world.stored(channel).await;
    assert_eq!(
        stored.iter().filter(|message| message.sender_id == ASSISTANT).count(),
        7,
        "nothing is replaced, nothing twice"
    );
});

both!(a_model_that_is_not_there_ends_in_an_apology, async |world| {
    let model = Model::start(&[]).await;
    let settings = asking(&model);
    drop(model);
    let (_node, mut maya, channel) = at_the_desk(&world, settings).await;
    maya.send(channel, "Well?").await;
    assert_eq!(reply(&mut maya).await["assistant"]["kind"], "apology");
});

both!(only_ones_own_apologies_are_tried_again, async |world| {
    let model = Model::start(&[Script::Fails(500)]).await;
    let (node, mut maya, channel) = at_the_desk(&world, asking(&model)).await;
    maya.send(channel, "Well?").await;
    let asked = maya.expect("new_message").await;
    let apology = reply(&mut maya).await;
    let retry =
        |message: &serde_json::Value| json!({"command": "assistant_retry", "channel": channel, "msg_id": message});
    maya.say(retry(&asked["msg_id"])).await;
    assert_eq!(maya.expect_error("bad_frame").await["in_reply_to"], "assistant_retry");
    let mut tom = node.socket(world.tom).await;
    tom.say(retry(&apology["msg_id"])).await;
    tom.expect_error("channel_unknown").await;
});
