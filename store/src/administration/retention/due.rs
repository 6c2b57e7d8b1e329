//! Who left so long ago that the rule is about them, and what keeps them.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, Utc};

use super::Reason;
use crate::alerts::{about, about_joins};
use crate::db::{Executor, Tx, query_as};
use crate::programmes::Programme;
use crate::{PersonId, Result, Store};

/// Days from the mail to the erasure.
pub(super) const WARNING: Days = Days::new(30);

/// Months have 28 to 31 days: rows that are read beside those that are due.
const MARGIN: Days = Days::new(4);

/// Who left, with what keeps them. `$1` is the programme, `$2` a time after which people left too late, `$3` one person or null, `$4` the
/// reader or null. Those whose erasure has begun are found one by one only. Those who are asked to agree again
/// finished signing up. Refused applicants and those who demanded the erasure are the matter of other jobs.
const LEAVERS: &str = concat!(
    "SELECT p.id, TRIM(p.first_name || ' ' || p.last_name) AS name, p.is_disabled, p.created_at, p.closed_at,
         (SELECT MAX(l.refreshed_at) FROM login_sessions l WHERE l.person_id = p.id) AS seen_at,
         EXISTS (SELECT 1 FROM alerts a",
    about_joins!(),
    "WHERE a.handled_at IS NULL AND (",
    about!(),
    " = p.id OR r.reporter_id = p.id))
         OR EXISTS (SELECT 1 FROM legal_holds h WHERE h.about_id = p.id)
         OR EXISTS (SELECT 1 FROM sealed_messages x WHERE x.sender_id = p.id)
         OR EXISTS (SELECT 1 FROM legal_holds h JOIN alerts a ON a.id = h.case_id
             JOIN reports r ON a.kind = 'report' AND r.id = a.subject_id WHERE r.reporter_id = p.id) AS is_protected,
         EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = p.id AND r.subject_id = $4) AS concerns_reader,
         EXISTS (SELECT 1 FROM data_requests d WHERE d.person_id = p.id AND d.closed_at IS NULL) AS has_request,
         EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
             WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS is_in_mentorship,
         w.erase_on
     FROM people p LEFT JOIN retention_warnings w ON w.person_id = p.id
         LEFT JOIN applications y ON y.person_id = p.id
     WHERE p.programme_id = $1 AND ($3 IS NULL OR p.id = $3) AND p.role IN ('mentor', 'mentee')
         AND p.email NOT LIKE '%.invalid' AND p.email NOT LIKE 'bot:%'
         AND COALESCE(y.state, 'approved') NOT IN ('declined', 'withdrawn')
         AND NOT EXISTS (SELECT 1 FROM data_requests d WHERE d.person_id = p.id AND d.kind = 'erasure' AND d.outcome = 'done')
         AND (w.begun_at IS NULL OR $3 IS NOT NULL)
         AND (p.is_disabled = TRUE AND p.closed_at <= $2
             OR p.is_disabled = FALSE AND p.agreed_terms_at IS NULL AND p.agreed_terms_before IS NULL AND p.created_at <= $2
                 AND NOT EXISTS (SELECT 1 FROM login_sessions l WHERE l.person_id = p.id AND l.refreshed_at > $2))
     ORDER BY p.id"
);

#[derive(sqlx::FromRow)]
struct Row {
    id: PersonId,
    name: String,
    is_disabled: bool,
    created_at: DateTime<Utc>,
    closed_at: Option<DateTime<Utc>>,
    seen_at: Option<DateTime<Utc>>,
    is_protected: bool,
    concerns_reader: bool,
    has_request: bool,
    is_in_mentorship: bool,
    erase_on: Option<NaiveDate>,
}

/// A person who left.
#[derive(Clone, Debug)]
pub(super) struct Leaver {
    pub(super) id: PersonId,
    pub(super) name: String,
    /// The day from which on the rule erases them.
    pub(super) due_on: NaiveDate,
    /// The day that they read in the warning.
    pub(super) erase_on: Option<NaiveDate>,
    /// Whether they reported the reader.
    pub(super) concerns_reader: bool,
    is_protected: bool,
    has_request: bool,
    is_in_mentorship: bool,
}

impl Leaver {
    /// Returns what keeps them.
    pub(super) fn reasons(&self) -> impl Iterator<Item = Reason> {
        let all = [
            (self.is_protected, Reason::Protection),
            (self.has_request, Reason::Request),
            (self.is_in_mentorship, Reason::Mentorship),
        ];
        all.into_iter().filter_map(|(holds, reason)| holds.then_some(reason))
    }

    pub(super) fn is_kept(&self) -> bool {
        self.reasons().next().is_some()
    }
}

/// Returns those who are due, or will be when a warning of today has run out.
pub(super) async fn of(
    db: impl Executor,
    store: &Store,
    programme: &Programme,
    months: u8,
    reader: PersonId,
) -> Result<Vec<Leaver>> {
    find(db, store, programme, months, None, Some(reader)).await
}

/// Returns those who are due, or will be when a warning of today has run out; only `person` if it is given.
pub(super) async fn find(
    db: impl Executor,
    store: &Store,
    programme: &Programme,
    months: u8,
    person: Option<PersonId>,
    reader: Option<PersonId>,
) -> Result<Vec<Leaver>> {
    let (zone, months) = (programme.tz(), Months::new(months.into()));
    let horizon = today(store, programme) + WARNING;
    let latest = (horizon + MARGIN - months).and_time(NaiveTime::MIN).and_utc();
    let rows: Vec<Row> =
        query_as(LEAVERS).bind(programme.id).bind(latest).bind(person).bind(reader).fetch_all(db).await?;
    let leaver = |row: Row| {
        let since = if row.is_disabled { row.closed_at } else { row.seen_at.max(Some(row.created_at)) };
        Some(Leaver {
            id: row.id,
            name: row.name,
            due_on: since?.with_timezone(&zone).date_naive() + months,
            erase_on: row.erase_on,
            concerns_reader: row.concerns_reader,
            is_protected: row.is_protected,
            has_request: row.has_request,
            is_in_mentorship: row.is_in_mentorship,
        })
    };
    Ok(rows.into_iter().filter_map(leaver).filter(|one| one.due_on <= horizon).collect())
}

/// Whether something keeps a person whose erasure has begun.
pub(super) async fn is_kept(db: impl Executor, store: &Store, programme: &Programme, person: PersonId) -> Result<bool> {
    Ok(find(db, store, programme, 0, Some(person), None).await?.iter().any(Leaver::is_kept))
}

/// The day in a programme.
pub(super) fn today(store: &Store, programme: &Programme) -> NaiveDate {
    store.clock.now().with_timezone(&programme.tz()).date_naive()
}

/// How many people a rule is about today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::administration) struct Count {
    /// Those who would be warned now and erased after that.
    pub(in crate::administration) erased: i64,
    /// Those whom something keeps.
    pub(in crate::administration) kept: i64,
}

/// Counts whom a rule is about today.
pub(in crate::administration) async fn count_in(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    months: u8,
) -> Result<Count> {
    let today = today(store, programme);
    let mut count = Count::default();
    for one in find(tx, store, programme, months, None, None).await?.iter().filter(|one| one.due_on <= today) {
        *if one.is_kept() { &mut count.kept } else { &mut count.erased } += 1;
    }
    Ok(count)
}
