//! One mentorship: its people, and its end, which can be taken back for a day.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use store::administration::{self, MenteesAfter, UNDO_TIME, UndoRefusal};
use store::mentorship::overview::{self, MentorshipRecord};
use store::mentorship::{self, EndReason, EndRefusal, Ending, logged_meetings, pauses};
use store::people::Role;
use store::staff::Permission;
use store::{MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, SignedIn, Staff, not_found, note_text};

use super::mentorship_meetings::StaffMeeting;
use super::mentorship_pauses::StaffPause;
use super::mentorships::StaffMentorship;

/// The description of 404 of every route about one mentorship.
pub(super) const NO_SUCH_MENTORSHIP: &str = "`not_found`: no such mentorship of the programmes of the caller";

/// A mentorship with what only its page shows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffMentorshipResponse {
    #[serde(flatten)]
    mentorship: StaffMentorship,
    /// Whether the caller may end it, and take its end back.
    may_change: bool,
    /// The mentor first, then by name; also those who left.
    members: Vec<StaffMentorshipMember>,
    /// The note of staff about its end.
    #[schema(required)]
    end_note: Option<String>,
    /// Until when its end can be taken back; null if it goes on, or that is over.
    #[schema(required)]
    undo_until: Option<DateTime<Utc>>,
    /// In the order of their days.
    pauses: Vec<StaffPause>,
    /// Outside the product, the last one first.
    meetings: Vec<StaffMeeting>,
    /// The first day on which a meeting can have been, in the programme's zone.
    first_day: NaiveDate,
    /// The last one: today, or that of its end.
    last_day: NaiveDate,
}

/// A person of a mentorship.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMentorshipMember {
    id: PersonId,
    name: String,
    role: Role,
    /// When they left, or it ended.
    #[schema(required)]
    left_at: Option<DateTime<Utc>>,
    /// Why they left a group that went on; null if it ended for all, and where it was not recorded.
    #[schema(required)]
    left_reason: Option<EndReason>,
    /// The note of staff about it.
    #[schema(required)]
    left_note: Option<String>,
}

/// Why a mentorship ends, and what its mentees do then.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EndRequest {
    reason: EndReason,
    /// At most 500 characters, for staff.
    #[serde(default)]
    #[schema(required = false)]
    note: Option<String>,
    /// Whether the mentees wait for another mentor, preferred to those who wait for their first one.
    do_mentees_wait: bool,
    /// Whether the mentor leaves the matching, until they join it again.
    #[serde(default)]
    #[schema(required = false)]
    does_mentor_stop: bool,
}

pub(super) async fn find(store: &Store, staff: &Staff, path: Option<Path<MentorshipId>>) -> Result<MentorshipRecord> {
    let id = path.ok_or_else(not_found)?.into_inner();
    overview::find(store, &staff.0.scope, id).await?.ok_or_else(not_found)
}

/// Shows a mentorship.
#[web::operation(
    operation_id = "staff_mentorship",
    params(("mentorship" = MentorshipId, Path, description = "The mentorship.")),
    responses((status = 200, body = StaffMentorshipResponse), (status = 404, description = NO_SUCH_MENTORSHIP))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    signed_in: SignedIn,
    mentorship: Option<Path<MentorshipId>>,
) -> Result<Json<StaffMentorshipResponse>> {
    let MentorshipRecord { listed, end_note } = find(&store, &staff, mentorship).await?;
    let found = mentorship::with_members(&store, listed.id).await?.ok_or_else(not_found)?;
    let (now, zone) = (store.clock.now(), found.time_zone.parse().unwrap_or(Tz::UTC));
    let undo_until = listed.ended_at.map(|at| at + UNDO_TIME).filter(|until| *until >= now);
    let pauses = pauses::of_mentorship(&store, listed.id).await?;
    let pauses = StaffPause::all(&pauses, listed.ended_at.is_none().then(|| now.with_timezone(&zone).date_naive()));
    let meetings = logged_meetings::of_mentorship(&store, listed.id).await?;
    let (first_day, last_day) = logged_meetings::days(listed.started_at, listed.ended_at, now, zone).into_inner();
    let of = |member: mentorship::Member| StaffMentorshipMember {
        id: member.person_id,
        name: format!("{} {}", member.first_name, member.last_name).trim().to_owned(),
        role: member.role,
        left_at: member.left_at,
        left_reason: member.left_reason,
        left_note: member.left_note,
    };
    let members = found.members.into_iter().map(of).collect();
    let scope = signed_in.grants.scope(Permission::ManageMatching);
    let may_change = scope.is_some_and(|scope| scope.includes(Some(listed.programme_id)));
    Ok(Json(StaffMentorshipResponse {
        mentorship: listed.into(),
        may_change,
        members,
        end_note,
        undo_until,
        pauses,
        meetings: meetings.into_iter().map(StaffMeeting::from).collect(),
        first_day,
        last_day,
    }))
}

/// Ends a mentorship. Its members are notified, without the reason, and keep reading their conversation.
#[web::operation(
    operation_id = "end_mentorship",
    params(("mentorship" = MentorshipId, Path, description = "The mentorship.")),
    request_body = EndRequest,
    responses(
        (status = 204, description = "Ended."),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`mentorship_ended`"),
        (status = 422, description = "`invalid`: the note is too long")
    )
)]
pub(super) async fn end(
    store: Data<Store>,
    staff: Staff,
    mentorship: Option<Path<MentorshipId>>,
    body: Json<EndRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, mentorship).await?.listed.id;
    let note = note_text(body.note.as_deref())?;
    let ending = Ending { reason: body.reason, note: &note, does_mentor_stop: body.does_mentor_stop };
    let after = if body.do_mentees_wait { MenteesAfter::WaitAgain } else { MenteesAfter::StayOut };
    match administration::end_mentorship(&store, &staff.actor(), id, ending, after).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(EndRefusal::NotActive(_) | EndRefusal::NotOneOfSeveral(..) | EndRefusal::NotIn(..)) => {
            Err(Error::new(StatusCode::CONFLICT, "mentorship_ended", "This mentorship has already ended."))
        }
    }
}

/// Takes the end of a mentorship back, within a day: it goes on as before.
#[web::operation(
    operation_id = "undo_mentorship_end",
    params(("mentorship" = MentorshipId, Path, description = "The mentorship.")),
    responses(
        (status = 204, description = "It goes on."),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`undo_too_late`: it goes on already, or ended more than a day ago; `may_not_resume`: its people may not \
            have a mentorship together now")
    )
)]
pub(super) async fn undo_end(
    store: Data<Store>,
    staff: Staff,
    mentorship: Option<Path<MentorshipId>>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, mentorship).await?.listed.id;
    match administration::undo_end(&store, &staff.actor(), id).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(UndoRefusal::TooLate(_) | UndoRefusal::IsUsed(_) | UndoRefusal::Changed(_)) => {
            let message = "The end can no longer be taken back. Look at what the mentorship is now.";
            Err(Error::new(StatusCode::CONFLICT, "undo_too_late", message))
        }
        Err(UndoRefusal::MayNotBegin(_)) => {
            let message = "These people may not have a mentorship together now: a place is taken, something is missing, or a report keeps them apart.";
            Err(Error::new(StatusCode::CONFLICT, "may_not_resume", message))
        }
    }
}
