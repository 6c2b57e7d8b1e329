//! Delivers announcements that are due: first on the pages of all who belong to the audience at that moment, then by push and mail, in small
//! steps. Each step is a transaction under the lock of the announcement and moves its position, so that several nodes, or one after a
//! restart, reach each person once.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::mails::{self, RECIPIENTS, Recipient};
use super::{Locked, State, changed, lock, publish};
use crate::db::{QueryBuilder, Tx, query, query_as};
use crate::outbox::{self, Job};
use crate::push::{Notification, enqueue_in};
use crate::{AnnouncementId, PersonId, Result, Store, content};

/// The kind of outbox jobs with a [`Delivery`].
pub(super) const KIND: &str = "announcements";

/// Longer than the steps of a large programme take; a second node that comes meanwhile goes on at the same position.
const LEASE: chrono::Duration = chrono::Duration::minutes(10);

/// People of a step that places it on pages.
const PLACED: i64 = 500;

/// People of a step that notifies: little for the one writer of SQLite.
const NOTIFIED: i64 = 50;

/// The pause after such a step: pushes of calls and mails with codes wait in the same outbox, and go out in between.
const PAUSE: chrono::Duration = chrono::Duration::seconds(5);

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(24 * 3600);

/// A job in the outbox: an announcement to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Delivery {
    pub(super) announcement: AnnouncementId,
    /// Of the announcement when it was scheduled or sent. A job for an earlier time has another one.
    pub(super) revision: i64,
}

/// What follows a step.
enum Next {
    Step,
    Pause,
    End,
}

/// Delivers announcements that are due, writes mails that quiet hours held up, and returns the number of jobs that were worked off.
pub async fn deliver_due(store: &Store) -> Result<usize> {
    let delivered = outbox::work_off(store, KIND, LEASE, |job| async move { deliver(store, &job).await }).await?;
    Ok(delivered + mails::write_due(store).await?)
}

async fn deliver(store: &Store, job: &Job<Delivery>) -> Result<()> {
    loop {
        match step(store, &job.payload).await? {
            Next::Step => {}
            Next::Pause => return outbox::postpone(store, job, store.clock.now() + PAUSE).await,
            Next::End => return outbox::done(store, job.id).await,
        }
    }
}

/// Takes one step. A job that no longer concerns the announcement ends: it is a draft again, was scheduled anew, or taken back.
async fn step(store: &Store, delivery: &Delivery) -> Result<Next> {
    let id = delivery.announcement;
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, id).await? else { return Ok(Next::End) };
    match row.state {
        State::Scheduled if row.revision == delivery.revision => {
            query("UPDATE announcements SET state = $2, sent_at = $3 WHERE id = $1")
                .bind(id)
                .bind(State::Sent)
                .bind(store.clock.now())
                .execute(&mut tx)
                .await?;
            tx.commit().await?;
            publish(store, row.programme_id).await;
            Ok(Next::Step)
        }
        State::Sent if row.placed_at.is_none() => {
            let people = place(&mut tx, store, id, &row).await?;
            tx.commit().await?;
            if !people.is_empty() {
                store.bus.publish(vec![changed(people)]);
            }
            Ok(Next::Step)
        }
        State::Sent if row.by_push || row.by_mail => {
            let is_last = notify(&mut tx, store, id, &row).await?;
            tx.commit().await?;
            Ok(if is_last { Next::End } else { Next::Pause })
        }
        State::Draft | State::Scheduled | State::Sent | State::TakenBack => Ok(Next::End),
    }
}

/// Places it on the pages of the next people of the audience, and returns who they are.
async fn place(tx: &mut Tx, store: &Store, id: AnnouncementId, row: &Locked) -> Result<Vec<PersonId>> {
    let after = row.placed_upto.unwrap_or(PersonId(Uuid::nil()));
    let mut next = QueryBuilder::new("SELECT p.id FROM people p WHERE ");
    row.audience().push(&mut next);
    next.push(" AND p.id > ").push_bind(after).push(" ORDER BY p.id LIMIT ").push_bind(PLACED);
    let people: Vec<PersonId> = next.build_query_scalar().fetch_all(&mut *tx).await?;
    if let Some(last) = people.last() {
        let mut insert =
            QueryBuilder::new("INSERT INTO announcement_recipients (announcement_id, person_id, role) SELECT ");
        insert.push_bind(id).push(", p.id, p.role FROM people p WHERE ");
        row.audience().push(&mut insert);
        insert.push(" AND p.id > ").push_bind(after).push(" AND p.id <= ").push_bind(*last);
        // Who was faster than this step and has read it.
        insert.push(" ON CONFLICT DO NOTHING");
        insert.build().execute(&mut *tx).await?;
    }
    let is_last = i64::try_from(people.len()).is_ok_and(|count| count < PLACED);
    query("UPDATE announcements SET placed_upto = $2, placed_at = $3 WHERE id = $1")
        .bind(id)
        .bind(people.last().copied().unwrap_or(after))
        .bind(is_last.then(|| store.clock.now()))
        .execute(tx)
        .await?;
    Ok(people)
}

/// Notifies the next people who have not read it yet and still belong to the programme. Mails come to none who turned reminders by mail off. Returns whether these were the last ones.
async fn notify(tx: &mut Tx, store: &Store, id: AnnouncementId, row: &Locked) -> Result<bool> {
    let [select, member] = RECIPIENTS;
    let to: Vec<Recipient> = query_as([select, member, " AND r.person_id > $2 ORDER BY r.person_id LIMIT $3"])
        .bind(id)
        .bind(row.notified_upto.unwrap_or(PersonId(Uuid::nil())))
        .bind(NOTIFIED)
        .fetch_all(&mut *tx)
        .await?;
    let Some(last) = to.last().map(|last| last.person_id) else { return Ok(true) };
    let is_last = i64::try_from(to.len()).is_ok_and(|count| count < NOTIFIED);
    let languages = content::catalogue(store).await?;
    for recipient in to {
        if row.by_push {
            let note = Notification::Announcement { announcement_id: id };
            enqueue_in(tx, store, recipient.person_id, &note, TTL).await?;
        }
        if row.by_mail && recipient.wants_mails {
            mails::put(tx, store, id, recipient, &row.texts, &languages.languages).await?;
        }
    }
    query("UPDATE announcements SET notified_upto = $2 WHERE id = $1").bind(id).bind(last).execute(tx).await?;
    Ok(is_last)
}
