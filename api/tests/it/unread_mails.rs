//! Mails about messages that stay unread.

use mail_parser::{Message, MessageParser};
use reqwest::{Client, Method, redirect};
use serde_json::{Value, json};
use store::administration::{self, AskAgain, NewTexts};
use store::channels::{self, Kind};
use store::content::texts::{self, NewText, TextEdit, TextKind};
use store::content::{Bundle, Origin};
use store::messages::{self, Draft};
use store::{ChannelId, NodeId, blocks, people, presence, reads, unread_mail};
use test_kit::{both, operator};

use crate::mailbox::Mailbox;
use crate::test_app::{Server, TestApp};

const CALL: &str = "../../v1/notifications/settings/";
const HOUR: u64 = 3600;

/// Maya chooses after how many hours a mail comes.
async fn choose(server: &Server, hours: Value, quiet: Value) {
    let maya = server.signed_in("maya").await;
    let body = json!({"timeZone": "Europe/London", "quietHours": quiet, "mailAfterHours": hours});
    assert_eq!(maya.send(maya.request(Method::PUT, CALL).json(&body)).await.status, 200);
}

async fn channel(app: &TestApp, kind: Kind) -> ChannelId {
    let channel = channels::create(&app.store, kind, "", None).await.unwrap();
    channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
    channel
}

async fn tom_writes(app: &TestApp, channel: ChannelId, text: &str) {
    app.store.writer.append(Draft::text(channel, app.tom, text.to_owned(), text.to_owned())).await.unwrap();
}

/// Sends what is due, as several nodes at once, and returns all mails.
async fn mails(app: &TestApp) -> Vec<String> {
    let searches = (0..4).map(|_| unread_mail::enqueue_due(&app.store));
    for result in futures_util::future::join_all(searches).await {
        result.unwrap();
    }
    Mailbox::of(app).all(app).await
}

fn header<'m>(mail: &'m Message<'_>, name: &str) -> &'m str {
    mail.header_raw(name.to_owned()).unwrap_or_default().trim()
}

both!(unread_mail_names_senders_and_numbers_only, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let (pair, circle) = (channel(&app, Kind::Direct).await, channel(&app, Kind::Group).await);
    tom_writes(&app, pair, "A secret of ours").await;
    tom_writes(&app, circle, "Another secret").await;
    app.advance(4 * HOUR - 1);
    assert_eq!(mails(&app).await.len(), 0, "too early");
    app.advance(1);
    let sent = mails(&app).await;
    assert_eq!(sent.len(), 1, "once, from one node");
    let mail = MessageParser::default().parse(sent[0].as_bytes()).unwrap();
    let text = mail.body_text(0).unwrap();
    assert!(text.contains("\u{2068}Tom\u{2069} (2)"), "{text}");
    let html = mail.body_html(0).unwrap();
    assert!(!text.contains("secret") && !html.contains("secret") && !sent[0].contains("Okafor"));
    assert!(sent[0].contains("To: Maya@example.org\r\n") || sent[0].contains("To: maya@example.org\r\n"));
});

/// A new version of the terms, to which all agree again.
async fn change_terms(app: &TestApp) {
    let terms = json!({"id": 4, "title": {"en": "Terms"}, "text": {"en": "Be kind."}});
    let bundle = Bundle { documents: Some(vec![serde_json::from_value(terms).unwrap()]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    let seen = texts::definition(&app.store, TextKind::Document, "4").await.unwrap().unwrap().revision();
    let text =
        NewText { path: "text".to_owned(), language: "en".to_owned(), text: Some("Be kind, always.".to_owned()) };
    let edit = TextEdit { texts: vec![text], entries: None };
    let new = NewTexts { kind: TextKind::Document, key: "4", expected: &seen, edit: &edit, ask_again: AskAgain::Yes };
    administration::edit_texts(&app.store, &operator(), new, &|_, _, _| Vec::new()).await.unwrap().unwrap();
}

both!(person_who_is_asked_to_agree_again_still_gets_mails, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let pair = channel(&app, Kind::Direct).await;
    tom_writes(&app, pair, "Hello").await;
    change_terms(&app).await;
    assert!(people::by_id(&app.store, app.maya).await.unwrap().unwrap().agreed_terms_at.is_none());
    app.advance(4 * HOUR);
    assert_eq!(mails(&app).await.len(), 1);
});

both!(deleted_message_causes_no_unread_mail, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let pair = channel(&app, Kind::Direct).await;
    tom_writes(&app, pair, "For another person").await;
    let message = store::messages::id_at(&app.store, pair, 1).await.unwrap().unwrap();
    store::messages::delete(&app.store, pair, app.tom, message).await.unwrap().unwrap();
    app.advance(4 * HOUR);
    assert_eq!(mails(&app).await.len(), 0);
    tom_writes(&app, pair, "For you").await;
    app.advance(4 * HOUR);
    let sent = mails(&app).await;
    let text = MessageParser::default().parse(sent[0].as_bytes()).unwrap().body_text(0).unwrap().into_owned();
    assert!(text.contains("\u{2068}Tom\u{2069} (1)"), "{text}");
});

