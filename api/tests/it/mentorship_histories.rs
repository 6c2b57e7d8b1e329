//! Property test: after any history of two or five people, what each of them sees equals a model of the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use chrono::{Days, NaiveDate};
use proptest::prelude::*;
use serde_json::{Value, json};
use store::administration::MenteesAfter;
use store::content::session_progress;
use store::content::{self, Session, Versioned};
use store::learning;
use store::mentorship::badges::Tier;
use store::mentorship::progress::{self, Own, Status};
use store::mentorship::{self, EndReason, NewMentorship, record, sessions};
use store::people::{self, NewPerson, Role};
use store::{MentorshipId, PersonId, administration};
use test_kit::both;

use crate::TestApp;
use crate::learning::{import, session};
use crate::mentorship_sessions::lakeside;
use crate::sequences::check;

/// The sessions of the curriculum, with the days after which they are due.
const SESSIONS: [(&str, u64); 2] = [("goal", 14), ("plan", 28)];

/// What a member does in a session: it has the steps "read", "practise" with a mandatory quiz, and "end" with an optional one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Begin,
    Read,
    /// Answers the mandatory quiz and completes its step.
    Practise,
    /// Answers the optional quiz of the last step.
    Answer,
    /// Completes the last step.
    End,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    One(usize, usize, Deed),
    /// From a second device, or after a lost answer.
    Twice(usize, usize, Deed),
    /// Two members at the same moment.
    Together(usize, usize, usize, Deed),
    Leave(usize),
    Wait(u8),
}

fn histories(people: usize) -> impl Strategy<Value = Vec<Event>> {
    let deed =
        || prop_oneof![Just(Deed::Begin), Just(Deed::Read), Just(Deed::Practise), Just(Deed::Answer), Just(Deed::End)];
    let session = 0..SESSIONS.len();
    let event = prop_oneof![
        12 => (0..people, session.clone(), deed()).prop_map(|(who, at, deed)| Event::One(who, at, deed)),
        2 => (0..people, session.clone(), deed()).prop_map(|(who, at, deed)| Event::Twice(who, at, deed)),
        4 => (0..people, 0..people, session, deed()).prop_map(|(who, other, at, deed)| Event::Together(who, other, at, deed)),
        1 => (1..people).prop_map(Event::Leave),
        1 => (1..9_u8).prop_map(Event::Wait),
    ];
    proptest::collection::vec(event, 30..90)
}

/// What a member has done of a session.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    is_begun: bool,
    has_read: bool,
    has_practised: bool,
    has_answered: bool,
    tier: Option<Tier>,
}

/// What the server should know.
struct Model {
    active: Vec<bool>,
    done: Vec<[Done; SESSIONS.len()]>,
    is_complete: [bool; SESSIONS.len()],
    /// Badges that are shown, by member and session.
    badges: BTreeMap<(usize, usize), Tier>,
    due: [NaiveDate; SESSIONS.len()],
}

impl Model {
    fn act(&mut self, who: usize, at: usize, deed: Deed, today: NaiveDate) {
        if !self.active[who] {
            return;
        }
        let done = &mut self.done[who][at];
        let can_end = done.has_practised;
        match deed {
            Deed::Begin => done.is_begun = true,
            Deed::Read => done.has_read |= done.is_begun,
            Deed::Practise => done.has_practised |= done.has_read,
            Deed::Answer => done.has_answered |= can_end,
            Deed::End => {}
        }
        if deed == Deed::End && can_end && done.tier.is_none() {
            done.tier = Some(match (today <= self.due[at], done.has_answered) {
                (true, true) => Tier::Gold,
                (true, false) => Tier::Silver,
                (false, _) => Tier::Bronze,
            });
        }
        self.settle(at);
    }

    /// Completes a session that all active members finished, and shows their badges.
    fn settle(&mut self, at: usize) {
        let active: Vec<usize> = (0..self.active.len()).filter(|who| self.active[*who]).collect();
        self.is_complete[at] |= active.iter().all(|who| self.done[*who][at].tier.is_some());
        if self.is_complete[at] {
            let earned = active.iter().filter_map(|who| Some(((*who, at), self.done[*who][at].tier?)));
            self.badges.extend(earned.collect::<Vec<_>>());
        }
    }

