//! One mentorship.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use store::mentorship::{self, Kind, Mentorship, WithMembers, logged_meetings};
use store::{ChannelId, MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Result, not_found};

use super::meetings::WireMeeting;
use super::partner::Partner;
use super::pauses::WirePause;
use super::progress::{LastSession, MentorshipProgress};
use crate::learning::in_mentorship;
use crate::learning::learner::Learner;

/// Day and time in English.
const DAY_FIRST: &str = "%-d %b %Y, %H:%M";

/// A mentorship as one of its members sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mentorship)]
pub(super) struct MentorshipResponse {
    id: MentorshipId,
    mentorship_type: Kind,
    /// The name of a group; empty for a pair.
    name: String,
    /// The name of the programme, and when the mentorship started there.
    project_detail: String,
    locale_project_detail: String,
    started_on: DateTime<Utc>,
    /// The times without mentoring, in their order.
    pauses: Vec<WirePause>,
    /// Meetings outside the product, the last one first.
    meetings: Vec<WireMeeting>,
    /// The first day on which a meeting can have been, in the programme's zone.
    first_day: NaiveDate,
    /// Today there.
    last_day: NaiveDate,
    /// The conversation of its members.
    channel_id: ChannelId,
    progress: MentorshipProgress,
    /// Where the person stopped; null if nothing is begun.
    #[schema(required)]
    last_session: Option<LastSession>,
    partner_details: Partners,
}

/// The members: the caller, and the others.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MentorshipPartners)]
struct Partners {
    user_details: Partner,
    partner_details: Vec<Partner>,
}

/// Returns a mentorship of the signed-in person.
#[web::operation(
    operation_id = "mentorship",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "The mentorship.", body = MentorshipResponse),
        (status = 404, description = "`not_found`: not an active mentorship of this person")
    )
)]
pub(super) async fn show(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<MentorshipResponse>> {
    let id: MentorshipId = id.parse().map_err(|_| not_found())?;
    let found = mentorship::with_members(&store, id).await?.filter(|found| found.mentorship.ended_at.is_none());
    let WithMembers { mentorship, programme, time_zone, members } = found.ok_or_else(not_found)?;
    let active: Vec<_> = members.into_iter().filter(|member| member.left_at.is_none()).collect();
    let ids: Vec<PersonId> = active.iter().map(|member| member.person_id).collect();
    let (own, others): (Vec<_>, Vec<_>) = active.into_iter().partition(|member| member.person_id == learner.id);
    let own = own.into_iter().next().ok_or_else(not_found)?;
    let Mentorship { kind, name, started_at, channel_id, .. } = mentorship;
    let sessions = in_mentorship::of_members(&store, &learner, id, &ids).await?;
    let (pauses, meetings) = logged_meetings::with_pauses(&store, id).await?;
    let zone = time_zone.parse().unwrap_or(Tz::UTC);
    let (first_day, last_day) = logged_meetings::days(started_at, None, store.clock.now(), zone).into_inner();
    let started = started_at.with_timezone(&zone);
    let detail = |form: &str| format!("{programme}, {}", started.format(form));
    Ok(Json(MentorshipResponse {
        id,
        mentorship_type: kind,
        name,
        project_detail: detail(DAY_FIRST),
        locale_project_detail: detail(match learner.language.as_str() {
            "de" => "%d.%m.%Y, %H:%M",
            "ar" => "%Y/%m/%d %H:%M",
            _ => DAY_FIRST,
        }),
        started_on: started_at,
        pauses: pauses.into_iter().map(|(id, pause)| WirePause::new(id, pause)).collect(),
        meetings: meetings.iter().map(|meeting| WireMeeting::new(meeting, learner.id)).collect(),
        first_day,
        last_day,
        channel_id,
        progress: MentorshipProgress::new(&sessions, &learner.language),
        last_session: LastSession::of(&sessions, &learner.language),
        partner_details: Partners {
            user_details: Partner::new(&store, own),
            partner_details: others.into_iter().map(|member| Partner::new(&store, member)).collect(),
        },
    }))
}
