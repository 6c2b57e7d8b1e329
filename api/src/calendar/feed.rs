//! The feed of a calendar, which phones and other calendars read under a secret address.

use actix_web::HttpResponse;
use actix_web::http::header::{self, EntityTag, IfNoneMatch};
use actix_web::web::{Data, Header, Json, Query};
use serde::{Deserialize, Serialize};
use store::calendar::{self, Feed};
use store::mentorship::record;
use store::{Store, people};
use utoipa::{IntoParams, ToSchema};
use web::{Result, not_found};

use super::icalendar;
use super::membership::Membership;

/// Whether the member has a feed.
#[derive(Serialize, ToSchema)]
#[schema(as = CalendarFeed)]
pub(super) struct FeedResponse {
    exists: bool,
}

/// The address of a new feed.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedCalendarFeed)]
pub(super) struct CreateFeedResponse {
    /// Only shown now. Who knows it can read the calendar.
    path: String,
}

/// The key of a feed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// From the address of the feed.
    key: String,
}

impl Membership {
    fn feed(&self) -> Feed {
        Feed { mentorship_id: self.mentorship.id, person_id: self.learner.id }
    }
}

/// Shows whether the member has a feed.
#[web::operation(
    operation_id = "calendar_feed",
    params(("id" = String, Path, description = "The mentorship.")),
    responses((status = 200, body = FeedResponse), (status = 404, description = "`not_found`"))
)]
pub(super) async fn show(store: Data<Store>, membership: Membership) -> Result<Json<FeedResponse>> {
    Ok(Json(FeedResponse { exists: calendar::has_feed(&store, membership.feed()).await? }))
}

/// Creates the feed of the member. The address of a former one ends.
#[web::operation(
    operation_id = "create_calendar_feed",
    params(("id" = String, Path, description = "The mentorship.")),
    responses((status = 200, body = CreateFeedResponse), (status = 404, description = "`not_found`"))
)]
pub(super) async fn create(store: Data<Store>, membership: Membership) -> Result<Json<CreateFeedResponse>> {
    let key = calendar::create_feed(&store, membership.feed()).await?;
    Ok(Json(CreateFeedResponse { path: format!("/api/v1/calendar.ics?key={key}") }))
}

/// Ends the feed of the member.
#[web::operation(
    operation_id = "revoke_calendar_feed",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 204, description = "Its address does not work any more."),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn revoke(store: Data<Store>, membership: Membership) -> Result<HttpResponse> {
    calendar::revoke_feed(&store, membership.feed()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Returns the calendar of a feed, in iCalendar (RFC 5545).
#[web::operation(
    operation_id = "read_calendar_feed",
    params(FeedQuery),
    responses(
        (status = 200, description = "Events and deadlines, without names and texts.", body = String, content_type = "text/calendar"),
        (status = 304, description = "As `If-None-Match` says."),
        (status = 404, description = "`not_found`: the feed or the membership has ended")
    )
)]
pub(super) async fn read(
    store: Data<Store>,
    query: Query<FeedQuery>,
    known: Header<IfNoneMatch>,
) -> Result<HttpResponse> {
    let feed = calendar::feed_of_key(&store, &query.key).await?.ok_or_else(not_found)?;
    let person = people::by_id(&store, feed.person_id).await?.ok_or_else(not_found)?;
    let entries = icalendar::Entries {
        events: calendar::events(&store, feed.mentorship_id, feed.person_id).await?,
        cancelled: calendar::cancelled(&store, feed.mentorship_id, feed.person_id).await?,
        sessions: record::sessions(&store, feed.mentorship_id, person.id).await?,
    };
    let text = icalendar::write(&entries, &person);
    let tag = EntityTag::new_strong(store::digest_text(&text));
    let is_known = match &*known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(items) => items.iter().any(|item| item.weak_eq(&tag)),
    };
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header(header::ETag(tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if is_known {
        return Ok(response.finish());
    }
    Ok(response.content_type("text/calendar; charset=utf-8").body(text))
}
