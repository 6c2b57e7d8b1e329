//! A single Redis: one topic and `PUBLISH`.

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{AsyncCommands, Client, PushInfo, PushKind, RedisResult};
use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;
use tokio::time::timeout;

use super::{BusReceiver, BusTransport, HEALTH_CHECK_INTERVAL, REQUEST_TIMEOUT};
use crate::Result;
use crate::bus::envelope::Envelope;
use crate::bus::{BusMessage, Event};

/// The connection, which reconnects on its own, and the topic.
pub(super) struct Single {
    manager: ConnectionManager,
    topic: String,
    subscribed: bool,
}

impl Single {
    pub(super) fn new(client: Client, topic: &str, receiver: BusReceiver) -> Result<Self> {
        let config = ConnectionManagerConfig::new()
            .set_push_sender(move |push| listen(&receiver, &push))
            .set_automatic_resubscription()
            .set_min_delay(Duration::from_millis(100))
            .set_max_delay(HEALTH_CHECK_INTERVAL)
            .set_number_of_retries(usize::MAX)
            .set_connection_timeout(Some(REQUEST_TIMEOUT))
            .set_response_timeout(Some(REQUEST_TIMEOUT));
        let manager = ConnectionManager::new_lazy_with_config(client, config)?;
        Ok(Self { manager, topic: format!("{topic}:events"), subscribed: false })
    }
}

impl BusTransport for Single {
    async fn listen(&mut self) -> Result<(), String> {
        if self.subscribed {
            within(self.manager.ping()).await
        } else {
            within(self.manager.subscribe(&self.topic)).await?;
            self.subscribed = true;
            Ok(())
        }
    }

    async fn publish(&mut self, envelope: Envelope<&Event>) -> Result<(), String> {
        within(self.manager.publish(&self.topic, envelope.text()?)).await
    }
}

async fn within(answer: impl Future<Output = RedisResult<()>>) -> Result<(), String> {
    timeout(REQUEST_TIMEOUT, answer).await.map_err(|_| "no answer".to_owned())?.map_err(|error| error.to_string())
}

fn listen(receiver: &BusReceiver, push: &PushInfo) -> Result<(), Infallible> {
    match push.kind {
        PushKind::Message => receiver.receive(&push.data),
        // Events before the (repeated) subscription were missed.
        PushKind::Subscribe => receiver.send(BusMessage::Lost),
        PushKind::Disconnection => receiver.mark_disconnected(),
        _ => {}
    }
    Ok(())
}

pub(super) async fn probe(client: &Client) -> Result<()> {
    let mut connection = client.get_multiplexed_async_connection().await?;
    Ok(redis::cmd("PING").exec_async(&mut connection).await?)
}
