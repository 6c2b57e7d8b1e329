//! Matching: rounds, decisions, groups, time, and many requests at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use store::content::{self, Bundle, Origin};
use store::matching::decisions::{self, Choices, Chosen, Submitted, Withdrawn};
use store::matching::pool::{self, Joined, PauseReason};
use store::matching::views::{self, Screen};
use store::matching::{self, Choice, MatchingStatus, State, Tracker, groups, runs};
use store::mentorship::{self, Kind};
use store::people::{self, NewPerson, Role};
use store::programmes::{self, Programme};
use store::surveys::{self, Mode};
use store::{PersonId, ProgrammeId, SignedIn, Store, blocks, reports};
use test_kit::both;

use crate::TestApp;

/// A programme with one survey, two criteria and rounds that staff publish.
async fn programme(app: &TestApp, more: Value) -> Programme {
    let options =
        |keys: &[&str]| -> Value { keys.iter().map(|key| json!({"key": key, "label": {"en": key}})).collect() };
    let questions = json!([
        {"key": "tongues", "type": "MultiChoiceDropDown", "label": {"en": "Languages?"}, "criterion": "languages",
         "options": options(&["arabic", "english", "german"])},
        {"key": "field", "type": "SingleChoiceRadio", "label": {"en": "Field?"}, "criterion": "field",
         "options": options(&["arts", "care", "tech"])},
    ]);
    let page = json!({"title": {"en": "You"}, "questions": questions});
    let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
    let survey =
        json!({"key": "about", "name": {"en": "About you"}, "short_description": {"en": "You."}, "stages": [stage]});
    let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
    content::put(&app.store, &bundle, Origin::BuiltIn).await.unwrap();
    let mut rules = json!({
        "criteria": [
            {"key": "languages", "title": {"en": "Languages"}, "weight": 8, "comparison": "overlap", "mandatory": "both",
             "is_exclusive": true},
            {"key": "field", "title": {"en": "Field"}, "weight": 5, "comparison": "equal"},
        ],
        "enter_after": {"mentee": {"surveys": ["about"]}, "mentor": {"surveys": ["about"]}},
        "proposals_per_place": 1000,
    });
    rules.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let settings = serde_json::from_value(json!({"matching": rules})).unwrap();
    let id = programmes::put(&app.store, "lakeside", "Lakeside", "Europe/Berlin", &settings).await.unwrap();
    programmes::by_id(&app.store, id).await.unwrap().unwrap()
}

/// Adds a person who has answered the survey and waits in the pool.
async fn waiting(app: &TestApp, of: &Programme, name: &str, role: Role, languages: &[&str], field: &str) -> PersonId {
    let person = add(app, of.id, name, role).await;
    answer(&app.store, person, languages, field).await;
    assert_eq!(pool::join(&app.store, &signed_in(&app.store, person).await).await.unwrap(), Joined::InPool);
    person
}

