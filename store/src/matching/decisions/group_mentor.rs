//! A mentor who fills a group confirms: a Yes takes the mentee into the group, which begins when it is full.

use std::collections::{BTreeMap, BTreeSet};

use matching::group::{GroupRefusal, Needs, check_choice, clashes};

use super::{Choice, Confirmation, Confirmed, Submitted, free_places};
use crate::db::{Tx, query, query_as};
use crate::matching::answers::{needs, of_people_in};
use crate::matching::groups::{self, Group};
use crate::matching::{State, TRACKER, Tracker, separation};
use crate::notifications::notices;
use crate::push::Notice;
use crate::staff::Actor;
use crate::{PersonId, Result};

pub(super) async fn confirm(tx: &mut Tx, confirmation: &mut Confirmation<'_>) -> Result<Confirmed> {
    let agrees = |tracker: &Tracker, choice| match choice {
        Choice::Interested => matches!(tracker.state, State::Selected | State::Accepted),
        Choice::NotInterested => tracker.state == State::NotSelected,
    };
    if confirmation.is_repeated(agrees) {
        return Ok((Submitted::Submitted, false));
    }
    let active = confirmation.active();
    let (wanted, gone): (Vec<Tracker>, Vec<Tracker>) =
        confirmation.wanted().into_iter().partition(|tracker| active.contains(tracker));
    if gone.iter().any(|tracker| !agrees(tracker, Choice::Interested)) {
        return Ok((Submitted::MenteeUnavailable, false));
    }
    if !active.iter().any(|tracker| confirmation.set.contains_key(&tracker.id)) {
        return Ok((Submitted::ChoicesMissing, false));
    }
    if !wanted.is_empty() && !confirmation.is_available(tx, confirmation.person()).await? {
        return Ok((Submitted::TooMany { free: 0 }, false));
    }
    let free = free_places(tx, confirmation.person()).await?;
    let remaining = free - i64::try_from(wanted.len()).unwrap_or(i64::MAX);
    if remaining < 0 {
        return Ok((Submitted::TooMany { free }, false));
    }
    let mut is_unavailable = false;
    for tracker in &wanted {
        if !confirmation.is_available(tx, tracker.mentee_id).await?
            || separation::is_between(&mut *tx, tracker.mentor_id, tracker.mentee_id).await?
        {
            confirmation.end(tx, tracker, State::Taken).await?;
            is_unavailable = true;
        }
    }
    if is_unavailable {
        return Ok((Submitted::MenteeUnavailable, true));
    }
    let Some(programme) = confirmation.signed_in.person.programme_id else {
        return Ok((Submitted::ChoicesMissing, false));
    };
    let group = groups::open_in(tx, confirmation.store, programme, confirmation.person(), free).await?;
    let members = groups::members_in(tx, group.id).await?;
    let mut fit = Fit::load(tx, confirmation, &members, &wanted).await?;
    let size = usize::try_from(group.size).unwrap_or_default();
    match check_choice(size, &fit.members, &fit.chosen) {
        Ok(()) => {}
        Err(GroupRefusal::Clash(criteria)) => return Ok((Submitted::GroupClash(criteria), false)),
        Err(GroupRefusal::TooMany) => return Ok((Submitted::TooMany { free }, false)),
    }
    let misfits = fit.misfits(&members, &wanted);
    for tracker in &misfits {
        confirmation.end(tx, tracker, State::Incompatible).await?;
    }
    if !misfits.is_empty() {
        return Ok((Submitted::MenteeUnavailable, true));
    }
    for tracker in &active {
        let state = match confirmation.set.get(&tracker.id) {
            Some(Choice::Interested) => continue,
            Some(Choice::NotInterested) => State::NotSelected,
            None if remaining == 0 => State::GroupFull,
            None if fit.excludes(tracker.mentee_id, fit.others.get(&tracker.mentee_id)) => State::Incompatible,
            None => return Ok((Submitted::ChoicesMissing, false)),
        };
        confirmation.end(tx, tracker, state).await?;
    }
    for tracker in &wanted {
        select(tx, confirmation, &group, tracker).await?;
    }
    end_proposals(tx, confirmation, &mut fit, remaining == 0).await?;
    query("UPDATE matching_pool SET rounds_expired = 0 WHERE person_id = $1")
        .bind(confirmation.person())
        .execute(&mut *tx)
        .await?;
    if remaining == 0 {
        let actor = Actor::Person(confirmation.person());
        match groups::begin_in(tx, confirmation.store, &actor, &group, confirmation.clearance()).await? {
            Ok((_, events)) => confirmation.changes.events.extend(events),
            Err(refusal) => {
                // Two members must not meet, for example. Staff decide; the mentor has done their part.
                tracing::warn!(group = %group.id, %refusal, "a full group cannot begin");
                groups::ask_staff_in(tx, confirmation.store, &group).await?;
            }
        }
    }
    Ok((Submitted::Submitted, true))
}

