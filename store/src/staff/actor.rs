//! Who acts on what belongs to other people.

use super::Scope;
use crate::db::{Executor, query_as};
use crate::{AlertId, PersonId, ProgrammeId, Result};

/// A member of staff with the scope of the permission that they use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The person. They never handle what is about themselves.
    pub person: PersonId,
    /// Where they may act; everything else does not exist for them.
    pub scope: Scope,
}

/// A person whom an actor reaches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    /// Their programme.
    pub(crate) programme: Option<ProgrammeId>,
}

/// Who acts. The audit log names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A member of staff.
    Staff(Staff),
    /// A member of staff who acts from the page of a case: the row belongs to its history, too.
    OnCase {
        /// The member of staff.
        staff: Staff,
        /// The case.
        case: AlertId,
    },
    /// A program with a key.
    ApiKey {
        /// The name of the key.
        name: String,
        /// What it reaches.
        scope: Scope,
    },
    /// A user of the machine, on the command line.
    CommandLine {
        /// Their name on the machine.
        user: String,
    },
    /// A background job.
    Job {
        /// Its name.
        name: &'static str,
    },
    /// A person, about what is theirs.
    Person(PersonId),
    /// A guardian, about the mentee whose link they have.
    Guardian,
}

impl Actor {
    /// Whether the actor may act on something of this programme, or of none. A person's own things are checked where they are
    /// found.
    pub fn reaches(&self, programme: Option<ProgrammeId>) -> bool {
        match self {
            Self::Staff(staff) | Self::OnCase { staff, .. } => staff.scope.includes(programme),
            Self::ApiKey { scope, .. } => scope.includes(programme),
            Self::CommandLine { .. } | Self::Job { .. } | Self::Person(_) | Self::Guardian => true,
        }
    }

    /// Finds a person whom the actor may act on. None: for this actor there is no such person. Staff do not act on themselves.
    pub(crate) async fn reach(&self, executor: impl Executor, person: PersonId) -> Result<Option<Reached>> {
        if self.staff().is_some_and(|staff| staff.person == person) {
            return Ok(None);
        }
        // With the scopes of the person's own roles: an actor must reach all of them.
        let rows: Vec<(Option<ProgrammeId>, bool, Option<ProgrammeId>)> = query_as(
            "SELECT p.programme_id, g.person_id IS NOT NULL, g.programme_id
             FROM people p LEFT JOIN staff_grants g ON g.person_id = p.id WHERE p.id = $1",
        )
        .bind(person)
        .fetch_all(executor)
        .await?;
        let is_reached = rows
            .iter()
            .all(|(programme, has_role, scope)| self.reaches(*programme) && (!has_role || self.reaches(*scope)));
        Ok(rows.first().filter(|_| is_reached).map(|(programme, ..)| Reached { programme: *programme }))
    }

    /// Whether staff act, in the console or on the command line.
    pub(crate) fn is_staff(&self) -> bool {
        matches!(self, Self::Staff(_) | Self::OnCase { .. } | Self::CommandLine { .. })
    }

    /// Returns the member of staff who acts in the console.
    pub(crate) fn staff(&self) -> Option<&Staff> {
        match self {
            Self::Staff(staff) | Self::OnCase { staff, .. } => Some(staff),
            _ => None,
        }
    }

    /// Returns the case from whose page staff act.
    pub(super) fn case(&self) -> Option<AlertId> {
        match self {
            Self::OnCase { case, .. } => Some(*case),
            _ => None,
        }
    }

    /// Returns the person who acts; None for the command line, jobs and keys.
    pub fn person(&self) -> Option<PersonId> {
        match self {
            Self::Staff(staff) | Self::OnCase { staff, .. } => Some(staff.person),
            Self::Person(person) => Some(*person),
            Self::ApiKey { .. } | Self::CommandLine { .. } | Self::Job { .. } | Self::Guardian => None,
        }
    }

    /// Returns the kind as stored.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Staff(_) | Self::OnCase { .. } => "staff",
            Self::ApiKey { .. } => "api_key",
            Self::CommandLine { .. } => "command_line",
            Self::Job { .. } => "job",
            Self::Person(_) => "person",
            Self::Guardian => "guardian",
        }
    }

    /// Returns the name of an actor that is no person.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::CommandLine { user } => Some(user),
            Self::ApiKey { name, .. } => Some(name),
            Self::Job { name } => Some(name),
            Self::Staff(_) | Self::OnCase { .. } | Self::Person(_) | Self::Guardian => None,
        }
    }
}

impl From<Staff> for Actor {
    fn from(staff: Staff) -> Self {
        Self::Staff(staff)
    }
}
