//! Mentorships: their beginning and end, with their channel.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::json;
use store::bus::{Event, Topic};
use store::channels::{self, Kind, Status};
use store::content::{self, Bundle, Origin, Session, Versioned};
use store::experiences::{Access, ByRole, Experiences};
use store::mentorship::{self, NewMentorship, Refusal};
use store::people::{self, Role};
use store::programmes::{CurriculumSession, Settings};
use store::{ChannelId, PersonId, ProgrammeId, administration, blocks, erase, person_facts};
use test_kit::both;

use crate::test_store::{TestStore, new_person, next_events};

async fn programme(app: &TestStore, key: &str) -> ProgrammeId {
    let chatting = Experiences { chattype: Access::Use, mentorship_chat: Access::Use, ..Experiences::default() };
    let experiences = ByRole::from([(Role::Mentor, chatting.clone()), (Role::Mentee, chatting)]);
    let settings = Settings { experiences, ..Settings::default() };
    administration::put_programme(&app.store, &test_kit::operator(), key, key, "Europe/London", &settings)
        .await
        .unwrap()
}

pub(crate) async fn person(app: &TestStore, name: &str, role: Role, programme: ProgrammeId) -> PersonId {
    let person = people::NewPerson { programme_id: Some(programme), ..new_person(name, role) };
    people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap()
}

/// Nina is a mentor; Leo, Ada and Ben are mentees of the same programme.
pub(crate) async fn people_of(app: &TestStore) -> [PersonId; 4] {
    let lakeside = programme(app, "lakeside").await;
    [
        person(app, "nina", Role::Mentor, lakeside).await,
        person(app, "leo", Role::Mentee, lakeside).await,
        person(app, "ada", Role::Mentee, lakeside).await,
        person(app, "ben", Role::Mentee, lakeside).await,
    ]
}

/// A session of two steps, which the curriculum of their programme has from now on.
pub(crate) async fn session(app: &TestStore) -> Arc<Versioned<Session>> {
    let step = |key| json!({"key": key, "title": {"en": key}, "minutes": 5, "content": [{"type": "TEXT", "text": {"en": "Read."}}]});
    let session = json!({
        "key": "goal", "title": {"en": "Goals"}, "overview": {"en": "About goals."}, "banner": "letter.svg", "color": "green",
        "audience": "mentorship", "roles": ["mentee", "mentor"], "published_on": "2026-02-01", "steps": [step("read"), step("end")],
    });
    let bundle = Bundle { sessions: Some(vec![serde_json::from_value(session).unwrap()]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
    let curriculum = vec![CurriculumSession { session: "goal".to_owned(), due_after_days: 14 }];
    let settings = Settings { curriculum, ..Settings::default() };
    administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "lakeside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
    content::catalogue(&app.store).await.unwrap().sessions.to_begin("goal").unwrap().clone()
}

fn pair(mentor: PersonId, mentee: PersonId) -> NewMentorship {
    NewMentorship { mentor, mentees: vec![mentee], group: None }
}

async fn status(app: &TestStore, channel: ChannelId, person: PersonId) -> Option<Status> {
    let membership = channels::membership(&app.store, channel, person).await.unwrap();
    membership.map(|membership| membership.status)
}

both!(pair_gets_a_conversation_that_ends_with_it_and_reopens, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let mut listener = app.store.bus.listen();
    let first =
        administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap().unwrap();
    let mut both = vec![nina, leo];
    both.sort();
    let events = next_events(&mut listener).await;
    let [Event::ChannelsChanged { people }, Event::TopicsChanged { people: informed, topics }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((people, informed, &topics[..]), (&both, &both, &[Topic::Profile, Topic::Mentorship][..]));
    let stored = mentorship::by_id(&app.store, first).await.unwrap().unwrap();
    let channel = stored.channel_id;
    assert_eq!(channels::membership(&app.store, channel, leo).await.unwrap().unwrap().kind, Kind::Direct);
    app.send(channel, nina, "Welcome, Leo").await;

    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        first,
        mentorship::Ending { reason: mentorship::EndReason::MovedAway, note: " to the sea ", does_mentor_stop: false },
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert!(
        store::administration::end_mentorship(
            &app.store,
            &test_kit::operator(),
            first,
            store::mentorship::EndReason::MovedAway.alone(),
            store::administration::MenteesAfter::WaitAgain
        )
        .await
        .unwrap()
        .is_err()
    );
    let ended = mentorship::by_id(&app.store, first).await.unwrap().unwrap();
    assert_eq!((ended.ended_at.is_some(), ended.end_note.as_deref()), (true, Some("to the sea")));
    assert_eq!(ended.end_reason, Some(mentorship::EndReason::MovedAway));
    assert_eq!(mentorship::of_person(&app.store, leo).await.unwrap(), []);
    for person in [nina, leo] {
        assert_eq!(status(&app, channel, person).await, Some(Status::Inactive), "they can read what was said");
    }

    let second =
        administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap().unwrap();
    let again = mentorship::by_id(&app.store, second).await.unwrap().unwrap();
    assert_eq!((again.channel_id, status(&app, channel, leo).await), (channel, Some(Status::Active)));
});

both!(group_has_a_channel_that_its_mentor_leads, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    let group = NewMentorship {
        mentor: nina,
        mentees: vec![leo, ada],
        group: Some(" Tuesday\u{202e} circle\u{200b} ".to_owned()),
    };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &group).await.unwrap().unwrap();
    let stored = mentorship::by_id(&app.store, id).await.unwrap().unwrap();
    assert_eq!((stored.kind, stored.name.as_str()), (mentorship::Kind::Group, "Tuesday circle"));
    let around = channels::members_around(&app.store, leo, 10).await.unwrap();
    let managers: Vec<_> =
        around.iter().filter(|member| member.is_pair_manager).map(|member| member.person_id).collect();
    assert_eq!(managers, [nina]);
    let members = mentorship::members(&app.store, id).await.unwrap();
    assert_eq!(members.iter().map(|member| member.person_id).collect::<Vec<_>>(), [nina, ada, leo]);

    // A pair of two of them is another mentorship, whose end leaves the group alone.
    let two =
        administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap().unwrap();
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        two,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(status(&app, stored.channel_id, leo).await, Some(Status::Active));
});

