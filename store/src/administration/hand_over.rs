//! Hands over what a member of staff had taken: open cases, and conversations with people of the programme. With the end of a role it
//! happens in the same transaction.
//!
//! What the new owner may not do waits for all again, with its clock running. Cases about the actor, and conversations of people who
//! reported the actor, are not counted for them and never given by them: at the end of a role they wait for all.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::alerts::{self, about, about_joins};
use crate::bus::{Event, Topic};
use crate::channels::{is_silenced, team_conversations};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Permission, grants};
use crate::{AlertId, ChannelId, PersonId, ProgrammeId, ReportId, Result, Store, people};

/// The most colleagues who are offered.
const MAX_COLLEAGUES: i64 = 100;

/// How much is handed over, as the actor may know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandedOver {
    /// Cases.
    pub cases: usize,
    /// Conversations.
    pub conversations: usize,
    /// How many of both wait for all again.
    pub waiting: usize,
}

/// Why nothing is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandOverRefusal {
    /// For this actor there is no such member of staff.
    Unknown,
    /// The new owner may do none of it.
    NoColleague,
}

/// What a member of staff has taken.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    what: What,
    programme: Option<ProgrammeId>,
    channel: Option<ChannelId>,
    is_hidden: bool,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Case { id: AlertId, report: Option<ReportId>, about: Option<PersonId> },
    Conversation { with: PersonId },
}

impl Taken {
    fn permission(&self) -> Permission {
        match self.what {
            What::Case { .. } => Permission::HandleCases,
            What::Conversation { .. } => Permission::AnswerMessages,
        }
    }
}

/// Whom to ask whether they may have something, for each programme.
#[derive(Default)]
struct Holders(BTreeMap<(Permission, Option<ProgrammeId>), BTreeSet<PersonId>>);

impl Holders {
    async fn of(&mut self, tx: &mut Tx, taken: &Taken) -> Result<&BTreeSet<PersonId>> {
        let key = (taken.permission(), taken.programme);
        match self.0.entry(key) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let holders = grants::holders(tx, key.0, key.1, None, MAX_COLLEAGUES).await?;
                Ok(unknown.insert(holders.into_iter().map(|one| one.id).collect()))
            }
        }
    }

    /// Whether a person may have it, also with regard to whom it is about.
    async fn may_have(&mut self, tx: &mut Tx, taken: &Taken, person: PersonId) -> Result<bool> {
        if !self.of(tx, taken).await?.contains(&person) {
            return Ok(false);
        }
        match taken.what {
            What::Case { about, .. } if about == Some(person) => Ok(false),
            What::Case { .. } | What::Conversation { .. } => {
                is_kept_apart(tx, taken.channel, person).await.map(|is| !is)
            }
        }
    }
}

/// Whether the person of a conversation with the team reported a member of staff.
async fn is_kept_apart(tx: &mut Tx, channel: Option<ChannelId>, staff: PersonId) -> Result<bool> {
    query_scalar(concat!(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM ",
        team_conversations!(),
        " t WHERE t.channel_id = $1 AND ",
        is_silenced!("t.person_id", "$2"),
        ") THEN TRUE ELSE FALSE END"
    ))
    .bind(channel)
    .bind(staff)
    .fetch_one(tx)
    .await
}

