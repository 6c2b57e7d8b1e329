//! What staff do with a draft before it is published: other weights, other mentors.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;
use store::listing::ListRequest;
use store::matching::runs::{self, EditRefusal, Refusal, Replaces, RunState, StateRefusal, Weights, lists};
use store::matching::{self, State, pool};
use store::people::Role;
use store::programmes::Programme;
use store::staff::Scope;
use store::{PersonId, RunId, Store};
use test_kit::{both, operator};

use super::{named_programme, programme, states, waiting};
use crate::TestApp;
use crate::test_store::polled;

/// Leo shares all languages with Nina and the field with Omar; Ada fits Omar alone.
struct Lakeside {
    programme: Programme,
    leo: PersonId,
    ada: PersonId,
    nina: PersonId,
    omar: PersonId,
}

async fn lakeside(app: &TestApp) -> Lakeside {
    let criteria = json!([
        {"key": "languages", "title": {"en": "Languages"}, "weight": 8, "comparison": "overlap", "mandatory": "both"},
        {"key": "field", "title": {"en": "Field"}, "weight": 3, "comparison": "equal"},
    ]);
    let programme = programme(app, json!({"proposals": 2, "criteria": criteria})).await;
    let leo = waiting(app, &programme, "leo", Role::Mentee, &["arabic", "english"], "tech").await;
    let ada = waiting(app, &programme, "ada", Role::Mentee, &["german"], "arts").await;
    let nina = waiting(app, &programme, "nina", Role::Mentor, &["arabic", "english"], "care").await;
    let omar = waiting(app, &programme, "omar", Role::Mentor, &["english", "german"], "tech").await;
    Lakeside { programme, leo, ada, nina, omar }
}

async fn draft(store: &Store, programme: &Programme, weights: &[(&str, u8)]) -> RunId {
    let weights = weights.iter().map(|(key, weight)| ((*key).to_owned(), *weight)).collect();
    runs::draft_with(store, &operator(), programme, Weights(weights), Replaces::Any).await.unwrap().unwrap().id
}

async fn mentors_of(store: &Store, run: RunId, mentee: PersonId) -> Vec<PersonId> {
    let all = runs::proposals(store, run).await.unwrap();
    all.into_iter().filter(|one| one.mentee_id == mentee).map(|one| one.mentor_id).collect()
}

async fn balance(store: &Store, run: RunId) -> runs::Balance {
    runs::by_id(store, run).await.unwrap().unwrap().balance
}

both!(rehearsal_names_who_would_change_and_stores_nothing, async |app| {
    let Lakeside { programme, leo, nina, omar, .. } = lakeside(&app).await;
    let weights = |languages, field| Weights([("languages".into(), languages), ("field".into(), field)].into());
    let found = runs::rehearse(&app.store, &programme, weights(1, 10)).await.unwrap().unwrap();
    assert!(!found.is_against_draft);
    let [change] = &found.changes[..] else { panic!("{:?}", found.changes) };
    assert_eq!((change.mentee, change.before, change.after), (leo, Some(nina), Some(omar)));
    // Both by the weights that are tried.
    assert!(change.score_before < change.score_after, "{change:?}");
    assert!(found.before.mean_score < found.after.mean_score && found.before.mentees_served == 2, "{found:?}");
    assert_eq!(runs::of_programme(&app.store, programme.id, 10).await.unwrap().len(), 0);
    let same = runs::rehearse(&app.store, &programme, weights(8, 3)).await.unwrap().unwrap();
    assert_eq!((same.changes.len(), same.before), (0, same.after));

    let run = draft(&app.store, &programme, &[("languages", 1), ("field", 10)]).await;
    assert_eq!(mentors_of(&app.store, run, leo).await, [omar, nina]);
    let back = runs::rehearse(&app.store, &programme, Weights::default()).await.unwrap().unwrap();
    assert!(back.is_against_draft);
    assert_eq!(back.changes.iter().map(|one| (one.before, one.after)).collect::<Vec<_>>(), [(Some(omar), Some(nina))]);
});

both!(weights_of_no_criterion_or_too_large_are_refused, async |app| {
    let Lakeside { programme, .. } = lakeside(&app).await;
    for (key, weight) in [("shoe-size", 1), ("languages", 11)] {
        let weights = Weights([(key.to_owned(), weight)].into());
        let drafted =
            runs::draft_with(&app.store, &operator(), &programme, weights.clone(), Replaces::Any).await.unwrap();
        assert_eq!(drafted.err(), Some(Refusal::Weights), "{key}");
        let tried = runs::rehearse(&app.store, &programme, weights).await.unwrap();
        assert_eq!(tried.err(), Some(Refusal::Weights), "{key}");
    }
    // Those of the programme are not other ones.
    let run = draft(&app.store, &programme, &[("languages", 8)]).await;
    assert!(runs::by_id(&app.store, run).await.unwrap().unwrap().weights.is_empty());
});

