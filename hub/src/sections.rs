//! Which sections of the product a person has, as the hub needs to know.

use store::PersonId;
use store::experiences::{Experiences, experiences_of};
use store::people::{self, Person};

use crate::Hub;

impl Hub {
    /// A person, and what they may see and use; None if there is no such person.
    pub(crate) async fn sections_of(&self, person: PersonId) -> store::Result<Option<(Person, Experiences)>> {
        let Some(person) = people::by_id(&self.store, person).await? else { return Ok(None) };
        let programme = self.programmes.get(&self.store, person.programme_id).await?;
        let rules = programme.as_ref().map(|programme| &programme.settings.experiences);
        let experiences = experiences_of(rules, person.role, &person.experience_overrides);
        Ok(Some((person, experiences)))
    }
}
