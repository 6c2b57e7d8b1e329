//! After a mentorship ended, and before an approved run is published.

use chrono::Duration;
use serde_json::json;
use store::administration::{self, MenteesAfter};
use store::listing::ListRequest;
use store::matching::decisions::Submitted;
use store::matching::{Choice, MatchingStatus, State, pool, runs};
use store::mentorship::{self, EndReason, Ending, NewMentorship};
use store::outbox::{self, MAIL, Mail};
use store::people::Role;
use store::programmes::Programme;
use store::staff::{Scope, people_list};
use store::{PersonId, Store};
use test_kit::both;

use super::{decide, programme, round, signed_in, states, trackers, waiting};

both!(mentees_of_an_ended_mentorship_wait_for_another_mentor, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::Submitted);
    let (by, ending) = (
        test_kit::operator(),
        Ending { reason: EndReason::Conduct, note: "the mentor harassed him", does_mentor_stop: false },
    );
    let id = mentorship::all(&app.store, false).await.unwrap()[0].id;
    administration::end_mentorship(&app.store, &by, id, ending, MenteesAfter::WaitAgain).await.unwrap().unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, Some(MatchingStatus::Ready));
    let mails = outbox::lease::<Mail>(&app.store, MAIL, 100, Duration::minutes(1)).await.unwrap();
    let of = |name: &str| mails.iter().map(|job| &job.payload).rfind(|mail| mail.to.starts_with(name)).unwrap();
    assert_eq!(of("leo").template, "mentorship_ended_searching");
    assert_eq!(of("nina").template, "mentorship_ended");
    let partners = ["leo", "nina"].map(|name| of(name).values["partner"].to_lowercase());
    assert_eq!(partners, ["nina", "leo"], "each reads with whom it was");
    assert!(!format!("{mails:?}").contains("harass"), "the note is for staff");
    assert!(!format!("{mails:?}").to_lowercase().contains("conduct"), "the reason is for staff");
    let kofi = waiting(&app, &programme, "kofi", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let proposed = trackers(&app.store, leo, Role::Mentee).await;
    let proposed: Vec<_> = proposed.iter().filter(|tracker| tracker.state == State::Proposed).collect();
    assert_eq!(proposed.iter().map(|tracker| tracker.mentor_id).collect::<Vec<_>>(), [kofi], "not the one of before");
});

both!(mentee_taken_out_of_a_group_waits_again, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let (store, by) = (&app.store, &test_kit::operator());
    let new = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".to_owned()) };
    let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
    assert_eq!(signed_in(store, leo).await.matching_status, None);
    administration::leave_mentorship(store, by, id, leo, EndReason::MovedAway.alone(), MenteesAfter::WaitAgain)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(signed_in(store, leo).await.matching_status, Some(MatchingStatus::Ready));
    assert_eq!(signed_in(store, ada).await.matching_status, None, "the group goes on");
    let mails = outbox::lease::<Mail>(store, MAIL, 100, Duration::minutes(1)).await.unwrap();
    assert_eq!(mails.iter().filter(|job| job.payload.template == "mentorship_left_group").count(), 1);
});

both!(mentees_stay_out_of_the_pool_if_staff_say_so, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    decide(&app.store, nina, Choice::Interested).await;
    let id = mentorship::all(&app.store, false).await.unwrap()[0].id;
    let by = test_kit::operator();
    administration::end_mentorship(
        &app.store,
        &by,
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(signed_in(&app.store, leo).await.matching_status, None);
    round(&app.store, &programme).await;
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Accepted]);
});

