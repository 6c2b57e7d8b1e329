//! People as they are, a task each: they talk, scroll back, type, read, search, lose the connection and come back, and remember
//! what they were promised. For what asks whether promises hold; the engine is for what asks how fast.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::ensure;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::histogram::Histogram;
use crate::seed::Seat;

mod person;
mod proof;
mod reading;
mod record;
mod sending;
mod socket;
mod speech;
mod verdict;

use person::Person;
pub(crate) use reading::Reading;
pub(crate) use record::Record;
pub(crate) use speech::BURST_TIME;
pub(crate) use verdict::Verdict;

/// In the end everything is well; so long it may take until everybody has heard everything.
const PATIENCE: Duration = Duration::from_secs(120);

/// Share of what people do that is to send a message.
const SENDS: f64 = 0.7;

/// Those in a loud room who speak; the others of it stop reading when they are told to.
const SPEAKERS: usize = 4;

/// In one of so many rooms somebody stays when everybody goes away.
const LEFT_ALONE: usize = 5;

/// What everybody is told to do. A number makes it an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Live on.
    Live,
    /// Loud ones say a great deal at once.
    SpeakUp(u32),
    /// The same, and slow ones stop reading until the next order.
    StopReading(u32),
    /// Everybody drops the connection and comes back at once.
    ComeBack(u32),
    /// The same, and says nothing new.
    ComeBackSilent(u32),
    /// Everybody drops the connection and stays away until the next order, but for some who say something meanwhile.
    GoAway(u32),
    /// Everybody says something, and lives on.
    Prove(u32),
    /// Say nothing new.
    FallSilent,
    /// Go, once it is quiet.
    Leave,
}

/// What is special about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing.
    Usual,
    /// Lives in a loud room, and speaks up there.
    Loud,
    /// Lives in a loud room, and stops reading.
    Slow,
}

/// What all share.
struct World {
    began: Instant,
    orders: watch::Receiver<Order>,
    /// Delays of the last while, taken away by who reports them. Not those of loud rooms.
    delays: Mutex<Delays>,
    /// Mean time between two things that one person does.
    pause: Duration,
    /// People who are joined.
    here: AtomicUsize,
    /// How often somebody lost the connection.
    lost: AtomicUsize,
    /// Messages that were sent, and those of them that are not confirmed.
    sent: AtomicUsize,
    waiting: AtomicUsize,
    /// People who do not read at the moment.
    asleep: AtomicUsize,
    /// People who say a great deal at the moment.
    speaking: AtomicUsize,
    /// When everybody was last told to prove that they hear and are heard, in microseconds, and how often anybody did.
    proof_since: AtomicU64,
    proofs: AtomicUsize,
    /// How many troubles began or ended: odd while something goes wrong.
    troubles: AtomicUsize,
    reading: Mutex<reading::Answered>,
}

/// What people waited.
#[derive(Debug, Default)]
struct Delays {
    window: Histogram,
    second: Histogram,
}

/// How people live together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Members of a room; seats in a row share one.
    pub(crate) room: usize,
    /// Messages per second, of all together.
    pub(crate) rate: f64,
    /// How many can be told to stop reading.
    pub(crate) slow: usize,
}

/// Everybody.
pub(crate) struct People {
    world: Arc<World>,
    orders: watch::Sender<Order>,
    lives: Vec<JoinHandle<Record>>,
    /// How many stay where they are when everybody goes away.
    staying: usize,
}

