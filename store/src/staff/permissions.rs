//! What staff may do and where: grants of roles, the permissions of a role, and the scope of a permission.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ProgrammeId;
use crate::db::QueryBuilder;

/// A role of staff: a bundle of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum StaffRole {
    /// Runs programmes: people, mentorships, matching, content.
    Coordinator,
    /// Handles reports and alerts, and reads what is private, with a reason.
    Safeguarding,
    /// Sees outcomes and exports without names.
    Reports,
    /// Runs the installation: grants, settings, the audit log.
    Administrator,
}

impl StaffRole {
    /// All roles.
    pub const ALL: [Self; 4] = [Self::Coordinator, Self::Safeguarding, Self::Reports, Self::Administrator];

    /// Returns the name in commands, requests and rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coordinator => "coordinator",
            Self::Safeguarding => "safeguarding",
            Self::Reports => "reports",
            Self::Administrator => "administrator",
        }
    }

    /// Returns what the role permits.
    pub fn permissions(self) -> &'static [Permission] {
        match self {
            Self::Coordinator => &[
                Permission::ReadPeople,
                Permission::ManagePeople,
                Permission::ExportPeople,
                Permission::ManageMatching,
                Permission::AnswerMessages,
                Permission::ManageSurveys,
                Permission::SendAnnouncements,
                Permission::ReadRecordings,
                Permission::ReadOutcomes,
                Permission::ManageProgramme,
                Permission::ManageContent,
            ],
            Self::Safeguarding => {
                &[Permission::HandleCases, Permission::ReadPeople, Permission::ReadRecordings, Permission::ReadAudit]
            }
            Self::Reports => &[Permission::ReadOutcomes],
            Self::Administrator => &[
                Permission::ReadPeople,
                Permission::ManageProgramme,
                Permission::ManageContent,
                Permission::ReadAudit,
                Permission::GrantRoles,
                Permission::ManageInstallation,
            ],
        }
    }
}

impl FromStr for StaffRole {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|role| role.name() == text).ok_or(())
    }
}

impl fmt::Display for StaffRole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What a route needs its caller to be permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Handle reports and crisis alerts, and read the conversation around them with a reason.
    HandleCases,
    /// See the state of recordings.
    ReadRecordings,
    /// See people with their facts.
    ReadPeople,
    /// Change accounts and facts of people, and learn of guesses at institution codes.
    ManagePeople,
    /// Export people to a file.
    ExportPeople,
    /// Approve and publish runs of the matching, and learn what waits there.
    ManageMatching,
    /// Read and answer what people write to the programme team, and note what colleagues should know about them.
    AnswerMessages,
    /// Ask people to take surveys, and see what they answered.
    ManageSurveys,
    /// Announce something to the people of a programme.
    SendAnnouncements,
    /// Make and read reports of outcomes, which name no one.
    ReadOutcomes,
    /// See and change the rules of a programme, with the codes of its institutions.
    ManageProgramme,
    /// See the content of the installation with its answer keys; who has it for the whole installation changes it.
    ManageContent,
    /// Read the audit log.
    ReadAudit,
    /// Give roles to staff, and learn of what no member of staff may handle.
    GrantRoles,
    /// See the state of the installation, and act on it. It holds only for the whole installation.
    ManageInstallation,
}

impl Permission {
    /// All permissions.
    pub const ALL: [Self; 15] = [
        Self::HandleCases,
        Self::ReadRecordings,
        Self::ReadPeople,
        Self::ManagePeople,
        Self::ExportPeople,
        Self::ManageMatching,
        Self::AnswerMessages,
        Self::ManageSurveys,
        Self::SendAnnouncements,
        Self::ReadOutcomes,
        Self::ManageProgramme,
        Self::ManageContent,
        Self::ReadAudit,
        Self::GrantRoles,
        Self::ManageInstallation,
    ];

    /// Returns the name in lists of routes and for pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::HandleCases => "handle_cases",
            Self::ReadRecordings => "read_recordings",
            Self::ReadPeople => "read_people",
            Self::ManagePeople => "manage_people",
            Self::ExportPeople => "export_people",
            Self::ManageMatching => "manage_matching",
            Self::AnswerMessages => "answer_messages",
            Self::ManageSurveys => "manage_surveys",
            Self::SendAnnouncements => "send_announcements",
            Self::ReadOutcomes => "read_outcomes",
            Self::ManageProgramme => "manage_programme",
            Self::ManageContent => "manage_content",
            Self::ReadAudit => "read_audit",
            Self::GrantRoles => "grant_roles",
            Self::ManageInstallation => "manage_installation",
        }
    }

    /// Returns the roles that include it.
    pub fn roles(self) -> impl Iterator<Item = StaffRole> {
        StaffRole::ALL.into_iter().filter(move |role| role.permissions().contains(&self))
    }

    /// Whether a role for a programme does not include it.
    fn is_of_installation(self) -> bool {
        self == Self::ManageInstallation
    }
}

