//! The list of mentorships for staff: people, contact and silence, within the scope.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::administration::{self, MenteesAfter};
use store::calls::{self, End, Provider};
use store::learning;
use store::listing::ListRequest;
use store::mentorship::overview::{ListedMentorship, page};
use store::mentorship::{self, NewMentorship, contact, record, sessions};
use store::staff::Scope;
use store::{MentorshipId, PersonId, ProgrammeId};
use test_kit::{both, operator};

use crate::mentorship::{people_of, session};
use crate::test_store::TestStore;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn pair(app: &TestStore, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let pair = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &pair).await.unwrap().unwrap()
}

async fn write(app: &TestStore, mentorship: MentorshipId, author: PersonId) -> DateTime<Utc> {
    let channel = mentorship::by_id(&app.store, mentorship).await.unwrap().unwrap().channel_id;
    let sent = app.send(channel, author, "Hello").await;
    contact::update(&app.store).await.unwrap();
    sent.created_at
}

/// All rows, in pages of one.
async fn rows(app: &TestStore, scope: &Scope, filters: &[(&str, &str)], sort: &str) -> Vec<ListedMentorship> {
    let filters = filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
    let mut request = ListRequest { filters, sort: Some(sort.to_owned()), limit: Some(1), ..ListRequest::default() };
    let mut rows = Vec::new();
    loop {
        let page = page(&app.store, scope, &request).await.unwrap();
        rows.extend(page.rows);
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            assert_eq!(i64::try_from(rows.len()).unwrap(), page.total);
            return rows;
        }
    }
}

async fn ids(app: &TestStore, filters: &[(&str, &str)]) -> Vec<MentorshipId> {
    rows(app, &Scope::Installation, filters, "startedAt").await.into_iter().map(|row| row.id).collect()
}

both!(last_contact_of_either_side_and_silence_are_listed, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    let (first, second) = (pair(&app, nina, leo).await, pair(&app, nina, ada).await);
    app.store.clock.advance(3 * DAY);
    let asked = write(&app, first, nina).await;
    app.store.clock.advance(DAY);
    let answered = write(&app, first, leo).await;
    assert_eq!(contact::update(&app.store).await.unwrap(), 0, "nothing is new");

    let all = rows(&app, &Scope::Installation, &[], "startedAt").await;
    let row = all.iter().find(|row| row.id == first).unwrap();
    assert_eq!((row.mentors_contact_at, row.mentees_contact_at), (Some(asked), Some(answered)));
    assert_eq!((row.mentors.as_str(), row.mentees.as_str(), row.is_silent), ("nina Okafor", "leo Okafor", false));
    let row = all.iter().find(|row| row.id == second).unwrap();
    assert_eq!((row.mentors_contact_at, row.mentees_contact_at), (None, None));

    let silent = [("contact", "silent")];
    assert_eq!(ids(&app, &silent).await, []);
    app.store.clock.advance(13 * DAY);
    assert_eq!(ids(&app, &silent).await, [second], "it began seventeen days ago");
    app.store.clock.advance(2 * DAY);
    assert_eq!(ids(&app, &silent).await, [first, second]);
    let channel = mentorship::by_id(&app.store, second).await.unwrap().unwrap().channel_id;
    app.send(channel, nina, "Hello").await;
    assert_eq!(ids(&app, &silent).await, [first], "also before the job has seen the message");
    contact::update(&app.store).await.unwrap();
    assert_eq!(ids(&app, &silent).await, [first]);
    assert_eq!(ids(&app, &[("contact", "one_sided")]).await, [second], "Ada is silent");
    for sort in ["lastContact", "-lastContact", "name", "-startedAt"] {
        assert_eq!(rows(&app, &Scope::Installation, &[], sort).await.len(), 2, "{sort}");
    }
    let by_contact = rows(&app, &Scope::Installation, &[], "lastContact").await;
    assert_eq!(by_contact.iter().map(|row| row.id).collect::<Vec<_>>(), [first, second]);
});