both!(staff_swap_the_mentors_of_a_draft, async |app| {
    let Lakeside { programme, leo, ada, nina, omar } = lakeside(&app).await;
    let (store, by) = (&*app.store, &operator());
    let run = draft(store, &programme, &[]).await;
    assert_eq!(mentors_of(store, run, leo).await, [nina, omar]);
    let set = async |mentee, before: &[PersonId], after: &[PersonId]| {
        runs::set_mentors(store, by, run, mentee, before, after).await.unwrap()
    };
    set(leo, &[nina, omar], &[omar]).await.unwrap();
    assert_eq!(mentors_of(store, run, leo).await, [omar]);
    assert_eq!(set(leo, &[nina, omar], &[nina]).await, Err(EditRefusal::Changed));
    assert_eq!(set(leo, &[omar], &[omar, omar]).await, Err(EditRefusal::TooMany(2)));
    // They share no language, which is mandatory.
    assert_eq!(set(ada, &[omar], &[nina]).await, Err(EditRefusal::Impossible(nina)));
    assert_eq!(set(leo, &[omar], &[ada]).await, Err(EditRefusal::Impossible(ada)));
    assert_eq!(set(nina, &[], &[omar]).await, Err(EditRefusal::Unknown(run)));

    // Without a proposal people are left out, by staff.
    set(ada, &[omar], &[]).await.unwrap();
    let reason = |person| async move {
        let all = runs::unmatched(store, run).await.unwrap();
        all.into_iter().find(|(one, _)| *one == person).map(|(_, reason)| reason)
    };
    assert_eq!(
        [reason(ada).await, reason(nina).await],
        [Some("removed_by_staff".into()), Some("removed_by_staff".into())]
    );
    assert_eq!(reason(omar).await, None);
    assert_eq!((balance(store, run).await.mentees_served, balance(store, run).await.proposals), (1, 1));
    set(ada, &[], &[omar]).await.unwrap();
    set(leo, &[omar], &[nina, omar]).await.unwrap();
    assert_eq!([reason(ada).await, reason(nina).await], [None, None]);
    let of_engine = runs::preview(store, &programme).await.unwrap().unwrap();
    assert_eq!(balance(store, run).await, of_engine.balance, "as the engine proposed it");
    assert_eq!(runs::proposals(store, run).await.unwrap(), of_engine.proposals);

    set(leo, &[nina, omar], &[omar]).await.unwrap();
    runs::approve(store, by, run).await.unwrap().unwrap();
    assert_eq!(set(leo, &[omar], &[nina]).await, Err(EditRefusal::NotADraft(run, RunState::Approved)));
    runs::publish(store, by, &programme, run).await.unwrap().unwrap();
    assert_eq!(states(store, leo, Role::Mentee).await, [State::Proposed]);
    assert_eq!(set(leo, &[omar], &[nina]).await, Err(EditRefusal::NotADraft(run, RunState::Published)));
});

both!(choices_are_the_mentors_who_fit_and_what_is_proposed, async |app| {
    let Lakeside { programme, leo, ada, nina, omar } = lakeside(&app).await;
    let store = &*app.store;
    let run = draft(store, &programme, &[]).await;
    runs::set_mentors(store, &operator(), run, leo, &[nina, omar], &[nina]).await.unwrap().unwrap();
    let choices = async |mentee| runs::choices(store, &Scope::Installation, run, mentee).await.unwrap();
    let found = choices(leo).await.unwrap();
    assert_eq!(found.proposed.iter().map(|one| (one.mentor, one.is_possible)).collect::<Vec<_>>(), [(nina, true)]);
    assert_eq!(
        found.candidates.iter().map(|one| (one.mentor, one.offers, one.places)).collect::<Vec<_>>(),
        [(omar, 1, 1)]
    );
    assert_eq!(found.candidates[0].reasons[0].criterion, "languages");
    assert!(choices(ada).await.unwrap().candidates.is_empty(), "Nina shares no language");
    assert!(choices(nina).await.is_none(), "mentors have no proposals of their own");
    // Who left meanwhile is no longer possible, and no choice.
    pool::leave(store, &operator(), nina, "moves").await.unwrap().unwrap();
    let found = choices(leo).await.unwrap();
    assert!(!found.proposed[0].is_possible && found.proposed[0].places.is_none());
    assert_eq!(found.possible, 1);
    let elsewhere = Scope::Programmes(vec![named_programme(&app, "hill", json!({})).await.id]);
    assert!(runs::choices(store, &elsewhere, run, leo).await.unwrap().is_none());
});

