//! The channels of a person, with their members.

use std::collections::HashMap;

use ::web::{Caller, Result, Role};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::assistant;
use store::bots::ASSISTANT;
use store::calls;
use store::channels::{self, Kind, Member, Membership, Status};
use store::messages::{self, Message};
use store::{ChannelId, MessageId, PersonId, ProgrammeId, Store, people, pictures, team};
use utoipa::ToSchema;

use crate::hub::Hub;
use crate::programme_cache::Blackout;
use ::assistant::Reply;

/// Listed members per channel.
const MAX_MEMBERS: i64 = 200;

/// Characters of the last message in the list.
const SNIPPET_CHARS: usize = 400;

/// A channel, as the person sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Channel {
    channel_id: ChannelId,
    channel_name: String,
    kind: Kind,
    is_group: bool,
    membership: Status,
    #[schema(required)]
    message_again_from: Option<DateTime<Utc>>,
    /// Whether the person muted it.
    is_muted: bool,
    /// Whether sending is blocked, because one of the two members blocked the other.
    is_blocked: bool,
    /// Whether the person may only read: announcements are for staff to write.
    is_read_only: bool,
    member_count: i64,
    /// The programme whose blackouts apply; null where none do: with the assistant and with staff.
    #[schema(required)]
    program_id: Option<ProgrammeId>,
    blackout: Blackout,
    /// When the programme team is back; null while it is there, and for other channels.
    #[schema(required)]
    staff_back_at: Option<DateTime<Utc>>,
    /// Whether GIFs can be sent.
    gifs: bool,
    /// The room of the live call.
    #[schema(required)]
    call_in_progress: Option<String>,
    #[schema(required)]
    last_message: Option<LastMessage>,
    channel_members: Vec<ChannelMember>,
}

/// The last message; its text may be shortened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LastMessage {
    msg_id: MessageId,
    seq: i64,
    user_id: PersonId,
    /// Empty if it is private.
    text: String,
    /// Whether lists must not show the text, because others may see the screen: crisis cards.
    is_private: bool,
    /// The name of the file that came with it; null without one.
    #[schema(required)]
    attachment_name: Option<String>,
    /// Whether its sender deleted it; the text is empty then.
    is_deleted: bool,
    created_on: DateTime<Utc>,
}

/// A member, with their read position.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChannelMember {
    user_id: PersonId,
    user_full_name: String,
    #[schema(required)]
    display_picture: Option<String>,
    is_active: bool,
    is_pair_manager: bool,
    role: Role,
    #[schema(required)]
    last_viewed_timestamp: Option<DateTime<Utc>>,
    #[schema(required)]
    last_viewed_msg_id: Option<MessageId>,
    last_viewed_seq: i64,
}