both!(mentorship_that_ended_keeps_its_people_and_is_not_silent, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let first = pair(&app, nina, leo).await;
    write(&app, first, nina).await;
    app.store.clock.advance(20 * DAY);
    administration::end_mentorship(
        &app.store,
        &operator(),
        first,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    let ended = rows(&app, &Scope::Installation, &[("state", "ended")], "startedAt").await;
    let [row] = &ended[..] else { panic!("{ended:?}") };
    assert_eq!((row.mentors.as_str(), row.mentees.as_str(), row.is_silent), ("nina Okafor", "leo Okafor", false));
    assert_eq!(ids(&app, &[("state", "active")]).await, []);

    // The pair begins again in its old conversation, which is no contact of the new mentorship.
    app.store.clock.advance(DAY);
    let again = pair(&app, nina, leo).await;
    contact::update(&app.store).await.unwrap();
    let active = rows(&app, &Scope::Installation, &[("state", "active")], "startedAt").await;
    let [row] = &active[..] else { panic!("{active:?}") };
    assert_eq!((row.id, row.mentors_contact_at, row.is_silent), (again, None, false));
    let before = ended[0].mentors_contact_at;
    let later = write(&app, again, nina).await;
    let by_end = rows(&app, &Scope::Installation, &[], "startedAt").await;
    let contacts: Vec<_> = by_end.iter().map(|row| row.mentors_contact_at).collect();
    assert_eq!(contacts, [before, Some(later)], "the mentorship that ended keeps its last contact");
});

both!(mentorships_are_searched_and_kept_within_the_scope, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    let (first, second) = (pair(&app, nina, leo).await, pair(&app, nina, ada).await);
    let found = async |words: &str| {
        let request = ListRequest { search: Some(words.to_owned()), ..ListRequest::default() };
        let mut found: Vec<_> = page(&app.store, &Scope::Installation, &request)
            .await
            .unwrap()
            .rows
            .into_iter()
            .map(|row| row.id)
            .collect();
        found.sort();
        found
    };
    assert_eq!(found("LEO").await, [first]);
    let mut both = vec![first, second];
    both.sort();
    assert_eq!(found("nina").await, both);
    assert_eq!(found("100%").await, []);
    let circle =
        NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Tübinger Ärztekreis".to_owned()) };
    let circle = administration::create_mentorship(&app.store, &operator(), &circle).await.unwrap().unwrap();
    assert_eq!(found("ARZTEKREIS tübinger").await, [circle]);
    administration::end_mentorship(
        &app.store,
        &operator(),
        circle,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    let programme = rows(&app, &Scope::Installation, &[], "startedAt").await[0].programme_id;
    assert_eq!(rows(&app, &Scope::Programmes(vec![programme]), &[], "startedAt").await.len(), 3);
    let foreign = ProgrammeId(uuid::Uuid::nil());
    assert_eq!(rows(&app, &Scope::Programmes(vec![foreign]), &[], "startedAt").await, []);
    assert_eq!(rows(&app, &Scope::Programmes(Vec::new()), &[], "startedAt").await, []);
});

both!(calls_and_finished_sessions_are_contact, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let definition = session(&app).await;
    let first = pair(&app, nina, leo).await;
    let channel = mentorship::by_id(&app.store, first).await.unwrap().unwrap().channel_id;
    let contacts = async || {
        contact::update(&app.store).await.unwrap();
        let rows = rows(&app, &Scope::Installation, &[], "startedAt").await;
        (rows[0].mentors_contact_at, rows[0].mentees_contact_at, rows[0].is_silent)
    };
    app.store.clock.advance(20 * DAY);
    assert_eq!(contacts().await, (None, None, true));

    let (call, _) = calls::start(&app.store, channel, nina, Provider::Builtin).await.unwrap();
    calls::join(&app.store, &call, nina, "tab").await.unwrap();
    let joined = app.store.clock.now();
    app.store.clock.advance(Duration::from_secs(600));
    calls::end(&app.store, &call, End::EverybodyLeft).await.unwrap();
    assert_eq!(contacts().await, (Some(joined), None, false), "only Nina was in it");

    app.store.clock.advance(DAY);
    let id = &record::sessions(&app.store, first, leo).await.unwrap()[0].session_id;
    sessions::start(&app.store, leo, id, &definition).await.unwrap();
    assert_eq!(contacts().await.1, None, "a session that goes on is none");
    for step in &definition.definition.steps {
        learning::complete_step(&app.store, leo, id, &definition.definition, step, None).await.unwrap();
    }
    let finished = app.store.clock.now();
    assert_eq!(contacts().await, (Some(joined), Some(finished), false));
});
