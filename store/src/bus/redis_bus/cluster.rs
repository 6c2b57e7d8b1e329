//! A Redis Cluster: sharded topics, and a connection to each member that has some of them.
//!
//! Whoever asks a member for a key is told who has it. So a node finds the masters by asking for its topics as if they were
//! keys, and asks again every second: an answer says that the master lives, still has the topic, and is one of the majority.
//! A connection that is cut, or told that a topic moved away, is thrown away with all it had, and its topics are looked for
//! anew.

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

use super::{Ear, Envelope, PATIENCE, Wire};
use crate::bus::{Event, Signal};
use crate::{Error, Result};

/// What the topics of an installation are called by. Redis takes what is in braces for the slot: these lie evenly over all
/// slots, and so over the masters. All nodes have to know the same ones.
const TAGS: [&str; TOPICS] =
    ["ma", "qp", "dj", "wz", "lg", "pv", "uh", "iy", "ly", "ph", "uv", "yc", "rz", "qn", "dt", "ha"];

const TOPICS: usize = 16;

/// How often a topic is followed at once from the member asked to the one it names.
const REDIRECTS: usize = 3;

/// The members in use, and what is heard from them.
pub(super) struct Cluster {
    seeds: Vec<ConnectionInfo>,
    /// Which of them is asked next.
    turn: usize,
    topics: Vec<Topic>,
    links: HashMap<String, Link>,
    ear: Ear,
}

/// Some of the channels.
struct Topic {
    name: String,
    /// Who has it as far as we know, as `HOST:PORT`.
    at: String,
    heard: bool,
}

/// A connection to a member.
#[derive(Clone)]
struct Link {
    connection: MultiplexedConnection,
    cut: Arc<AtomicBool>,
}

/// What came of asking for a topic.
enum Answer {
    Heard,
    Moved(String),
    Failed(String),
}

impl Cluster {
    pub(super) fn new(seeds: Vec<ConnectionInfo>, topic: &str, ear: Ear) -> Self {
        let topics = TAGS.iter().zip(seeds.iter().cycle()).map(|(tag, seed)| Topic {
            name: format!("{topic}:events:{{{tag}}}"),
            at: seed.addr().to_string(),
            heard: false,
        });
        let topics = topics.collect();
        Self { seeds, turn: 0, topics, links: HashMap::new(), ear }
    }

    /// Connects to these members. Who is not reached is in the answer.
    async fn reach(&mut self, members: BTreeSet<String>) -> HashMap<String, String> {
        let (seed, ear) = (&self.seeds[0], &self.ear);
        let reached = join_all(members.into_iter().map(async |at| {
            let link = Link::open(seed, &at, ear.clone()).await;
            (at, link)
        }));
        let mut unreached = HashMap::new();
        for (at, link) in reached.await {
            match link {
                Ok(link) => drop(self.links.insert(at, link)),
                Err(error) => drop(unreached.insert(at, error.to_string())),
            }
        }
        unreached
    }

    /// Asks for these topics where they should be. Gives back those that are elsewhere.
    async fn ask(&mut self, wanted: Vec<usize>, round: &mut Round) -> Vec<usize> {
        let members = wanted.iter().map(|number| &self.topics[*number].at);
        let new = members.filter(|at| !self.links.contains_key(*at)).cloned().collect();
        let unreached = self.reach(new).await;
        let answers = join_all(wanted.into_iter().map(async |number| {
            let topic = &self.topics[number];
            let answer = match self.links.get(&topic.at) {
                Some(link) => link.listen(topic).await,
                None => Answer::Failed(unreached.get(&topic.at).cloned().unwrap_or_default()),
            };
            (number, answer)
        }));
        let mut moved = Vec::new();
        for (number, answer) in answers.await {
            let at = match answer {
                Answer::Heard => {
                    round.news |= !mem::replace(&mut self.topics[number].heard, true);
                    continue;
                }
                Answer::Moved(at) => {
                    moved.push(number);
                    at
                }
                Answer::Failed(reason) => {
                    round.wrong.get_or_insert(format!("{}: {reason}", self.topics[number].at));
                    self.another(number)
                }
            };
            self.leave(number);
            self.topics[number].at = at;
        }
        moved
    }

