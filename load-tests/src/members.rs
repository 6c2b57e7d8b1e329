//! Measures whether the cost of a message depends on the number of offline members; ten members are connected.

use clap::Args;

use crate::bench::{Load, Runner};
use crate::engine::Talk;
use crate::report::{Outputs, Run, Turns, median, number};
use crate::seed::Away;
use crate::target::Kind;

/// Options. CPU time has a resolution of 10 ms: in a run of fifteen seconds with 300 messages, that is
/// 33 µs per message.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("seconds", |seconds| seconds.default_value("15")))]
pub(crate) struct Options {
    /// Servers; those that have no database here are left out
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "hub"])]
    on: Vec<Kind>,
    /// Offline members who muted the channel; a row each. With 0, messages are stored and delivered without looking for offline
    /// members
    #[arg(long, value_delimiter = ',', default_values_t = [0, 100, 1000, 10_000])]
    members: Vec<usize>,
    /// The same for members who did not mute it. They are notified once, beginning in the first turn
    #[arg(long, value_delimiter = ',', default_values_t = [10_000])]
    unmuted: Vec<usize>,
    /// Connected members
    #[arg(long, default_value_t = 10)]
    here: usize,
    /// Messages per second; at low rates, more messages get a notification round of their own
    #[arg(long, default_value_t = 20.0)]
    rate: f64,
    #[command(flatten)]
    turns: Turns,
    #[command(flatten)]
    outputs: Outputs,
}

impl Options {
    /// Offline members of each row.
    fn rows(&self) -> impl Iterator<Item = Away> {
        let of =
            |counts: &[usize], is_muted| counts.iter().map(move |&count| Away { count, is_muted }).collect::<Vec<_>>();
        of(&self.members, true).into_iter().chain(of(&self.unmuted, false))
    }
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let (mut runner, mut runs) = (Runner::new()?, Vec::new());
    for _ in 0..options.turns.times {
        for &kind in options.on.iter().filter(|kind| Runner::has(**kind)) {
            for away in options.rows() {
                let load = Load::of_turns(options.here, options.here, Talk::Rate(options.rate), &options.turns);
                runs.push(runner.run(kind, Load { away, ..load }).await?);
            }
        }
    }
    options.outputs.write(&runs, Some(&table(&runs, options)))
}

fn table(runs: &[Run], options: &Options) -> String {
    let mut text = String::from(
        "| on | members away | hub CPU µs per message | PostgreSQL CPU µs per message | both, more than the first row | \
         statements per message | p99 ms |\n|---|---|---|---|---|---|---|\n",
    );
    for &kind in &options.on {
        let mut first = None;
        for away in options.rows() {
            let is_of_row = |run: &&Run| (run.on, run.away, run.is_muted) == (kind, away.count, away.is_muted);
            let of_row: Vec<&Run> = runs.iter().filter(is_of_row).collect();
            let (first_turn, later_turns) = of_row.split_at(usize::from(!away.is_muted).min(of_row.len()));
            for (turns, what) in [
                (first_turn, ", not muted, first turn"),
                (later_turns, if away.is_muted { "" } else { ", not muted, later turns" }),
            ] {
                let middle = |value: fn(&Run) -> Option<f64>| median(turns.iter().filter_map(|run| value(run)));
                let Some(hub) = middle(|run| Some(run.server_us_per_message)) else { continue };
                let database = middle(|run| run.database_us_per_message);
                let both = hub + database.unwrap_or(0.0);
                text += &format!(
                    "| {} | {}{what} | {hub:.0} | {} | {:+.0} | {} | {} |\n",
                    kind.name(),
                    away.count,
                    number(database, 0),
                    both - *first.get_or_insert(both),
                    number(middle(|run| run.statements_per_message), 2),
                    number(middle(|run| Some(run.p99_ms)), 1),
                );
            }
        }
    }
    text
}
