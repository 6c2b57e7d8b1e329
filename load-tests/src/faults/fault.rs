//! What goes wrong, one thing after the other.

use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use crate::people::{BURST_TIME, Order, People};
use crate::site::{Database, Site};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Fault {
    /// `kill -9` of a node; it comes back after a while.
    NodeDies,
    /// SIGTERM of a node, as in an upgrade: not ready at once, sockets sent away one by one.
    NodeDrains,
    /// The same, and it comes back as the other version (`--other-binary`).
    Upgrade,
    /// Redis stands still for ten seconds.
    RedisStops,
    /// Redis dies and comes back empty.
    RedisDies,
    /// Redis forgets everything.
    RedisForgets,
    /// PostgreSQL is started again.
    PostgresRestarts,
    /// The disk under SQLite is full for ten seconds.
    DiskFull,
    /// Some people stop reading.
    ReadersStop,
    /// Everybody loses the connection in the same moment.
    Storm,
}

/// In this order, over and over.
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

/// How long a node or Redis stays away.
const AWAY: Duration = Duration::from_secs(3);

/// How long Redis stands still, and a disk is full.
const STILL: Duration = Duration::from_secs(10);

/// Enough for what is there already, too little for a write-ahead log.
const FULL: u64 = 4096;

/// A reader that takes nothing is cut within this time.
const CUT_WITHIN: Duration = Duration::from_secs(10);

/// And within this time on any machine, however busy it is.
const CUT_AT_ALL_WITHIN: Duration = Duration::from_secs(60);

/// A node that is asked to end gets nothing new after so long, and is gone after so long.
const NOT_READY_WITHIN: Duration = Duration::from_secs(1);
const GONE_WITHIN: Duration = Duration::from_secs(30);

/// The others should notice slow readers by less than this share of their p99.
const NOTICED_PERCENT: f64 = 20.0;

/// What is to be said of one that happened.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    pub(super) remark: String,
    /// Whether what is promised for such a case was kept, where something is beyond that nothing is lost.
    pub(super) is_kept: Option<bool>,
    /// What the others notice of slow readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) noticed: Option<Noticed>,
}

/// The p99 of the others in two loud moments, one while everybody reads and one while some do not.
#[derive(Debug, Serialize)]
pub(super) struct Noticed {
    others_p99_before_ms: f64,
    others_p99_after_ms: f64,
    moved_percent: f64,
    at_most_percent: f64,
}

impl Noticed {
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

impl std::fmt::Display for Noticed {
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
    /// All that can happen to such a site.
    pub(super) fn all(kind: Database, has_other_binary: bool) -> Vec<Self> {
        ALL.into_iter().filter(|fault| fault.concerns(kind, has_other_binary)).collect()
    }

    /// Whether it can happen there.
    pub(super) fn concerns(self, kind: Database, has_other_binary: bool) -> bool {
        match self {
            Self::RedisStops | Self::RedisDies | Self::RedisForgets | Self::PostgresRestarts => {
                kind == Database::Postgres
            }
            Self::DiskFull => kind == Database::Sqlite,
            // Without another version it is a drain.
            Self::Upgrade => has_other_binary,
            Self::NodeDies | Self::NodeDrains | Self::ReadersStop | Self::Storm => true,
        }
    }

