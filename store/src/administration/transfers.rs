//! Moves a person to another programme.
//!
//! What belongs to the person goes along: the account, facts, surveys, learning, notes about them, a request about their record. What
//! belongs to a programme stays there: the cohort, ended mentorships, cases, the conversation with its team, its channels, and the place in its pool.
//! A pause or a departure holds in the other pool, too.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::types::Json;

use super::{clearance, consents};
use crate::accounts::applications;
use crate::accounts::clearance::facts_of;
use crate::accounts::cohorts;
use crate::bus::{Event, Topic};
use crate::channels::{self, Status};
use crate::contact::Missing;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::matching::{self, pool};
use crate::notifications::notices;
use crate::programmes::vetting_kinds::VettingKind;
use crate::programmes::{self, Settings, year};
use crate::push::Notice;
use crate::role::{ApplicationState, Role};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{ChannelId, MentorshipId, PersonId, ProgrammeId, Result, Store, contact, followups, team};

/// Why a person stays in their programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferRefusal {
    /// For this actor there is no such person, or no such programme.
    #[error("There is no such person, or no such programme.")]
    Unknown,
    /// They are staff, their account is closed, or their application was declined or withdrawn.
    #[error("{0} is staff, or does not take part any more.")]
    Unavailable(PersonId),
    /// They are not in the programme that the actor saw, or in the other one already.
    #[error("{0} is in another programme by now.")]
    Changed(PersonId),
    /// They are in a mentorship that goes on.
    #[error("{0} is in a mentorship. End it first.")]
    InMentorship(PersonId),
    /// A proposal to the person, or of the person, is open.
    #[error("{0} has open matches. Take them out of the matching first.")]
    InMatching(PersonId),
}

/// From which programme a person goes to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The programme that the actor saw; None accepts any.
    pub from: Option<ProgrammeId>,
    /// The other one.
    pub to: ProgrammeId,
}

/// What a transfer would leave behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rehearsal {
    /// The programme of the person.
    pub from: ProgrammeId,
    /// Mentorships that go on, which have to end first.
    pub mentorships: Vec<MentorshipId>,
    /// Whether proposals are open, which have to end first.
    pub has_open_matches: bool,
    /// Whether they wait in the pool.
    pub is_in_pool: bool,
    /// Whether they have written with the team, or the team with them.
    pub has_conversation: bool,
    /// Whether a message of theirs to the team waits for an answer.
    pub is_waiting: bool,
    /// Whether a request about their record is open.
    pub has_request: bool,
    /// The other programmes of the actor.
    pub programmes: Vec<Destination>,
}

/// What another programme asks of a person who comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The programme.
    pub id: ProgrammeId,
    /// Its name.
    pub name: String,
    /// Whether its staff decide first whether the person takes part.
    pub needs_approval: bool,
    /// Facts that it demands, and that are missing.
    pub missing: Vec<Missing>,
    /// The kinds of vetting among them, where the programme names kinds. Those of the same key go along.
    pub vettings: Vec<VettingKind>,
}

/// A person as a transfer finds them.
#[derive(sqlx::FromRow)]
struct Standing {
    role: Role,
    /// The name of their programme.
    programme: String,
    is_disabled: bool,
    application: Option<ApplicationState>,
    is_in_matching: bool,
    is_in_pool: bool,
    has_conversation: bool,
    is_waiting: bool,
    has_request: bool,
}

