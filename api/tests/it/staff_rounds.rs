//! A round of the matching in the console: rehearsed, drafted, changed, approved and published, within the scope.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::administration::Transfer;
use store::listing::ListRequest;
use store::matching::pool::{self, PauseReason};
use store::matching::runs;
use store::mentorship::NewMentorship;
use store::people::Role;
use store::programmes::Programme;
use store::staff::{Scope, StaffRole, audit};
use store::{PersonId, administration, person_facts};
use test_kit::{both, operator};

use crate::TestApp;
use crate::matching::{lakeside, waiting};
use crate::staff::{Schools, add, hold};

/// Cora coordinates Lakeside, where Leo and Ada look for a mentor, and Nina and Omar have a place each.
struct Lakeside {
    schools: Schools,
    programme: Programme,
    cora: PersonId,
    leo: PersonId,
    ada: PersonId,
    nina: PersonId,
    omar: PersonId,
}

impl Lakeside {
    async fn open(app: &TestApp) -> Self {
        let programme =
            lakeside(app, json!({"proposals": 2, "fairness": [{"survey": "about", "question": "field"}]})).await;
        let schools = Schools::open(app).await;
        let cora = add(app, "Cora", Role::Staff, Some(programme.id)).await;
        hold(app, cora, StaffRole::Coordinator, Some(programme.id)).await;
        let leo = waiting(app, &programme, "Leo", Role::Mentee).await;
        let ada = waiting(app, &programme, "Ada", Role::Mentee).await;
        let nina = waiting(app, &programme, "Nina", Role::Mentor).await;
        let omar = waiting(app, &programme, "Omar", Role::Mentor).await;
        Self { schools, programme, cora, leo, ada, nina, omar }
    }

