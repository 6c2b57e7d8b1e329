//! One proposed pair on the wire.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::matching::views::Face;
use store::matching::{HistoryMessage, Status, Tracker, message, status};
use store::people::Role as StoredRole;
use store::{PersonId, Store, TrackerId, pictures};
use utoipa::ToSchema;
use web::Role;

/// A proposed pair as one side sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchTracker)]
pub(super) struct TrackerResponse {
    id: TrackerId,
    /// The first name alone before both accept, where the programme says so.
    full_name: String,
    display_name: String,
    /// An opaque name of the match for requests, never an address.
    email: String,
    role: Role,
    #[schema(required)]
    display_picture: Option<String>,
    status: Status,
    /// What the history says.
    history_message: HistoryMessage,
    /// The last change of its state.
    updated_timestamp: DateTime<Utc>,
}

/// What a person may know of others.
#[derive(Clone, Copy)]
pub(super) struct Viewer<'v> {
    pub(super) store: &'v Store,
    pub(super) side: StoredRole,
    pub(super) hides_names: bool,
    pub(super) faces: &'v BTreeMap<PersonId, Face>,
}

impl Viewer<'_> {
    /// The name and picture of a person. Whole only once they are matched.
    pub(super) fn name_and_picture(&self, person: PersonId, is_matched: bool) -> (String, Option<String>) {
        let Some(face) = self.faces.get(&person) else { return (String::new(), None) };
        if self.hides_names && !is_matched {
            return (face.first_name.clone(), None);
        }
        let picture = face.picture_id.map(|id| pictures::address(self.store, id));
        (format!("{} {}", face.first_name, face.last_name).trim().to_owned(), picture)
    }

    pub(super) fn tracker(&self, tracker: &Tracker) -> TrackerResponse {
        let person = tracker.partner_of(self.side);
        let is_matched = tracker.mentorship_id.is_some();
        let (full_name, display_picture) = self.name_and_picture(person, is_matched);
        TrackerResponse {
            id: tracker.id,
            display_name: if self.hides_names && !is_matched { full_name.clone() } else { self.display_name(person) },
            full_name,
            email: tracker.id.to_string(),
            role: if self.side == StoredRole::Mentor { StoredRole::Mentee } else { StoredRole::Mentor }.into(),
            display_picture,
            status: status(tracker.state, self.side),
            history_message: message(tracker.state, self.side),
            updated_timestamp: tracker.changed_at,
        }
    }

    fn display_name(&self, person: PersonId) -> String {
        self.faces.get(&person).map(|face| face.display_name.clone()).unwrap_or_default()
    }
}

impl TrackerResponse {
    /// In the list of active matches the time is that from which the page counts down.
    pub(super) fn counted_down(mut self, tracker: &Tracker) -> Self {
        self.updated_timestamp = tracker.confirmed_at.unwrap_or(tracker.proposed_at);
        self
    }
}
