//! The changes of one channel's messages on this node: pure, like the order of the messages.

use std::collections::VecDeque;

use store::messages::Message;

/// Changes kept for sockets that join while messages change.
const KEPT: usize = 64;

/// Lets changes through in the order of their numbers. Nothing waits here: what comes too early is read from the database
/// with what is missing, where of several changes of one message only the last is left.
#[derive(Debug)]
pub(crate) struct Changes {
    /// Everybody here knows the state after this change.
    upto: i64,
    /// The highest number heard of.
    heard: i64,
    kept: VecDeque<Message>,
    /// What came after this change is among the kept ones, or was overtaken by one of them.
    kept_after: i64,
}

impl Changes {
    /// Everything up to `upto` is known to whoever is here.
    pub(crate) fn starting_after(upto: i64) -> Self {
        Self { upto, heard: upto, kept: VecDeque::new(), kept_after: upto }
    }

    /// The number of the last change that everybody here knows.
    pub(crate) fn upto(&self) -> i64 {
        self.upto
    }

    /// Whether a change is known of that has not gone out.
    pub(crate) fn has_gap(&self) -> bool {
        self.heard > self.upto
    }

    /// Takes a change from the bus; true if it is its turn to go out. `delivered` is the newest message that went out: a
    /// message that nobody has does not change.
    pub(crate) fn offer(&mut self, message: &Message, delivered: i64) -> bool {
        self.heard = self.heard.max(message.changed);
        let is_next = message.changed == self.upto + 1 && message.seq <= delivered;
        if is_next {
            self.upto = message.changed;
            self.keep(message.clone());
        }
        is_next
    }

    /// Takes what the database says: all messages whose last change is after the [`Changes::upto`] of the question and at
    /// most `head`, in order. Gives back those that go out.
    pub(crate) fn catch_up(&mut self, head: i64, changed: Vec<Message>) -> Vec<Message> {
        let news: Vec<_> = changed.into_iter().filter(|message| message.changed > self.upto).collect();
        for message in &news {
            self.keep(message.clone());
        }
        self.upto = self.upto.max(head);
        self.heard = self.heard.max(head);
        news
    }

    /// What went out after this change, oldest first; None if that is too long ago to be kept.
    pub(crate) fn since(&self, change: i64) -> Option<Vec<Message>> {
        let news = || self.kept.iter().filter(|message| message.changed > change).cloned().collect();
        (change >= self.kept_after).then(news)
    }

    fn keep(&mut self, message: Message) {
        if self.kept.len() == KEPT
            && let Some(forgotten) = self.kept.pop_front()
        {
            self.kept_after = forgotten.changed;
        }
        self.kept.push_back(message);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::message;
    use super::*;
    use proptest::prelude::*;

    /// A database: message number to the number of its last change.
    #[derive(Default)]
    struct Truth {
        head: i64,
        changed: BTreeMap<i64, i64>,
    }

    impl Truth {
        fn change(&mut self, seq: i64) -> Message {
            self.head += 1;
            self.changed.insert(seq, self.head);
            Message { changed: self.head, ..message(seq) }
        }

        fn after(&self, upto: i64) -> Vec<Message> {
            let mut rows: Vec<_> = self.changed.iter().filter(|(_, changed)| **changed > upto).collect();
            rows.sort_by_key(|(_, changed)| **changed);
            rows.into_iter().map(|(seq, changed)| Message { changed: *changed, ..message(*seq) }).collect()
        }
    }

    /// What a client holds: the state with the higher number counts.
    fn apply(client: &mut BTreeMap<i64, i64>, news: &[Message]) {
        for message in news {
            let state = client.entry(message.seq).or_default();
            *state = (*state).max(message.changed);
        }
    }

    proptest! {
        /// The bus loses, repeats and reorders; now and then the database is asked; a second client comes in the middle.
        #[test]
        fn every_client_ends_with_what_the_database_says(
            edits in prop::collection::vec(1_i64..8, 1..150),
            heard in prop::collection::vec((0_usize..150, any::<bool>()), 0..300),
            joins_at in 0_usize..300,
        ) {
            let mut truth = Truth::default();
            let mut events = Vec::new();
            let (mut first, mut second, mut has_joined) = (BTreeMap::new(), BTreeMap::new(), false);
            let mut changes = Changes::starting_after(0);
            for (step, (place, repair)) in heard.into_iter().enumerate() {
                // The database goes on whether the bus tells of it or not.
                if let Some(seq) = edits.get(step) {
                    events.push(truth.change(*seq));
                }
                if step == joins_at {
                    has_joined = true;
                    // It has read everything up to now from the database, and the room brings the rest.
                    apply(&mut second, &truth.after(0));
                    apply(&mut second, &changes.since(truth.head).unwrap_or_default());
                }
                let mut news = Vec::new();
                if let Some(event) = events.get(place)
                    && changes.offer(event, 8)
                {
                    news.push(event.clone());
                }
                if repair {
                    news.extend(changes.catch_up(truth.head, truth.after(changes.upto())));
                    prop_assert!(!changes.has_gap());
                }
                prop_assert!(news.is_sorted_by_key(|message| message.changed));
                apply(&mut first, &news);
                if step >= joins_at {
                    apply(&mut second, &news);
                }
                // Whoever comes back after some change gets everything since, or is sent to read.
                let known = i64::try_from(place).unwrap().min(changes.upto());
                if let Some(missed) = changes.since(known) {
                    let mut back = BTreeMap::new();
                    apply(&mut back, &missed);
                    let mut newer = first.iter().filter(|(_, changed)| **changed > known);
                    prop_assert!(newer.all(|(seq, changed)| back.get(seq) == Some(changed)));
                }
            }
            let rest = changes.catch_up(truth.head, truth.after(changes.upto()));
            apply(&mut first, &rest);
            apply(&mut second, &rest);
            prop_assert_eq!(&first, &truth.changed);
            if has_joined {
                prop_assert_eq!(&second, &truth.changed);
            }
        }
    }

    #[test]
    fn a_message_that_nobody_has_does_not_change() {
        let mut changes = Changes::starting_after(3);
        let ahead = Message { changed: 4, ..message(9) };
        assert!(!changes.offer(&ahead, 8) && changes.has_gap());
        assert!(changes.offer(&ahead, 9) && !changes.has_gap());
        assert!(!changes.offer(&ahead, 9), "once");
    }

    #[test]
    fn what_is_forgotten_must_be_read() {
        let mut changes = Changes::starting_after(0);
        let kept = i64::try_from(KEPT).unwrap();
        for changed in 1..=kept + 1 {
            assert!(changes.offer(&Message { changed, ..message(1) }, 1));
        }
        assert!(changes.since(0).is_none());
        assert_eq!(changes.since(1).unwrap().len(), KEPT);
    }
}
