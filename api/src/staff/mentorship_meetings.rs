//! Meetings of a mentorship outside the product, as staff log them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::Serialize;
use store::mentorship::logged_meetings::{self, LoggedMeeting, MeetingKind};
use store::{LoggedMeetingId, MentorshipId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::mentorship::{NO_SUCH_MENTORSHIP, find};
use crate::mentorship::meetings::{LoggedResponse, MeetingRequest};

/// A meeting outside the product.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffMeeting {
    id: LoggedMeetingId,
    /// The day, in the programme's zone.
    met_on: NaiveDate,
    kind: MeetingKind,
    #[schema(required)]
    minutes: Option<i64>,
    /// The name of the person who logged it; null for the command line, and once they are erased.
    #[schema(required)]
    entered_by: Option<String>,
}

impl From<LoggedMeeting> for StaffMeeting {
    fn from(meeting: LoggedMeeting) -> Self {
        let LoggedMeeting { id, met_on, kind, minutes, author: entered_by, .. } = meeting;
        Self { id, met_on, kind, minutes, entered_by }
    }
}

/// Logs a meeting outside the product, also of a mentorship that has ended since. It counts as contact of those who were members.
#[web::operation(
    operation_id = "log_staff_meeting",
    params(("mentorship" = MentorshipId, Path, description = "The mentorship.")),
    request_body = MeetingRequest,
    responses(
        (status = 201, body = LoggedResponse),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`meeting_exists`: one of this kind is logged for that day"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn log(
    store: Data<Store>,
    staff: Staff,
    mentorship: Option<Path<MentorshipId>>,
    body: Json<MeetingRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, mentorship).await?.listed.id;
    body.log(&store, &staff.actor(), id).await
}

/// Removes a meeting that was logged by mistake.
#[web::operation(
    operation_id = "remove_staff_meeting",
    params(
        ("mentorship" = MentorshipId, Path, description = "The mentorship."),
        ("meeting" = LoggedMeetingId, Path, description = "The meeting.")
    ),
    responses(
        (status = 204, description = "It does not count any more."),
        (status = 404, description = "`not_found`: no such meeting of a mentorship of the programmes of the caller")
    )
)]
pub(super) async fn remove(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(MentorshipId, LoggedMeetingId)>>,
) -> Result<HttpResponse> {
    let (mentorship, meeting) = path.ok_or_else(not_found)?.into_inner();
    if logged_meetings::remove(&store, &staff.actor(), mentorship, meeting).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    Err(not_found())
}
