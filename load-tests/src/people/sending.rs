//! Sending, and repetition of unconfirmed messages.

use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::ClientCommand;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Error;
use uuid::Uuid;

use super::person::{Person, REPEAT_AFTER};
use super::record::Waiting;
use super::socket::Socket;
use crate::protocol::in_letters;

/// Share of messages with a mention.
const MENTIONS: f64 = 0.03;

impl Person {
    pub(super) async fn send(&mut self, socket: &mut Socket) -> Result<(), Error> {
        #[expect(clippy::disallowed_methods, reason = "a load generator's names need no injected clock")]
        let name = Uuid::now_v7().to_string();
        let mut text = "Is four o'clock tomorrow good?".to_owned();
        text.extend(self.next_of_burst(&name));
        if rand::random::<f64>() < MENTIONS
            && let Some(friend) = self.friends.get(rand::random_range(0..self.friends.len().max(1)))
        {
            text.push_str(&format!(" @[Load Test]({friend})"));
        }
        self.record.waiting.insert(name.clone(), Waiting { text, sent_at: Instant::now() });
        self.shared.sent.fetch_add(1, Relaxed);
        self.shared.waiting.fetch_add(1, Relaxed);
        self.send_pending(socket, &name).await
    }

    pub(super) async fn send_again(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        self.record.record_repetition(name);
        self.send_pending(socket, name).await
    }

    async fn send_pending(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        let Some(waiting) = self.record.waiting.get_mut(name) else { return Ok(()) };
        waiting.sent_at = Instant::now();
        // For a repeated message, receivers measure from the repetition that was stored; only the sender measures from the first
        // attempt.
        let message = format!("~~{}~ {}", in_letters(self.shared.now()), waiting.text);
        let (channel, temp_id) = (self.seat.channel, name.to_owned());
        let (from, attachments, link_preview, reply_to) = (None, Vec::new(), None, None);
        self.say(
            socket,
            ClientCommand::Send {
                channel,
                from,
                message,
                attachments,
                link_preview,
                temp_id,
                reply_to,
                confirmed: true,
            },
        )
        .await
    }

    pub(super) async fn repeat_overdue(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let is_late = |waiting: &Waiting| waiting.sent_at.elapsed() >= REPEAT_AFTER;
        let late: Vec<String> =
            self.record.waiting.iter().filter(|(_, waiting)| is_late(waiting)).map(|(name, _)| name.clone()).collect();
        for name in late {
            self.send_again(socket, &name).await?;
        }
        Ok(())
    }
}
