//! Mentorships that are over for the signed-in person, and certificates.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::content::{FALLBACK, text_in};
use store::mentorship::badges::{Badge, Tier};
use store::mentorship::{self, Kind, Mentorship};
use store::{BadgeId, ChannelId, MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Result, SignedIn, not_found};

use super::partner::Partner;
use crate::learning::in_mentorship;
use crate::learning::learner::Learner;
use crate::learning::own_sessions::OwnSession;

/// A mentorship that is over for the person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EndedMentorship {
    id: MentorshipId,
    mentorship_type: Kind,
    /// The name of a group; empty for a pair.
    name: String,
    started_on: DateTime<Utc>,
    /// When it ended, or the person left it.
    ended_on: DateTime<Utc>,
    /// The conversation, which the person can still read.
    channel_id: ChannelId,
    partners: Vec<Partner>,
}

/// What a person did in a mentorship.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Certificate {
    mentorship_type: Kind,
    /// The name of a group; empty for a pair.
    name: String,
    programme_name: String,
    started_on: DateTime<Utc>,
    /// Null while it goes on.
    #[schema(required)]
    ended_on: Option<DateTime<Utc>>,
    person: Partner,
    partners: Vec<Partner>,
    /// Those that the person completed, in the order of the curriculum.
    sessions: Vec<CertificateSession>,
    total_sessions: usize,
}

/// A session that a person completed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CertificateSession {
    title: String,
    locale_title: String,
    completed_on: DateTime<Utc>,
    /// `Gold`, `Silver` or `Bronze`; null without a badge.
    #[schema(required)]
    badge_type: Option<Tier>,
    /// The badge, which its owner publishes and withdraws.
    #[schema(required)]
    badge_id: Option<BadgeId>,
}

impl CertificateSession {
    fn of(own: &OwnSession, language: &str) -> Option<Self> {
        let title = &own.session.definition.title;
        let badge = own.shared.as_ref()?.badge.as_ref();
        let (badge_id, badge_type) = badge.map(|&Badge { id, tier, .. }| (id, tier)).unzip();
        Some(Self {
            title: text_in(title, FALLBACK).to_owned(),
            locale_title: text_in(title, language).to_owned(),
            completed_on: own.progress.as_ref()?.completed_at?,
            badge_type,
            badge_id,
        })
    }
}

/// Lists the mentorships that are over for the signed-in person.
#[web::operation(
    operation_id = "ended_mentorships",
    responses((status = 200, description = "The last one first.", body = Vec<EndedMentorship>))
)]
pub(super) async fn list(store: Data<Store>, signed_in: SignedIn) -> Result<Json<Vec<EndedMentorship>>> {
    let person = signed_in.person.id;
    let mut ended = Vec::new();
    for (mentorship, left_at) in mentorship::left_by(&store, person).await? {
        let members = mentorship::members(&store, mentorship.id).await?;
        let others = members.into_iter().filter(|member| member.person_id != person);
        let Mentorship { id, kind, name, started_at, channel_id, .. } = mentorship;
        ended.push(EndedMentorship {
            id,
            mentorship_type: kind,
            name,
            started_on: started_at,
            ended_on: left_at,
            channel_id,
            partners: others.map(|member| Partner::new(&store, member)).collect(),
        });
    }
    Ok(Json(ended))
}

/// Returns what the signed-in person did in a mentorship, also after its end.
#[web::operation(
    operation_id = "mentorship_certificate",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "What the person completed.", body = Certificate),
        (status = 404, description = "`not_found`: no mentorship of this person")
    )
)]
pub(super) async fn certificate(
    store: Data<Store>,
    signed_in: SignedIn,
    learner: Learner,
    id: Path<String>,
) -> Result<Json<Certificate>> {
    let id: MentorshipId = id.parse().map_err(|_| not_found())?;
    let members = mentorship::members(&store, id).await?;
    let ids: Vec<PersonId> = members.iter().map(|member| member.person_id).collect();
    let (own, others): (Vec<_>, Vec<_>) = members.into_iter().partition(|member| member.person_id == learner.id);
    let own = own.into_iter().next().ok_or_else(not_found)?;
    let Mentorship { kind, name, .. } = mentorship::by_id(&store, id).await?.ok_or_else(not_found)?;
    let sessions = in_mentorship::of_members(&store, &learner, id, &ids).await?;
    Ok(Json(Certificate {
        mentorship_type: kind,
        name,
        programme_name: signed_in.programme.as_ref().map(|programme| programme.name.clone()).unwrap_or_default(),
        started_on: own.joined_at,
        ended_on: own.left_at,
        person: Partner::new(&store, own),
        partners: others.into_iter().map(|member| Partner::new(&store, member)).collect(),
        total_sessions: sessions.len(),
        sessions: sessions.iter().filter_map(|own| CertificateSession::of(own, &learner.language)).collect(),
    }))
}
