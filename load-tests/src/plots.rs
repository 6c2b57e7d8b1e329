//! HTML page that shows runs side by side: the table, and per load delays over time, their distribution, and memory.

use crate::html::{Figure, Line, figure, heading, page, printed, table};
use crate::report::{COLUMNS, Run, cells};

/// Formats the page. `verdict` follows the table.
pub(crate) fn of_runs(runs: &[Run], verdict: Option<&str>) -> String {
    let rows: Vec<_> = runs.iter().map(cells).collect();
    let mut body = table(&COLUMNS, rows.iter().map(<[String; 14]>::as_slice));
    body += &verdict.map(printed).unwrap_or_default();
    let mut loads: Vec<String> = Vec::new();
    for run in runs {
        if !loads.contains(&load(run)) {
            loads.push(load(run));
        }
    }
    for name in loads {
        let of_it: Vec<&Run> = runs.iter().filter(|run| load(run) == name).collect();
        body += &heading(&name);
        for (quantile, index) in [("p50", 0), ("p99", 1)] {
            let caption = format!("{quantile} of send to peer (ms), second by second");
            body += &plot(&caption, &of_it, |run| by_second(run.seconds.iter().map(|second| second[index])));
        }
        body += &figure(&Figure {
            caption: "Share of deliveries that took at most so many ms",
            unit: "ms",
            is_logarithmic: true,
            lines: lines(&of_it, |run| run.distribution.clone()),
            marks: &[],
        });
        body += &plot("Memory of the server (MB), second by second", &of_it, |run| {
            by_second(run.memory_mb.iter().copied())
        });
    }
    page("What the hub bore", &body)
}

/// Common properties of the servers in a figure.
fn load(run: &Run) -> String {
    let away = match (run.away, run.is_muted) {
        (0, _) => String::new(),
        (away, true) => format!(", {away} members away"),
        (away, false) => format!(", {away} members away, not muted"),
    };
    format!("{} clients, R {}, {}{away}", run.clients, run.room, run.talk())
}

fn plot(caption: &str, runs: &[&Run], points: impl Fn(&Run) -> Vec<(f64, f64)>) -> String {
    figure(&Figure { caption, unit: "s", is_logarithmic: false, lines: lines(runs, points), marks: &[] })
}

/// A line per turn; lines of a server look alike.
fn lines(runs: &[&Run], points: impl Fn(&Run) -> Vec<(f64, f64)>) -> Vec<Line> {
    let name = |run: &Run| match (run.nodes, run.is_split) {
        (1, _) => run.on.name().to_owned(),
        (nodes, false) => format!("{}, {nodes} nodes", run.on.name()),
        (nodes, true) => format!("{}, {nodes} nodes, rooms over all", run.on.name()),
    };
    runs.iter().map(|run| Line { name: name(run), points: points(run) }).collect()
}

fn by_second(values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    values.enumerate().map(|(at, value)| (at as f64, value)).collect()
}