async fn add(app: &TestApp, programme: ProgrammeId, name: &str, role: Role) -> PersonId {
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Silva".to_owned(),
        role,
        programme_id: Some(programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(&app.store, &person).await.unwrap().unwrap()
}

async fn answer(store: &Store, person: PersonId, languages: &[&str], field: &str) {
    let catalogue = content::catalogue(store).await.unwrap();
    let survey = catalogue.surveys.to_begin("about").unwrap();
    let stage = &survey.definition.stages[0];
    let given = BTreeMap::from([("tongues".to_owned(), json!(languages)), ("field".to_owned(), json!(field))]);
    let given = given.into_iter().collect();
    let submission = questions::submit(&stage.pages[0].questions, &given, store.clock.now().date_naive()).unwrap();
    surveys::save(store, person, survey, stage, &submission, Mode::Submit).await.unwrap();
}

async fn signed_in(store: &Store, person: PersonId) -> SignedIn {
    SignedIn::of_person(store, person).await.unwrap().unwrap()
}

/// Runs the engine, approves and publishes.
async fn round(store: &Store, programme: &Programme) {
    let run = runs::draft(store, programme).await.unwrap().unwrap();
    assert!(runs::approve(store, run.id).await.unwrap());
    runs::publish(store, programme, run.id).await.unwrap().unwrap();
}

async fn trackers(store: &Store, person: PersonId, side: Role) -> Vec<Tracker> {
    matching::of_person(store, person, side).await.unwrap()
}

async fn states(store: &Store, person: PersonId, side: Role) -> Vec<State> {
    trackers(store, person, side).await.iter().map(|tracker| tracker.state).collect()
}

async fn screen(store: &Store, programme: &Programme, person: PersonId) -> (Screen, usize) {
    let now = views::now(store, &signed_in(store, person).await, &programme.settings.matching).await.unwrap();
    (now.screen, now.matches.len())
}

/// Confirms the same choice about all that a person can decide.
async fn decide(store: &Store, person: PersonId, choice: Choice) -> Submitted {
    decide_about(store, person, |_| choice).await
}

async fn decide_about(store: &Store, person: PersonId, choice: impl Fn(&Tracker) -> Choice) -> Submitted {
    let signed_in = signed_in(store, person).await;
    let side = signed_in.person.role;
    let now = store.clock.now();
    let all = trackers(store, person, side).await;
    let set: Choices = all
        .iter()
        .filter(|tracker| tracker.is_active_for(side, now))
        .map(|tracker| (tracker.id, choice(tracker)))
        .collect();
    decisions::submit(store, &signed_in, &set, now).await.unwrap()
}

async fn submit(store: &Store, person: PersonId, set: Choices) -> Submitted {
    let signed_in = signed_in(store, person).await;
    decisions::submit(store, &signed_in, &set, store.clock.now()).await.unwrap()
}

both!(pair_is_proposed_accepted_and_becomes_a_mentorship, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english", "german"], "care").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let omid = waiting(&app, &programme, "omid", Role::Mentor, &["german"], "care").await;
    assert_eq!(screen(&app.store, &programme, leo).await, (Screen::FindingMatches, 0));
    let draft = runs::draft(&app.store, &programme).await.unwrap().unwrap();
    assert_eq!(screen(&app.store, &programme, leo).await, (Screen::FindingMatches, 0), "a draft is invisible");
    assert_eq!(runs::publish(&app.store, &programme, draft.id).await.unwrap(), None, "it is not approved");
    round(&app.store, &programme).await;
    // Leo and Omid have no language in common.
    assert_eq!(screen(&app.store, &programme, leo).await, (Screen::PotentialMatches, 1));
    assert_eq!(screen(&app.store, &programme, ada).await, (Screen::PotentialMatches, 2));
    assert_eq!(
        screen(&app.store, &programme, nina).await,
        (Screen::FindingMatches, 0),
        "mentors see a Yes, no proposal"
    );
    assert_eq!(states(&app.store, nina, Role::Mentor).await, []);

    let proposal = trackers(&app.store, leo, Role::Mentee).await.remove(0);
    let chosen = decisions::choose(&app.store, leo, Role::Mentee, proposal.id, Some(Choice::Interested)).await.unwrap();
    assert!(matches!(chosen, Chosen::Kept(kept) if kept.mentee_choice == Some(Choice::Interested)));
    let stranger = decisions::choose(&app.store, ada, Role::Mentee, proposal.id, None).await.unwrap();
    assert_eq!(stranger, Chosen::Unknown);
    assert_eq!(submit(&app.store, ada, Choices::new()).await, Submitted::ChoicesMissing);
    assert_eq!(decide(&app.store, leo, Choice::Interested).await, Submitted::Submitted);
    assert_eq!(decide(&app.store, ada, Choice::Interested).await, Submitted::Submitted);
    assert_eq!(screen(&app.store, &programme, ada).await, (Screen::AwaitingMentor, 2));
    assert_eq!(screen(&app.store, &programme, nina).await, (Screen::PotentialMatches, 2));

    let both = decide(&app.store, nina, Choice::Interested).await;
    assert_eq!(both, Submitted::TooMany { free: 1 });
    let is_leo = |tracker: &Tracker| tracker.mentee_id == leo;
    let one = |tracker: &Tracker| if is_leo(tracker) { Choice::Interested } else { Choice::NotInterested };
    assert_eq!(decide_about(&app.store, nina, one).await, Submitted::Submitted);
    let accepted = trackers(&app.store, leo, Role::Mentee).await.remove(0);
    assert_eq!(accepted.state, State::Accepted);
    let mentorship = mentorship::by_id(&app.store, accepted.mentorship_id.unwrap()).await.unwrap().unwrap();
    assert_eq!((mentorship.kind, mentorship.ended_at), (Kind::Pair, None));
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None, "who is matched left the pool");
    let now = views::now(&app.store, &signed_in(&app.store, leo).await, &programme.settings.matching).await.unwrap();
    assert_eq!(now.congratulation.unwrap().0.mentorship_id, mentorship.id);
    assert!(decisions::congratulations_seen(&app.store, leo, Role::Mentee, accepted.id).await.unwrap());
    assert!(!decisions::congratulations_seen(&app.store, ada, Role::Mentee, accepted.id).await.unwrap());

    // Ada still waits for Omid, then takes her Yes back.
    let open =
        trackers(&app.store, ada, Role::Mentee).await.into_iter().find(|one| one.state == State::Interested).unwrap();
    assert_eq!(open.mentor_id, omid);
    assert_eq!(decisions::withdraw(&app.store, ada, Role::Mentee, open.id).await.unwrap(), Withdrawn::Withdrawn);
    assert_eq!(decisions::withdraw(&app.store, ada, Role::Mentee, open.id).await.unwrap(), Withdrawn::Closed);
    assert_eq!(screen(&app.store, &programme, omid).await, (Screen::FindingMatches, 0));
    round(&app.store, &programme).await;
    assert_eq!(screen(&app.store, &programme, ada).await, (Screen::FindingMatches, 0), "after a No never again");
});

