//! What people write to the programme team: the list, and one conversation.

use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::attachments::{self, Attachment};
use store::bots::TEAM;
use store::messages::Message;
use store::people::{self, Role};
use store::team::conversation::{self, Author, Conversation};
use store::team::inbox::{self, ListedConversation};
use store::{PersonId, Store, messages};
use utoipa::{IntoParams, ToSchema};
use web::{ListParams, ListQuery, Page, Result, Staff, not_found};

use super::StaffProgramme;
use super::names::StaffName;
use super::person::NO_SUCH_PERSON;

/// Characters of the newest message in the list.
const SNIPPET_CHARS: usize = 200;

/// A conversation in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffConversation {
    /// The person.
    id: PersonId,
    name: String,
    role: Role,
    programme: StaffProgramme,
    last_at: DateTime<Utc>,
    /// The beginning of the newest message, with mentions as `@Name`; empty if it was deleted.
    last_text: String,
    /// The name of the file that came with it.
    #[schema(required)]
    last_file: Option<String>,
    /// Whether staff wrote it.
    is_last_of_staff: bool,
    /// Since when the person waits for an answer; null if they do not.
    #[schema(required)]
    waiting_since: Option<DateTime<Utc>>,
    /// Who takes care of it; null if it is left to all.
    #[schema(required)]
    assigned_to: Option<StaffName>,
}

/// Lists conversations of people with the team: those with messages. Filters: `state` (waiting, answered), `assigned` (me, others, no),
/// `role`, `programme` (id). Sorts: `need` (who waits first), `lastAt`, `waitingSince`, `name`.
#[web::operation(
    operation_id = "staff_conversations",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffConversation>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffConversation>>> {
    Ok(Json(Page::of(inbox::page(&store, &staff.0, &query.0).await?)))
}

impl From<ListedConversation> for StaffConversation {
    fn from(row: ListedConversation) -> Self {
        let is_last_of_staff = row.is_last_of_staff();
        Self {
            id: row.person_id,
            name: row.name,
            role: row.role,
            programme: StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name },
            last_at: row.last_at,
            last_text: messages::mention::plain(&row.last_text).chars().take(SNIPPET_CHARS).collect(),
            last_file: row.last_attachments.0.into_iter().next().map(|file| file.name),
            is_last_of_staff,
            waiting_since: row.waiting_since,
            assigned_to: row.assigned_to.map(|id| StaffName::new(id, row.assigned_name.unwrap_or_default())),
        }
    }
}

/// A page of a conversation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffConversationResponse {
    person: StaffName,
    role: Role,
    /// The code of the language of the person.
    language: String,
    /// The number of the newest message; 0 without one.
    head: i64,
    /// Oldest first.
    messages: Vec<StaffMessage>,
    /// Whether there are older messages.
    has_older: bool,
    /// Since when the person waits for an answer; null if they do not.
    #[schema(required)]
    waiting_since: Option<DateTime<Utc>>,
    /// By when they should have it.
    #[schema(required)]
    due: Option<DateTime<Utc>>,
    /// Who takes care of it; null if it is left to all.
    #[schema(required)]
    assigned_to: Option<StaffName>,
    /// Up to which message the person has read; 0 for none.
    read_upto: i64,
    /// When they read it.
    #[schema(required)]
    read_at: Option<DateTime<Utc>>,
}

/// A message of a conversation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMessage {
    seq: i64,
    /// With mentions as `@Name`; empty if it was deleted.
    text: String,
    /// The file that came with it.
    #[schema(required)]
    file: Option<StaffFile>,
    /// Whether staff wrote it.
    is_of_staff: bool,
    /// Who of staff wrote it; null for the person, and after an erasure.
    #[schema(required)]
    author: Option<StaffName>,
    created_at: DateTime<Utc>,
    is_edited: bool,
    is_deleted: bool,
    /// The beginning of the message that it answers.
    #[schema(required)]
    quote: Option<String>,
    /// The reactions of the person.
    reactions: Vec<String>,
}

/// A file of a message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffFile {
    name: String,
    #[serde(rename = "type")]
    media_type: String,
    /// The size in bytes.
    size: i64,
    /// Valid for ten minutes.
    url: String,
    /// A picture of the content, if there is one.
    #[schema(required)]
    thumbnail_url: Option<String>,
}

/// Which page of a conversation.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ConversationQuery {
    /// Messages before this number; the newest without it.
    before: Option<i64>,
}

/// Shows the conversation with a person, also before its first message.
#[web::operation(
    operation_id = "staff_conversation",
    params(("person" = PersonId, Path, description = "The person."), ConversationQuery),
    responses(
        (status = 200, description = "At most 50 messages.", body = StaffConversationResponse),
        (status = 404, description = NO_SUCH_PERSON)
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    query: Query<ConversationQuery>,
) -> Result<Json<StaffConversationResponse>> {
    let id = person.ok_or_else(not_found)?.into_inner();
    let found = conversation::read(&store, &staff.0, id, query.before).await?.ok_or_else(not_found)?;
    let person = people::by_id(&store, id).await?.ok_or_else(not_found)?;
    let Conversation { listed, head_seq, messages, mut authors, has_older, read } = found;
    let listed = listed.map(StaffConversation::from);
    let waiting_since = listed.as_ref().and_then(|listed| listed.waiting_since);
    let programme = match person.programme_id {
        Some(programme) => store::programmes::by_id(&store, programme).await?,
        None => None,
    };
    Ok(Json(StaffConversationResponse {
        person: StaffName::new(id, person.full_name()),
        role: person.role,
        language: person.language,
        head: head_seq,
        messages: messages
            .into_iter()
            .map(|message| {
                let author = authors.remove(&message.seq);
                StaffMessage::new(&store, message, author)
            })
            .collect(),
        has_older,
        waiting_since,
        due: waiting_since.and_then(|since| Some(programme?.answer_due_at(since))),
        assigned_to: listed.and_then(|listed| listed.assigned_to),
        read_upto: read.map_or(0, |(_, upto)| upto),
        read_at: read.map(|(at, _)| at),
    }))
}

impl StaffMessage {
    fn new(store: &Store, message: Message, author: Option<Author>) -> Self {
        let named = author.and_then(|author| Some(StaffName::new(author.author_id?, author.name.unwrap_or_default())));
        Self {
            seq: message.seq,
            text: messages::mention::plain(&message.body).into_owned(),
            file: message
                .attachments
                .0
                .first()
                .filter(|file| file.gif.is_none())
                .map(|file| StaffFile::new(store, file)),
            is_of_staff: message.sender_id == TEAM,
            author: named,
            created_at: message.created_at,
            is_edited: message.edited_at.is_some(),
            is_deleted: message.deleted_at.is_some(),
            quote: message.reply.map(|quote| quote.0.text).filter(|text| !text.is_empty()),
            reactions: message.reactions.0.into_iter().map(|reaction| reaction.emoji).collect(),
        }
    }
}

impl StaffFile {
    fn new(store: &Store, file: &Attachment) -> Self {
        Self {
            name: file.name.clone(),
            media_type: file.media_type.clone(),
            size: file.size,
            url: attachments::staff_link(store, file.id),
            thumbnail_url: attachments::staff_thumbnail_link(store, file),
        }
    }
}
