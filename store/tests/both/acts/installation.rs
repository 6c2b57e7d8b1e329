//! Performs acts on the installation.

use store::outbox::{self, Job};
use store::staff::Actor;
use store::staff::audit::Act;
use store::{JobId, failed_jobs};

use super::world::World;

/// Lets a job fail for good, and acts on it.
pub(super) async fn about_job(world: &World, act: Act, actor: &Actor) -> JobId {
    let store = &*world.app.store;
    let kind = world.fresh_name();
    let id = outbox::put(store, &kind, &5).await.unwrap();
    let unreadable: Vec<Job<String>> = outbox::lease(store, &kind, 1, chrono::Duration::minutes(1)).await.unwrap();
    assert!(unreadable.is_empty());
    match act {
        Act::RetryJob => failed_jobs::retry(store, actor, id).await.unwrap(),
        _ => failed_jobs::remove(store, actor, id).await.unwrap(),
    };
    id
}
