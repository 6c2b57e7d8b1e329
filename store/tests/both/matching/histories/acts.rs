//! What happens in a history: one act of a person, of staff or of time, on one of two nodes.

use std::sync::Arc;
use std::time::Duration;

use store::matching::decisions::{self, Choices, Submitted};
use store::matching::pool::{self, PauseReason};
use store::matching::{Choice, State, expiry, runs};
use store::mentorship::{self, Kind, NewMentorship};
use store::people::Role;
use store::programmes::Programme;
use store::{PersonId, Store, TrackerId, administration, person_facts};

use super::Dice;
use super::invariants::Known;
use crate::matching::{signed_in, trackers};

/// Acts of one history after its first round.
const ACTS: usize = 6;

/// The people of one history.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub(super) programme: Programme,
    pub(super) mentees: Vec<PersonId>,
    pub(super) mentors: Vec<PersonId>,
}

impl Cast {
    pub(super) fn all(&self) -> impl Iterator<Item = (PersonId, Role)> {
        let mentees = self.mentees.iter().map(|person| (*person, Role::Mentee));
        mentees.chain(self.mentors.iter().map(|person| (*person, Role::Mentor)))
    }

    /// Such as `mentee 2`.
    pub(super) fn name(&self, person: PersonId) -> String {
        let place = |people: &[PersonId]| people.iter().position(|one| *one == person);
        match (place(&self.mentees), place(&self.mentors)) {
            (Some(index), _) => format!("mentee {index}"),
            (None, Some(index)) => format!("mentor {index}"),
            (None, None) => "a stranger".to_owned(),
        }
    }
}

/// One history.
pub(super) struct History<'h> {
    pub(super) nodes: [&'h Arc<Store>; 2],
    pub(super) cast: Cast,
    pub(super) known: Known,
    dice: Dice,
    /// What was confirmed before, to be sent again.
    sent: Vec<(PersonId, Role, Choices)>,
    log: Vec<String>,
}

