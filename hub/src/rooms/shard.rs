//! One task and the rooms it owns.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::channels::{self, Head};
use store::messages::{self, Message};
use store::{ChannelId, PersonId, Store};
use tokio::sync::mpsc;
use traces::Span;

use super::{Entry, Request};
use crate::frame::Frame;
use crate::outlet::Outlet;
use crate::room::{Changes, Order};
use crate::wire;

/// Messages of two nodes may pass each other on the bus: wait this long before asking the database.
const GRACE: Duration = Duration::from_millis(20);

/// Wait this long before asking a database again that did not answer.
const AGAIN: Duration = Duration::from_millis(500);

/// Missing messages read at once.
const CHUNK: i64 = 500;

struct Room {
    order: Order,
    changes: Changes,
    seats: Vec<Seat>,
    looking_up: bool,
    /// Something may have happened after the last look of the one under way.
    look_again: bool,
}

struct Seat {
    outlet: Arc<Outlet>,
    person: PersonId,
    /// What it had before it entered; the room brings everything newer.
    after: i64,
    /// The same for changes.
    after_change: i64,
}

impl Room {
    /// Sends a frame about a message to all seats that want it; its author gets one that tells their name for it.
    fn tell(&self, message: &Message, wants: impl Fn(&Seat) -> bool, frame: impl Fn(bool) -> Frame) {
        let (mut for_sender, mut for_others) = (None, None);
        for seat in self.seats.iter().filter(|seat| wants(seat)) {
            let is_sender = seat.person == message.sender_id;
            let frame =
                if is_sender { &mut for_sender } else { &mut for_others }.get_or_insert_with(|| frame(is_sender));
            seat.outlet.queue(frame.clone());
        }
    }

    /// Writes what was told, to each seat at once: first to those who wrote it, for they wait for it.
    fn flush(&self, messages: &[Message]) {
        let authors: HashSet<_> = messages.iter().map(|message| message.sender_id).collect();
        self.seats.iter().filter(|seat| authors.contains(&seat.person)).for_each(|seat| seat.outlet.flush());
        self.seats.iter().for_each(|seat| seat.outlet.flush());
    }

    fn has_gap(&self) -> bool {
        self.order.has_gap() || self.changes.has_gap()
    }
}

/// The task.
pub(super) struct Shard {
    store: Arc<Store>,
    rooms: HashMap<ChannelId, Room>,
    own: mpsc::WeakSender<Request>,
}