    /// Nothing is heard of this topic any more.
    fn leave(&mut self, number: usize) {
        let topic = &mut self.topics[number];
        if mem::replace(&mut topic.heard, false)
            && let Some(link) = self.links.get(&topic.at)
        {
            // It may speak of the topic again when it is well, and everything would be heard twice.
            link.cut();
        }
    }

    /// Who else may know where this topic is: each time somebody else.
    fn another(&self, number: usize) -> String {
        let at = &self.topics[number].at;
        let seeds = self.seeds.iter().map(|seed| seed.addr().to_string());
        let members = self.links.keys().cloned().chain(seeds).filter(|member| member != at).collect::<BTreeSet<_>>();
        let turn = (number + self.turn) % members.len().max(1);
        members.into_iter().nth(turn).unwrap_or_else(|| at.clone())
    }

    /// Lets go what is cut, and what nothing is heard from.
    fn tidy(&mut self) {
        self.links.retain(|at, link| !link.is_cut() && self.topics.iter().any(|topic| topic.at == *at));
        for topic in &mut self.topics {
            topic.heard &= self.links.contains_key(&topic.at);
        }
    }
}

/// What came of asking everywhere.
#[derive(Default)]
struct Round {
    /// Something is heard that was not.
    news: bool,
    wrong: Option<String>,
}

impl Wire for Cluster {
    async fn listen(&mut self) -> Result<(), String> {
        self.tidy();
        self.turn += 1;
        let mut round = Round::default();
        let mut wanted = (0..TOPICS).collect::<Vec<_>>();
        for _ in 0..=REDIRECTS {
            wanted = self.ask(wanted, &mut round).await;
        }
        self.tidy();
        if round.news {
            // Whatever was said meanwhile was said to nobody.
            self.ear.tell(Signal::Lost);
        }
        if self.topics.iter().all(|topic| topic.heard) {
            return Ok(());
        }
        Err(round.wrong.unwrap_or_else(|| "its members do not agree on who has what".to_owned()))
    }

    async fn say(&mut self, envelope: Envelope<&Event>) -> Result<(), String> {
        let Envelope { node, lost, events } = envelope;
        let mut said = [const { Vec::new() }; TOPICS];
        // That something was lost can be said anywhere: everybody hears every topic.
        let anywhere = events.is_empty().then(|| self.topics.iter().position(|topic| topic.heard).unwrap_or(0));
        for event in events {
            said[place(event)].push(event);
        }
        let saying =
            said.into_iter().enumerate().filter(|(number, events)| !events.is_empty() || anywhere == Some(*number));
        let answers = join_all(saying.map(async |(number, events)| {
            let topic = &self.topics[number];
            let answer = match self.links.get(&topic.at) {
                Some(link) if topic.heard => link.say(topic, &Envelope { node, lost, events }).await,
                _ => Err(format!("{} is out of reach", topic.name)),
            };
            (number, answer)
        }));
        let answers = answers.await;
        for (number, _) in answers.iter().filter(|(_, answer)| answer.is_err()) {
            self.leave(*number);
        }
        answers.into_iter().try_for_each(|(_, answer)| answer)
    }
}

/// What concerns one channel keeps its order; what does not is rare.
fn place(event: &Event) -> usize {
    let channel = match event {
        Event::Messages { channel, .. }
        | Event::Changed { channel, .. }
        | Event::Seen { channel, .. }
        | Event::Typing { channel, .. }
        | Event::AssistantDelta { channel, .. } => channel.0.as_u128(),
        Event::Call(_) | Event::ChannelsChanged { .. } | Event::SessionsEnded { .. } => 0,
    };
    (channel % TOPICS as u128) as usize
}

