//! Who takes part in the next year.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Decisions, YearRefusal, archived, lock, newest};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::matching;
use crate::people;
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached, Scope};
use crate::{PersonId, ProgrammeId, Result, SchoolYearId, Store};

/// The most people of one decision.
pub const MAX_PEOPLE: usize = 1_000;

/// What a person does in the next year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NextYear)]
pub enum Next {
    /// They take part.
    Continues,
    /// They take part, and a mentee comes first in the next round.
    ContinuesFirst,
    /// They leave the programme; their account stays open.
    Leaves,
}

impl Next {
    fn name(self) -> &'static str {
        match self {
            Self::Continues => "continues",
            Self::ContinuesFirst => "continues_first",
            Self::Leaves => "leaves",
        }
    }
}

/// What became of the people of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolledOver {
    /// People about whom it was decided otherwise before.
    pub changed: usize,
    /// People of whom this was decided already.
    pub unchanged: usize,
    /// People who stay because a mentorship of theirs goes on.
    pub in_mentorship: Vec<PersonId>,
    /// Staff, closed accounts, and people of other programmes.
    pub left_out: usize,
}

/// A person in the list of those who may continue.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedMember {
    /// The person.
    pub id: PersonId,
    /// Their name.
    pub name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The name of their cohort.
    pub cohort: Option<String>,
    /// Whether a mentorship of theirs goes on.
    pub is_matched: bool,
    /// What was decided: `continues`, `continues_first` or `leaves`.
    pub next: String,
}

/// SQL: what was decided about the person `p`.
macro_rules! next {
    () => {
        "CASE WHEN p.left_programme_at IS NOT NULL THEN 'leaves' ELSE COALESCE(
            (SELECT e.choice FROM school_year_people e JOIN school_years y ON y.id = e.year_id
             WHERE e.person_id = p.id AND y.programme_id = p.programme_id AND y.opened_at IS NULL), 'continues') END"
    };
}

static MEMBERS: Listing = Listing {
    columns: &[
        "p.id, TRIM(p.first_name || ' ' || p.last_name) AS name, p.role,
            (SELECT c.name FROM cohorts c WHERE c.id = p.cohort_id AND c.programme_id = p.programme_id) AS cohort,
            EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS is_matched, ",
        next!(),
        " AS next",
    ],
    from: "people p",
    condition: "p.is_disabled = FALSE AND p.role IN ('mentor', 'mentee') AND p.email NOT LIKE '%.invalid'
        AND p.email NOT LIKE 'bot:%' AND NOT EXISTS (
            SELECT 1 FROM applications a WHERE a.person_id = p.id AND a.state <> 'approved')",
    programme: "p.programme_id",
    id: "p.id",
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name || ' ' || p.email)) {like}",
    filters: &[
        ("programme", Filter::Id("p.programme_id")),
        ("role", Filter::Choice(&[("mentor", "p.role = 'mentor'"), ("mentee", "p.role = 'mentee'")])),
        ("cohort", Filter::Id("p.cohort_id")),
        (
            "next",
            Filter::Choice(&[
                ("continues", concat!("(", next!(), ") = 'continues'")),
                ("continues_first", concat!("(", next!(), ") = 'continues_first'")),
                ("leaves", concat!("(", next!(), ") = 'leaves'")),
            ]),
        ),
    ],
    sorts: &[("name", SortKey::Text("LOWER(p.last_name || ' ' || p.first_name)"))],
    default_sort: "name",
};

/// Returns a page of those who may continue, within a scope.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedMember>, ListError> {
    MEMBERS.page(store, scope, None, request).await
}

/// Counts what was decided about the people of a programme.
pub(super) async fn decisions(store: &Store, programme: ProgrammeId, year: Option<SchoolYearId>) -> Result<Decisions> {
    query_as(
        "SELECT COALESCE(SUM(CASE WHEN p.left_programme_at IS NULL THEN 1 ELSE 0 END), 0) AS continues,
             COALESCE(SUM(CASE WHEN p.left_programme_at IS NULL AND e.choice = 'continues_first' THEN 1 ELSE 0 END), 0) AS first,
             COALESCE(SUM(CASE WHEN p.left_programme_at IS NOT NULL AND e.choice = 'leaves' THEN 1 ELSE 0 END), 0) AS leaves
         FROM people p LEFT JOIN school_year_people e ON e.person_id = p.id AND e.year_id = $2
         WHERE p.programme_id = $1 AND p.is_disabled = FALSE AND p.role IN ('mentor', 'mentee')
             AND p.email NOT LIKE '%.invalid' AND p.email NOT LIKE 'bot:%'
             AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.person_id = p.id AND a.state <> 'approved')",
    )
    .bind(programme)
    .bind(year)
    .fetch_one(&store.db)
    .await
}

