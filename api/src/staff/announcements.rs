//! Announcements as staff see them: the list, one with its numbers, and how many people an audience has.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use content_bundle::markdown::{self, Block};
use serde::{Deserialize, Serialize};
use store::announcements::{self, Among, Announcement, Audience, ListedAnnouncement, State};
use store::people::Role;
use store::{AnnouncementId, CohortId, ProgrammeId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{ListParams, ListQuery, Page, Result, Staff, not_found};

use super::StaffProgramme;
use super::cohorts::StaffCohortName;
use super::names::StaffName;
use crate::content::languages;

pub(super) const NO_SUCH_ANNOUNCEMENT: &str = "`not_found`: no such announcement in the programmes of the caller";

/// An announcement in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffAnnouncement {
    id: AnnouncementId,
    /// The first title; may be empty in a draft.
    title: String,
    programme: StaffProgramme,
    /// The IANA zone of its programme.
    time_zone: String,
    state: State,
    /// When it is to be sent; in a draft the time that it had before.
    #[schema(required)]
    send_at: Option<DateTime<Utc>>,
    #[schema(required)]
    sent_at: Option<DateTime<Utc>>,
    /// When its texts were last corrected after they were sent.
    #[schema(required)]
    corrected_at: Option<DateTime<Utc>>,
    #[schema(required)]
    taken_back_at: Option<DateTime<Utc>>,
    changed_at: DateTime<Utc>,
    /// Who began it; null after an erasure.
    #[schema(required)]
    author: Option<StaffName>,
    /// How many people it has reached so far.
    reached: i64,
    /// How many of them have read it.
    read: i64,
}

/// An announcement with its content.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffAnnouncementResponse {
    #[serde(flatten)]
    listed: StaffAnnouncement,
    /// Grows with each change: what changes it names the one that the page shows.
    revision: i64,
    /// By code of language.
    texts: BTreeMap<String, StaffAnnouncementText>,
    roles: Vec<Role>,
    among: Among,
    /// Those of a cohort only.
    #[schema(required)]
    cohort: Option<StaffCohortName>,
    /// Whether the cohort was removed: the announcement reaches none until another one is chosen.
    #[serde(rename = "isCohortRemoved")]
    is_cohort_removed: bool,
    push: bool,
    mail: bool,
    /// `sendAt` in the zone of its programme.
    #[schema(required)]
    local_time: Option<NaiveDateTime>,
    mentees: StaffReadCount,
    mentors: StaffReadCount,
    /// The languages of the product, the default one first.
    languages: Vec<StaffLanguage>,
}

/// Title and text in one language.
#[derive(Serialize, ToSchema)]
struct StaffAnnouncementText {
    title: String,
    /// Markdown.
    body: String,
    /// The text as members read it.
    blocks: Vec<Block>,
}

/// How many people of a role an announcement reached.
#[derive(Serialize, ToSchema)]
struct StaffReadCount {
    reached: i64,
    read: i64,
}

/// A language in which people read.
#[derive(Serialize, ToSchema)]
struct StaffLanguage {
    code: String,
    /// Its own name.
    name: String,
}

/// Lists announcements. Filters: `state` (draft, scheduled, sent, taken_back), `programme` (id). Sorts: `when`, `title`.
#[web::operation(
    operation_id = "staff_announcements",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffAnnouncement>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffAnnouncement>>> {
    Ok(Json(Page::of(announcements::page(&store, &staff.0.scope, &query.0).await?)))
}

/// Shows an announcement.
#[web::operation(
    operation_id = "staff_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    responses((status = 200, body = StaffAnnouncementResponse), (status = 404, description = NO_SUCH_ANNOUNCEMENT))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
) -> Result<Json<StaffAnnouncementResponse>> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    let found = announcements::find(&store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    let languages = languages::offered(&store).await?;
    let languages = languages.into_iter().map(|(code, name)| StaffLanguage { code, name }).collect();
    Ok(Json(StaffAnnouncementResponse::new(found, languages)))
}

/// An audience to count.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AudienceQuery {
    /// The programme.
    programme: ProgrammeId,
    /// Which people of the roles.
    among: Among,
    /// Those of a cohort only.
    cohort: Option<CohortId>,
}

/// How many people an announcement would reach now, by role.
#[derive(Serialize, ToSchema)]
pub(super) struct AudienceResponse {
    mentees: i64,
    mentors: i64,
}

/// Counts whom an announcement would reach now.
#[web::operation(
    operation_id = "announcement_audience",
    params(AudienceQuery),
    responses(
        (status = 200, body = AudienceResponse),
        (status = 404, description = "`not_found`: no such programme of the caller")
    )
)]
pub(super) async fn count(
    store: Data<Store>,
    staff: Staff,
    query: Query<AudienceQuery>,
) -> Result<Json<AudienceResponse>> {
    let AudienceQuery { programme, among, cohort } = query.into_inner();
    let everyone = Audience { programme, mentees: true, mentors: true, among, cohort };
    let reach = announcements::count(&store, &staff.0.scope, &everyone).await?.ok_or_else(not_found)?;
    Ok(Json(AudienceResponse { mentees: reach.mentees, mentors: reach.mentors }))
}

impl From<ListedAnnouncement> for StaffAnnouncement {
    fn from(listed: ListedAnnouncement) -> Self {
        let ListedAnnouncement { id, title, state, send_at, sent_at, corrected_at, taken_back_at, changed_at, .. } =
            listed;
        Self {
            id,
            title,
            programme: StaffProgramme {
                id: listed.programme_id,
                key: listed.programme_key,
                title: listed.programme_name,
            },
            time_zone: listed.time_zone,
            state,
            send_at,
            sent_at,
            corrected_at,
            taken_back_at,
            changed_at,
            author: listed.author_id.map(|id| StaffName::new(id, listed.author_name.unwrap_or_default())),
            reached: listed.reached,
            read: listed.read,
        }
    }
}

impl StaffAnnouncementResponse {
    fn new(found: Announcement, languages: Vec<StaffLanguage>) -> Self {
        let Announcement { listed, reached_mentees, read_mentees, .. } = found;
        let zone: Tz = listed.time_zone.parse().unwrap_or(Tz::UTC);
        let roles = [(found.for_mentees, Role::Mentee), (found.for_mentors, Role::Mentor)];
        let texts = found.texts.0.into_iter().map(|(code, text)| {
            let blocks = markdown::blocks_of_lines(&text.body);
            (code, StaffAnnouncementText { title: text.title, body: text.body, blocks })
        });
        Self {
            revision: found.revision,
            texts: texts.collect(),
            roles: roles.into_iter().filter(|(is_in, _)| *is_in).map(|(_, role)| role).collect(),
            among: found.among,
            cohort: StaffCohortName::of(found.cohort_id, found.cohort_name),
            is_cohort_removed: found.is_cohort_removed,
            push: found.by_push,
            mail: found.by_mail,
            local_time: listed.send_at.map(|at| at.with_timezone(&zone).naive_local()),
            mentees: StaffReadCount { reached: reached_mentees, read: read_mentees },
            mentors: StaffReadCount { reached: listed.reached - reached_mentees, read: listed.read - read_mentees },
            languages,
            listed: listed.into(),
        }
    }
}
