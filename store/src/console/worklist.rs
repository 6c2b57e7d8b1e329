//! What waits for a member of staff. Each kind is a list of the console with filters: its number is the length of that list.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod waiting_groups;
mod work;
mod written;

pub use work::{Item, Work};
use written::Addressees;

use crate::alerts;
use crate::cases::{self, ListedCase};
use crate::failed_jobs;
use crate::listing::{ListError, ListRequest, Page};
use crate::matching::runs;
use crate::matching::runs::lists::ListedRun;
use crate::mentorship::overview::{self, ListedMentorship};
use crate::programmes::{self, Programme, zone};
use crate::staff::people_list::{self, ListedPerson};
use crate::staff::{Grants, Permission, Scope, Staff};
use crate::team::inbox::{self, ListedConversation};
use crate::{Error, PersonId, Result, Store};

/// Rows of a list that the worklist names.
const SHOWN: i64 = 3;

/// A kind of work, in the order of need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WorkKind)]
pub enum Kind {
    /// A person may be in danger.
    Crisis,
    /// A report that no lead has taken.
    ReportToTake,
    /// A report that a lead works on.
    ReportToDecide,
    /// A message in which detection found something.
    Noticed,
    /// A mentor whose vetting has ended.
    VettingEnded,
    /// A mail, a push message or another job that the installation gave up.
    FailedJob,
    /// A person who has done all that an application asks for.
    Application,
    /// A person who waits for an answer of the team.
    Message,
    /// A person who waits for the answer to what they demand of their record.
    DataRequest,
    /// A mentor who was never vetted.
    VettingMissing,
    /// A minor without the consent of a guardian.
    ConsentMissing,
    /// A mentee of unknown age.
    BirthMonthMissing,
    /// A mentorship in which both sides are silent.
    Silent,
    /// A mentorship in which one side is silent.
    OneSided,
    /// A mentor whose vetting ends within 30 days.
    VettingEnding,
    /// A round of the matching that staff have not published.
    OpenRun,
    /// A group that has too few members to begin without staff.
    WaitingGroup,
    /// A mentee without a mentor.
    Unmatched,
}

/// A list of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WorkList)]
pub enum List {
    /// Of people.
    People,
    /// Of mentorships.
    Mentorships,
    /// Of cases.
    Reports,
    /// Of runs of the matching.
    Matching,
    /// Of conversations with the team.
    Messages,
    /// Of groups that have not begun, on the page of the matching.
    Groups,
    /// Of jobs that were given up.
    FailedJobs,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 18] = [
        Self::Crisis,
        Self::ReportToTake,
        Self::ReportToDecide,
        Self::Noticed,
        Self::VettingEnded,
        Self::FailedJob,
        Self::Application,
        Self::Message,
        Self::DataRequest,
        Self::VettingMissing,
        Self::ConsentMissing,
        Self::BirthMonthMissing,
        Self::Silent,
        Self::OneSided,
        Self::VettingEnding,
        Self::OpenRun,
        Self::WaitingGroup,
        Self::Unmatched,
    ];

    /// Returns the name in answers and mails.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crisis => "crisis",
            Self::ReportToTake => "report_to_take",
            Self::ReportToDecide => "report_to_decide",
            Self::Noticed => "noticed",
            Self::VettingEnded => "vetting_ended",
            Self::FailedJob => "failed_job",
            Self::Application => "application",
            Self::Message => "message",
            Self::DataRequest => "data_request",
            Self::VettingMissing => "vetting_missing",
            Self::ConsentMissing => "consent_missing",
            Self::BirthMonthMissing => "birth_month_missing",
            Self::Silent => "silent",
            Self::OneSided => "one_sided",
            Self::VettingEnding => "vetting_ending",
            Self::OpenRun => "open_run",
            Self::WaitingGroup => "waiting_group",
            Self::Unmatched => "unmatched",
        }
    }
}

impl List {
    /// What reading the list needs.
    fn permission(self) -> Permission {
        match self {
            Self::People | Self::Mentorships => Permission::ReadPeople,
            Self::Reports => Permission::HandleCases,
            Self::Matching | Self::Groups => Permission::ManageMatching,
            Self::Messages => Permission::AnswerMessages,
            Self::FailedJobs => Permission::ManageInstallation,
        }
    }
}

/// What distinguishes a kind.
struct Definition {
    kind: Kind,
    list: List,
    /// What the act needs. Those who may only read the list are not asked to act.
    permission: Permission,
    filters: &'static [(&'static str, &'static str)],
    /// Those who wait longest first.
    sort: &'static str,
    /// From the creation of a case to its deadline.
    deadline: Option<Duration>,
}

const UNASKED: &[(&str, &str)] = &[("fact", "consent_missing"), ("status", "active"), ("guardian", "not_asked")];
const NO_MENTOR: &[(&str, &str)] = &[("role", "mentee"), ("matched", "not_suggested"), ("status", "active")];

