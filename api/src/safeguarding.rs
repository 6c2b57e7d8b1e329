//! Safeguarding: people block and report others, staff resolve reports and crisis alerts.

use serde::Deserialize;
use store::staff::Permission;
use utoipa::IntoParams;
use web::{Access, Error, Policy, Result, RouteTable, route};

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
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let staff = || Policy::new(Access::Staff(Permission::HandleCases));
    let routes = vec![
        route!(GET, "/api/v2/chat/blocks/", signed_in(), blocks::list),
        route!(POST, "/api/v2/chat/blocks/", signed_in(), blocks::add),
        route!(DELETE, "/api/v2/chat/blocks/{person}/", signed_in(), blocks::remove),
        route!(POST, "/api/v2/chat/report/", signed_in(), create_report::create),
        route!(GET, "/api/v2/chat/reports/", staff(), reports::list),
        route!(POST, "/api/v2/chat/reports/{case}/", staff(), reports::resolve),
        route!(DELETE, "/api/v2/chat/reports/{case}/resolution/", staff(), reports::reopen),
        route!(POST, "/api/v2/chat/reports/{case}/conversation/", staff(), conversation::of_report),
        route!(POST, "/api/v2/chat/reports/{case}/file/", staff(), reported_file::open),
        route!(GET, "/api/v2/chat/alerts/", staff(), alerts::list),
        route!(POST, "/api/v2/chat/alerts/{case}/", staff(), alerts::resolve),
        route!(DELETE, "/api/v2/chat/alerts/{case}/resolution/", staff(), alerts::reopen),
        route!(POST, "/api/v2/chat/alerts/{case}/conversation/", staff(), conversation::of_alert),
        route!(POST, "/api/v2/chat/alerts/{case}/channel/", staff(), alerts::open_channel),
        route!(GET, "/api/v2/staff/waiting/", Policy::new(Access::AnyStaff), waiting::list),
    ];
    RouteTable::new("Safeguarding", "Blocks, reports and crisis alerts, and what waits for staff.", routes)
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
