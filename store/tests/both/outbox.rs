//! Side effects wait, are leased to one worker, tried again, and given up with a reason.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use store::outbox::{self, Backlog, Job, MAX_ATTEMPTS};
use store::{JobId, Store};

use test_kit::both;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mail {
    to: String,
    attempts_left: Option<u8>,
}

fn mail(to: &str) -> Mail {
    Mail { to: to.to_owned(), attempts_left: None }
}

fn lease_time() -> Duration {
    Duration::minutes(1)
}

async fn leased(store: &Store) -> Vec<Job<Mail>> {
    outbox::lease(store, "mail", 100, lease_time()).await.unwrap()
}

both!(a_job_is_leased_done_and_forgotten, async |world| {
    let id = outbox::put(&world.store, "mail", &mail("it's \"Tom\" 👍")).await.unwrap();
    outbox::put(&world.store, "push", &mail("nobody")).await.unwrap();
    let jobs = leased(&world.store).await;
    assert_eq!(jobs.len(), 1);
    assert_eq!((jobs[0].id, &jobs[0].payload, jobs[0].attempt), (id, &mail("it's \"Tom\" 👍"), 1));
    assert!(leased(&world.store).await.is_empty());
    outbox::done(&world.store, id).await.unwrap();
    world.advance(Duration::days(1));
    assert!(leased(&world.store).await.is_empty());
});

both!(the_oldest_jobs_come_first_and_no_more_than_asked_for, async |world| {
    for n in 0..5 {
        outbox::put(&world.store, "mail", &mail(&n.to_string())).await.unwrap();
        world.advance(Duration::milliseconds(1));
    }
    let first: Vec<Job<Mail>> = outbox::lease(&world.store, "mail", 2, lease_time()).await.unwrap();
    assert_eq!(first.iter().map(|job| job.payload.to.as_str()).collect::<Vec<_>>(), vec!["0", "1"]);
    assert_eq!(leased(&world.store).await.len(), 3);
});

both!(a_job_whose_worker_died_comes_again_when_its_lease_ends, async |world| {
    outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    leased(&world.store).await;
    world.advance(lease_time() - Duration::milliseconds(1));
    assert!(leased(&world.store).await.is_empty());
    world.advance(Duration::milliseconds(1));
    assert_eq!(leased(&world.store).await[0].attempt, 2);
});

both!(a_failed_job_waits_longer_each_time_and_is_then_given_up, async |world| {
    let id = outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    let mut wait = Duration::seconds(30);
    for attempt in 1..=MAX_ATTEMPTS {
        let jobs = leased(&world.store).await;
        assert_eq!(jobs.iter().map(|job| job.attempt).collect::<Vec<_>>(), vec![attempt]);
        assert!(outbox::dead(&world.store, 10).await.unwrap().is_empty());
        outbox::failed(&world.store, &jobs[0], "mailbox full").await.unwrap();
        if attempt < MAX_ATTEMPTS {
            world.advance(wait - Duration::milliseconds(1));
            assert!(leased(&world.store).await.is_empty());
            world.advance(Duration::milliseconds(1));
            wait = wait * 2;
        }
    }
    assert_eq!(outbox::dead(&world.store, 10).await.unwrap(), vec![(id, "mail".into(), "mailbox full".into())]);
    world.advance(Duration::days(365));
    assert!(leased(&world.store).await.is_empty());
});

both!(a_job_that_fails_waits_since_it_was_put_there, async |world| {
    let backlog = async || outbox::backlog(&world.store).await.unwrap();
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::zero(), dead: 0 });
    outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    world.advance(Duration::minutes(5));
    assert_eq!(backlog().await, Backlog { due: 1, age: Duration::minutes(5), dead: 0 });
    // While a worker has it, and until its next turn, it is not due; and it still waits.
    let job = leased(&world.store).await.remove(0);
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::minutes(5), dead: 0 });
    outbox::failed(&world.store, &job, "nobody answers").await.unwrap();
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::minutes(5), dead: 0 });
    outbox::put(&world.store, "mail", &5).await.unwrap();
    world.advance(Duration::seconds(1));
    assert_eq!(backlog().await.due, 1);
    assert!(leased(&world.store).await.is_empty());
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::seconds(301), dead: 1 });
});

both!(a_job_that_kills_its_workers_is_given_up_too, async |world| {
    let id = outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    for attempt in 1..=MAX_ATTEMPTS {
        assert_eq!(leased(&world.store).await[0].attempt, attempt);
        world.advance(lease_time());
    }
    assert!(leased(&world.store).await.is_empty());
    assert_eq!(outbox::dead(&world.store, 10).await.unwrap()[0].0, id);
});

both!(a_worker_that_comes_late_does_not_take_the_job_from_the_next, async |world| {
    outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    let late = leased(&world.store).await.remove(0);
    world.advance(lease_time());
    let next = leased(&world.store).await.remove(0);
    outbox::failed(&world.store, &late, "timeout").await.unwrap();
    world.advance(lease_time() - Duration::milliseconds(1));
    assert!(leased(&world.store).await.is_empty(), "the lease of the next worker still holds");
    outbox::failed(&world.store, &next, "timeout").await.unwrap();
    world.advance(lease_time());
    assert_eq!(leased(&world.store).await[0].attempt, 3);
});

both!(two_workers_never_get_the_same_job, async |world| {
    let mut put: Vec<JobId> = Vec::new();
    for n in 0..60 {
        put.push(outbox::put(&world.store, "mail", &mail(&n.to_string())).await.unwrap());
    }
    let nodes = [world.store.clone(), world.second_node().await];
    let workers: Vec<_> = (0..6)
        .map(|n| {
            let store = nodes[n % 2].clone();
            tokio::spawn(async move { leased(&store).await })
        })
        .collect();
    let mut got: Vec<JobId> = Vec::new();
    for worker in workers {
        got.extend(worker.await.unwrap().iter().map(|job| job.id));
    }
    got.sort_unstable();
    put.sort_unstable();
    assert_eq!(got, put);
    nodes[1].close().await;
});

both!(a_payload_that_cannot_be_read_is_given_up_and_the_others_go_on, async |world| {
    let first = outbox::put(&world.store, "mail", &"not a mail").await.unwrap();
    world.advance(Duration::milliseconds(1));
    let second = outbox::put(&world.store, "mail", &5).await.unwrap();
    outbox::put(&world.store, "mail", &mail("Tom")).await.unwrap();
    let jobs = leased(&world.store).await;
    assert_eq!(jobs.iter().map(|job| job.payload.to.as_str()).collect::<Vec<_>>(), vec!["Tom"]);
    let dead = outbox::dead(&world.store, 10).await.unwrap();
    assert_eq!(dead.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), vec![second, first], "newest first");
    assert!(dead.iter().all(|(_, kind, reason)| kind == "mail" && reason.starts_with("unreadable")));
    assert_eq!(outbox::dead(&world.store, 1).await.unwrap().len(), 1);
});
