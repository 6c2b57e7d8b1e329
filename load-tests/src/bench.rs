//! One measurement: a server, a crowd, some seconds.

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use crate::engine::Talk;
use crate::report::{self, Run};
use crate::target::Kind;

mod cost;
mod mixed;
mod stage;

pub(crate) use stage::{Load, Stage};

/// What to measure.
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
    /// Instead: so many messages per second in all, or "max" for the highest rate that is borne
    #[arg(long, conflicts_with = "window")]
    rate: Option<String>,
    /// With "max": does not look above this one
    #[arg(long)]
    most: Option<f64>,
    /// Who talks: people as they are, who also read, scroll, type, search and lose the connection, instead of messages alone
    #[arg(long, conflicts_with = "window")]
    mix: Option<Mix>,
    /// How long each run measures
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    #[command(flatten)]
    settling: report::Settling,
    #[command(flatten)]
    pub(crate) outputs: report::Outputs,
}

/// What else is done besides sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mix {
    /// What people do, about as often as they do it.
    People,
}

/// A rate is borne if 99 of 100 deliveries take no longer than this.
const BEARABLE_MS: f64 = 100.0;

/// Where the search for the highest rate begins, and where it gives up.
const FIRST_RATE: f64 = 500.0;
const LEAST_RATE: f64 = 5.0;

/// How often it looks between a rate that is borne and one that is not.
const HALVINGS: u32 = 2;

/// Messages per second of people who are told no other rate.
const MIXED_RATE: f64 = 200.0;

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let (mut stage, mut runs) = (Stage::new()?, Vec::new());
    for &kind in options.on.iter().filter(|kind| Stage::has(**kind)) {
        let load = |talk| Load::new(options.clients, options.room, talk, options.seconds, options.settling);
        match options.rate.as_deref() {
            rate if options.mix == Some(Mix::People) => {
                let rate = rate.map_or(Ok(MIXED_RATE), str::parse).context("--mix needs a rate that is a number")?;
                runs.push(stage.mixed(kind, load(Talk::Rate(rate)), rate).await?);
            }
            Some("max") => runs.push(stage.highest(kind, load(Talk::Rate(FIRST_RATE)), options.most).await?),
            Some(rate) => runs.push(stage.run(kind, load(Talk::Rate(rate.parse()?))).await?),
            None => {
                for &window in &options.window {
                    runs.push(stage.run(kind, load(Talk::Window(window))).await?);
                }
            }
        }
    }
    options.outputs.write(&runs, None)
}

impl Stage {
    /// The highest rate that is borne: up by half until it is too much, and then between the two.
    async fn highest(&mut self, kind: Kind, load: Load, most: Option<f64>) -> anyhow::Result<Run> {
        let most = most.unwrap_or(f64::INFINITY);
        let (mut best, mut low, mut high): (Option<Run>, f64, Option<f64>) = (None, 0.0, None);
        let mut halvings = 0;
        while halvings < HALVINGS {
            let next = match (high, &best) {
                (Some(high), _) => (low + high) / 2.0,
                (None, Some(_)) => low * 1.5,
                (None, None) => FIRST_RATE,
            };
            let rate = next.min(most);
            let run = self.run(kind, Load { talk: Talk::Rate(rate), ..load }).await?;
            let is_borne = run.p99_ms <= BEARABLE_MS && run.lost == 0 && run.messages_per_second > rate * 0.95;
            // However far down: a rate that is not borne is no answer.
            halvings += u32::from(high.is_some() && best.is_some());
            if is_borne {
                (best, low) = (Some(run), rate);
                if rate >= most {
                    break;
                }
            } else {
                ensure!(rate >= LEAST_RATE, "{} does not even bear {rate:.0} messages per second", kind.name());
                high = Some(rate);
            }
        }
        best.context("no rate is borne")
    }
}