both!(repeated_confirmation_gets_the_same_answer, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    for (person, side) in [(leo, Role::Mentee), (nina, Role::Mentor)] {
        let signed_in = signed_in(&app.store, person).await;
        let tracker = trackers(&app.store, person, side).await.remove(0);
        let set = Choices::from([(tracker.id, Choice::Interested)]);
        for _ in 0..3 {
            let outcome = decisions::submit(&app.store, &signed_in, &set, app.store.clock.now()).await.unwrap();
            assert_eq!(outcome, Submitted::Submitted);
        }
    }
    assert_eq!(mentorship::all(&app.store, true).await.unwrap().len(), 1);
});

both!(parallel_confirmations_for_one_place_make_one_mentorship, async |app| {
    let programme = programme(&app, json!({})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let mut mentees = Vec::new();
    for index in 0..8 {
        mentees.push(waiting(&app, &programme, &format!("mentee{index}"), Role::Mentee, &["english"], "tech").await);
    }
    round(&app.store, &programme).await;
    for mentee in &mentees {
        decide(&app.store, *mentee, Choice::Interested).await;
    }
    let second = app.second_node().await;
    let asked = trackers(&app.store, nina, Role::Mentor).await;
    assert_eq!(asked.len(), 8);
    // Nina accepts another one in each of 200 requests, on two nodes.
    let confirm = |index: usize| {
        let store: Arc<Store> = if index.is_multiple_of(2) { app.store.clone() } else { second.clone() };
        let wanted = asked[index % asked.len()].id;
        let choice = |id| if id == wanted { Choice::Interested } else { Choice::NotInterested };
        let set: Choices = asked.iter().map(|tracker| (tracker.id, choice(tracker.id))).collect();
        async move {
            let signed_in = signed_in(&store, nina).await;
            decisions::submit(&store, &signed_in, &set, store.clock.now()).await.unwrap()
        }
    };
    let outcomes = join_all((0..200).map(confirm)).await;
    let done = outcomes.iter().filter(|outcome| **outcome == Submitted::Submitted).count();
    assert_eq!(done, 25, "the first request and its repetitions: {outcomes:?}");
    assert_eq!(mentorship::all(&app.store, true).await.unwrap().len(), 1);
    let accepted = trackers(&app.store, nina, Role::Mentor).await;
    assert_eq!(accepted.iter().filter(|tracker| tracker.state == State::Accepted).count(), 1);
});

both!(two_mentors_who_accept_one_mentee_make_one_mentorship, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let mentors = [
        waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await,
        waiting(&app, &programme, "omid", Role::Mentor, &["english"], "care").await,
    ];
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    let outcomes = join_all(mentors.map(|mentor| decide(&app.store, mentor, Choice::Interested))).await;
    let accepted = outcomes.iter().filter(|outcome| **outcome == Submitted::Submitted).count();
    assert_eq!(accepted, 1, "{outcomes:?}");
    assert_eq!(mentorship::all(&app.store, true).await.unwrap().len(), 1);
    let loser = mentors[outcomes.iter().position(|outcome| *outcome != Submitted::Submitted).unwrap()];
    assert_eq!(states(&app.store, loser, Role::Mentor).await, [State::Taken]);
    assert_eq!(screen(&app.store, &programme, loser).await, (Screen::FindingMatches, 0), "a taken mentee disappears");
});

