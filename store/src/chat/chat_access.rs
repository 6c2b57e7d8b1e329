//! Which channels a person may use: the experiences of chat, applied to kinds of channels.

use std::collections::HashMap;

use sqlx::types::Json;

use crate::channels::Kind;
use crate::db::QueryBuilder;
use crate::experiences::{Access, Experiences, Overrides, experiences_of};
use crate::role::Role;
use crate::{PersonId, ProgrammeId, Result, Store, programmes};

/// Bound values per statement, well below the limits of both databases.
const MAX_BINDS: usize = 400;

/// The channels that a person may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChatAccess {
    /// Channels with people.
    pub people: bool,
    /// The channel of the assistant.
    pub assistant: bool,
    /// The conversation with the staff of the programme, which no experience closes.
    pub team: bool,
    /// Whether the person may write in announcements.
    pub is_staff: bool,
}

impl ChatAccess {
    /// The access of staff to everything.
    pub const ALL: Self = Self { people: true, assistant: true, team: true, is_staff: true };

    /// Derives the access of a person from their role, programme and experiences.
    pub fn new(role: Role, programme: Option<ProgrammeId>, experiences: &Experiences) -> Self {
        let uses = |area: Access| experiences.chattype == Access::Use && area == Access::Use;
        Self {
            people: uses(experiences.mentorship_chat),
            assistant: uses(experiences.ai_chat),
            team: role != Role::Staff && programme.is_some(),
            is_staff: role == Role::Staff,
        }
    }

    /// Whether the person may use channels of this kind.
    pub fn allows(self, kind: Kind) -> bool {
        match kind {
            Kind::Assistant => self.assistant,
            Kind::Team => self.team,
            Kind::Direct | Kind::Group | Kind::Broadcast => self.people,
        }
    }

    /// Whether channels of this kind are for reading only.
    pub fn is_read_only(self, kind: Kind) -> bool {
        kind == Kind::Broadcast && !self.is_staff
    }
}

/// What decides about the access of a person.
#[derive(sqlx::FromRow)]
struct Facts {
    id: PersonId,
    role: Role,
    programme_id: Option<ProgrammeId>,
    experience_overrides: Json<Overrides>,
}

/// Returns the access of one person; an unknown person has none.
pub async fn of_person(store: &Store, person: PersonId) -> Result<ChatAccess> {
    Ok(of_people(store, &[person]).await?.remove(&person).unwrap_or_default())
}

/// Returns the access of several people.
pub async fn of_people(store: &Store, people: &[PersonId]) -> Result<HashMap<PersonId, ChatAccess>> {
    let mut access = HashMap::with_capacity(people.len());
    if people.is_empty() {
        return Ok(access);
    }
    let programmes: HashMap<_, _> =
        programmes::all(store).await?.into_iter().map(|programme| (programme.id, programme.settings.0)).collect();
    for some in people.chunks(MAX_BINDS) {
        let mut query =
            QueryBuilder::new("SELECT id, role, programme_id, experience_overrides FROM people WHERE id IN (");
        let found: Vec<Facts> =
            query.push_list(some.iter().copied()).push(")").build_query_as().fetch_all(&store.db).await?;
        for Facts { id, role, programme_id, experience_overrides } in found {
            let rules = programme_id.and_then(|id| programmes.get(&id)).map(|settings| &settings.experiences);
            access.insert(id, ChatAccess::new(role, programme_id, &experiences_of(rules, role, &experience_overrides)));
        }
    }
    Ok(access)
}
