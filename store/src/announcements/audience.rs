//! Whom an announcement reaches.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::{QueryBuilder, query_as};
use crate::role::{MEMBER, Role};
use crate::staff::Scope;
use crate::{CohortId, ProgrammeId, Result, Store};

/// Which people of the roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Among {
    /// All of them.
    All,
    /// Those in a mentorship.
    Matched,
    /// Those without one.
    Unmatched,
}

/// The people of one programme whom an announcement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    /// The programme.
    pub programme: ProgrammeId,
    /// Its mentees.
    pub mentees: bool,
    /// Its mentors.
    pub mentors: bool,
    /// Which of them.
    pub among: Among,
    /// Those of a cohort only.
    pub cohort: Option<CohortId>,
}

/// How many people an audience has now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Mentees.
    pub mentees: i64,
    /// Mentors.
    pub mentors: i64,
}

/// Returns how many people an audience has now. None: within this scope there is no such programme.
pub async fn count(store: &Store, scope: &Scope, audience: &Audience) -> Result<Option<Reach>> {
    if !scope.includes(Some(audience.programme)) {
        return Ok(None);
    }
    let mut query = QueryBuilder::new("SELECT p.role, COUNT(*) FROM people p WHERE ");
    audience.push(&mut query);
    query.push(" GROUP BY p.role");
    let rows: Vec<(Role, i64)> = query.build_query_as().fetch_all(&store.db).await?;
    if rows.is_empty() {
        let known: Option<(ProgrammeId,)> = query_as("SELECT id FROM programmes WHERE id = $1")
            .bind(audience.programme)
            .fetch_optional(&store.db)
            .await?;
        return Ok(known.map(|_| Reach::default()));
    }
    let of = |role| rows.iter().find(|(known, _)| *known == role).map_or(0, |(_, count)| *count);
    Ok(Some(Reach { mentees: of(Role::Mentee), mentors: of(Role::Mentor) }))
}

impl Audience {
    /// Appends the condition that a person `p` belongs to it.
    pub(super) fn push(&self, query: &mut QueryBuilder<'_>) {
        let roles = [(self.mentees, Role::Mentee), (self.mentors, Role::Mentor)];
        let roles: Vec<Role> = roles.into_iter().filter(|(is_in, _)| *is_in).map(|(_, role)| role).collect();
        query.push("p.programme_id = ").push_bind(self.programme).push(" AND ").push(MEMBER).push(" AND ");
        if roles.is_empty() {
            query.push("FALSE");
        } else {
            query.push("p.role IN (").push_list(roles).push(")");
        }
        if let Some(cohort) = self.cohort {
            query.push(" AND p.cohort_id = ").push_bind(cohort);
        }
        query.push(match self.among {
            Among::All => "",
            Among::Matched => {
                " AND EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                    WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)"
            }
            Among::Unmatched => {
                " AND NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                    WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)"
            }
        });
    }
}
