//! Ends a mentorship, for all or for one of its members.

use serde_json::{Value, json};

use super::{Ending, Kind, completion};
use crate::channels::{self, Status};
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ChannelId, MentorshipId, PersonId, ProgrammeId, Result, Store};

/// Why a mentorship cannot end, or a mentee cannot leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndRefusal {
    /// It has ended, or does not exist.
    #[error("There is no active mentorship {0}.")]
    NotActive(MentorshipId),
    /// The person is the last mentee of the group, or the only one of a pair.
    #[error("{0} is not one of several mentees of the active group {1}. End the mentorship instead.")]
    NotOneOfSeveral(PersonId, MentorshipId),
    /// The person is no mentee of the group, or not any more.
    #[error("{0} is not a mentee of the group {1}.")]
    NotIn(PersonId, MentorshipId),
}

/// Ends a mentorship, with a reason that only staff read, within a transaction that holds the locks of its members. They keep reading their
/// conversation, but cannot write any more, unless they have another mentorship in it. Returns the members; the caller publishes.
pub(crate) async fn end_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    ending: Ending<'_>,
) -> Result<std::result::Result<Vec<(PersonId, Role)>, EndRefusal>> {
    let now = store.clock.now();
    let ended: Option<(ChannelId, ProgrammeId)> = query_as(
        "UPDATE mentorships SET ended_at = $2, end_code = $3, end_reason = $4 WHERE id = $1 AND ended_at IS NULL
         RETURNING channel_id, programme_id",
    )
    .bind(id)
    .bind(now)
    .bind(ending.reason)
    .bind(Some(ending.note.trim()).filter(|note| !note.is_empty()))
    .fetch_optional(&mut *tx)
    .await?;
    let Some((channel, programme)) = ended.filter(|(_, programme)| actor.reaches(Some(*programme))) else {
        return Ok(Err(EndRefusal::NotActive(id)));
    };
    let people = active_members(&mut *tx, id).await?;
    query("UPDATE mentorship_members SET left_at = $2 WHERE mentorship_id = $1 AND left_at IS NULL")
        .bind(id)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    let is_used: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM mentorships WHERE channel_id = $1 AND ended_at IS NULL)")
            .bind(channel)
            .fetch_one(&mut *tx)
            .await?;
    if !is_used {
        for (person, _) in &people {
            channels::set_status_in(tx, store, channel, *person, Status::Inactive, None).await?;
        }
    }
    // The note may name people: the row has the reason only.
    Record::new(Act::EndMentorship, Target::Mentorship(id), Some(programme))
        .change(Value::Null, json!({"end_reason": ending.reason}))
        .write(tx, store, actor)
        .await?;
    Ok(Ok(people))
}

/// Returns the active members of a mentorship with their roles in it.
pub(crate) async fn active_members(executor: impl Executor, id: MentorshipId) -> Result<Vec<(PersonId, Role)>> {
    query_as("SELECT person_id, role FROM mentorship_members WHERE mentorship_id = $1 AND left_at IS NULL")
        .bind(id)
        .fetch_all(executor)
        .await
}

/// Takes a mentee out of a group, which goes on without them, with a reason that only staff read, within a transaction that holds their lock. Sessions that only they had
/// not finished are complete then. Returns those who stay; the caller publishes.
pub(crate) async fn leave_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    person: PersonId,
    ending: Ending<'_>,
) -> Result<std::result::Result<Vec<PersonId>, EndRefusal>> {
    let now = store.clock.now();
    let group: Option<(ChannelId, ProgrammeId, Kind)> = query_as(
        "UPDATE mentorships SET name = name WHERE id = $1 AND ended_at IS NULL RETURNING channel_id, programme_id, kind",
    )
    .bind(id)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((channel, programme, kind)) = group.filter(|(_, programme, _)| actor.reaches(Some(*programme))) else {
        return Ok(Err(EndRefusal::NotActive(id)));
    };
    if kind == Kind::Pair {
        return Ok(Err(EndRefusal::NotOneOfSeveral(person, id)));
    }
    let others: Vec<PersonId> = query_scalar(
        "SELECT person_id FROM mentorship_members WHERE mentorship_id = $1 AND left_at IS NULL AND person_id <> $2
         AND EXISTS (SELECT 1 FROM mentorship_members o WHERE o.mentorship_id = $1 AND o.left_at IS NULL
                     AND o.role = 'mentee' AND o.person_id <> $2)",
    )
    .bind(id)
    .bind(person)
    .fetch_all(&mut *tx)
    .await?;
    let left = query(
        "UPDATE mentorship_members SET left_at = $3, left_code = $4, left_note = $5
         WHERE mentorship_id = $1 AND person_id = $2 AND role = 'mentee' AND left_at IS NULL",
    )
    .bind(id)
    .bind(person)
    .bind(now)
    .bind(ending.reason)
    .bind(Some(ending.note.trim()).filter(|note| !note.is_empty()))
    .execute(&mut *tx)
    .await?;
    if left == 0 {
        return Ok(Err(EndRefusal::NotIn(person, id)));
    }
    if others.is_empty() {
        return Ok(Err(EndRefusal::NotOneOfSeveral(person, id)));
    }
    channels::set_status_in(tx, store, channel, person, Status::Inactive, None).await?;
    completion::after_departure(tx, store, id).await?;
    Record::new(Act::LeaveMentorship, Target::Mentorship(id), Some(programme))
        .change(json!({"member": person}), json!({"end_reason": ending.reason}))
        .write(tx, store, actor)
        .await?;
    Ok(Ok(others))
}
