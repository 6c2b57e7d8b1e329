//! Performs the acts of the programme team about what people write to it.

use store::messages::Draft;
use store::people::Role;
use store::staff::audit::Act;
use store::staff::{Actor, Grant, StaffRole, grants};
use store::team::{self, NewAnswer, notes};
use store::{NoteId, PersonId};
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
            let new = NewAnswer { temp_id: "answer", body: "Hello to you", seen: 1 };
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