both!(mentorships_that_must_not_be_are_refused, async |app| {
    let [nina, leo, ada, ben] = people_of(&app).await;
    let elsewhere = programme(&app, "hillside").await;
    let mia = person(&app, "mia", Role::Mentee, elsewhere).await;
    let group = |mentees: &[PersonId], name: &str| NewMentorship {
        mentor: nina,
        mentees: mentees.to_vec(),
        group: Some(name.to_owned()),
    };
    person_facts::set_conflict(&app.store, &test_kit::operator(), ada, nina, true).await.unwrap();
    // Who has a conversation can block the other.
    app.direct(&[ben, nina]).await;
    blocks::add(&app.store, ben, nina).await.unwrap();
    let (one, other) = (ada.min(nina), ada.max(nina));
    for (new, refusal) in [
        (NewMentorship { mentees: vec![leo, ada], ..pair(nina, leo) }, Refusal::WrongNumber),
        (group(&[leo, leo], "Circle"), Refusal::WrongNumber),
        (group(&[], "Circle"), Refusal::WrongNumber),
        (pair(nina, nina), Refusal::WrongNumber),
        (group(&[leo], "  "), Refusal::NoName),
        (pair(leo, ada), Refusal::WrongPerson(leo)),
        (pair(nina, mia), Refusal::OtherProgrammes),
        (pair(nina, ada), Refusal::Conflict(one, other)),
        (pair(nina, ben), Refusal::Blocked(ben, nina)),
    ] {
        assert_eq!(
            administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap(),
            Err(refusal),
            "{new:?}"
        );
    }
    administration::set_disabled(&app.store, &test_kit::operator(), leo, true, None).await.unwrap();
    let closed = administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap();
    assert_eq!(closed, Err(Refusal::WrongPerson(leo)));
    assert_eq!(mentorship::all(&app.store, true).await.unwrap(), []);
    assert_eq!(channels::of_person(&app.store, nina).await.unwrap().len(), 1, "no channel is left behind");
});

both!(simultaneous_requests_begin_one_pair, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let new = pair(nina, leo);
    let actor = test_kit::operator();
    let answers = join_all((0..8).map(|_| administration::create_mentorship(&app.store, &actor, &new))).await;
    let (begun, refused): (Vec<_>, Vec<_>) = answers.into_iter().map(Result::unwrap).partition(Result::is_ok);
    assert_eq!((begun.len(), refused.len()), (1, 7));
    let id = begun[0].unwrap();
    assert!(refused.into_iter().all(|answer| answer == Err(Refusal::Exists(id))));
    assert_eq!(channels::of_person(&app.store, leo).await.unwrap().len(), 1);
});

both!(erased_member_ends_the_pair_and_leaves_the_group, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    let two =
        administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap().unwrap();
    let group = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".to_owned()) };
    let circle = administration::create_mentorship(&app.store, &test_kit::operator(), &group).await.unwrap().unwrap();
    let row = people::by_id(&app.store, leo).await.unwrap().unwrap();
    erase::erase(&app.store, &test_kit::operator(), &row).await.unwrap();
    let active: Vec<_> = mentorship::of_person(&app.store, nina).await.unwrap().iter().map(|one| one.id).collect();
    assert_eq!(active, [circle]);
    let members = mentorship::members(&app.store, circle).await.unwrap();
    assert_eq!(members.iter().map(|member| member.person_id).collect::<Vec<_>>(), [nina, ada]);
    let ended = mentorship::by_id(&app.store, two).await.unwrap().unwrap();
    assert!(ended.ended_at.is_some());
});

both!(imported_curriculum_reaches_running_mentorships, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    session(&app).await;
    let id =
        administration::create_mentorship(&app.store, &test_kit::operator(), &pair(nina, leo)).await.unwrap().unwrap();
    let content = content::get(&app.store).await.unwrap();
    let mut plan = content.sessions.as_ref().unwrap()[0].clone();
    "plan".clone_into(&mut plan.key);
    let mut programmes = content.programmes.clone().unwrap();
    let lakeside = programmes.iter_mut().find(|programme| programme.key == "lakeside").unwrap();
    lakeside.settings.curriculum.push(CurriculumSession { session: "plan".to_owned(), due_after_days: 28 });
    let sessions = Some([content.sessions.unwrap(), vec![plan]].concat());
    let bundle = Bundle { sessions, programmes: Some(programmes), ..Bundle::default() };
    let mut listener = app.store.bus.listen();
    administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
    let sessions = mentorship::record::sessions(&app.store, id, leo).await.unwrap();
    assert_eq!(sessions.iter().map(|one| one.session_key.as_str()).collect::<Vec<_>>(), ["goal", "plan"]);
    assert!(matches!(&next_events(&mut listener).await[..], [Event::RulesChanged]));
});
