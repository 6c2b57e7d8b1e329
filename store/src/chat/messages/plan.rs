//! Plans what to write for a group of queued messages, without I/O.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use detection::Kinds;
use sqlx::types::Json;

use super::{Message, Quote};
use crate::attachments::Attachment;
use crate::channels::Status;
use crate::previews::Preview;
use crate::{ChannelId, MessageId, PersonId};

/// A message to send.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The channel.
    pub channel: ChannelId,
    /// The sender.
    pub sender: PersonId,
    /// The sender's own id.
    pub temp_id: String,
    /// The text.
    pub body: String,
    /// The files sent with it.
    pub attachments: Vec<Attachment>,
    /// The preview of a link in it.
    pub link_preview: Option<Preview>,
    /// Whether staff send it to all members.
    pub is_broadcast: bool,
    /// The message of the same channel that it replies to.
    pub reply_to: Option<MessageId>,
    /// Whether its text signals a crisis: staff are alerted.
    pub is_crisis: bool,
    /// What it contains of which staff learn.
    pub noticed: Kinds,
    /// The trace span that sends it.
    pub trace: Option<telemetry::Context>,
}

impl Draft {
    /// Creates a draft with a text only.
    pub fn text(channel: ChannelId, sender: PersonId, temp_id: impl Into<String>, body: impl Into<String>) -> Self {
        Self {
            channel,
            sender,
            temp_id: temp_id.into(),
            body: body.into(),
            attachments: Vec::new(),
            link_preview: None,
            is_broadcast: false,
            reply_to: None,
            is_crisis: false,
            noticed: Kinds::default(),
            trace: None,
        }
    }
}

/// Why a message was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The channel does not exist, or the sender was never a member.
    ChannelUnknown,
    /// The sender is no longer a member.
    NotAMember,
    /// The sender has read access only.
    NotActive,
    /// One of the two in a direct channel blocked the other.
    Blocked,
    /// The message it replies to is not in this channel.
    MessageUnknown,
}

/// The state of the database that decides about a draft, read under the lock of its channel.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Preconditions {
    pub(super) head_seq: Option<i64>,
    pub(super) head_at: Option<DateTime<Utc>>,
    pub(super) status: Option<Status>,
    /// The number of the message that this draft was stored as before.
    pub(super) repeats: Option<i64>,
    pub(super) is_blocked: bool,
    /// The quoted message, if it exists.
    pub(super) reply_seq: Option<i64>,
    pub(super) reply_sender: Option<PersonId>,
    pub(super) reply_body: Option<String>,
    pub(super) reply_attachments: Option<Json<Vec<Attachment>>>,
    pub(super) reply_is_deleted: bool,
}

impl Preconditions {
    fn quote(&self, message: MessageId) -> Option<Quote> {
        if self.reply_is_deleted {
            return Some(Quote::of_deleted(message, self.reply_seq?, self.reply_sender?));
        }
        let attachments = self.reply_attachments.as_ref().map(|list| &list.0[..]).unwrap_or_default();
        Some(Quote::new(message, self.reply_seq?, self.reply_sender?, self.reply_body.as_deref()?, attachments))
    }
}

/// The outcome of a draft.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// Stored as `plan.messages[index]`.
    Stored(usize),
    /// Stored earlier as this message of its channel.
    Repeats(i64),
    Rejected(Rejection),
}

/// What to write; outcomes are in the order of the drafts.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) outcomes: Vec<Outcome>,
    pub(super) messages: Vec<Message>,
    pub(super) heads: HashMap<ChannelId, (i64, DateTime<Utc>)>,
    /// New messages of each sender in each channel.
    pub(super) own: HashMap<(ChannelId, PersonId), i64>,
    /// The messages that signal a crisis, as indices.
    pub(super) crises: Vec<usize>,
    /// The messages of which staff learn, as indices, with what they contain.
    pub(super) noticed: Vec<(usize, Kinds)>,
}

pub(super) fn plan(
    drafts: &[Draft],
    preconditions: &[Preconditions],
    now: DateTime<Utc>,
    mut new_id: impl FnMut() -> MessageId,
) -> Plan {
    let mut plan = Plan::default();
    let mut in_this_group: HashMap<(&str, PersonId, ChannelId), usize> = HashMap::new();
    for (draft, preconditions) in drafts.iter().zip(preconditions) {
        let name = (draft.temp_id.as_str(), draft.sender, draft.channel);
        // Repeats come first: a sender that lost the reply and then the right to write still learns that the message is
        // stored.
        let outcome = if let Some(seq) = preconditions.repeats {
            Outcome::Repeats(seq)
        } else if let Some(rejection) = rejection_of(draft, preconditions) {
            Outcome::Rejected(rejection)
        } else if let Some(&earlier) = in_this_group.get(&name) {
            Outcome::Stored(earlier)
        } else {
            let stored = (preconditions.head_seq.unwrap_or(0), preconditions.head_at.unwrap_or(now));
            let head = plan.heads.entry(draft.channel).or_insert(stored);
            // The clocks of two nodes may differ; times never decrease within a channel.
            *head = (head.0 + 1, head.1.max(now));
            *plan.own.entry((draft.channel, draft.sender)).or_default() += 1;
            in_this_group.insert(name, plan.messages.len());
            if draft.is_crisis {
                plan.crises.push(plan.messages.len());
            }
            if !draft.noticed.is_empty() {
                plan.noticed.push((plan.messages.len(), draft.noticed));
            }
            plan.messages.push(Message {
                id: new_id(),
                channel_id: draft.channel,
                seq: head.0,
                sender_id: draft.sender,
                temp_id: draft.temp_id.clone(),
                body: draft.body.clone(),
                attachments: Json(draft.attachments.clone()),
                link_preview: draft.link_preview.clone().map(Json),
                is_broadcast: draft.is_broadcast,
                created_at: head.1,
                reply: draft.reply_to.and_then(|id| preconditions.quote(id)).map(Json),
                edited_at: None,
                deleted_at: None,
                changed: 0,
                reactions: Json(Vec::new()),
            });
            Outcome::Stored(plan.messages.len() - 1)
        };
        plan.outcomes.push(outcome);
    }
    plan
}

