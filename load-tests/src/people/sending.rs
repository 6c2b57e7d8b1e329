//! What somebody says, again if it was not confirmed.

use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::ClientCommand;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Error;
use uuid::Uuid;

use super::person::{AGAIN, Person};
use super::record::Waiting;
use super::socket::Socket;

/// Share of messages that mention somebody of the room.
const MENTIONS: f64 = 0.03;

impl Person {
    pub(super) async fn send(&mut self, socket: &mut Socket) -> Result<(), Error> {
        #[expect(clippy::disallowed_methods, reason = "a load generator's names need no injected clock")]
        let name = Uuid::now_v7().to_string();
        let mut text = "Is four o'clock tomorrow good?".to_owned();
        text.extend(self.next_of_speech(&name));
        if rand::random::<f64>() < MENTIONS
            && let Some(friend) = self.friends.get(rand::random_range(0..self.friends.len().max(1)))
        {
            text.push_str(&format!(" @[Load Test]({friend})"));
        }
        self.record.waiting.insert(name.clone(), Waiting { text, sent_at: Instant::now() });
        self.world.sent.fetch_add(1, Relaxed);
        self.world.waiting.fetch_add(1, Relaxed);
        self.say_waiting(socket, &name).await
    }

    pub(super) async fn send_again(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        self.record.repeats(name);
        self.say_waiting(socket, name).await
    }

    async fn say_waiting(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        let Some(waiting) = self.record.waiting.get_mut(name) else { return Ok(()) };
        waiting.sent_at = Instant::now();
        // Of a message that is said again, the moment counts at which it was said so that it was kept: whoever says it waited
        // since the first time, but those who heard nothing of it had no part in that.
        let message = format!("~~{}~ {}", self.world.now(), waiting.text);
        let (channel, temp_id) = (self.seat.channel, name.to_owned());
        let (attachments, link_preview, reply_to) = (Vec::new(), None, None);
        self.say(socket, ClientCommand::Send { channel, message, attachments, link_preview, temp_id, reply_to }).await
    }

    pub(super) async fn repeat_what_is_late(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let is_late = |waiting: &Waiting| waiting.sent_at.elapsed() >= AGAIN;
        let late: Vec<String> =
            self.record.waiting.iter().filter(|(_, waiting)| is_late(waiting)).map(|(name, _)| name.clone()).collect();
        for name in late {
            self.send_again(socket, &name).await?;
        }
        Ok(())
    }
}
