//! An event on the wire.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::calendar::Event;
use store::content::{FALLBACK, text_in};
use store::mentorship::{Kind, Mentorship};
use store::{EventId, MentorshipId, PersonId};
use utoipa::ToSchema;

use crate::learning::own_sessions::OwnSession;

/// An event in the calendar of a mentorship.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalendarEvent)]
pub(super) struct EventResponse {
    id: EventId,
    title: String,
    description: String,
    /// The title of the session that it is about; null without one, or if the session is not in the mentorship any more.
    #[schema(required)]
    session_name: Option<String>,
    #[schema(required)]
    locale_session_name: Option<String>,
    /// For requests.
    #[schema(required)]
    session_key: Option<String>,
    /// For the address of its page.
    #[schema(required)]
    session_id: Option<String>,
    /// When it begins, the first time.
    scheduled_time: DateTime<Utc>,
    /// All times at which it begins: more than one for a weekly event.
    occurrences: Vec<DateTime<Utc>>,
    /// The last day of a weekly event, in `timeZone`.
    #[schema(required)]
    repeats_until: Option<NaiveDate>,
    time_zone: String,
    /// Whether it is a call of the members.
    is_pair_group_call: bool,
    created_by: PersonId,
    mentorship: MentorshipId,
    /// The mentorship again, if it is a group.
    #[schema(required)]
    mentor_group: Option<MentorshipId>,
    /// For a change: what the caller has seen.
    updated_on: DateTime<Utc>,
}

impl EventResponse {
    pub(super) fn new(event: Event, mentorship: &Mentorship, sessions: &[OwnSession], language: &str) -> Self {
        let key = event.session_key.as_deref();
        let session = sessions.iter().find(|own| Some(own.session.definition.key.as_str()) == key);
        let title = |language| session.map(|own| text_in(&own.session.definition.title, language).to_owned());
        Self {
            occurrences: event.occurrences(),
            time_zone: event.zone().name().to_owned(),
            session_name: title(FALLBACK),
            locale_session_name: title(language),
            session_id: session.map(|own| own.id.clone()),
            id: event.id,
            title: event.title,
            description: event.description,
            session_key: event.session_key,
            scheduled_time: event.scheduled_at,
            repeats_until: event.repeats_until,
            is_pair_group_call: event.is_mentoring_call,
            created_by: event.author_id,
            mentorship: mentorship.id,
            mentor_group: (mentorship.kind == Kind::Group).then_some(mentorship.id),
            updated_on: event.updated_at,
        }
    }
}
