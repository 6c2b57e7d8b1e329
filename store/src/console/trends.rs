//! How the programmes of a member of staff are doing: four figures, each with what it was four weeks ago.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::QueryBuilder;
use crate::listing::RECENT;
use crate::staff::Scope;
use crate::{Result, Store};

/// What is counted. Each figure is the length of a list of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FigureKind)]
pub enum Kind {
    /// People who joined within four weeks.
    Joined,
    /// Mentees in a mentorship.
    Matched,
    /// Mentorships that go on.
    Running,
    /// Mentorships that completed a session within four weeks.
    Learning,
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What is counted.
    pub kind: Kind,
    /// Now.
    pub now: i64,
    /// Four weeks ago.
    pub before: i64,
}

/// A question with the column of its programme; `{at}` stands for the time at which it is asked, `{since}` for four weeks earlier.
struct Question {
    kind: Kind,
    sql: &'static str,
    programme: &'static str,
}

static QUESTIONS: [Question; 4] = [
    Question {
        kind: Kind::Joined,
        sql: "SELECT COUNT(*) FROM people p
              WHERE p.email NOT LIKE '%.invalid' AND p.created_at > {since} AND p.created_at <= {at} AND ",
        programme: "p.programme_id",
    },
    Question {
        kind: Kind::Matched,
        sql: "SELECT COUNT(*) FROM people p
              WHERE p.email NOT LIKE '%.invalid' AND p.role = 'mentee' AND EXISTS (
                  SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                  WHERE m.person_id = p.id AND m.joined_at <= {at} AND (m.left_at IS NULL OR m.left_at > {at})
                      AND (s.ended_at IS NULL OR s.ended_at > {at})) AND ",
        programme: "p.programme_id",
    },
    Question {
        kind: Kind::Running,
        sql: "SELECT COUNT(*) FROM mentorships s
              WHERE s.started_at <= {at} AND (s.ended_at IS NULL OR s.ended_at > {at}) AND ",
        programme: "s.programme_id",
    },
    Question {
        kind: Kind::Learning,
        sql: "SELECT COUNT(*) FROM mentorships s WHERE EXISTS (SELECT 1 FROM mentorship_sessions d
                  WHERE d.mentorship_id = s.id AND d.completed_at > {since} AND d.completed_at <= {at}) AND ",
        programme: "s.programme_id",
    },
];

/// Returns the figures of the programmes within a scope.
pub async fn of_scope(store: &Store, scope: &Scope) -> Result<Vec<Figure>> {
    let now = store.clock.now();
    let mut figures = Vec::with_capacity(QUESTIONS.len());
    for question in &QUESTIONS {
        let before = question.ask(store, scope, now - RECENT).await?;
        figures.push(Figure { kind: question.kind, now: question.ask(store, scope, now).await?, before });
    }
    Ok(figures)
}

impl Question {
    async fn ask(&self, store: &Store, scope: &Scope, at: DateTime<Utc>) -> Result<i64> {
        let mut query = QueryBuilder::new("");
        let mut rest = self.sql;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, next) = after.split_once('}').unwrap_or_default();
            query.push(before).push_bind(if name == "since" { at - RECENT } else { at });
            rest = next;
        }
        query.push(rest);
        scope.push(&mut query, self.programme);
        query.build_query_scalar().fetch_one(&store.db).await
    }
}
