//! The audit log as a file: within the scope, with the filters, and as an act of its own.

use reqwest::{Method, StatusCode};
use serde_json::json;
use store::audit;
use store::listing::ListRequest;
use store::people::Role;
use store::staff::{Scope, StaffRole};
use test_kit::both;

use crate::staff::{Schools, add, hold};

const EXPORT: &str = "/api/staff/audit/export/";

both!(export_of_audit_holds_the_scope_and_is_an_act, async |app| {
    let schools = Schools::open(&app).await;
    let lea = add(&app, "Lea", Role::Staff, Some(schools.north)).await;
    let enno = add(&app, "Enno", Role::Staff, Some(schools.east)).await;
    for (person, programme) in [(lea, schools.north), (enno, schools.east)] {
        hold(&app, person, StaffRole::Safeguarding, Some(programme)).await;
    }
    let path = |query: &str| format!("{EXPORT}?format=csv&{query}");
    let (status, table) = schools.get(&app, lea, &path("reason=For+the+board&act=grant")).await;
    assert_eq!(status, StatusCode::OK);
    let table = table.as_str().unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.contains(&lea.to_string()) && !table.contains(&enno.to_string()), "{table}");
    let filters = [("act".to_owned(), vec!["export_list".to_owned()])].into();
    let request = ListRequest { filters, ..ListRequest::default() };
    let rows = audit::page(&app.store, &Scope::Installation, None, &request).await.unwrap().rows;
    let rows: Vec<_> = rows.iter().map(|row| (row.actor_id, row.programme_id, row.reason.as_deref())).collect();
    assert_eq!(rows, [(Some(lea), Some(schools.north), Some("For the board"))]);

    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let (status, refused) = schools.get(&app, cora, &path("reason=For+the+board")).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("not_permitted")));
    for wrong in ["", "reason=x", "reason=For+the+board&colour=red"] {
        assert_eq!(schools.get(&app, lea, &path(wrong)).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    let request = schools.request(&app, lea, Method::GET, &path("reason=For+the+board")).await;
    app.advance(601);
    assert_eq!(schools.answer(request).await.1["code"], "second_factor_required");
});