    fn leave(&mut self, who: usize) {
        let mentees = (1..self.active.len()).filter(|one| self.active[*one]).count();
        if self.active.len() == 2 || !self.active[who] || mentees < 2 {
            return;
        }
        self.active[who] = false;
        for at in 0..SESSIONS.len() {
            self.settle(at);
        }
    }

    fn own(&self, who: usize, at: usize) -> Own {
        match self.done[who][at] {
            Done { tier: Some(_), .. } => Own::Finished,
            Done { is_begun: true, .. } => Own::Begun,
            _ => Own::NotBegun,
        }
    }
}

/// The members of one history.
struct World<'a> {
    app: &'a TestApp,
    id: MentorshipId,
    people: Vec<PersonId>,
    sessions: Vec<(String, Arc<Versioned<Session>>)>,
}

impl World<'_> {
    async fn act(&self, who: usize, at: usize, deed: Deed) {
        let (store, person, (id, versioned)) = (&self.app.store, self.people[who], &self.sessions[at]);
        // The routes look for an active membership first.
        if sessions::of_session(store, id, person).await.unwrap().is_none() {
            return;
        }
        let definition = &versioned.definition;
        let step = |key: &str| definition.steps.iter().find(|step| step.key == key).unwrap();
        let submit = async |key: &str, answers: Value| {
            let (step, today) = (step(key), store.clock.now().date_naive());
            let quiz = session_progress::quizzes(step).next().unwrap();
            let answers = questions::submit(&quiz.questions, answers.as_object().unwrap(), today).unwrap();
            learning::submit_quiz(store, person, id, definition, step, quiz, &answers, "once", None).await.unwrap();
        };
        let complete = async |key: &str| {
            learning::complete_step(store, person, id, definition, step(key), None).await.unwrap();
        };
        match deed {
            Deed::Begin => drop(sessions::start(store, person, id, versioned).await.unwrap()),
            Deed::Read => complete("read").await,
            Deed::Practise => {
                submit("practise", json!({"best": "ask"})).await;
                complete("practise").await;
            }
            Deed::Answer => submit("end", json!({"word": "Yes"})).await,
            Deed::End => complete("end").await,
        }
    }

    async fn compare(&self, model: &Model, event: Event) {
        for who in (0..self.people.len()).filter(|who| model.active[*who]) {
            let found = record::sessions(&self.app.store, self.id, self.people[who]).await.unwrap();
            for (at, found) in found.iter().enumerate() {
                let others: Vec<Own> = (0..self.people.len())
                    .filter(|one| *one != who && model.active[*one])
                    .map(|one| model.own(one, at))
                    .collect();
                assert_eq!(found.own(self.people[who]), model.own(who, at), "member {who}, session {at}, {event:?}");
                assert_eq!(found.completed_at.is_some(), model.is_complete[at], "session {at}, {event:?}");
                let badge = found.badge.as_ref().map(|badge| badge.tier);
                assert_eq!(badge, model.badges.get(&(who, at)).copied(), "member {who}, session {at}, {event:?}");
                let view = progress::view(found.own(self.people[who]), &others, found.completed_at.is_some());
                let expected = match model.own(who, at) {
                    _ if model.is_complete[at] => Status::Completed,
                    Own::NotBegun => Status::NotStarted,
                    Own::Begun => Status::Ongoing,
                    Own::Finished => Status::PartialComplete,
                };
                assert_eq!(view.status, expected, "member {who}, session {at}, {event:?}");
                let all_wait =
                    view.status == Status::PartialComplete && others.iter().all(|other| *other == Own::Finished);
                assert!(!all_wait, "all have finished, and nobody sees it: session {at}, {event:?}");
            }
        }
    }
}

