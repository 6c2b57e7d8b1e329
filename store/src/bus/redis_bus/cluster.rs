//! Redis Cluster: sharded topics, and one connection per member that serves some of them.
//!
//! A member that is asked for a key names the member that has its slot. A node finds the masters by asking for its
//! topics as keys, and asks again every second: a reply shows that the master is alive, still has the slot, and is part
//! of the majority. A connection that is cut, or that reports a moved topic, is dropped with its subscriptions, and its
//! topics are located again.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ConnectionInfo, PushInfo, PushKind, RedisError};
use redis::{ErrorKind, ServerErrorKind};
use tokio::sync::broadcast;

use super::{BusReceiver, BusTransport, REQUEST_TIMEOUT};
use crate::bus::envelope::Envelope;
use crate::bus::{BusMessage, Event};
use crate::{Error, Result};

/// The hash tags of the topics. They are spread evenly over all slots, and so over the masters. All nodes must use the
/// same ones.
const HASH_TAGS: [&str; TOPICS] =
    ["ma", "qp", "dj", "wz", "lg", "pv", "uh", "iy", "ly", "ph", "uv", "yc", "rz", "qn", "dt", "ha"];

const TOPICS: usize = 16;

/// Redirects that are followed for one topic in one round.
const REDIRECTS: usize = 3;

/// The connected members and the subscriptions.
pub(super) struct Cluster {
    seeds: Vec<ConnectionInfo>,
    /// The next seed to ask.
    turn: usize,
    topics: Vec<Topic>,
    links: HashMap<String, Link>,
    receiver: BusReceiver,
}

/// A topic, which carries the events of some channels.
struct Topic {
    name: String,
    /// The member that has it, as far as known, as `HOST:PORT`.
    at: String,
    is_subscribed: bool,
}

/// A connection to a member.
#[derive(Clone)]
struct Link {
    connection: MultiplexedConnection,
    cut: Arc<AtomicBool>,
}

/// The reply for a topic.
enum Answer {
    Subscribed,
    Moved(String),
    Failed(String),
}

impl Cluster {
    pub(super) fn new(seeds: Vec<ConnectionInfo>, topic: &str, receiver: BusReceiver) -> Self {
        let topics = HASH_TAGS.iter().zip(seeds.iter().cycle()).map(|(tag, seed)| Topic {
            name: format!("{topic}:events:{{{tag}}}"),
            at: seed.addr().to_string(),
            is_subscribed: false,
        });
        let topics = topics.collect();
        Self { seeds, turn: 0, topics, links: HashMap::new(), receiver }
    }

    /// Connects to these members. Returns the failures by member.
    async fn connect(&mut self, members: BTreeSet<String>) -> HashMap<String, String> {
        let (seed, receiver) = (&self.seeds[0], &self.receiver);
        let connected = join_all(members.into_iter().map(async |at| {
            let link = Link::open(seed, &at, receiver.clone()).await;
            (at, link)
        }));
        let mut unreachable = HashMap::new();
        for (at, link) in connected.await {
            match link {
                Ok(link) => drop(self.links.insert(at, link)),
                Err(error) => drop(unreachable.insert(at, error.to_string())),
            }
        }
        unreachable
    }

    /// Subscribes to these topics at their known members. Returns those that have moved.
    async fn ask(&mut self, wanted: Vec<usize>, round: &mut Round) -> Vec<usize> {
        let members = wanted.iter().map(|number| &self.topics[*number].at);
        let new = members.filter(|at| !self.links.contains_key(*at)).cloned().collect();
        let unreachable = self.connect(new).await;
        let answers = join_all(wanted.into_iter().map(async |number| {
            let topic = &self.topics[number];
            let answer = match self.links.get(&topic.at) {
                Some(link) => link.listen(topic).await,
                None => Answer::Failed(unreachable.get(&topic.at).cloned().unwrap_or_default()),
            };
            (number, answer)
        }));
        let mut moved = Vec::new();
        for (number, answer) in answers.await {
            let at = match answer {
                Answer::Subscribed => {
                    round.has_new |= !mem::replace(&mut self.topics[number].is_subscribed, true);
                    continue;
                }
                Answer::Moved(at) => {
                    moved.push(number);
                    at
                }
                Answer::Failed(reason) => {
                    round.failure.get_or_insert(format!("{}: {reason}", self.topics[number].at));
                    self.next_candidate(number)
                }
            };
            self.unsubscribe(number);
            self.topics[number].at = at;
        }
        moved
    }

