//! What to write for a group of waiting messages: pure, so that it can be tested without a database.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::{Message, Quote};
use crate::attachments::Attachment;
use crate::channels::Status;
use crate::previews::Preview;
use crate::{ChannelId, MessageId, PersonId};

/// A message that somebody wants to send.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Where to.
    pub channel: ChannelId,
    /// Who from.
    pub sender: PersonId,
    /// The sender's own name for it.
    pub temp_id: String,
    /// The text.
    pub body: String,
    /// What comes with it.
    pub attachments: Vec<Attachment>,
    /// What it shows of the page it links to.
    pub link_preview: Option<Preview>,
    /// Whether staff send it to everybody.
    pub is_broadcast: bool,
    /// The message of the same channel that it answers.
    pub reply_to: Option<MessageId>,
    /// The step of a trace that sends it.
    pub trace: Option<traces::Context>,
}

impl Draft {
    /// A text and nothing else.
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
            trace: None,
        }
    }
}

/// Why a message was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No such channel, or none of the sender's business.
    ChannelUnknown,
    /// The sender was a member once.
    NotAMember,
    /// The sender may only read.
    NotActive,
    /// One of the two in a direct channel blocked the other.
    Blocked,
    /// What the message answers is not in this channel.
    MessageUnknown,
}

/// What the database says of a draft, read after its channel was locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Facts {
    pub(super) head_seq: Option<i64>,
    pub(super) head_at: Option<DateTime<Utc>>,
    pub(super) status: Option<Status>,
    /// The number of the message that this draft already became.
    pub(super) repeats: Option<i64>,
    pub(super) is_blocked: bool,
    /// What the message that the draft answers says, if there is such a message.
    pub(super) reply_seq: Option<i64>,
    pub(super) reply_sender: Option<PersonId>,
    pub(super) reply_body: Option<String>,
    pub(super) reply_attachments: Option<Json<Vec<Attachment>>>,
}

impl Facts {
    fn quote(&self, message: MessageId) -> Option<Quote> {
        let attachments = self.reply_attachments.as_ref().map(|list| &list.0[..]).unwrap_or_default();
        Some(Quote::new(message, self.reply_seq?, self.reply_sender?, self.reply_body.as_deref()?, attachments))
    }
}

/// What becomes of a draft.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fate {
    /// It becomes `plan.messages[index]`.
    Stored(usize),
    /// It became this message of its channel earlier.
    Repeats(i64),
    Refused(Refusal),
}

/// What to write. Fates are in the order of the drafts.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) fates: Vec<Fate>,
    pub(super) messages: Vec<Message>,
    pub(super) heads: HashMap<ChannelId, (i64, DateTime<Utc>)>,
    /// New messages of each sender in each channel.
    pub(super) own: HashMap<(ChannelId, PersonId), i64>,
}

pub(super) fn plan(
    drafts: &[Draft],
    facts: &[Facts],
    now: DateTime<Utc>,
    mut new_id: impl FnMut() -> MessageId,
) -> Plan {
    let mut plan = Plan::default();
    let mut in_this_group: HashMap<(&str, PersonId, ChannelId), usize> = HashMap::new();
    for (draft, facts) in drafts.iter().zip(facts) {
        let name = (draft.temp_id.as_str(), draft.sender, draft.channel);
        // Repeats first: who lost the answer and then the right to write still learns that the message is stored.
        let fate = if let Some(seq) = facts.repeats {
            Fate::Repeats(seq)
        } else if let Some(refusal) = refusal(draft, facts) {
            Fate::Refused(refusal)
        } else if let Some(&twin) = in_this_group.get(&name) {
            Fate::Stored(twin)
        } else {
            let stored = (facts.head_seq.unwrap_or(0), facts.head_at.unwrap_or(now));
            let head = plan.heads.entry(draft.channel).or_insert(stored);
            // The clocks of two nodes may differ; time never runs backwards within a channel.
            *head = (head.0 + 1, head.1.max(now));
            *plan.own.entry((draft.channel, draft.sender)).or_default() += 1;
            in_this_group.insert(name, plan.messages.len());
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
                reply: draft.reply_to.and_then(|id| facts.quote(id)).map(Json),
                edited_at: None,
                changed: 0,
                reactions: Json(Vec::new()),
            });
            Fate::Stored(plan.messages.len() - 1)
        };
        plan.fates.push(fate);
    }
    plan
}

