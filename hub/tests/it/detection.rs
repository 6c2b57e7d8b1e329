//! Texts in which detection finds something: the writer is asked first, staff learn of what is sent, the others notice nothing.

use serde_json::json;
use store::alerts::{self, Kind};
use store::detection_rules::{Reaction, Rules};
use store::findings::{self, Warnings};
use store::programmes::Settings;
use store::{ChannelId, administration, channels};
use test_kit::{both, operator, shared};

use crate::cluster::maya_and_tom;
use crate::socket::Socket;
use crate::test_app::TestApp;

const SNAP: &str = "add me on snap, do not tell your mum";

impl Socket {
    async fn confirm(&mut self, channel: ChannelId, text: &str, temp_id: &str) {
        let frame =
            json!({"command": "send", "channel": channel, "message": text, "temp_id": temp_id, "confirmed": true});
        self.send_frame(frame).await;
    }
}

async fn kinds_of(app: &TestApp) -> Vec<Kind> {
    alerts::open(&app.store, 10).await.unwrap().iter().map(|alert| alert.kind).collect()
}

async fn warnings_of(app: &TestApp, person: store::PersonId) -> (i64, i64) {
    let Warnings { shown, sent } = findings::warnings_of(&app.store, person, None).await.unwrap();
    (shown, sent)
}

shared!(writer_is_asked_first_and_others_notice_nothing, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = maya_and_tom(&app, &here, &there).await;
    let temp_id = tom.send(app.pair, SNAP).await;
    let error = tom.expect_error("needs_confirmation").await;
    assert_eq!((&error["temp_id"], &error["kinds"]), (&json!(temp_id), &json!(["contact", "secrecy"])));
    tom.send_as(app.pair, SNAP, &temp_id).await;
    tom.expect_error("needs_confirmation").await;
    assert_eq!((warnings_of(&app, app.tom).await, kinds_of(&app).await), ((2, 0), vec![]));
    tom.send(app.pair, "see you").await;
    let first = maya.expect("new_message").await;
    assert_eq!(first["message"], "see you", "the others got nothing of it");

    tom.confirm(app.pair, SNAP, &temp_id).await;
    tom.read_until(|frame| frame["temp_id"] == temp_id.as_str()).await;
    assert_eq!(maya.expect("new_message").await["message"], SNAP);
    assert_eq!((warnings_of(&app, app.tom).await, kinds_of(&app).await), ((2, 1), vec![Kind::Contact, Kind::Secrecy]));
    // The client lost the answer: with and without its confirmation the message is the same one.
    tom.send_as(app.pair, SNAP, &temp_id).await;
    tom.expect("new_message").await;
    tom.confirm(app.pair, SNAP, &temp_id).await;
    tom.expect("new_message").await;
    assert_eq!((warnings_of(&app, app.tom).await, kinds_of(&app).await.len()), ((2, 1), 2));
    assert_eq!(app.stored(app.pair).await.len(), 2);
});

both!(confirmed_message_without_warning_is_told, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    tom.confirm(app.pair, SNAP, "a").await;
    tom.expect("new_message").await;
    assert_eq!((warnings_of(&app, app.tom).await, kinds_of(&app).await.len()), ((0, 0), 2));
});

both!(abuse_is_delivered_and_told, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    tom.send(app.pair, "you idiot").await;
    assert_eq!(maya.expect("new_message").await["message"], "you idiot");
    tom.expect("new_message").await;
    assert_eq!(kinds_of(&app).await, [Kind::Abuse]);
});

both!(edit_after_harmless_message_is_asked_about, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = tom.sent(app.pair, "hello").await;
    maya.expect("new_message").await;
    tom.edit(app.pair, &id, SNAP).await;
    let error = tom.expect_error("needs_confirmation").await;
    assert_eq!((&error["in_reply_to"], &error["kinds"]), (&json!("edit"), &json!(["contact", "secrecy"])));
    let frame = json!({"command": "edit", "channel": app.pair, "msg_id": id, "message": SNAP, "confirmed": true});
    tom.send_frame(frame).await;
    assert_eq!(tom.expect("message_changed").await["message"], SNAP);
    assert_eq!(maya.expect("message_changed").await["message"], SNAP);
    assert_eq!((warnings_of(&app, app.tom).await, kinds_of(&app).await.len()), ((1, 1), 2));
});

