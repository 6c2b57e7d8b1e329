//! Surveys: their lists, stages and answers.

use web::{Access, Policy, RouteTable, route};

mod answers;
mod list;
mod own_surveys;
mod save;
mod stage;

pub(crate) use own_surveys::OwnSurveys;
pub(crate) use stage::StageResponse;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v2/screening/survey-list/", signed_in(), list::list),
        route!(GET, "/api/v2/screening/surveys/{id}/", signed_in(), list::show),
        route!(GET, "/api/v2/screening/stages/{id}/", signed_in(), stage::show),
        route!(GET, "/api/v3/screening/answers/", signed_in(), answers::show),
        route!(POST, "/api/v3/screening/answers/", signed_in(), save::save),
    ];
    RouteTable::new("Surveys", "Surveys and their answers.", routes)
}
