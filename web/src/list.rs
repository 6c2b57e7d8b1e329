//! Lists for staff over HTTP: `?q=&sort=&cursor=&limit=` and filters, answered with a page.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::Serialize;
use store::listing::{self, ListRequest};
use utoipa::{IntoParams, ToSchema};

use crate::Error;
use crate::error::malformed;

/// What to list. Every parameter beside those of [`ListParams`] is a filter of the list; a filter with several values, repeated
/// or separated by commas, shows rows that fit one of them.
#[derive(Clone, Debug)]
pub struct ListQuery(pub ListRequest);

/// The parameters that all lists have.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub struct ListParams {
    /// Words that all have to occur.
    q: Option<String>,
    /// What to sort by; `-` before it for descending.
    sort: Option<String>,
    /// The `nextCursor` of the page before.
    cursor: Option<String>,
    /// The most rows, 200 at most; without it 50.
    limit: Option<i64>,
}

/// A page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows.
    pub results: Vec<T>,
    /// Asks for the next page; null on the last one.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// All rows of the list.
    pub total: i64,
}

impl<T> Page<T> {
    /// Converts a page of rows.
    pub fn of<R: Into<T>>(page: listing::Page<R>) -> Self {
        Self {
            results: page.rows.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor,
            total: page.total,
        }
    }
}

impl ListQuery {
    fn read(request: &HttpRequest) -> Result<Self, Error> {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string())
            .map_err(|error| malformed("query", error))?;
        let mut list = ListRequest::default();
        for (name, value) in pairs.into_inner() {
            if value.is_empty() {
                continue;
            }
            match name.as_str() {
                "q" => list.search = Some(value),
                "sort" => list.sort = Some(value),
                "cursor" => list.cursor = Some(value),
                "limit" => {
                    let limit = value
                        .parse()
                        .map_err(|_| Error::invalid("This list cannot be shown so.").field("limit", "A number."))?;
                    list.limit = Some(limit);
                }
                _ => list.filters.entry(name).or_default().extend(value.split(',').map(str::to_owned)),
            }
        }
        Ok(Self(list))
    }

    /// Takes a parameter of the route out of the filters.
    pub fn take(&mut self, name: &str) -> Option<String> {
        Some(self.0.filters.remove(name)?.join(","))
    }
}

impl FromRequest for ListQuery {
    type Error = Error;
    type Future = std::future::Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Self::read(request))
    }
}

/// The length of a reason, in characters.
const REASON_CHARS: std::ops::RangeInclusive<usize> = 3..=500;

/// Returns a reason that an act needs, cleaned and trimmed; 422 without one.
pub fn reason_text(text: &str) -> Result<String, Error> {
    let cleaned = text_fold::clean_text(text);
    let reason = cleaned.trim();
    if REASON_CHARS.contains(&reason.chars().count()) && !text.contains('\0') {
        return Ok(reason.to_owned());
    }
    Err(Error::invalid("Please give a reason.").field("reason", "3 to 500 characters."))
}

/// Returns a note beside an act, cleaned and trimmed; empty for none, 422 for one that is too long.
pub fn note_text(text: Option<&str>) -> Result<String, Error> {
    let text = text.unwrap_or_default();
    let cleaned = text_fold::clean_text(text);
    let note = cleaned.trim();
    if note.chars().count() <= *REASON_CHARS.end() && !text.contains('\0') {
        return Ok(note.to_owned());
    }
    Err(Error::invalid("This note is too long.").field("note", "At most 500 characters."))
}
