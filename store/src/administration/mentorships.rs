//! Begins a mentorship that staff decided on, and takes a mistake back: a mentorship that ended too early, or one that should not
//! have begun.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use serde_json::json;

use crate::bus::{Event, Topic};
use crate::channels::{self, Status};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::matching::{self, pool};
use crate::mentorship::{
    EndRefusal, Ending, Kind, NewMentorship, Refusal, Sides, active_members, check, create_in, end_in, record_in,
};
use crate::notifications::notices;
use crate::people;
use crate::programmes;
use crate::push::Notice;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ChannelId, MentorshipId, PersonId, ProgrammeId, Result, Store, TrackerId};

/// How long a mistake can be taken back.
pub const UNDO_TIME: Duration = Duration::hours(24);

/// The last step of a mentorship that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// The mentorship had ended, and goes on.
    End,
    /// The mentorship had begun by mistake, and is gone.
    Beginning,
}

/// Why the last step of a mentorship cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoRefusal {
    /// There is no such mentorship, or it began and ended more than a day ago.
    #[error("No mentorship {0} began or ended within the last 24 hours.")]
    TooLate(MentorshipId),
    /// The members have written or done something in it: it can end only.
    #[error("The members of {0} have used it. End it instead.")]
    IsUsed(MentorshipId),
    /// It changed at this moment.
    #[error("The mentorship {0} has just changed. Look at it again.")]
    Changed(MentorshipId),
    /// They may not have a mentorship any more.
    #[error("{0}")]
    MayNotBegin(Refusal),
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    kind: Kind,
    channel_id: ChannelId,
    programme_id: ProgrammeId,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
}

/// Begins a mentorship that staff decided on. Opens or creates the channel of its members, who learn of it at once. What was open
/// for its mentees in the matching ends.
pub async fn create(store: &Store, actor: &Actor, new: &NewMentorship) -> Result<Result<MentorshipId, Refusal>> {
    let mut tx = store.db.begin().await?;
    programmes::share_of_person_in(&mut tx, new.mentor).await?;
    pool::lock_with_partners_and(&mut tx, new.mentor, &new.people()).await?;
    if actor.staff().is_some() {
        for person in new.people() {
            if actor.reach(&mut tx, person).await?.is_none() {
                return Ok(Err(Refusal::WrongPerson(person)));
            }
        }
    }
    let id = match create_in(&mut tx, store, new).await? {
        Ok(id) => id,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let matched = matching::match_by_hand_in(&mut tx, store, new).await?;
    record_in(&mut tx, store, actor, id, new).await?;
    if actor.is_staff() {
        for person in new.people() {
            notices::send_in(&mut tx, store, person, Notice::Began).await?;
        }
    }
    tx.commit().await?;
    let mut events = new.events();
    events.extend(matched);
    store.bus.publish(events);
    Ok(Ok(id))
}

/// What mentees do once their mentorship has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenteesAfter {
    /// They wait for another mentor where they waited before, preferred to those who wait for their first one.
    WaitAgain,
    /// They stay out of the pool.
    StayOut,
}

/// Ends a mentorship, with a reason that only staff read. Its members are notified without it.
pub async fn end(
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    ending: Ending<'_>,
    after: MenteesAfter,
) -> Result<Result<(), EndRefusal>> {
    let mut tx = store.db.begin().await?;
    let events = match end_within(&mut tx, store, actor, id, ending, after).await? {
        Ok(events) => events,
        Err(refusal) => return Ok(Err(refusal)),
    };
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok(()))
}

/// Does what [`end`] does within a transaction, and returns what to publish. After a refusal nothing was written.
pub(super) async fn end_within(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    ending: Ending<'_>,
    after: MenteesAfter,
) -> Result<Result<Vec<Event>, EndRefusal>> {
    let found = active_members(&mut *tx, id).await?;
    let mentor = found.iter().find(|(_, role)| *role == Role::Mentor && ending.does_mentor_stop);
    let locked: BTreeSet<PersonId> = found.iter().map(|(person, _)| *person).collect();
    let affected = match mentor {
        Some((mentor, _)) => pool::lock_with_partners_and(tx, *mentor, &locked).await?,
        None => people::lock(tx, locked.clone()).await.map(|()| locked)?,
    };
    let members = match end_in(tx, store, actor, id, ending).await? {
        Ok(members) => members,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let sides = Sides::find(tx, &members).await?;
    for (person, role) in &members {
        let waits = *role == Role::Mentee
            && matching::after_mentorship_in(tx, store, *person, after == MenteesAfter::WaitAgain).await?;
        matching::notify_of_end_in(tx, store, *person, sides.partners_of(*role), waits).await?;
        if *role == Role::Mentor && ending.does_mentor_stop {
            matching::stop_in(tx, store, actor, *person).await?;
        }
    }
    let people: Vec<PersonId> = members.into_iter().map(|(person, _)| person).collect();
    Ok(Ok(vec![
        Event::ChannelsChanged { people: people.clone() },
        Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] },
        matching::changed(affected),
    ]))
}

