//! Groups that a mentor fills. A group begins as a mentorship when it is full, or some days after its last newcomer.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

use super::pool::{self, MATCHED};
use super::{GroupRules, State, changed, separation, staff_mails};
use crate::accounts::clearance::Clearance;
use crate::bus::Event;
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::mentorship::{self, NewMentorship};
use crate::notifications::notices;
use crate::push::Notice;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Scope};
use crate::{GroupId, MentorshipId, PersonId, ProgrammeId, Result, Store, programmes};

/// An open group.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Group {
    /// Its id.
    pub id: GroupId,
    /// Its programme.
    pub programme_id: ProgrammeId,
    /// Its mentor.
    pub mentor_id: PersonId,
    /// Mentees when it is full.
    pub size: i64,
    /// When its mentor took the first one, or when it was first needed.
    pub created_at: DateTime<Utc>,
    /// When its first member was selected.
    pub first_member_at: Option<DateTime<Utc>>,
    /// When its last member was selected.
    pub last_member_at: Option<DateTime<Utc>>,
    /// When staff were notified that it cannot begin without them.
    pub staff_notified_at: Option<DateTime<Utc>>,
}

const GROUP: &str = "g.id, g.programme_id, g.mentor_id, g.size, g.created_at, g.first_member_at, g.last_member_at,
     g.staff_notified_at FROM matching_groups g ";

impl Group {
    /// When it begins with the members that it has.
    pub fn starts_at(&self, rules: &GroupRules) -> Option<DateTime<Utc>> {
        let last = self.last_member_at? + Duration::days(i64::from(rules.starts_after_days));
        let latest = self.first_member_at? + Duration::days(i64::from(rules.waits_at_most_days));
        Some(last.min(latest))
    }
}

/// Returns the open group of a mentor.
pub async fn of_mentor(store: &Store, mentor: PersonId) -> Result<Option<Group>> {
    query_as(["SELECT ", GROUP, "WHERE g.mentor_id = $1 AND g.closed_at IS NULL"])
        .bind(mentor)
        .fetch_optional(&store.db)
        .await
}

/// Returns the open groups of a programme, the oldest first.
pub async fn of_programme(store: &Store, programme: ProgrammeId) -> Result<Vec<Group>> {
    query_as(["SELECT ", GROUP, "WHERE g.programme_id = $1 AND g.closed_at IS NULL ORDER BY g.created_at, g.id"])
        .bind(programme)
        .fetch_all(&store.db)
        .await
}

/// An open group with its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The group.
    pub group: Group,
    /// In the order in which they were selected; at least one.
    pub members: Vec<PersonId>,
}

/// Returns the open groups with members within a scope, the oldest first.
pub async fn waiting(store: &Store, scope: &Scope) -> Result<Vec<Waiting>> {
    let mut query = QueryBuilder::new("SELECT ");
    query.push(GROUP).push("WHERE g.closed_at IS NULL AND ");
    scope.push(&mut query, "g.programme_id");
    query.push(" ORDER BY g.created_at, g.id");
    let groups: Vec<Group> = query.build_query_as().fetch_all(&store.db).await?;
    let members: Vec<(GroupId, PersonId)> = query_as(
        "SELECT t.group_id, t.mentee_id FROM matching_trackers t JOIN matching_groups g ON g.id = t.group_id
         WHERE t.state = 'SELECTED' AND g.closed_at IS NULL ORDER BY t.changed_at, t.id",
    )
    .fetch_all(&store.db)
    .await?;
    let mut of: BTreeMap<GroupId, Vec<PersonId>> = BTreeMap::new();
    for (group, member) in members {
        of.entry(group).or_default().push(member);
    }
    let waiting = |group: Group| Some(Waiting { members: of.remove(&group.id)?, group });
    Ok(groups.into_iter().filter_map(waiting).collect())
}

/// Returns an open group within a scope.
pub async fn find(store: &Store, scope: &Scope, id: GroupId) -> Result<Option<Group>> {
    let group: Option<Group> = query_as(["SELECT ", GROUP, "WHERE g.id = $1 AND g.closed_at IS NULL"])
        .bind(id)
        .fetch_optional(&store.db)
        .await?;
    Ok(group.filter(|group| scope.includes(Some(group.programme_id))))
}

/// Returns the group that has selected a mentee.
pub async fn of_mentee(store: &Store, mentee: PersonId) -> Result<Option<Group>> {
    query_as([
        "SELECT ",
        GROUP,
        "JOIN matching_trackers t ON t.group_id = g.id AND t.state = 'SELECTED'
         WHERE t.mentee_id = $1 AND g.closed_at IS NULL",
    ])
    .bind(mentee)
    .fetch_optional(&store.db)
    .await
}