/// Lists the channels of the person with their members, newest activity first.
#[web::operation(
    operation_id = "channels",
    responses(
        (status = 200, description = "All channels except those where the person is absent.", body = Vec<Channel>)
    )
)]
pub(super) async fn list(store: Data<Store>, hub: Data<Hub>, caller: Caller) -> Result<Json<Vec<Channel>>> {
    let has_assistant = hub.may_use_assistant(caller.person).await?;
    if has_assistant {
        let programme = people::by_id(&store, caller.person).await?.and_then(|person| person.programme_id);
        assistant::open(&store, caller.person, programme).await?;
    }
    let access = hub.entitlements.chat_access(caller.person).await?;
    let mut memberships = channels::of_person(&store, caller.person).await?;
    if access.team && !memberships.iter().any(|membership| membership.kind == Kind::Team) {
        // The other channels are there without it.
        match team::open(&store, caller.person).await {
            Ok(_) => memberships = channels::of_person(&store, caller.person).await?,
            Err(error) => tracing::error!(%error, "a conversation with the team could not be opened"),
        }
    }
    memberships.retain(|membership| match membership.kind {
        Kind::Assistant => has_assistant,
        kind => access.allows(kind),
    });
    let counts: HashMap<ChannelId, i64> = channels::member_counts(&store, caller.person).await?.into_iter().collect();
    let mut newest: HashMap<ChannelId, Message> =
        messages::newest_of_person(&store, caller.person).await?.into_iter().map(|m| (m.channel_id, m)).collect();
    let mut members: HashMap<ChannelId, Vec<Member>> = HashMap::new();
    for member in channels::members_around(&store, caller.person, MAX_MEMBERS).await? {
        members.entry(member.channel_id).or_default().push(member);
    }
    let mut rooms: HashMap<ChannelId, String> = calls::live_around(&store, caller.person).await?.into_iter().collect();
    let blackouts = hub.programmes.blackouts().await?;
    let team_back_at = if access.team { hub.team_back_at(caller.person).await? } else { None };

    let list = memberships.into_iter().map(|membership| {
        let id = membership.channel_id;
        let members = members.remove(&id).unwrap_or_default();
        let is_with_staff =
            membership.kind == Kind::Direct && members.iter().any(|member| member.role == people::Role::Staff);
        let program_id = membership.programme_id.filter(|_| !membership.kind.is_personal() && !is_with_staff);
        Channel {
            channel_id: id,
            channel_name: name_of(&membership, &members, caller.person),
            kind: membership.kind,
            is_group: membership.kind == Kind::Group,
            membership: membership.status,
            message_again_from: membership.resumes_at,
            is_muted: membership.is_muted,
            is_blocked: membership.is_blocked,
            is_read_only: access.is_read_only(membership.kind),
            member_count: counts.get(&id).copied().unwrap_or(0),
            program_id,
            blackout: program_id.and_then(|id| blackouts.get(&id).copied()).unwrap_or_default(),
            staff_back_at: team_back_at.filter(|_| membership.kind == Kind::Team),
            gifs: hub.gifs.is_some() && !membership.kind.is_personal(),
            call_in_progress: rooms.remove(&id),
            last_message: newest.remove(&id).map(LastMessage::from),
            channel_members: members.into_iter().map(|member| ChannelMember::new(&store, &member)).collect(),
        }
    });
    Ok(Json(list.collect()))
}

/// A direct channel is named after the other person.
fn name_of(membership: &Membership, members: &[Member], me: PersonId) -> String {
    if !membership.name.is_empty() {
        return membership.name.clone();
    }
    let others = members.iter().filter(|member| member.person_id != me && !member.is_pair_manager);
    others.map(full_name).collect::<Vec<_>>().join(", ")
}

fn full_name(member: &Member) -> String {
    format!("{} {}", member.first_name, member.last_name).trim().to_owned()
}

impl From<Message> for LastMessage {
    fn from(message: Message) -> Self {
        let is_assistant = message.sender_id == ASSISTANT;
        let is_private = is_assistant && assistant::is_crisis_card(&message);
        let attachment_name = message.attachments.0.first().map(|attachment| attachment.name.clone());
        let text = match () {
            () if is_private => String::new(),
            () if is_assistant => Reply::parse(&message.body).text,
            () => message.body,
        };
        Self {
            msg_id: message.id,
            seq: message.seq,
            user_id: message.sender_id,
            text: text.chars().take(SNIPPET_CHARS).collect(),
            is_private,
            attachment_name,
            is_deleted: message.deleted_at.is_some(),
            created_on: message.created_at,
        }
    }
}

impl ChannelMember {
    fn new(store: &Store, member: &Member) -> Self {
        Self {
            user_id: member.person_id,
            user_full_name: full_name(member),
            display_picture: member.picture_id.map(|id| pictures::address(store, id)),
            is_active: member.status == Status::Active,
            is_pair_manager: member.is_pair_manager,
            role: member.role.into(),
            last_viewed_timestamp: member.last_seen_at,
            last_viewed_msg_id: member.last_seen_id,
            last_viewed_seq: member.last_seen_seq,
        }
    }
}
