//! The sessions that a person may see, with their progress.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use store::blackout::appears_at;
use store::content::session_progress::Done;
use store::content::{Audience, Catalogue, Definitions, Session, Versioned};
use store::learning::record::{self, Record};
use store::learning::{self, Progress};
use store::mentorship::progress::Status;
use store::mentorship::sessions;
use store::people::Role;
use store::{SignedIn, Store};
use web::{Result, not_found};

use super::in_mentorship::{self, Shared};
use super::learner::Learner;

/// A session with a person's progress.
#[derive(Debug)]
pub(crate) struct OwnSession {
    /// Its id in addresses: the key in the learning hub, an id of its own in a mentorship.
    pub(crate) id: String,
    /// Its definition, in the version that the person began.
    pub(crate) session: Arc<Versioned<Session>>,
    pub(crate) progress: Option<Progress>,
    pub(crate) done: Done,
    pub(crate) is_bookmarked: bool,
    /// Whether it was published since the person's last visit.
    pub(crate) is_new: bool,
    /// What it is in a mentorship.
    pub(crate) shared: Option<Shared>,
}

impl OwnSession {
    /// Returns a session that is not stored, without progress.
    pub(crate) fn unsaved(definition: Session) -> Self {
        Self {
            id: definition.key.clone(),
            session: Arc::new(Versioned::unsaved(definition)),
            progress: None,
            done: Done::default(),
            is_bookmarked: false,
            is_new: false,
            shared: None,
        }
    }
}

/// The sessions that a person may begin or has begun, in the order of the content.
#[derive(Debug)]
pub(super) struct OwnSessions {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) sessions: Vec<OwnSession>,
    /// Keys of the bookmarked sessions, the last one first.
    pub(super) bookmarks: Vec<String>,
}

impl OwnSessions {
    /// Loads the sessions of a learner.
    pub(super) async fn of(store: &Store, learner: &Learner) -> Result<Self> {
        learner.check_learning_hub()?;
        Ok(Self::new(learner, record::of_person(store, learner.id).await?, None))
    }

    /// Loads the sessions for a page of the learning hub, which is a visit.
    pub(super) async fn of_visit(store: &Store, learner: &Learner) -> Result<Self> {
        learner.check_learning_hub()?;
        let record = record::of_person(store, learner.id).await?;
        let since = record.visit(store, learner.id).await?;
        Ok(Self::new(learner, record, since))
    }

    fn new(learner: &Learner, record: Record, since: Option<DateTime<Utc>>) -> Self {
        let catalogue = learner.catalogue.clone();
        let Record { progress: begun, mut steps, bookmarks, .. } = record;
        // Those of mentorships have pages of their own.
        let of_hub = begun.into_iter().filter(|progress| !sessions::is_of_mentorship(&progress.session_id));
        let mut begun: BTreeMap<String, Progress> =
            of_hub.map(|progress| (progress.session_id.clone(), progress)).collect();
        let mut listed = Vec::new();
        let own = |session: &Arc<Versioned<Session>>, progress: Option<Progress>, steps: BTreeSet<String>| {
            let key = &session.definition.key;
            let appeared_at = appeared_at(&catalogue.sessions, &session.definition, learner.time_zone);
            OwnSession {
                id: key.clone(),
                shared: None,
                is_bookmarked: bookmarks.contains(key),
                is_new: progress.is_none() && since.is_some_and(|since| appeared_at > since),
                done: Done { steps, quizzes: BTreeSet::new() },
                session: session.clone(),
                progress,
            }
        };
        for session in catalogue.sessions.offered() {
            let key = &session.definition.key;
            let progress = begun.remove(key);
            let pinned = progress.as_ref().and_then(|progress| catalogue.sessions.at(key, progress.version));
            if progress.is_some() || is_offered(&session.definition, learner.role, learner.today) {
                listed.push(own(pinned.unwrap_or(session), progress, steps.remove(key).unwrap_or_default()));
            }
        }
        // Retired sessions stay with those who began them.
        for (key, progress) in begun {
            let Some(session) = catalogue.sessions.at(&progress.session_key, progress.version) else { continue };
            listed.push(own(session, Some(progress), steps.remove(&key).unwrap_or_default()));
        }
        Self { sessions: listed, bookmarks, catalogue }
    }

    /// Returns a session by its id; 404 for one that is not theirs.
    pub(super) fn find(&self, id: &str) -> Result<&OwnSession> {
        self.sessions.iter().find(|own| own.id == id).ok_or_else(not_found)
    }
}

impl OwnSession {
    /// Finds a session of the learning hub or of a mentorship; 404 for one that is not theirs.
    pub(crate) async fn find(store: &Store, learner: &Learner, id: &str) -> Result<Self> {
        if sessions::is_of_mentorship(id) {
            return in_mentorship::find(store, learner, id).await;
        }
        let own = OwnSessions::of(store, learner).await?;
        own.sessions.into_iter().find(|own| own.id == id).ok_or_else(not_found)
    }

    /// Whether the person completed it.
    pub(crate) fn is_complete(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.completed_at.is_some())
    }

    /// Its state for the person; in a mentorship it depends on the others too.
    pub(crate) fn status(&self) -> Status {
        match &self.shared {
            Some(shared) => shared.view.status,
            None if self.is_complete() => Status::Completed,
            None if self.progress.is_some() => Status::Ongoing,
            None => Status::NotStarted,
        }
    }

    pub(crate) fn is_ongoing(&self) -> bool {
        self.progress.is_some() && !self.is_complete()
    }
}

/// Whether a person may begin a session in the learning hub. Staff know what their mentors and mentees read.
fn is_offered(session: &Session, role: Role, today: NaiveDate) -> bool {
    let is_for_role = role == Role::Staff || session.roles.contains(&role);
    session.audience == Audience::LearningHub && is_for_role && session.published_on <= today
}

/// When a session could be begun for the first time.
fn appeared_at(sessions: &Definitions<Session>, session: &Session, zone: Tz) -> DateTime<Utc> {
    appears_at(session.published_on, sessions.added_at(&session.key), zone)
}

/// Whether a session that a person may begin was published after they last opened the learning hub.
pub(crate) async fn has_new_session(store: &Store, signed_in: &SignedIn) -> Result<bool> {
    let time_zone = signed_in.time_zone();
    let since = learning::last_visit(store, signed_in.person.id).await?;
    let today = store.clock.now().with_timezone(&time_zone).date_naive();
    let sessions = &signed_in.catalogue.sessions;
    Ok(sessions.offered().map(|session| &session.definition).any(|session| {
        let is_new = |since| appeared_at(sessions, session, time_zone) > since;
        is_offered(session, signed_in.person.role, today) && since.is_none_or(is_new)
    }))
}