impl Standing {
    async fn find(executor: impl Executor, person: PersonId) -> Result<Self> {
        query_as([
            "SELECT p.role, g.name AS programme, p.is_disabled, (SELECT a.state FROM applications a WHERE a.person_id = p.id) AS application,
                 EXISTS (SELECT 1 FROM matching_trackers t WHERE (t.mentor_id = p.id OR t.mentee_id = p.id) AND t.state IN ",
            matching::OPEN,
            ") AS is_in_matching,
                 EXISTS (SELECT 1 FROM matching_pool m WHERE m.person_id = p.id AND m.left_at IS NULL) AS is_in_pool,
                 EXISTS (SELECT 1 FROM team_channels t JOIN channels c ON c.id = t.channel_id
                     WHERE t.person_id = p.id AND c.head_seq > 0) AS has_conversation,
                 EXISTS (SELECT 1 FROM team_channels t JOIN messages m ON m.channel_id = t.channel_id
                     WHERE t.person_id = p.id AND m.sender_id = p.id AND m.seq > t.handled_seq AND m.deleted_at IS NULL) AS is_waiting,
                 EXISTS (SELECT 1 FROM data_requests d WHERE d.person_id = p.id AND d.closed_at IS NULL) AS has_request
             FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1",
        ])
        .bind(person)
        .fetch_one(executor)
        .await
    }

    fn is_unavailable(&self) -> bool {
        self.role == Role::Staff
            || self.is_disabled
            || matches!(self.application, Some(ApplicationState::Declined | ApplicationState::Withdrawn))
    }
}

/// Returns what a transfer of a person would leave behind, and where they could go.
pub async fn rehearse(
    store: &Store,
    actor: &Actor,
    person: PersonId,
) -> Result<std::result::Result<Rehearsal, TransferRefusal>> {
    let Some(Reached { programme: Some(from) }) = actor.reach(&store.db, person).await? else {
        return Ok(Err(TransferRefusal::Unknown));
    };
    let standing = Standing::find(&store.db, person).await?;
    if standing.is_unavailable() {
        return Ok(Err(TransferRefusal::Unavailable(person)));
    }
    let Some(facts) = facts_of(&store.db, person).await? else { return Ok(Err(TransferRefusal::Unknown)) };
    let mut destinations = Vec::new();
    for programme in programmes::all(store).await? {
        if programme.id == from || !actor.reaches(Some(programme.id)) || year::is_archived(store, programme.id).await? {
            continue;
        }
        destinations.push(Destination {
            needs_approval: programme.settings.matching.asks_for_approval(standing.role),
            missing: contact::missing_under(&facts, &programme, store.clock.now()),
            vettings: contact::kinds_missing_under(&facts, &programme, store.clock.now()),
            id: programme.id,
            name: programme.name,
        });
    }
    Ok(Ok(Rehearsal {
        from,
        mentorships: mentorships(&store.db, person).await?,
        has_open_matches: standing.is_in_matching,
        is_in_pool: standing.is_in_pool,
        has_conversation: standing.has_conversation,
        is_waiting: standing.is_waiting,
        has_request: standing.has_request,
        programmes: destinations,
    }))
}

async fn mentorships(executor: impl Executor, person: PersonId) -> Result<Vec<MentorshipId>> {
    query_scalar(
        "SELECT s.id FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE m.person_id = $1 AND m.left_at IS NULL AND s.ended_at IS NULL ORDER BY s.started_at, s.id",
    )
    .bind(person)
    .fetch_all(executor)
    .await
}

/// Moves a person to another programme, of which the actor has to reach both. Where its staff decide who takes part, they apply again.
pub async fn transfer(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    transfer: Transfer,
    reason: &str,
) -> Result<std::result::Result<(), TransferRefusal>> {
    let to = transfer.to;
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme: Some(from) }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(TransferRefusal::Unknown));
    };
    if !actor.reaches(Some(to)) {
        return Ok(Err(TransferRefusal::Unknown));
    }
    // Before the people, as changes of rules and imports do.
    let Some((name, settings)) = lock_rules(&mut tx, from, to).await? else { return Ok(Err(TransferRefusal::Unknown)) };
    year::goes_on_in(&mut tx, to).await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(TransferRefusal::Unknown));
    };
    if from == to || programme != Some(from) || transfer.from.is_some_and(|seen| seen != from) {
        return Ok(Err(TransferRefusal::Changed(person)));
    }
    let standing = Standing::find(&mut tx, person).await?;
    if standing.is_unavailable() {
        return Ok(Err(TransferRefusal::Unavailable(person)));
    }
    if !mentorships(&mut tx, person).await?.is_empty() {
        return Ok(Err(TransferRefusal::InMentorship(person)));
    }
    if standing.is_in_matching {
        return Ok(Err(TransferRefusal::InMatching(person)));
    }
    let cohort = cohorts::leave_in(&mut tx, person).await?;
    query("UPDATE people SET programme_id = $2, left_programme_at = NULL WHERE id = $1")
        .bind(person)
        .bind(to)
        .execute(&mut tx)
        .await?;
    pool::transfer_in(&mut tx, store, person, (to, standing.role), &settings.matching).await?;
    leave_channels_in(&mut tx, store, person, from).await?;
    team::transfer_in(&mut tx, store, person, (from, to)).await?;
    consents::overtake_in(&mut tx, person, true).await?;
    let application = applications::transfer_in(&mut tx, store, person, standing.role, &settings).await?;
    // One mail says both: where they are, and that its team decides.
    let applies = if application == Some(ApplicationState::Open) { "yes" } else { "no" };
    let mail = [("programme", name.as_str()), ("applies", applies)];
    let mail: BTreeMap<_, _> = mail.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    notices::send_with_in(&mut tx, store, person, Notice::Transferred, mail).await?;
    followups::enqueue_in(&mut tx, store, Some(person)).await?;
    let mut events = clearance::follow_in(&mut tx, store, person).await?;
    let values = |programme: &str, application: Option<ApplicationState>, cohort: Option<String>| {
        let mut values = json!({"programme": programme});
        if let Some(state) = application {
            values["application"] = json!(state);
        }
        if let Some(name) = cohort {
            values["cohort"] = json!(name);
        }
        values
    };
    Record::new(Act::TransferPerson, Target::Person(person), Some(from))
        .reason(reason.trim())
        .change(values(&standing.programme, standing.application, cohort), values(&name, application, None))
        .write(&mut tx, store, actor)
        .await?;
    let staff = team::staff_of_in(&mut tx, [from, to]).await?;
    tx.commit().await?;
    events.push(Event::ChannelsChanged { people: vec![person] });
    events.push(Event::TopicsChanged {
        people: vec![person],
        topics: Topic::ALL.into_iter().filter(|topic| !matches!(topic, Topic::Staff | Topic::Messages)).collect(),
    });
    events.push(Event::TopicsChanged { people: staff, topics: vec![Topic::Messages] });
    store.bus.publish(events);
    Ok(Ok(()))
}