/// Takes the last step of a mentorship back, within a day: its end, else its beginning if its members have done nothing in it.
pub async fn undo(store: &Store, actor: &Actor, id: MentorshipId) -> Result<Result<Undone, UndoRefusal>> {
    undo_step(store, actor, id, false).await
}

/// Takes the end of a mentorship back, as [`undo`]. One that goes on is left as it is.
pub async fn undo_end(store: &Store, actor: &Actor, id: MentorshipId) -> Result<Result<(), UndoRefusal>> {
    Ok(undo_step(store, actor, id, true).await?.map(drop))
}

async fn undo_step(
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    is_end_only: bool,
) -> Result<Result<Undone, UndoRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    // The rules, people, then the mentorship, in the order in which all acts lock.
    programmes::share_of_mentorship_in(&mut tx, id).await?;
    let step = last_step(&mut tx, id).await?;
    let members = undoable_members(&mut tx, id).await?;
    let people: BTreeSet<PersonId> = members.iter().map(|(person, _)| *person).collect();
    match mentor_of(&members) {
        Some(mentor) => drop(pool::lock_with_partners_and(&mut tx, mentor, &people).await?),
        None => people::lock(&mut tx, people.clone()).await?,
    }
    let found: Option<Row> = query_as(
        "UPDATE mentorships SET kind = kind WHERE id = $1
         RETURNING name, kind, channel_id, programme_id, started_at, ended_at",
    )
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    let found = found.filter(|row| actor.reaches(Some(row.programme_id)) && (!is_end_only || row.ended_at.is_some()));
    let Some(found) = found.filter(|row| now - row.ended_at.unwrap_or(row.started_at) <= UNDO_TIME) else {
        return Ok(Err(UndoRefusal::TooLate(id)));
    };
    // A colleague took another step before the locks were held.
    if last_step(&mut tx, id).await? != step || undoable_members(&mut tx, id).await? != members {
        return Ok(Err(UndoRefusal::Changed(id)));
    }
    let mut events = Vec::new();
    let undone = match found.ended_at {
        Some(_) => resume(&mut tx, store, id, &found, &members, &mut events).await?,
        None => remove(&mut tx, store, id, &found, &members, &mut events).await?,
    };
    if undone.is_err() {
        return Ok(undone);
    }
    let state = |ended| json!({"began": true, "ended": ended});
    let after = json!({"began": found.ended_at.is_some(), "ended": false});
    Record::new(Act::UndoMentorship, Target::Mentorship(id), Some(found.programme_id))
        .change(state(found.ended_at.is_some()), after)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    let people: Vec<PersonId> = people.into_iter().collect();
    events.push(Event::ChannelsChanged { people: people.clone() });
    events.push(Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] });
    store.bus.publish(events);
    Ok(undone)
}

/// The end of a mentorship; none while it goes on.
async fn last_step(tx: &mut Tx, id: MentorshipId) -> Result<Option<(Option<DateTime<Utc>>,)>> {
    query_as("SELECT ended_at FROM mentorships WHERE id = $1").bind(id).fetch_optional(tx).await
}

/// The members of a mentorship, or those whom its end parted. Those who had left a group before its end stay outside.
async fn undoable_members(tx: &mut Tx, id: MentorshipId) -> Result<Vec<(PersonId, Role)>> {
    query_as(
        "SELECT m.person_id, m.role FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE s.id = $1 AND (m.left_at IS NULL OR m.left_at = s.ended_at) ORDER BY m.person_id",
    )
    .bind(id)
    .fetch_all(tx)
    .await
}

/// The mentor among members; None if the account was erased.
fn mentor_of(members: &[(PersonId, Role)]) -> Option<PersonId> {
    members.iter().find(|(_, role)| *role == Role::Mentor).map(|(person, _)| *person)
}

