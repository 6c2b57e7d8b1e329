//! The result: medians, ratios and goals.

use serde::Serialize;

use super::requests::Ask;
use super::servers::Server;
use crate::goals::{judged, ratio};
use crate::report::{median, number};

/// A run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Run {
    pub(super) database: &'static str,
    pub(super) server: Server,
    pub(super) ask: Ask,
    /// Requests per second that were due; None for as many as possible.
    pub(super) rate: Option<f64>,
    pub(super) bytes: usize,
    pub(super) requests_per_second: f64,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
    /// CPU of the server without PostgreSQL.
    pub(super) server_us_per_request: f64,
    pub(super) failed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) complaint: Option<String>,
}

/// Formats a line between runs.
pub(super) fn line(run: &Run) -> String {
    format!(
        "{}, {}, {}, {}: {:.0}/s, p50 {:.2} ms, p99 {:.2} ms, {:.0} µs CPU, {} failed {}",
        run.database,
        run.ask.name(),
        run.server.name(),
        run.rate.map_or("as many as possible".to_owned(), |rate| format!("{rate:.0}/s")),
        run.requests_per_second,
        run.p50_ms,
        run.p99_ms,
        run.server_us_per_request,
        run.failed,
        run.complaint.as_deref().unwrap_or_default()
    )
}

/// Formats the table: a row per database and request, and one more beside an insert for a request that writes.
pub(super) fn verdict(runs: &[Run], databases: &[&'static str], asks: &[Ask], rate: f64) -> String {
    let mut text = format!(
        "| on | request | bytes | floor/s | Mentor Hub/s | Fastify/s | of the floor | of Fastify | \
         p99 ms at {rate:.0}/s: floor | Mentor Hub | Fastify |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
    );
    for database in databases {
        for &ask in asks {
            let of_ask: Vec<&Run> = runs.iter().filter(|run| (run.database, run.ask) == (*database, ask)).collect();
            text += &row(&of_ask, Server::Floor, "");
            if of_ask.iter().any(|run| run.server == Server::WritingFloor) {
                text += &row(&of_ask, Server::WritingFloor, ", beside one insert");
            }
        }
    }
    text
}

/// Formats a row from the runs of one request on one database; nothing without runs.
fn row(runs: &[&Run], floor: Server, note: &str) -> String {
    let Some(Run { database, ask, bytes, .. }) = runs.first() else { return String::new() };
    let of =
        |server, is_at_rate| runs.iter().filter(move |run| run.server == server && run.rate.is_some() == is_at_rate);
    let speed = |server| median(of(server, false).map(|run| run.requests_per_second));
    let p99 = |server| median(of(server, true).map(|run| run.p99_ms));
    let (own, own_p99) = (speed(Server::Own), p99(Server::Own));
    // The pages of mentorships have a goal for their delay only.
    let of_floor: &[f64] = if ask.has_peer() { &[0.5] } else { &[] };
    format!(
        "| {database} | {}{note} | {bytes} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
        ask.name(),
        number(speed(floor), 0),
        number(own, 0),
        number(speed(Server::Peer), 0),
        ratio(own, speed(floor), of_floor, false),
        ratio(own, speed(Server::Peer), &[3.0], false),
        number(p99(floor), 1),
        number(own_p99, 1) + &judged(own_p99, &[20.0], true, ""),
        number(p99(Server::Peer), 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_use_medians_of_one_database() {
        let run = |database, server, rate, requests_per_second, p99_ms| Run {
            database,
            server,
            ask: Ask::Profile,
            rate,
            bytes: 900,
            requests_per_second,
            p50_ms: 1.0,
            p99_ms,
            server_us_per_request: 1.0,
            failed: 0,
            complaint: None,
        };
        let mut runs = vec![run("PostgreSQL", Server::Own, None, 1.0, 1.0)];
        for own in [400.0, 600.0, 900.0] {
            runs.push(run("SQLite", Server::Floor, None, 1000.0, 1.0));
            runs.push(run("SQLite", Server::Own, None, own, 1.0));
            runs.push(run("SQLite", Server::Own, Some(500.0), 500.0, own / 20.0));
            runs.push(run("SQLite", Server::Peer, None, 300.0, 1.0));
        }
        let text = verdict(&runs, &["SQLite"], &[Ask::Profile], 500.0);
        let row = text.lines().last().unwrap_or_default();
        assert!(row.starts_with("| SQLite | profile | 900 | 1000 | 600 | 300 | 0.60× (goal ≥ 0.5×: met) |"), "{row}");
        assert!(row.contains("| 2.00× (goal ≥ 3×: missed) | – | 30.0 (goal ≤ 20: missed) | – |"), "{row}");
    }
}