/// Returns what a member of staff has taken, and of it what the reader must not know.
pub(super) async fn taken_in(tx: &mut Tx, owner: PersonId, actor: &Actor) -> Result<Vec<Taken>> {
    #[derive(sqlx::FromRow)]
    struct CaseRow {
        id: AlertId,
        report_id: Option<ReportId>,
        about_id: Option<PersonId>,
        programme_id: Option<ProgrammeId>,
        channel_id: Option<ChannelId>,
    }
    let cases: Vec<CaseRow> = query_as(concat!(
        "SELECT a.id, r.id AS report_id, ",
        about!(),
        " AS about_id, a.programme_id, a.channel_id FROM alerts a",
        about_joins!(),
        "WHERE a.assigned_to = $1 AND a.handled_at IS NULL ORDER BY a.id"
    ))
    .bind(owner)
    .fetch_all(&mut *tx)
    .await?;
    let conversations: Vec<(PersonId, Option<ProgrammeId>, ChannelId)> = query_as(
        "SELECT t.person_id, p.programme_id, t.channel_id FROM team_channels t JOIN people p ON p.id = t.person_id
         WHERE t.assigned_to = $1 AND p.role <> 'staff' ORDER BY t.person_id",
    )
    .bind(owner)
    .fetch_all(&mut *tx)
    .await?;
    let mut taken = Vec::new();
    for row in cases {
        let CaseRow { id, report_id: report, about_id: about, .. } = row;
        let what = What::Case { id, report, about };
        let is_hidden = about.is_some() && about == actor.person();
        taken.push(Taken { what, programme: row.programme_id, channel: row.channel_id, is_hidden });
    }
    for (with, programme, channel) in conversations {
        let what = What::Conversation { with };
        taken.push(Taken { what, programme, channel: Some(channel), is_hidden: false });
    }
    if let Some(reader) = actor.person() {
        for one in &mut taken {
            one.is_hidden = one.is_hidden || is_kept_apart(tx, one.channel, reader).await?;
        }
    }
    Ok(taken)
}

/// Keeps of what a member of staff has taken what they may no longer do.
pub(super) async fn lost_in(tx: &mut Tx, owner: PersonId, taken: Vec<Taken>) -> Result<Vec<Taken>> {
    let (mut holders, mut lost) = (Holders::default(), Vec::new());
    for one in taken {
        if !holders.of(tx, &one).await?.contains(&owner) {
            lost.push(one);
        }
    }
    Ok(lost)
}

/// Counts what the actor may know of.
pub(super) fn count(taken: &[Taken]) -> HandedOver {
    let shown = taken.iter().filter(|one| !one.is_hidden);
    let cases = shown.clone().filter(|one| matches!(one.what, What::Case { .. })).count();
    HandedOver { cases, conversations: shown.count() - cases, waiting: 0 }
}

