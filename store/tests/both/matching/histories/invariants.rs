//! What is true after every act of a history.

use std::collections::{BTreeMap, BTreeSet};

use store::matching::{self, State, Status, Tracker, groups, pool, status};
use store::mentorship::{self, Kind, Mentorship};
use store::people::Role;
use store::{MentorshipId, PersonId, Store, TrackerId};

use super::acts::History;

/// What was seen before.
#[derive(Default)]
pub(super) struct Known {
    pub(super) trackers: BTreeMap<TrackerId, Tracker>,
    /// Mentorships that staff began.
    pub(super) by_hand: BTreeSet<MentorshipId>,
    /// Whether a mentor has said Yes, or a group could begin.
    pub(super) may_be_matched: bool,
    /// The most places that a mentor of pairs, and of groups, ever had.
    places: BTreeMap<(PersonId, bool), usize>,
}

impl Known {
    pub(super) fn set_places(&mut self, mentor: PersonId, kind: Kind, places: i64) {
        let most = self.places.entry((mentor, kind == Kind::Group)).or_default();
        *most = (*most).max(usize::try_from(places).unwrap());
    }
}

/// What is true now about one person.
struct Seen {
    person: PersonId,
    trackers: Vec<Tracker>,
    mentorships: Vec<Mentorship>,
    is_in_pool: bool,
    is_paused: bool,
}

fn ensure(is_true: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(broken()) }
}

