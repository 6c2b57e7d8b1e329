//! How people enter the pool, pause and leave.

use serde_json::json;
use store::administration::{RoleRefusal, Undone};
use store::matching::decisions::Submitted;
use store::matching::pool::{self, Joined, PauseReason, PoolRefusal};
use store::matching::{self, Choice, MatchingStatus, State};
use store::mentorship::{self, Kind, NewMentorship};
use store::people::Role;
use store::programmes::Programme;
use store::{PersonId, administration, blocks, person_facts, reports};
use test_kit::both;

use crate::TestApp;

use super::{add, answer, decide, programme, round, signed_in, states, trackers, waiting};

both!(people_enter_the_pool_when_they_have_answered, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = add(&app, programme.id, "leo", Role::Mentee).await;
    assert_eq!(
        pool::join(&app.store, &test_kit::operator(), &signed_in(&app.store, leo).await).await.unwrap(),
        Joined::Locked
    );
    answer(&app.store, leo, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, Some(MatchingStatus::Ready));
    pool::leave(&app.store, &test_kit::operator(), leo, "not now").await.unwrap().unwrap();
    answer(&app.store, leo, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None, "who left is not brought back");
});

/// Four mentees who are all proposed to one mentor.
async fn proposed(app: &TestApp) -> (Programme, [PersonId; 4], PersonId) {
    let programme = programme(app, json!({})).await;
    let mentee = async |name| waiting(app, &programme, name, Role::Mentee, &["english"], "tech").await;
    let mentees = [mentee("leo").await, mentee("ada").await, mentee("ben").await, mentee("eva").await];
    let nina = waiting(app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    (programme, mentees, nina)
}

both!(leaving_pausing_blocking_and_reporting_end_what_is_open, async |app| {
    let (programme, [leo, ada, ben, eva], nina) = proposed(&app).await;
    pool::leave(&app.store, &test_kit::operator(), leo, "no time").await.unwrap().unwrap();
    let again = pool::leave(&app.store, &test_kit::operator(), leo, "again").await.unwrap();
    assert_eq!(again, Err(PoolRefusal::NotInPool(leo)));
    pool::pause(&app.store, &test_kit::operator(), ada, PauseReason::Safeguarding).await.unwrap().unwrap();
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
        stops_contact: Some(false),
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

both!(mentee_matched_by_hand_leaves_the_pool, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let omid = waiting(&app, &programme, "omid", Role::Mentor, &["english"], "care").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    let new = NewMentorship { mentor: omid, mentees: vec![leo], group: None };
    administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Overridden; 2]);
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None);
    let of_ada = trackers(&app.store, ada, Role::Mentee).await;
    let with_omid = of_ada.iter().find(|tracker| tracker.mentor_id == omid).unwrap();
    assert_eq!(with_omid.state, State::Taken, "the one place of Omid is taken");
    assert_eq!(of_ada.iter().filter(|tracker| tracker.state == State::Proposed).count(), 1);
});

both!(request_read_before_a_match_does_not_join, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    let before = signed_in(&app.store, leo).await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::Submitted);
    assert_eq!(pool::join(&app.store, &test_kit::operator(), &before).await.unwrap(), Joined::Locked);
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None);
});

both!(staff_changes_end_what_is_open, async |app| {
    let (programme, [leo, ada, ben, eva], nina) = proposed(&app).await;
    administration::set_disabled(&app.store, &test_kit::operator(), leo, true, None).await.unwrap();
    assert_eq!(
        administration::set_role(&app.store, &test_kit::operator(), ada, Role::Staff).await.unwrap(),
        Err(RoleRefusal::InMatching(ada))
    );
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::Proposed]);
    pool::leave(&app.store, &test_kit::operator(), ada, "").await.unwrap().unwrap();
    let of_age =
        person_facts::Change { birth_month: Some(Some("1990-01".to_owned())), ..person_facts::Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), ada, of_age).await.unwrap();
    assert_eq!(administration::set_role(&app.store, &test_kit::operator(), ada, Role::Staff).await.unwrap(), Ok(()));
    assert!(person_facts::set_conflict(&app.store, &test_kit::operator(), ben, nina, true).await.unwrap());
    pool::set_places(&app.store, &test_kit::operator(), nina, Kind::Pair, 2).await.unwrap().unwrap();
    assert_eq!(states(&app.store, eva, Role::Mentee).await, [State::Proposed], "more places end nothing");
    pool::set_places(&app.store, &test_kit::operator(), nina, Kind::Group, 3).await.unwrap().unwrap();
    let ended = [(leo, State::DroppedOut), (ada, State::LeftPool), (ben, State::Held), (eva, State::LeftPool)];
    for (person, state) in ended {
        assert_eq!(states(&app.store, person, Role::Mentee).await, [state]);
    }
    for person in [leo, ada] {
        assert!(pool::of_person(&app.store, person).await.unwrap().unwrap().left_at.is_some());
    }
    round(&app.store, &programme).await;
    let again = trackers(&app.store, eva, Role::Mentee).await;
    assert!(again.iter().any(|tracker| tracker.state == State::Proposed && tracker.kind == Kind::Group));
});

