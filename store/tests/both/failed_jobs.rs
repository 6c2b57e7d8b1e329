//! Jobs that were given up: who sees them, lets them run again and deletes them, and what is known of the outbox and the processes.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use store::console::digest;
use store::console::worklist::{self, Kind};
use store::failed_jobs::{self, DropRefusal, KEPT_DAYS, ListedFailedJob};
use store::listing::ListRequest;
use store::node_reports::{self, JobReport};
use store::outbox::{self, Cause, Job, Mail, Queue};
use store::people::{self, Role};
use store::staff::{Actor, Grant, Grants, Scope, Staff, StaffRole, audit, grants};
use store::{JobId, NodeId, PersonId, alerts, erase, size};
use test_kit::{both, operator};

use crate::TestApp;
use crate::test_store::new_person;

const TOM: &str = "tom@example.org";

/// A mail about an alert that the mail server refused for good, with its address in the answer.
async fn given_up(app: &TestApp) -> JobId {
    given_up_mail(app, "staff_crisis").await
}

async fn given_up_mail(app: &TestApp, template: &str) -> JobId {
    let mail = Mail {
        to: TOM.to_owned(),
        template: template.to_owned(),
        language: "en".to_owned(),
        values: Default::default(),
    };
    let id = outbox::put(&app.store, outbox::MAIL, &mail).await.unwrap();
    let job = Job { id, payload: (), attempt: outbox::MAX_ATTEMPTS };
    for _ in 0..outbox::MAX_ATTEMPTS {
        let leased: Vec<Job<Mail>> = outbox::lease(&app.store, outbox::MAIL, 9, Duration::zero()).await.unwrap();
        assert!(leased.iter().any(|leased| leased.id == id));
    }
    outbox::failed(&app.store, &job, &format!("permanent error (550): no mailbox {TOM}")).await.unwrap();
    id
}

async fn listed(app: &TestApp, scope: &Scope) -> Vec<ListedFailedJob> {
    failed_jobs::page(&app.store, scope, &ListRequest::default()).await.unwrap().rows
}

async fn administrator(app: &TestApp) -> (PersonId, Grants) {
    let person = people::add(&app.store, &operator(), &new_person("Ada", Role::Staff)).await.unwrap().unwrap();
    let grant = Grant { role: StaffRole::Administrator, programme: None };
    grants::grant(&app.store, &operator(), person, grant).await.unwrap();
    (person, [grant].into_iter().collect())
}

fn staff(person: PersonId, scope: Scope) -> Actor {
    Actor::Staff(Staff { person, scope })
}

both!(list_of_failed_jobs_names_no_one, async |app| {
    let id = given_up(&app).await;
    let [job] = &listed(&app, &Scope::Installation).await[..] else { panic!("one job") };
    assert_eq!((job.id, &*job.kind, job.template.as_deref()), (id, "mail", Some("staff_crisis")));
    assert_eq!((job.cause, job.status, job.attempts), (Cause::Refused, Some(550), outbox::MAX_ATTEMPTS));
    assert_eq!(job.failed_at, app.store.clock.now());
    assert!(!format!("{job:?}").contains(TOM));
    let programme = Scope::Programmes(vec![app.store.clock.id()]);
    assert_eq!(listed(&app, &programme).await, [], "jobs belong to the installation");
});

both!(failed_job_runs_again_with_all_attempts, async |app| {
    let (ada, _) = administrator(&app).await;
    let id = given_up(&app).await;
    let elsewhere = staff(ada, Scope::Programmes(vec![app.store.clock.id()]));
    assert!(!failed_jobs::retry(&app.store, &elsewhere, id).await.unwrap());
    assert_eq!(failed_jobs::remove(&app.store, &elsewhere, id).await.unwrap(), Err(DropRefusal::Unknown));
    assert_eq!(listed(&app, &Scope::Installation).await.len(), 1);

    let actor = staff(ada, Scope::Installation);
    app.advance(Duration::days(3));
    assert!(failed_jobs::retry(&app.store, &actor, id).await.unwrap());
    assert!(!failed_jobs::retry(&app.store, &actor, id).await.unwrap(), "it is no longer given up");
    assert_eq!(failed_jobs::remove(&app.store, &actor, id).await.unwrap(), Err(DropRefusal::Unknown), "it waits again");
    assert_eq!(listed(&app, &Scope::Installation).await, []);
    let again: Vec<Job<Mail>> = outbox::lease(&app.store, outbox::MAIL, 9, Duration::minutes(1)).await.unwrap();
    assert_eq!((again[0].id, again[0].attempt, &*again[0].payload.to), (id, 1, TOM));
    assert_eq!(outbox::backlog(&app.store).await.unwrap().age, Duration::zero(), "it is as new as its second try");
});

