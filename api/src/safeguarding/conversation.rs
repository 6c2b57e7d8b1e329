//! The messages around a case. They are private: staff give a reason, and the audit log records it before the
//! messages are read.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use actix_web::web::{Data, Json, Path};
use assistant::Reply;
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::alerts::evidence::CONTEXT;
use store::audit::Act;
use store::bots::{ASSISTANT, TEAM};
use store::cases::legal_holds::{self, SealedMessage};
use store::messages::Message;
use store::{AlertId, MessageId, PersonId, Store, channels, messages, people, team};
use utoipa::ToSchema;
use web::{Result, Staff};

use super::cases::{self, NO_SUCH_CASE, ReadRequest};

/// A message around a case.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConversationMessage {
    msg_id: MessageId,
    user_id: PersonId,
    user_full_name: String,
    text: String,
    /// The names of the attachments.
    attachment_names: Vec<String>,
    created_on: DateTime<Utc>,
    /// Whether the case is about this message.
    is_subject: bool,
    /// When the sender deleted it; text and names are the original ones.
    #[schema(required)]
    deleted_on: Option<DateTime<Utc>>,
}

/// Returns the messages around the message of a case, or the newest messages of the channel. Where a message was erased, its sealed copy.
/// Audited.
#[web::operation(
    operation_id = "read_case_conversation",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = ReadRequest,
    responses(
        (status = 200, description = "Oldest first.", body = Vec<ConversationMessage>),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`: no reason")
    )
)]
pub(super) async fn read(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<ReadRequest>,
) -> Result<Json<Vec<ConversationMessage>>> {
    let case = cases::find(&store, &staff.0, case).await?;
    cases::record_reading(&store, &staff.0, Act::ReadConversation, &case, &body).await?;
    let (channel, message) = (case.channel_id, case.message_id);
    let seq = match message {
        Some(message) => messages::seq_of(&store, channel, message).await?,
        None => None,
    };
    let (after, until) = match seq {
        Some(seq) => (seq - CONTEXT - 1, seq + CONTEXT),
        None => {
            let head = channels::heads(&store, &[channel]).await?.first().map_or(0, |head| head.head_seq);
            (head - 2 * CONTEXT, head)
        }
    };
    let mut list = messages::between(&store, channel, after, until).await?;
    for original in messages::originals(&store, channel, after, until).await? {
        if let Some(deleted) = list.iter_mut().find(|message| message.seq == original.seq) {
            (deleted.body, deleted.attachments) = (original.body, original.attachments);
        }
    }
    // Who of staff wrote what the bot of the team sent.
    for message in list.iter_mut().filter(|message| message.sender_id == TEAM) {
        message.sender_id = team::author_of(&store, channel, message.seq).await?.unwrap_or(TEAM);
    }
    let mut names = HashMap::new();
    for message in &list {
        if let Entry::Vacant(unknown) = names.entry(message.sender_id) {
            let person = people::by_id(&store, message.sender_id).await?;
            unknown.insert(person.map(|person| person.full_name()).unwrap_or_default());
        }
    }
    let mut shown: BTreeMap<i64, Vec<ConversationMessage>> = BTreeMap::new();
    for found in list {
        let name = names.get(&found.sender_id).cloned().unwrap_or_default();
        shown.insert(found.seq, vec![ConversationMessage::of_live(&found, name)]);
    }
    let mut sealed_texts: BTreeMap<i64, Vec<ConversationMessage>> = BTreeMap::new();
    for sealed in legal_holds::sealed_messages(&store, case.listed.id).await? {
        sealed_texts.entry(sealed.seq).or_default().push(sealed.into());
    }
    for (seq, mut texts) in sealed_texts {
        // An erased message is empty. Of one that was edited after it was sealed all sealed texts are shown.
        let live = shown.remove(&seq).into_iter().flatten();
        let live: Vec<_> = live.filter(|live| !live.text.is_empty() || !live.attachment_names.is_empty()).collect();
        if !live.is_empty() && texts.len() == 1 {
            texts.clear();
        }
        texts.retain(|sealed| live.iter().all(|live| live.text != sealed.text));
        texts.extend(live);
        shown.insert(seq, texts);
    }
    let marked = shown
        .into_values()
        .flatten()
        .map(|shown| ConversationMessage { is_subject: Some(shown.msg_id) == message, ..shown });
    Ok(Json(marked.collect()))
}

impl ConversationMessage {
    fn of_live(message: &Message, user_full_name: String) -> Self {
        Self {
            msg_id: message.id,
            user_id: message.sender_id,
            user_full_name,
            text: displayed_text(message.sender_id, &message.body),
            attachment_names: message.attachments.iter().map(|file| file.name.clone()).collect(),
            created_on: message.created_at,
            is_subject: false,
            deleted_on: message.deleted_at,
        }
    }
}

impl From<SealedMessage> for ConversationMessage {
    fn from(sealed: SealedMessage) -> Self {
        Self {
            msg_id: sealed.message_id,
            user_id: sealed.sender_id,
            user_full_name: sealed.sender_name,
            text: displayed_text(sealed.sender_id, &sealed.body),
            attachment_names: sealed.attachments.iter().map(|file| file.name.clone()).collect(),
            created_on: sealed.created_at,
            is_subject: false,
            deleted_on: sealed.deleted_at,
        }
    }
}

/// The text of a message without the sources and helplines of the assistant.
pub(super) fn displayed_text(sender: PersonId, body: &str) -> String {
    if sender == ASSISTANT { Reply::parse(body).text } else { body.to_owned() }
}
