//! The sessions of a mentorship as one of its members sees them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use store::content::session_progress::Done;
use store::mentorship::badges::Badge;
use store::mentorship::progress::{self, Own, Status, View};
use store::mentorship::record::{self, MentorshipSession};
use store::mentorship::{self, sessions};
use store::{MentorshipId, PersonId, Store};
use web::{Result, not_found};

use super::learner::Learner;
use super::own_sessions::OwnSession;

/// What a session is in a mentorship.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) mentorship: MentorshipId,
    pub(crate) view: View,
    /// The last day on which it is on time.
    pub(crate) due_on: NaiveDate,
    /// The steps that the person opened, with the time of the last visit.
    pub(crate) visits: BTreeMap<String, DateTime<Utc>>,
    /// The other active members.
    pub(crate) partners: Vec<Partner>,
    /// The badge of the person, once it is shown.
    pub(crate) badge: Option<Badge>,
}

/// Another active member.
#[derive(Debug)]
pub(crate) struct Partner {
    pub(crate) person: PersonId,
    pub(crate) status: Status,
    pub(crate) completed: BTreeSet<String>,
    opened: BTreeSet<String>,
}

impl Shared {
    fn new(mentorship: MentorshipId, person: PersonId, members: &[PersonId], session: &MentorshipSession) -> Self {
        let others: Vec<PersonId> = members.iter().copied().filter(|member| *member != person).collect();
        let view = |person: PersonId| {
            let others: Vec<Own> =
                members.iter().filter(|member| **member != person).map(|member| session.own(*member)).collect();
            progress::view(session.own(person), &others, session.completed_at.is_some())
        };
        let partner = |person: &PersonId| Partner {
            person: *person,
            status: view(*person).status,
            completed: session.steps.get(person).cloned().unwrap_or_default(),
            opened: session.visits.get(person).into_iter().flatten().map(|(step, _)| step.clone()).collect(),
        };
        Self {
            mentorship,
            view: view(person),
            due_on: session.due_on,
            visits: session.visits.get(&person).cloned().unwrap_or_default(),
            partners: others.iter().map(partner).collect(),
            badge: session.badge.clone(),
        }
    }

    /// The step that the person opened last, and when.
    pub(crate) fn last_visit(&self) -> Option<(&str, DateTime<Utc>)> {
        let last = self.visits.iter().max_by_key(|(_, at)| **at)?;
        Some((last.0, *last.1))
    }

    /// The members who opened a step.
    pub(super) fn started(&self, person: PersonId, step: &str) -> Vec<PersonId> {
        let own = self.visits.contains_key(step).then_some(person);
        let others =
            self.partners.iter().filter(|partner| partner.opened.contains(step) || partner.completed.contains(step));
        own.into_iter().chain(others.map(|partner| partner.person)).collect()
    }
}

/// Finds a session of one of the learner's active mentorships.
pub(super) async fn find(store: &Store, learner: &Learner, id: &str) -> Result<OwnSession> {
    let mentorship = sessions::of_session(store, id, learner.id).await?.ok_or_else(not_found)?;
    let own = of_mentorship(store, learner, mentorship).await?;
    own.into_iter().find(|own| own.id == id).ok_or_else(not_found)
}

/// Returns the sessions of a mentorship in the order of its curriculum; 404 for people who are not active in it.
pub(crate) async fn of_mentorship(
    store: &Store,
    learner: &Learner,
    mentorship: MentorshipId,
) -> Result<Vec<OwnSession>> {
    let members = mentorship::members(store, mentorship).await?;
    let members: Vec<PersonId> =
        members.into_iter().filter(|member| member.left_at.is_none()).map(|member| member.person_id).collect();
    if !members.contains(&learner.id) {
        return Err(not_found());
    }
    of_members(store, learner, mentorship, &members).await
}

/// Returns the sessions of a mentorship, of which the learner is an active member.
pub(crate) async fn of_members(
    store: &Store,
    learner: &Learner,
    mentorship: MentorshipId,
    members: &[PersonId],
) -> Result<Vec<OwnSession>> {
    let sessions = record::sessions(store, mentorship, learner.id).await?;
    let own = sessions.into_iter().filter_map(|record| {
        let known = &learner.catalogue.sessions;
        // A retired session that no member has begun is omitted.
        let session = match record.version {
            Some(version) => known.at(&record.session_key, version),
            None => known.to_begin(&record.session_key),
        }?;
        Some(OwnSession {
            id: record.session_id.clone(),
            session: session.clone(),
            progress: record.progress.get(&learner.id).cloned(),
            done: Done {
                steps: record.steps.get(&learner.id).cloned().unwrap_or_default(),
                quizzes: record.quizzes.get(&learner.id).cloned().unwrap_or_default(),
            },
            is_bookmarked: record.is_bookmarked,
            is_new: false,
            shared: Some(Shared::new(mentorship, learner.id, members, &record)),
        })
    });
    Ok(own.collect())
}
