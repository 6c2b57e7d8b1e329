//! What people decide about their matches: choices, which are kept, and the confirmation of all of them, which counts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::endings::end_open_in;
use super::pool::{leave_in, lock_with_partners};
use super::{Choice, Rules, State, TRACKER, Tracker, changed};
use crate::accounts::clearance::Clearance;
use crate::bus::Event;
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::mentorship::Kind;
use crate::programmes;
use crate::role::Role;
use crate::{PersonId, Result, SignedIn, Store, TrackerId};

mod group_mentor;
mod mentee;
mod pair_mentor;

/// The result of [`submit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// All choices count.
    Submitted,
    /// A mentor to whom the mentee says Yes is not available any more. Nothing else changed.
    MentorUnavailable,
    /// A mentee to whom the mentor says Yes is not available any more. Nothing else changed.
    MenteeUnavailable,
    /// Some matches have no choice.
    ChoicesMissing,
    /// More mentees than free places.
    TooMany {
        /// The free places.
        free: i64,
    },
    /// Chosen mentees do not fit each other, by these criteria.
    GroupClash(Vec<String>),
    /// A choice names a match that is not this person's.
    Unknown,
}

/// Choices by match.
pub type Choices = BTreeMap<TrackerId, Choice>;

/// The result of [`choose`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The choice is kept.
    Kept(Tracker),
    /// Nothing can be decided about it any more, or not yet.
    Closed,
    /// It is not a match of this person.
    Unknown,
}

/// Keeps a choice, or clears it. It counts only once it is confirmed, and prolongs nothing.
pub async fn choose(
    store: &Store,
    person: PersonId,
    side: Role,
    id: TrackerId,
    choice: Option<Choice>,
) -> Result<Chosen> {
    let Some(tracker) = super::by_id(store, person, side, id).await? else { return Ok(Chosen::Unknown) };
    if !tracker.is_active_for(side, store.clock.now()) {
        return Ok(Chosen::Closed);
    }
    let sql = match side {
        Role::Mentor => "UPDATE matching_trackers SET mentor_choice = $2 WHERE id = $1 AND state = 'INTERESTED'",
        _ => "UPDATE matching_trackers SET mentee_choice = $2 WHERE id = $1 AND state = 'PROPOSED'",
    };
    let mut tx = store.db.begin().await?;
    if query(sql).bind(id).bind(choice).execute(&mut tx).await? == 0 {
        return Ok(Chosen::Closed);
    }
    let kept = super::by_id_in(&mut tx, person, side, id).await?;
    tx.commit().await?;
    // Other devices of the person.
    store.bus.publish(vec![changed([person])]);
    Ok(kept.map_or(Chosen::Unknown, Chosen::Kept))
}

/// Confirms the choices of a person, all or none of them. A repeated request gets the same answer. `arrived_at` is when the request
/// came: one that waits for another transaction is not too late.
pub async fn submit(
    store: &Store,
    signed_in: &SignedIn,
    set: &Choices,
    arrived_at: DateTime<Utc>,
) -> Result<Submitted> {
    let person = signed_in.person.id;
    let mut tx = store.db.begin().await?;
    // A Yes may begin a mentorship.
    programmes::share_of_person_in(&mut tx, person).await?;
    let locked = lock_with_partners(&mut tx, person).await?;
    let side = signed_in.person.role;
    let trackers = trackers_of(&mut tx, person, set).await?;
    let named = |id: &TrackerId| trackers.iter().any(|tracker| tracker.id == *id && tracker.is_visible_to(side));
    if !set.keys().all(named) {
        return Ok(Submitted::Unknown);
    }
    let Some(rules) = signed_in.settings().map(|settings| &settings.matching) else { return Ok(Submitted::Unknown) };
    let mut confirmation =
        Confirmation { store, signed_in, rules, set, arrived_at, trackers, changes: Changes::default() };
    confirmation.changes.people.extend(&locked);
    let is_group = confirmation.trackers.iter().any(|tracker| tracker.kind == Kind::Group);
    let (outcome, commits) = match side {
        Role::Mentor if is_group => group_mentor::confirm(&mut tx, &mut confirmation).await?,
        Role::Mentor => pair_mentor::confirm(&mut tx, &mut confirmation).await?,
        _ => mentee::confirm(&mut tx, &mut confirmation).await?,
    };
    if commits {
        let Changes { people, mut events } = confirmation.changes;
        tx.commit().await?;
        events.push(changed(people));
        store.bus.publish(events);
    }
    Ok(outcome)
}