    async fn get(&self, app: &TestApp, path: &str) -> Value {
        let (status, body) = self.schools.get(app, self.cora, &format!("/api/staff/{path}")).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    async fn send(&self, app: &TestApp, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        self.schools.send(app, self.cora, method, &format!("/api/staff/matching/{path}"), &body).await
    }

    async fn draft(&self, app: &TestApp) -> String {
        let body = json!({"programme": self.programme.id, "replaces": null});
        let (status, body) = self.send(app, Method::POST, "", body).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body["id"].as_str().unwrap().to_owned()
    }
}

fn ids(list: &Value) -> Vec<PersonId> {
    let id = |one: &Value| serde_json::from_value(one["mentor"]["id"].clone()).unwrap();
    list.as_array().unwrap().iter().map(id).collect()
}

both!(round_is_drafted_changed_approved_and_published, async |app| {
    let world = Lakeside::open(&app).await;
    let Lakeside { programme, leo, nina, omar, .. } = &world;
    let now = world.get(&app, "matching/programmes/").await["programmes"][0].clone();
    assert_eq!((&now["waiting"], &now["mentors"], &now["openRun"]), (&json!(2), &json!(2), &Value::Null));
    assert_eq!(now["criteria"][0], json!({"key": "field", "title": "field", "weight": 5}));

    let run = world.draft(&app).await;
    let work = world.get(&app, "overview/").await["work"].clone();
    let open = work.as_array().unwrap().iter().find(|work| work["kind"] == "open_run").unwrap();
    assert_eq!((&open["list"], &open["count"], &open["first"][0]["id"]), (&json!("matching"), &json!(1), &json!(run)));
    assert_eq!(world.get(&app, "matching/?state=to_decide").await["total"], 1);
    let shown = world.get(&app, &format!("matching/{run}/")).await;
    assert_eq!(
        (&shown["state"], &shown["menteesServed"], &shown["otherWeights"]),
        (&json!("draft"), &json!(2), &json!([]))
    );
    let mentees = world.get(&app, &format!("matching/{run}/mentees/?sort=name")).await;
    assert_eq!((&mentees["total"], &mentees["results"][0]["outcome"]), (&json!(2), &Value::Null));

    // Leo is to get Omar first.
    let of_leo = format!("{run}/mentees/{leo}/");
    let choices = world.get(&app, &format!("matching/{of_leo}")).await;
    let before = ids(&choices["proposed"]);
    assert_eq!((before.len(), &choices["isDraft"], &choices["most"]), (2, &json!(true), &json!(2)));
    let titles = |one: &Value| one["reasons"][0]["title"].clone();
    assert_eq!(titles(&choices["proposed"][0]), "field");
    let set = async |before: &[PersonId], mentors: &[PersonId]| {
        world.send(&app, Method::PUT, &of_leo, json!({"before": before, "mentors": mentors})).await
    };
    assert_eq!(set(&before, &[*omar]).await.0, StatusCode::NO_CONTENT);
    let (status, error) = set(&before, &[*nina]).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("proposals_changed")));
    let choices = world.get(&app, &format!("matching/{of_leo}")).await;
    assert_eq!((ids(&choices["proposed"]), ids(&choices["candidates"])), (vec![*omar], vec![*nina]));
    person_facts::set_conflict(&app.store, &operator(), *nina, *leo, true).await.unwrap();
    let (status, error) = set(&[*omar], &[*nina]).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("pair_impossible")));
    let (status, error) = set(&[*omar], &[*omar, *omar]).await;
    assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("invalid")));

    // Only what was approved is published, and an approved run is not replaced.
    let publication = format!("{run}/publication/");
    let (status, error) = world.send(&app, Method::POST, &publication, Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("run_closed")));
    let approval = format!("{run}/approval/");
    let (status, error) = world.send(&app, Method::POST, &approval, json!({"revision": 0})).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("run_edited")));
    for (method, state) in [(Method::POST, "approved"), (Method::DELETE, "draft"), (Method::POST, "approved")] {
        let body = if method == Method::POST { json!({"revision": 1}) } else { Value::Null };
        assert_eq!(world.send(&app, method, &approval, body).await.0, StatusCode::NO_CONTENT);
        assert_eq!(world.get(&app, &format!("matching/{run}/")).await["state"], state);
    }
    let (status, error) = world.send(&app, Method::POST, "", json!({"programme": programme.id, "replaces": run})).await;
    assert_eq!(
        (status, &error["code"], &error["current"]["id"]),
        (StatusCode::CONFLICT, &json!("run_approved"), &json!(run))
    );
    assert_eq!(set(&[*omar], &[]).await.1["code"], "run_closed");
    let (status, published) = world.send(&app, Method::POST, &publication, Value::Null).await;
    assert_eq!((status, &published["fellOut"]), (StatusCode::OK, &json!(0)));
    let shown = world.get(&app, &format!("matching/{run}/")).await;
    assert_eq!((&shown["state"], &shown["accepted"]), (&json!("published"), &json!(0)));
    let choices = world.get(&app, &format!("matching/{of_leo}")).await;
    assert_eq!((&choices["proposed"][0]["outcome"], &choices["candidates"]), (&json!("open"), &json!([])));
    assert_eq!(world.get(&app, &format!("matching/{run}/mentees/?outcome=open")).await["total"], 2);
    let acts = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await;
    let acts: Vec<_> =
        acts.unwrap().rows.into_iter().map(|row| row.action).filter(|act| act.ends_with("_run")).collect();
    assert_eq!(acts, ["publish_run", "approve_run", "withdraw_run", "approve_run", "edit_run", "draft_run"]);
});

both!(who_got_nothing_is_listed_with_a_neutral_reason, async |app| {
    let world = Lakeside::open(&app).await;
    let Lakeside { leo, ada, nina, omar, .. } = &world;
    for mentor in [nina, omar] {
        person_facts::set_conflict(&app.store, &operator(), *mentor, *ada, true).await.unwrap();
    }
    let run = world.draft(&app).await;
    let shown = world.get(&app, &format!("matching/{run}/")).await;
    assert_eq!((&shown["menteesServed"], &shown["mentees"]), (&json!(1), &json!(2)));
    let left_out = world.get(&app, &format!("matching/{run}/left-out/?role=mentee")).await;
    assert_eq!(left_out["total"], 1);
    let row = &left_out["results"][0];
    assert_eq!((&row["id"], &row["rule"], &row["criterion"]), (&json!(ada), &json!("may_not_meet"), &Value::Null));
    let choices = world.get(&app, &format!("matching/{run}/mentees/{ada}/")).await;
    assert_eq!((&choices["proposed"], &choices["candidates"]), (&json!([]), &json!([])));
    assert_eq!(
        world.get(&app, &format!("matching/{run}/mentees/{leo}/")).await["proposed"].as_array().unwrap().len(),
        2
    );
});

/// What the page of a person says of their rounds.
async fn rounds_of(world: &Lakeside, app: &TestApp, person: PersonId) -> Vec<Value> {
    world.get(app, &format!("people/{person}/rounds/")).await["results"].as_array().unwrap().clone()
}

