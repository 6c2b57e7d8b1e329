//! Verifies promises: compares the clients' records with the database.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;
use store::chat_access::ChatAccess;
use store::messages::{self, Message};
use store::{ChannelId, Store, channels, reads};

use super::Record;
use crate::seed::Seat;

/// Page size when reading messages.
const CHUNK: i64 = 5_000;

/// Result. All numbers but the first three should be zero.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Verification {
    pub(crate) stored: u64,
    pub(crate) confirmed: u64,
    /// People with an unseen mention.
    pub(crate) mentioned: u64,
    /// Confirmed messages that are missing or have another sequence number.
    pub(crate) lost: u64,
    /// Stored or displayed twice.
    pub(crate) doubled: u64,
    /// Displayed before an older message.
    pub(crate) inverted: u64,
    /// Not confirmed at the end.
    pub(crate) waiting: u64,
    /// Clients without all messages of their room.
    pub(crate) deaf: u64,
    /// Gaps in a channel's sequence numbers.
    pub(crate) gaps: u64,
    /// Slow readers that were not disconnected; depends on time.
    pub(crate) spared: u64,
    /// Read positions behind the reported one, or beyond the sent one.
    pub(crate) forgotten: u64,
    /// Unread counts that differ from a direct count, in the database or as reported.
    pub(crate) miscounted: u64,
    /// Mention flags that differ from a direct check.
    pub(crate) mistagged: u64,
}

impl Verification {
    pub(crate) async fn on(store: &Store, seats: &[Seat], records: &[Record]) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        let mut rooms: HashMap<ChannelId, Vec<Message>> = HashMap::new();
        for seat in seats {
            if let Entry::Vacant(room) = rooms.entry(seat.channel) {
                let said = room.insert(everything(store, seat.channel).await?);
                verdict.check_room(said);
            }
        }
        for (seat, record) in seats.iter().zip(records) {
            let said = rooms.get(&seat.channel).map(Vec::as_slice).unwrap_or_default();
            verdict.check_record(record, said);
            let me = seat.person;
            let membership = channels::membership(store, seat.channel, me).await?;
            let seen = membership.map_or(0, |membership| membership.last_seen_seq);
            verdict.check_read_position(record, seen);
            let unseen = || said.iter().filter(|message| message.seq > seen && message.sender_id != me);
            let (one_by_one, mention) = (unseen().count(), format!("]({me})"));
            let is_mentioned = unseen().any(|message| message.body.contains(&mention));
            let counted = reads::unread_of(store, me, ChatAccess::ALL).await?;
            let counted = counted.iter().find(|unread| unread.channel_id == seat.channel);
            let counted = counted.map(|unread| (unread.count, unread.is_tagged));
            let one_by_one = i64::try_from(one_by_one)?;
            verdict.check_unread((one_by_one, is_mentioned), [counted, record.unread]);
            verdict.mentioned += u64::from(is_mentioned);
        }
        Ok(verdict)
    }

    fn check_room(&mut self, said: &[Message]) {
        self.stored += said.len() as u64;
        self.gaps += said.iter().zip(1_i64..).filter(|(message, number)| message.seq != *number).count() as u64;
        let mut names: Vec<_> = said.iter().map(|message| (message.sender_id, &message.temp_id)).collect();
        names.sort_unstable();
        self.doubled += names.windows(2).filter(|two| two[0] == two[1]).count() as u64;
    }

    /// Checks that a read position is not behind the reported one and not beyond the sent one.
    fn check_read_position(&mut self, record: &Record, seen: i64) {
        self.forgotten += record.forgotten + u64::from(seen < record.seen || seen > record.said_seen);
    }

    /// Counts unread messages one by one and compares database and hub.
    fn check_unread(&mut self, is: (i64, bool), said: [Option<(i64, bool)>; 2]) {
        self.miscounted += u64::from(said.iter().any(|said| said.is_none_or(|(count, _)| count != is.0)));
        self.mistagged += u64::from(said.iter().any(|said| said.is_none_or(|(_, is_tagged)| is_tagged != is.1)));
    }

    fn check_record(&mut self, record: &Record, said: &[Message]) {
        self.confirmed += record.confirmed.len() as u64;
        self.waiting += record.waiting.len() as u64;
        self.doubled += record.doubled;
        self.inverted += record.skipped;
        self.spared += record.spared;
        self.lost += record.contradicted;
        for (name, seq) in &record.confirmed {
            let index = usize::try_from(seq - 1).ok();
            let is_there = index.and_then(|index| said.get(index)).is_some_and(|message| message.temp_id == *name);
            self.lost += u64::from(!is_there);
        }
        self.deaf += u64::from(said.last().is_some_and(|last| last.seq != record.last_seq));
    }

    /// Returns whether every promise was kept.
    pub(crate) fn is_good(&self) -> bool {
        let Self { stored, confirmed, lost, doubled, inverted, waiting, deaf, gaps, .. } = self;
        let Self { forgotten, miscounted, mistagged, .. } = self;
        *stored >= *confirmed
            && *confirmed > 0
            && [lost, doubled, inverted, waiting, deaf, gaps, forgotten, miscounted, mistagged].iter().all(|n| **n == 0)
    }
}

async fn everything(store: &Store, channel: ChannelId) -> anyhow::Result<Vec<Message>> {
    let mut said: Vec<Message> = Vec::new();
    loop {
        let after = said.last().map_or(0, |last| last.seq);
        let more = messages::between(store, channel, after, after + CHUNK).await?;
        if more.is_empty() {
            return Ok(said);
        }
        said.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reported_read_position_is_kept() {
        let bad = |seen: i64, said_seen: i64, is: i64| {
            let mut verdict = Verification::default();
            verdict.check_read_position(&Record { seen, said_seen, ..Record::default() }, is);
            verdict.forgotten
        };
        assert_eq!([bad(0, 0, 0), bad(5, 7, 5), bad(5, 7, 7)], [0; 3]);
        assert_eq!([bad(5, 7, 4), bad(5, 7, 8), bad(0, 0, 1)], [1; 3]);
    }

    #[test]
    fn unread_counts_agree() {
        let bad = |said| {
            let mut verdict = Verification::default();
            verdict.check_unread((3, true), said);
            (verdict.miscounted, verdict.mistagged)
        };
        assert_eq!(bad([Some((3, true)), Some((3, true))]), (0, 0));
        assert_eq!(bad([Some((2, true)), Some((3, true))]), (1, 0));
        assert_eq!(bad([Some((3, true)), Some((4, false))]), (1, 1));
        assert_eq!(bad([Some((3, true)), None]), (1, 1));
    }
}
