//! One mentorship.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::mentorship::{self, Kind, Mentorship};
use store::{ChannelId, MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

use super::partner::Partner;
use super::progress::{LastSession, MentorshipProgress};
use crate::learning::in_mentorship;
use crate::learning::learner::Learner;

/// A mentorship as one of its members sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mentorship)]
pub(super) struct MentorshipResponse {
    id: MentorshipId,
    mentorship_type: Kind,
    /// The name of a group; empty for a pair.
    name: String,
    /// The name of the programme, and when the mentorship started.
    project_detail: String,
    locale_project_detail: String,
    started_on: DateTime<Utc>,
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
#[utoipa::path(
    get,
    path = "/api/v2/mentorships/{id}/",
    operation_id = "mentorship",
    tag = "Mentorships",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "The mentorship.", body = MentorshipResponse),
        (status = 404, description = "`not_found`: not an active mentorship of this person", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn show(
    store: Data<Store>,
    signed_in: SignedIn,
    learner: Learner,
    id: Path<String>,
) -> Result<Json<MentorshipResponse>> {
    let id: MentorshipId = id.parse().map_err(|_| not_found())?;
    let members = mentorship::members(&store, id).await?;
    let active = members.into_iter().filter(|member| member.left_at.is_none());
    let active: Vec<_> = active.collect();
    let ids: Vec<PersonId> = active.iter().map(|member| member.person_id).collect();
    let (own, others): (Vec<_>, Vec<_>) =
        active.into_iter().partition(|member| member.person_id == signed_in.person.id);
    let own = own.into_iter().next().ok_or_else(not_found)?;
    let Mentorship { kind, name, started_at, channel_id, .. } =
        mentorship::by_id(&store, id).await?.ok_or_else(not_found)?;
    let sessions = in_mentorship::of_members(&store, &learner, id, &ids).await?;
    let programme = signed_in.programme.as_ref().map_or("", |programme| &programme.name);
    let started = started_at.with_timezone(&signed_in.time_zone());
    let project_detail = format!("{programme}, {}", started.format("%Y-%m-%d %H:%M"));
    Ok(Json(MentorshipResponse {
        id,
        mentorship_type: kind,
        name,
        locale_project_detail: project_detail.clone(),
        project_detail,
        started_on: started_at,
        channel_id,
        progress: MentorshipProgress::new(&sessions, &learner.language),
        last_session: LastSession::of(&sessions, &learner.language),
        partner_details: Partners {
            user_details: Partner::new(&store, own),
            partner_details: others.into_iter().map(|member| Partner::new(&store, member)).collect(),
        },
    }))
}
