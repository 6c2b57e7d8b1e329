//! What a person may use: experiences computed from programme, role and overrides.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use store::channels::{Connecting, Kind};
use store::chat_access::ChatAccess;
use store::experiences::{Experiences, Overrides, experiences_of};
use store::people::{self, Person, Role};
use store::{BoundedCache, PersonId, ProgrammeId, Store};

use crate::programme_cache::ProgrammeCache;

/// People whose access to channels is cached: every message asks for it.
const CACHE_CAPACITY: usize = 200_000;

/// The longest time until a change takes effect whose event was lost.
const MAX_AGE: Duration = Duration::seconds(30);

/// Computes experiences, and caches the access to channels that follows from them.
#[derive(Debug)]
pub(crate) struct Entitlements {
    store: Arc<Store>,
    programmes: Arc<ProgrammeCache>,
    /// The access of each person, and when it was read.
    chat_access: BoundedCache<PersonId, (DateTime<Utc>, ChatAccess)>,
}

impl Entitlements {
    pub(crate) fn new(store: Arc<Store>, programmes: Arc<ProgrammeCache>) -> Self {
        Self { store, programmes, chat_access: BoundedCache::new(CACHE_CAPACITY) }
    }

    /// Returns a person and their experiences; None for an unknown person.
    pub(crate) async fn of(&self, person: PersonId) -> store::Result<Option<(Person, Experiences)>> {
        let Some(person) = people::by_id(&self.store, person).await? else { return Ok(None) };
        let experiences = self.experiences(person.programme_id, person.role, &person.experience_overrides).await?;
        Ok(Some((person, experiences)))
    }

    /// Returns which channels a person may use, perhaps from the cache.
    pub(crate) async fn chat_access(&self, person: PersonId) -> store::Result<ChatAccess> {
        let now = self.store.clock.now();
        if let Some((read_at, access)) = self.chat_access.get(&person)
            && now - read_at < MAX_AGE
        {
            return Ok(access);
        }
        let Some((known, experiences)) = self.of(person).await? else { return Ok(ChatAccess::default()) };
        let access = ChatAccess::new(known.role, known.programme_id, &experiences);
        self.chat_access.insert(person, (now, access));
        Ok(access)
    }

    /// Caches which channels a connecting person may use, without a query for the person: all clients reconnect at once when
    /// a node restarts.
    pub(crate) async fn cache_chat_access(&self, person: PersonId, connecting: &Connecting) -> store::Result<()> {
        let now = self.store.clock.now();
        let Connecting { programme_id, role, experience_overrides, .. } = connecting;
        let experiences = self.experiences(*programme_id, *role, experience_overrides).await?;
        self.chat_access.insert(person, (now, ChatAccess::new(*role, *programme_id, &experiences)));
        Ok(())
    }

    /// Forgets a person whose role or experiences changed.
    pub(crate) fn forget(&self, person: PersonId) {
        self.chat_access.remove(&person);
    }

    /// Forgets all people and the rules of their programmes.
    pub(crate) async fn forget_all(&self) {
        self.programmes.forget().await;
        self.chat_access.clear();
    }

    /// Returns whether a person may use the assistant, if the installation has one.
    pub(crate) async fn may_use_assistant(&self, person: PersonId) -> store::Result<bool> {
        let Some((person, experiences)) = self.of(person).await? else { return Ok(false) };
        Ok(ChatAccess::new(person.role, person.programme_id, &experiences).assistant)
    }

    /// Returns whether channels of this kind exist for a person. The assistant's commands check it themselves, because
    /// it also needs a configuration.
    pub(crate) async fn may_use(&self, person: PersonId, kind: Kind) -> store::Result<bool> {
        Ok(kind == Kind::Assistant || self.chat_access(person).await?.allows(kind))
    }

    async fn experiences(
        &self,
        programme: Option<ProgrammeId>,
        role: Role,
        overrides: &Overrides,
    ) -> store::Result<Experiences> {
        let programme = self.programmes.get(programme).await?;
        let rules = programme.as_ref().map(|programme| &programme.settings.experiences);
        Ok(experiences_of(rules, role, overrides))
    }
}
