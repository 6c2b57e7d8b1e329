//! The assistant as people meet it.

use std::sync::Arc;
use std::time::Duration;

use assistant::{Content, FromContent, OpenAi, OpenAiSettings, Provider};
use hub::AssistantSettings;
use serde_json::{Value, json};
use store::bots::ASSISTANT;
use store::content::{Bundle, Document, Origin, Question, Topic};
use store::experiences::{Access, Overrides};
use store::people::{NewPerson, Role};
use store::programmes::{AssistantBudget, Settings};
use store::{ChannelId, PersonId, ProgrammeId, administration, alerts, audit, people};
use test_kit::{Model, Script, both, shared};

use crate::node::Node;
use crate::safety::newest_case;
use crate::socket::Socket;
use crate::test_app::TestApp;

pub(crate) fn settings(provider: Arc<dyn Provider>, content: Arc<Content>) -> AssistantSettings {
    AssistantSettings {
        content,
        provider,
        answer_limit: Duration::from_secs(10),
        tries_per_day: 100,
        tokens_per_month: 0,
        poll_interval: Duration::from_millis(200),
    }
}

pub(crate) fn assistant_settings(model: &Model) -> AssistantSettings {
    test_kit::choose_crypto();
    let content = Arc::new(Content::built_in().unwrap());
    let settings_of_model = OpenAiSettings {
        base_url: model.base_url.clone(),
        key: String::new(),
        model: "small".into(),
        answer_tokens: 300,
        limit: Duration::from_secs(10),
    };
    settings(Arc::new(OpenAi::new(settings_of_model, content.clone()).unwrap()), content)
}

pub(crate) fn quoting() -> AssistantSettings {
    let content = Arc::new(Content::built_in().unwrap());
    settings(Arc::new(FromContent::new(content.clone())), content)
}

pub(crate) async fn allow(app: &TestApp, person: PersonId, access: Access) {
    let overrides = Overrides { chattype: Some(Access::Use), ai_chat: Some(access), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), person, &overrides).await.unwrap();
}

pub(crate) async fn assistant_of(node: &Node, socket: &Socket) -> Option<ChannelId> {
    let list = node.get_json("/api/v2/chat/channels/", socket.token.as_deref().unwrap()).await;
    let mut channels = list.as_array().unwrap().iter().filter(|channel| channel["kind"] == "assistant");
    let first = channels.next().map(|channel| channel["channelId"].as_str().unwrap().parse().unwrap());
    assert!(channels.next().is_none(), "one each");
    first
}

/// A node with an assistant, and Maya in its channel.
pub(crate) async fn start_assistant(app: &TestApp, settings: AssistantSettings) -> (Node, Socket, ChannelId) {
    allow(app, app.maya, Access::Use).await;
    let node = app.node().await;
    node.hub.start_assistant(settings);
    let mut maya = node.socket(app.maya).await;
    let channel = assistant_of(&node, &maya).await.unwrap();
    maya.join(channel).await;
    (node, maya, channel)
}

/// Returns the next message of the assistant.
pub(crate) async fn reply(socket: &mut Socket) -> Value {
    loop {
        let message = socket.expect("new_message").await;
        if message["user_id"] == json!(ASSISTANT) {
            return message;
        }
    }
}

both!(answer_includes_its_source, async |app| {
    let (node, mut maya, channel) = start_assistant(&app, quoting()).await;
    maya.send(channel, "Who can read my messages?").await;
    let asked = maya.expect("new_message").await;
    let answer = reply(&mut maya).await;
    assert_eq!(answer["assistant"]["kind"], "answer");
    assert_eq!(answer["assistant"]["reply_to"], asked["msg_id"]);
    assert_eq!(answer["assistant"]["sources"], json!(["Frequently asked questions: Who can read my messages?"]));
    assert!(!answer["message"].as_str().unwrap().contains('📖'), "{answer}");
    let bots = node.get_json("/api/v2/chat/bot-users/", maya.token.as_deref().unwrap()).await;
    assert_eq!(bots, json!([{"userId": ASSISTANT, "roleType": "AI_ASSISTANT"}]));

    maya.send(channel, "What is the capital of Mongolia?").await;
    let honest = reply(&mut maya).await;
    assert!(honest["message"].as_str().unwrap().starts_with("I don't know."), "{honest}");
    let list = node.get_json("/api/v2/chat/channels/", maya.token.as_deref().unwrap()).await;
    let channel = list.as_array().unwrap().iter().find(|one| one["kind"] == "assistant").unwrap();
    assert_eq!(channel["lastMessage"]["text"], honest["message"]);
});