both!(proposal_expires_and_returns_once_after_a_round, async |app| {
    let programme = programme(&app, json!({"expiry_hours": {"mentee": 72, "mentor": 24}})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let hours = |hours: u64| Duration::from_secs(hours * 3600);
    app.store.clock.advance(hours(36));
    matching::work(&app.store).await.unwrap();
    app.store.clock.advance(hours(29));
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
    let before_the_end = app.store.clock.now();
    app.store.clock.advance(hours(8));
    let late = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::Interested)]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &late, app.store.clock.now()).await;
    assert_eq!(outcome.unwrap(), Submitted::MentorUnavailable, "too late");
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Expired]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &late, before_the_end).await;
    assert_eq!(outcome.unwrap(), Submitted::MentorUnavailable, "it is over");
    let proposed = async || states(&app.store, leo, Role::Mentee).await.contains(&State::Proposed);
    round(&app.store, &programme).await;
    assert!(!proposed().await, "not in the round that follows");
    round(&app.store, &programme).await;
    assert!(proposed().await, "once more after one round");
    app.store.clock.advance(hours(73));
    matching::work(&app.store).await.unwrap();
    for _ in 0..3 {
        round(&app.store, &programme).await;
        assert!(!proposed().await, "and never again");
    }
});

both!(confirmation_that_arrived_in_time_wins, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let arrived_at = app.store.clock.now();
    app.store.clock.advance(Duration::from_secs(80 * 3600));
    let set = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::Interested)]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &set, arrived_at).await.unwrap();
    assert_eq!(outcome, Submitted::Submitted);
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Interested]);
});

both!(mentor_who_lets_two_rounds_expire_is_paused, async |app| {
    let programme = programme(&app, json!({})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    for name in ["leo", "ada"] {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        app.store.clock.advance(Duration::from_secs(73 * 3600));
        matching::work(&app.store).await.unwrap();
    }
    let paused = pool::of_person(&app.store, nina).await.unwrap().unwrap();
    assert_eq!((paused.rounds_expired, paused.pause_reason.as_deref()), (2, Some("expired")));
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::OnHold));
    assert!(pool::resume(&app.store, nina).await.unwrap());
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::Ready));
});

both!(leaving_pausing_blocking_and_reporting_end_what_is_open, async |app| {
    let programme = programme(&app, json!({})).await;
    let mut mentees = Vec::new();
    for name in ["leo", "ada", "ben", "eva"] {
        mentees.push(waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await);
    }
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let [leo, ada, ben, eva] = mentees[..] else { unreachable!() };
    assert!(pool::leave(&app.store, leo, "no time").await.unwrap());
    assert!(!pool::leave(&app.store, leo, "again").await.unwrap());
    assert!(pool::pause(&app.store, ada, PauseReason::Safeguarding).await.unwrap());
    let channel = app.direct(&[ben, nina]).await;
    blocks::add(&app.store, ben, nina).await.unwrap();
    let report = reports::NewReport {
        reporter: eva,
        subject: nina,
        channel,
        message: None,
        programme: Some(programme.id),
        reason: reports::Reason::Other,
        details: "",
    };
    reports::add(&app.store, report, 10).await.unwrap();
    let ended = [(leo, State::LeftPool), (ada, State::Held), (ben, State::Held), (eva, State::Held)];
    for (person, state) in ended {
        assert_eq!(states(&app.store, person, Role::Mentee).await, [state]);
    }
    round(&app.store, &programme).await;
    for person in [ben, eva] {
        assert_eq!(states(&app.store, person, Role::Mentee).await, [State::Held], "never proposed again");
    }
});

