//! Who continues in the next year of a programme.

use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use store::people::Role;
use store::school_year::{self, ListedMember, Next, RolledOver};
use store::{PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff, not_found};

use super::{NO_SUCH_PROGRAMME, refused};

/// A decision about people.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct RollOverRequest {
    /// Up to 1,000 people of the programme.
    people: Vec<PersonId>,
    next: Next,
}

/// What became of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct RollOverResponse {
    changed: usize,
    /// It was decided so before.
    unchanged: usize,
    /// They cannot leave: a mentorship of theirs goes on.
    in_mentorship: Vec<PersonId>,
    /// Staff, closed accounts, and people of other programmes.
    left_out: usize,
}

/// A person who may continue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct YearPerson {
    id: PersonId,
    name: String,
    role: Role,
    /// The name of their cohort.
    #[schema(required)]
    cohort: Option<String>,
    /// Whether a mentorship of theirs goes on.
    is_matched: bool,
    /// `continues`, `continues_first` or `leaves`.
    next: String,
}

/// Decides what people do in the next year. Those who leave do so at once. Audited, for each person.
#[web::operation(
    operation_id = "roll_over_people",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body = RollOverRequest,
    responses(
        (status = 200, body = RollOverResponse),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`year_open`: people who left can continue only; `programme_archived`"),
        (status = 422, description = "`invalid`: too many people")
    )
)]
pub(in crate::staff) async fn roll_over(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    body: Json<RollOverRequest>,
) -> Result<Json<RollOverResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    let RollOverRequest { people, next } = body.into_inner();
    let rolled = school_year::roll_over(&store, &staff.actor(), id, &people, next).await?.map_err(refused)?;
    let RolledOver { changed, unchanged, in_mentorship, left_out } = rolled;
    Ok(Json(RollOverResponse { changed, unchanged, in_mentorship, left_out }))
}

/// Lists who may continue. Filters: `programme` (id), `role`, `cohort` (id), `next`. Sorts: `name`.
#[web::operation(
    operation_id = "year_people",
    params(ListParams),
    responses(
        (status = 200, body = Page<YearPerson>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(in crate::staff) async fn list(
    store: Data<Store>,
    staff: Staff,
    query: ListQuery,
) -> Result<Json<Page<YearPerson>>> {
    Ok(Json(Page::of(school_year::people_page(&store, &staff.0.scope, &query.0).await?)))
}

impl From<ListedMember> for YearPerson {
    fn from(row: ListedMember) -> Self {
        let ListedMember { id, name, role, cohort, is_matched, next } = row;
        Self { id, name, role, cohort, is_matched, next }
    }
}