/// A bundle with one question and one document.
fn about_the_party(answer: &str) -> Bundle {
    let text = |text: &str| [("en".to_owned(), text.to_owned())].into();
    let question = Question { key: "party".into(), question: text("When is the summer party?"), answer: text(answer) };
    let topic = Topic { key: "house".into(), title: text("Our house"), questions: vec![question] };
    let terms = "Be kind.\n\n## Bicycles\n\nThey stay **outside**:\n\n1. in the yard\n2. locked";
    let document = Document { id: 4, title: text("Terms of Service"), text: text(terms) };
    Bundle { topics: Some(vec![topic]), documents: Some(vec![document]), ..Bundle::default() }
}

both!(answer_quotes_current_programme_content, async |app| {
    let (_node, mut maya, channel) = start_assistant(&app, quoting()).await;
    maya.send(channel, "When is the summer party?").await;
    assert!(reply(&mut maya).await["message"].as_str().unwrap().starts_with("I don't know."));

    for answer in ["In June.", "In July, by the *lake*."] {
        store::administration::import_content(
            &app.store,
            &test_kit::operator(),
            &about_the_party(answer),
            Origin::Operator,
        )
        .await
        .unwrap();
        maya.send(channel, "When is the summer party?").await;
        let told = reply(&mut maya).await;
        assert_eq!(told["message"], answer.replace('*', ""));
        assert_eq!(told["assistant"]["sources"], json!(["Our house: When is the summer party?"]));
    }
    maya.send(channel, "Where do the bicycles stay?").await;
    let told = reply(&mut maya).await;
    assert_eq!(told["message"], "They stay outside:\n\n1. in the yard\n2. locked");
    assert_eq!(told["assistant"]["sources"], json!(["Terms of Service: Bicycles"]));
    // The built-in passages remain.
    maya.send(channel, "Who can read my messages?").await;
    assert_eq!(reply(&mut maya).await["assistant"]["kind"], "answer");
});

both!(assistant_is_hidden_without_experience, async |app| {
    let (node, mut maya, channel) = start_assistant(&app, quoting()).await;
    let mut tom = node.socket(app.tom).await;
    assert_eq!(assistant_of(&node, &tom).await, None);
    tom.send(channel, "let me in").await;
    tom.expect_error("channel_unknown").await;

    allow(&app, app.maya, Access::Show).await;
    assert_eq!(assistant_of(&node, &maya).await, None);
    let name = maya.send(channel, "still there?").await;
    assert_eq!(maya.expect_error("channel_unknown").await["temp_id"], name);
    allow(&app, app.maya, Access::Use).await;
    assert_eq!(assistant_of(&node, &maya).await, Some(channel), "what was said is kept");
    maya.send_frame(json!({"command": "send", "channel": channel, "message": "", "tempId": "a",
        "attachments": [{"name": "a.txt", "type": "text/plain", "data": "aGk="}]}))
        .await;
    maya.expect_error("attachments_off").await;
});

both!(answer_deltas_reach_only_connections_of_asker, async |app| {
    let mut model = Model::start(&[Script::SaysAndWaits("It is", " here.")]).await;
    let (node, mut maya, channel) = start_assistant(&app, assistant_settings(&model)).await;
    let mut phone = node.socket(app.maya).await;
    let mut tom = node.socket(app.tom).await;
    maya.send(channel, "Where is it?").await;
    let asked = maya.expect("new_message").await;
    model.asked().await;
    let begun = phone.expect("assistant_delta").await;
    assert_eq!(
        (&begun["channel_id"], &begun["reply_to"], &begun["text"]),
        (&json!(channel), &asked["msg_id"], &json!(""))
    );
    model.go_on();
    assert_eq!(reply(&mut maya).await["message"], "It is here.");
    assert!(tom.received_so_far().await.iter().all(|frame| frame["channel_id"] != json!(channel)));
});