/// A confirmation within its transaction.
struct Confirmation<'w> {
    store: &'w Store,
    signed_in: &'w SignedIn,
    rules: &'w Rules,
    set: &'w Choices,
    arrived_at: DateTime<Utc>,
    /// The open trackers of the person, and those that the request names.
    trackers: Vec<Tracker>,
    changes: Changes,
}

/// What to publish after the commit.
#[derive(Default)]
struct Changes {
    people: BTreeSet<PersonId>,
    events: Vec<Event>,
}

/// What became of a confirmation, and whether its transaction commits.
type Confirmed = (Submitted, bool);

impl<'w> Confirmation<'w> {
    fn person(&self) -> PersonId {
        self.signed_in.person.id
    }

    fn side(&self) -> Role {
        self.signed_in.person.role
    }

    fn clearance(&self) -> Clearance<'w> {
        Clearance::new(self.rules, self.signed_in.time_zone(), self.store.clock.now())
    }

    /// Whether a person waits in the pool, and has what the programme asks for: both may have changed since the round.
    async fn is_available(&self, tx: &mut Tx, person: PersonId) -> Result<bool> {
        Ok(waits(tx, person).await? && self.clearance().clears(tx, person).await?)
    }

    /// The matches about which the person decides now.
    fn active(&self) -> Vec<Tracker> {
        let is_active = |tracker: &&Tracker| tracker.is_active_for(self.side(), self.arrived_at);
        self.trackers.iter().filter(is_active).cloned().collect()
    }

    /// The matches with a Yes.
    fn wanted(&self) -> Vec<Tracker> {
        let is_wanted = |tracker: &&Tracker| self.set.get(&tracker.id) == Some(&Choice::Interested);
        self.trackers.iter().filter(is_wanted).cloned().collect()
    }

    /// Whether every named choice was confirmed before: a lost answer makes a client repeat its request.
    fn is_repeated(&self, agrees: impl Fn(&Tracker, Choice) -> bool) -> bool {
        !self.set.is_empty()
            && self.active().is_empty()
            && self
                .trackers
                .iter()
                .all(|tracker| self.set.get(&tracker.id).is_none_or(|choice| agrees(tracker, *choice)))
    }

    /// Ends the tracker of a person who is not available any more, so that the reload shows it.
    async fn end(&self, tx: &mut Tx, tracker: &Tracker, state: State) -> Result<()> {
        set_state(tx, self.store, tracker, state).await
    }

    /// Ends everything else that is open about a mentee who is matched now.
    async fn end_others(&mut self, tx: &mut Tx, mentee: PersonId) -> Result<()> {
        let ended = end_open_in(tx, self.store, mentee, State::Taken).await?;
        self.changes.people.extend(ended.into_iter().flat_map(|(mentor, mentee)| [mentor, mentee]));
        Ok(())
    }
}

/// Changes the state of a tracker; nothing waits for it any more.
async fn set_state(tx: &mut Tx, store: &Store, tracker: &Tracker, state: State) -> Result<()> {
    query(
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL WHERE id = $1",
    )
    .bind(tracker.id)
    .bind(state)
    .bind(store.clock.now())
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the open trackers of a person and those that a request names, by rank.
async fn trackers_of(tx: &mut Tx, person: PersonId, set: &Choices) -> Result<Vec<Tracker>> {
    let mut query = QueryBuilder::new("SELECT ");
    query.push(TRACKER).push(" FROM matching_trackers t WHERE (t.mentee_id = ");
    query.push_bind(person).push(" OR t.mentor_id = ").push_bind(person).push(") AND (t.state IN ").push(super::OPEN);
    if !set.is_empty() {
        query.push(" OR t.id IN (").push_list(set.keys().copied()).push(")");
    }
    query.push(") ORDER BY t.proposed_at, t.rank, t.id");
    query.build_query_as().fetch_all(tx).await
}

/// Whether a person waits in the pool, not paused, with an open account.
async fn waits(tx: &mut Tx, person: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM matching_pool m JOIN people p ON p.id = m.person_id
         WHERE m.person_id = $1 AND m.left_at IS NULL AND m.paused_at IS NULL AND p.is_disabled = FALSE)",
    )
    .bind(person)
    .fetch_one(tx)
    .await
}

const FREE_PLACES: &str = "SELECT m.person_id, m.kind, m.places,
         (SELECT COUNT(*) FROM mentorship_members x JOIN mentorships s ON s.id = x.mentorship_id
          WHERE x.person_id = m.person_id AND x.role = 'mentor' AND x.left_at IS NULL AND s.ended_at IS NULL
          AND s.kind = '1to1') AS pairs,
         EXISTS (SELECT 1 FROM matching_trackers t JOIN mentorships s ON s.id = t.mentorship_id
          WHERE t.mentor_id = m.person_id AND s.ended_at IS NULL AND s.kind = '1toM') AS leads_group,
         (SELECT COUNT(*) FROM matching_trackers t WHERE t.mentor_id = m.person_id AND t.state = 'SELECTED') AS selected
     FROM matching_pool m JOIN people p ON p.id = m.person_id
     WHERE m.left_at IS NULL AND m.paused_at IS NULL AND p.is_disabled = FALSE AND m.person_id ";