both!(file_name_is_checked_and_file_waits_for_the_answer, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let file = json!([{"name": "my snap code.txt", "type": "text/plain", "data": "aGVsbG8="}]);
    let send = |confirmed: bool| json!({"command": "send", "channel": app.pair, "message": "", "attachments": file, "temp_id": "a", "confirmed": confirmed});
    tom.send_frame(send(false)).await;
    assert_eq!(tom.expect_error("needs_confirmation").await["kinds"], json!(["contact"]));
    tom.send_frame(send(true)).await;
    tom.expect("new_message").await;
    assert_eq!(app.stored(app.pair).await[0].attachments.len(), 1);
});

both!(programme_changes_its_rules_live, async |app| {
    let node = app.node().await;
    let put = async |contact| {
        let detection = Rules { contact, secrecy: Reaction::Off, abuse: Reaction::Off, among_adults: false };
        let settings = Settings { detection, ..Settings::default() };
        administration::put_programme(&app.store, &operator(), "ours", "Ours", "UTC", &settings).await.unwrap()
    };
    let programme = put(Reaction::Off).await;
    let pair = channels::create(&app.store, channels::Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(&app.store, pair, &[app.maya, app.tom]).await.unwrap();
    let mut tom = node.socket(app.tom).await;
    tom.sent(pair, SNAP).await;
    assert_eq!(kinds_of(&app).await, []);
    put(Reaction::Warn).await;
    tom.send(pair, SNAP).await;
    tom.expect_error("needs_confirmation").await;
    put(Reaction::Tell).await;
    tom.sent(pair, SNAP).await;
    assert_eq!(kinds_of(&app).await, [Kind::Contact]);
});

both!(staff_give_their_number_without_a_warning, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    channels::join(&app.store, app.circle, &[app.sam]).await.unwrap();
    let mut sam = node.socket(app.sam).await;
    sam.sent(app.circle, "call the office: 030 1234567").await;
    assert_eq!(kinds_of(&app).await, [], "staff give the number of the office");
    tom.send(app.circle, "call me: 030 1234567").await;
    tom.read_until(|frame| frame["code"] == "needs_confirmation").await;
});

both!(message_of_blocked_person_is_refused_without_warning, async |app| {
    let node = app.node().await;
    let (maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let block = json!({"userId": app.tom});
    assert_eq!(node.post("/api/v2/chat/blocks/", maya.token.as_deref().unwrap(), &block).await.0, 204);
    tom.send(app.pair, SNAP).await;
    tom.expect_error("blocked").await;
    assert_eq!(warnings_of(&app, app.tom).await, (0, 0));
});

both!(conversation_says_what_is_checked, async |app| {
    let node = app.node().await;
    channels::join(&app.store, app.circle, &[app.sam]).await.unwrap();
    let path = |channel: ChannelId| format!("/api/v2/chat/{channel}/checks/");
    let ((_, tom), (_, ana), (_, sam)) =
        (node.sign_in(app.tom).await, node.sign_in(app.ana).await, node.sign_in(app.sam).await);
    let expected = json!({"crisis": true, "contact": "warn", "secrecy": "warn", "abuse": "tell"});
    assert_eq!(node.get_json(&path(app.pair), &tom).await, expected);
    let of_staff = json!({"crisis": true, "contact": "off", "secrecy": "tell", "abuse": "tell"});
    assert_eq!(node.get_json(&path(app.circle), &sam).await, of_staff);
    assert_eq!(node.get(&path(app.pair), Some(&ana)).await.status(), 404, "not a member");
    let news = channels::create(&app.store, channels::Kind::Broadcast, "News", None).await.unwrap();
    channels::join(&app.store, news, &[app.tom]).await.unwrap();
    let nothing = json!({"crisis": false, "contact": "off", "secrecy": "off", "abuse": "off"});
    assert_eq!(node.get_json(&path(news), &tom).await, nothing);
});

both!(crisis_is_never_asked_about, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let cry = "please don't tell anyone, I want to kill myself";
    tom.send(app.pair, cry).await;
    tom.expect("crisis_detected").await;
    assert_eq!(maya.expect("new_message").await["message"], cry);
    assert_eq!(kinds_of(&app).await, [Kind::Crisis, Kind::Secrecy]);
    assert_eq!(warnings_of(&app, app.tom).await, (0, 0));
});

both!(edit_into_crisis_is_never_asked_about, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let id = tom.sent(app.pair, "hello").await;
    tom.edit(app.pair, &id, "please don't tell anyone, I want to kill myself").await;
    assert_eq!(tom.expect("crisis_detected").await["msg_id"], id);
    assert_eq!(kinds_of(&app).await, [Kind::Crisis, Kind::Secrecy]);
    assert_eq!(warnings_of(&app, app.tom).await, (0, 0));
});