impl History<'_> {
    /// Checks all invariants as a node sees them; what mentors see only on demand, because it takes most queries.
    pub(super) async fn check(&mut self, store: &Store, with_views: bool) -> Result<(), String> {
        let waiting = pool::of_programme(store, self.cast.programme.id).await.unwrap();
        let mut all = Vec::new();
        for (person, side) in self.cast.all() {
            let member = waiting.iter().find(|member| member.person_id == person);
            all.push(Seen {
                person,
                trackers: match side {
                    Role::Mentor if !with_views => Vec::new(),
                    _ => matching::of_person(store, person, side).await.unwrap(),
                },
                mentorships: self.mentorships(store, person).await,
                is_in_pool: member.is_some(),
                is_paused: member.is_some_and(|member| member.paused_at.is_some()),
            });
        }
        let (mentees, mentors) = all.split_at(self.cast.mentees.len());
        let trackers: BTreeMap<TrackerId, Tracker> =
            mentees.iter().flat_map(|one| &one.trackers).map(|tracker| (tracker.id, tracker.clone())).collect();
        self.check_changes(&trackers)?;
        for mentee in mentees {
            self.check_mentee(mentee).map_err(|broken| format!("{}: {broken}", self.cast.name(mentee.person)))?;
        }
        for mentor in mentors {
            let led = self.known.places.contains_key(&(mentor.person, true));
            let open = if led { groups::of_mentor(store, mentor.person).await.unwrap() } else { None };
            let about: Vec<&Tracker> = trackers.values().filter(|one| one.mentor_id == mentor.person).collect();
            self.check_mentor(mentor, open.as_ref(), &about)
                .and_then(|()| if with_views { check_view(mentor, &about) } else { Ok(()) })
                .map_err(|broken| format!("{}: {broken}", self.cast.name(mentor.person)))?;
        }
        self.known.trackers = trackers;
        Ok(())
    }

    /// The mentorships of a person; not asked for while there can be none.
    async fn mentorships(&self, store: &Store, person: PersonId) -> Vec<Mentorship> {
        let may_exist = !self.known.by_hand.is_empty() || self.known.may_be_matched;
        if may_exist { mentorship::of_person(store, person).await.unwrap() } else { Vec::new() }
    }

    /// Nothing disappears, and what is over never changes.
    fn check_changes(&self, now: &BTreeMap<TrackerId, Tracker>) -> Result<(), String> {
        for (id, before) in &self.known.trackers {
            let after = now.get(id).ok_or("a tracker disappeared")?;
            let (old, new) = (before.state, after.state);
            let is_possible = match (old, new) {
                _ if old == new => true,
                (State::Proposed, State::Selected | State::Accepted | State::Declined | State::NotSelected) => false,
                (State::Interested | State::Selected, State::Proposed) | (State::Selected, State::Interested) => false,
                _ => old.is_open(),
            };
            ensure(is_possible, || format!("{old:?} became {new:?}"))?;
            ensure(before.proposed_at == after.proposed_at, || "a proposal got another time".to_owned())?;
            ensure(before.confirmed_at.is_none_or(|at| after.confirmed_at == Some(at)), || "a Yes moved".to_owned())?;
        }
        for tracker in now.values() {
            let Tracker { state, .. } = tracker;
            let runs = state.turn().is_some();
            ensure(tracker.expires_at.is_some() == runs, || format!("time of {state:?}: {:?}", tracker.expires_at))?;
            let was_asked = matches!(state, State::Interested | State::Selected | State::Accepted | State::Declined);
            ensure(!was_asked || tracker.confirmed_at.is_some(), || format!("{state:?} without a Yes of the mentee"))?;
            let is_matched = *state == State::Accepted;
            ensure(tracker.mentorship_id.is_some() == is_matched, || format!("{state:?} and a mentorship"))?;
            let sides = [Role::Mentee, Role::Mentor].map(|side| status(*state, side));
            let acting = sides.iter().filter(|one| **one == Status::Active).count();
            ensure(acting == usize::from(runs), || format!("{state:?} is {sides:?}"))?;
        }
        Ok(())
    }

    fn check_mentee(&self, mentee: &Seen) -> Result<(), String> {
        let open: Vec<&Tracker> = mentee.trackers.iter().filter(|one| one.state.is_open()).collect();
        let is_matched = !mentee.mentorships.is_empty();
        ensure(mentee.mentorships.len() <= 1, || format!("{} mentorships", mentee.mentorships.len()))?;
        ensure(!is_matched || open.is_empty(), || format!("matched, and still open: {open:?}"))?;
        ensure(!is_matched || !mentee.is_in_pool, || "matched, and still in the pool".to_owned())?;
        let may_wait = mentee.is_in_pool && !mentee.is_paused;
        ensure(may_wait || open.is_empty(), || format!("not in the pool, and still open: {open:?}"))?;
        let runs: BTreeSet<_> = open.iter().map(|one| one.run_id).collect();
        ensure(runs.len() <= 1, || "open proposals of several rounds".to_owned())?;
        let is_selected = open.iter().any(|one| one.state == State::Selected);
        ensure(!is_selected || open.len() == 1, || format!("selected, and still open: {open:?}"))?;
        for one in &mentee.trackers {
            let of_pair = mentee.trackers.iter().filter(|other| other.mentor_id == one.mentor_id);
            let later = of_pair.clone().filter(|other| other.proposed_at > one.proposed_at).count();
            let is_no =
                matches!(one.state, State::NotInterested | State::Declined | State::NotSelected | State::Accepted);
            ensure(!is_no || later == 0, || format!("proposed again after {:?}", one.state))?;
            let expired = of_pair.clone().filter(|other| other.state == State::Expired).count();
            let opened = of_pair.filter(|other| other.state.is_open()).count();
            ensure(expired <= 2 && opened <= 1, || format!("{expired} times expired, {opened} times open"))?;
            if let Some(id) = one.mentorship_id {
                let mine = mentee.mentorships.iter().find(|mentorship| mentorship.id == id);
                ensure(mine.is_none_or(|mine| mine.kind == one.kind), || "another kind of mentorship".to_owned())?;
            }
        }
        Ok(())
    }

    fn check_mentor(&self, mentor: &Seen, open: Option<&groups::Group>, about: &[&Tracker]) -> Result<(), String> {
        let most = |kind: Kind| self.known.places.get(&(mentor.person, kind == Kind::Group)).copied().unwrap_or(0);
        let own = mentor.mentorships.iter().filter(|one| !self.known.by_hand.contains(&one.id));
        let (groups, pairs): (Vec<_>, Vec<_>) = own.partition(|one| one.kind == Kind::Group);
        ensure(pairs.len() <= most(Kind::Pair), || format!("{} pairs", pairs.len()))?;
        ensure(groups.len() <= 1, || format!("{} groups", groups.len()))?;
        for group in groups {
            let members = about.iter().filter(|one| one.mentorship_id == Some(group.id)).count();
            ensure((1..=most(Kind::Group)).contains(&members), || format!("a group of {members}"))?;
        }
        let selected: Vec<_> = about.iter().filter(|one| one.state == State::Selected).collect();
        ensure(selected.len() <= most(Kind::Group), || format!("{} selected", selected.len()))?;
        let is_in_group = |one: &&&Tracker| one.group_id.is_some() && one.group_id == open.map(|group| group.id);
        ensure(selected.iter().all(is_in_group), || "selected for a group that is closed".to_owned())?;
        ensure(mentor.is_in_pool || open.is_none(), || "a group of a mentor who left is open".to_owned())?;
        let waiting = about.iter().filter(|one| one.state.turn().is_some()).count();
        ensure(mentor.is_in_pool || waiting + selected.len() == 0, || "left, and still open".to_owned())?;
        ensure(!mentor.is_paused || waiting == 0, || "paused, and still open".to_owned())
    }
}

/// Mentors see what the mentee said Yes to, in the same state as the mentee.
fn check_view(mentor: &Seen, about: &[&Tracker]) -> Result<(), String> {
    let visible: BTreeMap<TrackerId, State> =
        about.iter().filter(|one| one.is_visible_to(Role::Mentor)).map(|one| (one.id, one.state)).collect();
    let seen: BTreeMap<TrackerId, State> = mentor.trackers.iter().map(|one| (one.id, one.state)).collect();
    ensure(visible == seen, || format!("both sides see different things: {visible:?}, {seen:?}"))
}
