//! The faults.

use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use crate::installation::{Database, Installation};
use crate::people::{BURST_TIME, Instruction, People};

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Fault {
    /// `kill -9` of a node, which restarts after a while.
    NodeDies,
    /// SIGTERM of a node as in an upgrade: not ready at once, sockets closed gradually.
    NodeDrains,
    /// The same, but the node restarts with the other version (`--other-binary`).
    Upgrade,
    /// Redis is stopped for ten seconds.
    RedisStops,
    /// Redis is killed and restarts empty.
    RedisDies,
    /// Redis loses all data.
    RedisForgets,
    /// PostgreSQL restarts.
    PostgresRestarts,
    /// The disk under SQLite is full for ten seconds.
    DiskFull,
    /// Some clients stop reading.
    ReadersStop,
    /// All clients lose the connection at once.
    Storm,
}

/// Instruction of injection.
const ALL: [Fault; 10] = [
    Fault::NodeDies,
    Fault::ReadersStop,
    Fault::RedisStops,
    Fault::NodeDrains,
    Fault::PostgresRestarts,
    Fault::DiskFull,
    Fault::RedisDies,
    Fault::Upgrade,
    Fault::Storm,
    Fault::RedisForgets,
];

/// Downtime of a node or Redis.
const DOWNTIME: Duration = Duration::from_secs(3);

/// Duration of a stopped Redis and of a full disk.
const FREEZE_TIME: Duration = Duration::from_secs(10);

/// Larger than existing files, too small for a growing write-ahead log.
const FULL_DISK_BYTES: u64 = 4096;

/// A client that reads nothing is disconnected within this time.
const CUT_WITHIN: Duration = Duration::from_secs(10);

/// The same limit on a busy machine.
const CUT_WITHIN_UNHURRIED: Duration = Duration::from_secs(60);

/// A draining node is not ready after the first time and has exited after the second.
const NOT_READY_WITHIN: Duration = Duration::from_secs(1);
const GONE_WITHIN: Duration = Duration::from_secs(30);

/// Slow readers may increase the p99 of the others by less than this share.
const NOTICED_PERCENT: f64 = 20.0;

/// Result of an injected fault.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    pub(super) remark: String,
    /// Violated promises beyond lost messages.
    pub(super) is_kept: Option<bool>,
    /// Effect of slow readers on the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) noticed: Option<SlowReaderEffect>,
}

/// p99 of the others during two bursts: with all clients reading, and with slow readers.
#[derive(Debug, Serialize)]
pub(super) struct SlowReaderEffect {
    others_p99_before_ms: f64,
    others_p99_after_ms: f64,
    moved_percent: f64,
    at_most_percent: f64,
}

impl SlowReaderEffect {
    fn between(before: f64, after: f64) -> Self {
        let moved_percent = (after / before - 1.0) * 100.0;
        Self {
            others_p99_before_ms: before,
            others_p99_after_ms: after,
            moved_percent,
            at_most_percent: NOTICED_PERCENT,
        }
    }
}

impl std::fmt::Display for SlowReaderEffect {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            others_p99_before_ms: before,
            others_p99_after_ms: after,
            moved_percent: moved,
            at_most_percent: most,
        } = self;
        let than = if moved < most { "less than" } else { "MORE than" };
        write!(out, "p99 of the others {before:.1} → {after:.1} ms ({moved:+.0} %, {than} {most:.0} %)")
    }
}

impl Fault {
    /// Returns the faults that this installation supports.
    pub(super) fn all(kind: Database, has_other_binary: bool) -> Vec<Self> {
        ALL.into_iter().filter(|fault| fault.concerns(kind, has_other_binary)).collect()
    }

    /// Returns whether the installation supports this fault.
    pub(super) fn concerns(self, kind: Database, has_other_binary: bool) -> bool {
        match self {
            Self::RedisStops | Self::RedisDies | Self::RedisForgets | Self::PostgresRestarts => {
                kind == Database::Postgres
            }
            Self::DiskFull => kind == Database::Sqlite,
            // Without another version, upgrade equals drain.
            Self::Upgrade => has_other_binary,
            Self::NodeDies | Self::NodeDrains | Self::ReadersStop | Self::Storm => true,
        }
    }

