//! Staff: what the caller may do, the people of their programmes, and the log of acts.

use actix_web::http::Method;
use serde::Serialize;
use store::ProgrammeId;
use store::staff::Permission;
use utoipa::{OpenApi, ToSchema};
use web::{Access, Policy, Route};

mod acts;
mod export;
mod me;
mod people;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let staff = |permission| Policy::new(Access::Staff(permission));
    vec![
        Route::new(Method::GET, "/api/staff/me", Policy::new(Access::AnyStaff), me::show),
        Route::new(Method::GET, "/api/staff/people", staff(Permission::ReadPeople), people::list),
        Route::new(Method::GET, "/api/staff/people/export", staff(Permission::ExportPeople), export::people),
        Route::new(Method::GET, "/api/staff/audit", staff(Permission::ReadAudit), acts::list),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(me::show, people::list, export::people, acts::list),
        tags((name = "Staff", description = "The staff console, within the roles of the caller."))
    )]
    struct Document;
    Document::openapi()
}

/// A programme in a list.
#[derive(Clone, Serialize, ToSchema)]
struct StaffProgramme {
    id: ProgrammeId,
    key: String,
    title: String,
}

impl StaffProgramme {
    /// The columns of a joined programme, which are all there or none.
    fn of(id: Option<ProgrammeId>, key: Option<String>, name: Option<String>) -> Option<Self> {
        Some(Self { id: id?, key: key?, title: name? })
    }
}