both!(lists_of_a_run_say_what_became_of_each_mentee, async |app| {
    let Lakeside { programme, leo, ada, nina, omar } = lakeside(&app).await;
    let (store, by, all) = (&*app.store, &operator(), &Scope::Installation);
    let run = draft(store, &programme, &[]).await;
    let outcomes = async |filter: &[&str]| {
        let filters = [("outcome".to_owned(), filter.iter().map(|&one| one.to_owned()).collect())].into();
        let request = ListRequest { filters, sort: Some("name".to_owned()), ..ListRequest::default() };
        let page = lists::mentees(store, all, run, &request).await.unwrap();
        page.rows.into_iter().map(|row| (row.mentee_id, row.mentor_id, row.outcome)).collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&[]).await, [(ada, omar, None), (leo, nina, None)]);
    runs::approve(store, by, run).await.unwrap().unwrap();
    pool::pause(store, by, ada, pool::PauseReason::Staff).await.unwrap().unwrap();
    let published = runs::publish(store, by, &programme, run).await.unwrap().unwrap();
    assert_eq!(published.fell_out, 1);
    let fell_out = (ada, omar, Some("fell_out".to_owned()));
    assert_eq!(outcomes(&[]).await, [fell_out.clone(), (leo, nina, Some("open".to_owned()))]);
    assert_eq!(outcomes(&["fell_out"]).await, [fell_out]);
    let choices = runs::choices(store, all, run, leo).await.unwrap().unwrap();
    assert!(choices.proposed.iter().all(|one| one.is_possible && !one.reasons.is_empty()), "why stays readable");
    super::decide(store, leo, super::Choice::Interested).await;
    super::decide(store, nina, super::Choice::Interested).await;
    assert_eq!(outcomes(&["matched"]).await.len(), 1);
    let choices = runs::choices(store, all, run, leo).await.unwrap().unwrap();
    assert_eq!(choices.proposed.iter().map(|one| one.state.is_some()).collect::<Vec<_>>(), [true, true]);
    assert!(choices.candidates.is_empty());
    let listed = lists::find(store, all, run).await.unwrap().unwrap();
    assert_eq!((listed.accepted, listed.state, listed.is_publishing), (1, RunState::Published, false));
    // The list of another run does not follow from a filter.
    let filters = [("run".to_owned(), vec![run.to_string()])].into();
    let request = ListRequest { filters, ..ListRequest::default() };
    let other = lists::mentees(store, all, RunId(uuid::Uuid::nil()), &request).await.unwrap();
    assert_eq!(other.total, 0);
});

both!(situation_counts_who_waits, async |app| {
    let Lakeside { programme, ada, nina, .. } = lakeside(&app).await;
    let (store, by) = (&*app.store, &operator());
    let now = async || {
        let found = runs::situations(store, &Scope::Programmes(vec![programme.id])).await.unwrap();
        let [one] = &found[..] else { panic!("{found:?}") };
        (one.waiting, one.deciding, one.mentors, one.paused, one.open_run.is_some())
    };
    assert_eq!(now().await, (2, 0, 2, 0, false));
    pool::pause(store, by, nina, pool::PauseReason::Staff).await.unwrap().unwrap();
    let run = draft(store, &programme, &[]).await;
    assert_eq!(now().await, (2, 0, 1, 1, true));
    runs::approve(store, by, run).await.unwrap().unwrap();
    runs::publish(store, by, &programme, run).await.unwrap().unwrap();
    assert_eq!(now().await, (0, 2, 1, 1, false));
    pool::leave(store, by, ada, "").await.unwrap().unwrap();
    assert_eq!(now().await, (0, 1, 1, 1, false));
    assert!(runs::situations(store, &Scope::Programmes(Vec::new())).await.unwrap().is_empty());
});

both!(draft_and_approval_are_of_what_the_actor_saw, async |app| {
    let Lakeside { programme, leo, nina, omar, .. } = lakeside(&app).await;
    let (store, by) = (&*app.store, &operator());
    let replacing = async |seen| {
        let drafted = runs::draft_with(store, by, &programme, Weights::default(), Replaces::Seen(seen)).await;
        drafted.unwrap().map(|run| run.id)
    };
    let first = replacing(None).await.unwrap();
    assert_eq!(replacing(None).await, Err(Refusal::Drafted(first)), "a page from before");
    let run = replacing(Some(first)).await.unwrap();
    assert_eq!(replacing(Some(first)).await, Err(Refusal::Drafted(run)));
    let count = runs::of_programme(store, programme.id, 10).await.unwrap().len();
    assert_eq!(count, 2, "what was refused leaves nothing");

    let seen = runs::by_id(store, run).await.unwrap().unwrap().revision;
    runs::set_mentors(store, by, run, leo, &[nina, omar], &[omar]).await.unwrap().unwrap();
    let approve = async |revision| runs::approve_seen(store, by, run, Some(revision)).await.unwrap();
    assert_eq!(approve(seen).await, Err(StateRefusal::Edited(run)));
    assert_eq!(approve(seen + 1).await, Ok(()));
});

