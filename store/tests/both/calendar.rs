//! Events of mentorships.

use futures_util::future::join_all;
use store::calendar::{self, DeleteOutcome, Draft, Event, WriteOutcome};
use store::mentorship::NewMentorship;
use store::{MentorshipId, PersonId, Store, administration};
use test_kit::both;

use crate::mentorship::people_of;
use crate::test_store::start;

/// A call tomorrow.
pub(crate) fn call() -> Draft {
    Draft {
        title: "First call".to_owned(),
        description: String::new(),
        session_key: None,
        is_mentoring_call: true,
        scheduled_at: start() + chrono::Duration::days(1),
        time_zone: chrono_tz::Tz::Europe__London,
        repeats_until: None,
    }
}

async fn create(store: &Store, id: MentorshipId, author: PersonId, request: Option<&str>) -> Event {
    match calendar::create(store, id, author, request, &call()).await.unwrap() {
        WriteOutcome::Written(event) => event,
        other => panic!("not written: {other:?}"),
    }
}

both!(repeated_request_creates_one_event, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let other = app.second_node().await;
    let requests = (0..8).map(|number| {
        let store = if number % 2 == 0 { &app.store } else { &other };
        create(store, id, leo, Some("once"))
    });
    let created = join_all(requests).await;
    assert!(created.iter().all(|event| *event == created[0]), "{created:?}");
    assert_eq!(calendar::events(&app.store, id, leo).await.unwrap(), created[..1]);

    assert_ne!(create(&app.store, id, nina, Some("once")).await.id, created[0].id, "the id is scoped to its author");
    for _ in 0..2 {
        create(&app.store, id, leo, None).await;
    }
    assert_eq!(calendar::events(&app.store, id, leo).await.unwrap().len(), 4);
    assert_eq!(calendar::delete(&app.store, id, leo, created[0].id).await.unwrap(), DeleteOutcome::Deleted);
    assert_eq!(create(&app.store, id, leo, Some("once")).await.id, created[0].id, "a deleted one is not created again");
    assert_eq!(calendar::events(&app.store, id, leo).await.unwrap().len(), 3);
});
