//! Filters of a search, and their SQL.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::indexer;
use crate::db::{Db, QueryBuilder};
use crate::{ChannelId, PersonId};

/// What a message contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchHas)]
pub enum Has {
    /// A file that is no picture.
    File,
    /// A picture or an animation.
    Image,
    /// An http(s) link.
    Link,
}

/// Narrows a search. All filters must match; of several values of one filter, any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The senders.
    pub from: Vec<PersonId>,
    /// The channels; those that the person may not read match nothing.
    pub channels: Vec<ChannelId>,
    /// The contents.
    pub has: Vec<Has>,
    /// The earliest time.
    pub since: Option<DateTime<Utc>>,
    /// The first time that is too late.
    pub until: Option<DateTime<Utc>>,
}

impl Filter {
    /// Whether it matches all messages.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn includes(&self, channel: ChannelId) -> bool {
        self.channels.is_empty() || self.channels.contains(&channel)
    }

    /// Whether the index alone cannot decide.
    pub(super) fn needs_message(&self) -> bool {
        !(self.from.is_empty() && self.has.is_empty())
    }
}

/// The conditions of a search beside its words.
pub(super) struct Conditions<'f> {
    pub(super) person: PersonId,
    pub(super) filter: &'f Filter,
    /// The channels to search; None for all of the person.
    pub(super) channels: Option<Vec<ChannelId>>,
    /// Hits of earlier pages.
    pub(super) skip: i64,
}

impl<'f> Conditions<'f> {
    pub(super) fn has_lists(&self) -> bool {
        self.channels.is_some() || !self.filter.from.is_empty()
    }

    /// Appends the times as conditions on `t.place`.
    pub(super) fn push_places(&self, query: &mut QueryBuilder<'_>) {
        if let Some(since) = self.filter.since {
            query.push(" AND t.place >= ").push_bind(indexer::first_place(since));
        }
        if let Some(until) = self.filter.until {
            query.push(" AND t.place < ").push_bind(indexer::first_place(until));
        }
    }

    /// Appends the channels as a condition on the membership `m`.
    pub(super) fn push_channels(&self, query: &mut QueryBuilder<'_>) {
        if let Some(channels) = &self.channels {
            query.push(" AND m.channel_id IN (").push_list(channels.iter().copied()).push(")");
        }
    }

    /// Appends sender and content as conditions on the message `x`.
    pub(super) fn push_message(&self, query: &mut QueryBuilder<'_>, db: &Db) {
        let Filter { from, has, .. } = self.filter;
        if !from.is_empty() {
            query.push(" AND x.sender_id IN (").push_list(from.iter().copied()).push(")");
        }
        for (position, kind) in has.iter().enumerate() {
            query.push(if position == 0 { " AND (" } else { " OR " });
            if *kind == Has::Link {
                query.push("LOWER(x.body) LIKE '%http://%' OR LOWER(x.body) LIKE '%https://%'");
                continue;
            }
            query.push(match db {
                Db::Sqlite { .. } => "EXISTS (SELECT 1 FROM json_each(x.attachments) a",
                Db::Postgres(_) => "EXISTS (SELECT 1 FROM jsonb_array_elements(x.attachments) a",
            });
            query.push(" WHERE a.value ->> 'media_type' ").push(match kind {
                Has::Image => "LIKE 'image/%')",
                _ => "NOT LIKE 'image/%')",
            });
        }
        if !has.is_empty() {
            query.push(")");
        }
    }
}
