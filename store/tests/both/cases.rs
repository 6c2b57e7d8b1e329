//! The list of cases: scope, search, filters, sorts, and more rows than a page.

use chrono::Duration;
use store::cases::{self, ListedCase};
use store::listing::{ListError, ListRequest, Page};
use store::people::{self, NewPerson, Role};
use store::reports::{self, NewReport, Reason};
use store::staff::{Scope, Staff};
use store::{ChannelId, PersonId, ProgrammeId, Store, administration};
use test_kit::both;

use crate::safety::{alert_about, case_about, crisis_of};
use crate::test_store::new_person;

async fn programme(store: &Store, key: &str) -> ProgrammeId {
    administration::put_programme(store, &test_kit::operator(), key, key, "UTC", &Default::default()).await.unwrap()
}

async fn add(store: &Store, name: &str) -> PersonId {
    people::add(store, &test_kit::operator(), &NewPerson { ..new_person(name, Role::Mentee) }).await.unwrap().unwrap()
}

/// Reports a person for a reason, in a programme or in none.
async fn report(
    store: &Store,
    (reporter, subject, channel): (PersonId, PersonId, ChannelId),
    programme: Option<ProgrammeId>,
    reason: Reason,
) -> store::AlertId {
    let new = NewReport {
        reporter,
        subject,
        channel,
        message: None,
        programme,
        reason,
        details: "canaryword",
        stops_contact: Some(false),
    };
    let report = reports::add(store, new, 10_000).await.unwrap().unwrap();
    case_about(store, report.id.0).await
}

fn filter(name: &str, value: &str) -> ListRequest {
    ListRequest { filters: [(name.to_owned(), vec![value.to_owned()])].into(), ..ListRequest::default() }
}

fn search(text: &str) -> ListRequest {
    ListRequest { search: Some(text.to_owned()), ..ListRequest::default() }
}

async fn all(store: &Store, staff: &Staff, request: ListRequest) -> Vec<ListedCase> {
    let mut request = ListRequest { limit: Some(2), ..request };
    let mut rows = Vec::new();
    loop {
        let page: Page<ListedCase> = cases::page(store, staff, &request).await.unwrap();
        rows.extend(page.rows);
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            assert_eq!(i64::try_from(rows.len()).unwrap(), page.total);
            return rows;
        }
    }
}

async fn reasons(store: &Store, staff: &Staff, request: ListRequest) -> Vec<Option<Reason>> {
    all(store, staff, request).await.into_iter().map(|case| case.reason).collect()
}

both!(case_list_has_more_rows_than_a_page, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, circle) = (&app.store, app.group(&[maya, tom]).await);
    for _ in 0..230 {
        let new = NewReport {
            reporter: tom,
            subject: maya,
            channel: circle,
            message: None,
            programme: None,
            reason: Reason::Spam,
            details: "",
            stops_contact: Some(false),
        };
        reports::add(store, new, 10_000).await.unwrap().unwrap();
    }
    let staff = Staff { person: sam, scope: Scope::Installation };
    let mut request = ListRequest { limit: Some(1_000), ..ListRequest::default() };
    let first = cases::page(store, &staff, &request).await.unwrap();
    assert_eq!((first.rows.len(), first.total), (200, 230), "a page is bounded, the total says so");
    request.cursor = first.next_cursor;
    let second = cases::page(store, &staff, &request).await.unwrap();
    assert_eq!((second.rows.len(), second.next_cursor), (30, None));
    let ids: std::collections::BTreeSet<_> = first.rows.iter().chain(&second.rows).map(|case| case.id.0).collect();
    assert_eq!(ids.len(), 230);
});

both!(case_list_shows_the_scope_only, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, circle) = (&app.store, app.group(&[maya, tom, sam]).await);
    let (north, south) = (programme(store, "north").await, programme(store, "south").await);
    let about_maya = (tom, maya, circle);
    report(store, about_maya, Some(north), Reason::Spam).await;
    let foreign = report(store, about_maya, Some(south), Reason::Other).await;
    report(store, about_maya, None, Reason::Harassment).await;
    report(store, (tom, sam, circle), Some(north), Reason::Danger).await;
    let crisis = alert_about(&app, tom, south).await;
    let staff = Staff { person: sam, scope: Scope::Programmes(vec![north]) };
    for (request, expected) in [
        (ListRequest::default(), vec![Some(Reason::Spam)]),
        (search("maya"), vec![Some(Reason::Spam)]),
        (search("sam"), vec![]),
        (filter("category", "danger"), vec![]),
        (filter("about", &sam.0.to_string()), vec![]),
        (filter("programme", &south.0.to_string()), vec![]),
    ] {
        assert_eq!(reasons(store, &staff, request.clone()).await, expected, "{request:?}");
    }
    for case in [foreign, crisis] {
        assert_eq!(cases::by_id(store, &staff, case).await.unwrap(), None);
        assert!(!cases::resolve(store, &staff, case, cases::Outcome::NoConcern, "").await.unwrap());
        assert_eq!(cases::open_channel(store, &staff, case).await.unwrap(), None);
    }
    let everywhere = Staff { person: sam, scope: Scope::Installation };
    assert_eq!(all(store, &everywhere, ListRequest::default()).await.len(), 4, "all but that about Sam");
});