/// A role that a person holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grant {
    /// The role.
    pub role: StaffRole,
    /// The programme; None for the whole installation.
    pub programme: Option<ProgrammeId>,
}

/// The roles that a person holds. Empty for people who are not staff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants(Vec<Grant>);

impl Grants {
    /// Returns where a permission holds; None if it holds nowhere.
    pub fn scope(&self, permission: Permission) -> Option<Scope> {
        let mut programmes = Vec::new();
        for grant in self.0.iter().filter(|grant| grant.role.permissions().contains(&permission)) {
            match grant.programme {
                None => return Some(Scope::Installation),
                Some(_) if permission.is_of_installation() => {}
                Some(programme) => programmes.push(programme),
            }
        }
        programmes.sort_unstable();
        programmes.dedup();
        if programmes.is_empty() { None } else { Some(Scope::Programmes(programmes)) }
    }

    /// Whether the person holds no role.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the roles with their programmes.
    pub fn iter(&self) -> impl Iterator<Item = Grant> {
        self.0.iter().copied()
    }
}

impl FromIterator<Grant> for Grants {
    fn from_iter<I: IntoIterator<Item = Grant>>(grants: I) -> Self {
        Self(grants.into_iter().collect())
    }
}

/// Where a permission holds. What belongs to no programme belongs to the installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In these programmes only.
    Programmes(Vec<ProgrammeId>),
    /// Everywhere.
    Installation,
}

impl Scope {
    /// Whether something of this programme, or of none, lies within.
    pub fn includes(&self, programme: Option<ProgrammeId>) -> bool {
        match (self, programme) {
            (Self::Installation, _) => true,
            (Self::Programmes(programmes), Some(programme)) => programmes.contains(&programme),
            (Self::Programmes(_), None) => false,
        }
    }

    /// Appends the condition that a row lies within; `column` holds the row's programme.
    pub(crate) fn push(&self, query: &mut QueryBuilder<'_>, column: &'static str) {
        match self {
            Self::Installation => query.push("TRUE"),
            Self::Programmes(programmes) if programmes.is_empty() => query.push("FALSE"),
            Self::Programmes(programmes) => {
                query.push(column).push(" IN (").push_list(programmes.iter().copied()).push(")")
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// Roles, each with the number of its programme.
    type Held<'h> = &'h [(StaffRole, Option<u128>)];

    fn programme(number: u128) -> ProgrammeId {
        ProgrammeId(Uuid::from_u128(number))
    }

    fn grants(list: Held) -> Grants {
        list.iter().map(|&(role, number)| Grant { role, programme: number.map(programme) }).collect()
    }

    #[test]
    fn scope_of_permission_follows_grants() {
        use StaffRole::{Administrator, Coordinator, Reports, Safeguarding};
        let cases: [(Held, Permission, Option<Scope>); 8] = [
            (&[], Permission::ReadPeople, None),
            (&[(Reports, None)], Permission::ReadPeople, None),
            (&[(Coordinator, Some(1))], Permission::HandleCases, None),
            (
                &[(Coordinator, Some(1)), (Safeguarding, Some(2))],
                Permission::HandleCases,
                Some(Scope::Programmes(vec![programme(2)])),
            ),
            (
                &[(Coordinator, Some(2)), (Safeguarding, Some(1)), (Coordinator, Some(1))],
                Permission::ReadPeople,
                Some(Scope::Programmes(vec![programme(1), programme(2)])),
            ),
            (&[(Coordinator, Some(1)), (Administrator, None)], Permission::ReadPeople, Some(Scope::Installation)),
            (&[(Administrator, Some(1))], Permission::ManageInstallation, None),
            (&[(Administrator, None)], Permission::ManageInstallation, Some(Scope::Installation)),
        ];
        for (list, permission, scope) in cases {
            assert_eq!(grants(list).scope(permission), scope, "{list:?} {permission:?}");
        }
    }

    #[test]
    fn programme_scope_excludes_what_has_none() {
        let scope = Scope::Programmes(vec![programme(1)]);
        assert!(scope.includes(Some(programme(1))));
        assert!(!scope.includes(Some(programme(2))));
        assert!(!scope.includes(None));
        assert!(Scope::Installation.includes(None));
    }
}
