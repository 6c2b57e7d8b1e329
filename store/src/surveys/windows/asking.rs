//! Asks the people of open windows, notifies them, and reminds them.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Days, NaiveDate, Timelike, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::super::openings;
use super::audience::takes_part;
use super::{WindowKind, end_of_day, next_reminder};
use crate::bus::{Event, Topic};
use crate::content::{self, Catalogue};
use crate::db::{Tx, query, query_as};
use crate::experiences::{Access, experiences_of};
use crate::notifications::notices::Recipient;
use crate::programmes::Programme;
use crate::push::{Notification, enqueue_in};
use crate::{CohortId, PersonId, ProgrammeId, Result, SignedIn, Store, SurveyWindowId};

/// The end of a mentorship can be taken back for a day; people are asked after that.
const AFTER_END: chrono::Duration = chrono::Duration::hours(24);

/// The hours of the day in which messages about surveys leave: many who are asked are young.
const DAYTIME: std::ops::Range<u32> = 8..20;

/// People asked in one transaction.
const ASKED_AT_ONCE: i64 = 500;

/// People notified between two looks into the database.
const NOTIFIED_AT_ONCE: i64 = 100;

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(3 * 24 * 3600);

/// A window that is open.
#[derive(sqlx::FromRow)]
struct Open {
    id: SurveyWindowId,
    programme_id: ProgrammeId,
    survey_key: String,
    asks_mentors: bool,
    asks_mentees: bool,
    cohort_id: Option<CohortId>,
    kind: WindowKind,
    week: Option<i64>,
    open_weeks: Option<i64>,
    remind_after: String,
    created_at: DateTime<Utc>,
}

/// A person who is notified or reminded.
#[derive(sqlx::FromRow)]
struct Asked {
    window_id: SurveyWindowId,
    person_id: PersonId,
    programme_id: ProgrammeId,
    survey_key: String,
    kind: WindowKind,
    remind_after: String,
    asked_at: DateTime<Utc>,
}

/// Asks, notifies and reminds all who are due, and returns the number of messages. Of several nodes, one does.
pub async fn ask_due(store: &Store) -> Result<usize> {
    let catalogue = content::catalogue(store).await?;
    let open: Vec<Open> = query_as(
        "SELECT id, programme_id, survey_key, asks_mentors, asks_mentees, cohort_id, kind, week, open_weeks, remind_after,
             created_at
         FROM survey_windows WHERE stopped_at IS NULL AND opens_at <= $1 AND (closes_at IS NULL OR closes_at > $1)",
    )
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await?;
    for window in open {
        // A survey that left the content has no questions to ask.
        let is_offered = catalogue.surveys.to_begin(&window.survey_key).is_some();
        if let (true, Some(programme)) = (is_offered, catalogue.programmes.get(&window.programme_id)) {
            // One that fails does not keep the others waiting; it is tried again in the next run.
            if let Err(error) = window.ask_all(store, programme).await {
                tracing::warn!(window = %window.id, %error, "people are not asked to take a survey");
            }
        }
    }
    let notified = tell(store, &catalogue, Step::Notify).await;
    Ok(notified? + tell(store, &catalogue, Step::Remind).await?)
}