    /// Ends the subscription to a topic.
    fn unsubscribe(&mut self, number: usize) {
        let topic = &mut self.topics[number];
        if mem::replace(&mut topic.is_subscribed, false)
            && let Some(link) = self.links.get(&topic.at)
        {
            // The member may publish the topic again after it recovers, which would deliver events twice.
            link.cut();
        }
    }

    /// Returns another member that may know the topic, a different one each time.
    fn next_candidate(&self, number: usize) -> String {
        let at = &self.topics[number].at;
        let seeds = self.seeds.iter().map(|seed| seed.addr().to_string());
        let members = self.links.keys().cloned().chain(seeds).filter(|member| member != at).collect::<BTreeSet<_>>();
        let turn = (number + self.turn) % members.len().max(1);
        members.into_iter().nth(turn).unwrap_or_else(|| at.clone())
    }

    /// Drops cut connections and connections without subscriptions.
    fn remove_unused_links(&mut self) {
        self.links.retain(|at, link| !link.is_cut() && self.topics.iter().any(|topic| topic.at == *at));
        for topic in &mut self.topics {
            topic.is_subscribed &= self.links.contains_key(&topic.at);
        }
    }
}

/// The result of one round over all topics.
#[derive(Default)]
struct Round {
    /// There is a new subscription.
    has_new: bool,
    failure: Option<String>,
}

impl BusTransport for Cluster {
    async fn listen(&mut self) -> Result<(), String> {
        self.remove_unused_links();
        self.turn += 1;
        let mut round = Round::default();
        let mut wanted = (0..TOPICS).collect::<Vec<_>>();
        for _ in 0..=REDIRECTS {
            wanted = self.ask(wanted, &mut round).await;
        }
        self.remove_unused_links();
        if round.has_new {
            // Events before the new subscription were missed.
            self.receiver.send(BusMessage::Lost);
        }
        if self.topics.iter().all(|topic| topic.is_subscribed) {
            return Ok(());
        }
        Err(round.failure.unwrap_or_else(|| "its members do not agree on who has what".to_owned()))
    }

    async fn publish(&mut self, envelope: Envelope<&Event>) -> Result<(), String> {
        let Envelope { node, lost, events } = envelope;
        let mut published = [const { Vec::new() }; TOPICS];
        // Any topic can carry the loss: every node subscribes to all of them.
        let loss_topic =
            events.is_empty().then(|| self.topics.iter().position(|topic| topic.is_subscribed).unwrap_or(0));
        for event in events {
            published[topic_of(event)].push(event);
        }
        let requests = published
            .into_iter()
            .enumerate()
            .filter(|(number, events)| !events.is_empty() || loss_topic == Some(*number));
        let answers = join_all(requests.map(async |(number, events)| {
            let topic = &self.topics[number];
            let answer = match self.links.get(&topic.at) {
                Some(link) if topic.is_subscribed => link.publish(topic, &Envelope { node, lost, events }).await,
                _ => Err(format!("{} is unreachable", topic.name)),
            };
            (number, answer)
        }));
        let answers = answers.await;
        for (number, _) in answers.iter().filter(|(_, answer)| answer.is_err()) {
            self.unsubscribe(*number);
        }
        answers.into_iter().try_for_each(|(_, answer)| answer)
    }
}

/// Events of one channel keep their order; others are rare.
fn topic_of(event: &Event) -> usize {
    let channel = match event {
        Event::Messages { channel, .. }
        | Event::Changed { channel, .. }
        | Event::Seen { channel, .. }
        | Event::MarkedUnread { channel, .. }
        | Event::PinsChanged { channel, .. }
        | Event::Typing { channel, .. }
        | Event::CrisisDetected { channel, .. }
        | Event::AssistantDelta { channel, .. } => channel.0.as_u128(),
        Event::Call(_)
        | Event::ChannelsChanged { .. }
        | Event::TopicsChanged { .. }
        | Event::RulesChanged
        | Event::SessionsEnded { .. } => 0,
    };
    (channel % TOPICS as u128) as usize
}

