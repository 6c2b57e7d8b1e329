//! What a person sees of the matching now.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::groups::{self, Group};
use super::pool::{self, Membership};
use super::{Answers, OPEN, Rules, State, TRACKER, Tracker, answers_of, next_round};
use crate::db::{QueryBuilder, query_as};
use crate::mentorship::Kind;
use crate::role::Role;
use crate::{PersonId, PictureId, Result, SignedIn, Store};

mod asked_groups;
mod congratulations;

pub use asked_groups::AskedGroup;
pub use congratulations::{Congratulation, OwnMentorship, own_mentorships};

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
    /// For a mentee: the groups of the mentors on the screen, by mentor.
    pub asked_groups: BTreeMap<PersonId, AskedGroup>,
    /// The other people.
    pub faces: BTreeMap<PersonId, Face>,
    /// What they and the person answered.
    pub answers: BTreeMap<PersonId, Answers>,
    /// How many more mentees a mentor can accept.
    pub free_places: Option<i64>,
    /// When the next round takes place.
    pub next_round_at: Option<DateTime<Utc>>,
    /// Matches to congratulate on, with the members of each mentorship but the person.
    pub congratulations: Vec<(Congratulation, Vec<Face>)>,
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
    let recent = recent(store, signed_in).await?;
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
    let asked_groups = match side {
        Role::Mentor => BTreeMap::new(),
        _ => asked_groups::of_mentee(store, person, &matches).await?,
    };
    let mut people: Vec<PersonId> = matches.iter().map(|tracker| tracker.partner_of(side)).collect();
    people.extend(asked_groups.values().flat_map(|group| group.members.iter().copied()));
    people.extend(
        members.iter().copied().filter(|member| !people.contains(member) && *member != person).collect::<Vec<_>>(),
    );
    people.extend(
        group.as_ref().map(|group| group.mentor_id).filter(|mentor| *mentor != person && !people.contains(mentor)),
    );
    let faces = faces(store, &people).await?;
    people.push(person);
    let answers = answers_of(store, &signed_in.catalogue, rules, &people).await?;
    let free_places = match (side, is_in_pool) {
        (Role::Mentor, true) => Some(super::decisions::free_places_of(store, person).await?),
        _ => None,
    };
    let next_round_at = match signed_in.person.programme_id {
        Some(programme) if is_in_pool => next_round(store, programme).await?,
        _ => None,
    };
    let congratulations = congratulations::of_person(store, person, side).await?;
    Ok(Now {
        membership,
        screen,
        matches,
        kind,
        group,
        members,
        asked_groups,
        faces,
        answers,
        free_places,
        next_round_at,
        congratulations,
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
    // What ended stays beside what is open, greyed; what expired until the next round. A mentee who is taken disappears from the lists of
    // mentors at once.
    let open: Vec<_> =
        recent.iter().filter(|tracker| tracker.state.turn().is_some()).map(|tracker| tracker.run_id).collect();
    let is_shown = |tracker: &Tracker| match (screen, tracker.state) {
        (Screen::PotentialMatches, State::Proposed) => true,
        (Screen::PotentialMatches | Screen::AwaitingMentor, State::Interested) => true,
        (Screen::FindingMatches | Screen::PotentialMatches | Screen::AwaitingMentor, State::Expired) => true,
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

/// The open trackers of a person, those of the same rounds, and those of the last round that expired.
async fn recent(store: &Store, signed_in: &SignedIn) -> Result<Vec<Tracker>> {
    let trackers: Vec<Tracker> = query_as([
        "SELECT ",
        TRACKER,
        " FROM matching_trackers t WHERE (t.mentee_id = $1 OR t.mentor_id = $1) AND (t.run_id IN
             (SELECT o.run_id FROM matching_trackers o WHERE (o.mentee_id = $1 OR o.mentor_id = $1)
              AND o.state IN ",
        OPEN,
        ") OR t.state = 'EXPIRED' AND t.run_id = (SELECT r.id FROM matching_runs r
             WHERE r.programme_id = $2 AND r.state = 'PUBLISHED' ORDER BY r.published_at DESC LIMIT 1))",
    ])
    .bind(signed_in.person.id)
    .bind(signed_in.person.programme_id)
    .fetch_all(&store.db)
    .await?;
    Ok(trackers.into_iter().filter(|tracker| tracker.is_visible_to(signed_in.person.role)).collect())
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