impl Link {
    async fn open(seed: &ConnectionInfo, at: &str, ear: Ear) -> Result<Self, RedisError> {
        let cut = Arc::new(AtomicBool::new(false));
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_push_sender(listen(ear, cut.clone()));
        let client = Client::open(member(seed, at))?;
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
        // For a topic a replica would answer too, which does not know what its master forgot to tell it; for a key it does not.
        let answer = match self.ask(redis::cmd("EXISTS").arg(&topic.name)).await {
            // The slot is about to move. It is here until it has moved.
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::Ask) => Ok(()),
            answer => answer,
        };
        let answer = match answer {
            Ok(()) if !topic.heard => self.ask(redis::cmd("SSUBSCRIBE").arg(&topic.name)).await,
            answer => answer,
        };
        match answer {
            Ok(()) => Answer::Heard,
            Err(error) => match error.redirect_node() {
                Some((at, _)) => Answer::Moved(whole(at, &topic.at)),
                None => Answer::Failed(error.to_string()),
            },
        }
    }

    async fn say(&self, topic: &Topic, envelope: &Envelope<&Event>) -> Result<(), String> {
        let said = self.ask(redis::cmd("SPUBLISH").arg(&topic.name).arg(envelope.text()?)).await;
        said.map_err(|error| format!("{}: {error}", topic.at))
    }

    async fn ask(&self, command: &Cmd) -> Result<(), RedisError> {
        let answer = command.exec_async(&mut self.connection.clone()).await;
        // An answer that does not come will be taken for that of another question.
        if answer.as_ref().is_err_and(|error| error.code().is_none()) {
            self.cut();
        }
        if self.is_cut() && answer.is_ok() {
            return Err((ErrorKind::Io, "the connection was cut").into());
        }
        answer
    }
}

fn listen(ear: Ear, cut: Arc<AtomicBool>) -> impl Fn(PushInfo) -> Result<(), Infallible> + Send + Sync + 'static {
    move |push| {
        match push.kind {
            PushKind::SMessage => ear.hear(&push.data),
            // Nobody asked for this end of a subscription: a topic moved away. The client takes the word for the answer
            // to its oldest question, so nothing that it says afterwards can be trusted.
            PushKind::SUnsubscribe | PushKind::Disconnection => {
                cut.store(true, Ordering::Relaxed);
                ear.is_cut();
            }
            _ => {}
        }
        Ok(())
    }
}

/// The address of another member, who is asked in the same way as this one.
fn member(seed: &ConnectionInfo, at: &str) -> ConnectionInfo {
    let mut address = seed.addr().clone();
    if let ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } = &mut address
        && let Some((new_host, new_port)) = at.rsplit_once(':')
    {
        *host = new_host.trim_matches(['[', ']']).to_owned();
        *port = new_port.parse().unwrap_or_default();
    }
    seed.clone().set_addr(address)
}

/// A member that does not know its own name says where it is without a host: where it was asked.
fn whole(at: &str, asked: &str) -> String {
    match (at.strip_prefix(':'), asked.rsplit_once(':')) {
        (Some(port), Some((host, _))) => format!("{host}:{port}"),
        _ => at.to_owned(),
    }
}

pub(super) async fn probe(seeds: Vec<ConnectionInfo>, topic: &str) -> Result<()> {
    let ear = Ear { own: Vec::new(), signals: broadcast::channel(1).0, healthy: Arc::default() };
    // A member that is away or does not know the topics is named.
    let mut cluster = Cluster::new(seeds, topic, ear);
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
    fn channels_are_spread_over_all_topics_and_each_has_one() {
        let typing = |n| Event::Typing { channel: ChannelId(Uuid::from_u128(n)), person: PersonId(Uuid::nil()) };
        let used = (0..1000).map(|n| place(&typing(n * 0x9e37_79b9_7f4a_7c15))).collect::<BTreeSet<_>>();
        assert_eq!(used, (0..TOPICS).collect());
        assert_eq!(place(&typing(7)), place(&typing(7)));
    }

    #[test]
    fn members_are_found_where_another_says_they_are() {
        let seed = |url: &str| Client::open(url).unwrap().get_connection_info().clone();
        let tls = member(&seed("rediss://:pw@a:1"), "10.0.0.2:2");
        assert!(
            matches!(tls.addr(), ConnectionAddr::TcpTls { host, port: 2, insecure: false, .. } if host == "10.0.0.2")
        );
        assert_eq!(tls.redis_settings().password(), Some("pw"));
        let v6 = member(&seed("redis://a:1"), "fe80::1:3");
        assert!(matches!(v6.addr(), ConnectionAddr::Tcp(host, 3) if host == "fe80::1"));
        assert_eq!(whole(":7002", "10.0.0.1:7001"), "10.0.0.1:7002");
        assert_eq!(whole("b:7002", "10.0.0.1:7001"), "b:7002");
    }
}
