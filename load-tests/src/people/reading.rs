//! What people read: pages that they scroll back to, and searches. What is asked while something goes wrong may fail.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::{ClientCommand, PageReason, WireMessage};
use serde::Serialize;
use store::messages::PAGE;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Error;

use super::World;
use super::person::Person;
use super::socket::Socket;
use crate::histogram::Histogram;
use crate::http::search;

/// Answers that came, how long they took, and how many were wrong or did not come.
#[derive(Debug, Default)]
pub(super) struct Answers {
    took: Histogram,
    failed: u64,
}

/// The reading half of what people do.
#[derive(Debug, Default)]
pub(super) struct Answered {
    searches: Answers,
    pages: Answers,
}

/// The same, for a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reading {
    pub(crate) searches: u64,
    pub(crate) search_p99_ms: f64,
    pub(crate) pages: u64,
    pub(crate) page_p99_ms: f64,
    /// Searches whose status is not 200, and pages that are missing or not what was asked for.
    pub(crate) failed_searches: u64,
    pub(crate) failed_pages: u64,
}

impl Reading {
    /// How much went wrong.
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

impl Answered {
    pub(super) fn told(&self) -> Reading {
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

    /// What took how long before does not count.
    pub(super) fn forget_times(&mut self) {
        (self.searches.took, self.pages.took) = (Histogram::default(), Histogram::default());
    }
}

/// When something was asked.
#[derive(Clone, Copy, Debug)]
struct Since {
    at: Instant,
    /// How many troubles had begun or ended by then: odd within one.
    troubles: usize,
}

impl World {
    fn since(&self) -> Since {
        Since { at: Instant::now(), troubles: self.troubles.load(Relaxed) }
    }

    fn answered(&self, of: fn(&mut Answered) -> &mut Answers, since: Since, is_good: bool) {
        if since.troubles % 2 == 1 || since.troubles != self.troubles.load(Relaxed) {
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

/// A page that was asked for and has not come.
#[derive(Debug)]
struct Asked {
    number: i64,
    /// What it is to be cut against; the newest one at least against that.
    anchor: i64,
    since: Since,
}

impl Asked {
    /// Whether these are all messages of it, the newest first.
    fn is(&self, number: i64, anchor: i64, seqs: impl Iterator<Item = i64>) -> bool {
        let is_anchor = if self.number == 1 { anchor >= self.anchor } else { anchor == self.anchor };
        let newest = anchor - (self.number - 1) * PAGE;
        number == self.number && is_anchor && seqs.eq(((newest - PAGE).max(0) + 1..=newest).rev())
    }
}

/// Pages that were asked for through one connection, in that order.
#[derive(Debug, Default)]
pub(super) struct Pages(VecDeque<Asked>);

impl Person {
    /// Opens the newest page, or scrolls back to the second.
    pub(super) async fn open_page(&mut self, socket: &mut Socket, number: i64) -> Result<(), Error> {
        let (channel, anchor) = (self.seat.channel, self.record.last_seq);
        self.pages.0.push_back(Asked { number, anchor, since: self.world.since() });
        let (page_number, anchor) = (Some(number), Some(anchor));
        let (message_id, date, seq) = (None, None, None);
        let command = match number {
            1 => ClientCommand::FetchMessages { channel },
            _ => ClientCommand::GetRoomChatMessages { channel, page_number, message_id, date, seq, anchor },
        };
        self.say(socket, command).await
    }

    pub(super) fn note_page(&mut self, reason: PageReason, number: i64, anchor: i64, messages: &[WireMessage]) {
        let Some(asked) = self.pages.0.pop_front() else { return };
        let is_reason = (reason == PageReason::FetchMessages) == (asked.number == 1);
        let is_it = is_reason && asked.is(number, anchor, messages.iter().map(|message| message.seq));
        self.world.answered(|answered| &mut answered.pages, asked.since, is_it);
    }

    /// A command was refused.
    pub(super) fn note_refusal(&mut self, command: &str) {
        if matches!(command, "fetch_messages" | "get_room_chat_messages")
            && let Some(asked) = self.pages.0.pop_front()
        {
            self.world.answered(|answered| &mut answered.pages, asked.since, false);
        }
    }

    /// What was asked through a connection that ended does not come any more.
    pub(super) fn forget_pages(&mut self) {
        self.pages.0.clear();
    }

    /// All is quiet: what did not come never will.
    pub(super) fn miss_pages(&mut self) {
        for asked in self.pages.0.drain(..) {
            self.world.answered(|answered| &mut answered.pages, asked.since, false);
        }
    }

    /// Looks for a word, and goes on meanwhile.
    pub(super) fn search(&self) {
        let (front, token, world) = (self.front, self.seat.token.clone(), self.world.clone());
        tokio::spawn(async move {
            let since = world.since();
            let is_good = search(front, &token).await == Some(200);
            world.answered(|answered| &mut answered.searches, since, is_good);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_dense_and_where_it_was_asked_for() {
        let since = Since { at: Instant::now(), troubles: 0 };
        let newest = Asked { number: 1, anchor: 40, since };
        assert!(newest.is(1, 40, (11..=40).rev()) && newest.is(1, 45, (16..=45).rev()));
        assert!(!newest.is(1, 39, (10..=39).rev()), "older than what was heard");
        assert!(!newest.is(1, 40, (11..=40).rev().filter(|seq| *seq != 20)), "a gap");
        assert!(!newest.is(1, 40, 11..=40), "the oldest first");

        let second = Asked { number: 2, ..newest };
        assert!(second.is(2, 40, (1..=10).rev()) && !second.is(2, 40, (2..=11).rev()));
        assert!(!second.is(2, 41, (1..=11).rev()) && !second.is(1, 40, (11..=40).rev()));
        assert!(Asked { anchor: 30, ..second }.is(2, 30, std::iter::empty()), "there is no second page");
    }
}
