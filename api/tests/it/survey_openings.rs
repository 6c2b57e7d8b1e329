//! The notification about a survey that opens: one per person and survey.

use serde_json::json;
use store::content::{Bundle, Origin};
use store::person_facts::{self, Change};
use test_kit::both;

use crate::conditions::{complete_survey, ines, survey};
use crate::devices::{pusher, register, run_push_jobs, server};
use crate::push_service::PushService;
use crate::quiet_hours::{quiet, save};

both!(opening_of_a_survey_is_notified_once, async |app| {
    let after = json!({"surveys": ["first"], "guardian_consent": true});
    let rules = json!({"experiences": {"mentee": {"survey": "use"}},
        "surveys": [{"survey": "first", "roles": ["mentee"]}, {"survey": "later", "roles": ["mentee"], "after": after}]});
    let person = ines(&app, rules).await;
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let ines = server.signed_in("ines").await;
    register(&ines, &service.subscription("phone")).await;
    let send_due = async || run_push_jobs(&app.store, &pusher).await;

    assert_eq!(complete_survey(&ines, "first").await.status, 200);
    send_due().await;
    assert!(service.received().is_empty(), "the first was open before, and the later one waits for a guardian");

    let consent = Change { guardian_consent: Some(true), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, consent.clone()).await.unwrap();
    send_due().await;
    let push = service.next().await;
    assert_eq!(service.open("phone", &push), json!({"type": "survey_opened", "language": "de"}), "no names");

    person_facts::change(&app.store, &test_kit::operator(), person, consent).await.unwrap();
    send_due().await;
    assert_eq!(service.waiting(), 0);
});

both!(imported_survey_is_notified_after_quiet_hours, async |app| {
    let rules = json!({"experiences": {"mentee": {"survey": "use"}},
        "surveys": [{"survey": "first", "roles": ["mentee"]}, {"survey": "new", "roles": ["mentee"]}]});
    ines(&app, rules).await;
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let (ines, tom) = (server.signed_in("ines").await, server.signed_in("tom").await);
    register(&ines, &service.subscription("phone")).await;
    register(&tom, &service.subscription("tom")).await;
    // Until ten; every test begins at nine.
    assert_eq!(save(&ines, &quiet()).await.status, 200);

    let bundle = Bundle { surveys: Some(vec![survey("first"), survey("new")]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
    run_push_jobs(&app.store, &pusher).await;
    assert!(service.received().is_empty(), "Ines has quiet hours, and Tom is no mentee of this programme");

    app.advance(3600);
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(service.next().await.path, "/push/phone");
    assert_eq!(service.waiting(), 0);
});