/// A person under their lock.
#[derive(sqlx::FromRow)]
struct Member {
    role: Role,
    is_disabled: bool,
    left_programme_at: Option<DateTime<Utc>>,
    choice: Option<String>,
    is_matched: bool,
}

async fn member_in(tx: &mut Tx, person: PersonId, year: Option<SchoolYearId>) -> Result<Member> {
    query_as(
        "SELECT p.role, p.is_disabled, p.left_programme_at,
             (SELECT e.choice FROM school_year_people e WHERE e.person_id = p.id AND e.year_id = $2) AS choice,
             EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS is_matched
         FROM people p WHERE p.id = $1",
    )
    .bind(person)
    .bind(year)
    .fetch_one(tx)
    .await
}

/// Decides what people do in the next year, while the year is closed. Those who leave do so at once; who left can continue at any time.
pub async fn roll_over(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    people: &[PersonId],
    next: Next,
) -> Result<std::result::Result<RolledOver, YearRefusal>> {
    if people.len() > MAX_PEOPLE {
        return Ok(Err(YearRefusal::TooManyPeople));
    }
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    if let Some(at) = row.archived_at {
        return Ok(Err(archived(&mut tx, programme, at).await?));
    }
    let year = newest(&mut tx, programme).await?.filter(|_| row.year_closed_at.is_some()).map(|year| year.id);
    if year.is_none() && next != Next::Continues {
        return Ok(Err(YearRefusal::Open));
    }
    let ids: BTreeSet<PersonId> = people.iter().copied().collect();
    people::lock(&mut tx, ids.clone()).await?;
    let (mut rolled, mut events, mut left) = (RolledOver::default(), Vec::new(), Vec::new());
    for person in ids {
        let reached = actor.reach(&mut tx, person).await?;
        if !matches!(reached, Some(Reached { programme: Some(of) }) if of == programme) {
            rolled.left_out += 1;
            continue;
        }
        let member = member_in(&mut tx, person, year).await?;
        let before = match member.left_programme_at {
            Some(_) => "leaves",
            None => member.choice.as_deref().unwrap_or("continues"),
        };
        if member.role == Role::Staff || member.is_disabled {
            rolled.left_out += 1;
            continue;
        }
        if next == Next::Leaves && member.is_matched {
            rolled.in_mentorship.push(person);
            continue;
        }
        if before == next.name() {
            rolled.unchanged += 1;
            continue;
        }
        if next == Next::Leaves {
            query("UPDATE people SET left_programme_at = $2 WHERE id = $1")
                .bind(person)
                .bind(now)
                .execute(&mut tx)
                .await?;
            events.extend(matching::drop_out_in(&mut tx, store, person).await?);
            left.push(person);
        } else if let Some(since) = member.left_programme_at {
            query("UPDATE people SET left_programme_at = NULL WHERE id = $1").bind(person).execute(&mut tx).await?;
            matching::come_back_in(&mut tx, person, since).await?;
            left.push(person);
        }
        if let Some(year) = year {
            query(
                "INSERT INTO school_year_people (year_id, person_id, choice) VALUES ($1, $2, $3)
                 ON CONFLICT (year_id, person_id) DO UPDATE SET choice = excluded.choice",
            )
            .bind(year)
            .bind(person)
            .bind(next.name())
            .execute(&mut tx)
            .await?;
        }
        Record::new(Act::SetNextYear, Target::Person(person), Some(programme))
            .change(json!({"next": before}), json!({"next": next.name()}))
            .write(&mut tx, store, actor)
            .await?;
        rolled.changed += 1;
    }
    tx.commit().await?;
    events.push(Event::TopicsChanged { people: left, topics: vec![Topic::Profile, Topic::Announcements] });
    store.bus.publish(events);
    Ok(Ok(rolled))
}