both!(unread_mail_comes_at_most_once_a_day, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let pair = channel(&app, Kind::Direct).await;
    tom_writes(&app, pair, "one").await;
    app.advance(4 * HOUR);
    assert_eq!(mails(&app).await.len(), 1);
    tom_writes(&app, pair, "two").await;
    app.advance(24 * HOUR - 1);
    assert_eq!(mails(&app).await.len(), 1);
    app.advance(1);
    assert_eq!(mails(&app).await.len(), 2);
    app.advance(72 * HOUR);
    assert_eq!(mails(&app).await.len(), 2, "the same messages are reported once");
});

both!(no_unread_mail_to_readers_or_in_quiet_hours, async |app| {
    let server = app.server();
    // 09:00 to 15:00 in London.
    choose(&server, json!(4), json!({"from": "08:00", "until": "15:00"})).await;
    let (pair, other) = (channel(&app, Kind::Direct).await, channel(&app, Kind::Group).await);
    tom_writes(&app, pair, "one").await;
    tom_writes(&app, other, "two").await;
    app.advance(4 * HOUR);
    assert_eq!(mails(&app).await.len(), 0, "quiet hours");
    app.advance(2 * HOUR);
    let node: NodeId = app.store.clock.id();
    presence::heartbeat(&app.store, node).await.unwrap();
    presence::changed(&app.store, node, &[app.maya], &[]).await.unwrap();
    assert_eq!(mails(&app).await.len(), 0, "connected");
    presence::changed(&app.store, node, &[], &[app.maya]).await.unwrap();
    reads::mark_seen(&app.store, pair, app.maya, None).await.unwrap();
    channels::set_muted(&app.store, other, app.maya, true).await.unwrap();
    assert_eq!(mails(&app).await.len(), 0, "read, and muted");
    channels::set_muted(&app.store, other, app.maya, false).await.unwrap();
    blocks::add(&app.store, app.maya, app.tom).await.unwrap();
    assert_eq!(mails(&app).await.len(), 0, "blocked");
    blocks::remove(&app.store, app.maya, app.tom).await.unwrap();
    assert_eq!(mails(&app).await.len(), 1);
});

both!(deleted_messages_are_not_reported, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let pair = channel(&app, Kind::Direct).await;
    let regretted = Draft::text(pair, app.tom, "regretted".to_owned(), "regretted".to_owned());
    let regretted = app.store.writer.append(regretted).await.unwrap().message.id;
    messages::delete(&app.store, pair, app.tom, regretted).await.unwrap().unwrap();
    app.advance(4 * HOUR);
    assert_eq!(mails(&app).await.len(), 0);
});

both!(unread_mail_is_off_until_chosen, async |app| {
    let server = app.server();
    let pair = channel(&app, Kind::Direct).await;
    tom_writes(&app, pair, "before").await;
    app.advance(48 * HOUR);
    assert_eq!(mails(&app).await.len(), 0, "off by default");
    choose(&server, json!(24), json!(null)).await;
    app.advance(48 * HOUR);
    assert_eq!(mails(&app).await.len(), 0, "only what comes after the choice");
    tom_writes(&app, pair, "after").await;
    app.advance(24 * HOUR);
    people::set_language(&app.store, app.maya, "ar").await.unwrap();
    let sent = mails(&app).await;
    let mail = MessageParser::default().parse(sent[0].as_bytes()).unwrap();
    assert!(mail.body_html(0).unwrap().contains("dir=\"rtl\""));
});

both!(mail_program_turns_unread_mails_off, async |app| {
    let server = app.server();
    choose(&server, json!(4), json!(null)).await;
    let pair = channel(&app, Kind::Direct).await;
    tom_writes(&app, pair, "one").await;
    app.advance(4 * HOUR);
    let sent = mails(&app).await;
    let mail = MessageParser::default().parse(sent[0].as_bytes()).unwrap();
    assert_eq!(header(&mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let link = header(&mail, "List-Unsubscribe").strip_prefix("<https://hub.example.org").unwrap();
    let link = format!("{}{}", server.url, link.strip_suffix('>').unwrap());
    let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
    let post = async |url: &str| client.post(url).body("List-Unsubscribe=One-Click").send().await.unwrap().status();

    let page = client.get(&link).send().await.unwrap();
    let token = link.split_once("token=").unwrap().1;
    assert_eq!(
        (page.status().as_u16(), page.headers()["location"].to_str().unwrap()),
        (303, &*format!("/stopmails?token={token}"))
    );
    assert!(mail.body_text(0).unwrap().contains(&format!("https://hub.example.org/stopmails?token={token}")));
    let mut forged = link.clone();
    forged.replace_range(link.len() - 5.., "AAAAA");
    let of_tom = link.replace(&app.maya.to_string(), &app.tom.to_string());
    for wrong in [&forged, &of_tom, &format!("{}/api/v1/notifications/stop-mails/?token=x", server.url)] {
        assert_eq!(post(wrong).await.as_u16(), 403);
    }
    let maya = server.signed_in("maya").await;
    assert_eq!(maya.get(CALL).await.body["mailAfterHours"], json!(4), "neither a GET nor a forgery turns them off");
    assert_eq!(post(&link).await.as_u16(), 204);
    assert_eq!(post(&link).await.as_u16(), 204, "again");
    assert_eq!(maya.get(CALL).await.body["mailAfterHours"], json!(null));
    tom_writes(&app, pair, "two").await;
    app.advance(48 * HOUR);
    assert_eq!(mails(&app).await.len(), 1);
});
