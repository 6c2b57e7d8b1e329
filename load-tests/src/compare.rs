//! Compares the floor, the hub and a peer in alternating runs, so that other load on the machine affects all alike; prints
//! medians, ratios and goals.

use clap::Args;

use crate::bench::{Load, Runner};
use crate::engine::Talk;
use crate::goals::{Goals, judged, ratio};
use crate::report::{self, Outputs, Run, Turns, number};
use crate::target::Kind;

/// Options of a comparison.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Servers; those that have no database here are left out
    #[arg(long, value_delimiter = ',', default_values = ["floor", "hub", "socket-io", "sqlite"])]
    on: Vec<Kind>,
    #[command(flatten)]
    turns: Turns,
    /// Duration of the rows at 500 messages per second: the highest percent of 3 seconds would be only fifteen messages
    #[arg(long, default_value_t = 10)]
    seconds_at_rate: u64,
    /// Clients in the small rows
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Clients in the large rows; 0 omits them
    #[arg(long, default_value_t = 10_000)]
    many: usize,
    #[command(flatten)]
    outputs: Outputs,
}

/// A row of the comparison.
#[derive(Clone, Copy)]
struct Row {
    what: &'static str,
    load: usize,
    value: fn(&Run) -> Option<f64>,
    digits: usize,
    /// Minimum (for costs: maximum): absolute, relative to the floor, to the peer, and to the peer on SQLite. The last
    /// goal is the stretch goal.
    own: Goals,
    floor: Goals,
    peer: Goals,
    sqlite: Goals,
    is_cost: bool,
}

/// Indexes of the loads below.
const R100_W1: usize = 0;
const R100_W16: usize = 1;
const R10_W1: usize = 2;
const RATE_R10: usize = 3;
const RATE_R100: usize = 4;
const MANY: usize = 5;

const fn row(what: &'static str, load: usize, value: fn(&Run) -> Option<f64>) -> Row {
    Row { what, load, value, digits: 0, own: &[], floor: &[], peer: &[], sqlite: &[], is_cost: false }
}

fn rows() -> Vec<Row> {
    let deliveries: fn(&Run) -> Option<f64> = |run| Some(run.deliveries_per_second);
    let sqlite = &[1.0];
    vec![
        Row { floor: &[0.6], peer: &[2.5], sqlite, ..row("deliveries/s, R 100, W 1", R100_W1, deliveries) },
        Row { floor: &[0.4], peer: &[8.0], sqlite, ..row("deliveries/s, R 100, W 16", R100_W16, deliveries) },
        Row { floor: &[0.4], peer: &[2.0], sqlite, ..row("deliveries/s, R 10, W 1", R10_W1, deliveries) },
        Row { floor: &[0.35], peer: &[10.0], sqlite, ..row("deliveries/s, many, R 100, W 16", MANY, deliveries) },
        Row {
            floor: &[1.6],
            peer: &[0.5],
            is_cost: true,
            digits: 2,
            ..row("server CPU s per 1M, R 100, W 1", R100_W1, |run| Some(run.server_cpu_seconds))
        },
        Row {
            is_cost: true,
            digits: 2,
            ..row("PostgreSQL CPU s per 1M, R 100, W 1", R100_W1, |run| run.database_cpu_seconds)
        },
        Row {
            peer: &[0.35],
            is_cost: true,
            digits: 1,
            ..row("p99 ms at 500 msg/s, R 10", RATE_R10, |run| Some(run.p99_ms))
        },
        Row {
            peer: &[0.35],
            is_cost: true,
            digits: 1,
            ..row("p99 ms at 500 msg/s, R 100", RATE_R100, |run| Some(run.p99_ms))
        },
        Row {
            own: &[4.0],
            peer: &[0.8, 0.25],
            is_cost: true,
            digits: 1,
            ..row("kB per idle connection, many", MANY, |run| run.kilobytes_per_idle_connection)
        },
        Row { peer: &[2.0], ..row("joins/s, R 100", R100_W1, |run| run.joins_per_second) },
    ]
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let load = |clients, room, talk| {
        let is_at_rate = matches!(talk, Talk::Rate(_));
        let seconds = if is_at_rate { options.seconds_at_rate } else { options.turns.seconds };
        Load::new(clients, room, talk, seconds, options.turns.settling)
    };
    let mut loads = vec![
        load(options.clients, 100, Talk::Window(1)),
        load(options.clients, 100, Talk::Window(16)),
        load(options.clients, 10, Talk::Window(1)),
        load(options.clients, 10, Talk::Rate(500.0)),
        load(options.clients, 100, Talk::Rate(500.0)),
    ];
    if options.many > 0 {
        loads.push(load(options.many, 100, Talk::Window(16)));
    }
    let kinds: Vec<Kind> = options.on.iter().copied().filter(|kind| Runner::has(*kind)).collect();
    let (mut runner, mut runs) = (Runner::new()?, Vec::new());
    for turn in 1..=options.turns.times {
        for (number, load) in loads.iter().enumerate() {
            for &kind in &kinds {
                eprint!("{turn}/{}: ", options.turns.times);
                runs.push((number, runner.run(kind, *load).await?));
            }
        }
    }
    let text = verdict(&runs);
    let runs: Vec<Run> = runs.into_iter().map(|(_, run)| run).collect();
    options.outputs.write(&runs, Some(&text))
}

/// Formats the table of ratios.
fn verdict(runs: &[(usize, Run)]) -> String {
    let mut text = String::from(
        "| what | floor | hub | Socket.IO | SQLite | of the floor | of Socket.IO | SQLite of Socket.IO |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for row in rows() {
        let median = |kind| median_of(runs, row, kind);
        let [floor, hub, peer, sqlite] = [Kind::Floor, Kind::Hub, Kind::SocketIo, Kind::Sqlite].map(median);
        if hub.or(sqlite).is_none() {
            continue;
        }
        text += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
            row.what,
            number(floor, row.digits),
            number(hub, row.digits) + &judged(hub, row.own, row.is_cost, ""),
            number(peer, row.digits),
            number(sqlite, row.digits),
            ratio(hub, floor, row.floor, row.is_cost),
            ratio(hub, peer, row.peer, row.is_cost),
            ratio(sqlite, peer, row.sqlite, row.is_cost),
        );
    }
    text
}

fn median_of(runs: &[(usize, Run)], row: Row, kind: Kind) -> Option<f64> {
    let of_it = runs.iter().filter(|(load, run)| *load == row.load && run.on == kind);
    report::median(of_it.filter_map(|(_, run)| (row.value)(run)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_goals_compare_with_the_peer() {
        let rows = rows();
        let of_deliveries: Vec<_> = rows.iter().filter(|row| row.what.starts_with("deliveries")).collect();
        assert!(of_deliveries.len() == 4 && of_deliveries.iter().all(|row| row.sqlite == [1.0]));
    }
}
