//! Reports: a table for people, JSON for programs, an HTML page with plots.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::histogram::Histogram;
use crate::people::Reading;
use crate::plots;
use crate::target::Kind;

/// Output files.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// Also write the numbers as JSON
    #[arg(long)]
    pub(crate) json: Option<PathBuf>,
    /// Also write a page with plots
    #[arg(long)]
    pub(crate) html: Option<PathBuf>,
}

/// Repetitions and duration.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// Turns; medians are reported
    #[arg(long, default_value_t = 3)]
    pub(crate) times: usize,
    /// Duration of each run in seconds
    #[arg(long, default_value_t = 10)]
    pub(crate) seconds: u64,
    #[command(flatten)]
    pub(crate) settling: Settling,
}

/// Columns before the measurements.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Settling {
    /// Seconds for memory to settle after all clients have joined, and for the warm-up
    #[arg(long, default_value_t = 1)]
    settle: u64,
}

impl Settling {
    pub(crate) fn time(self) -> Duration {
        Duration::from_secs(self.settle)
    }
}

/// A run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) on: Kind,
    pub(crate) clients: usize,
    pub(crate) room: usize,
    /// Offline members of each room.
    pub(crate) away: usize,
    /// Whether they muted it.
    pub(crate) is_muted: bool,
    pub(crate) nodes: usize,
    /// Whether rooms were distributed over the nodes.
    pub(crate) is_split: bool,
    /// Messages in flight per room, or a rate.
    pub(crate) window: Option<usize>,
    pub(crate) rate: Option<f64>,
    /// Whether the workload was realistic.
    pub(crate) is_mixed: bool,
    pub(crate) messages_per_second: f64,
    pub(crate) deliveries_per_second: f64,
    /// Delay from sender to receiver.
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) p999_ms: f64,
    /// CPU per million deliveries, without database and Redis.
    pub(crate) server_cpu_seconds: f64,
    pub(crate) generator_cpu_seconds: f64,
    /// The same of PostgreSQL and Redis, if local.
    pub(crate) database_cpu_seconds: Option<f64>,
    pub(crate) bus_cpu_seconds: Option<f64>,
    /// Busy cores.
    pub(crate) server_cores: f64,
    pub(crate) generator_cores: f64,
    /// CPU in microseconds per message including deliveries.
    pub(crate) server_us_per_message: f64,
    /// Of PostgreSQL.
    pub(crate) database_us_per_message: Option<f64>,
    /// SQL statements of the hub.
    pub(crate) statements_per_message: Option<f64>,
    /// Connections established, authenticated and joined per second. None if not measured.
    pub(crate) joins_per_second: Option<f64>,
    pub(crate) kilobytes_per_idle_connection: Option<f64>,
    /// Missing, duplicate and reordered deliveries.
    pub(crate) lost: u64,
    pub(crate) doubled: u64,
    pub(crate) out_of_order: u64,
    /// Rejected sends and connections closed by the server.
    pub(crate) refused: u64,
    pub(crate) closed: u64,
    /// Reads, if the workload has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<Reading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complaint: Option<String>,
    /// Memory of the server per second.
    pub(crate) memory_mb: Vec<f64>,
    /// p50 and p99 per second.
    pub(crate) seconds: Vec<[f64; 2]>,
    /// Milliseconds and cumulative shares of deliveries.
    pub(crate) distribution: Vec<(f64, f64)>,
}

impl Run {
    /// Sending pattern.
    pub(crate) fn talk(&self) -> String {
        match (self.window, self.rate) {
            (_, Some(rate)) if self.is_mixed => format!("people, {rate:.0} msg/s"),
            (Some(window), _) => format!("W {window}"),
            (_, Some(rate)) => format!("{rate:.0} msg/s"),
            _ => String::new(),
        }
    }
}

impl Outputs {
    /// Prints and writes the reports. `verdict` follows the table.
    pub(crate) fn write(&self, runs: &[Run], verdict: Option<&str>) -> anyhow::Result<()> {
        say(format_args!("{}", table(runs).trim_end()));
        for run in runs {
            if let Some(reading) = &run.reading {
                say(format_args!("{}: {reading}", run.on.name()));
            }
        }
        if let Some(verdict) = verdict {
            say(format_args!("\n{}", verdict.trim_end()));
        }
        self.write_files(|| Ok(serde_json::to_string_pretty(runs)?), || plots::of_runs(runs, verdict))?;
        ensure_promises(runs)
    }