async fn publish(world: &Lakeside, app: &TestApp) {
    let run = world.draft(app).await;
    let (status, error) = world.send(app, Method::POST, &format!("{run}/approval/"), json!({"revision": 0})).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{error}");
    let (status, error) = world.send(app, Method::POST, &format!("{run}/publication/"), Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{error}");
}

both!(separation_and_departure_read_the_same, async |app| {
    let world = Lakeside::open(&app).await;
    let Lakeside { leo, nina, omar, .. } = &world;
    publish(&world, &app).await;
    app.advance(3_600);
    assert!(person_facts::set_conflict(&app.store, &operator(), *leo, *nina, true).await.unwrap());
    app.advance(3_600);
    pool::leave(&app.store, &operator(), *omar, "").await.unwrap().unwrap();
    let mut rows = rounds_of(&world, &app, *leo).await;
    let ids = |row: &Value| row["other"]["id"].clone();
    let others: Vec<Value> = rows.iter().map(ids).collect();
    assert!(others.contains(&json!(nina)) && others.contains(&json!(omar)), "{rows:?}");
    for row in &mut rows {
        assert_eq!((&row["outcome"], &row["since"]), (&json!("unavailable"), &Value::Null));
        row["other"] = Value::Null;
    }
    assert_eq!(rows[0], rows[1]);
});

both!(reason_of_a_former_programme_is_in_the_words_of_its_rules, async |app| {
    let world = Lakeside::open(&app).await;
    let Lakeside { schools, programme, cora, ada, nina, omar, .. } = &world;
    for mentor in [nina, omar] {
        person_facts::set_conflict(&app.store, &operator(), *mentor, *ada, true).await.unwrap();
    }
    publish(&world, &app).await;
    app.sql("UPDATE matching_unmatched SET reason = 'mandatory:field' WHERE reason LIKE 'conflict%'").await;
    hold(&app, *cora, StaffRole::Coordinator, Some(schools.north)).await;
    let transfer = Transfer { from: Some(programme.id), to: schools.north };
    administration::transfer(&app.store, &operator(), *ada, transfer, "another school").await.unwrap().unwrap();
    let rows = rounds_of(&world, &app, *ada).await;
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((&row["rule"], &row["criterion"]), (&json!("mandatory"), &json!("field")));
});

both!(fairness_of_few_people_is_hidden, async |app| {
    let world = Lakeside::open(&app).await;
    let run = world.draft(&app).await;
    assert_eq!(world.get(&app, &format!("matching/{run}/")).await["hasFairness"], true);
    let found = world.get(&app, &format!("matching/{run}/fairness/")).await;
    let group = |answer: Value, sets: usize| {
        let figures = vec![json!({"served": null, "meanScore": null}); sets];
        json!({"answer": answer, "mentees": null, "figures": figures})
    };
    let question = |sets| {
        let groups = [json!("arts"), json!("tech"), Value::Null].map(|answer| group(answer, sets));
        json!([{"question": "Which?", "groups": groups}])
    };
    assert_eq!(found, json!({"questions": question(1)}));
    let body = json!({"programme": world.programme.id, "weights": {"field": 9}});
    let (_, compared) = world.send(&app, Method::POST, "rehearsal/", body).await;
    assert_eq!(compared["fairness"], question(2));
});

both!(rehearsal_compares_with_the_open_draft, async |app| {
    let world = Lakeside::open(&app).await;
    let rehearse = async |weights: Value| {
        let body = json!({"programme": world.programme.id, "weights": weights});
        world.send(&app, Method::POST, "rehearsal/", body).await
    };
    let (status, found) = rehearse(json!({"field": 9})).await;
    assert_eq!((status, &found["isAgainstDraft"], &found["changed"]), (StatusCode::OK, &json!(false), &json!(0)));
    assert_eq!((&found["before"], &found["after"]["menteesServed"]), (&found["after"], &json!(2)));
    for weights in [json!({"shoes": 1}), json!({"field": 11})] {
        assert_eq!(rehearse(weights).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let run = world.draft(&app).await;
    let path = format!("{run}/mentees/{}/", world.leo);
    let before = ids(&world.get(&app, &format!("matching/{path}")).await["proposed"]);
    let body = json!({"before": before, "mentors": [before[1]]});
    assert_eq!(world.send(&app, Method::PUT, &path, body).await.0, StatusCode::NO_CONTENT);
    let found = rehearse(json!({})).await.1;
    assert_eq!((&found["isAgainstDraft"], &found["changed"]), (&json!(true), &json!(1)));
    assert_eq!(found["changes"][0]["mentee"]["name"], "Leo Silva");
    let body = json!({"programme": world.programme.id, "weights": {"field": 9}, "replaces": null});
    let (status, error) = world.send(&app, Method::POST, "", body).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("run_drafted")));
    let body = json!({"programme": world.programme.id, "weights": {"field": 9}, "replaces": run});
    let (_, drafted) = world.send(&app, Method::POST, "", body).await;
    let shown = world.get(&app, &format!("matching/{}/", drafted["id"].as_str().unwrap())).await;
    assert_eq!(shown["otherWeights"], json!([{"key": "field", "title": "field", "weight": 9}]));
    assert_eq!(world.get(&app, &format!("matching/{run}/")).await["state"], "replaced");
});

both!(rounds_of_other_programmes_do_not_exist, async |app| {
    let world = Lakeside::open(&app).await;
    let run = world.draft(&app).await;
    let edda = add(&app, "Eve", Role::Staff, Some(world.schools.east)).await;
    hold(&app, edda, StaffRole::Coordinator, Some(world.schools.east)).await;
    let list = world.schools.get(&app, edda, "/api/staff/matching/").await.1;
    assert_eq!((&list["total"], &list["results"]), (&json!(0), &json!([])));
    assert_eq!(world.schools.get(&app, edda, "/api/staff/matching/programmes/").await.1, json!({"programmes": []}));
    let (programme, leo) = (world.programme.id, world.leo);
    let mentors = json!({"before": [], "mentors": []});
    for (method, path, body) in [
        (Method::POST, String::new(), json!({"programme": programme, "replaces": run})),
        (Method::POST, "rehearsal/".into(), json!({"programme": programme})),
        (Method::GET, format!("{run}/"), Value::Null),
        (Method::GET, format!("{run}/mentees/"), Value::Null),
        (Method::GET, format!("{run}/fairness/"), Value::Null),
        (Method::GET, format!("{run}/left-out/"), Value::Null),
        (Method::GET, format!("{run}/mentees/{leo}/"), Value::Null),
        (Method::PUT, format!("{run}/mentees/{leo}/"), mentors),
        (Method::POST, format!("{run}/approval/"), json!({"revision": 0})),
        (Method::DELETE, format!("{run}/approval/"), Value::Null),
        (Method::POST, format!("{run}/publication/"), Value::Null),
    ] {
        let path = format!("/api/staff/matching/{path}");
        let (status, _) = world.schools.send(&app, edda, method.clone(), &path, &body).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}");
    }
    assert_eq!(world.get(&app, &format!("matching/{run}/")).await["state"], "draft");
});

