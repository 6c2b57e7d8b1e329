//! Programmes and people for acts.

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use store::listing::ListRequest;
use store::mentorship::NewMentorship;
use store::people::Role;
use store::programmes::Programme;
use store::reports::{self, NewReport, Reason};
use store::staff::Scope;
use store::staff::audit::{self, ListedAct};
use store::{AlertId, BadgeId, MentorshipId, PersonId, ReportId, administration};
use test_kit::operator;

use crate::TestApp;
use crate::matching::{add, named_programme, waiting};

/// A programme with a staff member, and another one whose staff must not see it.
pub(super) struct World {
    pub(super) app: TestApp,
    pub(super) programme: Programme,
    pub(super) groups: Programme,
    pub(super) sam: PersonId,
    added: std::cell::Cell<u32>,
}

impl World {
    pub(super) async fn new(app: TestApp) -> Self {
        let [.., sam] = app.people().await;
        let programme = named_programme(&app, "lakeside", json!({})).await;
        let groups = json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}});
        let groups = named_programme(&app, "hill", groups).await;
        Self { app, programme, groups, sam, added: std::cell::Cell::new(0) }
    }

    pub(super) fn fresh_name(&self) -> String {
        self.added.set(self.added.get() + 1);
        format!("person{}", self.added.get())
    }

    pub(super) async fn person(&self, role: Role) -> PersonId {
        add(&self.app, self.programme.id, &self.fresh_name(), role).await
    }

    pub(super) async fn waiting(&self, of: &Programme, role: Role) -> PersonId {
        waiting(&self.app, of, &self.fresh_name(), role, &["english"], "tech").await
    }

    pub(super) async fn new_pair(&self) -> NewMentorship {
        let (mentor, mentees) = (self.person(Role::Mentor).await, vec![self.person(Role::Mentee).await]);
        NewMentorship { mentor, mentees, group: None }
    }

    pub(super) async fn pair(&self) -> MentorshipId {
        administration::create_mentorship(&self.app.store, &operator(), &self.new_pair().await).await.unwrap().unwrap()
    }

    pub(super) async fn report(&self) -> (ReportId, AlertId) {
        let (one, other) = (self.person(Role::Mentor).await, self.person(Role::Mentee).await);
        let channel = self.app.direct(&[one, other]).await;
        let programme = Some(self.programme.id);
        let new = NewReport {
            reporter: other,
            subject: one,
            channel,
            message: None,
            programme,
            reason: Reason::Harassment,
            details: "",
            stops_contact: Some(true),
        };
        let id = reports::add(&self.app.store, new, 20).await.unwrap().unwrap().id;
        (id, crate::safety::case_about(&self.app.store, id.0).await)
    }

    pub(super) async fn badge(&self) -> BadgeId {
        let pair = self.new_pair().await;
        let id = administration::create_mentorship(&self.app.store, &operator(), &pair).await.unwrap().unwrap();
        let badge: BadgeId = self.app.store.clock.id();
        for sql in [
            format!(
                "INSERT INTO mentorship_sessions (session_id, mentorship_id, session_key, position, due_on)
                 VALUES ('{id}', {}, 'goals', 0, '2026-03-20')",
                self.literal(id.0)
            ),
            format!(
                "INSERT INTO badges (id, person_id, session_id, tier, earned_at)
                 VALUES ({}, {}, '{id}', 'Gold', '2026-03-02T09:00:00Z')",
                self.literal(badge.0),
                self.literal(pair.mentees[0].0)
            ),
        ] {
            self.execute(sql).await;
        }
        badge
    }

    /// A person about whom staff decide.
    pub(super) async fn applicant(&self) -> PersonId {
        let person = self.person(Role::Mentee).await;
        let values = format!("({}, 'open', '')", self.literal(person.0));
        self.execute(format!("INSERT INTO applications (person_id, state, note) VALUES {values}")).await;
        person
    }

    fn literal(&self, id: uuid::Uuid) -> String {
        let is_sqlite = self.app.environment().0.starts_with("sqlite:");
        if is_sqlite { format!("X'{}'", id.simple()) } else { format!("'{id}'") }
    }

    async fn execute(&self, sql: String) {
        let (url, _) = self.app.environment();
        let sql = AssertSqlSafe(sql);
        match url.strip_prefix("sqlite:") {
            Some(path) => drop(SqliteConnection::connect(path).await.unwrap().execute(sql).await.unwrap()),
            None => drop(PgConnection::connect(&url).await.unwrap().execute(sql).await.unwrap()),
        }
    }

    /// Returns all rows of the log.
    pub(super) async fn rows(&self) -> Vec<ListedAct> {
        let mut all = Vec::new();
        let mut cursor = None;
        loop {
            let request = ListRequest { cursor, limit: Some(200), ..ListRequest::default() };
            let page = audit::page(&self.app.store, &Scope::Installation, None, &request).await.unwrap();
            all.extend(page.rows);
            cursor = page.next_cursor;
            if cursor.is_none() {
                return all;
            }
        }
    }
}