    /// Lets it happen, to this node if it is a matter of one, and heals it. `every` is the time until the next one.
    pub(super) async fn happen(
        self,
        number: u32,
        node: usize,
        every: Duration,
        site: &mut Site,
        people: &People,
    ) -> anyhow::Result<Report> {
        match self {
            Self::NodeDies => {
                site.nodes[node].kill();
                sleep(AWAY).await;
                site.nodes[node].start().await?;
            }
            Self::NodeDrains => return drain(site, node, false).await,
            Self::Upgrade => return drain(site, node, true).await,
            Self::RedisStops => {
                site.redis()?.stop();
                sleep(STILL).await;
                site.redis()?.go_on();
            }
            Self::RedisDies => {
                site.redis()?.kill();
                sleep(AWAY).await;
                site.redis()?.restart();
            }
            Self::RedisForgets => drop(site.redis()?.flush().wait()?),
            Self::PostgresRestarts => {
                let restart = std::env::var("MENTORHUB_TEST_POSTGRES_RESTART")
                    .context("MENTORHUB_TEST_POSTGRES_RESTART says how; scripts/with-services sets it")?;
                let status = Command::new("sh").args(["-c", &restart]).status().await?;
                anyhow::ensure!(status.success(), "PostgreSQL did not start again: {status}");
            }
            Self::DiskFull => {
                site.nodes[node].limit_files(Some(FULL)).await?;
                let before = people.sent();
                sleep(STILL).await;
                let (said, waiting) = (people.sent() - before, people.waiting());
                site.nodes[node].limit_files(None).await?;
                anyhow::ensure!(
                    waiting > said / 2,
                    "the disk was not full: {waiting} of {said} messages were not kept"
                );
                return Ok(Report {
                    remark: format!("{waiting} of {said} messages were not kept at first"),
                    ..Report::default()
                });
            }
            Self::ReadersStop => return readers_stop(number, every, site, people).await,
            Self::Storm => {
                people.lose_connections(Order::ComeBack(number)).await?;
            }
        }
        Ok(Report::default())
    }
}

/// Which nodes were hurt, and by what.
#[derive(Debug, Default)]
pub(super) struct Victims(Vec<(Fault, usize)>);

impl Victims {
    /// The node to which this happens: the one that knows it least, and of those the one that went through least. So each
    /// fault goes round all nodes, and so do all of them together, however many there are of either.
    pub(super) fn next(&mut self, fault: Fault, nodes: usize) -> usize {
        let count = |of: &dyn Fn(&(Fault, usize)) -> bool| self.0.iter().filter(|past| of(past)).count();
        let hurt = |node: &usize| (count(&|past| *past == (fault, *node)), count(&|past| past.1 == *node));
        let node = (0..nodes).min_by_key(hurt).unwrap_or(0);
        if matches!(fault, Fault::NodeDies | Fault::NodeDrains | Fault::Upgrade | Fault::DiskFull) {
            self.0.push((fault, node));
        }
        node
    }
}

async fn drain(site: &mut Site, node: usize, is_upgrade: bool) -> anyhow::Result<Report> {
    let node = &mut site.nodes[node];
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

/// Rooms are loud twice, first while everybody reads: what the others notice of the slow ones is the difference.
async fn readers_stop(number: u32, every: Duration, site: &Site, people: &People) -> anyhow::Result<Report> {
    let before_all = people.take_delays();
    people.order(Order::SpeakUp(number));
    speech(people).await?;
    sleep(CUT_WITHIN.min(every / 3)).await;
    let calm = people.take_delays();

    let before = site.counter("hub_slow_readers_cut_total").await;
    people.order(Order::StopReading(number));
    speech(people).await?;
    let (asleep, silent_since) = (people.asleep(), Instant::now());
    let cut = loop {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let cut = (site.counter("hub_slow_readers_cut_total").await - before) as usize;
        if cut >= asleep || silent_since.elapsed() > CUT_AT_ALL_WITHIN {
            break cut;
        }
        sleep(Duration::from_millis(100)).await;
    };
    let took = silent_since.elapsed();
    anyhow::ensure!(cut >= asleep, "{cut} of {asleep} silent readers were cut within {CUT_AT_ALL_WITHIN:?}");
    let slow = people.take_delays();
    people.order(Order::Live);
    people.until("to read again", |people| people.asleep() == 0).await?;
    [&before_all, &calm, &slow].iter().for_each(|delays| people.give_back(delays));

    let noticed = Noticed::between(calm.percentile(0.99), slow.percentile(0.99));
    let remark = format!(
        "{cut} of {asleep} cut {:.1} s after the last word (at most {CUT_WITHIN:?}); {noticed}",
        took.as_secs_f64(),
    );
    Ok(Report { remark, is_kept: Some(asleep > 0 && took <= CUT_WITHIN), noticed: Some(noticed) })
}

/// Waits until the loud ones have said everything, and heard it themselves.
async fn speech(people: &People) -> anyhow::Result<()> {
    sleep(BURST_TIME).await;
    people.until("to say what they have to say", |people| !people.is_loud()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_exchanged_without_another_version() {
        assert!(!Fault::all(Database::Postgres, false).contains(&Fault::Upgrade));
        assert!(Fault::all(Database::Postgres, true).contains(&Fault::Upgrade));
    }

    #[test]
    fn what_others_notice_is_a_number() {
        let noticed = serde_json::to_value(Report { noticed: Some(Noticed::between(50.0, 55.0)), ..Report::default() });
        let noticed = &noticed.unwrap()["noticed"];
        assert_eq!((&noticed["others_p99_before_ms"], &noticed["others_p99_after_ms"]), (&50.0.into(), &55.0.into()));
        assert!((noticed["moved_percent"].as_f64().unwrap() - 10.0).abs() < 0.001);
        assert!(Noticed::between(50.0, 60.5).to_string().ends_with("(+21 %, MORE than 20 %)"));
    }

    #[test]
    fn each_fault_goes_round_all_nodes() {
        for has_other_binary in [false, true] {
            let faults = Fault::all(Database::Postgres, has_other_binary);
            let (mut victims, mut hurt) = (Victims::default(), Vec::new());
            for fault in faults.iter().copied().cycle().take(faults.len() * 3) {
                hurt.push((fault, victims.next(fault, 3)));
            }
            for fault in faults {
                let mut nodes: Vec<usize> = hurt.iter().filter(|past| past.0 == fault).map(|past| past.1).collect();
                nodes.sort_unstable();
                let is_of_a_node = matches!(fault, Fault::NodeDies | Fault::NodeDrains | Fault::Upgrade);
                assert!(!is_of_a_node || nodes == [0, 1, 2], "{fault:?}: {nodes:?}");
            }
            // As many as there are in the five minutes of `make soak`.
            let mut nodes: Vec<usize> = victims.0.iter().take(3).map(|past| past.1).collect();
            nodes.sort_unstable();
            assert_eq!(nodes, [0, 1, 2]);
        }
        assert_eq!(Victims::default().next(Fault::DiskFull, 1), 0);
    }
}
