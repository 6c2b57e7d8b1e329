//! What goes wrong, one thing after the other.

use std::time::Duration;

use anyhow::Context;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::sleep;

use super::person::Order;
use super::site::Site;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Fault {
    /// `kill -9` of a node; it comes back after a while.
    NodeDies,
    /// SIGTERM of a node, as in an upgrade: not ready at once, sockets sent away one by one.
    NodeDrains,
    /// Redis stands still for ten seconds.
    RedisStops,
    /// Redis dies and comes back empty.
    RedisDies,
    /// Redis forgets everything.
    RedisForgets,
    /// PostgreSQL is started again.
    PostgresRestarts,
    /// Some people stop reading.
    ReadersStop,
    /// Everybody loses the connection in the same moment.
    Storm,
}

/// In this order, over and over.
pub(super) const ALL: [Fault; 8] = [
    Fault::NodeDies,
    Fault::ReadersStop,
    Fault::RedisStops,
    Fault::NodeDrains,
    Fault::PostgresRestarts,
    Fault::RedisDies,
    Fault::Storm,
    Fault::RedisForgets,
];

/// How long a node or Redis stays away.
const AWAY: Duration = Duration::from_secs(3);

/// How long Redis stands still.
const STILL: Duration = Duration::from_secs(10);

impl Fault {
    /// Lets it happen, and heals it. Says what is worth saying.
    pub(super) async fn happen(
        self,
        number: u32,
        site: &mut Site,
        orders: &watch::Sender<Order>,
    ) -> anyhow::Result<String> {
        let count = u32::try_from(site.nodes.len()).unwrap_or(1);
        let node = usize::try_from(number % count).unwrap_or(0);
        match self {
            Self::NodeDies => {
                site.nodes[node].kill();
                sleep(AWAY).await;
                site.nodes[node].start().await?;
            }
            Self::NodeDrains => {
                let (not_ready, gone) = site.nodes[node].drain().await?;
                site.nodes[node].start().await?;
                return Ok(format!(
                    "not ready after {:.2} s, gone after {:.1} s",
                    not_ready.as_secs_f64(),
                    gone.as_secs_f64()
                ));
            }
            Self::RedisStops => {
                site.redis.stop();
                sleep(STILL).await;
                site.redis.go_on();
            }
            Self::RedisDies => {
                site.redis.kill();
                sleep(AWAY).await;
                site.redis.restart();
            }
            Self::RedisForgets => drop(site.redis.flush().wait()?),
            Self::PostgresRestarts => {
                let restart = std::env::var("MENTORHUB_TEST_POSTGRES_RESTART")
                    .context("MENTORHUB_TEST_POSTGRES_RESTART says how; scripts/with-services sets it")?;
                let status = Command::new("sh").args(["-c", &restart]).status().await?;
                anyhow::ensure!(status.success(), "PostgreSQL did not start again: {status}");
            }
            Self::ReadersStop => drop(orders.send_replace(Order::StopReading(number))),
            Self::Storm => drop(orders.send_replace(Order::ComeBack(number))),
        }
        Ok(String::new())
    }
}
