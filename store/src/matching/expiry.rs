//! Time in the matching: proposals without a decision expire, people are reminded before, and groups begin.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, Utc};

use super::endings::end_undecided_in;
use super::groups::Begun;
use super::pool::{JOB, PauseReason, lock_with_partners, lock_with_partners_and, pause_in};
use super::{State, Tracker, changed, groups, staff_mails};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::notifications::notices;
use crate::push::Notice;
use crate::role::Role;
use crate::staff::Actor;
use crate::{PersonId, ProgrammeId, Result, Store, TrackerId, programmes};

/// Rounds in a row that a mentor may let expire before they are paused.
const EXPIRED_ROUNDS: i64 = 2;

const BATCH: i64 = 200;

/// How late the sweep looks. A confirmation counts as of its arrival, and may wait for locks longer than its time lasts.
const GRACE: Duration = Duration::seconds(10);

/// Returns when a side is reminded first: after half of its time.
pub(super) fn first_reminder(from: DateTime<Utc>, until: DateTime<Utc>) -> DateTime<Utc> {
    from + (until - from) / 2
}

/// The second reminder, after nine tenths.
fn second_reminder(from: DateTime<Utc>, until: DateTime<Utc>) -> DateTime<Utc> {
    from + (until - from) * 9 / 10
}

/// Ends what has expired, reminds, and begins groups whose time has come. Any number of nodes may call it at once. Returns how many
/// trackers, reminders and groups it worked off.
pub async fn sweep(store: &Store) -> Result<usize> {
    Ok(expire(store).await? + remind(store).await? + begin_groups(store).await?)
}

async fn expire(store: &Store) -> Result<usize> {
    let mut count = 0;
    loop {
        let due: Vec<(TrackerId, PersonId, PersonId)> = query_as(
            "SELECT id, mentor_id, mentee_id FROM matching_trackers WHERE expires_at <= $1 ORDER BY expires_at, id LIMIT $2",
        )
        .bind(store.clock.now() - GRACE)
        .bind(BATCH)
        .fetch_all(&store.db)
        .await?;
        if due.is_empty() {
            return Ok(count);
        }
        for (id, mentor, mentee) in due {
            count += usize::from(expire_one(store, id, [mentor, mentee]).await?);
        }
    }
}

/// Ends one tracker under the locks of its people: a confirmation that came first wins.
async fn expire_one(store: &Store, id: TrackerId, pair: [PersonId; 2]) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    // A mentor may be paused, which ends what all their mentees wait for.
    lock_with_partners_and(&mut tx, pair[0], &BTreeSet::from(pair)).await?;
    let tracker: Option<Tracker> =
        query_as(["SELECT ", super::TRACKER, " FROM matching_trackers t WHERE t.id = $1 AND t.expires_at <= $2"])
            .bind(id)
            .bind(now - GRACE)
            .fetch_optional(&mut tx)
            .await?;
    let Some(tracker) = tracker else { return Ok(false) };
    let Some(turn) = tracker.state.turn() else { return Ok(false) };
    let is_first = !is_noted(&mut tx, &tracker, turn).await?;
    query(
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL WHERE id = $1",
    )
    .bind(id)
    .bind(State::Expired)
    .bind(now)
    .execute(&mut tx)
    .await?;
    let mut affected = BTreeSet::from(pair);
    if is_first {
        affected.extend(note_expired_round(&mut tx, store, &tracker, turn).await?);
    }
    tx.commit().await?;
    store.bus.publish(vec![changed(affected)]);
    Ok(true)
}

/// Whether the person whose turn it is let something of the same round expire before.
async fn is_noted(tx: &mut Tx, tracker: &Tracker, turn: Role) -> Result<bool> {
    // Two texts: each reads by the index of one side, not the whole run.
    let (sql, person) = match turn {
        Role::Mentor => (
            "SELECT EXISTS (SELECT 1 FROM matching_trackers
             WHERE mentor_id = $2 AND run_id = $1 AND state = 'EXPIRED' AND confirmed_at IS NOT NULL)",
            tracker.mentor_id,
        ),
        _ => (
            "SELECT EXISTS (SELECT 1 FROM matching_trackers
             WHERE mentee_id = $2 AND run_id = $1 AND state = 'EXPIRED' AND confirmed_at IS NULL)",
            tracker.mentee_id,
        ),
    };
    query_scalar(sql).bind(tracker.run_id).bind(person).fetch_one(tx).await
}