static DEFINITIONS: [Definition; 18] = [
    of_cases(Kind::Crisis, &[("status", "open"), ("kind", "crisis")], alerts::Kind::Crisis.take_within()),
    of_cases(
        Kind::ReportToTake,
        &[("status", "open"), ("kind", "report"), ("assigned", "no")],
        alerts::Kind::Report.take_within(),
    ),
    of_cases(Kind::ReportToDecide, &[("status", "open"), ("kind", "report"), ("assigned", "yes")], Duration::hours(24)),
    of_cases(Kind::Noticed, &[("status", "open"), ("kind", "noticed")], alerts::Kind::Contact.take_within()),
    of_people(Kind::VettingEnded, &[("fact", "vetting_ended"), ("status", "active")], "vettedUntil"),
    FAILED_JOB,
    of_people(Kind::Application, &[("application", "complete"), ("status", "applying")], "appliedAt"),
    UNANSWERED,
    of_people(Kind::DataRequest, &[("request", "open")], "requestDue"),
    of_people(Kind::VettingMissing, &[("fact", "vetting_missing"), ("status", "active")], "createdAt"),
    // Of the others a guardian has the next word.
    of_people(Kind::ConsentMissing, UNASKED, "createdAt"),
    of_people(Kind::BirthMonthMissing, &[("fact", "birth_month_missing"), ("status", "active")], "createdAt"),
    of_mentorships(Kind::Silent, &[("contact", "silent"), ("state", "active")]),
    of_mentorships(Kind::OneSided, &[("contact", "one_sided"), ("state", "active")]),
    of_people(Kind::VettingEnding, &[("fact", "vetting_ending"), ("status", "active")], "vettedUntil"),
    OPEN_RUN,
    WAITING_GROUP,
    of_people(Kind::Unmatched, NO_MENTOR, "createdAt"),
];

type Filters = &'static [(&'static str, &'static str)];

const OPEN_RUN: Definition = Definition {
    kind: Kind::OpenRun,
    list: List::Matching,
    permission: Permission::ManageMatching,
    filters: &[("state", "to_decide")],
    sort: "createdAt",
    deadline: None,
};

const WAITING_GROUP: Definition = Definition {
    kind: Kind::WaitingGroup,
    list: List::Groups,
    permission: Permission::ManageMatching,
    filters: &[],
    sort: "",
    deadline: None,
};

const FAILED_JOB: Definition = Definition {
    kind: Kind::FailedJob,
    list: List::FailedJobs,
    permission: Permission::ManageInstallation,
    filters: &[],
    sort: "failedAt",
    deadline: None,
};

const UNANSWERED: Definition = Definition {
    kind: Kind::Message,
    list: List::Messages,
    permission: Permission::AnswerMessages,
    filters: &[("state", "waiting")],
    sort: "waitingSince",
    deadline: None,
};

const fn of_cases(kind: Kind, filters: Filters, deadline: Duration) -> Definition {
    let (list, permission) = (List::Reports, Permission::HandleCases);
    Definition { kind, list, permission, filters, sort: "createdAt", deadline: Some(deadline) }
}

const fn of_people(kind: Kind, filters: Filters, sort: &'static str) -> Definition {
    Definition { kind, list: List::People, permission: Permission::ManagePeople, filters, sort, deadline: None }
}

const fn of_mentorships(kind: Kind, filters: Filters) -> Definition {
    let (list, permission) = (List::Mentorships, Permission::ManageMatching);
    let sort = if matches!(kind, Kind::OneSided) { "silentSide" } else { "lastContact" };
    Definition { kind, list, permission, filters, sort, deadline: None }
}

/// Returns what waits for a member of staff, in the order of need; kinds of which nothing waits are left out.
pub async fn of_staff(store: &Store, person: PersonId, grants: &Grants) -> Result<Vec<Work>> {
    let mut found = Vec::new();
    for definition in &DEFINITIONS {
        let Some(scope) = grants.scope(definition.permission) else { continue };
        let mut filters: Vec<_> = definition.filters.iter().map(|&(name, value)| (name, value.to_owned())).collect();
        // Of a list that shows more programmes than those of the act.
        let is_wider = grants.scope(definition.list.permission()).as_ref() != Some(&scope);
        if let (true, Scope::Programmes(programmes)) = (is_wider, &scope) {
            filters.extend(programmes.iter().map(|programme| ("programme", programme.to_string())));
        }
        let work = definition.read(store, Staff { person, scope }, filters).await?;
        if work.count > 0 {
            found.push(work);
        }
    }
    Ok(found)
}

