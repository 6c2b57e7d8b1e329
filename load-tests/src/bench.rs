//! Benchmark: one server, connected clients, a fixed duration.

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use crate::engine::Talk;
use crate::report::{self, Run};
use crate::target::Kind;

mod cost;
mod mixed;
mod runner;

pub(crate) use runner::{Load, Runner};

/// Options of a benchmark.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Servers; those that have no database here are left out
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "hub"])]
    on: Vec<Kind>,
    /// Connections
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 100)]
    room: usize,
    /// Messages in flight in each room; several values make several runs
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16])]
    window: Vec<usize>,
    /// Send rate: messages per second in total, or "max" for the highest sustainable rate
    #[arg(long, conflicts_with = "window")]
    rate: Option<String>,
    /// Upper bound for "max"
    #[arg(long)]
    most: Option<f64>,
    /// Workload: realistic people who also read, scroll, type, search and reconnect, instead of messages alone
    #[arg(long, conflicts_with = "window")]
    mix: Option<Mix>,
    /// Duration of each run in seconds
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    #[command(flatten)]
    settling: report::Settling,
    #[command(flatten)]
    pub(crate) outputs: report::Outputs,
}

/// Workload besides sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mix {
    /// Realistic mix of actions.
    People,
}

/// A rate is sustainable if 99 % of deliveries take no longer than this.
const SUSTAINABLE_P99_MS: f64 = 100.0;

/// Bounds of the search for the highest rate.
const FIRST_RATE: f64 = 500.0;
const MIN_RATE: f64 = 5.0;

/// Bisection steps between a sustainable and an unsustainable rate.
const BISECTIONS: u32 = 2;

/// Default messages per second of the realistic workload.
const MIXED_RATE: f64 = 200.0;

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let (mut runner, mut runs) = (Runner::new()?, Vec::new());
    for &kind in options.on.iter().filter(|kind| Runner::has(**kind)) {
        let load = |talk| Load::new(options.clients, options.room, talk, options.seconds, options.settling);
        match options.rate.as_deref() {
            rate if options.mix == Some(Mix::People) => {
                let rate = rate.map_or(Ok(MIXED_RATE), str::parse).context("--mix needs a rate that is a number")?;
                runs.push(runner.mixed(kind, load(Talk::Rate(rate)), rate).await?);
            }
            Some("max") => runs.push(runner.highest(kind, load(Talk::Rate(FIRST_RATE)), options.most).await?),
            Some(rate) => runs.push(runner.run(kind, load(Talk::Rate(rate.parse()?))).await?),
            None => {
                for &window in &options.window {
                    runs.push(runner.run(kind, load(Talk::Window(window))).await?);
                }
            }
        }
    }
    options.outputs.write(&runs, None)
}

impl Runner {
    /// Finds the highest sustainable rate: increases by half until it is too high, then bisects.
    async fn highest(&mut self, kind: Kind, load: Load, most: Option<f64>) -> anyhow::Result<Run> {
        let most = most.unwrap_or(f64::INFINITY);
        let (mut best, mut low, mut high): (Option<Run>, f64, Option<f64>) = (None, 0.0, None);
        let mut bisections = 0;
        while bisections < BISECTIONS {
            let next = match (high, &best) {
                (Some(high), _) => (low + high) / 2.0,
                (None, Some(_)) => low * 1.5,
                (None, None) => FIRST_RATE,
            };
            let rate = next.min(most);
            let run = self.run(kind, Load { talk: Talk::Rate(rate), ..load }).await?;
            let is_borne = run.p99_ms <= SUSTAINABLE_P99_MS && run.lost == 0 && run.messages_per_second > rate * 0.95;
            // Continues downwards until a rate is sustainable.
            bisections += u32::from(high.is_some() && best.is_some());
            if is_borne {
                (best, low) = (Some(run), rate);
                if rate >= most {
                    break;
                }
            } else {
                ensure!(rate >= MIN_RATE, "{} does not even bear {rate:.0} messages per second", kind.name());
                high = Some(rate);
            }
        }
        best.context("no rate is borne")
    }
}
