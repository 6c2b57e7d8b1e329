//! The outbox: leases, retries, backlog and dead jobs.

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

both!(done_job_is_removed, async |app| {
    let id = outbox::put(&app.store, "mail", &mail("it's \"Tom\" 👍")).await.unwrap();
    outbox::put(&app.store, "push", &mail("Ana")).await.unwrap();
    let jobs = leased(&app.store).await;
    assert_eq!(jobs.len(), 1);
    assert_eq!((jobs[0].id, &jobs[0].payload, jobs[0].attempt), (id, &mail("it's \"Tom\" 👍"), 1));
    assert!(leased(&app.store).await.is_empty());
    outbox::done(&app.store, id).await.unwrap();
    app.advance(Duration::days(1));
    assert!(leased(&app.store).await.is_empty());
});

both!(lease_returns_oldest_jobs_up_to_limit, async |app| {
    for n in 0..5 {
        outbox::put(&app.store, "mail", &mail(&n.to_string())).await.unwrap();
        app.advance(Duration::milliseconds(1));
    }
    let first: Vec<Job<Mail>> = outbox::lease(&app.store, "mail", 2, lease_time()).await.unwrap();
    assert_eq!(first.iter().map(|job| job.payload.to.as_str()).collect::<Vec<_>>(), vec!["0", "1"]);
    assert_eq!(leased(&app.store).await.len(), 3);
});

both!(expired_lease_makes_job_due_again, async |app| {
    outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    leased(&app.store).await;
    app.advance(lease_time() - Duration::milliseconds(1));
    assert!(leased(&app.store).await.is_empty());
    app.advance(Duration::milliseconds(1));
    assert_eq!(leased(&app.store).await[0].attempt, 2);
});

both!(failed_job_backs_off_and_then_dies, async |app| {
    let id = outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    let mut wait = Duration::seconds(30);
    for attempt in 1..=MAX_ATTEMPTS {
        let jobs = leased(&app.store).await;
        assert_eq!(jobs.iter().map(|job| job.attempt).collect::<Vec<_>>(), vec![attempt]);
        assert!(outbox::dead(&app.store, 10).await.unwrap().is_empty());
        outbox::failed(&app.store, &jobs[0], "mailbox full").await.unwrap();
        if attempt < MAX_ATTEMPTS {
            app.advance(wait - Duration::milliseconds(1));
            assert!(leased(&app.store).await.is_empty());
            app.advance(Duration::milliseconds(1));
            wait = wait * 2;
        }
    }
    assert_eq!(outbox::dead(&app.store, 10).await.unwrap(), vec![(id, "mail".into(), "mailbox full".into())]);
    app.advance(Duration::days(365));
    assert!(leased(&app.store).await.is_empty());
});

both!(backlog_age_counts_from_enqueue, async |app| {
    let backlog = async || outbox::backlog(&app.store).await.unwrap();
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::zero(), dead: 0 });
    outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    app.advance(Duration::minutes(5));
    assert_eq!(backlog().await, Backlog { due: 1, age: Duration::minutes(5), dead: 0 });
    // A leased or delayed job is not due, but its age counts.
    let job = leased(&app.store).await.remove(0);
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::minutes(5), dead: 0 });
    outbox::failed(&app.store, &job, "no answer").await.unwrap();
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::minutes(5), dead: 0 });
    outbox::put(&app.store, "mail", &5).await.unwrap();
    app.advance(Duration::seconds(1));
    assert_eq!(backlog().await.due, 1);
    assert!(leased(&app.store).await.is_empty());
    assert_eq!(backlog().await, Backlog { due: 0, age: Duration::seconds(301), dead: 1 });
});

both!(job_with_expired_leases_is_given_up, async |app| {
    let id = outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    for attempt in 1..=MAX_ATTEMPTS {
        assert_eq!(leased(&app.store).await[0].attempt, attempt);
        app.advance(lease_time());
    }
    assert!(leased(&app.store).await.is_empty());
    assert_eq!(outbox::dead(&app.store, 10).await.unwrap()[0].0, id);
});

both!(late_worker_cannot_fail_reassigned_job, async |app| {
    outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    let late = leased(&app.store).await.remove(0);
    app.advance(lease_time());
    let next = leased(&app.store).await.remove(0);
    outbox::failed(&app.store, &late, "timeout").await.unwrap();
    app.advance(lease_time() - Duration::milliseconds(1));
    assert!(leased(&app.store).await.is_empty(), "the next worker's lease is valid");
    outbox::failed(&app.store, &next, "timeout").await.unwrap();
    app.advance(lease_time());
    assert_eq!(leased(&app.store).await[0].attempt, 3);
});

both!(concurrent_workers_lease_distinct_jobs, async |app| {
    let mut put: Vec<JobId> = Vec::new();
    for n in 0..60 {
        put.push(outbox::put(&app.store, "mail", &mail(&n.to_string())).await.unwrap());
    }
    let nodes = [app.store.clone(), app.second_node().await];
    let workers: Vec<_> = (0..6)
        .map(|n| {
            let store = nodes[n % 2].clone();
            tokio::spawn(async move { leased(&store).await })
        })
        .collect();
    let mut received: Vec<JobId> = Vec::new();
    for worker in workers {
        received.extend(worker.await.unwrap().iter().map(|job| job.id));
    }
    received.sort_unstable();
    put.sort_unstable();
    assert_eq!(received, put);
    nodes[1].close().await;
});

both!(unreadable_job_is_given_up_alone, async |app| {
    let first = outbox::put(&app.store, "mail", &"not a mail").await.unwrap();
    app.advance(Duration::milliseconds(1));
    let second = outbox::put(&app.store, "mail", &5).await.unwrap();
    outbox::put(&app.store, "mail", &mail("Tom")).await.unwrap();
    let jobs = leased(&app.store).await;
    assert_eq!(jobs.iter().map(|job| job.payload.to.as_str()).collect::<Vec<_>>(), vec!["Tom"]);
    let dead = outbox::dead(&app.store, 10).await.unwrap();
    assert_eq!(dead.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), vec![second, first], "newest first");
    assert!(dead.iter().all(|(_, kind, reason)| kind == "mail" && reason.starts_with("unreadable")));
    assert_eq!(outbox::dead(&app.store, 1).await.unwrap().len(), 1);
});
