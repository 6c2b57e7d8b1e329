//! The audit log: one row for each act, written in the transaction of the act.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Uuid;

use super::{Actor, Scope};
use crate::db::{Executor, QueryBuilder, query, query_as};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

mod act;

pub use act::{Act, Target};

/// A row to write.
#[derive(Clone, Debug)]
#[must_use = "an act without a row is lost"]
pub(crate) struct Record<'a> {
    act: Act,
    target: Target,
    programme: Option<ProgrammeId>,
    channel: Option<ChannelId>,
    reason: Option<&'a str>,
    change: Option<(Value, Value)>,
}

impl<'a> Record<'a> {
    /// A row about something of a programme; None for what belongs to the installation.
    pub(crate) fn new(act: Act, target: Target, programme: Option<ProgrammeId>) -> Self {
        Self { act, target, programme, channel: None, reason: None, change: None }
    }

    /// With the channel that the act was about.
    pub(crate) fn channel(self, channel: ChannelId) -> Self {
        Self { channel: Some(channel), ..self }
    }

    /// With the reason that the actor gave.
    pub(crate) fn reason(self, reason: &'a str) -> Self {
        Self { reason: Some(reason), ..self }
    }

    /// With what changed: objects without texts of people.
    pub(crate) fn change(self, before: Value, after: Value) -> Self {
        Self { change: Some((before, after)), ..self }
    }

    /// Writes the row in the transaction of the act.
    pub(crate) async fn write(self, executor: impl Executor, store: &Store, actor: &Actor) -> Result<()> {
        let (kind, id) = self.target.columns();
        let json = |value: &Value| if value.is_null() { None } else { Some(value.to_string()) };
        query(
            "INSERT INTO audit (id, actor_kind, actor_id, actor_name, action, target_kind, subject_id, programme_id,
                 channel_id, reason, old_values, new_values, created_at, case_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(store.clock.id::<Uuid>())
        .bind(actor.kind())
        .bind(actor.person())
        .bind(actor.name())
        .bind(self.act)
        .bind(kind)
        .bind(id)
        .bind(self.programme)
        .bind(self.channel)
        .bind(self.reason)
        .bind(self.change.as_ref().and_then(|(before, _)| json(before)))
        .bind(self.change.as_ref().and_then(|(_, after)| json(after)))
        .bind(store.clock.now())
        .bind(actor.case())
        .execute(executor)
        .await?;
        Ok(())
    }
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    /// The kind of the actor: `staff`, `api_key`, `command_line`, `job`, `person` or `guardian`.
    pub actor_kind: String,
    /// The person who acted.
    pub actor_id: Option<PersonId>,
    /// The act in snake case; a newer version may know more of them than [`Act`].
    pub action: String,
    /// The channel.
    pub channel_id: Option<ChannelId>,
    /// The id of what the act was about.
    pub subject_id: Option<Uuid>,
    /// The reason that the actor gave.
    pub reason: Option<String>,
    /// The time.
    pub created_at: DateTime<Utc>,
}

/// Returns the rows of a channel, newest first.
pub async fn of_channel(store: &Store, channel: ChannelId, limit: i64) -> Result<Vec<Entry>> {
    query_as(
        "SELECT actor_kind, actor_id, action, channel_id, subject_id, reason, created_at FROM audit
         WHERE channel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
    )
    .bind(channel)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}

/// A row of the log in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedAct {
    /// The row.
    pub id: Uuid,
    /// The time.
    pub created_at: DateTime<Utc>,
    /// The kind of the actor: `staff`, `api_key`, `command_line`, `job`, `person` or `guardian`.
    pub actor_kind: String,
    /// The person who acted.
    pub actor_id: Option<PersonId>,
    /// Their name, or that of the key, of the job or of the user of the machine.
    pub actor_name: String,
    /// The act in snake case.
    pub action: String,
    /// The kind of what the act was about.
    pub target_kind: String,
    /// Its id.
    pub target_id: Option<Uuid>,
    /// Its name, if it is a programme, or a person whom the reader may see.
    pub target_name: Option<String>,
    /// The programme of the person it was about; None if that is staff.
    target_programme: Option<ProgrammeId>,
    /// The programme.
    pub programme_id: Option<ProgrammeId>,
    /// The programme's key.
    pub programme_key: Option<String>,
    /// The programme's name.
    pub programme_name: Option<String>,
    /// The reason that the actor gave.
    pub reason: Option<String>,
    /// What was before, as a JSON object.
    pub old_values: Option<String>,
    /// What was afterwards, as a JSON object.
    pub new_values: Option<String>,
}