/// Takes a mentee into the group. All else that was open about the mentee ends.
async fn select(tx: &mut Tx, confirmation: &mut Confirmation<'_>, group: &Group, tracker: &Tracker) -> Result<()> {
    let now = confirmation.store.clock.now();
    // Ends the others first: this one is among the open ones.
    confirmation.end_others(tx, tracker.mentee_id).await?;
    // A group whose members have all left begins anew.
    let is_first = groups::members_in(tx, group.id).await?.is_empty();
    query(
        "UPDATE matching_trackers SET state = $2, mentor_choice = $3, changed_at = $4, group_id = $5, expires_at = NULL,
             remind_at = NULL WHERE id = $1",
    )
    .bind(tracker.id)
    .bind(State::Selected)
    .bind(Choice::Interested)
    .bind(now)
    .bind(group.id)
    .execute(&mut *tx)
    .await?;
    query(
        "UPDATE matching_groups SET last_member_at = $2, first_member_at = CASE WHEN $3 THEN $2 ELSE first_member_at END,
             staff_notified_at = NULL WHERE id = $1",
    )
    .bind(group.id)
    .bind(now)
    .bind(is_first)
    .execute(&mut *tx)
    .await?;
    notices::send_in(tx, confirmation.store, tracker.mentee_id, Notice::Selected).await
}

/// Ends the proposals of mentees who cannot join any more: the group is full, or they do not fit its members.
async fn end_proposals(tx: &mut Tx, confirmation: &mut Confirmation<'_>, fit: &mut Fit, is_full: bool) -> Result<()> {
    let asked: Vec<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE t.mentor_id = $1 AND t.state = 'PROPOSED' AND t.kind = '1toM' ORDER BY t.id",
    ])
    .bind(confirmation.person())
    .fetch_all(&mut *tx)
    .await?;
    let people: Vec<PersonId> = asked.iter().map(|tracker| tracker.mentee_id).collect();
    fit.separated.extend(separation::pairs_among(tx, &[&fit.inside[..], &people].concat()).await?);
    if fit.years_apart.is_some() {
        fit.ages.extend(confirmation.clearance().ages(tx, &people).await?);
    }
    let given = of_people_in(tx, &confirmation.signed_in.catalogue, confirmation.rules, &people).await?;
    for tracker in asked {
        let needs = given.get(&tracker.mentee_id).map(|answers| needs(confirmation.rules, answers));
        let state = match is_full {
            true => State::GroupFull,
            false if fit.excludes(tracker.mentee_id, needs.as_ref()) => State::Incompatible,
            false => continue,
        };
        confirmation.end(tx, &tracker, state).await?;
    }
    Ok(())
}

/// The needs of the members, of those chosen now, and of the other candidates; and who must not meet in a group.
struct Fit {
    /// The members and those chosen now.
    inside: Vec<PersonId>,
    members: Vec<Needs>,
    chosen: Vec<Needs>,
    others: BTreeMap<PersonId, Needs>,
    separated: BTreeSet<(PersonId, PersonId)>,
    ages: BTreeMap<PersonId, u8>,
    /// The largest difference in age; None for any.
    years_apart: Option<u8>,
}

impl Fit {
    async fn load(
        tx: &mut Tx,
        confirmation: &Confirmation<'_>,
        members: &[PersonId],
        wanted: &[Tracker],
    ) -> Result<Self> {
        let mentees = confirmation.trackers.iter().map(|tracker| tracker.mentee_id);
        let people: Vec<PersonId> = mentees.chain(members.iter().copied()).collect();
        let inside: Vec<PersonId> =
            members.iter().copied().chain(wanted.iter().map(|tracker| tracker.mentee_id)).collect();
        let separated = separation::pairs_among(tx, &people).await?;
        let years_apart = Some(confirmation.rules.groups.years_apart).filter(|years| *years > 0);
        let ages = match years_apart {
            Some(_) => confirmation.clearance().ages(tx, &people).await?,
            None => BTreeMap::new(),
        };
        let given = of_people_in(tx, &confirmation.signed_in.catalogue, confirmation.rules, &people).await?;
        let mut others: BTreeMap<PersonId, Needs> =
            given.iter().map(|(person, answers)| (*person, needs(confirmation.rules, answers))).collect();
        let members = members.iter().filter_map(|person| others.remove(person)).collect();
        let chosen = wanted.iter().filter_map(|tracker| others.remove(&tracker.mentee_id)).collect();
        Ok(Self { inside, members, chosen, others, separated, ages, years_apart })
    }

    /// The chosen mentees who must not be in a group with a member, or with a mentee chosen before them.
    fn misfits(&self, members: &[PersonId], wanted: &[Tracker]) -> Vec<Tracker> {
        let mut joined = members.to_vec();
        let mut misfits = Vec::new();
        for tracker in wanted {
            if joined.iter().any(|inside| self.keeps_apart(*inside, tracker.mentee_id)) {
                misfits.push(tracker.clone());
            } else {
                joined.push(tracker.mentee_id);
            }
        }
        misfits
    }

    /// Whether a person who is not chosen cannot join any more.
    fn excludes(&self, person: PersonId, needs: Option<&Needs>) -> bool {
        let clash = |needs| self.members.iter().chain(&self.chosen).any(|inside| !clashes(inside, needs).is_empty());
        needs.is_some_and(clash) || self.inside.iter().any(|inside| self.keeps_apart(*inside, person))
    }

    /// Whether two mentees must not meet, or are too far apart in age. As in the engine, an unknown age is too far from any.
    fn keeps_apart(&self, one: PersonId, other: PersonId) -> bool {
        let are_near = |years| match (self.ages.get(&one), self.ages.get(&other)) {
            (Some(one), Some(other)) => one.abs_diff(*other) <= years,
            _ => false,
        };
        self.separated.contains(&(one, other)) || self.years_apart.is_some_and(|years| !are_near(years))
    }
}
