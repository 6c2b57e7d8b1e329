//! Lists for staff: search, filters and sort from allow-lists, pages cut by the key of their last row, the total, and a scope
//! that cannot be left out.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::Scope;
use crate::db::QueryBuilder;
use crate::{Error, PersonId, Store};

mod values;

pub(crate) use values::Values;

/// The most rows of a page.
pub const MAX_PAGE: i64 = 200;

/// Rows of a page that a request does not bound.
const DEFAULT_PAGE: i64 = 50;

/// Values of one filter.
const MAX_VALUES: usize = 100;

/// How long ago counts as recent.
pub(crate) const RECENT: Duration = Duration::days(28);

/// Characters of a search; longer ones find nothing useful.
const MAX_SEARCH_CHARS: usize = 200;

/// What to list, as requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListRequest {
    /// Words that all have to occur.
    pub search: Option<String>,
    /// The values of each filter; a row has to fit one of them.
    pub filters: BTreeMap<String, Vec<String>>,
    /// The name of a sort, with `-` before it for descending.
    pub sort: Option<String>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// The most rows; [`MAX_PAGE`] at most.
    pub limit: Option<i64>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins; None on the last one.
    pub next_cursor: Option<String>,
    /// All rows of the list.
    pub total: i64,
}

/// Why a list was not read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// The request names something that the list does not have.
    #[error("{sentence}")]
    Invalid {
        /// The parameter.
        field: String,
        /// What is allowed.
        sentence: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] Error),
}

/// What a list consists of. All texts are SQL of this crate.
pub(crate) struct Listing {
    /// The columns of a row, in pieces. `{today}` stands for the day in UTC, `{adult_month}` for the month of birth of those who
    /// have just come of age, `{silent_since}` for the time before which contact counts as silence in the programme `g`, `{silent_day}` for its day,
    /// `{recent_since}` for the time since which something counts as recent, `{warned_since}` for that since which warnings count; also in the conditions of filters.
    pub(crate) columns: &'static [&'static str],
    /// Tables and joins.
    pub(crate) from: &'static str,
    /// A condition that always holds; `{reader}` stands for the person who reads, or for the nil id.
    pub(crate) condition: &'static str,
    /// The column with the programme of a row, for the scope; or a condition in which `{…}` surrounds such columns.
    pub(crate) programme: &'static str,
    /// The unique column that orders rows with equal keys.
    pub(crate) id: &'static str,
    /// The condition of a word that is searched; `{like}` stands for the comparison of a folded text with it.
    pub(crate) search: &'static str,
    /// The filters by name.
    pub(crate) filters: &'static [(&'static str, Filter)],
    /// The sorts by name.
    pub(crate) sorts: &'static [(&'static str, SortKey)],
    /// The default sort, such as `-createdAt`.
    pub(crate) default_sort: &'static str,
}