both!(group_fills_refuses_clashes_and_begins_when_full, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english", "german"], "tech").await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english", "german"], "tech").await;
    let ben = waiting(&app, &programme, "ben", Role::Mentee, &["german"], "tech").await;
    let eva = waiting(&app, &programme, "eva", Role::Mentee, &["english"], "care").await;
    round(&app.store, &programme).await;
    for mentee in [leo, ada, ben, eva] {
        assert_eq!(decide(&app.store, mentee, Choice::Interested).await, Submitted::Submitted);
    }
    let clash = decide_about(&app.store, omar, |tracker| {
        if tracker.mentee_id == eva || tracker.mentee_id == ada { Choice::NotInterested } else { Choice::Interested }
    });
    assert_eq!(
        clash.await,
        Submitted::GroupClash(vec!["languages".to_owned()]),
        "Leo and Ben cannot talk to each other"
    );
    // Omar takes Leo and leaves Ada and Eva for later; Ben clashes with Leo.
    let set_of = async |people: &[PersonId]| -> Choices {
        let all = trackers(&app.store, omar, Role::Mentor).await;
        let named = all.into_iter().filter(|tracker| people.contains(&tracker.mentee_id));
        named.map(|tracker| (tracker.id, Choice::Interested)).collect()
    };
    let only_leo = submit(&app.store, omar, set_of(&[leo]).await).await;
    assert_eq!(only_leo, Submitted::ChoicesMissing, "Ada and Eva would fit: decide on them");
    assert_eq!(submit(&app.store, omar, set_of(&[leo, ada, eva]).await).await, Submitted::Submitted);
    let begun = mentorship::all(&app.store, false).await.unwrap();
    assert_eq!((begun.len(), begun[0].kind), (1, Kind::Group));
    assert_eq!(mentorship::members(&app.store, begun[0].id).await.unwrap().len(), 4);
    assert_eq!(states(&app.store, ben, Role::Mentee).await, [State::GroupFull]);
    for mentee in [leo, ada, eva] {
        assert_eq!(states(&app.store, mentee, Role::Mentee).await, [State::Accepted]);
    }
});

both!(small_group_begins_five_days_after_its_last_newcomer, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let days = |days: u64| Duration::from_secs(days * 24 * 3600);
    let mut members = Vec::new();
    for name in ["leo", "ada"] {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
        assert_eq!(signed_in(&app.store, mentee).await.matching_status, Some(MatchingStatus::GroupHold));
        assert_eq!(screen(&app.store, &programme, mentee).await.0, Screen::GroupHold);
        members.push(mentee);
        app.store.clock.advance(days(4));
        matching::work(&app.store).await.unwrap();
        assert_eq!(mentorship::all(&app.store, false).await.unwrap(), [], "a newcomer prolongs the waiting");
    }
    assert_eq!(
        groups::members(&app.store, groups::of_mentor(&app.store, omar).await.unwrap().unwrap().id).await.unwrap(),
        members
    );
    app.store.clock.advance(days(1));
    matching::work(&app.store).await.unwrap();
    let begun = mentorship::all(&app.store, false).await.unwrap();
    assert_eq!(mentorship::members(&app.store, begun[0].id).await.unwrap().len(), 3);
});

both!(rounds_are_scheduled_run_once_and_publish_by_rule, async |app| {
    let programme = programme(&app, json!({"publishes_automatically": true, "round_every_days": 7})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, []);
    app.store.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let second = app.second_node().await;
    second.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let done = join_all([&app.store, &second].map(|store| matching::run_due(store))).await;
    assert_eq!(done.into_iter().map(Result::unwrap).sum::<usize>(), 1, "one node runs the round");
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
});

both!(people_enter_the_pool_when_they_have_answered, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = add(&app, programme.id, "leo", Role::Mentee).await;
    assert_eq!(pool::join(&app.store, &signed_in(&app.store, leo).await).await.unwrap(), Joined::Locked);
    answer(&app.store, leo, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, Some(MatchingStatus::Ready));
    pool::leave(&app.store, leo, "not now").await.unwrap();
    answer(&app.store, leo, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None, "who left is not brought back");
});

/// A small generator: histories are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % most as u64).unwrap()
    }
}

