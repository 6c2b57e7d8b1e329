//! Announcements as members read them.

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;

use super::check::language_for;
use super::{State, Text, Texts, changed};
use crate::db::{QueryBuilder, query};
use crate::role::Role;
use crate::{AnnouncementId, ProgrammeId, Result, SignedIn, Store};

/// Who comes later reads what was sent so long ago to all of their role, or of their role in a cohort.
const SHOWN_TO_NEWCOMERS: Duration = Duration::days(30);

/// Announcements that a page shows.
const SHOWN: i64 = 50;

/// An announcement as a member reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its id.
    pub id: AnnouncementId,
    /// The code of the language of its text.
    pub language: String,
    /// Title and text in that language.
    pub text: Text,
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
    /// When the text was last corrected.
    pub corrected_at: Option<DateTime<Utc>>,
    /// When the member read it.
    pub read_at: Option<DateTime<Utc>>,
}

/// What a member finds under the id of an announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The announcement.
    Received(Received),
    /// It was for them, and was taken back.
    TakenBack,
    /// Nothing that was for them.
    Nothing,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: AnnouncementId,
    texts: Json<Texts>,
    state: State,
    sent_at: DateTime<Utc>,
    corrected_at: Option<DateTime<Utc>>,
    read_at: Option<DateTime<Utc>>,
}

impl Row {
    fn in_language(mut self, signed_in: &SignedIn, language: &str) -> Option<Received> {
        let language = language_for(&self.texts, language, &signed_in.catalogue.languages)?;
        let text = self.texts.0.remove(&language)?;
        let Self { id, sent_at, corrected_at, read_at, .. } = self;
        Some(Received { id, language, text, sent_at, corrected_at, read_at })
    }
}

/// Returns what the team announced to a person, unread ones first and then the newest, in their language.
pub async fn received(store: &Store, signed_in: &SignedIn, language: &str) -> Result<Vec<Received>> {
    let Some(mut rows) = of_person(store, signed_in) else { return Ok(Vec::new()) };
    rows.push(
        " AND a.state = 'sent' ORDER BY CASE WHEN r.read_at IS NULL THEN 0 ELSE 1 END, a.sent_at DESC, a.id LIMIT ",
    );
    rows.push_bind(SHOWN);
    let rows: Vec<Row> = rows.build_query_as().fetch_all(&store.db).await?;
    Ok(rows.into_iter().filter_map(|row| row.in_language(signed_in, language)).collect())
}

/// Returns one announcement as a person reads it.
pub async fn find_received(store: &Store, signed_in: &SignedIn, id: AnnouncementId, language: &str) -> Result<Found> {
    let Some(row) = find(store, signed_in, id).await? else { return Ok(Found::Nothing) };
    if row.state == State::TakenBack {
        return Ok(Found::TakenBack);
    }
    Ok(row.in_language(signed_in, language).map_or(Found::Nothing, Found::Received))
}

/// Records that a person has read an announcement: once, on whichever device. Returns false if there is none for them.
pub async fn mark_read(store: &Store, signed_in: &SignedIn, id: AnnouncementId) -> Result<bool> {
    let Some(row) = find(store, signed_in, id).await?.filter(|row| row.state == State::Sent) else { return Ok(false) };
    if row.read_at.is_some() {
        return Ok(true);
    }
    let person = signed_in.person.id;
    let read = query(
        "INSERT INTO announcement_recipients (announcement_id, person_id, role, read_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (announcement_id, person_id) DO UPDATE SET read_at = excluded.read_at
         WHERE announcement_recipients.read_at IS NULL",
    )
    .bind(id)
    .bind(person)
    .bind(signed_in.person.role)
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    if read > 0 {
        store.bus.publish(vec![changed(vec![person])]);
    }
    Ok(true)
}

async fn find(store: &Store, signed_in: &SignedIn, id: AnnouncementId) -> Result<Option<Row>> {
    let Some(mut row) = of_person(store, signed_in) else { return Ok(None) };
    row.push(" AND a.id = ").push_bind(id);
    row.build_query_as().fetch_optional(&store.db).await
}

/// Selects what was sent to a person, also what was taken back since. None for staff, without a programme, and while an application stands
/// in between.
fn of_person<'q>(store: &Store, signed_in: &SignedIn) -> Option<QueryBuilder<'q>> {
    let person = &signed_in.person;
    let programme: ProgrammeId = person.programme_id.filter(|_| !signed_in.is_applying())?;
    let of_role = match person.role {
        Role::Mentee => "a.for_mentees",
        Role::Mentor => "a.for_mentors",
        _ => return None,
    };
    let mut rows = QueryBuilder::new(
        "SELECT a.id, a.texts, a.state, a.sent_at, a.corrected_at, r.read_at FROM announcements a
         LEFT JOIN announcement_recipients r ON r.announcement_id = a.id AND r.person_id = ",
    );
    rows.push_bind(person.id).push(" WHERE a.programme_id = ").push_bind(programme);
    rows.push(" AND a.state IN ('sent', 'taken_back') AND (r.person_id IS NOT NULL OR (a.among = 'all' AND ");
    rows.push(of_role).push(" AND a.sent_at > ").push_bind(store.clock.now() - SHOWN_TO_NEWCOMERS);
    rows.push(
        " AND (a.cohort_id IS NULL OR EXISTS (SELECT 1 FROM people p WHERE p.cohort_id = a.cohort_id AND p.id = ",
    );
    rows.push_bind(person.id).push("))))");
    Some(rows)
}
