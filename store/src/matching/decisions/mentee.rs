//! A mentee confirms: a Yes goes to the mentor, a No ends the match.

use super::{Choice, Confirmation, Confirmed, Submitted, free_places};
use crate::Result;
use crate::db::{Tx, query};
use crate::matching::{State, Tracker, expiry, separation};
use crate::notifications::notices;
use crate::push::Notice;
use crate::role::Role;

pub(super) async fn confirm(tx: &mut Tx, confirmation: &mut Confirmation<'_>) -> Result<Confirmed> {
    let agrees = |tracker: &Tracker, choice| match choice {
        Choice::Interested => tracker.confirmed_at.is_some(),
        // After EXPIRED the pair may be proposed again: a No that came too late must not look as if it counted.
        Choice::NotInterested => {
            tracker.confirmed_at.is_none() && !matches!(tracker.state, State::Proposed | State::Expired)
        }
    };
    if confirmation.is_repeated(agrees) {
        return Ok((Submitted::Submitted, false));
    }
    let active = confirmation.active();
    let is_too_late = |tracker: &Tracker| {
        !active.contains(tracker) && confirmation.set.get(&tracker.id).is_some_and(|choice| !agrees(tracker, *choice))
    };
    let is_late = confirmation.trackers.iter().any(is_too_late);
    if active.is_empty() || active.iter().any(|tracker| !confirmation.set.contains_key(&tracker.id)) {
        let outcome = if is_late { Submitted::MentorUnavailable } else { Submitted::ChoicesMissing };
        return Ok((outcome, false));
    }
    let mut is_unavailable = is_late;
    for tracker in confirmation.wanted().into_iter().filter(|tracker| active.contains(tracker)) {
        if !confirmation.is_available(tx, tracker.mentor_id).await?
            || free_places(tx, tracker.mentor_id).await? == 0
            || separation::is_between(&mut *tx, tracker.mentor_id, tracker.mentee_id).await?
        {
            confirmation.end(tx, &tracker, State::Taken).await?;
            is_unavailable = true;
        }
    }
    if is_unavailable {
        return Ok((Submitted::MentorUnavailable, true));
    }
    if !confirmation.is_available(tx, confirmation.person()).await? {
        return Ok((Submitted::ChoicesMissing, false));
    }
    for tracker in active {
        match confirmation.set[&tracker.id] {
            Choice::Interested => {
                ask_mentor(tx, confirmation, &tracker).await?;
            }
            Choice::NotInterested => confirmation.end(tx, &tracker, State::NotInterested).await?,
        }
    }
    query("UPDATE matching_pool SET rounds_expired = 0 WHERE person_id = $1")
        .bind(confirmation.person())
        .execute(tx)
        .await?;
    Ok((Submitted::Submitted, true))
}

/// The mentor's time begins.
async fn ask_mentor(tx: &mut Tx, confirmation: &Confirmation<'_>, tracker: &Tracker) -> Result<()> {
    let now = confirmation.store.clock.now();
    let allowed = confirmation.rules.expiry(Role::Mentor);
    query(
        "UPDATE matching_trackers SET state = $2, mentee_choice = $3, confirmed_at = $4, changed_at = $4, expires_at = $5,
             remind_at = $6 WHERE id = $1",
    )
    .bind(tracker.id)
    .bind(State::Interested)
    .bind(Choice::Interested)
    .bind(now)
    .bind(now + allowed)
    .bind(expiry::first_reminder(now, now + allowed))
    .execute(&mut *tx)
    .await?;
    notices::send_in(tx, confirmation.store, tracker.mentor_id, Notice::Interested).await
}
