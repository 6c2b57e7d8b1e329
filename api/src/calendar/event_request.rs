//! What a member enters for an event, and its checks.

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Deserialize;
use store::Store;
use store::calendar::{Draft, Event, MAX_OCCURRENCES};
use store::mentorship::Kind;
use text_fold::{clean_line, clean_text, is_blank};
use utoipa::ToSchema;
use web::{Error, Result};

use super::membership::Membership;
use crate::learning::own_sessions::OwnSession;
use crate::request_id::is_request_id;

const MAX_TITLE: usize = 120;
const MAX_DESCRIPTION: usize = 2_000;

/// How far ahead an event can be.
const MAX_DAYS_AHEAD: u64 = 2 * 366;

/// The problem of a field without a value, as the specification words it.
const REQUIRED: &str = "This field is required";

/// An event as entered.
#[derive(Deserialize, ToSchema)]
pub(super) struct EventRequest {
    /// Required, up to 120 characters.
    title: Option<String>,
    /// Up to 2,000 characters.
    description: Option<String>,
    /// The key of a session, or its title in any language.
    #[serde(rename = "sessionName", alias = "session_name")]
    session_name: Option<String>,
    /// Required: whether it is a call of the members.
    #[serde(rename = "isPairGroupCall", alias = "is_pair_group_call")]
    is_pair_group_call: Option<bool>,
    /// Required: when it begins, in ISO 8601.
    #[serde(rename = "scheduledTime", alias = "scheduled_time")]
    scheduled_time: Option<String>,
    /// The last day of a weekly event, in `timeZone`; once without it.
    #[serde(rename = "repeatsUntil", alias = "repeats_until")]
    repeats_until: Option<NaiveDate>,
    /// The zone in which a weekly event keeps its time; without it that of the programme.
    #[serde(rename = "timeZone", alias = "time_zone")]
    time_zone: Option<String>,
    /// An active member; the author is who sends the request.
    created_by: Option<String>,
    /// The mentorship of the address.
    mentorship: Option<String>,
    /// The mentorship of the address, if it is a group.
    mentor_group: Option<String>,
    /// For a change: `updatedOn` of the event that the caller has seen.
    #[serde(rename = "updatedOn", alias = "updated_on")]
    pub(super) updated_on: Option<DateTime<Utc>>,
    /// For a new event: the same id again, of up to 64 characters, creates no second one.
    #[serde(rename = "requestId", alias = "request_id")]
    request_id: Option<String>,
}

impl EventRequest {
    /// The id of the request for a new event, if it has one.
    pub(super) fn request_id(&self) -> Result<Option<&str>> {
        let id = self.request_id.as_deref().filter(|id| !id.is_empty());
        if id.is_some_and(|id| !is_request_id(id)) {
            return Err(
                Error::invalid("Please check what you entered.").field("requestId", "This is no id of a request.")
            );
        }
        Ok(id)
    }