both!(pause_of_staff_outlasts_leaving_and_coming_back, async |app| {
    let programme = programme(&app, json!({})).await;
    let status = async |person| signed_in(&app.store, person).await.matching_status;
    let join = async |person| {
        pool::join(&app.store, &test_kit::operator(), &signed_in(&app.store, person).await).await.unwrap()
    };
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    pool::pause(&app.store, &test_kit::operator(), leo, PauseReason::Safeguarding).await.unwrap().unwrap();
    pool::pause(&app.store, &test_kit::operator(), leo, PauseReason::OwnWish).await.unwrap().unwrap();
    pool::leave(&app.store, &test_kit::operator(), leo, "").await.unwrap().unwrap();
    assert_eq!(status(leo).await, None, "who left waits for nothing");
    assert_eq!(join(leo).await, Joined::InPool);
    assert_eq!(status(leo).await, Some(MatchingStatus::OnHold));
    administration::set_disabled(&app.store, &test_kit::operator(), leo, true, None).await.unwrap();
    administration::set_disabled(&app.store, &test_kit::operator(), leo, false, None).await.unwrap();
    assert_eq!(join(leo).await, Joined::InPool);
    assert_eq!(status(leo).await, Some(MatchingStatus::OnHold));
    pool::leave(&app.store, &test_kit::operator(), leo, "").await.unwrap().unwrap();
    pool::resume(&app.store, &test_kit::operator(), leo).await.unwrap().expect("staff end it while Leo is away");
    assert_eq!(join(leo).await, Joined::InPool);
    assert_eq!(status(leo).await, Some(MatchingStatus::Ready));

    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    pool::leave(&app.store, &test_kit::operator(), ada, "").await.unwrap().unwrap();
    pool::pause(&app.store, &test_kit::operator(), ada, PauseReason::Staff).await.unwrap().expect("while Ada is away");
    assert_eq!(join(ada).await, Joined::InPool);
    assert_eq!(status(ada).await, Some(MatchingStatus::OnHold));

    let ben = waiting(&app, &programme, "ben", Role::Mentee, &["english"], "tech").await;
    pool::pause(&app.store, &test_kit::operator(), ben, PauseReason::OwnWish).await.unwrap().unwrap();
    pool::leave(&app.store, &test_kit::operator(), ben, "").await.unwrap().unwrap();
    assert_eq!(join(ben).await, Joined::InPool);
    assert_eq!(status(ben).await, Some(MatchingStatus::Ready), "coming back ends an own pause");
});

both!(mentorship_removed_as_a_mistake_leaves_no_trace_in_the_matching, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::Submitted);
    let id = mentorship::all(&app.store, true).await.unwrap()[0].id;
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(),
        Ok(Undone::Beginning)
    );
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Overridden]);
    assert_eq!(signed_in(&app.store, leo).await.matching_status, Some(MatchingStatus::Ready));
    round(&app.store, &programme).await;
    assert!(states(&app.store, leo, Role::Mentee).await.contains(&State::Proposed), "the pair is proposed again");
});

both!(mentorship_that_goes_on_takes_its_mentee_out_of_the_pool, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let omid = waiting(&app, &programme, "omid", Role::Mentor, &["english"], "tech").await;
    let new = NewMentorship { mentor: omid, mentees: vec![leo], group: None };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(
        pool::join(&app.store, &test_kit::operator(), &signed_in(&app.store, leo).await).await.unwrap(),
        Joined::InPool
    );
    waiting(&app, &programme, "kofi", Role::Mentor, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    round(&app.store, &programme).await;
    assert_eq!(administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(), Ok(Undone::End));
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Overridden]);
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None);
    let of_ada: Vec<_> = trackers(&app.store, ada, Role::Mentee).await;
    let with_omid: Vec<_> = of_ada.iter().filter(|one| one.mentor_id == omid).map(|one| one.state).collect();
    assert_eq!(with_omid, [State::Taken], "the one place of Omid is taken");
});
