//! Reads: pages and searches. Requests during a fault may fail.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::{ClientCommand, CommandName, PageReason, WireMessage};
use serde::Serialize;
use store::messages::PAGE;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Error;

use super::SharedState;
use super::person::Person;
use super::socket::Socket;
use crate::histogram::Histogram;
use crate::http::search;

/// Responses, their times, and the number of wrong or missing ones.
#[derive(Debug, Default)]
pub(super) struct ResponseTimes {
    took: Histogram,
    failed: u64,
}

/// Reads of a run.
#[derive(Debug, Default)]
pub(super) struct Responses {
    searches: ResponseTimes,
    pages: ResponseTimes,
}

/// The same, for a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reading {
    pub(crate) searches: u64,
    pub(crate) search_p99_ms: f64,
    pub(crate) pages: u64,
    pub(crate) page_p99_ms: f64,
    /// Searches without status 200, and missing or wrong pages.
    pub(crate) failed_searches: u64,
    pub(crate) failed_pages: u64,
}

impl Reading {
    /// Total failures.
    pub(crate) fn failed(&self) -> u64 {
        self.failed_searches + self.failed_pages
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { searches, search_p99_ms, pages, page_p99_ms, failed_searches, failed_pages } = self;
        write!(
            out,
            "{searches} searches, p99 {search_p99_ms:.1} ms, {failed_searches} failed; \
             {pages} pages, p99 {page_p99_ms:.1} ms, {failed_pages} failed"
        )
    }
}

impl Responses {
    pub(super) fn summary(&self) -> Reading {
        let Self { searches, pages } = self;
        Reading {
            searches: searches.took.count(),
            search_p99_ms: searches.took.percentile(0.99),
            pages: pages.took.count(),
            page_p99_ms: pages.took.percentile(0.99),
            failed_searches: searches.failed,
            failed_pages: pages.failed,
        }
    }

    /// Discards times so far.
    pub(super) fn discard_times(&mut self) {
        (self.searches.took, self.pages.took) = (Histogram::default(), Histogram::default());
    }
}

/// Time of a request.
#[derive(Clone, Copy, Debug)]
struct Since {
    at: Instant,
    /// Number of fault starts and ends at that time: odd during a fault.
    fault_edges: usize,
}

impl SharedState {
    fn since(&self) -> Since {
        Since { at: Instant::now(), fault_edges: self.fault_edges.load(Relaxed) }
    }

    fn answered(&self, of: fn(&mut Responses) -> &mut ResponseTimes, since: Since, is_good: bool) {
        if since.fault_edges % 2 == 1 || since.fault_edges != self.fault_edges.load(Relaxed) {
            return;
        }
        let mut answered = self.reading();
        if is_good {
            of(&mut answered).took.add(u64::try_from(since.at.elapsed().as_micros()).unwrap_or(u64::MAX));
        } else {
            of(&mut answered).failed += 1;
        }
    }
}

/// A requested page.
#[derive(Debug)]
struct RequestedPage {
    number: i64,
    /// Its anchor; the newest page ends at least there.
    anchor: i64,
    since: Since,
}

impl RequestedPage {
    /// Returns whether these are all messages of the page, newest first.
    fn is(&self, number: i64, anchor: i64, seqs: impl Iterator<Item = i64>) -> bool {
        let is_anchor = if self.number == 1 { anchor >= self.anchor } else { anchor == self.anchor };
        let newest = anchor - (self.number - 1) * PAGE;
        number == self.number && is_anchor && seqs.eq(((newest - PAGE).max(0) + 1..=newest).rev())
    }
}

/// Pages requested over a connection, in order.
#[derive(Debug, Default)]
pub(super) struct Pages(VecDeque<RequestedPage>);

impl Person {
    /// Opens the newest page, or scrolls back to the second.
    pub(super) async fn open_page(&mut self, socket: &mut Socket, number: i64) -> Result<(), Error> {
        let (channel, anchor) = (self.seat.channel, self.record.last_seq);
        self.pages.0.push_back(RequestedPage { number, anchor, since: self.shared.since() });
        let (page_number, anchor) = (Some(number), Some(anchor));
        let (message_id, date, seq) = (None, None, None);
        let command = match number {
            1 => ClientCommand::FetchMessages { channel },
            _ => ClientCommand::GetRoomChatMessages { channel, page_number, message_id, date, seq, anchor },
        };
        self.say(socket, command).await
    }

    pub(super) fn record_page(&mut self, reason: PageReason, number: i64, anchor: i64, messages: &[WireMessage]) {
        let Some(asked) = self.pages.0.pop_front() else { return };
        let is_reason = (reason == PageReason::FetchMessages) == (asked.number == 1);
        let is_it = is_reason && asked.is(number, anchor, messages.iter().map(|message| message.seq));
        self.shared.answered(|answered| &mut answered.pages, asked.since, is_it);
    }

    /// A rejected command.
    pub(super) fn record_rejection(&mut self, command: &str) {
        if matches!(command.parse(), Ok(CommandName::FetchMessages | CommandName::GetRoomChatMessages))
            && let Some(asked) = self.pages.0.pop_front()
        {
            self.shared.answered(|answered| &mut answered.pages, asked.since, false);
        }
    }

    /// Requests over a closed connection get no response.
    pub(super) fn discard_pages(&mut self) {
        self.pages.0.clear();
    }

    /// After all deliveries, missing responses are failures.
    pub(super) fn count_missing_pages(&mut self) {
        for asked in self.pages.0.drain(..) {
            self.shared.answered(|answered| &mut answered.pages, asked.since, false);
        }
    }

    /// Searches for a word concurrently.
    pub(super) fn search(&self) {
        let (front, token, shared) = (self.front, self.seat.token.clone(), self.shared.clone());
        tokio::spawn(async move {
            let since = shared.since();
            let is_good = search(front, &token).await == Some(200);
            shared.answered(|answered| &mut answered.searches, since, is_good);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_dense_and_matches_its_request() {
        let since = Since { at: Instant::now(), fault_edges: 0 };
        let newest = RequestedPage { number: 1, anchor: 40, since };
        assert!(newest.is(1, 40, (11..=40).rev()) && newest.is(1, 45, (16..=45).rev()));
        assert!(!newest.is(1, 39, (10..=39).rev()), "older than what was received");
        assert!(!newest.is(1, 40, (11..=40).rev().filter(|seq| *seq != 20)), "a gap");
        assert!(!newest.is(1, 40, 11..=40), "the oldest first");

        let second = RequestedPage { number: 2, ..newest };
        assert!(second.is(2, 40, (1..=10).rev()) && !second.is(2, 40, (2..=11).rev()));
        assert!(!second.is(2, 41, (1..=11).rev()) && !second.is(1, 40, (11..=40).rev()));
        assert!(RequestedPage { anchor: 30, ..second }.is(2, 30, std::iter::empty()), "there is no second page");
    }
}
