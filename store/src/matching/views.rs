//! What a person sees of the matching now.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::groups::{self, Group};
use super::pool::{self, Membership};
use super::{Answers, OPEN, Rules, State, TRACKER, Tracker, answers_of, next_round};
use crate::db::{QueryBuilder, query_as};
use crate::mentorship::Kind;
use crate::role::Role;
use crate::{ChannelId, MentorshipId, PersonId, PictureId, Result, SignedIn, Store, TrackerId};

/// The screens of the matching, by the numbers of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Not in the pool.
    Default = 0,
    /// Nothing is proposed yet.
    FindingMatches = 1,
    /// The person decides.
    PotentialMatches = 2,
    /// The mentor decides.
    AwaitingMentor = 3,
    /// The group waits for its beginning.
    GroupHold = 4,
}

/// A person as the other side sees them.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Face {
    /// Their id.
    pub id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The name in greetings.
    pub display_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// Their description of themselves.
    pub bio: String,
    /// Their picture.
    pub picture_id: Option<PictureId>,
}

/// A match that began and was not seen yet.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Congratulation {
    /// The tracker.
    pub id: TrackerId,
    /// The mentorship.
    pub mentorship_id: MentorshipId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Pair or group.
    pub kind: Kind,
}

/// What a person sees now.
#[derive(Clone, Debug)]
pub struct Now {
    /// Their place in the pool, also a former one.
    pub membership: Option<Membership>,
    /// The screen.
    pub screen: Screen,
    /// The matches on it, by rank; those that ended stay beside open ones of their round.
    pub matches: Vec<Tracker>,
    /// Pair or group.
    pub kind: Kind,
    /// The open group: of a mentor who fills one, or the one that selected a mentee.
    pub group: Option<Group>,
    /// The members of the group.
    pub members: Vec<PersonId>,
    /// The other people.
    pub faces: BTreeMap<PersonId, Face>,
    /// What they and the person answered.
    pub answers: BTreeMap<PersonId, Answers>,
    /// How many more mentees a mentor of pairs can accept.
    pub free_places: Option<i64>,
    /// When the next round takes place.
    pub next_round_at: Option<DateTime<Utc>>,
    /// A match to congratulate on, with the members of its mentorship but the person.
    pub congratulation: Option<(Congratulation, Vec<Face>)>,
}

impl Now {
    /// Whether the person waits for a match.
    pub fn is_in_pool(&self) -> bool {
        self.membership.as_ref().is_some_and(|member| member.left_at.is_none())
    }
}

/// Reads what a person sees now.
pub async fn now(store: &Store, signed_in: &SignedIn, rules: &Rules) -> Result<Now> {
    let (person, side) = (signed_in.person.id, signed_in.person.role);
    let membership = pool::of_person(store, person).await?;
    let recent = recent(store, person, side).await?;
    let group = match side {
        Role::Mentor => groups::of_mentor(store, person).await?,
        _ => groups::of_mentee(store, person).await?,
    };
    let members = match &group {
        Some(group) => groups::members(store, group.id).await?,
        None => Vec::new(),
    };
    let is_in_pool = membership.as_ref().is_some_and(|member| member.left_at.is_none());
    let (screen, matches) = on_screen(side, is_in_pool, &recent, !members.is_empty());
    let kind = match (side, membership.as_ref().and_then(|member| member.kind)) {
        (Role::Mentor, Some(kind)) => kind,
        _ if matches.iter().any(|tracker| tracker.kind == Kind::Group) || group.is_some() => Kind::Group,
        _ => Kind::Pair,
    };
    let mut people: Vec<PersonId> = matches.iter().map(|tracker| tracker.partner_of(side)).collect();
    people.extend(
        members.iter().copied().filter(|member| !people.contains(member) && *member != person).collect::<Vec<_>>(),
    );
    people.extend(
        group.as_ref().map(|group| group.mentor_id).filter(|mentor| *mentor != person && !people.contains(mentor)),
    );
    let faces = faces(store, &people).await?;
    people.push(person);
    let answers = answers_of(store, &signed_in.catalogue, rules, &people).await?;
    let free_places = match (side, kind, is_in_pool) {
        (Role::Mentor, Kind::Pair, true) => Some(super::decisions::free_places_of(store, person).await?),
        _ => None,
    };
    let next_round_at = match signed_in.person.programme_id {
        Some(programme) if is_in_pool => next_round(store, programme).await?,
        _ => None,
    };
    let congratulation = congratulation(store, person, side).await?;
    Ok(Now {
        membership,
        screen,
        matches,
        kind,
        group,
        members,
        faces,
        answers,
        free_places,
        next_round_at,
        congratulation,
    })
}

