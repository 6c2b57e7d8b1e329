//! Performs acts on the installation.

use store::administration::answer_keys::{self, NewKey};
use store::api_keys::{self, NewApiKey};
use store::content::{self, Bundle, Origin, texts};
use store::outbox::{self, Job};
use store::staff::audit::Act;
use store::staff::{Actor, Scope, Staff};
use store::webhooks::{self, Event, NewWebhook};
use store::{ApiKeyId, JobId, WebhookId, administration, failed_jobs};
use test_kit::operator;

use super::world::World;
use crate::answer_keys::{path, places};

/// Lets a job fail for good, and acts on it.
pub(super) async fn about_job(world: &World, act: Act, actor: &Actor) -> JobId {
    let store = &*world.app.store;
    let kind = world.fresh_name();
    let id = outbox::put(store, &kind, &5).await.unwrap();
    let unreadable: Vec<Job<String>> = outbox::lease(store, &kind, 1, chrono::Duration::minutes(1)).await.unwrap();
    assert!(unreadable.is_empty());
    match act {
        Act::RetryJob => drop(failed_jobs::retry(store, actor, id).await.unwrap()),
        _ => drop(failed_jobs::remove(store, actor, id).await.unwrap()),
    }
    id
}

/// Imports a card, and changes its text as the actor.
pub(super) async fn about_texts(world: &World, actor: &Actor) {
    let store = &*world.app.store;
    let card = serde_json::json!({"key": world.fresh_name(), "place": "mentorship", "text": {"en": "Before"}});
    let card: content::Card = serde_json::from_value(card).unwrap();
    let key = card.key.clone();
    let bundle = content::Bundle { cards: Some(vec![card]), ..content::Bundle::default() };
    administration::import_content(store, &operator(), &bundle, content::Origin::Operator).await.unwrap();
    let text = Some("After".to_owned());
    let texts = vec![texts::NewText { path: "text".to_owned(), language: "en".to_owned(), text }];
    let edit = texts::TextEdit { texts, entries: None };
    let kind = texts::TextKind::Card;
    let expected = texts::definition(store, kind, &key).await.unwrap().unwrap().revision();
    let new = administration::NewTexts {
        kind,
        key: &key,
        expected: &expected,
        edit: &edit,
        ask_again: administration::AskAgain::Yes,
    };
    drop(administration::edit_texts(store, actor, new, &|_, _, _| Vec::new()).await.unwrap());
}

/// Adds a webhook as the command line, and acts on it; or adds it as the actor.
pub(super) async fn about_webhook(world: &World, act: Act, actor: &Actor) -> Option<WebhookId> {
    let (store, by) = (&*world.app.store, &operator());
    let new = NewWebhook {
        programme: None,
        name: world.fresh_name(),
        url: "https://duty.example/hook".to_owned(),
        events: vec![Event::AlertOpened],
    };
    if act == Act::AddWebhook {
        return webhooks::add(store, actor, &new).await.unwrap().ok().map(|(id, _)| id);
    }
    let (id, _) = webhooks::add(store, by, &new).await.unwrap().unwrap();
    match act {
        Act::RemoveWebhook => drop(webhooks::remove(store, actor, id).await.unwrap()),
        Act::RotateWebhook => drop(webhooks::rotate(store, actor, id).await.unwrap()),
        Act::TestWebhook => drop(webhooks::test(store, actor, id).await.unwrap()),
        _ => {
            assert!(webhooks::test(store, by, id).await.unwrap());
            let sent = webhooks::due(store).await.unwrap().remove(0);
            if act == Act::EnableWebhook {
                webhooks::gone(store, &sent, 410).await.unwrap();
                webhooks::enable(store, actor, id).await.unwrap();
            } else {
                webhooks::delivered(store, &sent, 200).await.unwrap();
                webhooks::resend(store, actor, sent.id).await.unwrap();
            }
        }
    }
    // What was enqueued would be due for the next act.
    webhooks::remove(store, by, id).await.unwrap();
    webhooks::due(store).await.unwrap();
    Some(id)
}

/// Makes a key, revokes one of another administrator, or uses one.
pub(super) async fn about_api_key(world: &World, act: Act, staff: &Staff) -> Option<ApiKeyId> {
    let store = &*world.app.store;
    let new = NewApiKey { name: world.fresh_name(), programmes: vec![world.programme.id], days: 30 };
    if act == Act::RevokeApiKey {
        let sam = Staff { person: world.sam, scope: Scope::Installation };
        let (id, _) = api_keys::add(store, &sam, &new).await.unwrap().unwrap();
        api_keys::revoke(store, staff, id).await.unwrap();
        return Some(id);
    }
    let (id, key) = api_keys::add(store, staff, &new).await.unwrap().ok()?;
    if act == Act::UseApiKey {
        let used = api_keys::verify(store, &key).await.unwrap().unwrap();
        api_keys::record_use(store, &used).await.unwrap();
    }
    Some(id)
}

/// Imports a session, unless it is there, and corrects one of its keys.
pub(super) async fn correct_key(world: &World, actor: &Actor) {
    let (store, path) = (&*world.app.store, path("place"));
    let catalogue = store::content::catalogue(store).await.unwrap();
    if catalogue.sessions.newest("first-call").is_none() {
        let bundle = Bundle { sessions: Some(vec![places(&["kitchen"], &[])]), ..Bundle::default() };
        store::administration::import_content(store, &operator(), &bundle, Origin::Operator).await.unwrap();
    }
    let catalogue = store::content::catalogue(store).await.unwrap();
    let session = &catalogue.sessions.newest("first-call").unwrap().definition;
    let quiz = session.steps[0].content[0].quiz.as_ref().unwrap();
    let expected = quiz.questions[0].answer_key().unwrap();
    let key = if expected == ["room"] { "kitchen" } else { "room" };
    let new = NewKey { path: &path, key: &[key.to_owned()], expected: &expected };
    drop(answer_keys::correct(store, actor, new).await.unwrap());
}