    /// Returns what to store. `current`: what is changed; its time may be over.
    pub(super) fn check(
        &self,
        store: &Store,
        membership: &Membership,
        sessions: &[OwnSession],
        current: Option<&Event>,
    ) -> Result<Draft> {
        let mut problems = Problems::default();
        let title = clean_line(self.title.as_deref().unwrap_or_default());
        if is_blank(&title) {
            problems.add("title", REQUIRED);
        } else if title.chars().count() > MAX_TITLE {
            problems.add("title", format!("Please use up to {MAX_TITLE} characters."));
        }
        let description = clean_text(self.description.as_deref().unwrap_or_default()).trim().to_owned();
        if description.chars().count() > MAX_DESCRIPTION {
            problems.add("description", format!("Please use up to {MAX_DESCRIPTION} characters."));
        }
        if self.is_pair_group_call.is_none() {
            problems.add("isPairGroupCall", REQUIRED);
        }
        let zone = self.time_zone.as_deref().map(str::parse::<Tz>);
        if matches!(zone, Some(Err(_))) {
            problems.add("timeZone", "This is no time zone.");
        }
        let time_zone = zone.and_then(Result::ok).unwrap_or(membership.learner.time_zone);
        let scheduled_at = self.scheduled_at(store, current, &mut problems);
        let first_day = scheduled_at.map(|time| time.with_timezone(&time_zone).date_naive());
        if let Some((first_day, until)) = first_day.zip(self.repeats_until) {
            if until < first_day {
                problems.add("repeatsUntil", "It cannot end before it begins.");
            } else if until > first_day + Days::new(7 * (MAX_OCCURRENCES - 1)) {
                problems.add("repeatsUntil", "It can repeat for up to half a year.");
            }
        }
        let session_key = session_key(self.session_name.as_deref().unwrap_or_default(), sessions);
        if session_key.is_none() {
            problems.add("sessionName", "Please choose a session of this mentorship.");
        }
        self.check_ids(membership, &mut problems);
        let fields = (self.is_pair_group_call, scheduled_at, session_key);
        match (problems.0, fields) {
            (None, (Some(is_mentoring_call), Some(scheduled_at), Some(session_key))) => Ok(Draft {
                title,
                description,
                session_key,
                is_mentoring_call,
                scheduled_at,
                time_zone,
                repeats_until: self.repeats_until.filter(|until| Some(*until) != first_day),
            }),
            (problems, _) => Err(problems.unwrap_or_else(Error::unavailable)),
        }
    }

    fn scheduled_at(&self, store: &Store, current: Option<&Event>, problems: &mut Problems) -> Option<DateTime<Utc>> {
        let text = self.scheduled_time.as_deref().unwrap_or_default();
        if text.is_empty() {
            problems.add("scheduledTime", REQUIRED);
            return None;
        }
        let Ok(time) = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc()) else {
            problems.add("scheduledTime", "This is no date and time.");
            return None;
        };
        let (now, is_unchanged) = (store.clock.now(), current.is_some_and(|event| event.scheduled_at == time));
        if time <= now && !is_unchanged {
            problems.add("scheduledTime", "Please choose a time that is not over.");
        } else if time > now + Days::new(MAX_DAYS_AHEAD) {
            problems.add("scheduledTime", "Please choose a time within the next two years.");
        }
        Some(time)
    }

    /// Clients send ids that the address and the token contain already: they must fit.
    fn check_ids(&self, membership: &Membership, problems: &mut Problems) {
        let Membership { mentorship, people, .. } = membership;
        let given = |id: &Option<String>| id.clone().filter(|id| !id.is_empty());
        if given(&self.created_by).is_some_and(|id| !people.iter().any(|person| person.to_string() == id)) {
            problems.add("created_by", "This is no member of the mentorship.");
        }
        let id = mentorship.id.to_string();
        if given(&self.mentorship).is_some_and(|given| given != id) {
            problems.add("mentorship", "This is another mentorship.");
        }
        if given(&self.mentor_group).is_some_and(|given| given != id || mentorship.kind != Kind::Group) {
            problems.add("mentor_group", "This is another group.");
        }
    }
}

/// The error with all problems.
#[derive(Default)]
struct Problems(Option<Error>);

impl Problems {
    fn add(&mut self, field: &'static str, sentence: impl Into<String>) {
        let error = self.0.take().unwrap_or_else(|| Error::invalid("Please check what you entered."));
        self.0 = Some(error.field(field, sentence));
    }
}

/// The key of the session that the text names; Some(None) if it names none, and None if there is no such session.
#[expect(clippy::option_option, reason = "no session, and an unknown session, are two results")]
fn session_key(text: &str, sessions: &[OwnSession]) -> Option<Option<String>> {
    if text.is_empty() {
        return Some(None);
    }
    let definitions = || sessions.iter().map(|own| &own.session.definition);
    let by_key = definitions().find(|session| session.key == text);
    let by_title = || definitions().find(|session| session.title.values().any(|title| title == text));
    by_key.or_else(by_title).map(|session| Some(session.key.clone()))
}