both!(model_receives_only_history_of_channel, async |app| {
    let mut model = Model::start(&[Script::Says("Hello!"), Script::Fails(500), Script::Says("Fine.")]).await;
    let (_node, mut maya, channel) = start_assistant(&app, assistant_settings(&model)).await;
    app.history(app.pair, app.tom, 3).await;
    for question in ["Hi there you", "Are you broken?", "And now?"] {
        maya.send(channel, question).await;
        reply(&mut maya).await;
    }
    model.asked().await;
    model.asked().await;
    let request: Value = serde_json::from_str(&model.asked().await).unwrap();
    let said: Vec<_> =
        request["messages"].as_array().unwrap()[1..].iter().map(|line| line["content"].as_str().unwrap()).collect();
    assert_eq!(said, ["Hi there you", "Hello!", "Are you broken?", "And now?"], "apologies are no part of it");
});

both!(questions_are_answered_in_order, async |app| {
    let model = Model::start(&[Script::SaysAndWaits("one", "."), Script::Says("two."), Script::Says("three.")]).await;
    let (_node, mut maya, channel) = start_assistant(&app, assistant_settings(&model)).await;
    for question in ["first", "second", "third"] {
        maya.send(channel, question).await;
        maya.expect("new_message").await;
    }
    model.go_on();
    for answer in ["one.", "two.", "three."] {
        assert_eq!(reply(&mut maya).await["message"], answer);
    }
    assert_eq!(model.waiting(), 3, "one request each");
});

