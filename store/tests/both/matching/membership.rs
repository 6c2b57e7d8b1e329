//! How people enter the pool, pause and leave.

use serde_json::json;
use store::matching::pool::{self, Joined, PauseReason};
use store::matching::{self, MatchingStatus, State};
use store::people::Role;
use store::{blocks, reports};
use test_kit::both;

use super::{add, answer, programme, round, signed_in, states, waiting};

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