async fn run(app: &TestApp, mentor: PersonId, mentees: &[PersonId], history: Vec<Event>) {
    let former = mentorship::of_person(&app.store, mentor).await.unwrap();
    for one in former {
        store::administration::end_mentorship(
            &app.store,
            &test_kit::operator(),
            one.id,
            store::mentorship::EndReason::MovedAway.alone(),
            MenteesAfter::WaitAgain,
        )
        .await
        .unwrap()
        .unwrap();
    }
    let group = (mentees.len() > 1).then(|| "Circle".to_owned());
    let new = NewMentorship { mentor, mentees: mentees.to_vec(), group };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let people: Vec<PersonId> = [mentor].into_iter().chain(mentees.iter().copied()).collect();
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let rows = record::sessions(&app.store, id, mentor).await.unwrap();
    let definition = |key: &str| catalogue.sessions.to_begin(key).unwrap().clone();
    let known = rows.iter().map(|row| (row.session_id.clone(), definition(&row.session_key)));
    let world = World { app, id, people, sessions: known.collect() };
    let today = || app.store.clock.now().with_timezone(&chrono_tz::Europe::London).date_naive();
    let start = today();
    let mut model = Model {
        active: vec![true; world.people.len()],
        done: vec![[Done::default(); SESSIONS.len()]; world.people.len()],
        is_complete: [false; SESSIONS.len()],
        badges: BTreeMap::new(),
        due: SESSIONS.map(|(_, days)| start + Days::new(days)),
    };
    let mut shown = BTreeSet::new();
    for event in history {
        match event {
            Event::One(who, at, deed) => {
                world.act(who, at, deed).await;
                model.act(who, at, deed, today());
            }
            Event::Twice(who, at, deed) => {
                futures_util::join!(world.act(who, at, deed), world.act(who, at, deed));
                model.act(who, at, deed, today());
            }
            Event::Together(who, other, at, deed) => {
                futures_util::join!(world.act(who, at, deed), world.act(other, at, deed));
                model.act(who, at, deed, today());
                model.act(other, at, deed, today());
            }
            Event::Leave(who) => {
                let _ = administration::leave_mentorship(
                    &app.store,
                    &test_kit::operator(),
                    id,
                    world.people[who],
                    EndReason::MovedAway.alone(),
                    MenteesAfter::WaitAgain,
                )
                .await
                .unwrap();
                model.leave(who);
            }
            Event::Wait(days) => app.store.clock.advance(Duration::from_secs(u64::from(days) * 24 * 3600)),
        }
        world.compare(&model, event).await;
        let now: BTreeSet<_> = model.badges.iter().map(|(of, tier)| (*of, *tier)).collect();
        assert!(shown.is_subset(&now), "a badge went down: {event:?}");
        shown = now;
    }
}

/// Nina, with Leo, Ada and two more mentees.
async fn people(app: &TestApp) -> (PersonId, Vec<PersonId>) {
    let of_lakeside = lakeside(app).await;
    import(app, &SESSIONS.map(|(key, _)| simple(key))).await;
    let nina = people::by_id(&app.store, of_lakeside.nina).await.unwrap().unwrap();
    let mut mentees = vec![of_lakeside.leo, of_lakeside.ada];
    for name in ["Ben", "Kim"] {
        let person = NewPerson {
            email: format!("{name}@example.org"),
            first_name: name.to_owned(),
            last_name: "Costa".to_owned(),
            role: Role::Mentee,
            programme_id: nina.programme_id,
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: None,
        };
        mentees.push(people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    (nina.id, mentees)
}

/// A session of which every question can be answered without a file.
fn simple(key: &str) -> Value {
    let mut session = session(key, "2026-02-01", &["mentee", "mentor"]);
    session["audience"] = json!("mentorship");
    session["steps"][1]["content"][0]["quiz"]["questions"].as_array_mut().unwrap().truncate(1);
    session
}

both!(any_history_of_two_people_follows_the_rules, async |app| {
    let (mentor, mentees) = people(&app).await;
    check(30, histories(2), async |history| run(&app, mentor, &mentees[..1], history).await);
});

both!(any_history_of_five_people_follows_the_rules, async |app| {
    let (mentor, mentees) = people(&app).await;
    check(20, histories(5), async |history| run(&app, mentor, &mentees, history).await);
});