/// The mentees among members.
fn mentees_of(members: &[(PersonId, Role)]) -> Vec<PersonId> {
    members.iter().filter(|(_, role)| *role == Role::Mentee).map(|(person, _)| *person).collect()
}

/// Goes on with a mentorship that had ended, if it could begin now. Its mentees may have entered the pool since: it counts as one
/// that staff begin.
async fn resume(
    tx: &mut Tx,
    store: &Store,
    id: MentorshipId,
    row: &Row,
    members: &[(PersonId, Role)],
    events: &mut Vec<Event>,
) -> Result<Result<Undone, UndoRefusal>> {
    let Some(mentor) = mentor_of(members) else {
        return Ok(Err(UndoRefusal::MayNotBegin(Refusal::WrongNumber)));
    };
    let group = (row.kind == Kind::Group).then(|| row.name.clone());
    let mentorship = NewMentorship { mentor, mentees: mentees_of(members), group };
    if let Err(refusal) = check(tx, store, &mentorship).await? {
        return Ok(Err(UndoRefusal::MayNotBegin(refusal)));
    }
    query(
        "UPDATE mentorship_members SET left_at = NULL
         WHERE mentorship_id = $1 AND left_code IS NULL AND left_at = (SELECT ended_at FROM mentorships WHERE id = $1)",
    )
    .bind(id)
    .execute(&mut *tx)
    .await?;
    query("UPDATE mentorships SET ended_at = NULL, end_code = NULL, end_reason = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *tx)
        .await?;
    for person in mentorship.people() {
        channels::set_status_in(tx, store, row.channel_id, person, Status::Active, None).await?;
    }
    if let Some(ended_at) = row.ended_at {
        matching::go_on_in(tx, mentor, ended_at).await?;
    }
    events.extend(matching::match_by_hand_in(tx, store, &mentorship).await?);
    // They have read that it ended.
    let sides = Sides::find(tx, members).await?;
    for (person, role) in members {
        notices::send_with_in(tx, store, *person, Notice::GoesOn, sides.partners_of(*role).values()).await?;
    }
    Ok(Ok(Undone::End))
}

/// Removes a mentorship in which nothing has happened, and what the matching made of it.
async fn remove(
    tx: &mut Tx,
    store: &Store,
    id: MentorshipId,
    row: &Row,
    members: &[(PersonId, Role)],
    events: &mut Vec<Event>,
) -> Result<Result<Undone, UndoRefusal>> {
    let is_used: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM messages WHERE channel_id = $1 AND created_at >= $2)
             OR EXISTS (SELECT 1 FROM session_progress p JOIN mentorship_sessions s ON s.session_id = p.session_id
                        WHERE s.mentorship_id = $3)
             OR EXISTS (SELECT 1 FROM calendar_events WHERE mentorship_id = $3 AND deleted_at IS NULL)
             OR EXISTS (SELECT 1 FROM logged_meetings WHERE mentorship_id = $3)
             OR EXISTS (SELECT 1 FROM mentorship_pauses WHERE mentorship_id = $3)
             OR EXISTS (SELECT 1 FROM mentorship_members WHERE mentorship_id = $3 AND joined_at > $2)",
    )
    .bind(row.channel_id)
    .bind(row.started_at)
    .bind(id)
    .fetch_one(&mut *tx)
    .await?;
    if is_used {
        return Ok(Err(UndoRefusal::IsUsed(id)));
    }
    let accepted: Vec<TrackerId> =
        query_scalar("SELECT id FROM matching_trackers WHERE mentorship_id = $1 ORDER BY id")
            .bind(id)
            .fetch_all(&mut *tx)
            .await?;
    query("DELETE FROM mentorships WHERE id = $1").bind(id).execute(&mut *tx).await?;
    matching::undo_match_in(tx, store, &accepted, &mentees_of(members), row.started_at).await?;
    events.push(matching::changed(members.iter().map(|(person, _)| *person)));
    let sides = Sides::find(tx, members).await?;
    for (person, role) in members {
        matching::notify_of_end_in(tx, store, *person, sides.partners_of(*role), false).await?;
    }
    let is_shared: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM mentorships WHERE channel_id = $1 AND ended_at IS NULL)")
            .bind(row.channel_id)
            .fetch_one(&mut *tx)
            .await?;
    if !is_shared {
        for (person, _) in members {
            channels::set_status_in(tx, store, row.channel_id, *person, Status::Inactive, None).await?;
        }
    }
    Ok(Ok(Undone::Beginning))
}