both!(page_of_a_person_says_whether_they_wait, async |app| {
    let world = Lakeside::open(&app).await;
    let Lakeside { programme, leo, nina, cora, .. } = &world;
    let of = async |person: &PersonId| world.get(&app, &format!("people/{person}/")).await["matching"].clone();
    let state = async |person: &PersonId| of(person).await["state"].clone();
    assert_eq!([state(leo).await, state(nina).await], ["waiting", "waiting"]);
    assert_eq!(of(cora).await, Value::Null, "staff are not matched");
    let eva = add(&app, "Eva", Role::Mentee, Some(programme.id)).await;
    let found = of(&eva).await;
    assert_eq!((&found["state"], &found["surveys"]), (&json!("locked"), &json!(["About you"])));
    let run = world.draft(&app).await;
    let by = operator();
    runs::approve(&app.store, &by, run.parse().unwrap()).await.unwrap().unwrap();
    runs::publish(&app.store, &by, programme, run.parse().unwrap()).await.unwrap().unwrap();
    assert_eq!([state(leo).await, state(nina).await], ["deciding", "waiting"]);
    for (reason, expected) in [
        (PauseReason::OwnWish, "paused_by_wish"),
        (PauseReason::Staff, "paused_by_staff"),
        (PauseReason::Safeguarding, "paused_by_staff"),
    ] {
        pool::pause(&app.store, &by, *nina, reason).await.unwrap().unwrap();
        assert_eq!(state(nina).await, expected);
    }
    pool::leave(&app.store, &by, *leo, "moves").await.unwrap().unwrap();
    assert_eq!(state(leo).await, "left");
    let new = NewMentorship { mentor: world.omar, mentees: vec![*leo], group: None };
    administration::create_mentorship(&app.store, &by, &new).await.unwrap().unwrap();
    assert_eq!(state(leo).await, "matched");
});
