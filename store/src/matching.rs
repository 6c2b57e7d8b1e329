//! Matching: people wait in a pool, rounds propose pairs, both sides decide, and an accepted match becomes a mentorship.
//!
//! A tracker is one proposed pair. Each change of one holds the lock of its mentee; a change that begins at a mentor holds the mentor's
//! and those of all mentees with something open ([`pool::lock_with_partners`]), so that one of two requests about the same person sees
//! what the other one did. Only the choice that a page keeps before the confirmation needs no lock.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bus::{Event, Topic};
use crate::db::{Executor, query_as};
use crate::mentorship::Kind;
use crate::role::Role;
use crate::{GroupId, MentorshipId, PersonId, Result, RunId, Store, TrackerId};

mod answers;
pub mod decisions;
mod endings;
pub mod expiry;
pub mod fairness;
pub mod groups;
mod history;
mod instance;
pub mod past;
pub mod pool;
mod rows;
pub mod runs;
mod schedule;
mod separation;
mod staff_mails;
pub mod views;
mod work;

pub use crate::accounts::MatchingStatus;
pub use crate::programmes::matching_rules::{
    Comparison, Criterion, ExpiryHours, FairnessQuestion, GroupRules, Icon, MAX_FAIRNESS, Mandatory, MentorDefaults,
    Rules,
};
pub use crate::push::Notice;
pub use ::matching::{MAX_PROPOSALS, group};
pub use answers::{Answers, Given, needs, of_people as answers_of, question_of};
pub(crate) use endings::{
    after_mentorship_in, begin_year_in, come_back_in, drop_out_in, end_year_in, follow_facts_in, go_on_in,
    match_by_hand_in, notify_of_end_in, stop_in, undo_match_in,
};
pub use history::{HistoryMessage, Status, message, status};
pub use schedule::{bring_round_forward, next_round, run_due};
pub(crate) use separation::end_open_between;
pub use work::work;

/// The state of a tracker. Only the first three are open; the others never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "TEXT", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// The mentee decides.
    Proposed,
    /// The mentee said Yes; the mentor decides.
    Interested,
    /// The mentor took the mentee into a group that has not begun.
    Selected,
    /// They have a mentorship.
    Accepted,
    /// The mentee said No.
    NotInterested,
    /// The mentor said No.
    Declined,
    /// The mentor filled the group with others.
    NotSelected,
    /// One side let the time pass.
    Expired,
    /// One of them was matched elsewhere.
    Taken,
    /// The group became full before the mentee decided.
    GroupFull,
    /// The mentee does not fit the members of the group.
    Incompatible,
    /// One of them left the pool, or took a Yes back.
    LeftPool,
    /// One of them left the programme.
    DroppedOut,
    /// Staff, a report or a block keeps them apart.
    Held,
    /// Staff matched one of them by hand.
    Overridden,
}

/// SQL: the open states.
pub(crate) const OPEN: &str = "('PROPOSED', 'INTERESTED', 'SELECTED')";

impl State {
    /// Whether the tracker can still change.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Proposed | Self::Interested | Self::Selected)
    }

    /// Whose decision it waits for.
    pub fn turn(self) -> Option<Role> {
        match self {
            Self::Proposed => Some(Role::Mentee),
            Self::Interested => Some(Role::Mentor),
            _ => None,
        }
    }
}

/// What a person chose about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = InterestStatus)]
pub enum Choice {
    /// Yes.
    Interested,
    /// No.
    NotInterested,
}

/// A proposed pair.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Tracker {
    /// Its id.
    pub id: TrackerId,
    /// The run that proposed it.
    pub run_id: RunId,
    /// The mentor.
    pub mentor_id: PersonId,
    /// The mentee.
    pub mentee_id: PersonId,
    /// Whether the mentor takes one mentee or a group.
    pub kind: Kind,
    /// The position among the mentee's proposals of the run, from 1.
    pub rank: i64,
    /// How well they fit, 0 to 10,000.
    pub score: i64,
    /// Its state.
    pub state: State,
    /// What the mentee has chosen and not confirmed.
    pub mentee_choice: Option<Choice>,
    /// What the mentor has chosen and not confirmed.
    pub mentor_choice: Option<Choice>,
    /// When it was published.
    pub proposed_at: DateTime<Utc>,
    /// When the mentee confirmed a Yes.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When its state changed last.
    pub changed_at: DateTime<Utc>,
    /// Until when the side whose turn it is may act.
    pub expires_at: Option<DateTime<Utc>>,
    /// The group in which the mentee was selected.
    pub group_id: Option<GroupId>,
    /// The mentorship that it became.
    pub mentorship_id: Option<MentorshipId>,
}

pub(crate) const TRACKER: &str = "t.id, t.run_id, t.mentor_id, t.mentee_id, t.kind, t.rank, t.score, t.state,
     t.mentee_choice, t.mentor_choice, t.proposed_at, t.confirmed_at, t.changed_at, t.expires_at, t.group_id, t.mentorship_id";

impl Tracker {
    /// The person on the other side.
    pub fn partner_of(&self, side: Role) -> PersonId {
        if side == Role::Mentor { self.mentee_id } else { self.mentor_id }
    }

    /// What a side has chosen and not confirmed.
    pub fn choice_of(&self, side: Role) -> Option<Choice> {
        if side == Role::Mentor { self.mentor_choice } else { self.mentee_choice }
    }

    /// Whether this side may decide now. A request that arrived in time counts, also if it waited for a lock.
    pub fn is_active_for(&self, side: Role, arrived_at: DateTime<Utc>) -> bool {
        self.state.turn() == Some(side) && self.expires_at.is_none_or(|end| arrived_at < end)
    }

    /// Whether a mentor may know of it: only once the mentee said Yes, or if both were matched.
    pub fn is_visible_to(&self, side: Role) -> bool {
        side != Role::Mentor || self.confirmed_at.is_some() || self.state == State::Accepted
    }
}

/// Returns the trackers of a person, the latest change first.
pub async fn of_person(store: &Store, person: PersonId, side: Role) -> Result<Vec<Tracker>> {
    let trackers: Vec<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE t.mentee_id = $1 OR t.mentor_id = $1 ORDER BY t.changed_at DESC, t.id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    Ok(trackers.into_iter().filter(|tracker| tracker.is_visible_to(side)).collect())
}

/// Returns a tracker that a person may see.
pub async fn by_id(store: &Store, person: PersonId, side: Role, id: TrackerId) -> Result<Option<Tracker>> {
    by_id_in(&store.db, person, side, id).await
}

async fn by_id_in(db: impl Executor, person: PersonId, side: Role, id: TrackerId) -> Result<Option<Tracker>> {
    let tracker: Option<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE t.id = $2 AND (t.mentee_id = $1 OR t.mentor_id = $1)",
    ])
    .bind(person)
    .bind(id)
    .fetch_optional(db)
    .await?;
    Ok(tracker.filter(|tracker| tracker.is_visible_to(side)))
}

/// The event that makes open pages fetch the matching of these people again.
pub(crate) fn changed(people: impl IntoIterator<Item = PersonId>) -> Event {
    let people: std::collections::BTreeSet<_> = people.into_iter().collect();
    Event::TopicsChanged { people: people.into_iter().collect(), topics: vec![Topic::Matching, Topic::Profile] }
}