impl People {
    /// Lets them come in, by all doors alike, and waits until all are here.
    pub(crate) async fn gather(fronts: &[SocketAddr], seats: &[Seat], habits: Habits) -> anyhow::Result<Self> {
        let (orders, heard_orders) = watch::channel(Order::Live);
        let world = Arc::new(World {
            began: Instant::now(),
            orders: heard_orders,
            delays: Mutex::default(),
            pause: Duration::from_secs_f64(seats.len() as f64 * SENDS / habits.rate),
            here: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
            sent: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            asleep: AtomicUsize::new(0),
            speaking: AtomicUsize::new(0),
            proof_since: AtomicU64::new(u64::MAX),
            proofs: AtomicUsize::new(0),
            troubles: AtomicUsize::new(0),
            reading: Mutex::default(),
        });
        let mut lives = Vec::with_capacity(seats.len());
        let (mut staying, size) = (0, habits.room.max(1));
        let everybody = roles(seats.len(), habits).into_iter().zip(seats).zip(fronts.iter().cycle());
        for (place, ((role, seat), front)) in everybody.enumerate() {
            let room = seats.chunks(size).nth(place / size).unwrap_or_default();
            let stays = place % (size * LEFT_ALONE) == 0;
            staying += usize::from(stays);
            let friends = room.iter().map(|seat| seat.person).filter(|person| *person != seat.person).collect();
            let mut person = Person::new(world.clone(), *front, seat.clone(), friends, role);
            person.stays = stays;
            lives.push(tokio::spawn(person.live()));
        }
        let people = Self { world, orders, lives, staying };
        people.until("to come in", |people| people.missing() == 0).await?;
        Ok(people)
    }

    /// Tells everybody what to do.
    pub(crate) fn order(&self, order: Order) {
        self.orders.send_replace(order);
    }

