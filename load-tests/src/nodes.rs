//! Measures whether the cost of a delivery depends on the number of hubs on one PostgreSQL and Redis: with whole rooms per
//! node, and with the members of each room distributed over the nodes, which is the usual case.

use clap::Args;

use crate::bench::{Load, Runner};
use crate::engine::Talk;
use crate::report::{Outputs, Run, Turns, median, number};
use crate::target::Kind;

/// Options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Hubs; a row each
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 3])]
    nodes: Vec<usize>,
    /// Connections in total
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 100)]
    room: usize,
    /// Messages per second in total, the same for any number of nodes
    #[arg(long, default_value_t = 200.0)]
    rate: f64,
    #[command(flatten)]
    turns: Turns,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    anyhow::ensure!(Runner::has(Kind::Hub), "several nodes need PostgreSQL: MENTORHUB_TEST_POSTGRES names none");
    let (mut runner, mut runs) = (Runner::new()?, Vec::new());
    let load = Load::of_turns(options.clients, options.room, Talk::Rate(options.rate), &options.turns);
    for _ in 0..options.turns.times {
        for (nodes, is_split) in rows(&options.nodes) {
            runs.push(runner.run(Kind::Hub, Load { nodes, is_split, ..load }).await?);
        }
    }
    options.outputs.write(&runs, Some(&table(&runs, &options.nodes)))
}

/// A single node always has whole rooms.
fn rows(nodes: &[usize]) -> impl Iterator<Item = (usize, bool)> {
    nodes.iter().flat_map(|&nodes| [(nodes, false), (nodes, true)]).filter(|(nodes, is_split)| *nodes > 1 || !is_split)
}

fn table(runs: &[Run], nodes: &[usize]) -> String {
    let mut text = String::from(
        "| nodes | rooms | deliveries/s | CPU s of all nodes per 1M | of the first row | PostgreSQL CPU µs per message | \
         generator CPU s per 1M | p99 ms |\n|---|---|---|---|---|---|---|---|\n",
    );
    let mut first = None;
    for (nodes, is_split) in rows(nodes) {
        let of_it = || runs.iter().filter(|run| run.nodes == nodes && run.is_split == is_split);
        let middle = |value: fn(&Run) -> Option<f64>| median(of_it().filter_map(value));
        let Some(cpu) = middle(|run| Some(run.server_cpu_seconds)) else { continue };
        text += &format!(
            "| {nodes} | {} | {} | {cpu:.2} | {:.2}× | {} | {} | {} |\n",
            if is_split { "each over all nodes" } else { "each on one node" },
            number(middle(|run| Some(run.deliveries_per_second)), 0),
            cpu / *first.get_or_insert(cpu),
            number(middle(|run| run.database_us_per_message), 0),
            number(middle(|run| Some(run.generator_cpu_seconds)), 2),
            number(middle(|run| Some(run.p99_ms)), 1),
        );
    }
    text
}
