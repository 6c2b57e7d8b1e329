//! Safeguarding: people block and report others, staff resolve reports and crisis alerts.

use actix_web::http::Method;
use serde::Deserialize;
use store::staff::Permission;
use utoipa::{IntoParams, OpenApi};
use web::{Access, Error, Policy, Result, Route};

mod alerts;
mod blocks;
mod cases;
mod conversation;
mod create_report;
mod reported_file;
mod reports;
mod waiting;

/// Reports or alerts in a list.
const MAX_LISTED: i64 = 200;

/// Characters of the details of a report, and of the note of its resolution.
const MAX_TEXT_CHARS: usize = 2_000;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let staff = || Policy::new(Access::Staff(Permission::HandleCases));
    vec![
        Route::new(Method::GET, "/api/v2/chat/blocks", signed_in(), blocks::list),
        Route::new(Method::POST, "/api/v2/chat/blocks", signed_in(), blocks::add),
        Route::new(Method::DELETE, "/api/v2/chat/blocks/{person}", signed_in(), blocks::remove),
        Route::new(Method::POST, "/api/v2/chat/report", signed_in(), create_report::create),
        Route::new(Method::GET, "/api/v2/chat/reports", staff(), reports::list),
        Route::new(Method::POST, "/api/v2/chat/reports/{case}", staff(), reports::resolve),
        Route::new(Method::DELETE, "/api/v2/chat/reports/{case}/resolution", staff(), reports::reopen),
        Route::new(Method::POST, "/api/v2/chat/reports/{case}/conversation", staff(), conversation::of_report),
        Route::new(Method::POST, "/api/v2/chat/reports/{case}/file", staff(), reported_file::open),
        Route::new(Method::GET, "/api/v2/chat/alerts", staff(), alerts::list),
        Route::new(Method::POST, "/api/v2/chat/alerts/{case}", staff(), alerts::resolve),
        Route::new(Method::DELETE, "/api/v2/chat/alerts/{case}/resolution", staff(), alerts::reopen),
        Route::new(Method::POST, "/api/v2/chat/alerts/{case}/conversation", staff(), conversation::of_alert),
        Route::new(Method::POST, "/api/v2/chat/alerts/{case}/channel", staff(), alerts::open_channel),
        Route::new(Method::GET, "/api/v2/staff/waiting", Policy::new(Access::AnyStaff), waiting::list),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            blocks::list,
            blocks::add,
            blocks::remove,
            create_report::create,
            reports::list,
            reports::resolve,
            reports::reopen,
            conversation::of_report,
            reported_file::open,
            alerts::list,
            alerts::resolve,
            alerts::reopen,
            conversation::of_alert,
            alerts::open_channel,
            waiting::list
        ),
        tags((name = "Safeguarding", description = "Blocks, reports and crisis alerts, and what waits for staff."))
    )]
    struct Document;
    Document::openapi()
}

/// Which reports or alerts to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ResolvedQuery {
    /// True lists the resolved ones, false the open ones.
    #[serde(default)]
    resolved: bool,
}

/// Trims a text and refuses one of more than 2,000 characters.
fn bounded_text<'t>(field: &'static str, text: &'t str) -> Result<&'t str> {
    let text = text.trim();
    if text.chars().count() > MAX_TEXT_CHARS {
        let sentence = format!("At most {MAX_TEXT_CHARS} characters.");
        return Err(Error::invalid("This text is too long.").field(field, sentence));
    }
    Ok(text)
}
