//! Cards of sessions.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::Serialize;
use store::content::{Catalogue, Color, FALLBACK, text_in};
use store::learning::rules::{self, Durations};
use store::mentorship::progress::Status;
use store::{MentorshipId, PersonId};
use utoipa::ToSchema;

use super::curated::Reason;
use super::in_mentorship::Shared;
use super::own_sessions::OwnSession;
use crate::questions::picture_address;

/// A session in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionCard)]
pub(crate) struct Card {
    id: String,
    title: String,
    locale_title: String,
    /// The address of its picture.
    banner: String,
    /// `red`, `green` or `blue`.
    color: &'static str,
    tags: Vec<WireTag>,
    is_bookmarked: bool,
    /// `status`, or null before the start.
    #[schema(required)]
    session_status: Option<&'static str>,
    /// `NOT_STARTED`, `ONGOING`, `COMPLETED`; in a mentorship also `PARTIAL_COMPLETE`: the person has finished, others have not.
    status: &'static str,
    /// Minutes of all steps.
    session_duration: u32,
    /// Minutes of the completed steps.
    duration_completed: u32,
    is_learning_hub: bool,
    published_on: NaiveDate,
    /// Whether it was published since the last visit.
    is_new: bool,
    /// Why a curated list has it.
    #[schema(required)]
    because: Option<Because>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    shared: Option<WireShared>,
}

/// What a session is in a mentorship.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SharedSession)]
struct WireShared {
    mentorship: MentorshipId,
    /// The last day on which it is on time.
    end_date: NaiveDate,
    /// As `status`, of the partner or of the others in a group; null if there is nobody else.
    #[schema(required)]
    partner_status: Option<&'static str>,
    /// Whether the others completed it without this person, who may still do it.
    catch_up: bool,
    completed_steps: Vec<String>,
    partner_completed_steps: Vec<WirePartnerSteps>,
}

/// The steps that another member completed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerSteps)]
struct WirePartnerSteps {
    user_id: PersonId,
    partner_status: &'static str,
    steps: Vec<String>,
}

/// A tag of sessions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionTag)]
pub(super) struct WireTag {
    key: String,
    label: String,
    locale_label: String,
}

/// Why a session is recommended.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionReason)]
struct Because {
    /// `pinned`: the programme recommends it; `tag`: the person completed sessions with this tag; `interest`: they chose it in a
    /// survey; `newest`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<WireTag>,
}

impl Card {
    pub(crate) fn new(own: &OwnSession, catalogue: &Catalogue, language: &str, reason: Option<&Reason>) -> Self {
        let session = &own.session.definition;
        let Durations { total, completed } = rules::durations(session, &own.done);
        Self {
            id: own.id.clone(),
            title: text_in(&session.title, FALLBACK).to_owned(),
            locale_title: text_in(&session.title, language).to_owned(),
            banner: picture_address(&session.banner),
            color: match session.color {
                Color::Red => "red",
                Color::Green => "green",
                Color::Blue => "blue",
            },
            tags: session.tags.iter().filter_map(|key| WireTag::new(catalogue, key, language)).collect(),
            is_bookmarked: own.is_bookmarked,
            session_status: Some(own.status().wire()).filter(|_| own.status() != Status::NotStarted),
            status: own.status().wire(),
            session_duration: total,
            duration_completed: completed,
            is_learning_hub: own.shared.is_none(),
            published_on: session.published_on,
            is_new: own.is_new,
            shared: own.shared.as_ref().map(|shared| WireShared::new(shared, own)),
            because: reason.map(|reason| match reason {
                Reason::Pinned => Because { kind: "pinned", tag: None },
                Reason::Tag(key) => Because { kind: "tag", tag: WireTag::new(catalogue, key, language) },
                Reason::Interest(key) => Because { kind: "interest", tag: WireTag::new(catalogue, key, language) },
                Reason::Newest => Because { kind: "newest", tag: None },
            }),
        }
    }
}

impl WireShared {
    fn new(shared: &Shared, own: &OwnSession) -> Self {
        let order = |steps: &BTreeSet<String>| {
            let all = own.session.definition.steps.iter().map(|step| &step.key);
            all.filter(|step| steps.contains(*step)).cloned().collect()
        };
        Self {
            mentorship: shared.mentorship,
            end_date: shared.due_on,
            partner_status: shared.view.partner_status.map(Status::wire),
            catch_up: shared.view.is_catch_up,
            completed_steps: order(&own.done.steps),
            partner_completed_steps: shared
                .partners
                .iter()
                .map(|partner| WirePartnerSteps {
                    user_id: partner.person,
                    partner_status: partner.status.wire(),
                    steps: order(&partner.completed),
                })
                .collect(),
        }
    }
}

impl WireTag {
    fn new(catalogue: &Catalogue, key: &str, language: &str) -> Option<Self> {
        let tag = catalogue.tags.get(key)?;
        Some(Self {
            key: tag.key.clone(),
            label: text_in(&tag.label, FALLBACK).to_owned(),
            locale_label: text_in(&tag.label, language).to_owned(),
        })
    }
}
