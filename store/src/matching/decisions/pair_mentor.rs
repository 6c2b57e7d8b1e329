//! A mentor of pairs confirms: a Yes begins a mentorship.

use super::{Choice, Confirmation, Confirmed, Submitted, free_places, leave_matched};
use crate::db::{Tx, query};
use crate::matching::endings::end_if_full_in;
use crate::matching::{State, Tracker, separation};
use crate::mentorship::{self, NewMentorship};
use crate::notifications::notices;
use crate::push::Notice;
use crate::staff::Actor;
use crate::{Result, Store};

pub(super) async fn confirm(tx: &mut Tx, confirmation: &mut Confirmation<'_>) -> Result<Confirmed> {
    let agrees = |tracker: &Tracker, choice| match choice {
        Choice::Interested => tracker.state == State::Accepted,
        Choice::NotInterested => tracker.state == State::Declined,
    };
    if confirmation.is_repeated(agrees) {
        return Ok((Submitted::Submitted, false));
    }
    let active = confirmation.active();
    let wanted = confirmation.wanted();
    if wanted.iter().any(|tracker| !active.contains(tracker) && !agrees(tracker, Choice::Interested)) {
        return Ok((Submitted::MenteeUnavailable, false));
    }
    if active.is_empty() || active.iter().any(|tracker| !confirmation.set.contains_key(&tracker.id)) {
        return Ok((Submitted::ChoicesMissing, false));
    }
    let wanted: Vec<Tracker> = wanted.into_iter().filter(|tracker| active.contains(tracker)).collect();
    if !wanted.is_empty() && !confirmation.is_available(tx, confirmation.person()).await? {
        return Ok((Submitted::TooMany { free: 0 }, false));
    }
    let free = free_places(tx, confirmation.person()).await?;
    if i64::try_from(wanted.len()).unwrap_or(i64::MAX) > free {
        return Ok((Submitted::TooMany { free }, false));
    }
    let mut is_unavailable = false;
    for tracker in &wanted {
        if !confirmation.is_available(tx, tracker.mentee_id).await?
            || separation::is_between(&mut *tx, tracker.mentor_id, tracker.mentee_id).await?
            || is_refused(tx, confirmation.store, tracker).await?
        {
            confirmation.end(tx, tracker, State::Taken).await?;
            is_unavailable = true;
        }
    }
    if is_unavailable {
        return Ok((Submitted::MenteeUnavailable, true));
    }
    for tracker in &active {
        match confirmation.set[&tracker.id] {
            Choice::NotInterested => confirmation.end(tx, tracker, State::Declined).await?,
            Choice::Interested => {
                if !accept(tx, confirmation, tracker).await? {
                    return Ok((Submitted::MenteeUnavailable, false));
                }
            }
        }
    }
    let asked = end_if_full_in(tx, confirmation.store, confirmation.person()).await?;
    confirmation.changes.people.extend(asked);
    query("UPDATE matching_pool SET rounds_expired = 0 WHERE person_id = $1")
        .bind(confirmation.person())
        .execute(tx)
        .await?;
    Ok((Submitted::Submitted, true))
}

/// The mentorship that a match becomes.
fn mentorship_of(tracker: &Tracker) -> NewMentorship {
    NewMentorship { mentor: tracker.mentor_id, mentees: vec![tracker.mentee_id], group: None }
}

/// Whether a rule of mentorships refuses a match.
async fn is_refused(tx: &mut Tx, store: &Store, tracker: &Tracker) -> Result<bool> {
    let Err(refusal) = mentorship::check(tx, store, &mentorship_of(tracker)).await? else { return Ok(false) };
    tracing::warn!(tracker = %tracker.id, %refusal, "an accepted match cannot begin");
    Ok(true)
}

/// Begins the mentorship. Returns false, and has changed nothing, if a rule of mentorships refuses it.
async fn accept(tx: &mut Tx, confirmation: &mut Confirmation<'_>, tracker: &Tracker) -> Result<bool> {
    let new = mentorship_of(tracker);
    let id = match mentorship::create_in(tx, confirmation.store, &new).await? {
        Ok(id) => id,
        Err(refusal) => {
            tracing::warn!(tracker = %tracker.id, %refusal, "an accepted match cannot begin");
            return Ok(false);
        }
    };
    mentorship::record_in(tx, confirmation.store, &Actor::Person(confirmation.person()), id, &new).await?;
    query(
        "UPDATE matching_trackers SET state = $2, mentor_choice = $3, changed_at = $4, mentorship_id = $5,
             expires_at = NULL, remind_at = NULL WHERE id = $1",
    )
    .bind(tracker.id)
    .bind(State::Accepted)
    .bind(Choice::Interested)
    .bind(confirmation.store.clock.now())
    .bind(id)
    .execute(&mut *tx)
    .await?;
    confirmation.end_others(tx, tracker.mentee_id).await?;
    leave_matched(tx, confirmation.store, tracker.mentee_id).await?;
    confirmation.changes.events.extend(new.events());
    notices::send_in(tx, confirmation.store, tracker.mentee_id, Notice::Accepted).await?;
    Ok(true)
}