static ACTS: Listing = Listing {
    columns: &["a.id, a.created_at, a.actor_kind, a.actor_id,
        COALESCE(p.first_name || ' ' || p.last_name, a.actor_name, '') AS actor_name, a.action, a.target_kind,
        a.subject_id AS target_id, COALESCE(t.first_name || ' ' || t.last_name, o.name) AS target_name,
        CASE WHEN t.role <> 'staff' THEN t.programme_id END AS target_programme, a.programme_id, g.key AS programme_key, g.name AS programme_name, a.reason, a.old_values, a.new_values"],
    from: "audit a LEFT JOIN people p ON p.id = a.actor_id
        LEFT JOIN people t ON a.target_kind = 'person' AND t.id = a.subject_id
        LEFT JOIN programmes o ON a.target_kind = 'programme' AND o.id = a.subject_id
        LEFT JOIN programmes g ON g.id = a.programme_id",
    // Staff never see what was done about a report about themselves.
    condition: "NOT (a.target_kind IN ('report', 'case')
        AND EXISTS (SELECT 1 FROM reports r WHERE r.id = a.subject_id AND r.subject_id = {reader}))
        AND NOT (a.case_id IS NOT NULL AND EXISTS (SELECT 1 FROM alerts x JOIN reports r ON r.id = x.subject_id
            WHERE x.id = a.case_id AND x.kind = 'report' AND r.subject_id = {reader}))",
    programme: "a.programme_id",
    id: "a.id",
    search: "LOWER(COALESCE(a.reason, '') || ' ' || COALESCE(p.search_text, a.actor_name, '') || ' ' || COALESCE(t.search_text, '')) {like}",
    filters: &[
        ("act", Filter::Text("a.action")),
        ("actor", Filter::Id("a.actor_id")),
        ("target", Filter::Id("a.subject_id")),
        ("programme", Filter::Id("a.programme_id")),
        ("from", Filter::From("a.created_at")),
        ("until", Filter::Until("a.created_at")),
    ],
    sorts: &[("at", SortKey::Time("a.created_at"))],
    default_sort: "-at",
};

/// Returns a page of the log within a scope, newest first, without what concerns reports about the reader.
pub async fn page(
    store: &Store,
    scope: &Scope,
    reader: Option<PersonId>,
    request: &ListRequest,
) -> Result<Page<ListedAct>, ListError> {
    let mut page = ACTS.page::<ListedAct>(store, scope, reader, request).await?;
    for row in &mut page.rows {
        // A person who belongs to another programme now.
        if row.target_programme.is_some() && !scope.includes(row.target_programme) {
            row.target_name = None;
        }
    }
    Ok(page)
}

impl ListedAct {
    /// The ids that stand in its values.
    pub fn ids(&self) -> BTreeSet<Uuid> {
        let mut ids = BTreeSet::new();
        for values in [&self.old_values, &self.new_values].into_iter().flatten() {
            // A row that is not JSON is shown without its values.
            if let Ok(values) = serde_json::from_str(values) {
                add_ids(&values, &mut ids);
            }
        }
        ids
    }
}

/// Returns the names behind the ids in rows, as far as they lie within a scope: of people, and of the members of mentorships, mentors
/// first. Staff are named to all staff.
pub async fn names_in(store: &Store, scope: &Scope, rows: &[ListedAct]) -> Result<BTreeMap<Uuid, String>> {
    let mentorships = rows.iter().filter(|row| row.target_kind == "mentorship").filter_map(|row| row.target_id);
    let ids: BTreeSet<Uuid> = rows.iter().flat_map(ListedAct::ids).chain(mentorships).collect();
    let mut names: BTreeMap<Uuid, String> = BTreeMap::new();
    if ids.is_empty() {
        return Ok(names);
    }
    let mut query =
        QueryBuilder::new("SELECT id, first_name || ' ' || last_name AS name, 0 AS place FROM people WHERE id IN (");
    query.push_list(ids.iter().copied()).push(") AND (role = 'staff' OR ");
    scope.push(&mut query, "programme_id");
    query.push(
        ") UNION ALL SELECT m.mentorship_id, p.first_name || ' ' || p.last_name, CASE m.role WHEN 'mentor' THEN 0 ELSE 1 END
         FROM mentorship_members m JOIN people p ON p.id = m.person_id JOIN mentorships s ON s.id = m.mentorship_id WHERE m.mentorship_id IN (",
    );
    query.push_list(ids).push(") AND ");
    scope.push(&mut query, "s.programme_id");
    query.push(" ORDER BY place, name");
    let found: Vec<(Uuid, String, i32)> = query.build_query_as().fetch_all(&store.db).await?;
    for (id, name, _) in found {
        names.entry(id).and_modify(|names| *names = format!("{names}, {name}")).or_insert(name);
    }
    Ok(names)
}

fn add_ids(value: &Value, ids: &mut BTreeSet<Uuid>) {
    match value {
        Value::String(text) => ids.extend(Uuid::try_parse(text)),
        Value::Array(values) => values.iter().for_each(|value| add_ids(value, ids)),
        Value::Object(values) => values.values().for_each(|value| add_ids(value, ids)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