    /// Injects the fault, into this node if it concerns a single one, and repairs it. `every` is the interval between faults.
    pub(super) async fn inject(
        self,
        number: u32,
        node: usize,
        every: Duration,
        installation: &mut Installation,
        people: &People,
    ) -> anyhow::Result<Report> {
        match self {
            Self::NodeDies => {
                installation.nodes[node].kill();
                sleep(DOWNTIME).await;
                installation.nodes[node].start().await?;
            }
            Self::NodeDrains => return drain(installation, node, false).await,
            Self::Upgrade => return drain(installation, node, true).await,
            Self::RedisStops => {
                installation.redis()?.stop();
                sleep(FREEZE_TIME).await;
                installation.redis()?.go_on();
            }
            Self::RedisDies => {
                installation.redis()?.kill();
                sleep(DOWNTIME).await;
                installation.redis()?.restart();
            }
            Self::RedisForgets => drop(installation.redis()?.flush().wait()?),
            Self::PostgresRestarts => {
                let restart = std::env::var("MENTORHUB_TEST_POSTGRES_RESTART")
                    .context("MENTORHUB_TEST_POSTGRES_RESTART says how; scripts/with-services sets it")?;
                let status = Command::new("sh").args(["-c", &restart]).status().await?;
                anyhow::ensure!(status.success(), "PostgreSQL did not start again: {status}");
            }
            Self::DiskFull => {
                installation.nodes[node].limit_files(Some(FULL_DISK_BYTES)).await?;
                let before = people.sent();
                sleep(FREEZE_TIME).await;
                let (said, waiting) = (people.sent() - before, people.waiting());
                installation.nodes[node].limit_files(None).await?;
                anyhow::ensure!(
                    waiting > said / 2,
                    "the disk was not full: {waiting} of {said} messages were not kept"
                );
                return Ok(Report {
                    remark: format!("{waiting} of {said} messages were not kept at first"),
                    ..Report::default()
                });
            }
            Self::ReadersStop => return stop_readers(number, every, installation, people).await,
            Self::Storm => {
                people.drop_connections(Instruction::ComeBack(number)).await?;
            }
        }
        Ok(Report::default())
    }
}

/// Records the faults of each node.
#[derive(Debug, Default)]
pub(super) struct FaultHistory(Vec<(Fault, usize)>);

impl FaultHistory {
    /// Chooses the node with the fewest faults of this kind, then the fewest in total, so that each fault rotates over all nodes,
    /// as do all faults together.
    pub(super) fn next(&mut self, fault: Fault, nodes: usize) -> usize {
        let count = |of: &dyn Fn(&(Fault, usize)) -> bool| self.0.iter().filter(|past| of(past)).count();
        let inject_faults = |node: &usize| (count(&|past| *past == (fault, *node)), count(&|past| past.1 == *node));
        let node = (0..nodes).min_by_key(inject_faults).unwrap_or(0);
        if matches!(fault, Fault::NodeDies | Fault::NodeDrains | Fault::Upgrade | Fault::DiskFull) {
            self.0.push((fault, node));
        }
        node
    }
}

async fn drain(installation: &mut Installation, node: usize, is_upgrade: bool) -> anyhow::Result<Report> {
    let node = &mut installation.nodes[node];
    let (not_ready, gone) = node.drain().await?;
    let mut remark = format!(
        "not ready after {:.2} s (at most {NOT_READY_WITHIN:?}), gone after {:.1} s (at most {GONE_WITHIN:?})",
        not_ready.as_secs_f64(),
        gone.as_secs_f64()
    );
    if is_upgrade {
        node.change_binary();
        remark.push_str(&format!(", came back as {}", node.binary().display()));
    }
    node.start().await?;
    Ok(Report { remark, is_kept: Some(not_ready <= NOT_READY_WITHIN && gone <= GONE_WITHIN), noticed: None })
}