/// What a filter compares.
pub(crate) enum Filter {
    /// Named conditions.
    Choice(&'static [(&'static str, &'static str)]),
    /// A column with an id.
    Id(&'static str),
    /// A condition in which `?` stands for an id.
    IdWhere(&'static str),
    /// A column with a text.
    Text(&'static str),
    /// A condition in which `?` stands for a text.
    TextWhere(&'static str),
    /// A column with a time: at or after a time, or from a day on.
    From(&'static str),
    /// A column with a time: before a time, or until the end of a day.
    Until(&'static str),
    /// A condition about an interval such as `2027-05-31T22:00:00Z/2027-06-30T22:00:00Z`, in which `{from}` and `{until}` stand for its ends.
    Within(&'static str),
}

/// What a sort orders by: an expression that is never NULL.
#[derive(Clone, Copy)]
pub(crate) enum SortKey {
    /// A text.
    Text(&'static str),
    /// A time.
    Time(&'static str),
}

/// The key of the last row of a page.
#[derive(Serialize, Deserialize)]
struct Cursor {
    sort: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<DateTime<Utc>>,
    id: Uuid,
}

/// A row with its key.
#[derive(FromRow)]
struct Keyed<T> {
    #[sqlx(flatten)]
    row: T,
    sort_text: Option<String>,
    sort_time: Option<DateTime<Utc>>,
    sort_id: Uuid,
}

impl Listing {
    /// Returns a page of the rows within the scope.
    pub(crate) async fn page<T>(
        &self,
        store: &Store,
        scope: &Scope,
        reader: Option<PersonId>,
        request: &ListRequest,
    ) -> Result<Page<T>, ListError>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut count = QueryBuilder::new("SELECT COUNT(*)");
        let values = Values::of(store, reader);
        self.push_rows_of(&mut count, scope, request, values)?;
        let sort = request.sort.as_deref().unwrap_or(self.default_sort);
        let (name, is_descending) = sort.strip_prefix('-').map_or((sort, false), |name| (name, true));
        let known = self.sorts.iter().find(|(known, _)| *known == name);
        let (_, key) = known.ok_or_else(|| unknown("sort", self.sorts.iter().map(|(name, _)| *name)))?;
        let cursor = request.cursor.as_deref().map(|text| Cursor::read(text, sort)).transpose()?;
        let limit = request.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
        let total: i64 = count.build_query_scalar().fetch_one(&store.db).await?;
        if total == 0 {
            return Ok(Page { rows: Vec::new(), next_cursor: None, total });
        }

        let mut rows = QueryBuilder::new("SELECT ");
        for columns in self.columns {
            values.push(&mut rows, columns);
        }
        match *key {
            SortKey::Text(key) => {
                rows.push(", ").push(key).push(" AS sort_text, CAST(NULL AS TIMESTAMPTZ) AS sort_time")
            }
            SortKey::Time(key) => rows.push(", CAST(NULL AS TEXT) AS sort_text, ").push(key).push(" AS sort_time"),
        };
        rows.push(", ").push(self.id).push(" AS sort_id");
        self.push_rows_of(&mut rows, scope, request, values)?;
        if let Some(cursor) = cursor {
            let (SortKey::Text(expression) | SortKey::Time(expression)) = *key;
            rows.push(" AND (").push(expression).push(", ").push(self.id);
            rows.push(if is_descending { ") < (" } else { ") > (" });
            match key {
                SortKey::Text(_) => rows.push_bind(cursor.text.unwrap_or_default()),
                SortKey::Time(_) => rows.push_bind(cursor.time.unwrap_or_default()),
            };
            rows.push(", ").push_bind(cursor.id).push(")");
        }
        rows.push(match key {
            SortKey::Text(_) => " ORDER BY sort_text",
            SortKey::Time(_) => " ORDER BY sort_time",
        });
        rows.push(if is_descending { " DESC, sort_id DESC" } else { ", sort_id" });
        // One more than the page shows whether another one follows.
        rows.push(" LIMIT ").push_bind(limit + 1);
        let mut found: Vec<Keyed<T>> = rows.build_query_as().fetch_all(&store.db).await?;
        let has_more = i64::try_from(found.len()).is_ok_and(|count| count > limit);
        found.truncate(usize::try_from(limit).unwrap_or_default());
        let last = found.last().filter(|_| has_more);
        let next_cursor = last.map(|last| Cursor::of(last, sort).write()).transpose().map_err(Error::from)?;
        Ok(Page { rows: found.into_iter().map(|keyed| keyed.row).collect(), next_cursor, total })
    }

    /// Returns one row within the scope, with further columns.
    pub(crate) async fn find<T>(
        &self,
        store: &Store,
        scope: &Scope,
        reader: Option<PersonId>,
        more_columns: &'static str,
        id: Uuid,
    ) -> Result<Option<T>, Error>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let values = Values::of(store, reader);
        let mut row = QueryBuilder::new("SELECT ");
        self.columns.iter().for_each(|columns| values.push(&mut row, columns));
        values.push(&mut row, more_columns);
        self.push_scope(&mut row, scope, values);
        row.push(" AND ").push(self.id).push(" = ").push_bind(id);
        row.build_query_as().fetch_optional(&store.db).await
    }

    /// Returns other columns of all rows within the scope that meet a further condition.
    pub(crate) async fn select<T>(
        &self,
        store: &Store,
        scope: &Scope,
        reader: Option<PersonId>,
        columns: &'static str,
        push_condition: impl FnOnce(&mut QueryBuilder<'_>),
    ) -> Result<Vec<T>, Error>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let values = Values::of(store, reader);
        let mut rows = QueryBuilder::new("SELECT ");
        values.push(&mut rows, columns);
        self.push_scope(&mut rows, scope, values);
        rows.push(" AND (");
        push_condition(&mut rows);
        rows.push(")");
        rows.build_query_as().fetch_all(&store.db).await
    }

    /// Appends tables and the conditions that always hold.
    fn push_scope(&self, query: &mut QueryBuilder<'_>, scope: &Scope, values: Values) {
        query.push(" FROM ").push(self.from).push(" WHERE ");
        values.push(query, self.condition);
        query.push(" AND ");
        if *scope == Scope::Installation || !self.programme.contains('{') {
            return scope.push(query, self.programme);
        }
        for part in self.programme.split('{') {
            let (column, after) = part.split_once('}').unwrap_or(("", part));
            if !column.is_empty() {
                scope.push(query, column);
            }
            query.push(after);
        }
    }

    /// Appends tables and conditions, the same for the rows and their count.
    fn push_rows_of(
        &self,
        query: &mut QueryBuilder<'_>,
        scope: &Scope,
        request: &ListRequest,
        bound: Values,
    ) -> Result<(), ListError> {
        self.push_scope(query, scope, bound);
        let search: String = request.search.iter().flat_map(|text| text.chars()).take(MAX_SEARCH_CHARS).collect();
        for word in text_fold::fold(&search).split_whitespace() {
            query.push(" AND ");
            for (position, part) in self.search.split("{like}").enumerate() {
                if position > 0 {
                    query.push(" LIKE ").push_bind(pattern(word)).push(" ESCAPE '\\'");
                }
                query.push(part);
            }
        }
        for (name, values) in &request.filters {
            let known = self.filters.iter().find(|(known, _)| known == name);
            let (_, filter) = known.ok_or_else(|| unknown(name, self.filters.iter().map(|(name, _)| *name)))?;
            if values.len() > MAX_VALUES {
                return Err(invalid(name, &format!("At most {MAX_VALUES} values.")));
            }
            if !values.is_empty() {
                query.push(" AND (");
                filter.push(query, name, values, bound)?;
                query.push(")");
            }
        }
        Ok(())
    }
}

impl Filter {
    fn push(
        &self,
        query: &mut QueryBuilder<'_>,
        name: &str,
        values: &[String],
        bound: Values,
    ) -> Result<(), ListError> {
        for (position, value) in values.iter().enumerate() {
            query.push(if position == 0 { "(" } else { " OR (" });
            match self {
                Self::Choice(choices) => {
                    let known = choices.iter().find(|(known, _)| known == value);
                    let (_, condition) = known.ok_or_else(|| unknown(name, choices.iter().map(|(name, _)| *name)))?;
                    bound.push(query, condition);
                }
                Self::Text(column) => drop(query.push(column).push(" = ").push_bind(value.clone())),
                Self::Id(column) => {
                    let id: Uuid = value.parse().map_err(|_| invalid(name, "This is no id."))?;
                    query.push(column).push(" = ").push_bind(id);
                }
                Self::IdWhere(condition) => {
                    let id: Uuid = value.parse().map_err(|_| invalid(name, "This is no id."))?;
                    let (before, after) = condition.split_once('?').unwrap_or((condition, ""));
                    query.push(before).push_bind(id).push(after);
                }
                Self::Within(condition) => {
                    let (from, until) = interval(name, value)?;
                    let mut rest = *condition;
                    while let Some((before, after)) = rest.split_once('{') {
                        let (end, next) = after.split_once('}').unwrap_or_default();
                        query.push(before).push_bind(if end == "from" { from } else { until });
                        rest = next;
                    }
                    query.push(rest);
                }
                Self::TextWhere(condition) => {
                    let (before, after) = condition.split_once('?').unwrap_or((condition, ""));
                    bound.push(query, before);
                    query.push_bind(value.clone());
                    bound.push(query, after);
                }
                Self::From(column) => drop(query.push(column).push(" >= ").push_bind(time(name, value, 0)?)),
                Self::Until(column) => drop(query.push(column).push(" < ").push_bind(time(name, value, 1)?)),
            }
            query.push(")");
        }
        Ok(())
    }
}

impl Cursor {
    fn of<T>(last: &Keyed<T>, sort: &str) -> Self {
        Self { sort: sort.to_owned(), text: last.sort_text.clone(), time: last.sort_time, id: last.sort_id }
    }

    fn write(&self) -> Result<String, serde_json::Error> {
        Ok(BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self)?))
    }

    /// A cursor of another sort would skip rows.
    fn read(text: &str, sort: &str) -> Result<Self, ListError> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let cursor = bytes.and_then(|bytes| serde_json::from_slice::<Self>(&bytes).ok());
        let cursor =
            cursor.filter(|cursor| cursor.sort == sort && !cursor.text.as_deref().unwrap_or("").contains('\0'));
        cursor.ok_or_else(|| invalid("cursor", "This page of the list does not exist. Start with the first page."))
    }
}

impl fmt::Debug for Listing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Listing({})", self.from)
    }
}

fn pattern(word: &str) -> String {
    let escaped: String =
        word.chars().flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c])).collect();
    format!("%{escaped}%")
}

