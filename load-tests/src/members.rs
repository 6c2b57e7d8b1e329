//! What a message costs in a channel of many members of whom ten are here: the same, however many they are?

use clap::Args;

use crate::bench::{Load, Stage};
use crate::engine::Talk;
use crate::report::{Outputs, Run, Turns, median, number};
use crate::target::Kind;

/// How many, and how they talk.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Servers; those that have no database here are left out
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "hub"])]
    on: Vec<Kind>,
    /// Members of the channel who are not connected; a row each
    #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1000, 10_000])]
    members: Vec<usize>,
    /// Members who are connected
    #[arg(long, default_value_t = 10)]
    here: usize,
    /// Messages per second; the fewer, the more of them have a round of their own for those who are away
    #[arg(long, default_value_t = 20.0)]
    rate: f64,
    #[command(flatten)]
    turns: Turns,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let (mut stage, mut runs) = (Stage::new()?, Vec::new());
    for _ in 0..options.turns.times {
        for &kind in options.on.iter().filter(|kind| Stage::has(**kind)) {
            for &away in &options.members {
                let load = Load::new(options.here, options.here, Talk::Rate(options.rate), options.turns.seconds);
                runs.push(stage.run(kind, Load { away, ..load }).await?);
            }
        }
    }
    options.outputs.write(&runs, Some(&table(&runs, options)))
}

fn table(runs: &[Run], options: &Options) -> String {
    let mut text = String::from(
        "| on | members away | hub CPU µs per message | PostgreSQL CPU µs per message | statements per message | p99 ms |\n\
         |---|---|---|---|---|---|\n",
    );
    for &kind in &options.on {
        for &away in &options.members {
            let of_it: Vec<&Run> = runs.iter().filter(|run| run.on == kind && run.away == away).collect();
            let middle = |value: fn(&Run) -> Option<f64>| median(of_it.iter().filter_map(|run| value(run)));
            if !of_it.is_empty() {
                text += &format!(
                    "| {} | {away} | {} | {} | {} | {} |\n",
                    kind.name(),
                    number(middle(|run| Some(run.server_us_per_message)), 0),
                    number(middle(|run| run.database_us_per_message), 0),
                    number(middle(|run| run.statements_per_message), 2),
                    number(middle(|run| Some(run.p99_ms)), 1),
                );
            }
        }
    }
    text
}