impl Open {
    async fn ask_all(&self, store: &Store, programme: &Programme) -> Result<()> {
        loop {
            let people = self.ask(store, programme).await?;
            let is_last = people.len() < ASKED_AT_ONCE.unsigned_abs() as usize;
            if !people.is_empty() {
                store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Surveys, Topic::Profile] }]);
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Asks people who have come to the window, and returns them.
    async fn ask(&self, store: &Store, programme: &Programme) -> Result<Vec<PersonId>> {
        let now = store.clock.now();
        let mut tx = store.db.begin().await?;
        // Staff may have changed or stopped it since it was found.
        let open: Option<(Option<NaiveDate>,)> = query_as(
            "UPDATE survey_windows SET kind = kind
             WHERE id = $1 AND stopped_at IS NULL AND (closes_at IS NULL OR closes_at > $2) RETURNING closes_on",
        )
        .bind(self.id)
        .bind(now)
        .fetch_optional(&mut tx)
        .await?;
        let Some((closes_on,)) = open else { return Ok(Vec::new()) };
        let weeks = u64::try_from(self.open_weeks.unwrap_or_default()).unwrap_or_default();
        let today = now.with_timezone(&programme.tz()).date_naive();
        let closes_on = closes_on.unwrap_or(today + Days::new(7 * weeks));
        let insert = "INSERT INTO survey_invites (window_id, person_id, mentorship_id, asked_at, closes_on, closes_at, remind_at) ";
        let select = match self.kind {
            WindowKind::Dates => concat!(
                "SELECT $2, p.id, CAST(NULL AS UUID), $1, $3, $4, $5 FROM people p
                 WHERE p.programme_id = $6 AND ((p.role = 'mentor' AND $7) OR (p.role = 'mentee' AND $8)) AND ",
                takes_part!(),
                " AND p.left_programme_at IS NULL"
            ),
            WindowKind::Week => concat!(
                "SELECT $2, p.id, m.mentorship_id, $1, $3, $4, $5 FROM people p
                 JOIN mentorship_members m ON m.person_id = p.id JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE p.programme_id = $6 AND s.programme_id = $6 AND m.left_at IS NULL AND s.ended_at IS NULL
                 AND p.role = m.role AND ((m.role = 'mentor' AND $7) OR (m.role = 'mentee' AND $8))
                 AND m.joined_at >= $9 AND m.joined_at <= $10 AND ",
                takes_part!(),
                " AND p.left_programme_at IS NULL"
            ),
            WindowKind::Exit => concat!(
                "SELECT $2, p.id, m.mentorship_id, $1, $3, $4, $5 FROM people p
                 JOIN mentorship_members m ON m.person_id = p.id JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE p.programme_id = $6 AND s.programme_id = $6
                 AND p.role = m.role AND ((m.role = 'mentor' AND $7) OR (m.role = 'mentee' AND $8))
                 AND m.left_at >= $9 AND m.left_at <= $10 AND ",
                takes_part!()
            ),
        };
        let (since, until) = self.span(now);
        let asked: Vec<(PersonId,)> = query_as([
            insert,
            select,
            " AND ($13 IS NULL OR p.cohort_id = $13)
             AND NOT EXISTS (SELECT 1 FROM survey_progress q
                 WHERE q.person_id = p.id AND q.survey_key = $11 AND q.completed_at IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM survey_invites i WHERE i.window_id = $2 AND i.person_id = p.id)
             ORDER BY p.id LIMIT $12 ON CONFLICT DO NOTHING RETURNING person_id",
        ])
        .bind(now)
        .bind(self.id)
        .bind(closes_on)
        .bind(end_of_day(closes_on, programme.tz()))
        .bind(next_reminder(now, &self.remind_after, now))
        .bind(self.programme_id)
        .bind(self.asks_mentors)
        .bind(self.asks_mentees)
        .bind(since)
        .bind(until)
        .bind(&self.survey_key)
        .bind(ASKED_AT_ONCE)
        .bind(self.cohort_id)
        .fetch_all(&mut tx)
        .await?;
        // A push about an earlier window does not stand for this one.
        query(
            "DELETE FROM survey_openings WHERE survey_key = $1 AND person_id IN (
                 SELECT i.person_id FROM survey_invites i WHERE i.window_id = $2 AND i.asked_at = $3)",
        )
        .bind(&self.survey_key)
        .bind(self.id)
        .bind(now)
        .execute(&mut tx)
        .await?;
        tx.commit().await?;
        Ok(asked.into_iter().map(|(person,)| person).collect())
    }

    /// The times between which a member joined or left a mentorship who has come to the window since it was created, and not longer ago
    /// than people have to answer: who was suspended meanwhile is not asked about what is long over.
    fn span(&self, now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        let ago = match self.kind {
            WindowKind::Exit => AFTER_END,
            WindowKind::Dates | WindowKind::Week => chrono::Duration::weeks(self.week.unwrap_or_default()),
        };
        let created = if self.kind == WindowKind::Exit { self.created_at } else { self.created_at - ago };
        let oldest = now - ago - chrono::Duration::weeks(self.open_weeks.unwrap_or_default());
        (created.max(oldest), now - ago)
    }
}

/// What a person hears.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// That the survey is open for them.
    Notify,
    /// That it still is.
    Remind,
}