/// The places of a mentor who is in the pool and not paused.
#[derive(sqlx::FromRow)]
pub(super) struct Places {
    person_id: PersonId,
    pub(super) kind: Option<Kind>,
    places: i64,
    pairs: i64,
    leads_group: bool,
    selected: i64,
}

impl Places {
    /// A mentor leads one group at a time that the matching filled.
    pub(super) fn free(&self) -> i64 {
        match self.kind {
            Some(Kind::Pair) => (self.places - self.pairs).max(0),
            Some(Kind::Group) if !self.leads_group => (self.places - self.selected).max(0),
            _ => 0,
        }
    }
}

/// Returns the free places of a mentor: none for one who is not in the pool.
pub(super) async fn free_places(tx: &mut Tx, mentor: PersonId) -> Result<i64> {
    let found: Option<Places> = query_as([FREE_PLACES, "= $1"]).bind(mentor).fetch_optional(tx).await?;
    Ok(found.map_or(0, |places| places.free()))
}

/// Returns the places of those of these mentors who are in the pool and not paused.
pub(super) async fn places_in(tx: &mut Tx, mentors: &BTreeSet<PersonId>) -> Result<BTreeMap<PersonId, Places>> {
    let mut query = QueryBuilder::new(FREE_PLACES);
    query.push("IN (").push_list(mentors.iter().copied()).push(")");
    let found: Vec<Places> = query.build_query_as().fetch_all(tx).await?;
    Ok(found.into_iter().map(|places| (places.person_id, places)).collect())
}

/// Does the same as [`free_places`] outside a transaction, for a page.
pub(super) async fn free_places_of(store: &Store, mentor: PersonId) -> Result<i64> {
    let found: Option<Places> = query_as([FREE_PLACES, "= $1"]).bind(mentor).fetch_optional(&store.db).await?;
    Ok(found.map_or(0, |places| places.free()))
}

/// The result of [`withdraw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    /// The Yes is taken back.
    Withdrawn,
    /// The other side accepted already, or the match is over.
    Closed,
    /// It is not a match of this person.
    Unknown,
}

/// Takes back the Yes of a mentee while the mentor has not accepted. It is a No then.
pub async fn withdraw(store: &Store, person: PersonId, side: Role, id: TrackerId) -> Result<Withdrawn> {
    let mut tx = store.db.begin().await?;
    lock_with_partners(&mut tx, person).await?;
    let tracker: Option<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE t.id = $2 AND (t.mentee_id = $1 OR t.mentor_id = $1)",
    ])
    .bind(person)
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    let Some(tracker) = tracker.filter(|tracker| tracker.is_visible_to(side)) else { return Ok(Withdrawn::Unknown) };
    if side == Role::Mentor || tracker.state != State::Interested {
        return Ok(Withdrawn::Closed);
    }
    set_state(&mut tx, store, &tracker, State::NotInterested).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed([tracker.mentor_id, tracker.mentee_id])]);
    Ok(Withdrawn::Withdrawn)
}

/// Notes that a person has seen the congratulation on a match. Returns false if there is none.
pub async fn congratulations_seen(store: &Store, person: PersonId, side: Role, id: TrackerId) -> Result<bool> {
    let sql = match side {
        Role::Mentor => {
            "UPDATE matching_trackers SET mentor_seen_at = COALESCE(mentor_seen_at, $3)
             WHERE mentor_id = $1 AND state = 'ACCEPTED'
             AND (id = $2 OR mentorship_id = (SELECT mentorship_id FROM matching_trackers WHERE id = $2 AND mentor_id = $1))"
        }
        _ => {
            "UPDATE matching_trackers SET mentee_seen_at = COALESCE(mentee_seen_at, $3)
             WHERE mentee_id = $1 AND state = 'ACCEPTED' AND id = $2"
        }
    };
    let seen = query(sql).bind(person).bind(id).bind(store.clock.now()).execute(&store.db).await?;
    Ok(seen > 0)
}

/// Takes a matched mentee out of the pool.
async fn leave_matched(tx: &mut Tx, store: &Store, mentee: PersonId) -> Result<()> {
    leave_in(tx, store, mentee, super::pool::MATCHED).await.map(drop)
}
