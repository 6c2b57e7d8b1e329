//! The staff of a scope: their roles, absences, and what they have taken.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use crate::alerts::{about, about_joins};
use crate::channels::{is_silenced, team_conversations};
use crate::db::QueryBuilder;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::{Grant, Staff, StaffRole};
use crate::{PersonId, ProgrammeId, Result, Store};

/// Whether the person `p` has a role somewhere.
macro_rules! role {
    ($role:literal) => {
        concat!("EXISTS (SELECT 1 FROM staff_grants r WHERE r.person_id = p.id AND r.role = '", $role, "')")
    };
}

/// A member of staff in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Colleague {
    /// The person.
    pub id: PersonId,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Whether the account is closed.
    pub is_disabled: bool,
    /// When they were here last.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Whether they have set up an authenticator app.
    pub has_second_factor: bool,
    /// The last day of the absence that goes on.
    pub absent_until: Option<NaiveDate>,
}

/// What a member of staff does, within the scope of the reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duties {
    /// Their roles.
    pub grants: Vec<Grant>,
    /// Open cases that they work on, without those about the reader.
    pub cases: i64,
    /// Conversations that they take care of.
    pub conversations: i64,
}

static COLLEAGUES: Listing = Listing {
    columns: &["p.id, TRIM(p.first_name || ' ' || p.last_name) AS name, p.email, p.is_disabled,
        (SELECT MAX(l.refreshed_at) FROM login_sessions l WHERE l.person_id = p.id) AS last_seen_at,
        EXISTS (SELECT 1 FROM second_factors f WHERE f.person_id = p.id) AS has_second_factor,
        (SELECT MAX(a.last_day) FROM staff_absences a WHERE a.person_id = p.id AND a.first_day <= {today}
            AND a.last_day >= {today}) AS absent_until"],
    from: "people p",
    condition: "p.role = 'staff' AND p.email NOT LIKE '%.invalid'",
    programme: "({p.programme_id} OR EXISTS (SELECT 1 FROM staff_grants g WHERE g.person_id = p.id
        AND (g.programme_id IS NULL OR {g.programme_id})))",
    id: "p.id",
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name || ' ' || p.email)) {like}",
    filters: &[
        (
            "role",
            Filter::Choice(&[
                ("coordinator", role!("coordinator")),
                ("safeguarding", role!("safeguarding")),
                ("reports", role!("reports")),
                ("administrator", role!("administrator")),
                ("none", "NOT EXISTS (SELECT 1 FROM staff_grants r WHERE r.person_id = p.id)"),
            ]),
        ),
        (
            "programme",
            Filter::IdWhere(
                "EXISTS (SELECT 1 FROM staff_grants r WHERE r.person_id = p.id AND (r.programme_id IS NULL OR r.programme_id = ?))",
            ),
        ),
        ("status", Filter::Choice(&[("active", "p.is_disabled = FALSE"), ("closed", "p.is_disabled = TRUE")])),
        (
            "absent",
            Filter::Choice(&[(
                "yes",
                "EXISTS (SELECT 1 FROM staff_absences a WHERE a.person_id = p.id
                AND a.first_day <= {today} AND a.last_day >= {today})",
            )]),
        ),
    ],
    sorts: &[
        ("name", SortKey::Text("LOWER(p.last_name || ' ' || p.first_name)")),
        (
            "lastSeen",
            SortKey::Time(
                "COALESCE((SELECT MAX(l.refreshed_at) FROM login_sessions l WHERE l.person_id = p.id), p.created_at)",
            ),
        ),
    ],
    default_sort: "name",
};

/// Returns a page of the staff of a scope; those of the installation are of every scope.
pub async fn page(store: &Store, staff: &Staff, request: &ListRequest) -> Result<Page<Colleague>, ListError> {
    COLLEAGUES.page(store, &staff.scope, Some(staff.person), request).await
}

/// Returns one of the staff of a scope.
pub async fn by_id(store: &Store, staff: &Staff, id: PersonId) -> Result<Option<Colleague>> {
    COLLEAGUES.find(store, &staff.scope, Some(staff.person), "", id.0).await
}

/// Returns what these staff do within the scope of the reader: roles of the installation are part of every scope.
pub async fn duties(store: &Store, staff: &Staff, people: &[PersonId]) -> Result<BTreeMap<PersonId, Duties>> {
    if people.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut rows = QueryBuilder::new(
        "SELECT g.person_id, g.programme_id, g.role, CAST(1 AS BIGINT) FROM staff_grants g WHERE g.person_id IN (",
    );
    rows.push_list(people.iter().copied()).push(concat!(
        ") UNION ALL SELECT a.assigned_to, a.programme_id, 'case', COUNT(*) FROM alerts a",
        about_joins!(),
        "LEFT JOIN ",
        team_conversations!(),
        " t ON t.channel_id = a.channel_id JOIN people me ON me.id = ",
    ));
    rows.push_bind(staff.person).push(concat!(
        " WHERE a.handled_at IS NULL AND COALESCE(",
        about!(),
        " <> me.id, TRUE)
         AND NOT COALESCE(",
        is_silenced!("t.person_id", "me.id"),
        ", FALSE) AND a.assigned_to IN ("
    ));
    rows.push_list(people.iter().copied()).push(
        ") GROUP BY a.assigned_to, a.programme_id
         UNION ALL SELECT t.assigned_to, p.programme_id, 'conversation', COUNT(*) FROM team_channels t
         JOIN people p ON p.id = t.person_id JOIN people me ON me.id = ",
    );
    rows.push_bind(staff.person).push(concat!(
        " WHERE p.role <> 'staff' AND NOT ",
        is_silenced!("t.person_id", "me.id"),
        " AND t.assigned_to IN ("
    ));
    rows.push_list(people.iter().copied()).push(") GROUP BY t.assigned_to, p.programme_id");
    let rows: Vec<(PersonId, Option<ProgrammeId>, String, i64)> = rows.build_query_as().fetch_all(&store.db).await?;
    let mut duties: BTreeMap<PersonId, Duties> = people.iter().map(|id| (*id, Duties::default())).collect();
    for (person, programme, what, count) in rows {
        let Some(duties) = duties.get_mut(&person) else { continue };
        match &*what {
            "case" if staff.scope.includes(programme) => duties.cases += count,
            "conversation" if staff.scope.includes(programme) => duties.conversations += count,
            role if programme.is_none() || staff.scope.includes(programme) => {
                duties.grants.extend(role.parse::<StaffRole>().ok().map(|role| Grant { role, programme }));
            }
            _ => {}
        }
    }
    duties.values_mut().for_each(|one| one.grants.sort_unstable());
    Ok(duties)
}