fn rejection_of(draft: &Draft, preconditions: &Preconditions) -> Option<Rejection> {
    match preconditions.status {
        None => Some(Rejection::ChannelUnknown),
        Some(Status::Absent) => Some(Rejection::NotAMember),
        Some(Status::Inactive) => Some(Rejection::NotActive),
        Some(Status::Active) if preconditions.is_blocked => Some(Rejection::Blocked),
        Some(Status::Active) if draft.reply_to.is_some() && preconditions.reply_seq.is_none() => {
            Some(Rejection::MessageUnknown)
        }
        Some(Status::Active) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn draft(channel: u128, temp_id: &str) -> Draft {
        Draft::text(Uuid::from_u128(channel).into(), Uuid::from_u128(7).into(), temp_id, temp_id)
    }

    fn preconditions(head: i64, at: &str, status: Status, repeats: Option<i64>) -> Preconditions {
        Preconditions {
            head_seq: Some(head),
            head_at: Some(time(at)),
            status: Some(status),
            repeats,
            is_blocked: false,
            reply_seq: None,
            reply_sender: None,
            reply_body: None,
            reply_attachments: None,
            reply_is_deleted: false,
        }
    }

    fn time(text: &str) -> DateTime<Utc> {
        format!("2026-01-01T{text}Z").parse().unwrap()
    }

    fn planned(drafts: &[Draft], preconditions: &[Preconditions]) -> Plan {
        let mut next = 0;
        plan(drafts, preconditions, time("12:00:00"), || {
            next += 1;
            Uuid::from_u128(next).into()
        })
    }

    #[test]
    fn numbers_are_dense_per_channel() {
        let a = preconditions(4, "10:00:00", Status::Active, None);
        let b = preconditions(0, "10:00:00", Status::Active, None);
        let plan = planned(&[draft(1, "x"), draft(2, "x"), draft(1, "y")], &[a.clone(), b, a]);
        assert_eq!(plan.messages.iter().map(|m| m.seq).collect::<Vec<_>>(), vec![5, 1, 6]);
        assert_eq!(plan.heads[&Uuid::from_u128(1).into()].0, 6);
        assert_eq!(plan.own.values().sum::<i64>(), 3);
    }

    #[test]
    fn repeated_message_takes_no_number() {
        let fresh = preconditions(4, "10:00:00", Status::Active, None);
        let known = preconditions(4, "10:00:00", Status::Active, Some(3));
        let plan = planned(&[draft(1, "x"), draft(1, "x"), draft(1, "old")], &[fresh.clone(), fresh, known]);
        assert_eq!(plan.outcomes, vec![Outcome::Stored(0), Outcome::Stored(0), Outcome::Repeats(3)]);
        assert_eq!(plan.messages.len(), 1);
    }

    #[test]
    fn send_by_inactive_member_is_rejected() {
        let at = "10:00:00";
        let stranger = Preconditions { status: None, ..preconditions(0, at, Status::Active, None) };
        let all = [stranger, preconditions(1, at, Status::Absent, None), preconditions(1, at, Status::Inactive, None)];
        let plan = planned(&[draft(1, "a"), draft(1, "b"), draft(1, "c")], &all);
        let refused = [Rejection::ChannelUnknown, Rejection::NotAMember, Rejection::NotActive].map(Outcome::Rejected);
        assert_eq!(plan.outcomes, refused);
        assert!(plan.heads.is_empty());
    }

    #[test]
    fn reply_quotes_known_message_only() {
        let known = Preconditions {
            reply_seq: Some(3),
            reply_sender: Some(Uuid::from_u128(8).into()),
            reply_body: Some("When?".into()),
            reply_attachments: Some(Json(vec![])),
            ..preconditions(4, "10:00:00", Status::Active, None)
        };
        let answer = Draft { reply_to: Some(Uuid::from_u128(9).into()), ..draft(1, "x") };
        let plan = planned(std::slice::from_ref(&answer), &[known]);
        let quote = plan.messages[0].reply.clone().unwrap().0;
        assert_eq!((quote.seq, &*quote.text), (3, "When?"));
        let plan = planned(&[answer], &[preconditions(4, "10:00:00", Status::Active, None)]);
        assert_eq!(plan.outcomes, [Outcome::Rejected(Rejection::MessageUnknown)]);
    }

    #[test]
    fn message_to_blocked_person_is_rejected() {
        let blocked = Preconditions { is_blocked: true, ..preconditions(1, "10:00:00", Status::Active, None) };
        let plan = planned(&[draft(1, "x")], &[blocked]);
        assert_eq!(plan.outcomes, [Outcome::Rejected(Rejection::Blocked)]);
    }

    #[test]
    fn times_never_decrease_in_channel() {
        let ahead = preconditions(1, "12:05:00", Status::Active, None);
        let plan = planned(&[draft(1, "x")], &[ahead]);
        assert_eq!(plan.messages[0].created_at, time("12:05:00"));
    }
}
