//! Performs the acts about the year of a programme, and leaves it open.

use store::people::Role;
use store::school_year::{self, Next};
use store::staff::Actor;
use store::staff::audit::Act;
use test_kit::operator;
use uuid::Uuid;

use super::world::World;

/// Performs an act about the year of the programme. Returns its target.
pub(super) async fn about_year(world: &World, act: Act, actor: &Actor) -> (&'static str, Option<Uuid>) {
    let (store, id, by) = (&*world.app.store, world.programme.id, &operator());
    let mut target = ("programme", Some(id.0));
    match act {
        Act::CloseYear => {
            let _ = school_year::close(store, actor, id, &[]).await.unwrap();
            let _ = school_year::close(store, by, id, &[]).await.unwrap();
        }
        Act::RetryEndings => {
            world.pair().await;
            school_year::close(store, by, id, &[]).await.unwrap().unwrap();
            world.app.execute("UPDATE school_year_endings SET state = 'failed'").await;
            let _ = school_year::retry(store, actor, id).await.unwrap();
            school_year::retry(store, by, id).await.unwrap().unwrap();
        }
        Act::SetNextYear => {
            let person = world.person(Role::Mentor).await;
            school_year::close(store, by, id, &[]).await.unwrap().unwrap();
            let _ = school_year::roll_over(store, actor, id, &[person], Next::Leaves).await.unwrap();
            target = ("person", Some(person.0));
        }
        Act::OpenYear => {
            school_year::close(store, by, id, &[]).await.unwrap().unwrap();
            end_all(world).await;
            let _ = school_year::open(store, actor, id, None).await.unwrap();
            let _ = school_year::open(store, by, id, None).await.unwrap();
            return target;
        }
        _ => {
            // Nothing may wait in what is archived.
            for sql in [
                "UPDATE mentorships SET ended_at = '2026-03-02T09:00:00Z' WHERE ended_at IS NULL",
                "UPDATE matching_trackers SET state = 'EXPIRED' WHERE state IN ('PROPOSED', 'INTERESTED', 'SELECTED')",
                "UPDATE applications SET state = 'approved' WHERE state = 'open'",
                "UPDATE invitations SET expires_at = '2026-03-01T09:00:00Z'",
                "UPDATE announcements SET state = 'draft' WHERE state = 'scheduled'",
                "UPDATE announcements SET placed_at = '2026-03-02T09:00:00Z' WHERE placed_at IS NULL",
                "UPDATE survey_windows SET stopped_at = '2026-03-02T09:00:00Z' WHERE stopped_at IS NULL",
            ] {
                world.app.execute(sql).await;
            }
            let (before, after) = if act == Act::ArchiveProgramme { (actor, by) } else { (by, actor) };
            let archived = school_year::archive(store, before, id).await.unwrap();
            assert!(archived.is_ok() || before != by, "{archived:?}");
            let _ = school_year::reopen(store, after, id).await.unwrap();
            let _ = school_year::reopen(store, by, id).await.unwrap();
            return target;
        }
    }
    end_all(world).await;
    school_year::open(store, by, id, None).await.unwrap().unwrap();
    target
}

async fn end_all(world: &World) {
    while school_year::work(&world.app.store).await.unwrap() > 0 {}
}
