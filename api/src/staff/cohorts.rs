//! Cohorts: groups of people within a programme, such as the class of a school.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::cohorts::list::{ListedCohort, page};
use store::cohorts::{self, CohortRefusal};
use store::{CohortId, PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, Staff, not_found};

use super::StaffProgramme;

/// The description of 404 of every route about one cohort.
const NO_SUCH_COHORT: &str = "`not_found`: no such cohort of the programmes of the caller";

/// A cohort in the list.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffCohort {
    id: CohortId,
    name: String,
    programme: StaffProgramme,
    /// How many mentees are in it.
    mentees: i64,
    /// How many mentors are in it.
    mentors: i64,
    /// How many open invitations lead to it.
    invited: i64,
    #[serde(rename = "createdAt")]
    created_at: DateTime<Utc>,
}

/// The cohort of a person, or of what is for one only.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffCohortName {
    id: CohortId,
    name: String,
}

impl StaffCohortName {
    /// None without a cohort.
    pub(super) fn of(id: Option<CohortId>, name: Option<String>) -> Option<Self> {
        Some(Self { id: id?, name: name? })
    }
}

/// Lists cohorts. Filters: `programme` (id), `id`. Sorts: `name`, `createdAt`.
#[web::operation(
    operation_id = "staff_cohorts",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffCohort>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffCohort>>> {
    Ok(Json(Page::of(page(&store, &staff.0.scope, &query.0).await?)))
}

impl From<ListedCohort> for StaffCohort {
    fn from(row: ListedCohort) -> Self {
        let programme = StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name };
        let ListedCohort { id, name, mentees, mentors, invited, created_at, .. } = row;
        Self { id, name, programme, mentees, mentors, invited, created_at }
    }
}

/// A cohort to create.
#[derive(Deserialize, ToSchema)]
pub(super) struct CohortRequest {
    programme: ProgrammeId,
    /// 1 to 60 characters; no other cohort of the programme has it.
    name: String,
}

/// The cohort that was created.
#[derive(Serialize, ToSchema)]
pub(super) struct CohortResponse {
    id: CohortId,
}

/// Creates a cohort. Audited.
#[web::operation(
    operation_id = "create_cohort",
    request_body = CohortRequest,
    responses(
        (status = 201, body = CohortResponse),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`cohort_exists`; `too_many_cohorts`"),
        (status = 422, description = "`invalid`: the name")
    )
)]
pub(super) async fn create(store: Data<Store>, staff: Staff, body: Json<CohortRequest>) -> Result<HttpResponse> {
    let CohortRequest { programme, name } = body.into_inner();
    let id = cohorts::create(&store, &staff.actor(), programme, &name).await?.map_err(refused)?;
    Ok(HttpResponse::Created().json(CohortResponse { id }))
}

/// Another name of a cohort.
#[derive(Deserialize, ToSchema)]
pub(super) struct RenameCohortRequest {
    /// The name that the page shows.
    was: String,
    /// 1 to 60 characters; no other cohort of the programme has it.
    name: String,
}

/// Gives a cohort another name. Audited.
#[web::operation(
    operation_id = "rename_cohort",
    params(("cohort" = CohortId, Path, description = "The cohort.")),
    request_body = RenameCohortRequest,
    responses(
        (status = 204, description = "It has the name."),
        (status = 404, description = NO_SUCH_COHORT),
        (status = 409, description = "`cohort_exists`; `changed_meanwhile`: it does not have the name any more that the caller saw"),
        (status = 422, description = "`invalid`: the name")
    )
)]
pub(super) async fn rename(
    store: Data<Store>,
    staff: Staff,
    cohort: Option<Path<CohortId>>,
    body: Json<RenameCohortRequest>,
) -> Result<HttpResponse> {
    let id = cohort.ok_or_else(not_found)?.into_inner();
    cohorts::rename(&store, &staff.actor(), id, &body.was, &body.name).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes a cohort; its people stay in the programme without one. Audited.
#[web::operation(
    operation_id = "remove_cohort",
    params(("cohort" = CohortId, Path, description = "The cohort.")),
    responses(
        (status = 204, description = "It is removed."),
        (status = 404, description = NO_SUCH_COHORT),
        (status = 409, description = "`cohort_in_use`: an announcement or a survey that is still to come is for it")
    )
)]
pub(super) async fn remove(store: Data<Store>, staff: Staff, cohort: Option<Path<CohortId>>) -> Result<HttpResponse> {
    let id = cohort.ok_or_else(not_found)?.into_inner();
    cohorts::remove(&store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// People to put into a cohort.
#[derive(Deserialize, ToSchema)]
pub(super) struct PutIntoCohortRequest {
    /// Up to 1,000 people; those of other programmes stay as they are.
    people: Vec<PersonId>,
    /// A cohort of their programme; null takes them out of theirs.
    #[schema(required)]
    cohort: Option<CohortId>,
}

/// What became of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PutIntoCohortResponse {
    changed: usize,
    /// They were there already.
    unchanged: usize,
    /// Staff, and people of other programmes.
    left_out: usize,
}

/// Puts people into a cohort of their programme, or takes them out of theirs. All or none. Audited, for each person.
#[web::operation(
    operation_id = "put_people_into_cohort",
    request_body = PutIntoCohortRequest,
    responses(
        (status = 200, body = PutIntoCohortResponse),
        (status = 404, description = "`not_found`: no such cohort of the programmes of the caller, or none of the people"),
        (status = 422, description = "`invalid`: too many people")
    )
)]
pub(super) async fn put(
    store: Data<Store>,
    staff: Staff,
    body: Json<PutIntoCohortRequest>,
) -> Result<Json<PutIntoCohortResponse>> {
    let PutIntoCohortRequest { people, cohort } = body.into_inner();
    let put = cohorts::put(&store, &staff.actor(), &people, cohort).await?.map_err(refused)?;
    let cohorts::Put { changed, unchanged, left_out } = put;
    Ok(Json(PutIntoCohortResponse { changed, unchanged, left_out }))
}

fn refused(refusal: CohortRefusal) -> Error {
    let sentence = refusal.to_string();
    match refusal {
        CohortRefusal::NotFound => not_found(),
        CohortRefusal::WrongName => Error::invalid(sentence.clone()).field("name", sentence),
        CohortRefusal::TooManyPeople => Error::invalid(sentence.clone()).field("people", sentence),
        CohortRefusal::NameTaken => Error::new(StatusCode::CONFLICT, "cohort_exists", sentence),
        CohortRefusal::TooMany => Error::new(StatusCode::CONFLICT, "too_many_cohorts", sentence),
        CohortRefusal::InUse => Error::new(StatusCode::CONFLICT, "cohort_in_use", sentence),
        CohortRefusal::ChangedMeanwhile => Error::new(StatusCode::CONFLICT, "changed_meanwhile", sentence),
    }
}