/// Decides the screen and what stands on it. Pure.
fn on_screen(side: Role, is_in_pool: bool, recent: &[Tracker], has_members: bool) -> (Screen, Vec<Tracker>) {
    let is_in = |state: State| recent.iter().any(|tracker| tracker.state == state);
    let screen = match side {
        _ if is_in(State::Proposed) && side != Role::Mentor => Screen::PotentialMatches,
        Role::Mentor if is_in(State::Interested) => Screen::PotentialMatches,
        Role::Mentor if has_members => Screen::GroupHold,
        Role::Mentor => Screen::FindingMatches,
        _ if is_in(State::Selected) => Screen::GroupHold,
        _ if is_in(State::Interested) => Screen::AwaitingMentor,
        _ => Screen::FindingMatches,
    };
    let screen = if is_in_pool || screen != Screen::FindingMatches { screen } else { Screen::Default };
    // What ended stays beside what is open, greyed. A mentee who is taken disappears from the lists of mentors at once.
    let open: Vec<_> =
        recent.iter().filter(|tracker| tracker.state.turn().is_some()).map(|tracker| tracker.run_id).collect();
    let is_shown = |tracker: &Tracker| match (screen, tracker.state) {
        (Screen::PotentialMatches, State::Proposed) => true,
        (Screen::PotentialMatches | Screen::AwaitingMentor, State::Interested) => true,
        (Screen::PotentialMatches | Screen::AwaitingMentor, State::Expired) => open.contains(&tracker.run_id),
        (Screen::PotentialMatches | Screen::AwaitingMentor, State::Taken | State::GroupFull | State::Incompatible) => {
            side != Role::Mentor && open.contains(&tracker.run_id)
        }
        (Screen::GroupHold, State::Selected) => side != Role::Mentor,
        _ => false,
    };
    let mut matches: Vec<Tracker> = recent.iter().filter(|tracker| is_shown(tracker)).cloned().collect();
    matches.sort_by_key(|tracker| (tracker.proposed_at, tracker.rank, tracker.id));
    (screen, matches)
}

/// The open trackers of a person, and those of the same rounds.
async fn recent(store: &Store, person: PersonId, side: Role) -> Result<Vec<Tracker>> {
    let trackers: Vec<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE (t.mentee_id = $1 OR t.mentor_id = $1) AND t.run_id IN
             (SELECT o.run_id FROM matching_trackers o WHERE (o.mentee_id = $1 OR o.mentor_id = $1)
              AND o.state IN ",
        OPEN,
        ")",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    Ok(trackers.into_iter().filter(|tracker| tracker.is_visible_to(side)).collect())
}

/// Returns people as others see them.
pub async fn faces(store: &Store, people: &[PersonId]) -> Result<BTreeMap<PersonId, Face>> {
    let mut all = BTreeMap::new();
    for chunk in people.chunks(500) {
        let mut query = QueryBuilder::new(
            "SELECT id, first_name, last_name, display_name, role, bio, picture_id FROM people WHERE id IN (",
        );
        query.push_list(chunk.iter().copied()).push(")");
        let faces: Vec<Face> = query.build_query_as().fetch_all(&store.db).await?;
        all.extend(faces.into_iter().map(|face| (face.id, face)));
    }
    Ok(all)
}

async fn congratulation(store: &Store, person: PersonId, side: Role) -> Result<Option<(Congratulation, Vec<Face>)>> {
    // Each page asks: two texts, so that each reads by the index of one side.
    let of_side = match side {
        Role::Mentor => "t.mentor_id = $1 AND t.mentor_seen_at IS NULL",
        _ => "t.mentee_id = $1 AND t.mentee_seen_at IS NULL",
    };
    let found: Option<Congratulation> = query_as([
        "SELECT t.id, t.mentorship_id, s.channel_id, t.kind FROM matching_trackers t
         JOIN mentorships s ON s.id = t.mentorship_id AND s.ended_at IS NULL WHERE t.state = 'ACCEPTED' AND ",
        of_side,
        " ORDER BY t.changed_at, t.id LIMIT 1",
    ])
    .bind(person)
    .fetch_optional(&store.db)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let others: Vec<Face> = query_as(
        "SELECT p.id, p.first_name, p.last_name, p.display_name, p.role, p.bio, p.picture_id
         FROM mentorship_members m JOIN people p ON p.id = m.person_id
         WHERE m.mentorship_id = $1 AND m.left_at IS NULL AND p.id <> $2 ORDER BY p.first_name, p.id",
    )
    .bind(found.mentorship_id)
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    Ok(Some((found, others)))
}