/// Returns the colleagues who may have at least one of these things, without their owner.
pub(super) async fn colleagues_in(tx: &mut Tx, owner: PersonId, taken: &[Taken]) -> Result<Vec<PersonId>> {
    let (mut holders, mut found) = (Holders::default(), BTreeSet::new());
    for one in taken.iter().filter(|one| !one.is_hidden) {
        for person in holders.of(tx, one).await?.clone() {
            if person != owner && !found.contains(&person) && holders.may_have(tx, one, person).await? {
                found.insert(person);
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// Gives things to a colleague, or leaves them to all. The caller locks both people before, and publishes the events.
pub(super) async fn move_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    owner: PersonId,
    to: Option<PersonId>,
    taken: &[Taken],
) -> Result<std::result::Result<(HandedOver, Vec<Event>), HandOverRefusal>> {
    let mut holders = Holders::default();
    let mut moved = HandedOver::default();
    let mut by_programme: BTreeMap<Option<ProgrammeId>, (usize, usize, usize)> = BTreeMap::new();
    let (mut is_given, mut notified) = (false, BTreeSet::from([owner]));
    for one in taken {
        let owner_after = match to {
            Some(to) if !one.is_hidden && to != owner && holders.may_have(tx, one, to).await? => Some(to),
            _ => None,
        };
        if !give_in(tx, store, actor, owner, owner_after, one).await? {
            continue;
        }
        is_given |= owner_after.is_some();
        notified.extend(owner_after);
        notified.extend(holders.of(tx, one).await?.iter().copied());
        if !one.is_hidden {
            let (cases, conversations, waiting) = by_programme.entry(one.programme).or_default();
            *cases += usize::from(matches!(one.what, What::Case { .. }));
            *conversations += usize::from(matches!(one.what, What::Conversation { .. }));
            *waiting += usize::from(owner_after.is_none());
        }
    }
    for (cases, conversations, waiting) in by_programme.values() {
        moved.cases += cases;
        moved.conversations += conversations;
        moved.waiting += waiting;
    }
    if to.is_some() && !is_given && moved.cases + moved.conversations > 0 {
        return Ok(Err(HandOverRefusal::NoColleague));
    }
    for (programme, (cases, conversations, waiting)) in by_programme {
        Record::new(Act::HandOver, Target::Person(owner), programme)
            .change(json!({"cases": cases, "conversations": conversations}), json!({"to": to, "waiting": waiting}))
            .write(&mut *tx, store, actor)
            .await?;
    }
    let topics = vec![Topic::Staff, Topic::Messages];
    Ok(Ok((moved, vec![Event::TopicsChanged { people: notified.into_iter().collect(), topics }])))
}

/// Returns false for what a colleague took, or resolved, since it was read.
async fn give_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    owner: PersonId,
    to: Option<PersonId>,
    taken: &Taken,
) -> Result<bool> {
    let change = (json!({"assignedTo": owner}), json!({"assignedTo": to}));
    let (act, target) = match taken.what {
        What::Case { id, report, .. } => {
            let update = "UPDATE alerts SET assigned_to = $2 WHERE id = $1 AND assigned_to = $3 AND handled_at IS NULL";
            if query(update).bind(id).bind(to).bind(owner).execute(&mut *tx).await? == 0 {
                return Ok(false);
            }
            if to.is_none() {
                alerts::wait_again_in(tx, &store.clock, id, Some(owner)).await?;
            }
            (Act::AssignCase, report.map_or(Target::Alert(id), Target::Report))
        }
        What::Conversation { with } => {
            let update = "UPDATE team_channels SET assigned_to = $2 WHERE person_id = $1 AND assigned_to = $3";
            if query(update).bind(with).bind(to).bind(owner).execute(&mut *tx).await? == 0 {
                return Ok(false);
            }
            (Act::AssignConversation, Target::Person(with))
        }
    };
    let record = Record::new(act, target, taken.programme).change(change.0, change.1);
    let record = if let Some(channel) = taken.channel { record.channel(channel) } else { record };
    record.write(tx, store, actor).await?;
    Ok(true)
}

/// Hands over what a member of staff has taken within the scope of the actor, without the end of a role: before holidays. With
/// `is_rehearsed` nothing changes.
async fn hand_over_all(
    store: &Store,
    actor: &Actor,
    owner: PersonId,
    to: Option<PersonId>,
    is_rehearsed: bool,
) -> Result<std::result::Result<(HandedOver, Vec<PersonId>), HandOverRefusal>> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, [owner].into_iter().chain(to).collect()).await?;
    let is_own = actor.person() == Some(owner);
    let is_staff =
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM people WHERE id = $1 AND role = 'staff') THEN TRUE ELSE FALSE END";
    if !query_scalar::<bool>(is_staff).bind(owner).fetch_one(&mut tx).await? {
        return Ok(Err(HandOverRefusal::Unknown));
    }
    let mut taken = taken_in(&mut tx, owner, actor).await?;
    // What the actor must not know of stays where it is.
    taken.retain(|one| !one.is_hidden && (is_own || actor.reaches(one.programme)));
    if is_rehearsed {
        let colleagues = colleagues_in(&mut tx, owner, &taken).await?;
        return Ok(Ok((count(&taken), colleagues)));
    }
    let moved = move_in(&mut tx, store, actor, owner, to, &taken).await?;
    let (moved, events) = match moved {
        Ok(moved) => moved,
        Err(refusal) => return Ok(Err(refusal)),
    };
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok((moved, Vec::new())))
}

/// Hands over what a member of staff has taken, to a colleague or to all.
pub async fn hand_over(
    store: &Store,
    actor: &Actor,
    owner: PersonId,
    to: Option<PersonId>,
) -> Result<std::result::Result<HandedOver, HandOverRefusal>> {
    Ok(hand_over_all(store, actor, owner, to, false).await?.map(|(moved, _)| moved))
}

/// Returns what [`hand_over`] would hand over, and to whom it could be given.
pub async fn to_hand_over(
    store: &Store,
    actor: &Actor,
    owner: PersonId,
) -> Result<std::result::Result<(HandedOver, Vec<PersonId>), HandOverRefusal>> {
    hand_over_all(store, actor, owner, None, true).await
}
