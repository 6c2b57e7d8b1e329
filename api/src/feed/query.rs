//! The query of a page of the feed, checked.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde::de::IgnoredAny;
use store::content::FeedEvent;
use store::feed::Filter;
use utoipa::IntoParams;
use web::{Error, Result};

/// The first day of a feed without `from`.
const FIRST_DAY: NaiveDate = match NaiveDate::from_ymd_opt(2020, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// Items on a page, if the request does not say how many.
const DEFAULT_SIZE: usize = 10;

/// The most items on a page.
const MAX_SIZE: usize = 50;

/// The part of the feed. All values are texts, so that an error names the wrong one.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// `post` or `quote`; empty for both.
    event: Option<String>,
    /// The first day of publication, `YYYY-MM-DD`; 2020-01-01 without it.
    from: Option<String>,
    /// The last day of publication, `YYYY-MM-DD`.
    to: Option<String>,
    /// From 1.
    #[param(value_type = Option<u32>)]
    page: Option<String>,
    /// Items on a page, 1 to 50; 10 without it.
    #[param(value_type = Option<u32>)]
    size: Option<String>,
    /// `asOf` of page 1: later pages then neither double nor skip an item.
    #[serde(rename = "asOf", alias = "as_of")]
    as_of: Option<String>,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// A valid query.
#[derive(Debug)]
pub(super) struct PageRequest {
    pub(super) filter: Filter,
    pub(super) page: usize,
    pub(super) size: usize,
    pub(super) as_of: Option<DateTime<Utc>>,
}

impl FeedQuery {
    /// Reports all wrong values at once.
    pub(super) fn check(&self) -> Result<PageRequest> {
        let mut problems: Vec<(&'static str, String)> = Vec::new();
        let event = match given(self.event.as_ref()).map(str::to_lowercase).as_deref() {
            None => None,
            Some("post") => Some(FeedEvent::Post),
            Some("quote") => Some(FeedEvent::Quote),
            Some(_) => {
                problems.push(("event", "The feed has post and quote.".to_owned()));
                None
            }
        };
        let mut day = |name, value: Option<&String>| {
            let day = given(value).map(str::parse::<NaiveDate>).transpose();
            day.unwrap_or_else(|_| {
                problems.push((name, "A day is written as YYYY-MM-DD.".to_owned()));
                None
            })
        };
        let (from, to) = (day("from", self.from.as_ref()).unwrap_or(FIRST_DAY), day("to", self.to.as_ref()));
        if to.is_some_and(|to| to < from) {
            problems.push(("to", format!("The last day is before the first, {from}.")));
        }
        let mut number = |name, value: Option<&String>, default, max: usize| {
            let number = given(value).map_or(Ok(default), str::parse::<usize>);
            number.ok().filter(|number| (1..=max).contains(number)).unwrap_or_else(|| {
                let sentence = match max {
                    usize::MAX => "This must be a number from 1.".to_owned(),
                    max => format!("This must be a number from 1 to {max}."),
                };
                problems.push((name, sentence));
                default
            })
        };
        let page = number("page", self.page.as_ref(), 1, usize::MAX);
        let size = number("size", self.size.as_ref(), DEFAULT_SIZE, MAX_SIZE);
        // A plus sign of an offset arrives as a space if a client forgets to encode it.
        let as_of = given(self.as_of.as_ref()).map(|text| text.replace(' ', "+").parse::<DateTime<Utc>>()).transpose();
        let as_of = as_of.unwrap_or_else(|_| {
            problems.push(("asOf", "Please send `asOf` of page 1 as it was.".to_owned()));
            None
        });
        if problems.is_empty() {
            return Ok(PageRequest { filter: Filter { event, from: Some(from), to }, page, size, as_of });
        }
        let error = Error::invalid("This part of the feed cannot be shown.");
        Err(problems.into_iter().fold(error, |error, (name, sentence)| error.field(name, sentence)))
    }
}

/// The value, unless it is missing or empty.
fn given(value: Option<&String>) -> Option<&str> {
    value.map(|value| value.trim()).filter(|value| !value.is_empty())
}
