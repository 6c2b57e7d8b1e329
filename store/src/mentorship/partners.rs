//! Who the other side of a mentorship is, in mails about it.

use std::collections::BTreeMap;

use crate::db::{Tx, query_scalar};
use crate::role::Role;
use crate::{PersonId, Result};

/// First names, for the value `partner` of mails; empty if no account is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Partners(String);

/// The first names of both sides of a mentorship.
pub(crate) struct Sides {
    mentor: String,
    mentees: String,
}

impl Sides {
    /// Finds the names of members.
    pub(crate) async fn find(tx: &mut Tx, members: &[(PersonId, Role)]) -> Result<Self> {
        let (mut mentors, mut mentees) = (Vec::new(), Vec::new());
        for (person, role) in members {
            let name: Option<String> = query_scalar("SELECT first_name FROM people WHERE id = $1")
                .bind(person)
                .fetch_optional(&mut *tx)
                .await?;
            if *role == Role::Mentor { mentors.extend(name) } else { mentees.extend(name) }
        }
        Ok(Self { mentor: mentors.join(", "), mentees: mentees.join(", ") })
    }

    /// Returns those with whom a person of this role was.
    pub(crate) fn partners_of(&self, role: Role) -> Partners {
        Partners(if role == Role::Mentor { self.mentees.clone() } else { self.mentor.clone() })
    }
}

impl Partners {
    /// Returns the values of a mail.
    pub(crate) fn values(self) -> BTreeMap<String, String> {
        BTreeMap::from([("partner".to_owned(), self.0)])
    }
}