/// Reads a time, or the midnight in UTC that is `days` after the begin of a day.
fn time(name: &str, value: &str, days: u64) -> Result<DateTime<Utc>, ListError> {
    let midnight = || {
        let day: NaiveDate = value.parse().ok()?;
        Some(day.checked_add_days(Days::new(days))?.and_time(NaiveTime::MIN).and_utc())
    };
    let time = value.parse().ok().or_else(midnight);
    time.ok_or_else(|| invalid(name, "This is no day such as 2027-06-30, and no time such as 2027-06-30T00:00:00Z."))
}

/// Reads the two times of an interval.
fn interval(name: &str, value: &str) -> Result<(DateTime<Utc>, DateTime<Utc>), ListError> {
    let ends = value.split_once('/').and_then(|(from, until)| Some((from.parse().ok()?, until.parse().ok()?)));
    ends.ok_or_else(|| invalid(name, "This is no interval such as 2027-05-31T22:00:00Z/2027-06-30T22:00:00Z."))
}

fn invalid(field: &str, sentence: &str) -> ListError {
    ListError::Invalid { field: field.to_owned(), sentence: sentence.to_owned() }
}

fn unknown<'n>(field: &str, names: impl Iterator<Item = &'n str>) -> ListError {
    invalid(field, &format!("Unknown; possible: {}.", names.collect::<Vec<_>>().join(", ")))
}