/// Returns name and rules of the programme to which a person goes; on PostgreSQL changes of the rules of both wait.
async fn lock_rules(tx: &mut Tx, from: ProgrammeId, to: ProgrammeId) -> Result<Option<(String, Settings)>> {
    let sql = if tx.is_sqlite() {
        "SELECT id, name, settings FROM programmes WHERE id IN ($1, $2) ORDER BY id"
    } else {
        "SELECT id, name, settings FROM programmes WHERE id IN ($1, $2) ORDER BY id FOR SHARE"
    };
    let found: Vec<(ProgrammeId, String, Json<Settings>)> = query_as(sql).bind(from).bind(to).fetch_all(tx).await?;
    let other = found.into_iter().find(|(id, ..)| *id == to);
    Ok(other.map(|(_, name, Json(settings))| (name, settings)))
}

/// Takes a person out of the channels of a programme. They keep reading what was written until now.
async fn leave_channels_in(tx: &mut Tx, store: &Store, person: PersonId, programme: ProgrammeId) -> Result<()> {
    let channels: Vec<ChannelId> = query_scalar(
        "SELECT c.id FROM members m JOIN channels c ON c.id = m.channel_id
         WHERE m.person_id = $1 AND c.programme_id = $2 AND c.kind IN ('group', 'broadcast')
         AND (m.status = 'active' OR m.paused_status = 'active') ORDER BY c.id",
    )
    .bind(person)
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    for channel in channels {
        channels::set_status_in(tx, store, channel, person, Status::Inactive, None).await?;
    }
    Ok(())
}