impl Shard {
    pub(super) fn new(store: Arc<Store>, own: mpsc::WeakSender<Request>) -> Self {
        Self { store, rooms: HashMap::new(), own }
    }

    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        while let Some(request) = requests.recv().await {
            match request {
                Request::Enter(entry, answer) => {
                    let _ = answer.send(self.enter(entry));
                }
                Request::Leave { channel, socket, done } => {
                    self.leave(channel, socket);
                    let _ = done.send(());
                }
                Request::Confirm { outlet, message } => self.confirm(&outlet, &message),
                Request::ConfirmChange { outlet, message } => self.confirm_change(&outlet, &message),
                Request::Deliver { channel, messages, trace, heard } => {
                    let mut span = Span::within("fan out", trace);
                    span.set("channel", channel.0);
                    self.deliver(channel, messages, heard, &mut span);
                }
                Request::Changed { channel, messages } => self.changed(channel, &messages),
                Request::CatchUpChanges { channel, head, changed } => self.catch_up_changes(channel, head, changed),
                Request::Show { channel, frame, except } => self.show(channel, &frame, except),
                Request::LookUp { channel } => self.look_up(channel),
                Request::LookedUp { channel } => self.looked_up(channel),
                Request::CatchUp => self.catch_up(),
            }
        }
    }

    fn enter(&mut self, entry: Entry) -> bool {
        let Entry { channel, outlet, person, after, after_change, joined } = entry;
        let is_new = !self.rooms.contains_key(&channel);
        let room = self.rooms.entry(channel).or_insert_with(|| Room {
            order: Order::starting_after(after),
            changes: Changes::starting_after(after_change),
            seats: Vec::new(),
            looking_up: false,
            look_again: false,
        });
        let (Some(missed), Some(changed)) = (room.order.since(after), room.changes.since(after_change)) else {
            return false;
        };
        room.seats.retain(|seat| seat.outlet.id != outlet.id);
        outlet.send(joined);
        for message in &missed {
            outlet.send(wire::new_message(&self.store, message, person == message.sender_id));
        }
        for message in &changed {
            outlet.send(wire::message_changed(&self.store, message, person == message.sender_id));
        }
        room.seats.push(Seat { outlet, person, after, after_change });
        if is_new {
            // News that came before the room was there went past it.
            self.look_up(channel);
        }
        true
    }

    fn leave(&mut self, channel: ChannelId, socket: u64) {
        if let Some(room) = self.rooms.get_mut(&channel) {
            room.seats.retain(|seat| seat.outlet.id != socket);
            if room.seats.is_empty() {
                self.rooms.remove(&channel);
            }
        }
    }

    fn confirm(&self, outlet: &Outlet, message: &Message) {
        let seats = self.rooms.get(&message.channel_id).map(|room| &room.seats[..]).unwrap_or_default();
        if !seats.iter().any(|seat| seat.outlet.id == outlet.id && seat.after < message.seq) {
            outlet.send(wire::new_message(&self.store, message, true));
        }
    }

    fn confirm_change(&self, outlet: &Outlet, message: &Message) {
        let seats = self.rooms.get(&message.channel_id).map(|room| &room.seats[..]).unwrap_or_default();
        if !seats.iter().any(|seat| seat.outlet.id == outlet.id && seat.after_change < message.changed) {
            let is_sender = outlet.person() == Some(message.sender_id);
            outlet.send(wire::message_changed(&self.store, message, is_sender));
        }
    }

    fn deliver(&mut self, channel: ChannelId, messages: Vec<Message>, heard: Instant, span: &mut Span) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        span.set("readers", room.seats.len());
        let messages = room.order.offer(messages);
        for message in &messages {
            let frame = |is_sender| wire::new_message(&self.store, message, is_sender);
            room.tell(message, |seat| seat.after < message.seq, frame);
            metrics::counter!("hub_deliveries_total").increment(room.seats.len() as u64);
        }
        room.flush(&messages);
        // From here to here: the time on a message is another node's, whose clock may be minutes away.
        metrics::histogram!("hub_fanout_seconds").record_many(heard.elapsed(), messages.len());
        self.close_gap(channel);
    }

    fn changed(&mut self, channel: ChannelId, messages: &[Message]) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        for message in messages {
            if room.changes.offer(message, room.order.delivered()) {
                tell_change(&self.store, room, message);
            }
        }
        room.flush(messages);
        self.close_gap(channel);
    }

    fn catch_up_changes(&mut self, channel: ChannelId, head: i64, changed: Vec<Message>) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        let changed = room.changes.catch_up(head, changed);
        for message in &changed {
            tell_change(&self.store, room, message);
        }
        room.flush(&changed);
    }

    fn show(&self, channel: ChannelId, frame: &Frame, except: Option<PersonId>) {
        let Some(room) = self.rooms.get(&channel) else { return };
        for seat in room.seats.iter().filter(|seat| Some(seat.person) != except) {
            seat.outlet.send_fleeting(frame.clone());
        }
    }

    /// If something is missing, gives it a moment to arrive and then reads it.
    fn close_gap(&self, channel: ChannelId) {
        let gap = self.rooms.get(&channel).is_some_and(|room| room.has_gap() && !room.looking_up);
        if let (true, Some(own)) = (gap, self.own.upgrade()) {
            tokio::spawn(async move {
                tokio::time::sleep(GRACE).await;
                let _ = own.send(Request::LookUp { channel }).await;
            });
        }
    }

    fn look_up(&mut self, channel: ChannelId) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        let Some(own) = self.own.upgrade() else { return };
        if std::mem::replace(&mut room.looking_up, true) {
            room.look_again = true;
            return;
        }
        let (delivered, changed) = (room.order.delivered(), room.changes.upto());
        tokio::spawn(look_up(self.store.clone(), own, channel, delivered, changed));
    }

    fn looked_up(&mut self, channel: ChannelId) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        room.looking_up = false;
        if std::mem::take(&mut room.look_again) {
            self.look_up(channel);
        } else {
            self.close_gap(channel);
        }
    }

    fn catch_up(&self) {
        let Some(own) = self.own.upgrade() else { return };
        let store = self.store.clone();
        let known = |room: &Room| (room.order.delivered(), room.changes.upto());
        let known: HashMap<_, _> = self.rooms.iter().map(|(id, room)| (*id, known(room))).collect();
        tokio::spawn(async move {
            let ids: Vec<_> = known.keys().copied().collect();
            match channels::heads(&store, &ids).await {
                Ok(heads) => {
                    let is_behind =
                        |head: &Head| known[&head.id].0 < head.head_seq || known[&head.id].1 < head.change_seq;
                    for head in heads.into_iter().filter(is_behind) {
                        let _ = own.send(Request::LookUp { channel: head.id }).await;
                    }
                }
                // The next round asks again.
                Err(error) => tracing::warn!(%error, "rooms could not be compared with the database"),
            }
        });
    }
}

fn tell_change(store: &Store, room: &Room, message: &Message) {
    let frame = |is_sender| wire::message_changed(store, message, is_sender);
    room.tell(message, |seat| seat.after_change < message.changed, frame);
}

/// Reads everything after `delivered`, and what changed after `changed`, and offers it to the room. Changes are read first and
/// told last, so that every message that changed is there by then.
async fn look_up(store: Arc<Store>, own: mpsc::Sender<Request>, channel: ChannelId, delivered: i64, changed: i64) {
    let (head, changed) = loop {
        match read_changes(&store, channel, changed).await {
            Ok(found) => break found,
            Err(error) => {
                tracing::warn!(%error, "missing changes could not be read");
                tokio::time::sleep(AGAIN).await;
            }
        }
    };
    let mut after = delivered;
    loop {
        match messages::between(&store, channel, after, after.saturating_add(CHUNK)).await {
            Ok(messages) => {
                let Some(last) = messages.last() else { break };
                after = last.seq;
                metrics::counter!("hub_bus_gaps_repaired_total").increment(messages.len() as u64);
                if own.send(Request::Deliver { channel, messages, trace: None, heard: Instant::now() }).await.is_err() {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "missing messages could not be read");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
    if own.send(Request::CatchUpChanges { channel, head, changed }).await.is_ok() {
        let _ = own.send(Request::LookedUp { channel }).await;
    }
}

/// What changed after a number, and the number of the last change there is.
async fn read_changes(store: &Store, channel: ChannelId, after: i64) -> store::Result<(i64, Vec<Message>)> {
    let head = channels::heads(store, &[channel]).await?.first().map_or(after, |head| head.change_seq);
    let mut changed = Vec::new();
    let mut read = after;
    while read < head {
        let some = messages::changed_between(store, channel, read, head, CHUNK).await?;
        read = some.last().map_or(head, |last| last.changed);
        changed.extend(some);
    }
    Ok((head.max(after), changed))
}