both!(only_what_needs_a_decision_is_work, async |app| {
    let Lakeside { programme, leo, ada, .. } = lakeside(&app).await;
    let (store, by, all) = (&*app.store, &operator(), &Scope::Installation);
    let to_decide = async || {
        let filters = [("state".to_owned(), vec!["to_decide".to_owned()])].into();
        lists::page(store, all, &ListRequest { filters, ..ListRequest::default() }).await.unwrap().total
    };
    let run = draft(store, &programme, &[]).await;
    assert_eq!(to_decide().await, 1);
    runs::approve(store, by, run).await.unwrap().unwrap();
    assert_eq!(to_decide().await, 1);
    runs::publish(store, by, &programme, run).await.unwrap().unwrap();
    assert_eq!(to_decide().await, 0);
    for mentee in [leo, ada] {
        pool::leave(store, by, mentee, "").await.unwrap().unwrap();
    }
    draft(store, &programme, &[]).await;
    assert_eq!(to_decide().await, 0, "it suggests no one");
});

both!(publication_asks_no_one_who_was_taken_out_meanwhile, async |app| {
    let programme = programme(&app, json!({})).await;
    let (second, by) = (app.second_node().await, operator());
    let store = &*app.store;
    // The approval is withdrawn later and later in the publication.
    for turn in 0..12 {
        let name = |one: &str| format!("{one}{turn}");
        let leo = waiting(&app, &programme, &name("leo"), Role::Mentee, &["english"], "tech").await;
        let nina = waiting(&app, &programme, &name("nina"), Role::Mentor, &["english"], "tech").await;
        let run = draft(store, &programme, &[]).await;
        runs::approve(store, &by, run).await.unwrap().unwrap();
        second.clock.advance(Duration::from_secs(1));
        let change = async {
            for _ in 0..1 << turn {
                tokio::task::yield_now().await;
            }
            if runs::withdraw(&second, &by, run).await.unwrap().is_err() {
                return false;
            }
            runs::set_mentors(&second, &by, run, leo, &[nina], &[]).await.unwrap().unwrap();
            runs::approve(&second, &by, run).await.unwrap().unwrap();
            true
        };
        let (published, is_changed) = join(runs::publish(store, &by, &programme, run), change).await;
        let asked = states(store, leo, Role::Mentee).await;
        if is_changed {
            assert_eq!(asked, [], "turn {turn}: {published:?}");
        } else {
            assert_eq!((published.unwrap().is_ok(), &asked[..]), (true, &[State::Proposed][..]), "turn {turn}");
        }
        for person in [leo, nina] {
            pool::leave(store, &by, person, "").await.unwrap().unwrap();
        }
        if let Some(left) = runs::open(store, programme.id).await.unwrap() {
            runs::withdraw(store, &by, left.id).await.unwrap().unwrap();
        }
    }
});

both!(interrupted_publication_goes_on_without_a_schedule, async |app| {
    let programme = programme(&app, json!({"round_every_days": 0})).await;
    let (store, by) = (&*app.store, &operator());
    let mut mentees = Vec::new();
    // More than one transaction publishes.
    for number in 0..45 {
        mentees.push(waiting(&app, &programme, &format!("leo{number}"), Role::Mentee, &["english"], "tech").await);
    }
    for name in ["nina", "maya", "omar", "kofi", "selma"] {
        waiting(&app, &programme, name, Role::Mentor, &["english"], "tech").await;
    }
    let run = draft(store, &programme, &[]).await;
    runs::approve(store, by, run).await.unwrap().unwrap();
    let asked = async || {
        let all = join_all(mentees.iter().map(|one| states(store, *one, Role::Mentee))).await;
        all.iter().filter(|states| !states.is_empty()).count()
    };
    for polls in 1.. {
        assert!(polled(runs::publish(store, by, &programme, run), polls).await.is_none(), "not all at once");
        if asked().await > 0 {
            break;
        }
    }
    let situation = runs::situations(store, &Scope::Installation).await.unwrap().remove(0);
    assert!(situation.is_publishing);
    store.clock.advance(Duration::from_secs(61));
    matching::run_due(store).await.unwrap();
    assert_eq!(runs::by_id(store, run).await.unwrap().unwrap().state, RunState::Published);
    assert_eq!(asked().await, 45);
});