/// Returns the members of an open group, in the order in which they were selected.
pub async fn members(store: &Store, group: GroupId) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT mentee_id FROM matching_trackers WHERE group_id = $1 AND state = 'SELECTED' ORDER BY changed_at, id",
    )
    .bind(group)
    .fetch_all(&store.db)
    .await
}

pub(super) async fn members_in(tx: &mut Tx, group: GroupId) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT mentee_id FROM matching_trackers WHERE group_id = $1 AND state = 'SELECTED' ORDER BY changed_at, id",
    )
    .bind(group)
    .fetch_all(tx)
    .await
}

/// Returns the open group of a mentor, or opens one, within a transaction that holds the mentor's lock.
pub(super) async fn open_in(
    tx: &mut Tx,
    store: &Store,
    programme: ProgrammeId,
    mentor: PersonId,
    size: i64,
) -> Result<Group> {
    let open: Option<Group> = query_as(["SELECT ", GROUP, "WHERE g.mentor_id = $1 AND g.closed_at IS NULL"])
        .bind(mentor)
        .fetch_optional(&mut *tx)
        .await?;
    if let Some(group) = open {
        return Ok(group);
    }
    let (id, now) = (store.clock.id(), store.clock.now());
    query("INSERT INTO matching_groups (id, programme_id, mentor_id, size, created_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(programme)
        .bind(mentor)
        .bind(size)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    Ok(Group {
        id,
        programme_id: programme,
        mentor_id: mentor,
        size,
        created_at: now,
        first_member_at: None,
        last_member_at: None,
        staff_notified_at: None,
    })
}

/// Closes the open group of a mentor who goes. Its members' trackers end with the mentor's.
pub(super) async fn close_of_mentor_in(tx: &mut Tx, store: &Store, mentor: PersonId) -> Result<()> {
    query("UPDATE matching_groups SET closed_at = $2 WHERE mentor_id = $1 AND closed_at IS NULL")
        .bind(mentor)
        .bind(store.clock.now())
        .execute(tx)
        .await?;
    Ok(())
}

/// Why a group cannot begin unless staff change something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The account is closed, or the vetting or consent is missing that the programme asks for.
    NotAdmitted(PersonId),
    /// A conflict, a block or a report stands between two of them.
    Separated(PersonId, PersonId),
    /// A rule of mentorships.
    Mentorship(mentorship::Refusal),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAdmitted(person) => {
                write!(out, "{person} lacks the vetting or the guardian's consent, or the account is closed.")
            }
            Self::Separated(one, other) => {
                write!(out, "{one} and {other} must not meet: a conflict, a block or a report stands between them.")
            }
            Self::Mentorship(refusal) => refusal.fmt(out),
        }
    }
}

/// Begins a group with its members, within a transaction that holds the locks of all of them. Returns the events to publish, or why
/// it cannot begin.
pub(super) async fn begin_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    group: &Group,
    clearance: Clearance<'_>,
) -> Result<Result<(MentorshipId, Vec<Event>), Refusal>> {
    let mentees = members_in(tx, group.id).await?;
    for person in [group.mentor_id].iter().chain(&mentees) {
        if !clearance.clears(tx, *person).await? {
            return Ok(Err(Refusal::NotAdmitted(*person)));
        }
    }
    let people = [&[group.mentor_id], &mentees[..]].concat();
    if let Some((one, other)) = separation::pairs_among(tx, &people).await?.into_iter().next() {
        return Ok(Err(Refusal::Separated(one, other)));
    }
    // First names need no translation.
    let mut names = Vec::new();
    for person in &people {
        let name: String =
            query_scalar("SELECT first_name FROM people WHERE id = $1").bind(*person).fetch_one(&mut *tx).await?;
        names.push(name);
    }
    let new = NewMentorship { mentor: group.mentor_id, mentees: mentees.clone(), group: Some(names.join(", ")) };
    let id = match mentorship::create_in(tx, store, &new).await? {
        Ok(id) => id,
        Err(refusal) => return Ok(Err(Refusal::Mentorship(refusal))),
    };
    let now = store.clock.now();
    query(
        "UPDATE matching_trackers SET state = $2, changed_at = $3, mentorship_id = $4, expires_at = NULL, remind_at = NULL
         WHERE group_id = $1 AND state = 'SELECTED'",
    )
    .bind(group.id)
    .bind(State::Accepted)
    .bind(now)
    .bind(id)
    .execute(&mut *tx)
    .await?;
    for mentee in &mentees {
        pool::leave_in(tx, store, *mentee, MATCHED).await?;
        notices::send_in(tx, store, *mentee, Notice::Accepted).await?;
    }
    // Who was still asked for this group cannot join any more.
    let asked: Vec<(PersonId, PersonId)> = query_as(
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL
         WHERE mentor_id = $1 AND kind = '1toM' AND state IN ('PROPOSED', 'INTERESTED') RETURNING mentor_id, mentee_id",
    )
    .bind(group.mentor_id)
    .bind(State::GroupFull)
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    close_of_mentor_in(tx, store, group.mentor_id).await?;
    mentorship::record_in(tx, store, actor, id, &new).await?;
    Record::new(Act::BeginGroup, Target::Group(group.id), Some(group.programme_id))
        .change(Value::Null, json!({"mentorship": id, "mentor": new.mentor, "mentees": new.mentees}))
        .write(tx, store, actor)
        .await?;
    let mut events = new.events();
    events.push(changed(asked.into_iter().map(|(_, mentee)| mentee).chain(new.people())));
    Ok(Ok((id, events)))
}