    /// Waits until something is so of them.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let began = Instant::now();
        while !is_so(self) {
            let (here, waiting) = (self.here(), self.waiting());
            ensure!(
                began.elapsed() < PATIENCE,
                "waited too long for everybody {what}: {here} here, {waiting} unconfirmed"
            );
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Gives an order that makes everybody drop the connection, and waits until they have.
    pub(crate) async fn lose_connections(&self, order: Order) -> anyhow::Result<()> {
        // Whoever is just coming back has nothing to lose.
        let all = self.world.lost.load(Relaxed) + self.here().saturating_sub(self.count() / 50);
        self.order(order);
        self.until("to lose the connection", |people| people.world.lost.load(Relaxed) >= all).await
    }

    /// Lets everybody go away but some, who say something; waits until that is so. How many there are who do.
    pub(crate) async fn go_away(&self, number: u32) -> anyhow::Result<usize> {
        let said = self.sent() + self.staying;
        self.order(Order::GoAway(number));
        self.until("to go away", |people| {
            people.here() == people.staying && people.sent() >= said && people.waiting() == 0
        })
        .await?;
        Ok(self.staying)
    }

    /// Lets everybody say something, and waits until it was kept and each of them has heard that of somebody else, too: being
    /// connected proves nothing. An error if it takes longer than `within`.
    pub(crate) async fn prove(&self, number: u32, within: Duration) -> anyhow::Result<()> {
        // Whoever was asked before has proved it.
        let all = self.world.proofs.load(Relaxed) + self.count();
        self.world.proof_since.store(self.world.now(), Relaxed);
        self.order(Order::Prove(number));
        let began = Instant::now();
        loop {
            let left = all - self.world.proofs.load(Relaxed);
            if left == 0 {
                return Ok(());
            }
            let (all, here, waiting) = (self.count(), self.here(), self.waiting());
            ensure!(
                began.elapsed() < within,
                "{left} of {all} people do not hear or are not heard, {within:?} later: {here} here, {waiting} unconfirmed"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Lets them say nothing new, and waits until everything is confirmed.
    pub(crate) async fn fall_silent(&self) -> anyhow::Result<()> {
        self.order(Order::FallSilent);
        self.until("to have everything confirmed", |people| people.missing() == 0 && people.waiting() == 0).await
    }

    /// Lets them hear the rest and go. Says what each of them remembers, and how reading went.
    pub(crate) async fn go_home(self) -> anyhow::Result<(Vec<Record>, Reading)> {
        self.order(Order::Leave);
        let mut records = Vec::with_capacity(self.lives.len());
        for life in self.lives {
            records.push(timeout(PATIENCE, life).await??);
        }
        let reading = self.world.reading().told();
        Ok((records, reading))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lives.len()
    }

    /// How many are joined.
    pub(crate) fn here(&self) -> usize {
        self.world.here.load(Relaxed)
    }

    /// How many are not.
    pub(crate) fn missing(&self) -> usize {
        self.count().saturating_sub(self.here())
    }

    /// How many messages were sent, however often.
    pub(crate) fn sent(&self) -> usize {
        self.world.sent.load(Relaxed)
    }

    /// How many of them are not confirmed.
    pub(crate) fn waiting(&self) -> usize {
        self.world.waiting.load(Relaxed)
    }

    /// How many do not read at the moment.
    pub(crate) fn asleep(&self) -> usize {
        self.world.asleep.load(Relaxed)
    }

    /// Whether somebody says a great deal at the moment.
    pub(crate) fn is_loud(&self) -> bool {
        self.world.speaking.load(Relaxed) > 0
    }

    /// Delays since they were last taken.
    pub(crate) fn take_delays(&self) -> Histogram {
        std::mem::take(&mut self.world.delays().window)
    }

    /// Delays since this was last asked, and how many are joined: for who looks every second.
    pub(crate) fn pulse(&self) -> impl Fn() -> (Histogram, usize) + Send + use<> {
        let world = self.world.clone();
        move || (std::mem::take(&mut world.delays().second), world.here.load(Relaxed))
    }

    /// Something goes wrong from now on, or does not any more: what is read meanwhile may fail.
    pub(crate) fn trouble(&self) {
        self.world.troubles.fetch_add(1, Relaxed);
    }

    /// How long reading took until now does not count.
    pub(crate) fn forget_reading_times(&self) {
        self.world.reading().forget_times();
    }

    /// What was taken too early.
    pub(crate) fn give_back(&self, delays: &Histogram) {
        self.world.delays().window.merge(delays);
    }
}

impl World {
    /// Microseconds since it began.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Somebody heard something after so many microseconds.
    fn waited(&self, delay: u64) {
        let mut delays = self.delays();
        delays.window.add(delay);
        delays.second.add(delay);
    }

    fn delays(&self) -> MutexGuard<'_, Delays> {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> MutexGuard<'_, reading::Answered> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first rooms are loud ones, until there are enough slow people.
fn roles(count: usize, habits: Habits) -> Vec<Role> {
    let speakers = SPEAKERS.min(habits.room / 2);
    let mut slow = 0;
    let mut is_loud = false;
    let role = |place: usize| {
        let seat = place % habits.room.max(1);
        if seat == 0 {
            is_loud = slow < habits.slow;
        }
        match is_loud {
            false => Role::Usual,
            true if seat >= speakers && slow < habits.slow => {
                slow += 1;
                Role::Slow
            }
            true => Role::Loud,
        }
    };
    (0..count).map(role).collect()
}

/// A number of all records together.
pub(crate) fn sum(records: &[Record], of: fn(&Record) -> u64) -> u64 {
    records.iter().map(of).sum()
}

/// Counts by a key of all records together.
pub(crate) fn tally<K: Ord + Clone>(records: &[Record], of: fn(&Record) -> &BTreeMap<K, u64>) -> BTreeMap<K, u64> {
    let mut all = BTreeMap::new();
    for (key, count) in records.iter().flat_map(of) {
        *all.entry(key.clone()).or_default() += count;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_people_share_rooms_with_some_who_speak() {
        let roles = roles(20, Habits { room: 6, rate: 1.0, slow: 3 });
        let of = |role| roles.iter().enumerate().filter(move |(_, r)| **r == role).map(|(place, _)| place);
        assert_eq!(of(Role::Slow).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(of(Role::Loud).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(of(Role::Usual).count(), 14);
    }
}