both!(crisis_message_gets_crisis_card_at_once, async |app| {
    let mut model = Model::start(&[Script::SaysAndWaits("slow", ".")]).await;
    let (node, mut maya, channel) = start_assistant(&app, assistant_settings(&model)).await;
    maya.send(channel, "Something else first").await;
    model.asked().await;
    maya.send(channel, "i just want to DIE").await;
    let card = reply(&mut maya).await;
    assert_eq!(card["assistant"]["kind"], "crisis");
    let list = node.get_json("/api/v2/chat/channels/", maya.token.as_deref().unwrap()).await;
    let listed = &list.as_array().unwrap().iter().find(|one| one["kind"] == "assistant").unwrap()["lastMessage"];
    assert_eq!((&listed["text"], &listed["isPrivate"]), (&json!(""), &json!(true)));
    let lines = card["assistant"]["helplines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["phone"] == "116 123"), "{card}");
    let words = card["message"].as_str().unwrap().split(' ').next().unwrap();
    let search = json!({"search_text": words, "from_user_ids": [ASSISTANT]});
    let (_, found) = node.post("/api/v2/chat/search-chat-message/", maya.token.as_deref().unwrap(), &search).await;
    assert_eq!(found["messages"], json!([]), "others may see the screen");
    let open = alerts::open(&app.store, 10).await.unwrap();
    assert_eq!(
        open.iter().map(|a| (a.kind, a.channel_id)).collect::<Vec<_>>(),
        [(alerts::Kind::Crisis, Some(channel))]
    );
    model.go_on();
    assert_eq!(reply(&mut maya).await["message"], "slow.");
    assert_eq!(model.waiting(), 0, "no model was asked about it");
});

both!(staff_read_crisis_alert_with_a_reason, async |app| {
    let (node, mut maya, channel) = start_assistant(&app, quoting()).await;
    maya.send(channel, "i just want to DIE").await;
    reply(&mut maya).await;
    let ((_, of_sam), (_, of_tom)) = (node.sign_in(app.sam).await, node.sign_in(app.tom).await);
    let case = newest_case(&node, &of_sam).await;
    let shown = node.get_json(&case, &of_sam).await;
    assert_eq!((&shown["kind"], &shown["about"]), (&json!("crisis"), &json!({"id": app.maya, "name": "Maya Okafor"})));
    assert!(!shown.to_string().contains("DIE"), "{shown}");
    assert_eq!(node.post(&format!("{case}conversation/"), &of_tom, &json!({"reason": "why not"})).await.0, 403);
    let (_, read) = node.post(&format!("{case}conversation/"), &of_sam, &json!({"reason": "To help her"})).await;
    assert_eq!((&read[0]["text"], &read[0]["isSubject"]), (&json!("i just want to DIE"), &json!(true)));
    assert_eq!(read[1]["userId"], json!(ASSISTANT));
    assert!(!read[1]["text"].as_str().unwrap().contains("116 123"), "helplines are no text: {read}");
    let written = audit::of_channel(&node.store, channel, 10).await.unwrap();
    assert_eq!(written.iter().map(|entry| entry.reason.as_deref()).collect::<Vec<_>>(), [Some("To help her")]);

    assert_eq!(
        node.post(&case, &of_sam, &json!({"outcome": "help_arranged", "resolution": "called her"})).await.0,
        204
    );
    assert_eq!(node.post(&case, &of_sam, &json!({"outcome": "no_concern"})).await.0, 404);
    let done = node.get_json(&case, &of_sam).await;
    assert_eq!((&done["resolution"], &done["resolvedBy"]["name"]), (&json!("called her"), &json!("Sam Whitfield")));
    assert_eq!(node.delete(&format!("{case}resolution/"), &of_sam).await, 204);
});

both!(staff_write_to_person_in_crisis, async |app| {
    let (node, mut maya, channel) = start_assistant(&app, quoting()).await;
    let mut sam = node.socket(app.sam).await;
    let (of_sam, of_maya) = (sam.token.clone().unwrap(), maya.token.clone().unwrap());
    maya.send(channel, "i just want to DIE").await;
    assert_eq!(sam.expect("changed").await["topics"], json!(["staff"]));
    let path = format!("{}channel/", newest_case(&node, &of_sam).await);
    assert_eq!(node.post(&path, &of_maya, &Value::Null).await.0, 403);
    let (status, opened) = node.post(&path, &of_sam, &Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(node.post(&path, &of_sam, &Value::Null).await.1, opened, "one channel");
    let direct: ChannelId = serde_json::from_value(opened["channelId"].clone()).unwrap();
    maya.join(direct).await;
    sam.send(direct, "I am here. May I call you?").await;
    maya.read_until(|frame| frame["message"] == "I am here. May I call you?").await;
});

async fn add_lena(app: &TestApp, programme: ProgrammeId) -> PersonId {
    let lena = NewPerson {
        email: "lena@example.org".into(),
        first_name: "Lena".into(),
        last_name: "Vogt".into(),
        role: Role::Mentee,
        programme_id: Some(programme),
        language: "en".into(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(&app.store, &test_kit::operator(), &lena).await.unwrap().unwrap()
}

both!(programme_overrides_monthly_token_budget, async |app| {
    let model = Model::start(&[Script::Says("Yes.")]).await;
    let settings = Settings { assistant: AssistantBudget { tokens_per_month: Some(1) }, ..Settings::default() };
    let programme =
        administration::put_programme(&app.store, &test_kit::operator(), "riverside", "Riverside", "UTC", &settings)
            .await
            .unwrap();
    let mut app = app;
    app.maya = add_lena(&app, programme).await;
    let generous = AssistantSettings { tokens_per_month: 1_000_000, ..assistant_settings(&model) };
    let (_node, mut maya, channel) = start_assistant(&app, generous).await;
    for kind in ["answer", "budget"] {
        maya.send(channel, "And?").await;
        assert_eq!(reply(&mut maya).await["assistant"]["kind"], kind);
    }
});

both!(exhausted_budget_is_answered_with_sentence, async |app| {
    let model = Model::start(&[Script::Says("Yes.")]).await;
    let (_node, mut maya, channel) =
        start_assistant(&app, AssistantSettings { tries_per_day: 2, ..assistant_settings(&model) }).await;
    for kind in ["answer", "answer", "budget"] {
        maya.send(channel, "And?").await;
        let reply = reply(&mut maya).await;
        assert_eq!(reply["assistant"]["kind"], kind);
        assert_eq!(kind == "budget", reply["message"].as_str().unwrap().contains("tomorrow"), "{reply}");
    }
    assert_eq!(model.waiting(), 2);
});

shared!(another_node_answers_question_of_dead_node, async |app| {
    let mut model = Model::start(&[Script::Silent, Script::Says("Here I am.")]).await;
    let quick = AssistantSettings { answer_limit: Duration::from_millis(1500), ..assistant_settings(&model) };
    let (first, mut maya, channel) = start_assistant(&app, quick.clone()).await;
    maya.send(channel, "Anybody?").await;
    model.asked().await;
    // Simulates a crash: its tasks stop and its lease expires.
    first.store.close().await;
    let second = app.node().await;
    second.hub.start_assistant(quick);
    let mut maya = second.socket(app.maya).await;
    maya.join(channel).await;
    assert_eq!(reply(&mut maya).await["message"], "Here I am.");
    let stored = app.stored(channel).await;
    assert_eq!(stored.iter().filter(|message| message.sender_id == ASSISTANT).count(), 1);
});
