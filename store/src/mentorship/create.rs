//! Begins a mentorship, with its channel, in one transaction.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Value, json};

use super::{Kind, curriculum};
use crate::bus::{Event, Topic};
use crate::channels;
use crate::contact::{self, Missing};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::programmes::year;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ChannelId, MentorshipId, PersonId, ProgrammeId, Result, Store};

/// The most mentees of a group.
pub(crate) const MAX_MENTEES: usize = 50;

/// A mentorship to begin.
#[derive(Clone, Debug)]
pub struct NewMentorship {
    /// The mentor.
    pub mentor: PersonId,
    /// The mentees: one of a pair, one or more of a group.
    pub mentees: Vec<PersonId>,
    /// The name of a group; None for a pair.
    pub group: Option<String>,
}

/// Why a mentorship cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A pair has one mentee, a group at least one, and nobody is named twice.
    WrongNumber,
    /// A group has more than [`MAX_MENTEES`].
    TooMany,
    /// A group has no name.
    NoName,
    /// The person does not exist, has left, is closed, or has another role.
    WrongPerson(PersonId),
    /// They are not all in the same programme.
    OtherProgrammes,
    /// Two of them must not be matched.
    Conflict(PersonId, PersonId),
    /// One of them has blocked the other.
    Blocked(PersonId, PersonId),
    /// The two have a mentorship already.
    Exists(MentorshipId),
    /// A report keeps two of them apart.
    Silenced(PersonId, PersonId),
    /// A person lacks what the programme demands.
    NotCleared(PersonId, Missing),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongNumber => out.write_str("A pair has one mentee and a group different ones: name each once."),
            Self::TooMany => write!(out, "A group has {MAX_MENTEES} mentees at most."),
            Self::NoName => out.write_str("A group needs a name."),
            Self::WrongPerson(person) => {
                write!(out, "{person} has another role, has left the programme, or the account is closed.")
            }
            Self::OtherProgrammes => out.write_str("They are not in the same programme."),
            Self::Conflict(one, other) => write!(out, "{one} and {other} must not be matched: there is a conflict."),
            Self::Blocked(one, other) => {
                write!(out, "{one} and {other} must not be matched: one has blocked the other.")
            }
            Self::Silenced(one, other) => {
                write!(out, "{one} and {other} must not be matched: a report keeps them apart.")
            }
            Self::NotCleared(person, missing) => write!(out, "{person} cannot begin: {missing}. Record it first."),
            Self::Exists(id) => write!(out, "They have the mentorship {id} already."),
        }
    }
}

/// Writes the row of a mentorship that began, in the transaction that began it.
pub(crate) async fn record_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    id: MentorshipId,
    new: &NewMentorship,
) -> Result<()> {
    let programme =
        query_scalar("SELECT programme_id FROM mentorships WHERE id = $1").bind(id).fetch_one(&mut *tx).await?;
    Record::new(Act::BeginMentorship, Target::Mentorship(id), programme)
        .change(Value::Null, json!({"mentor": new.mentor, "mentees": new.mentees}))
        .write(tx, store, actor)
        .await
}

impl NewMentorship {
    /// All of them, in the order of their ids.
    pub(crate) fn people(&self) -> BTreeSet<PersonId> {
        self.mentees.iter().copied().chain([self.mentor]).collect()
    }

    fn kind(&self) -> Kind {
        if self.group.is_some() { Kind::Group } else { Kind::Pair }
    }

    /// What to publish once it is committed.
    pub(crate) fn events(&self) -> Vec<Event> {
        let people: Vec<PersonId> = self.people().into_iter().collect();
        vec![
            Event::ChannelsChanged { people: people.clone() },
            Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] },
        ]
    }
}

