//! Cards of sessions.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::Serialize;
use store::content::session_progress::{self, Durations};
use store::content::{Catalogue, Color, FALLBACK, text_in};
use store::mentorship::progress::Status;
use store::{MentorshipId, PersonId};
use utoipa::ToSchema;

use super::curated::Reason;
use super::in_mentorship::Partner;
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
    /// `status`, or null before the person's start.
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
    /// The mentorship; null in the learning hub.
    #[schema(required)]
    mentorship: Option<MentorshipId>,
    /// In a mentorship: the last day on which it is on time.
    #[schema(required)]
    end_date: Option<NaiveDate>,
    /// As `status`, of the partner, or of the other members of a group; null if there are none.
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
        let Durations { total, completed } = session_progress::durations(session, &own.done);
        let shared = own.shared.as_ref();
        let in_order = |steps: &BTreeSet<String>| {
            let all = session.steps.iter().map(|step| &step.key);
            all.filter(|step| steps.contains(*step)).cloned().collect()
        };
        let partners = shared.iter().flat_map(|shared| &shared.partners);
        let partner_steps = |partner: &Partner| WirePartnerSteps {
            user_id: partner.person,
            partner_status: partner.status.wire(),
            steps: in_order(&partner.completed),
        };
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
            session_status: own.progress.as_ref().map(|_| own.status().wire()),
            status: own.status().wire(),
            session_duration: total,
            duration_completed: completed,
            is_learning_hub: own.shared.is_none(),
            published_on: session.published_on,
            is_new: own.is_new,
            mentorship: shared.map(|shared| shared.mentorship),
            end_date: shared.map(|shared| shared.due_on),
            partner_status: shared.and_then(|shared| shared.view.partner_status).map(Status::wire),
            catch_up: shared.is_some_and(|shared| shared.view.is_catch_up),
            completed_steps: in_order(&own.done.steps),
            partner_completed_steps: partners.map(partner_steps).collect(),
            because: reason.map(|reason| match reason {
                Reason::Pinned => Because { kind: "pinned", tag: None },
                Reason::Tag(key) => Because { kind: "tag", tag: WireTag::new(catalogue, key, language) },
                Reason::Interest(key) => Because { kind: "interest", tag: WireTag::new(catalogue, key, language) },
                Reason::Newest => Because { kind: "newest", tag: None },
            }),
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
