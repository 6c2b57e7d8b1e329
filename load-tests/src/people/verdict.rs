//! Whether what was promised was kept: what people were told, held against what the database has.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;
use store::messages::{self, Message};
use store::{ChannelId, Store, channels, reads};

use super::Record;
use crate::seed::Seat;

/// Messages read at once.
const CHUNK: i64 = 5_000;

/// What was found. Every number but the first three ought to be zero.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Verdict {
    pub(crate) stored: u64,
    pub(crate) confirmed: u64,
    /// People who are mentioned in what they have not seen.
    pub(crate) mentioned: u64,
    /// Confirmed, and not there, or there under another number.
    pub(crate) lost: u64,
    /// Stored twice under one name, or shown twice.
    pub(crate) doubled: u64,
    /// Shown without the ones before.
    pub(crate) inverted: u64,
    /// Never confirmed, although everything was well in the end.
    pub(crate) waiting: u64,
    /// People who did not hear everything that was said in their room.
    pub(crate) deaf: u64,
    /// Gaps in the numbers of a channel.
    pub(crate) gaps: u64,
    /// People who did not read and were not cut for it: a matter of time.
    pub(crate) spared: u64,
    /// Read positions before what their person was told, or beyond what they said.
    pub(crate) forgotten: u64,
    /// Unread counts that differ from a count one by one, in the database or as they are told.
    pub(crate) miscounted: u64,
    /// People whose channel says that they are mentioned in what they have not seen, and they are not; or the reverse.
    pub(crate) mistagged: u64,
}

impl Verdict {
    pub(crate) async fn on(store: &Store, seats: &[Seat], records: &[Record]) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        let mut rooms: HashMap<ChannelId, Vec<Message>> = HashMap::new();
        for seat in seats {
            if let Entry::Vacant(room) = rooms.entry(seat.channel) {
                let said = room.insert(everything(store, seat.channel).await?);
                verdict.look_at_room(said);
            }
        }
        for (seat, record) in seats.iter().zip(records) {
            let said = rooms.get(&seat.channel).map(Vec::as_slice).unwrap_or_default();
            verdict.look_at_record(record, said);
            let me = seat.person;
            let membership = channels::membership(store, seat.channel, me).await?;
            let seen = membership.map_or(0, |membership| membership.last_seen_seq);
            verdict.look_at_seen(record, seen);
            let unseen = || said.iter().filter(|message| message.seq > seen && message.sender_id != me);
            let (one_by_one, mention) = (unseen().count(), format!("]({me})"));
            let is_mentioned = unseen().any(|message| message.body.contains(&mention));
            let counted = reads::unread_of(store, me).await?;
            let counted = counted.iter().find(|unread| unread.channel_id == seat.channel);
            let counted = counted.map(|unread| (unread.count, unread.is_tagged));
            let one_by_one = i64::try_from(one_by_one)?;
            verdict.look_at_unread((one_by_one, is_mentioned), [counted, record.unread]);
            verdict.mentioned += u64::from(is_mentioned);
        }
        Ok(verdict)
    }

    fn look_at_room(&mut self, said: &[Message]) {
        self.stored += said.len() as u64;
        self.gaps += said.iter().zip(1_i64..).filter(|(message, number)| message.seq != *number).count() as u64;
        let mut names: Vec<_> = said.iter().map(|message| (message.sender_id, &message.temp_id)).collect();
        names.sort_unstable();
        self.doubled += names.windows(2).filter(|two| two[0] == two[1]).count() as u64;
    }

    /// A read position is where its person was told it is, or further, but never where they were not.
    fn look_at_seen(&mut self, record: &Record, seen: i64) {
        self.forgotten += record.forgotten + u64::from(seen < record.seen || seen > record.said_seen);
    }

    /// What is unread, one by one, and what the database and the hub say it is.
    fn look_at_unread(&mut self, is: (i64, bool), said: [Option<(i64, bool)>; 2]) {
        self.miscounted += u64::from(said.iter().any(|said| said.is_none_or(|(count, _)| count != is.0)));
        self.mistagged += u64::from(said.iter().any(|said| said.is_none_or(|(_, is_tagged)| is_tagged != is.1)));
    }

    fn look_at_record(&mut self, record: &Record, said: &[Message]) {
        self.confirmed += record.confirmed.len() as u64;
        self.waiting += record.waiting.len() as u64;
        self.doubled += record.doubled;
        self.inverted += record.skipped;
        self.spared += record.spared;
        self.lost += record.contradicted;
        for (name, seq) in &record.confirmed {
            let place = usize::try_from(seq - 1).ok();
            let is_there = place.and_then(|place| said.get(place)).is_some_and(|message| message.temp_id == *name);
            self.lost += u64::from(!is_there);
        }
        self.deaf += u64::from(said.last().is_some_and(|last| last.seq != record.last_seq));
    }

    /// Whether every promise was kept.
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
    fn a_read_position_that_was_told_is_kept() {
        let bad = |seen: i64, said_seen: i64, is: i64| {
            let mut verdict = Verdict::default();
            verdict.look_at_seen(&Record { seen, said_seen, ..Record::default() }, is);
            verdict.forgotten
        };
        assert_eq!([bad(0, 0, 0), bad(5, 7, 5), bad(5, 7, 7)], [0; 3]);
        assert_eq!([bad(5, 7, 4), bad(5, 7, 8), bad(0, 0, 1)], [1; 3]);
    }

    #[test]
    fn what_is_unread_is_the_same_for_everybody_who_counts() {
        let bad = |said| {
            let mut verdict = Verdict::default();
            verdict.look_at_unread((3, true), said);
            (verdict.miscounted, verdict.mistagged)
        };
        assert_eq!(bad([Some((3, true)), Some((3, true))]), (0, 0));
        assert_eq!(bad([Some((2, true)), Some((3, true))]), (1, 0));
        assert_eq!(bad([Some((3, true)), Some((4, false))]), (1, 1));
        assert_eq!(bad([Some((3, true)), None]), (1, 1));
    }
}