/// Counts a round in which a person let something expire, and pauses a mentor after the second one in a row: what else waits for
/// the mentor ends. Returns the mentees of that.
async fn note_expired_round(tx: &mut Tx, store: &Store, tracker: &Tracker, turn: Role) -> Result<Vec<PersonId>> {
    let person = if turn == Role::Mentor { tracker.mentor_id } else { tracker.mentee_id };
    let rounds: Option<(i64, ProgrammeId)> = query_as(
        "UPDATE matching_pool SET rounds_expired = rounds_expired + 1 WHERE person_id = $1 AND left_at IS NULL
         RETURNING rounds_expired, programme_id",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    match rounds {
        Some((rounds, programme)) if turn == Role::Mentor && rounds >= EXPIRED_ROUNDS => {
            pause_in(tx, store, &Actor::Job { name: JOB }, (person, programme), PauseReason::Expired).await?;
            staff_mails::notify_in(tx, store, programme, staff_mails::ForStaff::PausedMentor).await?;
            end_undecided_in(tx, store, person, State::LeftPool).await
        }
        _ => Ok(Vec::new()),
    }
}

/// Reminds each side at half and at nine tenths of its time.
async fn remind(store: &Store) -> Result<usize> {
    let mut count = 0;
    loop {
        let now = store.clock.now();
        let due: Vec<(PersonId,)> = query_as(
            "SELECT DISTINCT CASE WHEN state = 'PROPOSED' THEN mentee_id ELSE mentor_id END FROM matching_trackers
             WHERE remind_at <= $1 LIMIT $2",
        )
        .bind(now)
        .bind(BATCH)
        .fetch_all(&store.db)
        .await?;
        if due.is_empty() {
            return Ok(count);
        }
        for (person,) in due {
            count += usize::from(remind_one(store, person, now).await?);
        }
    }
}

/// One reminder for all that a person has to decide.
async fn remind_one(store: &Store, person: PersonId, now: DateTime<Utc>) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    lock_with_partners(&mut tx, person).await?;
    let due: Vec<Tracker> = query_as([
        "SELECT ",
        super::TRACKER,
        " FROM matching_trackers t WHERE t.remind_at <= $2 AND (t.state = 'PROPOSED' AND t.mentee_id = $1
             OR t.state = 'INTERESTED' AND t.mentor_id = $1)",
    ])
    .bind(person)
    .bind(now)
    .fetch_all(&mut tx)
    .await?;
    let mut is_useful = false;
    for tracker in due {
        let Some(until) = tracker.expires_at else { continue };
        let from = tracker.confirmed_at.unwrap_or(tracker.proposed_at);
        is_useful |= until > now;
        let next = second_reminder(from, until);
        query("UPDATE matching_trackers SET remind_at = $2 WHERE id = $1")
            .bind(tracker.id)
            .bind((next > now).then_some(next))
            .execute(&mut tx)
            .await?;
    }
    if is_useful {
        notices::send_in(&mut tx, store, person, Notice::Reminder).await?;
    }
    tx.commit().await?;
    Ok(is_useful)
}

/// Begins groups whose hold is over. Staff decide about a group below the minimum.
async fn begin_groups(store: &Store) -> Result<usize> {
    let mut count = 0;
    let mut programmes_read = BTreeMap::new();
    for groups::OnHold { group, members } in groups::on_hold(store).await? {
        if let Entry::Vacant(unread) = programmes_read.entry(group.programme_id) {
            unread.insert(programmes::by_id(store, group.programme_id).await?);
        }
        let Some(programme) = &programmes_read[&group.programme_id] else { continue };
        let rules = programme.settings.matching.groups;
        // Staff may have made a group smaller.
        let is_full = members >= group.size;
        if !is_full && group.starts_at(&rules).is_none_or(|at| at > store.clock.now()) {
            continue;
        }
        let has_enough = is_full || members >= i64::from(rules.minimum);
        let has_changed = match has_enough {
            true => match groups::begin(store, &Actor::Job { name: JOB }, &group).await? {
                Begun::Began(_) => true,
                Begun::Gone => false,
                Begun::Refused(_) => groups::ask_staff(store, &group).await?,
            },
            false => groups::ask_staff(store, &group).await?,
        };
        count += usize::from(has_changed);
    }
    Ok(count)
}