both!(random_histories_keep_the_invariants, async |app| {
    let programme = programme(&app, json!({"groups": {"size": 3}})).await;
    let mut mentees = Vec::new();
    let mut mentors = Vec::new();
    let tongues: [&[&str]; 4] = [&["english"], &["english", "german"], &["german"], &["arabic", "english"]];
    for index in 0..8 {
        let (name, languages) = (format!("mentee{index}"), tongues[index % 4]);
        mentees.push(waiting(&app, &programme, &name, Role::Mentee, languages, "tech").await);
    }
    for index in 0..4 {
        let name = format!("mentor{index}");
        let mentor = waiting(&app, &programme, &name, Role::Mentor, &["english", "german", "arabic"], "tech").await;
        let (kind, places) = if index == 0 { (Kind::Group, 3) } else { (Kind::Pair, 1 + i64::from(index == 1)) };
        assert!(pool::set_places(&app.store, mentor, kind, places).await.unwrap());
        mentors.push((mentor, kind, places));
    }
    let mut dice = Dice(7);
    for step in 0..120 {
        let mentee = mentees[dice.below(mentees.len())];
        let (mentor, ..) = mentors[dice.below(mentors.len())];
        match dice.below(12) {
            0 | 1 => round(&app.store, &programme).await,
            2..=4 => drop(decide(&app.store, mentee, Choice::Interested).await),
            5 => drop(decide(&app.store, mentee, Choice::NotInterested).await),
            6 | 7 => {
                let wanted = dice.below(8);
                let choice = |tracker: &Tracker| {
                    if mentees.iter().position(|one| *one == tracker.mentee_id) == Some(wanted) {
                        Choice::Interested
                    } else {
                        Choice::NotInterested
                    }
                };
                // At once with a decision of a mentee and one of another mentor.
                let (other, ..) = mentors[dice.below(mentors.len())];
                let both = [decide_about(&app.store, mentor, choice), decide_about(&app.store, other, choice)];
                join_all(both).await;
            }
            8 => drop(pool::leave(&app.store, mentee, "").await.unwrap()),
            9 => drop(pool::join(&app.store, &signed_in(&app.store, mentee).await).await.unwrap()),
            10 => drop(pool::pause(&app.store, mentor, PauseReason::OwnWish).await.unwrap()),
            _ => {
                pool::resume(&app.store, mentor).await.unwrap();
                app.store.clock.advance(Duration::from_secs(20 * 3600));
                matching::expiry::sweep(&app.store).await.unwrap();
            }
        }
        check(&app.store, &mentees, &mentors, step).await;
    }
});

async fn check(store: &Store, mentees: &[PersonId], mentors: &[(PersonId, Kind, i64)], step: usize) {
    let active = mentorship::all(store, false).await.unwrap();
    for (mentor, kind, places) in mentors {
        let own = mentorship::of_person(store, *mentor).await.unwrap();
        let pairs = own.iter().filter(|one| one.kind == Kind::Pair).count();
        assert!(*kind == Kind::Group || pairs <= usize::try_from(*places).unwrap(), "places in step {step}");
        assert!(*kind == Kind::Pair || own.len() <= 1, "one group at a time in step {step}");
    }
    let mut ever = BTreeSet::new();
    for mentee in mentees {
        let all = trackers(store, *mentee, Role::Mentee).await;
        let own = active.iter().filter(|one| all.iter().any(|tracker| tracker.mentorship_id == Some(one.id))).count();
        assert!(own <= 1, "one mentorship in step {step}");
        let open = all.iter().filter(|tracker| tracker.state.is_open()).count();
        let member = pool::of_person(store, *mentee).await.unwrap().unwrap();
        assert!(open == 0 || member.left_at.is_none(), "nothing is open outside the pool in step {step}");
        let selected = all.iter().filter(|tracker| tracker.state == State::Selected).count();
        assert!(selected == 0 || open == 1, "who is selected waits for nothing else in step {step}");
        for tracker in &all {
            let is_no = matches!(tracker.state, State::NotInterested | State::Declined | State::NotSelected);
            let repeated = all
                .iter()
                .filter(|other| other.mentor_id == tracker.mentor_id && other.proposed_at > tracker.proposed_at);
            assert!(!is_no || repeated.count() == 0, "no repetition after a No in step {step}");
            assert_eq!(tracker.state.turn().is_some(), tracker.expires_at.is_some(), "time runs only for decisions");
            ever.insert(tracker.id);
        }
    }
}