both!(dropped_job_is_gone, async |app| {
    let (ada, _) = administrator(&app).await;
    let id = given_up_mail(&app, "reset_password").await;
    assert_eq!(failed_jobs::remove(&app.store, &staff(ada, Scope::Installation), id).await.unwrap(), Ok(()));
    assert!(outbox::queues(&app.store).await.unwrap().iter().all(|queue| queue.dead == 0));
    let acts = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let act = acts.iter().find(|act| act.action == "drop_job").unwrap();
    let values: Value = serde_json::from_str(act.new_values.as_deref().unwrap()).unwrap();
    assert_eq!(values, json!({"kind": "mail", "template": "reset_password"}));
});

/// An alert of which staff could not be notified.
async fn given_up_alert(app: &TestApp) -> JobId {
    let programme = crate::matching::named_programme(app, "lakeside", json!({})).await.id;
    let tom = people::NewPerson { programme_id: Some(programme), ..new_person("Tom", Role::Mentee) };
    let tom = people::add(&app.store, &operator(), &tom).await.unwrap().unwrap();
    crate::safety::alert_about(app, tom, programme).await;
    let mut id = None;
    for _ in 0..outbox::MAX_ATTEMPTS {
        let leased: Vec<Job<Value>> = outbox::lease(&app.store, alerts::JOB, 9, Duration::zero()).await.unwrap();
        id = Some(leased[0].id);
    }
    let job = Job { id: id.unwrap(), payload: (), attempt: outbox::MAX_ATTEMPTS };
    outbox::failed(&app.store, &job, "connection refused").await.unwrap();
    job.id
}

both!(alert_is_not_dropped, async |app| {
    let (ada, _) = administrator(&app).await;
    let actor = staff(ada, Scope::Installation);
    let job = given_up_alert(&app).await;
    let mail = given_up(&app).await;
    for id in [job, mail] {
        assert_eq!(failed_jobs::remove(&app.store, &actor, id).await.unwrap(), Err(DropRefusal::Alert));
    }
    assert_eq!(listed(&app, &Scope::Installation).await.len(), 2);
    for id in [job, mail] {
        assert!(failed_jobs::retry(&app.store, &actor, id).await.unwrap());
    }
});

both!(alert_of_open_case_is_kept, async |app| {
    let job = given_up_alert(&app).await;
    app.advance(Duration::days(KEPT_DAYS));
    assert_eq!(failed_jobs::prune(&app.store).await.unwrap(), 0);
    assert_eq!(listed(&app, &Scope::Installation).await[0].id, job);
    app.execute("UPDATE alerts SET handled_at = created_at").await;
    assert_eq!(failed_jobs::prune(&app.store).await.unwrap(), 1);
});

both!(failed_jobs_end_after_their_time, async |app| {
    given_up(&app).await;
    app.advance(Duration::days(KEPT_DAYS) - Duration::seconds(1));
    assert_eq!(failed_jobs::prune(&app.store).await.unwrap(), 0);
    app.advance(Duration::seconds(1));
    assert_eq!(failed_jobs::prune(&app.store).await.unwrap(), 1);
    outbox::put(&app.store, outbox::MAIL, &5).await.unwrap();
    app.advance(Duration::days(KEPT_DAYS));
    assert_eq!(failed_jobs::prune(&app.store).await.unwrap(), 0, "it was not given up");
});

both!(erasure_deletes_failed_mails_of_person, async |app| {
    let tom = people::NewPerson { email: TOM.to_owned(), ..new_person("Tom", Role::Mentee) };
    let tom = people::add(&app.store, &operator(), &tom).await.unwrap().unwrap();
    given_up(&app).await;
    let tom = people::by_id(&app.store, tom).await.unwrap().unwrap();
    erase::erase(&app.store, &operator(), &tom).await.unwrap();
    assert_eq!(listed(&app, &Scope::Installation).await, []);
});