both!(case_list_is_searched_filtered_and_sorted, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, circle) = (&app.store, app.group(&[maya, tom]).await);
    let emile = add(store, "Émile").await;
    let staff = Staff { person: sam, scope: Scope::Installation };
    let spam = report(store, (tom, emile, circle), None, Reason::Spam).await;
    app.advance(Duration::days(1));
    report(store, (tom, maya, circle), None, Reason::Danger).await;
    app.advance(Duration::days(1));
    crisis_of(&app, tom).await;
    app.advance(Duration::days(1));
    report(store, (maya, tom, circle), None, Reason::Other).await;
    let (danger, other) = (Some(Reason::Danger), Some(Reason::Other));
    let listed = async |request| reasons(store, &staff, request).await;
    let sort = |sort: &str| ListRequest { sort: Some(sort.to_owned()), ..ListRequest::default() };

    assert_eq!(listed(ListRequest::default()).await, [None, danger, other, Some(Reason::Spam)], "crises first");
    assert!(cases::resolve(store, &staff, spam, cases::Outcome::TalkedTo, "spoke with him").await.unwrap());
    app.advance(Duration::days(1));
    report(store, (tom, emile, circle), None, Reason::Harassment).await;
    let harassment = Some(Reason::Harassment);
    assert_eq!(
        listed(ListRequest::default()).await,
        [None, danger, harassment, other, Some(Reason::Spam)],
        "newest first, resolved ones last"
    );
    assert_eq!(listed(sort("createdAt")).await, [Some(Reason::Spam), danger, None, other, harassment]);
    assert_eq!(listed(sort("-resolvedAt")).await[..2], [harassment, other]);
    assert_eq!(listed(sort("about")).await[0], danger, "Maya Okafor comes first");
    assert_eq!(listed(search("EMILE")).await, [harassment, Some(Reason::Spam)], "case and accents do not count");
    assert_eq!(listed(search("canaryword")).await, [], "texts are not searched");
    assert_eq!(listed(filter("kind", "crisis")).await, [None]);
    assert_eq!(listed(filter("status", "resolved")).await, [Some(Reason::Spam)]);
    assert_eq!(listed(filter("category", "other")).await, [other]);
    assert_eq!(listed(filter("about", &tom.0.to_string())).await, [None, other], "also in a crisis");
    assert_eq!(listed(filter("reporter", &maya.0.to_string())).await, [other]);
    assert_eq!(listed(filter("resolvedBy", &sam.0.to_string())).await, [Some(Reason::Spam)]);
    assert_eq!(listed(filter("from", "2026-03-05")).await, [harassment, other]);
    assert_eq!(listed(filter("until", "2026-03-02")).await, [Some(Reason::Spam)]);
    for (request, field) in [(filter("category", "boredom"), "category"), (sort("details"), "sort")] {
        let refused = cases::page(store, &staff, &request).await.unwrap_err();
        assert!(matches!(&refused, ListError::Invalid { field: named, .. } if named == field), "{refused:?}");
    }
});

both!(simultaneous_decisions_count_once, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, circle) = (&app.store, app.group(&[maya, tom]).await);
    let case = report(store, (tom, maya, circle), None, Reason::Spam).await;
    let other = app.second_node().await;
    let staff = Staff { person: sam, scope: Scope::Installation };
    let decide = (0..6).map(|n| {
        cases::resolve(if n % 2 == 0 { store } else { &other }, &staff, case, cases::Outcome::NoConcern, "closed")
    });
    let decided = futures_util::future::join_all(decide).await;
    assert_eq!(decided.into_iter().filter(|is_done| *is_done.as_ref().unwrap()).count(), 1);
});
