//! Cards of sessions.

use chrono::NaiveDate;
use serde::Serialize;
use store::content::{Catalogue, Color, FALLBACK, text_in};
use store::learning::rules::{self, Durations};
use utoipa::ToSchema;

use super::curated::Reason;
use super::own_sessions::OwnSession;
use crate::questions::picture_address;

/// A session in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionCard)]
pub(super) struct Card {
    id: String,
    title: String,
    locale_title: String,
    /// The address of its picture.
    banner: String,
    /// `red`, `green` or `blue`.
    color: &'static str,
    tags: Vec<WireTag>,
    is_bookmarked: bool,
    /// `ONGOING`, `COMPLETED`, or null before the start.
    #[schema(required)]
    session_status: Option<&'static str>,
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
    pub(super) fn new(own: &OwnSession, catalogue: &Catalogue, language: &str, reason: Option<&Reason>) -> Self {
        let session = &own.session.definition;
        let Durations { total, completed } = rules::durations(session, &own.done);
        Self {
            id: session.key.clone(),
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
            session_status: own.progress.as_ref().map(|_| if own.is_complete() { "COMPLETED" } else { "ONGOING" }),
            session_duration: total,
            duration_completed: completed,
            is_learning_hub: true,
            published_on: session.published_on,
            is_new: own.is_new,
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