/// Notifies or reminds all who are due, and returns their number. Messages leave in the daytime of the programme.
async fn tell(store: &Store, catalogue: &Catalogue, step: Step) -> Result<usize> {
    let due = match step {
        Step::Notify => "i.notified_at IS NULL",
        Step::Remind => "i.notified_at IS NOT NULL AND i.remind_at <= $1",
    };
    let is_daytime = |programme: ProgrammeId| {
        let zone = catalogue.programmes.get(&programme).map_or(Tz::UTC, |programme| programme.tz());
        DAYTIME.contains(&store.clock.now().with_timezone(&zone).hour())
    };
    let (mut count, mut after) = (0, (SurveyWindowId(Uuid::nil()), PersonId(Uuid::nil())));
    loop {
        let people: Vec<Asked> = query_as([
            "SELECT i.window_id, i.person_id, w.programme_id, w.survey_key, w.kind, w.remind_after, i.asked_at
             FROM survey_invites i JOIN survey_windows w ON w.id = i.window_id JOIN people p ON p.id = i.person_id
             WHERE w.stopped_at IS NULL AND i.closes_at > $1 AND (i.window_id, i.person_id) > ($2, $3)
             AND NOT EXISTS (SELECT 1 FROM survey_progress q
                 WHERE q.person_id = i.person_id AND q.survey_key = w.survey_key AND q.completed_at IS NOT NULL) AND ",
            takes_part!(),
            " AND (w.kind = 'exit' OR p.left_programme_at IS NULL) AND ",
            due,
            " ORDER BY i.window_id, i.person_id LIMIT $4",
        ])
        .bind(store.clock.now())
        .bind(after.0)
        .bind(after.1)
        .bind(NOTIFIED_AT_ONCE)
        .fetch_all(&store.db)
        .await?;
        let Some(last) = people.last() else { return Ok(count) };
        after = (last.window_id, last.person_id);
        for asked in people.into_iter().filter(|asked| is_daytime(asked.programme_id)) {
            match asked.tell(store, step).await {
                Ok(is_sent) => count += usize::from(is_sent),
                // The others are not kept waiting; this one is tried again in the next run.
                Err(error) => tracing::warn!(person = %asked.person_id, %error, "a survey is not announced"),
            }
        }
    }
}

impl Asked {
    /// Enqueues push and mail. Returns false for those who cannot take the survey now; they are asked once they can.
    async fn tell(&self, store: &Store, step: Step) -> Result<bool> {
        let Some(signed_in) = SignedIn::of_person(store, self.person_id).await? else { return Ok(false) };
        let rules = signed_in.settings().map(|rules| &rules.experiences);
        let experiences = experiences_of(rules, signed_in.person.role, &signed_in.person.experience_overrides);
        if experiences.survey != Access::Use || !openings::offered(&signed_in).any(|key| key == self.survey_key) {
            return Ok(false);
        }
        let mut tx = store.db.begin().await?;
        let Some(closes_on) = self.mark(&mut tx, store, step).await? else { return Ok(false) };
        self.enqueue(&mut tx, store, step, closes_on).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Marks the step as done, and returns the last day. None if another run did it.
    async fn mark(&self, tx: &mut Tx, store: &Store, step: Step) -> Result<Option<NaiveDate>> {
        let now = store.clock.now();
        let mark = match step {
            Step::Notify => "UPDATE survey_invites SET notified_at = $3, remind_at = $4 WHERE notified_at IS NULL AND ",
            Step::Remind => "UPDATE survey_invites SET remind_at = $4, reminded_at = $3 WHERE remind_at <= $3 AND ",
        };
        let marked: Option<(NaiveDate,)> = query_as([mark, "window_id = $1 AND person_id = $2 RETURNING closes_on"])
            .bind(self.window_id)
            .bind(self.person_id)
            .bind(now)
            .bind(next_reminder(self.asked_at, &self.remind_after, now))
            .fetch_optional(tx)
            .await?;
        Ok(marked.map(|(closes_on,)| closes_on))
    }

    async fn enqueue(&self, tx: &mut Tx, store: &Store, step: Step, closes_on: NaiveDate) -> Result<()> {
        let is_new = openings::note(tx, store, self.person_id, std::slice::from_ref(&self.survey_key)).await?;
        if is_new || step == Step::Remind {
            enqueue_in(tx, store, self.person_id, &Notification::SurveyOpened, TTL).await?;
        }
        let template = match (step, self.kind) {
            (Step::Remind, _) => "survey_reminder",
            (Step::Notify, WindowKind::Exit) => "survey_exit",
            (Step::Notify, WindowKind::Dates | WindowKind::Week) => "survey_asked",
        };
        let to = Recipient::find(tx, self.person_id).await?.filter(|to| step == Step::Notify || to.wants_reminders);
        let Some(to) = to else { return Ok(()) };
        to.mail_in(tx, store, template, BTreeMap::from([("day".to_owned(), closes_on.to_string())])).await
    }
}