    /// Writes the requested files.
    pub(crate) fn write_files(
        &self,
        json: impl FnOnce() -> anyhow::Result<String>,
        html: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            std::fs::write(path, json()?)?;
        }
        if let Some(path) = &self.html {
            std::fs::write(path, html())?;
        }
        Ok(())
    }
}

/// Fails on any lost, duplicate or reordered delivery and on any failed read. The peer makes no such promise.
pub(crate) fn ensure_promises(runs: &[Run]) -> anyhow::Result<()> {
    let failed = |run: &Run| run.reading.as_ref().map_or(0, Reading::failed);
    let broken = |run: &&Run| run.on.is_ours() && run.lost + run.doubled + run.out_of_order + failed(run) > 0;
    let broken: Vec<String> = runs.iter().filter(broken).map(line).collect();
    anyhow::ensure!(broken.is_empty(), "a promise was broken:\n{}", broken.join("\n"));
    Ok(())
}

/// Columns of the table.
pub(crate) const COLUMNS: [&str; 14] = [
    "on",
    "clients",
    "R",
    "talk",
    "messages/s",
    "deliveries/s",
    "p50 / p99 / p99.9 ms",
    "server CPU s per 1M",
    "generator CPU s per 1M",
    "PostgreSQL, Redis CPU s per 1M",
    "cores: server, generator",
    "kB per idle connection",
    "joins/s",
    "lost, doubled, out of order, refused, closed",
];

/// Cells of a run.
pub(crate) fn cells(run: &Run) -> [String; 14] {
    [
        run.on.name().to_owned(),
        run.clients.to_string(),
        run.room.to_string(),
        run.talk(),
        format!("{:.0}", run.messages_per_second),
        format!("{:.0}", run.deliveries_per_second),
        format!("{:.1} / {:.1} / {:.1}", run.p50_ms, run.p99_ms, run.p999_ms),
        format!("{:.2}", run.server_cpu_seconds),
        format!("{:.2}", run.generator_cpu_seconds),
        format!("{}, {}", number(run.database_cpu_seconds, 2), number(run.bus_cpu_seconds, 2)),
        format!("{:.2}, {:.2}", run.server_cores, run.generator_cores),
        number(run.kilobytes_per_idle_connection, 1),
        number(run.joins_per_second, 0),
        format!("{}, {}, {}, {}, {}", run.lost, run.doubled, run.out_of_order, run.refused, run.closed),
    ]
}

/// Returns the median.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Formats a number, or a dash.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

/// Formats a line between runs.
pub(crate) fn line(run: &Run) -> String {
    let complaint = run.complaint.as_deref().unwrap_or_default();
    let reading = run.reading.as_ref().map_or(String::new(), |reading| format!("; {reading}"));
    format!("{} {complaint}{reading}", cells(run).join(" | "))
}

fn table(runs: &[Run]) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head = row(&COLUMNS.map(str::to_owned)) + &row(&COLUMNS.map(|_| "---".to_owned()));
    head + &runs.iter().map(|run| row(&cells(run))).collect::<String>()
}

/// Prints a line.
#[expect(clippy::print_stdout, reason = "this is what the program is for")]
pub(crate) fn say(line: fmt::Arguments<'_>) {
    println!("{line}");
}

/// Durations. Displayed as median, 95th and 99th percentile and maximum in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Times(Histogram);

impl Times {
    /// Awaits a future and records its duration.
    pub(crate) async fn take<T>(&mut self, question: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let answer = question.await;
        self.add(started.elapsed());
        answer
    }

    /// Records a duration.
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Returns the 95th percentile.
    pub(crate) fn p95_ms(&self) -> f64 {
        self.0.percentile(0.95)
    }

    /// Returns the 99th percentile.
    pub(crate) fn p99_ms(&self) -> f64 {
        self.0.percentile(0.99)
    }

    /// Returns the count.
    pub(crate) fn count(&self) -> u64 {
        self.0.count()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1.0].map(|share| self.0.percentile(share));
        write!(out, "{p50:.1} | {p95:.1} | {p99:.1} | {most:.1}")
    }
}