impl Definition {
    async fn read(&self, store: &Store, staff: Staff, filters: Vec<(&'static str, String)>) -> Result<Work> {
        let request = ListRequest {
            filters: self.filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect(),
            sort: Some(self.sort.to_owned()),
            limit: Some(SHOWN),
            ..ListRequest::default()
        };
        let (count, mut first) = match self.list {
            List::People => items(people_list::page_for(store, &staff, &request).await, |row| self.person(row)),
            List::Mentorships => items(overview::page(store, &staff.scope, &request).await, |row| self.mentorship(row)),
            List::Reports => items(cases::page(store, &staff, &request).await, |row| self.case(row)),
            List::Matching => items(runs::lists::page(store, &staff.scope, &request).await, Self::run),
            List::Messages => {
                let programmes = programmes::all(store).await?;
                items(inbox::page(store, &staff, &request).await, |row| Self::conversation(row, &programmes))
            }
            List::Groups => waiting_groups::first(store, &staff.scope).await,
            List::FailedJobs => {
                let of_jobs = failed_jobs::page(store, &staff.scope, &request).await;
                list(of_jobs).map(|page| (page.total, Vec::new()))
            }
        }?;
        let addressees = match self.kind {
            Kind::VettingMissing | Kind::VettingEnding | Kind::VettingEnded => Some(Addressees::Person),
            Kind::Silent | Kind::OneSided => Some(Addressees::Members),
            _ => None,
        };
        if let Some(to) = addressees {
            written::add(store, staff.person, to, &mut first).await?;
        }
        // The other lists begin with what is most urgent.
        let sort = matches!(self.list, List::People | List::Mentorships).then_some(self.sort);
        Ok(Work { kind: self.kind, list: self.list, filters, sort, count, first })
    }

    fn person(&self, row: ListedPerson) -> Item {
        let zone = row.time_zone.as_deref().map_or(Tz::UTC, zone);
        let end = row.vetting_ends_on.and_then(|day| midnight_after(day, zone));
        let due_on = match self.kind {
            Kind::VettingEnding => row.vetting_ends_on,
            Kind::DataRequest => row.request_due_on,
            _ => None,
        };
        let received = || row.request_received_on.and_then(|day| midnight_after(day.pred_opt()?, zone));
        let since = match (self.kind, end) {
            (Kind::VettingEnded, Some(end)) => end,
            (Kind::DataRequest, _) => received().unwrap_or(row.created_at),
            (Kind::Application, _) => row.application_complete_at.unwrap_or(row.created_at),
            _ => row.created_at,
        };
        let due = due_on.and_then(|day| midnight_after(day, zone));
        let name = format!("{} {}", row.first_name, row.last_name).trim().to_owned();
        Item { due, due_on, ..Item::new(row.id.0, name, row.programme_name, since) }
    }

    fn mentorship(&self, row: ListedMentorship) -> Item {
        let sides = [row.mentors_contact_at, row.mentees_contact_at].map(|at| at.unwrap_or(row.started_at));
        let since = match self.kind {
            Kind::OneSided => sides.into_iter().min(),
            _ => sides.into_iter().max(),
        };
        let name = if row.name.is_empty() { row.mentors } else { row.name };
        let since = since.unwrap_or(row.started_at);
        Item { with: Some(row.mentees), ..Item::new(row.id.0, name, Some(row.programme_name), since) }
    }

    fn run(row: ListedRun) -> Item {
        Item::new(row.id.0, row.programme_name, None, row.created_at)
    }

    fn conversation(row: ListedConversation, programmes: &[Programme]) -> Item {
        let since = row.waiting_since.unwrap_or(row.last_at);
        let programme = programmes.iter().find(|programme| programme.id == row.programme_id);
        let due = programme.map(|programme| programme.answer_due_at(since));
        Item { due, ..Item::new(row.person_id.0, row.name, Some(row.programme_name), since) }
    }

    fn case(&self, row: ListedCase) -> Item {
        // Someone who was in danger has help once a lead has taken the case; of what was noticed only that has a deadline.
        let is_taken = matches!(self.kind, Kind::Crisis | Kind::Noticed) && row.assigned_to_id.is_some();
        let due = self.deadline.filter(|_| !is_taken).map(|deadline| row.created_at + deadline);
        Item { due, ..Item::new(row.id.0, row.about_name, row.programme_name, row.created_at) }
    }
}

fn items<T>(page: std::result::Result<Page<T>, ListError>, item: impl FnMut(T) -> Item) -> Result<(i64, Vec<Item>)> {
    let page = list(page)?;
    Ok((page.total, page.rows.into_iter().map(item).collect()))
}

fn list<T>(page: std::result::Result<Page<T>, ListError>) -> Result<Page<T>> {
    page.map_err(|error| match error {
        ListError::Store(error) => error,
        invalid @ ListError::Invalid { .. } => Error::Configuration(invalid.to_string()),
    })
}

/// The end of a day in a zone; where the clock skips midnight, an hour later.
fn midnight_after(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let midnight = day.succ_opt()?.and_time(NaiveTime::MIN);
    let local = |time| zone.from_local_datetime(&time).earliest();
    Some(local(midnight).or_else(|| local(midnight + Duration::hours(1)))?.to_utc())
}