/// Rooms have two bursts, the first with all clients reading: the difference shows the effect of the slow readers.
async fn stop_readers(
    number: u32,
    every: Duration,
    installation: &Installation,
    people: &People,
) -> anyhow::Result<Report> {
    let before_all = people.take_delays();
    people.order(Instruction::SpeakUp(number));
    burst(people).await?;
    sleep(CUT_WITHIN.min(every / 3)).await;
    let calm = people.take_delays();

    let before = installation.counter("hub_slow_readers_cut_total").await;
    people.order(Instruction::StopReading(number));
    burst(people).await?;
    let (asleep, silent_since) = (people.asleep(), Instant::now());
    let cut = loop {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let cut = (installation.counter("hub_slow_readers_cut_total").await - before) as usize;
        if cut >= asleep || silent_since.elapsed() > CUT_WITHIN_UNHURRIED {
            break cut;
        }
        sleep(Duration::from_millis(100)).await;
    };
    let took = silent_since.elapsed();
    anyhow::ensure!(cut >= asleep, "{cut} of {asleep} silent readers were cut within {CUT_WITHIN_UNHURRIED:?}");
    let slow = people.take_delays();
    people.order(Instruction::Live);
    people.until("to read again", |people| people.asleep() == 0).await?;
    [&before_all, &calm, &slow].iter().for_each(|delays| people.return_delays(delays));

    let noticed = SlowReaderEffect::between(calm.percentile(0.99), slow.percentile(0.99));
    let remark = format!(
        "{cut} of {asleep} cut {:.1} s after the last word (at most {CUT_WITHIN:?}); {noticed}",
        took.as_secs_f64(),
    );
    Ok(Report { remark, is_kept: Some(asleep > 0 && took <= CUT_WITHIN), noticed: Some(noticed) })
}

/// Waits until the burst senders have sent everything and received their own messages.
async fn burst(people: &People) -> anyhow::Result<()> {
    sleep(BURST_TIME).await;
    people.until("to say what they have to say", |people| !people.is_bursting()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgrade_requires_another_version() {
        assert!(!Fault::all(Database::Postgres, false).contains(&Fault::Upgrade));
        assert!(Fault::all(Database::Postgres, true).contains(&Fault::Upgrade));
    }

    #[test]
    fn slow_reader_effect_is_a_number() {
        let noticed =
            serde_json::to_value(Report { noticed: Some(SlowReaderEffect::between(50.0, 55.0)), ..Report::default() });
        let noticed = &noticed.unwrap()["noticed"];
        assert_eq!((&noticed["others_p99_before_ms"], &noticed["others_p99_after_ms"]), (&50.0.into(), &55.0.into()));
        assert!((noticed["moved_percent"].as_f64().unwrap() - 10.0).abs() < 0.001);
        assert!(SlowReaderEffect::between(50.0, 60.5).to_string().ends_with("(+21 %, MORE than 20 %)"));
    }

    #[test]
    fn faults_rotate_over_all_nodes() {
        for has_other_binary in [false, true] {
            let faults = Fault::all(Database::Postgres, has_other_binary);
            let (mut victims, mut inject_faults) = (FaultHistory::default(), Vec::new());
            for fault in faults.iter().copied().cycle().take(faults.len() * 3) {
                inject_faults.push((fault, victims.next(fault, 3)));
            }
            for fault in faults {
                let mut nodes: Vec<usize> =
                    inject_faults.iter().filter(|past| past.0 == fault).map(|past| past.1).collect();
                nodes.sort_unstable();
                let is_of_a_node = matches!(fault, Fault::NodeDies | Fault::NodeDrains | Fault::Upgrade);
                assert!(!is_of_a_node || nodes == [0, 1, 2], "{fault:?}: {nodes:?}");
            }
            // As many as in the five minutes of `make soak`.
            let mut nodes: Vec<usize> = victims.0.iter().take(3).map(|past| past.1).collect();
            nodes.sort_unstable();
            assert_eq!(nodes, [0, 1, 2]);
        }
        assert_eq!(FaultHistory::default().next(Fault::DiskFull, 1), 0);
    }
}