/// Begins a mentorship within a transaction that holds the locks of its people. After a refusal nothing was written.
pub(crate) async fn create_in(
    tx: &mut Tx,
    store: &Store,
    new: &NewMentorship,
) -> Result<Result<MentorshipId, Refusal>> {
    let programme = match check(tx, store, new).await? {
        Ok(programme) => programme,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let (people, kind) = (new.people(), new.kind());
    let name = &*text_fold::clean_line(new.group.as_deref().unwrap_or_default());
    let now = store.clock.now();
    let channel = match kind {
        Kind::Pair => channels::reopen_direct_in(tx, store, new.mentor, new.mentees[0], programme).await?,
        Kind::Group => group_channel(tx, store, name, programme, new.mentor, &people).await?,
    };
    let id: MentorshipId = store.clock.id();
    query(
        "INSERT INTO mentorships (id, programme_id, kind, name, channel_id, started_at, folded_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(programme)
    .bind(kind)
    .bind(name.to_owned())
    .bind(channel)
    .bind(now)
    .bind(text_fold::fold(name))
    .execute(&mut *tx)
    .await?;
    for person in &people {
        let role = if *person == new.mentor { Role::Mentor } else { Role::Mentee };
        query("INSERT INTO mentorship_members (mentorship_id, person_id, role, joined_at) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(*person)
            .bind(role)
            .bind(now)
            .execute(&mut *tx)
            .await?;
    }
    curriculum::begin(tx, store, id, programme, now).await?;
    Ok(Ok(id))
}

/// Returns the programme in which these people may have a mentorship now, within a transaction that holds their locks. Its year is open, and
/// stays so until the end of the transaction; what locks people first takes [`programmes::share_of_person_in`] before them.
pub(crate) async fn check(tx: &mut Tx, store: &Store, new: &NewMentorship) -> Result<Result<ProgrammeId, Refusal>> {
    let (people, kind) = (new.people(), new.kind());
    if people.len() != new.mentees.len() + 1 || new.mentees.is_empty() || (kind == Kind::Pair && people.len() != 2) {
        return Ok(Err(Refusal::WrongNumber));
    }
    if new.mentees.len() > MAX_MENTEES {
        return Ok(Err(Refusal::TooMany));
    }
    if new.group.as_deref().is_some_and(text_fold::is_blank) {
        return Ok(Err(Refusal::NoName));
    }
    let programme = match programme_of(tx, new, &people).await? {
        Ok(programme) => programme,
        Err(refusal) => return Ok(Err(refusal)),
    };
    year::is_open_in(tx, programme).await?;
    if let Some(refusal) = prevented(tx, &people).await? {
        return Ok(Err(refusal));
    }
    for person in &people {
        if let Some(missing) = contact::missing_in(tx, store, *person).await?.first() {
            return Ok(Err(Refusal::NotCleared(*person, *missing)));
        }
    }
    if kind == Kind::Pair
        && let Some(id) = existing(tx, new.mentor, new.mentees[0]).await?
    {
        return Ok(Err(Refusal::Exists(id)));
    }
    Ok(Ok(programme))
}

/// Returns the programme of all of them, if each has the right role and an open account.
async fn programme_of(
    tx: &mut Tx,
    new: &NewMentorship,
    people: &BTreeSet<PersonId>,
) -> Result<Result<ProgrammeId, Refusal>> {
    let mut common = None;
    for person in people {
        let row: Option<(Role, Option<ProgrammeId>)> = query_as(
            "SELECT role, programme_id FROM people WHERE id = $1 AND is_disabled = FALSE AND left_programme_at IS NULL",
        )
        .bind(*person)
        .fetch_optional(&mut *tx)
        .await?;
        let wanted = if *person == new.mentor { Role::Mentor } else { Role::Mentee };
        let Some((_, programme)) = row.filter(|(role, _)| *role == wanted) else {
            return Ok(Err(Refusal::WrongPerson(*person)));
        };
        if programme.is_none() || *common.get_or_insert(programme) != programme {
            return Ok(Err(Refusal::OtherProgrammes));
        }
    }
    Ok(common.flatten().ok_or(Refusal::OtherProgrammes))
}

/// Returns why two of the people must not meet.
pub(crate) async fn prevented(tx: &mut Tx, people: &BTreeSet<PersonId>) -> Result<Option<Refusal>> {
    const SILENCE: &str = "silenced_at IS NOT NULL AND silence_lifted_at IS NULL";
    for (table, condition, one, other, refusal) in [
        ("person_conflicts", "TRUE", "person_id", "other_id", Refusal::Conflict as fn(_, _) -> _),
        ("blocks", "TRUE", "blocker_id", "blocked_id", Refusal::Blocked),
        ("reports", SILENCE, "reporter_id", "subject_id", Refusal::Silenced),
    ] {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(one).push(", ").push(other).push(" FROM ").push(table).push(" WHERE ").push(condition);
        query.push(" AND ").push(one).push(" IN (").push_list(people.iter().copied()).push(") AND ").push(other);
        query.push(" IN (").push_list(people.iter().copied()).push(") LIMIT 1");
        let found: Option<(PersonId, PersonId)> = query.build_query_as().fetch_optional(&mut *tx).await?;
        if let Some((one, other)) = found {
            return Ok(Some(refusal(one, other)));
        }
    }
    Ok(None)
}

/// Creates the channel of a group. Its mentor leads it.
async fn group_channel(
    tx: &mut Tx,
    store: &Store,
    name: &str,
    programme: ProgrammeId,
    mentor: PersonId,
    people: &BTreeSet<PersonId>,
) -> Result<ChannelId> {
    let channel = channels::create_in(tx, store, channels::Kind::Group, name, Some(programme)).await?;
    let people: Vec<PersonId> = people.iter().copied().collect();
    channels::join_in(tx, store, channel, &people).await?;
    channels::set_pair_manager_in(tx, channel, mentor, true).await?;
    Ok(channel)
}

/// Returns the active pair of two people.
async fn existing(tx: &mut Tx, mentor: PersonId, mentee: PersonId) -> Result<Option<MentorshipId>> {
    query_scalar(
        "SELECT s.id FROM mentorships s
         JOIN mentorship_members a ON a.mentorship_id = s.id AND a.person_id = $1
         JOIN mentorship_members b ON b.mentorship_id = s.id AND b.person_id = $2
         WHERE s.kind = '1to1' AND s.ended_at IS NULL",
    )
    .bind(mentor)
    .bind(mentee)
    .fetch_optional(tx)
    .await
}