fn refusal(draft: &Draft, facts: &Facts) -> Option<Refusal> {
    match facts.status {
        None => Some(Refusal::ChannelUnknown),
        Some(Status::Absent) => Some(Refusal::NotAMember),
        Some(Status::Inactive) => Some(Refusal::NotActive),
        Some(Status::Active) if facts.is_blocked => Some(Refusal::Blocked),
        Some(Status::Active) if draft.reply_to.is_some() && facts.reply_seq.is_none() => Some(Refusal::MessageUnknown),
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

    fn facts(head: i64, at: &str, status: Status, repeats: Option<i64>) -> Facts {
        Facts {
            head_seq: Some(head),
            head_at: Some(time(at)),
            status: Some(status),
            repeats,
            is_blocked: false,
            reply_seq: None,
            reply_sender: None,
            reply_body: None,
            reply_attachments: None,
        }
    }

    fn time(text: &str) -> DateTime<Utc> {
        format!("2026-01-01T{text}Z").parse().unwrap()
    }

    fn planned(drafts: &[Draft], facts: &[Facts]) -> Plan {
        let mut next = 0;
        plan(drafts, facts, time("12:00:00"), || {
            next += 1;
            Uuid::from_u128(next).into()
        })
    }

    #[test]
    fn numbers_are_dense_in_each_channel() {
        let a = facts(4, "10:00:00", Status::Active, None);
        let b = facts(0, "10:00:00", Status::Active, None);
        let plan = planned(&[draft(1, "x"), draft(2, "x"), draft(1, "y")], &[a.clone(), b, a]);
        assert_eq!(plan.messages.iter().map(|m| m.seq).collect::<Vec<_>>(), vec![5, 1, 6]);
        assert_eq!(plan.heads[&Uuid::from_u128(1).into()].0, 6);
        assert_eq!(plan.own.values().sum::<i64>(), 3);
    }

    #[test]
    fn a_repeated_message_takes_no_number() {
        let fresh = facts(4, "10:00:00", Status::Active, None);
        let known = facts(4, "10:00:00", Status::Active, Some(3));
        let plan = planned(&[draft(1, "x"), draft(1, "x"), draft(1, "old")], &[fresh.clone(), fresh, known]);
        assert_eq!(plan.fates, vec![Fate::Stored(0), Fate::Stored(0), Fate::Repeats(3)]);
        assert_eq!(plan.messages.len(), 1);
    }

    #[test]
    fn only_active_members_write() {
        let at = "10:00:00";
        let stranger = Facts { status: None, ..facts(0, at, Status::Active, None) };
        let all = [stranger, facts(1, at, Status::Absent, None), facts(1, at, Status::Inactive, None)];
        let plan = planned(&[draft(1, "a"), draft(1, "b"), draft(1, "c")], &all);
        let refused = [Refusal::ChannelUnknown, Refusal::NotAMember, Refusal::NotActive].map(Fate::Refused);
        assert_eq!(plan.fates, refused);
        assert!(plan.heads.is_empty());
    }

    #[test]
    fn an_answer_quotes_what_it_answers_and_nothing_answers_what_is_not_there() {
        let known = Facts {
            reply_seq: Some(3),
            reply_sender: Some(Uuid::from_u128(8).into()),
            reply_body: Some("When?".into()),
            reply_attachments: Some(Json(vec![])),
            ..facts(4, "10:00:00", Status::Active, None)
        };
        let answer = Draft { reply_to: Some(Uuid::from_u128(9).into()), ..draft(1, "x") };
        let plan = planned(std::slice::from_ref(&answer), &[known]);
        let quote = plan.messages[0].reply.clone().unwrap().0;
        assert_eq!((quote.seq, &*quote.text), (3, "When?"));
        let plan = planned(&[answer], &[facts(4, "10:00:00", Status::Active, None)]);
        assert_eq!(plan.fates, [Fate::Refused(Refusal::MessageUnknown)]);
    }

    #[test]
    fn nobody_writes_to_whom_they_blocked_or_who_blocked_them() {
        let blocked = Facts { is_blocked: true, ..facts(1, "10:00:00", Status::Active, None) };
        let plan = planned(&[draft(1, "x")], &[blocked]);
        assert_eq!(plan.fates, [Fate::Refused(Refusal::Blocked)]);
    }

    #[test]
    fn time_never_runs_backwards_in_a_channel() {
        let ahead = facts(1, "12:05:00", Status::Active, None);
        let plan = planned(&[draft(1, "x")], &[ahead]);
        assert_eq!(plan.messages[0].created_at, time("12:05:00"));
    }
}
