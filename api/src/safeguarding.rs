//! Safeguarding: people block and report others, staff handle the cases: reports and alerts.

use store::staff::Permission;
use web::{Access, Error, Policy, Result, RouteTable, route};

mod blocks;
mod case_file;
mod cases;
mod conversation;
mod create_report;
mod export;
mod figures;
mod history;
mod legal_holds;
mod measures;
pub(crate) mod message_warnings;
mod pending_cases;
mod reported_file;

pub(crate) use measures::SuspendRequest;

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
        route!(GET, "/api/v2/chat/stopped-contacts/", signed_in(), blocks::stopped),
        route!(POST, "/api/v2/chat/report/", signed_in(), create_report::create),
        route!(GET, "/api/staff/cases/", staff(), cases::list),
        route!(GET, "/api/staff/cases/export/", staff().with_recent_factor(), export::cases),
        route!(GET, "/api/staff/cases/figures/", staff(), figures::show),
        route!(GET, "/api/staff/cases/figures/export/", staff().with_recent_factor(), figures::table),
        route!(GET, "/api/staff/cases/{case}/", staff(), cases::show),
        route!(POST, "/api/staff/cases/{case}/", staff(), cases::resolve),
        route!(DELETE, "/api/staff/cases/{case}/resolution/", staff(), cases::reopen),
        route!(POST, "/api/staff/cases/{case}/conversation/", staff(), conversation::read),
        route!(POST, "/api/staff/cases/{case}/file/", staff(), reported_file::open),
        route!(POST, "/api/staff/cases/{case}/channel/", staff(), cases::open_channel),
        route!(POST, "/api/staff/cases/{case}/export/", staff().with_recent_factor(), case_file::export),
        route!(GET, "/api/staff/cases/{case}/history/", staff(), history::list),
        route!(GET, "/api/staff/cases/{case}/measures/", staff(), measures::list),
        route!(DELETE, "/api/staff/cases/{case}/silence/", staff(), measures::lift_silence),
        route!(POST, "/api/staff/cases/{case}/suspension/", staff(), measures::suspend),
        route!(DELETE, "/api/staff/cases/{case}/suspension/", staff(), measures::lift_suspension),
        route!(POST, "/api/staff/cases/{case}/mentorship-end/", staff(), measures::end_mentorship),
        route!(POST, "/api/staff/cases/{case}/hold/", staff(), legal_holds::extend),
        route!(POST, "/api/staff/cases/{case}/hold-end/", staff().with_recent_factor(), legal_holds::end),
        route!(POST, "/api/staff/cases/{case}/assignee/", staff(), measures::assign),
        route!(GET, "/api/v2/staff/waiting/", Policy::new(Access::AnyStaff), pending_cases::list),
    ];
    RouteTable::new("Safeguarding", "Blocks, reports and crisis alerts, and the numbers of unresolved cases.", routes)
}

/// Cleans and trims a text, and refuses one of more than 2,000 characters.
fn bounded_text(field: &'static str, text: &str) -> Result<String> {
    let text = text_fold::clean_text(text).trim().to_owned();
    if text.chars().count() > MAX_TEXT_CHARS {
        let sentence = format!("At most {MAX_TEXT_CHARS} characters.");
        return Err(Error::invalid("This text is too long.").field(field, sentence));
    }
    Ok(text)
}
