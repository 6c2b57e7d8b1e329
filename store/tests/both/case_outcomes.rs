//! Outcomes of cases: in the list, as a filter, and in what happened with a case.

use chrono::Duration;
use serde_json::{Value, json};
use store::cases::{self, Outcome};
use store::listing::ListRequest;
use store::staff::{Scope, Staff};
use store::{AlertId, PersonId, Store};
use test_kit::both;

use crate::safety::{case_about, crisis_of};
use crate::test_store::TestStore;

fn with_outcome(outcome: &str) -> ListRequest {
    ListRequest { filters: [("outcome".to_owned(), vec![outcome.to_owned()])].into(), ..ListRequest::default() }
}

async fn listed(store: &Store, staff: &Staff, outcome: &str) -> Vec<AlertId> {
    cases::page(store, staff, &with_outcome(outcome)).await.unwrap().rows.into_iter().map(|case| case.id).collect()
}

async fn crisis(app: &TestStore, person: PersonId) -> AlertId {
    let message = crisis_of(app, person).await;
    case_about(&app.store, message.0).await
}

/// The outcomes in what happened with a case, newest first.
async fn happened(store: &Store, staff: &Staff, case: AlertId) -> Vec<(String, Value)> {
    let case = cases::by_id(store, staff, case).await.unwrap().unwrap();
    let acts = cases::history(store, &case).await.unwrap().into_iter().filter(|one| one.act != "notify");
    let values = |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    acts.map(|one| (one.act, values(one.new_values))).collect()
}

both!(each_outcome_is_found_by_its_filter, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let (store, staff) = (&app.store, Staff { person: sam, scope: Scope::Installation });
    for outcome in Outcome::ALL {
        let case = crisis(&app, tom).await;
        assert!(cases::resolve(store, &staff, case, outcome, "").await.unwrap());
        let name = json!(outcome).as_str().unwrap().to_owned();
        assert_eq!(listed(store, &staff, &name).await, [case]);
        app.advance(Duration::hours(1));
    }
    assert_eq!(listed(store, &staff, "not_recorded").await, []);
});

both!(reopened_case_has_no_outcome_but_keeps_its_history, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let (store, staff) = (&app.store, Staff { person: sam, scope: Scope::Installation });
    let case = crisis(&app, tom).await;
    let outcome = async || cases::by_id(store, &staff, case).await.unwrap().unwrap().listed.outcome;
    assert!(cases::resolve(store, &staff, case, Outcome::NoConcern, "a joke").await.unwrap());
    assert_eq!(outcome().await, Some(Outcome::NoConcern));
    app.advance(Duration::hours(1));
    assert!(cases::reopen(store, &staff, case).await.unwrap());
    assert_eq!((outcome().await, listed(store, &staff, "no_concern").await), (None, vec![]));
    app.advance(Duration::hours(1));
    assert!(cases::resolve(store, &staff, case, Outcome::Authorities, "to the police").await.unwrap());
    assert!(!cases::resolve(store, &staff, case, Outcome::Other, "late").await.unwrap());
    assert_eq!(outcome().await, Some(Outcome::Authorities));
    let (resolved, reopened) = ("resolve_case".to_owned(), "reopen_case".to_owned());
    assert_eq!(
        happened(store, &staff, case).await,
        [
            (resolved.clone(), json!({"outcome": "authorities"})),
            (reopened, Value::Null),
            (resolved, json!({"outcome": "no_concern"})),
        ]
    );
});

both!(case_closed_without_outcome_is_not_recorded, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let (store, staff) = (&app.store, Staff { person: sam, scope: Scope::Installation });
    let case = crisis(&app, tom).await;
    assert_eq!(listed(store, &staff, "not_recorded").await, [], "an open case has none yet");
    assert!(cases::resolve(store, &staff, case, Outcome::Warned, "").await.unwrap());
    // As the version before leaves it.
    app.execute("UPDATE alerts SET outcome = NULL").await;
    assert_eq!(listed(store, &staff, "not_recorded").await, [case]);
    assert_eq!(cases::by_id(store, &staff, case).await.unwrap().unwrap().listed.outcome, None);
});