/// The result of [`begin`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is this mentorship now.
    Began(MentorshipId),
    /// It has begun or was closed in the meantime, or has no members.
    Gone,
    /// Staff must change something first.
    Refused(Refusal),
}

/// Begins a group now if it has at least one member, as staff decide or as its time has come.
pub async fn begin(store: &Store, actor: &Actor, group: &Group) -> Result<Begun> {
    if !actor.reaches(Some(group.programme_id)) {
        return Ok(Begun::Gone);
    }
    let Some(programme) = programmes::by_id(store, group.programme_id).await? else { return Ok(Begun::Gone) };
    let mut tx = store.db.begin().await?;
    programmes::share_of_person_in(&mut tx, group.mentor_id).await?;
    let people = pool::lock_with_partners(&mut tx, group.mentor_id).await?;
    // A member may have come or gone before the lock.
    let members = members_in(&mut tx, group.id).await?;
    let is_open: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM matching_groups WHERE id = $1 AND closed_at IS NULL)")
            .bind(group.id)
            .fetch_one(&mut tx)
            .await?;
    if !is_open || members.is_empty() || !members.iter().all(|member| people.contains(member)) {
        return Ok(Begun::Gone);
    }
    let clearance = Clearance::new(&programme.settings.matching, programme.tz(), store.clock.now());
    match begin_in(&mut tx, store, actor, group, clearance).await? {
        Ok((id, events)) => {
            notices::send_in(&mut tx, store, group.mentor_id, Notice::Accepted).await?;
            tx.commit().await?;
            store.bus.publish(events);
            Ok(Begun::Began(id))
        }
        Err(refusal) => {
            tracing::warn!(group = %group.id, %refusal, "a group cannot begin");
            Ok(Begun::Refused(refusal))
        }
    }
}

/// An open group of which staff were not notified.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct OnHold {
    #[sqlx(flatten)]
    pub(super) group: Group,
    /// How many members it has, at least one.
    pub(super) members: i64,
}

/// Returns the open groups with a member of which staff were not notified. The worker calls this each second: the order is that of the
/// index of open groups, so that none of those that have begun is read.
pub(super) async fn on_hold(store: &Store) -> Result<Vec<OnHold>> {
    let groups: Vec<OnHold> = query_as([
        "SELECT (SELECT COUNT(*) FROM matching_trackers t WHERE t.group_id = g.id AND t.state = 'SELECTED') AS members, ",
        GROUP,
        "WHERE g.closed_at IS NULL AND g.staff_notified_at IS NULL ORDER BY g.mentor_id",
    ])
    .fetch_all(&store.db)
    .await?;
    Ok(groups.into_iter().filter(|group| group.members > 0).collect())
}

/// Notifies staff once of an open group that cannot begin without them. Returns whether it did.
pub async fn ask_staff(store: &Store, group: &Group) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let is_first = ask_staff_in(&mut tx, store, group).await?;
    tx.commit().await?;
    Ok(is_first)
}

/// Does the same within a transaction.
pub(super) async fn ask_staff_in(tx: &mut Tx, store: &Store, group: &Group) -> Result<bool> {
    // Another node may have begun it.
    let is_first = query(
        "UPDATE matching_groups SET staff_notified_at = $2
         WHERE id = $1 AND staff_notified_at IS NULL AND closed_at IS NULL",
    )
    .bind(group.id)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?
        > 0;
    if is_first {
        staff_mails::notify_in(tx, store, group.programme_id, staff_mails::ForStaff::WaitingGroup).await?;
    }
    Ok(is_first)
}