both!(mentee_who_began_by_hand_waits_or_stays_out_as_staff_say, async |app| {
    let programme = programme(&app, json!({})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let (store, by) = (&app.store, &test_kit::operator());
    for (name, after, expected) in
        [("leo", MenteesAfter::WaitAgain, Some(MatchingStatus::Ready)), ("ada", MenteesAfter::StayOut, None)]
    {
        let mentee = super::add(&app, programme.id, name, Role::Mentee).await;
        let new = NewMentorship { mentor: nina, mentees: vec![mentee], group: None };
        let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
        super::answer(store, mentee, &["english"], "tech").await;
        administration::end_mentorship(store, by, id, EndReason::NoTime.alone(), after).await.unwrap().unwrap();
        assert_eq!(signed_in(store, mentee).await.matching_status, expected, "{name}");
        // The survey lets those enter whom the pool does not know.
        store::matching::work(store).await.unwrap();
        assert_eq!(signed_in(store, mentee).await.matching_status, expected, "{name}");
    }
});

/// The mentees of the overview who wait for a suggestion.
async fn without_mentor_in_sight(store: &Store, programme: &Programme) -> Vec<PersonId> {
    let filter = |name: &str, value: &str| (name.to_owned(), vec![value.to_owned()]);
    let filters = [filter("role", "mentee"), filter("matched", "not_suggested")].into_iter().collect();
    let request = ListRequest { filters, ..ListRequest::default() };
    let page = people_list::page(store, &Scope::Programmes(vec![programme.id]), &request).await.unwrap();
    page.rows.into_iter().map(|person| person.id).collect()
}

both!(mentor_who_stops_with_a_mentorship_is_proposed_no_more, async |app| {
    let programme = programme(&app, json!({"mentors": {"places": 2}})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    let (store, by) = (&app.store, &test_kit::operator());
    let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
    assert_eq!(without_mentor_in_sight(store, &programme).await, [ada]);
    round(store, &programme).await;
    assert_eq!(states(store, ada, Role::Mentee).await, [State::Proposed]);
    assert_eq!(without_mentor_in_sight(store, &programme).await, [], "she decides");
    let ending = Ending { does_mentor_stop: true, ..EndReason::LeftProgramme.alone() };
    administration::end_mentorship(store, by, id, ending, MenteesAfter::WaitAgain).await.unwrap().unwrap();
    assert_eq!(states(store, ada, Role::Mentee).await, [State::LeftPool], "no one is proposed a mentor who stops");
    assert_eq!(
        pool::of_programme(store, programme.id).await.unwrap().iter().filter(|one| one.person_id == nina).count(),
        0
    );
    administration::undo_end(store, by, id).await.unwrap().unwrap();
    let back = pool::of_person(store, nina).await.unwrap().unwrap();
    assert_eq!((back.left_at, back.leave_reason), (None, None), "with the mentorship the mentor comes back");
    let mails = outbox::lease::<Mail>(store, MAIL, 100, Duration::minutes(1)).await.unwrap();
    let mut goes_on: Vec<_> = mails
        .iter()
        .filter(|job| job.payload.template == "mentorship_goes_on")
        .map(|job| job.payload.to.split('@').next().unwrap().to_owned())
        .collect();
    goes_on.sort();
    assert_eq!(goes_on, ["leo", "nina"], "those who read that it ended read that it goes on");
});

both!(approved_run_is_not_replaced_until_staff_withdraw_it, async |app| {
    let programme = programme(&app, json!({})).await;
    waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let (store, by) = (&app.store, &test_kit::operator());
    let first = runs::draft(store, by, &programme).await.unwrap().unwrap().id;
    runs::approve(store, by, first).await.unwrap().unwrap();
    let refused = runs::draft(store, by, &programme).await.unwrap();
    assert_eq!(refused.map(|run| run.id), Err(runs::Refusal::Approved(first)));
    assert_eq!(runs::open(store, programme.id).await.unwrap().map(|run| run.id), Some(first));
    runs::withdraw(store, by, first).await.unwrap().unwrap();
    assert!(runs::withdraw(store, by, first).await.unwrap().is_err());
    let second = runs::draft(store, by, &programme).await.unwrap().unwrap().id;
    assert_ne!(first, second);
});
