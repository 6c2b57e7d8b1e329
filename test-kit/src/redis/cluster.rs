//! A Redis Cluster of one test: three masters and a replica of the first.

use std::time::Duration;

use super::{Redis, free_port};

/// The slots of each master.
const SLOTS: [[&str; 2]; 3] = [["0", "5460"], ["5461", "10922"], ["10923", "16383"]];

/// The member without slots at the start: the replica of the first master.
const REPLICA: usize = 3;

/// A short node timeout, and the options that docs/OPERATIONS.md requires.
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

/// Server processes that the drop kills.
#[derive(Debug)]
pub struct RedisCluster {
    members: Vec<Redis>,
}

impl RedisCluster {
    /// Starts a cluster and waits until it is ready.
    pub async fn start() -> Self {
        let (mut members, mut bus_ports) = (Vec::new(), Vec::new());
        for _ in 0..=REPLICA {
            let bus_port = free_port().to_string();
            members.push(Redis::start_with(OPTIONS.into_iter().chain(["--cluster-port", &bus_port])));
            bus_ports.push(bus_port);
        }
        let cluster = Self { members };
        for (number, slots) in SLOTS.iter().enumerate() {
            until("a member", || cluster.command(number, &["PING"]) == "PONG").await;
            assert_eq!(cluster.command(number, &["CLUSTER", "ADDSLOTSRANGE", slots[0], slots[1]]), "OK");
            assert_eq!(cluster.command(number, &["CLUSTER", "SET-CONFIG-EPOCH", &(number + 1).to_string()]), "OK");
        }
        for (other, bus_port) in cluster.members.iter().zip(&bus_ports).skip(1) {
            let port = other.port.to_string();
            until("a meeting", || cluster.command(0, &["CLUSTER", "MEET", "127.0.0.1", &port, bus_port]) == "OK").await;
        }
        let first = cluster.id(0);
        until("a replica", || cluster.command(REPLICA, &["CLUSTER", "REPLICATE", &first]) == "OK").await;
        cluster.until_ready().await;
        cluster
    }

    /// Waits until all masters serve their slots and the replica is connected.
    pub async fn until_ready(&self) {
        until("a cluster", || {
            (0..=REPLICA).all(|number| {
                let info = self.command(number, &["CLUSTER", "INFO"]);
                info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384")
            }) && (0..=REPLICA).any(|number| self.command(number, &["INFO", "replication"]).contains("link_status:up"))
        })
        .await;
    }

    /// Returns its address.
    pub fn url(&self) -> String {
        self.url_of(&[0, 1])
    }

    /// Returns an address that names these members.
    pub fn url_of(&self, members: &[usize]) -> String {
        let addresses = members.iter().map(|number| format!("127.0.0.1:{}", self.members[*number].port));
        format!("redis-cluster://{}", addresses.collect::<Vec<_>>().join(","))
    }

    /// Kills the first master; its replica takes over.
    pub fn kill_first(&mut self) {
        self.members[0].kill();
    }

    /// Pauses the first master: connections stay open, and it sends no replies.
    pub fn stop_first(&self) {
        self.members[0].stop();
    }

    /// Resumes the first master.
    pub fn go_on(&self) {
        self.members[0].go_on();
    }

    /// Restarts the first master, which becomes a replica of the new master.
    pub fn restart_first(&mut self) {
        self.members[0].restart();
    }

    /// Kills all members.
    pub fn kill_all(&mut self) {
        self.members.iter_mut().for_each(Redis::kill);
    }

    /// Restarts all members.
    pub fn restart_all(&mut self) {
        self.members.iter_mut().for_each(Redis::restart);
    }

    /// Makes the replica of the first shard take over from its running master. TAKEOVER skips the vote of the masters, which
    /// they grant only once in a while.
    pub async fn hand_over(&self) {
        let is_replica = |number: &usize| self.command(*number, &["ROLE"]).starts_with("slave");
        let replica = (0..=REPLICA).find(is_replica).unwrap();
        assert_eq!(self.command(replica, &["CLUSTER", "FAILOVER", "TAKEOVER"]), "OK");
        until("a new master", || !is_replica(&replica)).await;
    }

    /// Moves a subscribed topic from the second master to the third.
    pub fn move_one(&self) {
        let topics = self.command(1, &["PUBSUB", "SHARDCHANNELS"]);
        let topic = topics.lines().next().unwrap();
        let (slot, third) = (self.command(1, &["CLUSTER", "KEYSLOT", topic]), self.id(2));
        // The new one first: there is always somebody who has it.
        for number in [2, 1] {
            assert_eq!(self.command(number, &["CLUSTER", "SETSLOT", &slot, "NODE", &third]), "OK");
        }
    }

    /// How many topics are subscribed at each member.
    pub fn topics(&self) -> Vec<usize> {
        (0..=REPLICA).map(|number| self.command(number, &["PUBSUB", "SHARDCHANNELS"]).lines().count()).collect()
    }

    /// How many messages each member received to forward.
    pub fn published(&self) -> Vec<u64> {
        let calls = |number| {
            let stats = self.command(number, &["INFO", "commandstats"]);
            let of_publish = stats.lines().find_map(|line| line.strip_prefix("cmdstat_spublish:calls="));
            of_publish.map_or(0, |rest| rest.split(',').next().unwrap().parse().unwrap())
        };
        (0..=REPLICA).map(calls).collect()
    }

    fn id(&self, number: usize) -> String {
        self.command(number, &["CLUSTER", "MYID"])
    }

    fn command(&self, number: usize, words: &[&str]) -> String {
        self.members[number].command(words)
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
