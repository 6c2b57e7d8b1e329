//! Benchmark with realistic people, the same as in the fault tests.

use std::time::Duration;

use anyhow::ensure;
use store::Store;
use store::clock::Clock;
use tokio::time::sleep;

use super::cost::Cost;
use super::runner::{Load, Runner, summary};
use crate::engine::Outcome;
use crate::people::{People, Population, Verification, sum};
use crate::report::{self, Run};
use crate::target::{Kind, Target};

impl Runner {
    /// One run at this total message rate.
    pub(super) async fn mixed(&mut self, kind: Kind, load: Load, rate: f64) -> anyhow::Result<Run> {
        ensure!(kind.is_hub(), "{} does not know what people do", kind.name());
        let resources = self.resources(kind)?;
        let seats = self.seats(kind, &resources, &load).await?;
        let targets = [Target::start(kind, &resources).await?];
        let [target] = &targets;
        let people =
            People::connect_all(&[target.address], &seats, Population { room: load.room, rate, slow: 0 }).await?;
        sleep(load.settling.time() * 2).await;

        people.take_delays();
        people.discard_read_times();
        let cost = Cost::so_far(kind, &targets, &resources).await?;
        let (mut outcome, mut memory, before) = (Outcome::default(), Vec::new(), people.sent());
        for _ in 0..load.seconds {
            sleep(Duration::from_secs(1)).await;
            let delays = people.take_delays();
            outcome.delays.merge(&delays);
            outcome.seconds.push(delays);
            memory.push(target.memory()? as f64 / 1e6);
        }
        let cost = Cost::so_far(kind, &targets, &resources).await?.since(&cost);
        outcome.measured = (people.sent() - before) as u64;
        people.stop_messages().await?;
        let (records, reading) = people.finish().await?;
        for target in targets {
            target.kill().await?;
        }

        let store =
            Store::open(store::Options::new(&resources.database, resources.data.join("files")), Clock::system())
                .await?;
        let verdict = Verification::on(&store, &seats, &records).await?;
        store.close().await;
        // A wrong count hides a message, too.
        let unseen = verdict.forgotten + verdict.miscounted + verdict.mistagged;
        outcome.lost = verdict.lost + verdict.deaf + verdict.waiting + verdict.gaps + unseen;
        outcome.doubled = verdict.doubled;
        outcome.out_of_order = verdict.inverted;
        outcome.refused = records.iter().flat_map(|record| record.refused.values()).sum();
        // Connections closed by the server.
        outcome.closed =
            sum(&records, |record| record.closes.iter().filter(|end| *end.0 > 1006).map(|end| end.1).sum());
        let mut run = summary(kind, load, &outcome, &cost);
        (run.is_mixed, run.memory_mb, run.reading) = (true, memory, Some(reading));
        eprintln!("{}", report::line(&run));
        Ok(run)
    }
}
