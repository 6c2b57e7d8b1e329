//! The programmes of the installation, and new ones with the rules of another.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::administration::{
    self, NewProgramme, NewProgrammeRefusal, PossibleCoordinator, ProgrammeOverview, create_programme,
};
use store::{PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use crate::staff::names::StaffName;
use crate::staff::team::roles::own_record;

/// The programmes of the installation, by name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct ProgrammesResponse {
    programmes: Vec<InstalledProgramme>,
    /// Staff who can coordinate a new one, without the caller.
    possible_coordinators: Vec<StaffName>,
}

/// A programme of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct InstalledProgramme {
    id: ProgrammeId,
    key: String,
    name: String,
    time_zone: String,
    /// Whether people can sign up.
    is_open: bool,
    /// Whether staff created it, and no bundle names it.
    is_of_console: bool,
    /// People with open accounts, without staff.
    people: i64,
    /// Mentorships that go on.
    mentorships: i64,
    /// Its coordinators, without those of the installation.
    coordinators: i64,
}

/// A programme to create.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct NewProgrammeRequest {
    /// Small letters, digits and hyphens; 60 characters at most.
    key: String,
    /// 1 to 80 characters.
    name: String,
    /// An IANA time zone.
    time_zone: String,
    /// The programme whose rules it begins with.
    rules_of: ProgrammeId,
    /// Who coordinates it; null for no one yet.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    coordinator: Option<PersonId>,
}

/// The new programme.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct NewProgrammeResponse {
    id: ProgrammeId,
}

/// Lists the programmes of the installation.
#[web::operation(
    operation_id = "installed_programmes",
    responses((status = 200, body = ProgrammesResponse))
)]
pub(in crate::staff) async fn list(store: Data<Store>, staff: Staff) -> Result<Json<ProgrammesResponse>> {
    let programmes = administration::programmes_of_installation(&store).await?;
    let staff = administration::possible_coordinators(&store, staff.0.person).await?;
    let named = |PossibleCoordinator { id, name }| StaffName::new(id, name);
    Ok(Json(ProgrammesResponse {
        programmes: programmes.into_iter().map(InstalledProgramme::from).collect(),
        possible_coordinators: staff.into_iter().map(named).collect(),
    }))
}

/// Creates a programme with the rules of another one, without its codes, domains and dates; sign-up is closed. Audited.
#[web::operation(
    operation_id = "create_programme",
    request_body = NewProgrammeRequest,
    responses(
        (status = 200, body = NewProgrammeResponse),
        (status = 403, description = "`own_record`: staff give no role to themselves; `second_factor_required`"),
        (status = 404, description = "`not_found`: no such programme to copy"),
        (status = 409, description = "`programme_key_taken`; `coordinator_unavailable`: no member of staff with an open account"),
        (status = 422, description = "`invalid`: key, name or time zone")
    )
)]
pub(in crate::staff) async fn create(
    store: Data<Store>,
    staff: Staff,
    body: Json<NewProgrammeRequest>,
) -> Result<Json<NewProgrammeResponse>> {
    let NewProgrammeRequest { key, name, time_zone, rules_of, coordinator } = body.into_inner();
    let new = NewProgramme { key: &key, name: &name, time_zone: &time_zone, rules_of, coordinator };
    let id = create_programme(&store, &staff.actor(), &new).await?.map_err(refused)?;
    Ok(Json(NewProgrammeResponse { id }))
}

fn refused(refusal: NewProgrammeRefusal) -> Error {
    match refusal {
        NewProgrammeRefusal::NotFound => not_found(),
        NewProgrammeRefusal::Key => {
            Error::invalid("The key is wrong.").field("key", "Small letters, digits and hyphens, 60 at most.")
        }
        NewProgrammeRefusal::Name => Error::invalid("The name is wrong.").field("name", "1 to 80 characters."),
        NewProgrammeRefusal::TimeZone => {
            Error::invalid("The time zone is wrong.").field("timeZone", "A name such as Europe/Berlin.")
        }
        NewProgrammeRefusal::KeyTaken => {
            Error::new(StatusCode::CONFLICT, "programme_key_taken", "Another programme has this key.")
        }
        NewProgrammeRefusal::Coordinator => {
            let sentence = "This person is no longer part of the staff. Please choose another one.";
            Error::new(StatusCode::CONFLICT, "coordinator_unavailable", sentence)
        }
        NewProgrammeRefusal::OwnRole => own_record(),
    }
}

impl From<ProgrammeOverview> for InstalledProgramme {
    fn from(found: ProgrammeOverview) -> Self {
        Self {
            is_open: found.is_open(),
            id: found.id,
            key: found.key,
            name: found.name,
            time_zone: found.time_zone,
            is_of_console: found.is_of_console,
            people: found.people,
            mentorships: found.mentorships,
            coordinators: found.coordinators,
        }
    }
}