impl<'h> History<'h> {
    pub(super) fn new(nodes: [&'h Arc<Store>; 2], cast: Cast, seed: u64) -> Self {
        // The first numbers of neighbouring seeds would be alike.
        let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self { nodes, cast, known: Known::default(), dice, sent: Vec::new(), log: Vec::new() }
    }

    /// Plays the history. Fails with the invariant that was broken, after all that was done.
    pub(super) async fn play(&mut self) -> Result<(), String> {
        for number in 0..=ACTS {
            let node = self.dice.below(2);
            let store = Arc::clone(self.nodes[node]);
            let effect = if number == 0 { self.publish(&store).await } else { self.act(&store).await };
            let line = format!("node {node}: {}", self.log.pop().unwrap_or_default());
            self.log.push(line);
            let invariants = self.check(self.nodes[1 - node], number % 3 == 0).await;
            if let Err(broken) = effect.and(invariants) {
                return Err(format!("{broken}, after\n  {}", self.log.join("\n  ")));
            }
        }
        Ok(())
    }

    /// Lets all leave, so that nothing of this history happens in the next one.
    pub(super) async fn end(&self) {
        for (person, _) in self.cast.all() {
            let _ = pool::leave(self.nodes[0], &test_kit::operator(), person, "the end").await.unwrap();
        }
    }

    async fn act(&mut self, store: &Store) -> Result<(), String> {
        let mentee = self.cast.mentees[self.dice.below(self.cast.mentees.len())];
        let mentor = self.cast.mentors[self.dice.below(self.cast.mentors.len())];
        let (one, side) = if self.dice.below(3) == 0 { (mentor, Role::Mentor) } else { (mentee, Role::Mentee) };
        match self.dice.below(24) {
            0..3 => {
                self.note("the engine runs");
                runs::draft(store, &test_kit::operator(), &self.cast.programme).await.unwrap().unwrap();
            }
            3..7 => return self.publish(store).await,
            7..11 => return self.confirm(store, mentee, Role::Mentee).await,
            11..15 => return self.confirm(store, mentor, Role::Mentor).await,
            15 => return self.confirm_again(store).await,
            16 => self.withdraw(store, mentee).await,
            17 => {
                let left = pool::leave(store, &test_kit::operator(), one, "").await.unwrap();
                self.note(format!("{} leaves: {left:?}", self.cast.name(one)));
            }
            18 => {
                let joined = pool::join(store, &test_kit::operator(), &signed_in(store, one).await).await.unwrap();
                self.note(format!("{} enters: {joined:?}", self.cast.name(one)));
            }
            19 => {
                let reason = [PauseReason::OwnWish, PauseReason::Safeguarding][self.dice.below(2)];
                let paused = pool::pause(store, &test_kit::operator(), one, reason).await.unwrap();
                self.note(format!("{} is paused, {reason:?}: {paused:?}", self.cast.name(one)));
            }
            20 => {
                let resumed = pool::resume(store, &test_kit::operator(), one).await.unwrap();
                self.note(format!("{} is in the pool again: {resumed:?}", self.cast.name(one)));
            }
            21 => return self.intervene(store, mentor, mentee, side).await,
            _ => self.wait(store).await,
        }
        Ok(())
    }

    fn note(&mut self, text: impl Into<String>) {
        self.log.push(text.into());
    }

    /// Publishes the open run, which may be older than what happened since.
    async fn publish(&mut self, store: &Store) -> Result<(), String> {
        let programme = &self.cast.programme;
        let run = match runs::open(store, programme.id).await.unwrap() {
            Some(run) => run,
            None => runs::draft(store, &test_kit::operator(), programme).await.unwrap().unwrap(),
        };
        runs::approve(store, &test_kit::operator(), run.id).await.unwrap().unwrap();
        let balance = runs::publish(store, &test_kit::operator(), programme, run.id).await.unwrap().unwrap();
        self.note(format!("a round of {} proposals, {} fell out", balance.proposals, balance.fell_out));
        Ok(())
    }

    /// A person decides about all that waits for them. A mentor says Yes to one for certain, so that places fill.
    async fn confirm(&mut self, store: &Store, person: PersonId, side: Role) -> Result<(), String> {
        let now = store.clock.now();
        let mut all = trackers(store, person, side).await;
        all.retain(|tracker| tracker.is_active_for(side, now));
        all.sort_by_key(|tracker| self.cast.all().position(|(one, _)| one == tracker.partner_of(side)));
        let certain = self.dice.below(all.len().max(1));
        let mut set = Choices::new();
        for (index, tracker) in all.iter().enumerate() {
            let says_yes = index == certain || self.dice.below(3) == 0;
            set.insert(tracker.id, if says_yes { Choice::Interested } else { Choice::NotInterested });
        }
        self.submit(store, person, side, set).await
    }

    /// Sends what was sent before, by a device that did not get the answer or shows an old page.
    async fn confirm_again(&mut self, store: &Store) -> Result<(), String> {
        if self.sent.is_empty() {
            return self.submit(store, self.cast.mentees[0], Role::Mentee, Choices::new()).await;
        }
        let (person, side, set) = self.sent[self.dice.below(self.sent.len())].clone();
        self.submit(store, person, side, set).await
    }

    async fn submit(&mut self, store: &Store, person: PersonId, side: Role, set: Choices) -> Result<(), String> {
        let signed_in = signed_in(store, person).await;
        let outcome = decisions::submit(store, &signed_in, &set, store.clock.now()).await.unwrap();
        let choices: Vec<String> = set.iter().map(|(id, choice)| self.named(*id, side, *choice)).collect();
        self.note(format!("{} confirms {}: {outcome:?}", self.cast.name(person), choices.join(", ")));
        self.known.may_be_matched |= side == Role::Mentor;
        if outcome == Submitted::Submitted {
            self.check_effect(store, person, side, &set).await?;
        }
        self.sent.push((person, side, set));
        Ok(())
    }

    fn named(&self, id: TrackerId, side: Role, choice: Choice) -> String {
        let partner = self.known.trackers.get(&id).map(|tracker| self.cast.name(tracker.partner_of(side)));
        format!("{choice:?} about {}", partner.unwrap_or_default())
    }

    /// What was confirmed has become true.
    async fn check_effect(&self, store: &Store, person: PersonId, side: Role, set: &Choices) -> Result<(), String> {
        for tracker in trackers(store, person, side).await {
            let Some(choice) = set.get(&tracker.id) else { continue };
            let is_true = match (side, choice) {
                (Role::Mentor, Choice::Interested) => matches!(tracker.state, State::Accepted | State::Selected),
                (Role::Mentor, Choice::NotInterested) => {
                    matches!(tracker.state, State::Declined | State::NotSelected)
                }
                (_, Choice::Interested) => tracker.confirmed_at.is_some(),
                (_, Choice::NotInterested) => tracker.confirmed_at.is_none() && tracker.state != State::Proposed,
            };
            if !is_true {
                return Err(format!("confirmed {choice:?}, but the match is {:?}", tracker.state));
            }
        }
        Ok(())
    }

    async fn withdraw(&mut self, store: &Store, mentee: PersonId) {
        let all = trackers(store, mentee, Role::Mentee).await;
        let asked = all.iter().find(|tracker| tracker.state == State::Interested).or(all.first());
        let Some(tracker) = asked else { return self.note("nothing to withdraw") };
        let outcome = decisions::withdraw(store, mentee, Role::Mentee, tracker.id).await.unwrap();
        let (mentee, mentor) = (self.cast.name(mentee), self.cast.name(tracker.mentor_id));
        self.note(format!("{mentee} withdraws from {mentor}: {outcome:?}"));
    }

    /// Staff change how a mentor mentors or match by hand, a mentorship ends, or staff note a conflict.
    async fn intervene(&mut self, store: &Store, mentor: PersonId, mentee: PersonId, by: Role) -> Result<(), String> {
        let names = format!("{} and {}", self.cast.name(mentor), self.cast.name(mentee));
        match self.dice.below(6) {
            0 | 1 => {
                let kind = [Kind::Pair, Kind::Group][self.dice.below(2)];
                let places = 1 + i64::try_from(self.dice.below(3)).unwrap();
                let is_set = pool::set_places(store, &test_kit::operator(), mentor, kind, places).await.unwrap();
                self.note(format!("{} gets {places} places, {kind:?}: {is_set:?}", self.cast.name(mentor)));
                self.known.set_places(mentor, kind, places);
            }
            2 => {
                let (one, other) = if by == Role::Mentor { (mentor, mentee) } else { (mentee, mentor) };
                person_facts::set_conflict(store, &test_kit::operator(), one, other, true).await.unwrap();
                self.note(format!("a conflict between {names}"));
            }
            3 => {
                let own = mentorship::of_person(store, mentee).await.unwrap();
                let Some(first) = own.first() else {
                    self.note("no mentorship to end");
                    return Ok(());
                };
                store::administration::end_mentorship(
                    store,
                    &test_kit::operator(),
                    first.id,
                    store::mentorship::EndReason::MovedAway.alone(),
                    store::administration::MenteesAfter::WaitAgain,
                )
                .await
                .unwrap()
                .unwrap();
                self.note(format!("the mentorship of {} ends", self.cast.name(mentee)));
            }
            _ => {
                if !mentorship::of_person(store, mentee).await.unwrap().is_empty() {
                    self.note("matched already");
                    return Ok(());
                }
                let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
                let made = administration::create_mentorship(store, &test_kit::operator(), &new).await.unwrap();
                self.note(format!("staff match {names}: {}", made.is_ok()));
                if let Ok(id) = made {
                    self.known.by_hand.insert(id);
                }
            }
        }
        Ok(())
    }

    /// The clocks of both nodes move. One of them may notice at once what has expired.
    async fn wait(&mut self, store: &Store) {
        let hours = [5, 30, 50, 80][self.dice.below(4)];
        self.nodes.iter().for_each(|node| node.clock.advance(Duration::from_secs(hours * 3600)));
        let swept = if self.dice.below(3) > 0 { expiry::sweep(store).await.unwrap() } else { 0 };
        self.note(format!("{hours} hours pass, {swept} things happen"));
    }
}
