//! One Redis: one topic, and `PUBLISH`.

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{AsyncCommands, Client, PushInfo, PushKind, RedisResult};
use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;
use tokio::time::timeout;

use super::{Ear, Envelope, PATIENCE, PULSE, Wire};
use crate::Result;
use crate::bus::{Event, Signal};

/// The connection, which comes back by itself, and what is said over it.
pub(super) struct One {
    manager: ConnectionManager,
    topic: String,
    subscribed: bool,
}

impl One {
    pub(super) fn new(client: Client, topic: &str, ear: Ear) -> Result<Self> {
        let config = ConnectionManagerConfig::new()
            .set_push_sender(move |push| listen(&ear, &push))
            .set_automatic_resubscription()
            .set_min_delay(Duration::from_millis(100))
            .set_max_delay(PULSE)
            .set_number_of_retries(usize::MAX)
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let manager = ConnectionManager::new_lazy_with_config(client, config)?;
        Ok(Self { manager, topic: format!("{topic}:events"), subscribed: false })
    }
}

impl Wire for One {
    async fn listen(&mut self) -> Result<(), String> {
        if self.subscribed {
            within(self.manager.ping()).await
        } else {
            within(self.manager.subscribe(&self.topic)).await?;
            self.subscribed = true;
            Ok(())
        }
    }

    async fn say(&mut self, envelope: Envelope<&Event>) -> Result<(), String> {
        within(self.manager.publish(&self.topic, envelope.text()?)).await
    }
}

async fn within(answer: impl Future<Output = RedisResult<()>>) -> Result<(), String> {
    timeout(PATIENCE, answer).await.map_err(|_| "no answer".to_owned())?.map_err(|error| error.to_string())
}

fn listen(ear: &Ear, push: &PushInfo) -> Result<(), Infallible> {
    match push.kind {
        PushKind::Message => ear.hear(&push.data),
        // Subscribed, perhaps again: whatever was said meanwhile was said to nobody.
        PushKind::Subscribe => ear.tell(Signal::Lost),
        PushKind::Disconnection => ear.is_cut(),
        _ => {}
    }
    Ok(())
}

pub(super) async fn probe(client: &Client) -> Result<()> {
    let mut connection = client.get_multiplexed_async_connection().await?;
    Ok(redis::cmd("PING").exec_async(&mut connection).await?)
}
