//! What people decide: one after the other, again, and at once.

use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::json;
use store::matching::decisions::{self, Choices, Chosen, Submitted, Withdrawn};
use store::matching::pool;
use store::matching::runs::{self, RunState, StateRefusal};
use store::matching::views::{self, Screen};
use store::matching::{Choice, State, Tracker};
use store::mentorship::{self, Kind};
use store::people::Role;
use store::{Store, blocks};
use test_kit::both;

use super::{
    decide, decide_about, named_programme, programme, round, screen, signed_in, states, submit, trackers, waiting,
};

both!(pair_is_proposed_accepted_and_becomes_a_mentorship, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english", "german"], "care").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let omid = waiting(&app, &programme, "omid", Role::Mentor, &["german"], "care").await;
    assert_eq!(screen(&app.store, &programme, leo).await, (Screen::FindingMatches, 0));
    let draft = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap().unwrap();
    assert_eq!(screen(&app.store, &programme, leo).await, (Screen::FindingMatches, 0), "a draft is invisible");
    assert_eq!(
        runs::publish(&app.store, &test_kit::operator(), &programme, draft.id).await.unwrap(),
        Err(StateRefusal::NotApproved(draft.id, RunState::Draft))
    );
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
    assert_eq!(now.congratulations[0].0.mentorship_id, mentorship.id);
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

both!(block_between_the_page_and_a_confirmation_prevents_the_match, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    app.direct(&[leo, nina]).await;
    round(&app.store, &programme).await;
    let yes = async |person, side| {
        let all = trackers(&app.store, person, side).await;
        all.iter().map(|one| (one.id, Choice::Interested)).collect::<Choices>()
    };
    let of_leo = yes(leo, Role::Mentee).await;
    assert_eq!(submit(&app.store, leo, of_leo.clone()).await, Submitted::Submitted);
    let of_nina = yes(nina, Role::Mentor).await;
    blocks::add(&app.store, leo, nina).await.unwrap();
    let before = trackers(&app.store, nina, Role::Mentor).await;
    assert_eq!(submit(&app.store, nina, of_nina).await, Submitted::MenteeUnavailable);
    assert_eq!(trackers(&app.store, nina, Role::Mentor).await, before, "nothing is stored");
    assert_eq!(mentorship::all(&app.store, true).await.unwrap(), []);
});

both!(match_that_a_mentorship_rule_refuses_ends, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    named_programme(&app, "elsewhere", json!({})).await;
    app.execute(
        "UPDATE people SET programme_id = (SELECT id FROM programmes WHERE key = 'elsewhere')
         WHERE email = 'leo@example.org'",
    )
    .await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::MenteeUnavailable);
    assert_eq!(states(&app.store, nina, Role::Mentor).await, [State::Taken], "the mentor is not asked again");
    assert_eq!(mentorship::all(&app.store, true).await.unwrap(), []);
});

both!(block_before_the_first_confirmation_makes_the_mentor_unavailable, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    app.direct(&[leo, nina]).await;
    round(&app.store, &programme).await;
    let asked = trackers(&app.store, leo, Role::Mentee).await;
    let set: Choices = asked.iter().map(|one| (one.id, Choice::Interested)).collect();
    blocks::add(&app.store, nina, leo).await.unwrap();
    assert_eq!(submit(&app.store, leo, set).await, Submitted::MentorUnavailable);
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Held]);
});

both!(block_and_confirmation_at_once_leave_one_winner, async |app| {
    let programme = programme(&app, json!({})).await;
    let second = app.second_node().await;
    for turn in 0..10 {
        let name = |one: &str| format!("{one}{turn}");
        let leo = waiting(&app, &programme, &name("leo"), Role::Mentee, &["english"], "tech").await;
        let nina = waiting(&app, &programme, &name("nina"), Role::Mentor, &["english"], "tech").await;
        app.direct(&[leo, nina]).await;
        round(&app.store, &programme).await;
        assert_eq!(decide(&app.store, leo, Choice::Interested).await, Submitted::Submitted);
        let (confirmed, blocked) =
            join(decide(&app.store, nina, Choice::Interested), blocks::add(&second, leo, nina)).await;
        blocked.unwrap();
        let expected = match confirmed {
            Submitted::Submitted => State::Accepted,
            _ => State::Held,
        };
        assert_eq!(states(&app.store, leo, Role::Mentee).await, [expected], "{confirmed:?}");
        pool::leave(&app.store, &test_kit::operator(), nina, "").await.unwrap().unwrap();
    }
});
