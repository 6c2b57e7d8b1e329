//! Staff: what the caller may do, the people of their programmes, and the log of acts.

use serde::Serialize;
use store::ProgrammeId;
use store::staff::Permission;
use utoipa::ToSchema;
use web::{Access, Policy, RouteTable, route};

mod acts;
mod announcement_acts;
mod announcements;
mod application;
mod application_answers;
mod archive;
mod begin_mentorship;
mod cohorts;
mod consent_request;
mod content;
mod corrections;
mod data_requests;
mod export;
mod fairness;
mod group_members;
mod import;
mod installation;
mod invitations;
mod matching;
mod me;
mod mentorship;
mod mentorship_meetings;
mod mentorship_pauses;
mod mentorships;
mod message_acts;
mod messages;
mod names;
mod notes;
mod outcomes;
mod overview;
mod people;
mod person;
mod person_acts;
mod person_pool;
mod person_rounds;
mod programme_rules;
mod retention;
mod run;
mod run_mentee;
mod school_year;
mod surveys;
mod team;
mod transfer;
mod vettings;
mod waiting_groups;

pub(crate) use application::refused;
use person_acts::birth_month;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let staff = |permission| Policy::new(Access::Staff(permission));
    let mut routes = vec![
        route!(GET, "/api/staff/me/", Policy::new(Access::AnyStaff), me::show),
        route!(GET, "/api/staff/overview/", Policy::new(Access::AnyStaff), overview::show),
        route!(GET, "/api/staff/people/", staff(Permission::ReadPeople), people::list),
        route!(GET, "/api/staff/people/export/", staff(Permission::ExportPeople).with_recent_factor(), export::people),
        route!(POST, "/api/staff/people/guardians/", staff(Permission::ManagePeople), consent_request::proposed),
        route!(POST, "/api/staff/people/cohort/", staff(Permission::ManagePeople), cohorts::put),
        route!(GET, "/api/staff/cohorts/", staff(Permission::ReadPeople), cohorts::list),
        route!(POST, "/api/staff/cohorts/", staff(Permission::ManagePeople), cohorts::create),
        route!(PUT, "/api/staff/cohorts/{cohort}/", staff(Permission::ManagePeople), cohorts::rename),
        route!(DELETE, "/api/staff/cohorts/{cohort}/", staff(Permission::ManagePeople), cohorts::remove),
        route!(GET, "/api/staff/people/{person}/", staff(Permission::ReadPeople), person::show),
        route!(GET, "/api/staff/people/{person}/timeline/", staff(Permission::ReadPeople), person::happened),
        route!(GET, "/api/staff/people/{person}/rounds/", staff(Permission::ManageMatching), person_rounds::list),
        route!(POST, "/api/staff/people/{person}/facts/", staff(Permission::ManagePeople), person_acts::record_fact),
        route!(POST, "/api/staff/people/{person}/vettings/", staff(Permission::ManagePeople), vettings::record),
        route!(
            POST,
            "/api/staff/people/{person}/vettings/withdrawal/",
            staff(Permission::ManagePeople),
            vettings::withdraw
        ),
        route!(POST, "/api/staff/people/{person}/correction/", staff(Permission::ManagePeople), corrections::correct),
        route!(GET, "/api/staff/people/{person}/data-requests/", staff(Permission::ManagePeople), data_requests::list),
        route!(
            POST,
            "/api/staff/people/{person}/data-requests/",
            staff(Permission::ManagePeople),
            data_requests::enter
        ),
        route!(
            POST,
            "/api/staff/people/{person}/data-requests/{request}/closing/",
            staff(Permission::ManagePeople),
            data_requests::close
        ),
        route!(
            POST,
            "/api/staff/people/{person}/data-requests/{request}/extension/",
            staff(Permission::ManagePeople),
            data_requests::extend
        ),
        route!(
            POST,
            "/api/staff/people/{person}/data-requests/{request}/erasure/",
            staff(Permission::ManagePeople).with_recent_factor(),
            data_requests::erase
        ),
        route!(
            GET,
            "/api/staff/people/{person}/copy/",
            staff(Permission::ExportPeople).with_recent_factor(),
            data_requests::copy
        ),
        route!(POST, "/api/staff/people/{person}/application/", staff(Permission::ManagePeople), application::decide),
        route!(
            POST,
            "/api/staff/people/{person}/application/answers/",
            staff(Permission::ManagePeople),
            application_answers::read
        ),
        route!(
            POST,
            "/api/staff/people/{person}/consent-request/",
            staff(Permission::ManagePeople),
            consent_request::ask
        ),
        route!(
            DELETE,
            "/api/staff/people/{person}/consent-request/",
            staff(Permission::ManagePeople),
            consent_request::cancel
        ),
        route!(POST, "/api/staff/people/{person}/suspension/", staff(Permission::ManagePeople), person_acts::suspend),
        route!(
            DELETE,
            "/api/staff/people/{person}/suspension/",
            staff(Permission::ManagePeople),
            person_acts::lift_suspension
        ),
        route!(POST, "/api/staff/people/{person}/sign-out/", staff(Permission::ManagePeople), person_acts::sign_out),
        route!(
            POST,
            "/api/staff/people/{person}/closing/",
            staff(Permission::ManagePeople),
            person_acts::close_account
        ),
        route!(
            DELETE,
            "/api/staff/people/{person}/closing/",
            staff(Permission::ManagePeople),
            person_acts::open_account
        ),
        route!(GET, "/api/staff/people/{person}/transfer/", staff(Permission::ManagePeople), transfer::rehearse),
        route!(POST, "/api/staff/people/{person}/transfer/", staff(Permission::ManagePeople), transfer::transfer),
        route!(GET, "/api/staff/invitations/", staff(Permission::ManagePeople), invitations::list),
        route!(POST, "/api/staff/invitations/", staff(Permission::ManagePeople), invitations::invite),
        route!(POST, "/api/staff/invitations/import/", staff(Permission::ManagePeople), import::import),
        route!(DELETE, "/api/staff/invitations/{invitation}/", staff(Permission::ManagePeople), invitations::withdraw),
        route!(
            POST,
            "/api/staff/invitations/{invitation}/reminder/",
            staff(Permission::ManagePeople),
            invitations::remind
        ),
        route!(GET, "/api/staff/mentorships/", staff(Permission::ReadPeople), mentorships::list),
        route!(POST, "/api/staff/mentorships/", staff(Permission::ManageMatching), begin_mentorship::begin),
        route!(
            GET,
            "/api/staff/mentorships/export/",
            staff(Permission::ExportPeople).with_recent_factor(),
            mentorships::table
        ),
        route!(GET, "/api/staff/mentorships/{mentorship}/", staff(Permission::ReadPeople), mentorship::show),
        route!(
            POST,
            "/api/staff/mentorships/{mentorship}/pauses/",
            staff(Permission::ManageMatching),
            mentorship_pauses::create
        ),
        route!(
            DELETE,
            "/api/staff/mentorships/{mentorship}/pauses/{pause}/",
            staff(Permission::ManageMatching),
            mentorship_pauses::take_back
        ),
        route!(
            POST,
            "/api/staff/mentorships/{mentorship}/meetings/",
            staff(Permission::ManageMatching),
            mentorship_meetings::log
        ),
        route!(
            DELETE,
            "/api/staff/mentorships/{mentorship}/meetings/{meeting}/",
            staff(Permission::ManageMatching),
            mentorship_meetings::remove
        ),
        route!(
            POST,
            "/api/staff/mentorships/{mentorship}/members/",
            staff(Permission::ManageMatching),
            group_members::join
        ),
        route!(
            POST,
            "/api/staff/mentorships/{mentorship}/members/{person}/departure/",
            staff(Permission::ManageMatching),
            group_members::leave
        ),
        route!(POST, "/api/staff/mentorships/{mentorship}/ending/", staff(Permission::ManageMatching), mentorship::end),
        route!(
            DELETE,
            "/api/staff/mentorships/{mentorship}/ending/",
            staff(Permission::ManageMatching),
            mentorship::undo_end
        ),
        route!(GET, "/api/staff/matching/", staff(Permission::ManageMatching), matching::list),
        route!(POST, "/api/staff/matching/", staff(Permission::ManageMatching), matching::draft),
        route!(GET, "/api/staff/matching/programmes/", staff(Permission::ManageMatching), matching::show),
        route!(GET, "/api/staff/matching/groups/", staff(Permission::ManageMatching), waiting_groups::list),
        route!(
            POST,
            "/api/staff/matching/groups/{group}/beginning/",
            staff(Permission::ManageMatching),
            waiting_groups::begin
        ),
        route!(POST, "/api/staff/matching/rehearsal/", staff(Permission::ManageMatching), matching::rehearse),
        route!(GET, "/api/staff/matching/{run}/", staff(Permission::ManageMatching), run::show),
        route!(GET, "/api/staff/matching/{run}/fairness/", staff(Permission::ManageMatching), fairness::show),
        route!(GET, "/api/staff/matching/{run}/mentees/", staff(Permission::ManageMatching), run::mentees),
        route!(GET, "/api/staff/matching/{run}/left-out/", staff(Permission::ManageMatching), run::left_out),
        route!(GET, "/api/staff/matching/{run}/mentees/{mentee}/", staff(Permission::ManageMatching), run_mentee::show),
        route!(PUT, "/api/staff/matching/{run}/mentees/{mentee}/", staff(Permission::ManageMatching), run_mentee::set),
        route!(POST, "/api/staff/matching/{run}/approval/", staff(Permission::ManageMatching), run::approve),
        route!(DELETE, "/api/staff/matching/{run}/approval/", staff(Permission::ManageMatching), run::withdraw),
        route!(POST, "/api/staff/matching/{run}/publication/", staff(Permission::ManageMatching), run::publish),
        route!(GET, "/api/staff/messages/", staff(Permission::AnswerMessages), messages::list),
        route!(GET, "/api/staff/messages/{person}/", staff(Permission::AnswerMessages), messages::show),
        route!(
            GET,
            "/api/staff/messages/{person}/colleagues/",
            staff(Permission::AnswerMessages),
            message_acts::colleagues
        ),
        route!(POST, "/api/staff/messages/{person}/answers/", staff(Permission::AnswerMessages), message_acts::answer),
        route!(
            PUT,
            "/api/staff/messages/{person}/assignment/",
            staff(Permission::AnswerMessages),
            message_acts::assign
        ),
        route!(POST, "/api/staff/messages/{person}/settling/", staff(Permission::AnswerMessages), message_acts::settle),
        route!(
            DELETE,
            "/api/staff/messages/{person}/settling/",
            staff(Permission::AnswerMessages),
            message_acts::reopen
        ),
        route!(
            PUT,
            "/api/staff/messages/{person}/reading/",
            staff(Permission::AnswerMessages),
            message_acts::mark_read
        ),
        route!(GET, "/api/staff/announcements/", staff(Permission::SendAnnouncements), announcements::list),
        route!(POST, "/api/staff/announcements/", staff(Permission::SendAnnouncements), announcement_acts::begin),
        route!(GET, "/api/staff/announcements/audience/", staff(Permission::SendAnnouncements), announcements::count),
        route!(
            GET,
            "/api/staff/announcements/{announcement}/",
            staff(Permission::SendAnnouncements),
            announcements::show
        ),
        route!(
            PUT,
            "/api/staff/announcements/{announcement}/",
            staff(Permission::SendAnnouncements),
            announcement_acts::save
        ),
        route!(
            DELETE,
            "/api/staff/announcements/{announcement}/",
            staff(Permission::SendAnnouncements),
            announcement_acts::discard
        ),
        route!(
            POST,
            "/api/staff/announcements/{announcement}/sending/",
            staff(Permission::SendAnnouncements),
            announcement_acts::send
        ),
        route!(
            DELETE,
            "/api/staff/announcements/{announcement}/sending/",
            staff(Permission::SendAnnouncements),
            announcement_acts::unschedule
        ),
        route!(
            POST,
            "/api/staff/announcements/{announcement}/correction/",
            staff(Permission::SendAnnouncements),
            announcement_acts::correct
        ),
        route!(
            POST,
            "/api/staff/announcements/{announcement}/taking-back/",
            staff(Permission::SendAnnouncements),
            announcement_acts::take_back
        ),
        route!(GET, "/api/staff/people/{person}/notes/", staff(Permission::AnswerMessages), notes::list),
        route!(POST, "/api/staff/people/{person}/notes/", staff(Permission::AnswerMessages), notes::add),
        route!(DELETE, "/api/staff/people/{person}/notes/{note}/", staff(Permission::AnswerMessages), notes::remove),
        route!(GET, "/api/staff/surveys/", staff(Permission::ManageSurveys), surveys::list),
        route!(
            GET,
            "/api/staff/surveys/{programme}/{survey}/results/",
            staff(Permission::ManageSurveys),
            surveys::results_page::show
        ),
        route!(
            POST,
            "/api/staff/surveys/{programme}/{survey}/texts/",
            staff(Permission::ManageSurveys),
            surveys::texts::read
        ),
        route!(
            GET,
            "/api/staff/surveys/{programme}/{survey}/export/",
            staff(Permission::ExportPeople).with_recent_factor(),
            surveys::export::save
        ),
        route!(GET, "/api/staff/survey-windows/", staff(Permission::ManageSurveys), surveys::windows::list),
        route!(POST, "/api/staff/survey-windows/", staff(Permission::ManageSurveys), surveys::new_window::open),
        route!(
            POST,
            "/api/staff/survey-windows/preview/",
            staff(Permission::ManageSurveys),
            surveys::new_window::preview
        ),
        route!(GET, "/api/staff/survey-windows/{window}/", staff(Permission::ManageSurveys), surveys::windows::show),
        route!(
            GET,
            "/api/staff/survey-windows/{window}/people/",
            staff(Permission::ManageSurveys),
            surveys::asked_people::list
        ),
        route!(
            POST,
            "/api/staff/survey-windows/{window}/remind/",
            staff(Permission::ManageSurveys),
            surveys::changes::remind
        ),
        route!(
            POST,
            "/api/staff/survey-windows/{window}/extend/",
            staff(Permission::ManageSurveys),
            surveys::changes::extend
        ),
        route!(
            POST,
            "/api/staff/survey-windows/{window}/stop/",
            staff(Permission::ManageSurveys),
            surveys::changes::stop
        ),
        route!(GET, "/api/staff/team/", staff(Permission::ReadPeople), team::list),
        route!(GET, "/api/staff/team/{person}/", staff(Permission::ReadPeople), team::show),
        route!(
            POST,
            "/api/staff/team/{person}/roles/",
            staff(Permission::GrantRoles).with_recent_factor(),
            team::roles::give
        ),
        route!(GET, "/api/staff/team/{person}/roles/ending/", staff(Permission::GrantRoles), team::roles::rehearse),
        route!(
            POST,
            "/api/staff/team/{person}/roles/ending/",
            staff(Permission::GrantRoles).with_recent_factor(),
            team::roles::end
        ),
        route!(GET, "/api/staff/team/{person}/work/", staff(Permission::GrantRoles), team::work::show),
        route!(POST, "/api/staff/team/{person}/work/", staff(Permission::GrantRoles), team::work::hand_over),
        route!(PUT, "/api/staff/team/{person}/hours/", staff(Permission::GrantRoles), team::plans::set_hours),
        route!(PUT, "/api/staff/team/{person}/absences/", staff(Permission::GrantRoles), team::plans::set_absences),
        route!(GET, "/api/staff/duty/", staff(Permission::ReadPeople), team::duty_plan::show),
        route!(GET, "/api/staff/duty/work/", staff(Permission::ReadPeople), team::work::show_own),
        route!(POST, "/api/staff/duty/work/", staff(Permission::ReadPeople), team::work::hand_over_own),
        route!(PUT, "/api/staff/duty/hours/", staff(Permission::HandleCases), team::plans::set_own_hours),
        route!(PUT, "/api/staff/duty/absences/", staff(Permission::ReadPeople), team::plans::set_own_absences),
        route!(GET, "/api/staff/audit/", staff(Permission::ReadAudit), acts::list),
        route!(GET, "/api/staff/audit/export/", staff(Permission::ReadAudit).with_recent_factor(), acts::table),
    ];
    routes.extend(outcomes::routes());
    routes.extend(programme_rules::routes());
    routes.extend(school_year::routes());
    routes.extend(retention::routes());
    routes.extend(installation::routes());
    routes.extend(content::routes());
    RouteTable::new("Staff", "The staff console, within the roles of the caller.", routes)
}

/// A programme in a list.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct StaffProgramme {
    id: ProgrammeId,
    key: String,
    title: String,
}

impl StaffProgramme {
    /// The columns of a joined programme, which are all there or none.
    pub(crate) fn of(id: Option<ProgrammeId>, key: Option<String>, name: Option<String>) -> Option<Self> {
        Some(Self { id: id?, key: key?, title: name? })
    }
}
