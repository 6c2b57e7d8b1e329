//! A private Redis Cluster: three masters, and a replica of the first.

use std::time::Duration;

use super::{Redis, free_port};

/// The slots of each master.
const SLOTS: [[&str; 2]; 3] = [["0", "5460"], ["5461", "10922"], ["10923", "16383"]];

/// The member that has no slots at first: the replica of the first.
const REPLICA: usize = 3;

/// A short patience, and what docs/OPERATIONS.md asks for.
const OPTIONS: [&str; 8] = [
    "--cluster-enabled",
    "yes",
    "--cluster-node-timeout",
    "1000",
    "--cluster-require-full-coverage",
    "no",
    "--repl-diskless-sync-delay",
    "0",
];

/// It dies with this value.
#[derive(Debug)]
pub struct RedisCluster {
    members: Vec<Redis>,
}

impl RedisCluster {
    /// One that is ready.
    pub async fn start() -> Self {
        let (mut members, mut bus_ports) = (Vec::new(), Vec::new());
        for _ in 0..=REPLICA {
            let bus_port = free_port().to_string();
            members.push(Redis::start_with(OPTIONS.into_iter().chain(["--cluster-port", &bus_port])));
            bus_ports.push(bus_port);
        }
        let cluster = Self { members };
        for (number, slots) in SLOTS.iter().enumerate() {
            until("a member", || cluster.say(number, &["PING"]) == "PONG").await;
            assert_eq!(cluster.say(number, &["CLUSTER", "ADDSLOTSRANGE", slots[0], slots[1]]), "OK");
            assert_eq!(cluster.say(number, &["CLUSTER", "SET-CONFIG-EPOCH", &(number + 1).to_string()]), "OK");
        }
        for (other, bus_port) in cluster.members.iter().zip(&bus_ports).skip(1) {
            let port = other.port.to_string();
            until("a meeting", || cluster.say(0, &["CLUSTER", "MEET", "127.0.0.1", &port, bus_port]) == "OK").await;
        }
        let first = cluster.id(0);
        until("a replica", || cluster.say(REPLICA, &["CLUSTER", "REPLICATE", &first]) == "OK").await;
        cluster.until_ready().await;
        cluster
    }

    /// Waits until all masters answer for their slots and the replica could take over.
    pub async fn until_ready(&self) {
        until("a cluster", || {
            (0..=REPLICA).all(|number| {
                let info = self.say(number, &["CLUSTER", "INFO"]);
                info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384")
            }) && (0..=REPLICA).any(|number| self.say(number, &["INFO", "replication"]).contains("link_status:up"))
        })
        .await;
    }

    /// Where it is.
    pub fn url(&self) -> String {
        self.url_of(&[0, 1])
    }

    /// Where these members are: three masters, and the replica of the first.
    pub fn url_of(&self, members: &[usize]) -> String {
        let places = members.iter().map(|number| format!("127.0.0.1:{}", self.members[*number].port));
        format!("redis-cluster://{}", places.collect::<Vec<_>>().join(","))
    }

    /// The first master dies, and its replica takes its place.
    pub fn kill_first(&mut self) {
        self.members[0].kill();
    }

    /// The first master stands still: connections stay, nothing is answered.
    pub fn stop_first(&self) {
        self.members[0].stop();
    }

    /// And goes on.
    pub fn go_on(&self) {
        self.members[0].go_on();
    }

    /// What was the first master comes back, as the replica of the one that took its place.
    pub fn restart_first(&mut self) {
        self.members[0].restart();
    }

    /// Everybody dies.
    pub fn kill_all(&mut self) {
        self.members.iter_mut().for_each(Redis::kill);
    }

    /// Everybody comes back.
    pub fn restart_all(&mut self) {
        self.members.iter_mut().for_each(Redis::restart);
    }

    /// The replica of the first shard, whoever it is, takes the place of its master, who lives. It asks nobody: masters vote
    /// for one shard only so often.
    pub async fn hand_over(&self) {
        let is_replica = |number: &usize| self.say(*number, &["ROLE"]).starts_with("slave");
        let replica = (0..=REPLICA).find(is_replica).unwrap();
        assert_eq!(self.say(replica, &["CLUSTER", "FAILOVER", "TAKEOVER"]), "OK");
        until("a new master", || !is_replica(&replica)).await;
    }

    /// A topic that is heard moves from the second master to the third.
    pub fn move_one(&self) {
        let topics = self.say(1, &["PUBSUB", "SHARDCHANNELS"]);
        let topic = topics.lines().next().unwrap();
        let (slot, third) = (self.say(1, &["CLUSTER", "KEYSLOT", topic]), self.id(2));
        // The new one first: there is always somebody who has it.
        for number in [2, 1] {
            assert_eq!(self.say(number, &["CLUSTER", "SETSLOT", &slot, "NODE", &third]), "OK");
        }
    }

    /// How many topics are heard from each member.
    pub fn topics(&self) -> Vec<usize> {
        (0..=REPLICA).map(|number| self.say(number, &["PUBSUB", "SHARDCHANNELS"]).lines().count()).collect()
    }

    /// How often each member was told something to pass on.
    pub fn published(&self) -> Vec<u64> {
        let calls = |number| {
            let stats = self.say(number, &["INFO", "commandstats"]);
            let of_publish = stats.lines().find_map(|line| line.strip_prefix("cmdstat_spublish:calls="));
            of_publish.map_or(0, |rest| rest.split(',').next().unwrap().parse().unwrap())
        };
        (0..=REPLICA).map(calls).collect()
    }

    fn id(&self, number: usize) -> String {
        self.say(number, &["CLUSTER", "MYID"])
    }

    fn say(&self, number: usize, words: &[&str]) -> String {
        self.members[number].say(words)
    }
}

/// Nothing tells when a cluster agrees with itself: it is asked.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..600 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} does not come");
}
