//! The publication of a run, which makes it a round.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use matching::{Engine, Flaw, Instance};
use serde_json::json;

use super::{
    Balance, COLUMNS, Proposal, Run, RunRow, RunState, StateRefusal, approval::refusal, proposals, with_instance,
};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::matching::decisions::places_in;
use crate::matching::instance::engine_id;
use crate::matching::{OPEN, changed, expiry, pool, separation};
use crate::mentorship::Kind;
use crate::notifications::notices;
use crate::pace::paced;
use crate::people;
use crate::programmes::{Programme, year};
use crate::push::Notice;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, RunId, Store, TrackerId};

/// Mentees whose proposals are published in one transaction: chat commits between two of them.
const MENTEES_PER_COMMIT: usize = 10;

/// Publishes an approved run: checks each pair again, makes trackers of those that still fit, and notifies the mentees. Returns the
/// balance; a run that was replaced meanwhile is refused. Publishing goes on where an interruption stopped it. The audit log names who
/// completed it.
pub async fn publish(
    store: &Store,
    actor: &Actor,
    programme: &Programme,
    run: RunId,
) -> Result<std::result::Result<Balance, StateRefusal>> {
    if !actor.reaches(Some(programme.id)) {
        return Ok(Err(StateRefusal::Unknown(run)));
    }
    let approved: Option<(ProgrammeId, DateTime<Utc>)> =
        query_as("SELECT programme_id, approved_at FROM matching_runs WHERE id = $1 AND state = 'APPROVED'")
            .bind(run)
            .fetch_optional(&store.db)
            .await?;
    let approved = approved.filter(|(of, _)| *of == programme.id);
    let Some((_, approved_at)) = approved else {
        return Ok(Err(refusal(store, actor, run, StateRefusal::NotApproved).await?));
    };
    let approval = Approval { run, approved_at };
    let mut proposed = proposals(store, run).await?;
    let done: BTreeSet<PersonId> = query_scalar("SELECT DISTINCT mentee_id FROM matching_trackers WHERE run_id = $1")
        .bind(run)
        .fetch_all(&store.db)
        .await?
        .into_iter()
        .collect();
    proposed.retain(|proposal| !done.contains(&proposal.mentee_id));
    let check = move |instance: &Instance| still_fitting(instance, proposed);
    let remaining = with_instance(store, programme, Some(run), check).await?;
    let Ok(remaining) = remaining else { return Ok(Err(StateRefusal::Flaw(run))) };
    for chunk in remaining.chunks(MENTEES_PER_COMMIT) {
        if !paced(publish_some(store, programme, approval, chunk)).await? {
            break;
        }
    }
    finish(store, actor, programme.id, approval).await
}

/// Returns the proposals that the rules still allow, by mentee.
fn still_fitting(
    instance: &Instance,
    proposed: Vec<Proposal>,
) -> std::result::Result<Vec<(PersonId, Vec<Proposal>)>, Flaw> {
    let engine = Engine::new(instance)?;
    let mut by_mentee: BTreeMap<PersonId, Vec<Proposal>> = BTreeMap::new();
    for proposal in proposed {
        if engine.check_pair(engine_id(proposal.mentee_id), engine_id(proposal.mentor_id)).is_ok() {
            by_mentee.entry(proposal.mentee_id).or_default().push(proposal);
        }
    }
    Ok(by_mentee.into_iter().collect())
}

/// Publishes the proposals of some mentees in one transaction. Returns whether the run is still approved.
async fn publish_some(
    store: &Store,
    programme: &Programme,
    approval: Approval,
    mentees: &[(PersonId, Vec<Proposal>)],
) -> Result<bool> {
    let allowed = programme.settings.matching.expiry(Role::Mentee);
    let mut tx = store.db.begin().await?;
    year::is_open_in(&mut tx, programme.id).await?;
    if !approval.holds_in(&mut tx).await? {
        return Ok(false);
    }
    let run = approval.run;
    let fresh = Fresh::lock(&mut tx, run, mentees).await?;
    let now = store.clock.now();
    let mut asked = Vec::new();
    for (mentee, proposals) in mentees {
        let proposals: Vec<(&Proposal, Kind)> =
            proposals.iter().filter_map(|proposal| Some((proposal, fresh.kind_of(proposal)?))).collect();
        if proposals.is_empty() {
            continue;
        }
        add_trackers(&mut tx, store, run, &proposals, (now, now + allowed)).await?;
        notices::send_in(&mut tx, store, *mentee, Notice::Proposed).await?;
        asked.push(*mentee);
    }
    tx.commit().await?;
    store.bus.publish(vec![changed(asked)]);
    Ok(true)
}

async fn add_trackers(
    tx: &mut Tx,
    store: &Store,
    run: RunId,
    proposals: &[(&Proposal, Kind)],
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let mut insert = QueryBuilder::new(
        "INSERT INTO matching_trackers (id, run_id, mentor_id, mentee_id, kind, rank, score, state, proposed_at,
             changed_at, expires_at, remind_at) ",
    );
    insert.push_rows(proposals.iter().zip(1_i64..), |row, ((proposal, kind), rank)| {
        row.push_value(store.clock.id::<TrackerId>()).push_value(run);
        row.push_value(proposal.mentor_id).push_value(proposal.mentee_id).push_value(*kind);
        row.push_value(rank).push_value(proposal.score).push_value("PROPOSED");
        row.push_value(now).push_value(now).push_value(until);
        row.push_value(expiry::first_reminder(now, until));
    });
    insert.build().execute(tx).await?;
    Ok(())
}

