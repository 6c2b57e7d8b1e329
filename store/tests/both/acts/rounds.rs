//! Performs the acts about runs of the matching.

use store::RunId;
use store::matching::runs;
use store::people::Role;
use store::staff::Actor;
use store::staff::audit::Act;
use test_kit::operator;

use super::world::World;

/// Prepares an act about a run as the command line, and performs it as `actor`. Returns the run, if there is one.
pub(super) async fn about_run(world: &World, act: Act, actor: &Actor) -> Option<RunId> {
    let (store, programme, by) = (&*world.app.store, &world.programme, &operator());
    if act == Act::DraftRun {
        return runs::draft(store, actor, programme).await.unwrap().ok().map(|run| run.id);
    }
    let mentee = world.waiting(programme, Role::Mentee).await;
    world.waiting(programme, Role::Mentor).await;
    // What an actor without this programme could not publish or withdraw.
    let approved = runs::open(store, programme.id).await.unwrap().filter(|run| run.state == runs::RunState::Approved);
    if let Some(run) = approved {
        runs::withdraw(store, by, run.id).await.unwrap().unwrap();
    }
    let run = runs::draft(store, by, programme).await.unwrap().unwrap().id;
    if act == Act::ApproveRun {
        let _ = runs::approve(store, actor, run).await.unwrap();
        return Some(run);
    }
    if act == Act::EditRun {
        let proposals = runs::proposals(store, run).await.unwrap();
        let before: Vec<_> = proposals.iter().filter(|one| one.mentee_id == mentee).map(|one| one.mentor_id).collect();
        assert!(!before.is_empty());
        let _ = runs::set_mentors(store, actor, run, mentee, &before, &[]).await.unwrap();
        return Some(run);
    }
    runs::approve(store, by, run).await.unwrap().unwrap();
    if act == Act::WithdrawRun {
        let _ = runs::withdraw(store, actor, run).await.unwrap();
    } else {
        drop(runs::publish(store, actor, programme, run).await.unwrap());
    }
    Some(run)
}