impl Link {
    async fn open(seed: &ConnectionInfo, at: &str, receiver: BusReceiver) -> Result<Self, RedisError> {
        let cut = Arc::new(AtomicBool::new(false));
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(REQUEST_TIMEOUT))
            .set_response_timeout(Some(REQUEST_TIMEOUT))
            .set_push_sender(listen(receiver, cut.clone()));
        let client = Client::open(address_of(seed, at))?;
        let connection = client.get_multiplexed_async_connection_with_config(&config).await?;
        Ok(Self { connection, cut })
    }

    fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    async fn listen(&self, topic: &Topic) -> Answer {
        // A replica would accept SSUBSCRIBE although it may lag behind its master, but redirects EXISTS.
        let answer = match self.ask(redis::cmd("EXISTS").arg(&topic.name)).await {
            // The slot is about to move; until then it is here.
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::Ask) => Ok(()),
            answer => answer,
        };
        let answer = match answer {
            Ok(()) if !topic.is_subscribed => self.ask(redis::cmd("SSUBSCRIBE").arg(&topic.name)).await,
            answer => answer,
        };
        match answer {
            Ok(()) => Answer::Subscribed,
            Err(error) => match error.redirect_node() {
                Some((at, _)) => Answer::Moved(full_address(at, &topic.at)),
                None => Answer::Failed(error.to_string()),
            },
        }
    }

    async fn publish(&self, topic: &Topic, envelope: &Envelope<&Event>) -> Result<(), String> {
        let published = self.ask(redis::cmd("SPUBLISH").arg(&topic.name).arg(envelope.text()?)).await;
        published.map_err(|error| format!("{}: {error}", topic.at))
    }

    async fn ask(&self, command: &Cmd) -> Result<(), RedisError> {
        let answer = command.exec_async(&mut self.connection.clone()).await;
        // A late reply would be taken for the reply to another request.
        if answer.as_ref().is_err_and(|error| error.code().is_none()) {
            self.cut();
        }
        if self.is_cut() && answer.is_ok() {
            return Err((ErrorKind::Io, "the connection was cut").into());
        }
        answer
    }
}

fn listen(
    receiver: BusReceiver,
    cut: Arc<AtomicBool>,
) -> impl Fn(PushInfo) -> Result<(), Infallible> + Send + Sync + 'static {
    move |push| {
        match push.kind {
            PushKind::SMessage => receiver.receive(&push.data),
            // The topic moved away. The client takes this message for the reply to its oldest request, so later replies
            // cannot be trusted.
            PushKind::SUnsubscribe | PushKind::Disconnection => {
                cut.store(true, Ordering::Relaxed);
                receiver.mark_disconnected();
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns the address of another member, with the credentials of the seed.
fn address_of(seed: &ConnectionInfo, at: &str) -> ConnectionInfo {
    let mut address = seed.addr().clone();
    if let ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } = &mut address
        && let Some((new_host, new_port)) = at.rsplit_once(':')
    {
        *host = new_host.trim_matches(['[', ']']).to_owned();
        *port = new_port.parse().unwrap_or_default();
    }
    seed.clone().set_addr(address)
}

/// Completes an address without a host, which a member sends that does not know its own name.
fn full_address(at: &str, asked: &str) -> String {
    match (at.strip_prefix(':'), asked.rsplit_once(':')) {
        (Some(port), Some((host, _))) => format!("{host}:{port}"),
        _ => at.to_owned(),
    }
}

pub(super) async fn probe(seeds: Vec<ConnectionInfo>, topic: &str) -> Result<()> {
    let receiver = BusReceiver { own: Vec::new(), signals: broadcast::channel(1).0, healthy: Arc::default() };
    // The error names a member that is unreachable or does not know the topics.
    let mut cluster = Cluster::new(seeds, topic, receiver);
    cluster
        .listen()
        .await
        .map_err(|reason| Error::Configuration(format!("not all of the cluster can be used: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChannelId, PersonId};
    use uuid::Uuid;

    #[test]
    fn channels_spread_over_all_topics() {
        let typing = |n| Event::Typing { channel: ChannelId(Uuid::from_u128(n)), person: PersonId(Uuid::nil()) };
        let used = (0..1000).map(|n| topic_of(&typing(n * 0x9e37_79b9_7f4a_7c15))).collect::<BTreeSet<_>>();
        assert_eq!(used, (0..TOPICS).collect());
        assert_eq!(topic_of(&typing(7)), topic_of(&typing(7)));
    }

    #[test]
    fn member_address_follows_redirect() {
        let seed = |url: &str| Client::open(url).unwrap().get_connection_info().clone();
        let tls = address_of(&seed("rediss://:pw@a:1"), "10.0.0.2:2");
        assert!(
            matches!(tls.addr(), ConnectionAddr::TcpTls { host, port: 2, insecure: false, .. } if host == "10.0.0.2")
        );
        assert_eq!(tls.redis_settings().password(), Some("pw"));
        let v6 = address_of(&seed("redis://a:1"), "fe80::1:3");
        assert!(matches!(v6.addr(), ConnectionAddr::Tcp(host, 3) if host == "fe80::1"));
        assert_eq!(full_address(":7002", "10.0.0.1:7001"), "10.0.0.1:7002");
        assert_eq!(full_address("b:7002", "10.0.0.1:7001"), "b:7002");
    }
}
