//! Performs the acts of the programme team about what people write to it.

use store::announcements::{self, Among, Audience, Content, Text, Texts};
use store::messages::Draft;
use store::people::Role;
use store::staff::audit::Act;
use store::staff::duty::{self, Absence, Hours};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants};
use store::team::{self, NewAnswer, notes};
use store::{AnnouncementId, NoteId, PersonId, administration};
use test_kit::operator;

use super::world::World;

/// Lets a person write to the team, prepares an act about it as the command line, and performs it as `actor`.
pub(super) async fn about_person(world: &World, act: Act, actor: &Actor) -> PersonId {
    let (store, by) = (&*world.app.store, &operator());
    let person = world.person(Role::Mentee).await;
    let channel = team::open(store, person).await.unwrap().unwrap();
    store.writer.append(Draft::text(channel, person, "hello", "Hello")).await.unwrap();
    let id: NoteId = store.clock.id();
    match act {
        Act::AnswerPerson => {
            let new = NewAnswer { temp_id: "answer", body: "Hello to you", seen: Some(1) };
            let _ = team::answer(store, actor, person, new).await.unwrap();
        }
        Act::AssignConversation => {
            let grant = Grant { role: StaffRole::Coordinator, programme: None };
            grants::grant(store, by, world.sam, grant).await.unwrap();
            let _ = team::assign(store, actor, person, None, Some(world.sam)).await.unwrap();
        }
        Act::SettleConversation => drop(team::settle(store, actor, person, 1).await.unwrap()),
        Act::ReopenConversation => {
            assert!(team::settle(store, by, person, 1).await.unwrap());
            team::reopen(store, actor, person).await.unwrap();
        }
        Act::AddNote => drop(notes::add(store, actor, person, id, "Likes chess").await.unwrap()),
        _ => {
            // Staff delete what they wrote themselves.
            let scope = store::staff::Scope::Installation;
            let author = Actor::Staff(store::staff::Staff { person: world.sam, scope });
            assert!(notes::add(store, &author, person, id, "Likes chess").await.unwrap());
            notes::remove(store, actor, person, id).await.unwrap();
        }
    }
    person
}

/// Adds a colleague with work, prepares an act about them as the command line, and performs it as `actor`.
pub(super) async fn about_colleague(world: &World, act: Act, actor: &Actor) -> PersonId {
    let (store, by) = (&*world.app.store, &operator());
    let colleague = world.person(Role::Staff).await;
    let programme = world.programme.id;
    for role in [StaffRole::Coordinator, StaffRole::Safeguarding] {
        grants::grant(store, by, colleague, Grant { role, programme: Some(programme) }).await.unwrap();
    }
    match act {
        Act::SetDuty => {
            let hours = [Hours { weekday: 0, from_minute: 540, until_minute: 720 }];
            let _ = duty::set_hours(store, actor, colleague, programme, &[], &hours).await.unwrap();
        }
        Act::SetAbsence => {
            let first_day = store.clock.now().date_naive();
            let absence = Absence { first_day, last_day: first_day + chrono::Days::new(7) };
            let _ = duty::set_absences(store, actor, colleague, &[], &[absence]).await.unwrap();
        }
        _ => {
            let person = world.person(Role::Mentee).await;
            team::open(store, person).await.unwrap().unwrap();
            team::assign(store, by, person, None, Some(colleague)).await.unwrap().unwrap();
            let _ = administration::hand_over(store, actor, colleague, None).await.unwrap();
        }
    }
    colleague
}

/// Writes an announcement, prepares an act about it as the command line, and performs it as `actor`.
pub(super) async fn about_announcement(world: &World, act: Act, actor: &Actor) -> AnnouncementId {
    let (store, by) = (&*world.app.store, &operator());
    let author = Staff { person: world.sam, scope: Scope::Installation };
    let id: AnnouncementId = store.clock.id();
    let texts =
        |title: &str| Texts::from([("en".to_owned(), Text { title: title.to_owned(), body: "Come!".to_owned() })]);
    let audience =
        Audience { programme: world.programme.id, mentees: true, mentors: true, among: Among::All, cohort: None };
    let content = Content { texts: texts("Party"), audience, by_push: false, by_mail: false };
    assert!(announcements::create(store, &author, id, world.programme.id).await.unwrap());
    let draft = announcements::save(store, &author, id, 1, &content).await.unwrap().unwrap();
    if act == Act::SendAnnouncement {
        let _ = announcements::send(store, actor, id, draft, None).await.unwrap();
        return id;
    }
    announcements::send(store, by, id, draft, None).await.unwrap().unwrap();
    if act == Act::CorrectAnnouncement {
        let _ = announcements::correct(store, actor, id, draft + 1, &texts("Summer party")).await.unwrap();
    } else {
        let _ = announcements::take_back(store, actor, id, draft + 1).await.unwrap();
    }
    id
}
