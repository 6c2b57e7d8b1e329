//! Takes mentees into a group that goes on, and out of it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::MenteesAfter;
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as};
use crate::matching::{self, pool};
use crate::mentorship::{
    EndRefusal, Ending, MAX_MENTEES, NewMentorship, Refusal, active_members, check, leave_in, prevented,
};
use crate::notifications::notices;
use crate::people;
use crate::programmes;
use crate::push::Notice;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ChannelId, MentorshipId, PersonId, ProgrammeId, Result, Store, channels};

/// Why a mentee cannot join a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinRefusal {
    /// There is no such group, or it has ended, or its mentor was erased.
    #[error("There is no active group {0}.")]
    NotActive(MentorshipId),
    /// They are in it.
    #[error("{0} is already in the group.")]
    IsIn(PersonId),
    /// It has as many mentees as a group can have.
    #[error("A group has {MAX_MENTEES} mentees at most.")]
    IsFull,
    /// Its members changed at this moment.
    #[error("The group has just changed. Try again.")]
    Changed,
    /// They may not have a mentorship together.
    #[error("{0}")]
    MayNotBegin(Refusal),
}

/// Takes a mentee into a group that goes on. They read its conversation from its beginning. What was open for them in the matching ends.
pub async fn join(
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    person: PersonId,
) -> Result<std::result::Result<(), JoinRefusal>> {
    let mut tx = store.db.begin().await?;
    let members = active_members(&mut tx, id).await?;
    let Some((mentor, _)) = members.iter().copied().find(|(_, role)| *role == Role::Mentor) else {
        return Ok(Err(JoinRefusal::NotActive(id)));
    };
    let all: BTreeSet<PersonId> = members.iter().map(|(member, _)| *member).chain([person]).collect();
    programmes::share_of_person_in(&mut tx, mentor).await?;
    pool::lock_with_partners_and(&mut tx, mentor, &all).await?;
    let group: Option<(ChannelId, ProgrammeId, String)> = query_as(
        "UPDATE mentorships SET kind = kind WHERE id = $1 AND ended_at IS NULL AND kind = '1toM'
         RETURNING channel_id, programme_id, name",
    )
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    let Some((channel, programme, name)) = group.filter(|(_, programme, _)| actor.reaches(Some(*programme))) else {
        return Ok(Err(JoinRefusal::NotActive(id)));
    };
    let before = active_members(&mut tx, id).await?;
    if before.iter().any(|(member, _)| *member == person) {
        return Ok(Err(JoinRefusal::IsIn(person)));
    }
    // Others than those whose locks are held.
    if before.len() != members.len() || !before.iter().all(|member| members.contains(member)) {
        return Ok(Err(JoinRefusal::Changed));
    }
    if before.len() > MAX_MENTEES {
        return Ok(Err(JoinRefusal::IsFull));
    }
    let joining = NewMentorship { mentor, mentees: vec![person], group: Some(name) };
    if let Some(refusal) = may_join(&mut tx, store, actor, &joining, programme, &before).await? {
        return Ok(Err(JoinRefusal::MayNotBegin(refusal)));
    }
    query(
        "INSERT INTO mentorship_members (mentorship_id, person_id, role, joined_at) VALUES ($1, $2, 'mentee', $3)
         ON CONFLICT (mentorship_id, person_id) DO UPDATE SET left_at = NULL, left_code = NULL, left_note = NULL",
    )
    .bind(id)
    .bind(person)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    channels::join_in(&mut tx, store, channel, &[person]).await?;
    let matched = matching::match_by_hand_in(&mut tx, store, &joining).await?;
    Record::new(Act::JoinMentorship, Target::Mentorship(id), Some(programme))
        .change(Value::Null, json!({"member": person}))
        .write(&mut tx, store, actor)
        .await?;
    notices::send_in(&mut tx, store, person, Notice::Began).await?;
    notices::send_in(&mut tx, store, mentor, Notice::GroupChanged).await?;
    tx.commit().await?;
    store.bus.publish(events(all).into_iter().chain(matched).collect());
    Ok(Ok(()))
}

/// Returns why the mentee may not be with the mentor and the others.
async fn may_join(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    joining: &NewMentorship,
    programme: ProgrammeId,
    members: &[(PersonId, Role)],
) -> Result<Option<Refusal>> {
    let person = joining.mentees[0];
    if actor.staff().is_some() && actor.reach(&mut *tx, person).await?.is_none() {
        return Ok(Some(Refusal::WrongPerson(person)));
    }
    match check(tx, store, joining).await? {
        Ok(common) if common == programme => {}
        Ok(_) => return Ok(Some(Refusal::OtherProgrammes)),
        Err(refusal) => return Ok(Some(refusal)),
    }
    // Those who are in it already may be kept apart from each other.
    for (member, _) in members {
        if let Some(refusal) = prevented(tx, &BTreeSet::from([person, *member])).await? {
            return Ok(Some(refusal));
        }
    }
    Ok(None)
}

/// Takes a mentee out of a group, which goes on without them, and notifies them and the mentor, without the reason.
pub async fn leave(
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    person: PersonId,
    ending: Ending<'_>,
    after: MenteesAfter,
) -> Result<std::result::Result<(), EndRefusal>> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let others = match leave_in(&mut tx, store, actor, id, person, ending).await? {
        Ok(others) => others,
        Err(refusal) => return Ok(Err(refusal)),
    };
    matching::after_mentorship_in(&mut tx, store, person, after == MenteesAfter::WaitAgain).await?;
    notices::send_in(&mut tx, store, person, Notice::LeftGroup).await?;
    for (member, role) in active_members(&mut tx, id).await? {
        if role == Role::Mentor {
            notices::send_in(&mut tx, store, member, Notice::GroupChanged).await?;
        }
    }
    tx.commit().await?;
    let mut events = events(others.into_iter().chain([person]));
    events.push(matching::changed([person]));
    store.bus.publish(events);
    Ok(Ok(()))
}

fn events(people: impl IntoIterator<Item = PersonId>) -> Vec<Event> {
    let people: Vec<PersonId> = people.into_iter().collect();
    vec![
        Event::ChannelsChanged { people: people.clone() },
        Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] },
    ]
}
