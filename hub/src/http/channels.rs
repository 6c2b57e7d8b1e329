//! `GET api/v2/chat/channels/`: a person's conversations with who is in them.

use std::collections::HashMap;

use ::web::{NotSignedIn, Result, Role, SignedIn, Unavailable};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::assistant;
use store::bots;
use store::calls;
use store::channels::{self, Kind, Member, Membership, Status};
use store::messages::{self, Message};
use store::programmes::Programme;
use store::{ChannelId, MessageId, PersonId, ProgrammeId, Store, people, pictures};
use utoipa::ToSchema;

use crate::assistant::reply::Reply;
use crate::{Hub, quiet};

/// Members listed of one channel.
const MOST_MEMBERS: i64 = 200;

/// Characters of the newest message shown in the list.
const SNIPPET: usize = 400;

/// A conversation as one person sees it.
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
    /// Whether its news make no noise.
    is_muted: bool,
    /// Whether neither of two can write, because one blocked the other.
    is_blocked: bool,
    member_count: i64,
    blackout: Blackout,
    /// Whether moving pictures can be searched for here.
    gifs: bool,
    /// The room of the call that an active member can join now.
    #[schema(required)]
    call_in_progress: Option<String>,
    #[schema(required)]
    last_message: Option<LastMessage>,
    channel_members: Vec<ChannelMember>,
}

/// Whether the programme is quiet now.
#[derive(Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Blackout {
    active: bool,
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    refuses_sending: bool,
}

/// The newest message; its text may be cut.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LastMessage {
    msg_id: MessageId,
    seq: i64,
    user_id: PersonId,
    text: String,
    created_on: DateTime<Utc>,
}

/// Somebody in a conversation, with their read position.
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

/// The person's conversations, newest activity first, with who is in them.
#[utoipa::path(
    get,
    path = "/api/v2/chat/channels/",
    operation_id = "channels",
    tag = "Chat",
    responses((status = 200, description = "All but those the person is absent from.", body = Vec<Channel>), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn list(store: Data<Store>, hub: Data<Hub>, me: SignedIn) -> Result<Json<Vec<Channel>>> {
    let has_assistant = hub.offers_assistant(me.person).await?;
    if has_assistant {
        let programme = people::by_id(&store, me.person).await?.and_then(|person| person.programme_id);
        assistant::open(&store, me.person, programme).await?;
    }
    let mut memberships = channels::of_person(&store, me.person).await?;
    memberships.retain(|membership| has_assistant || membership.kind != Kind::Assistant);
    let counts: HashMap<ChannelId, i64> = channels::member_counts(&store, me.person).await?.into_iter().collect();
    let mut newest: HashMap<ChannelId, Message> =
        messages::newest_of_person(&store, me.person).await?.into_iter().map(|m| (m.channel_id, m)).collect();
    let mut members: HashMap<ChannelId, Vec<Member>> = HashMap::new();
    for member in channels::members_around(&store, me.person, MOST_MEMBERS).await? {
        members.entry(member.channel_id).or_default().push(member);
    }
    let mut rooms: HashMap<ChannelId, String> = calls::live_around(&store, me.person).await?.into_iter().collect();
    let blackouts = blackouts(&hub.programmes.all(&store).await?, store.clock.now());

    let list = memberships.into_iter().map(|membership| {
        let id = membership.channel_id;
        let members = members.remove(&id).unwrap_or_default();
        Channel {
            channel_id: id,
            channel_name: name_of(&membership, &members, me.person),
            kind: membership.kind,
            is_group: membership.kind == Kind::Group,
            membership: membership.status,
            message_again_from: membership.resumes_at,
            is_muted: membership.is_muted,
            is_blocked: membership.is_blocked,
            member_count: counts.get(&id).copied().unwrap_or(0),
            blackout: membership.programme_id.and_then(|p| blackouts.get(&p).cloned()).unwrap_or_default(),
            gifs: hub.gifs.is_some() && membership.kind != Kind::Assistant,
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

fn blackouts(programmes: &[Programme], now: DateTime<Utc>) -> HashMap<ProgrammeId, Blackout> {
    let of = |programme: &Programme| {
        let until = quiet::ends_at(programme, now);
        let refuses_sending = until.is_some() && programme.settings.blackout.refuses_sending;
        Blackout { active: until.is_some(), until, refuses_sending }
    };
    programmes.iter().map(|programme| (programme.id, of(programme))).collect()
}

impl From<Message> for LastMessage {
    fn from(message: Message) -> Self {
        let is_assistant = bots::is_bot(message.sender_id);
        let text = if is_assistant { Reply::read(&message.body).text } else { message.body };
        Self {
            msg_id: message.id,
            seq: message.seq,
            user_id: message.sender_id,
            text: text.chars().take(SNIPPET).collect(),
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