/// What is true about people under their locks: one may have left, or been matched, since the engine compared them.
struct Fresh {
    /// Mentees who wait in the pool, have nothing open and got nothing in this run.
    mentees: BTreeSet<PersonId>,
    /// Mentors with a free place.
    mentors: BTreeMap<PersonId, Kind>,
    separated: BTreeSet<(PersonId, PersonId)>,
}

impl Fresh {
    async fn lock(tx: &mut Tx, run: RunId, proposed: &[(PersonId, Vec<Proposal>)]) -> Result<Self> {
        let mentees: Vec<PersonId> = proposed.iter().map(|(mentee, _)| *mentee).collect();
        let mentors: BTreeSet<PersonId> =
            proposed.iter().flat_map(|(_, proposals)| proposals).map(|proposal| proposal.mentor_id).collect();
        let people: Vec<PersonId> = mentees.iter().copied().chain(mentors.iter().copied()).collect();
        people::lock(tx, people.iter().copied().collect()).await?;
        let places = places_in(tx, &mentors).await?;
        let free = places.into_iter().filter(|(_, places)| places.free() > 0);
        Ok(Self {
            mentors: free.filter_map(|(mentor, places)| Some((mentor, places.kind?))).collect(),
            separated: separation::pairs_among(tx, &people).await?,
            mentees: may_be_asked(tx, run, &mentees).await?,
        })
    }

    /// Pair or group, if the proposal is still possible.
    fn kind_of(&self, proposal: &Proposal) -> Option<Kind> {
        let is_possible = self.mentees.contains(&proposal.mentee_id)
            && !self.separated.contains(&(proposal.mentee_id, proposal.mentor_id));
        self.mentors.get(&proposal.mentor_id).copied().filter(|_| is_possible)
    }
}

async fn may_be_asked(tx: &mut Tx, run: RunId, mentees: &[PersonId]) -> Result<BTreeSet<PersonId>> {
    let mut query = QueryBuilder::new(
        "SELECT m.person_id FROM matching_pool m JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE
         WHERE m.left_at IS NULL AND m.paused_at IS NULL AND NOT EXISTS
             (SELECT 1 FROM matching_trackers t WHERE t.mentee_id = m.person_id
              AND (t.state IN ",
    );
    query
        .push(OPEN)
        .push(" OR t.run_id = ")
        .push_bind(run)
        .push(")) AND m.person_id IN (")
        .push_list(mentees.iter().copied())
        .push(")");
    let found: Vec<(PersonId,)> = query.build_query_as().fetch_all(tx).await?;
    Ok(found.into_iter().map(|(person,)| person).collect())
}

/// An approval: of what the run proposed then. Withdrawn, changed and approved again it is another one.
#[derive(Clone, Copy)]
struct Approval {
    run: RunId,
    approved_at: DateTime<Utc>,
}

impl Approval {
    /// Whether it still holds; if so, until the end of the transaction.
    async fn holds_in(self, tx: &mut Tx) -> Result<bool> {
        let locked =
            query("UPDATE matching_runs SET state = state WHERE id = $1 AND state = 'APPROVED' AND approved_at = $2");
        Ok(locked.bind(self.run).bind(self.approved_at).execute(tx).await? > 0)
    }
}

/// Marks the run as published, and counts the round for all who got nothing in it. Of several nodes that published it, one does; the
/// others return its balance.
async fn finish(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    approval: Approval,
) -> Result<std::result::Result<Balance, StateRefusal>> {
    let run = approval.run;
    let mut tx = store.db.begin().await?;
    year::is_open_in(&mut tx, programme).await?;
    if !approval.holds_in(&mut tx).await? {
        drop(tx);
        return match super::by_id(store, run).await? {
            Some(Run { state: RunState::Published, balance, .. }) => Ok(Ok(balance)),
            _ => Ok(Err(refusal(store, actor, run, StateRefusal::NotApproved).await?)),
        };
    }
    let fell_out: i64 = query_scalar(
        "SELECT (SELECT COUNT(*) FROM matching_proposals WHERE run_id = $1)
             - (SELECT COUNT(*) FROM matching_trackers WHERE run_id = $1)",
    )
    .bind(run)
    .fetch_one(&mut tx)
    .await?;
    let found: RunRow =
        query_as(["SELECT ", COLUMNS, " FROM matching_runs WHERE id = $1"]).bind(run).fetch_one(&mut tx).await?;
    let Run { mut balance, .. } = Run::from(found);
    balance.fell_out = u32::try_from(fell_out).unwrap_or_default();
    query("UPDATE matching_runs SET state = 'PUBLISHED', published_at = $2, balance = $3 WHERE id = $1")
        .bind(run)
        .bind(store.clock.now())
        .bind(serde_json::to_string(&balance)?)
        .execute(&mut tx)
        .await?;
    pool::lock_all_in(&mut tx, programme).await?;
    query(
        "UPDATE matching_pool SET rounds_waited = rounds_waited + 1 WHERE programme_id = $1 AND left_at IS NULL
             AND person_id NOT IN (SELECT mentee_id FROM matching_trackers WHERE run_id = $2)
             AND person_id NOT IN (SELECT mentor_id FROM matching_trackers WHERE run_id = $2)",
    )
    .bind(programme)
    .bind(run)
    .execute(&mut tx)
    .await?;
    let after = json!({"state": RunState::Published, "proposals": balance.proposals, "fell_out": balance.fell_out});
    Record::new(Act::PublishRun, Target::Run(run), Some(programme))
        .change(json!({"state": RunState::Approved}), after)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(balance))
}
