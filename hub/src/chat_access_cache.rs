//! Caches which channels people may use. Every message asks for it.

use chrono::{DateTime, Duration, Utc};
use store::chat_access::ChatAccess;
use store::{BoundedCache, PersonId};

/// Cached people.
const CAPACITY: usize = 200_000;

/// The longest time until a change takes effect that no event announced: of a programme, or by the command line.
const MAX_AGE: Duration = Duration::seconds(30);

/// The access of each person, and when it was read.
#[derive(Debug)]
pub(crate) struct ChatAccessCache(BoundedCache<PersonId, (DateTime<Utc>, ChatAccess)>);

impl Default for ChatAccessCache {
    fn default() -> Self {
        Self(BoundedCache::new(CAPACITY))
    }
}

impl ChatAccessCache {
    pub(crate) fn get(&self, person: PersonId, now: DateTime<Utc>) -> Option<ChatAccess> {
        self.0.get(&person).filter(|(read_at, _)| now - *read_at < MAX_AGE).map(|(_, access)| access)
    }

    pub(crate) fn insert(&self, person: PersonId, now: DateTime<Utc>, access: ChatAccess) {
        self.0.insert(person, (now, access));
    }

    /// Forgets a person whose role or experiences changed.
    pub(crate) fn remove(&self, person: PersonId) {
        self.0.remove(&person);
    }
}
