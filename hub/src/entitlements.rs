//! What a person may use: experiences computed from programme, role and overrides.

use store::PersonId;
use store::channels::{Connecting, Kind};
use store::chat_access::ChatAccess;
use store::experiences::{Experiences, experiences_of};
use store::people::{self, Person};

use crate::hub::Hub;

impl Hub {
    /// Returns a person and their experiences; None for an unknown person.
    pub(crate) async fn entitlements_of(&self, person: PersonId) -> store::Result<Option<(Person, Experiences)>> {
        let Some(person) = people::by_id(&self.store, person).await? else { return Ok(None) };
        let programme = self.programmes.get(&self.store, person.programme_id).await?;
        let rules = programme.as_ref().map(|programme| &programme.settings.experiences);
        let experiences = experiences_of(rules, person.role, &person.experience_overrides);
        Ok(Some((person, experiences)))
    }

    /// Returns whether a person may use the assistant.
    pub(crate) async fn may_use_assistant(&self, person: PersonId) -> store::Result<bool> {
        if self.assistant.get().is_none() {
            return Ok(false);
        }
        let Some((person, experiences)) = self.entitlements_of(person).await? else { return Ok(false) };
        Ok(ChatAccess::new(person.role, &experiences).assistant)
    }

    /// Returns which channels a person may use, perhaps from the cache.
    pub(crate) async fn chat_access(&self, person: PersonId) -> store::Result<ChatAccess> {
        let now = self.store.clock.now();
        if let Some(access) = self.chat_access.get(person, now) {
            return Ok(access);
        }
        let Some((known, experiences)) = self.entitlements_of(person).await? else { return Ok(ChatAccess::default()) };
        let access = ChatAccess::new(known.role, &experiences);
        self.chat_access.insert(person, now, access);
        Ok(access)
    }

    /// Caches which channels a person may use who connects, without a statement: all clients reconnect at once when a node
    /// restarts.
    pub(crate) async fn cache_chat_access(&self, person: PersonId, connecting: &Connecting) -> store::Result<()> {
        let now = self.store.clock.now();
        let programme = self.programmes.get(&self.store, connecting.programme_id).await?;
        let rules = programme.as_ref().map(|programme| &programme.settings.experiences);
        let experiences = experiences_of(rules, connecting.role, &connecting.experience_overrides);
        self.chat_access.insert(person, now, ChatAccess::new(connecting.role, &experiences));
        Ok(())
    }

    /// Returns whether channels of this kind exist for a person. The assistant's commands check it themselves, because
    /// it also needs a configuration.
    pub(crate) async fn may_use(&self, person: PersonId, kind: Kind) -> store::Result<bool> {
        Ok(kind == Kind::Assistant || self.chat_access(person).await?.allows(kind))
    }
}