both!(failed_jobs_are_work_of_administrators_of_installation, async |app| {
    let (ada, grants) = administrator(&app).await;
    let programme = crate::matching::named_programme(&app, "lakeside", json!({})).await.id;
    let of_programme: Grants =
        [Grant { role: StaffRole::Administrator, programme: Some(programme) }].into_iter().collect();
    given_up(&app).await;
    let work = worklist::of_staff(&app.store, ada, &grants).await.unwrap();
    let failed: Vec<_> = work.iter().filter(|work| work.kind == Kind::FailedJob).collect();
    assert_eq!((failed.len(), failed[0].count, failed[0].first.len()), (1, 1, 0));
    let work = worklist::of_staff(&app.store, ada, &of_programme).await.unwrap();
    assert!(work.iter().all(|work| work.kind != Kind::FailedJob));

    let morning: DateTime<Utc> = "2026-05-04T08:00:00Z".parse().unwrap();
    app.advance(morning - app.store.clock.now());
    digest::enqueue_due(&app.store).await.unwrap();
    let mails: Vec<Job<Mail>> = outbox::lease(&app.store, outbox::MAIL, 9, Duration::minutes(1)).await.unwrap();
    let of_ada = mails.iter().find(|mail| mail.payload.template == "staff_worklist").unwrap();
    assert_eq!(of_ada.payload.values["failed_job"], "1");
});

both!(queues_count_what_waits_by_kind, async |app| {
    let put = async |kind: &str| outbox::put(&app.store, kind, &5).await.unwrap();
    put("a").await;
    let first = app.store.clock.now();
    app.advance(Duration::minutes(2));
    put("a").await;
    put("b").await;
    let _: Vec<Job<String>> = outbox::lease(&app.store, "b", 1, Duration::minutes(1)).await.unwrap();
    let queue =
        |kind: &str, waiting, oldest_at, dead| Queue { kind: kind.to_owned(), waiting, oldest_at, later: 0, dead };
    assert_eq!(outbox::queues(&app.store).await.unwrap(), [queue("a", 2, Some(first), 0), queue("b", 0, None, 1)]);
});

both!(processes_report_until_they_are_gone, async |app| {
    let (old, new): (NodeId, NodeId) = (app.store.clock.id(), app.store.clock.id());
    let started_at = app.store.clock.now();
    let job = JobReport {
        name: "mails".to_owned(),
        interval: 1,
        ran_at: Some(started_at),
        succeeded_at: None,
        failed_at: Some(started_at),
        failures: 3,
    };
    node_reports::put(&app.store, old, "7.2.0", started_at, std::slice::from_ref(&job)).await.unwrap();
    app.advance(Duration::minutes(3));
    node_reports::put(&app.store, new, "7.3.0", app.store.clock.now(), &[]).await.unwrap();
    let all = node_reports::all(&app.store).await.unwrap();
    let versions: Vec<_> = all.iter().map(|report| &*report.version).collect();
    assert_eq!((versions, &all[0].jobs[..]), (vec!["7.2.0", "7.3.0"], &[job][..]));
    app.advance(Duration::minutes(2));
    let all = node_reports::all(&app.store).await.unwrap();
    assert_eq!(all.iter().map(|report| report.node).collect::<Vec<_>>(), [new]);
});

both!(size_of_database_is_known, async |app| {
    let size = size::of_database(&app.store).await.unwrap();
    assert!(size.bytes > 100_000, "{size:?}");
    assert_eq!(size.schema, size.known_schema);
});

both!(long_list_of_failed_jobs_has_pages, async |app| {
    for _ in 0..3 {
        given_up(&app).await;
    }
    let request = ListRequest { limit: Some(2), ..ListRequest::default() };
    let first = failed_jobs::page(&app.store, &Scope::Installation, &request).await.unwrap();
    let next = ListRequest { cursor: first.next_cursor.clone(), ..request };
    let second = failed_jobs::page(&app.store, &Scope::Installation, &next).await.unwrap();
    assert_eq!((first.rows.len(), second.rows.len(), first.total), (2, 1, 3));
});
