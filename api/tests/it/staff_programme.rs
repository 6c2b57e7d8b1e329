//! The rules of a programme over HTTP: who sees and changes them, what a change answers, and what it refuses.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::people::Role;
use store::staff::{Grant, StaffRole};
use store::{administration, programmes};
use test_kit::{both, operator, samples};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

/// Cora coordinates North.
async fn north(app: &TestApp) -> (Schools, PersonId, String) {
    let schools = Schools::open(app).await;
    let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let path = format!("/api/staff/programmes/{}/rules/", schools.north);
    (schools, cora, path)
}

fn weeks(weeks: i64) -> Value {
    json!({"rule": "contact", "value": {"everyWeeks": weeks}})
}

/// The rule with a name, and its revision.
async fn held(app: &TestApp, schools: &Schools, person: PersonId, path: &str, name: &str) -> (Value, String) {
    let (status, body) = schools.get(app, person, path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let rules = body["rules"].as_array().unwrap();
    let one = rules.iter().find(|one| one["rule"]["rule"] == name).unwrap();
    (one["rule"].clone(), one["revision"].as_str().unwrap().to_owned())
}

both!(coordinator_changes_a_rule_and_sets_it_back, async |app| {
    let (schools, cora, path) = north(&app).await;
    let (before, revision) = held(&app, &schools, cora, &path, "contact").await;
    assert_eq!(before, weeks(2));
    let (status, preview) = schools.send(&app, cora, Method::POST, &format!("{path}preview/"), &weeks(3)).await;
    assert_eq!((status, preview), (StatusCode::OK, json!({"effects": []})));
    assert_eq!(held(&app, &schools, cora, &path, "contact").await.0, before, "a preview changes nothing");

    let body = json!({"expected": revision, "rule": weeks(3)});
    let (status, set) = schools.send(&app, cora, Method::POST, &path, &body).await;
    assert_eq!(status, StatusCode::OK, "{set}");
    assert_eq!(
        held(&app, &schools, cora, &path, "contact").await,
        (weeks(3), set["revision"].as_str().unwrap().to_owned())
    );
    let (_, history) = schools.get(&app, cora, &format!("{path}contact/history/")).await;
    let [change] = &history["changes"].as_array().unwrap()[..] else { panic!("{history}") };
    assert_eq!((&change["before"], &change["after"]), (&weeks(2), &weeks(3)));
    assert_eq!(change["author"]["id"], json!(cora));

    let back = json!({"expected": set["revision"], "rule": change["before"]});
    assert_eq!(schools.send(&app, cora, Method::POST, &path, &back).await.0, StatusCode::OK);
    assert_eq!(held(&app, &schools, cora, &path, "contact").await, (weeks(2), revision));
});

both!(every_rule_is_sent_as_it_is_read, async |app| {
    let (schools, cora, path) = north(&app).await;
    let (_, body) = schools.get(&app, cora, &path).await;
    let before = programmes::by_id(&app.store, schools.north).await.unwrap().unwrap().settings;
    for one in body["rules"].as_array().unwrap() {
        let again = json!({"expected": one["revision"], "rule": one["rule"]});
        let (status, set) = schools.send(&app, cora, Method::POST, &path, &again).await;
        assert_eq!((status, &set["revision"]), (StatusCode::OK, &one["revision"]), "{one}");
    }
    assert_eq!(programmes::by_id(&app.store, schools.north).await.unwrap().unwrap().settings, before);
});

both!(second_coordinator_gets_what_the_first_saved, async |app| {
    let (schools, cora, path) = north(&app).await;
    let (_, revision) = held(&app, &schools, cora, &path, "contact").await;
    let set = async |every| {
        schools.send(&app, cora, Method::POST, &path, &json!({"expected": revision, "rule": weeks(every)})).await
    };
    let (_, first) = set(3).await;
    let (status, second) = set(4).await;
    assert_eq!((status, &second["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    assert_eq!(second["current"], json!({"revision": first["revision"], "rule": weeks(3)}));
});

both!(impossible_values_are_named_where_they_stand, async |app| {
    let (schools, cora, path) = north(&app).await;
    let (_, revision) = held(&app, &schools, cora, &path, "team").await;
    let team = json!({"rule": "team", "value": {"days": [], "from": 600, "until": 540, "away": []}});
    let preview = schools.send(&app, cora, Method::POST, &format!("{path}preview/"), &team).await;
    let set = schools.send(&app, cora, Method::POST, &path, &json!({"expected": revision, "rule": team})).await;
    for (status, body) in [preview, set] {
        assert_eq!((status, &body["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("rule_refused")));
        assert_eq!(body["problems"], json!({"team.until": {"code": "no_hours"}, "team.days": {"code": "no_day"}}));
    }
    for (rule, value) in [
        ("team", json!({"days": [7], "from": 600, "until": 700, "away": []})),
        ("team", json!({"days": [1], "from": 600, "until": 1500, "away": []})),
        ("mentee_ages", json!({"from": 14, "to": null})),
        ("contact", json!({"everyWeeks": -1})),
        ("contact", json!({"everyWeeks": 2, "everyDays": 2})),
        ("golf", json!({})),
    ] {
        let body = json!({"rule": rule, "value": value});
        let (status, answer) = schools.send(&app, cora, Method::POST, &format!("{path}preview/"), &body).await;
        assert!(status.is_client_error(), "{rule} {status} {answer}");
    }
});

both!(rules_of_another_programme_do_not_exist, async |app| {
    let (schools, cora, path) = north(&app).await;
    let (_, revision) = held(&app, &schools, cora, &path, "contact").await;
    let uwe = add(&app, "Uwe", Role::Staff, Some(schools.east)).await;
    hold(&app, uwe, StaffRole::Coordinator, Some(schools.east)).await;
    let answers = async |person| {
        let body = json!({"expected": revision, "rule": weeks(3)});
        [
            schools.get(&app, person, &path).await.0,
            schools.get(&app, person, &format!("{path}contact/history/")).await.0,
            schools.send(&app, person, Method::POST, &format!("{path}preview/"), &weeks(3)).await.0,
            schools.send(&app, person, Method::POST, &path, &body).await.0,
        ]
    };
    assert_eq!(answers(uwe).await, [StatusCode::NOT_FOUND; 4]);
    let mira = add(&app, "Mira", Role::Staff, Some(schools.north)).await;
    for role in [StaffRole::Safeguarding, StaffRole::Reports] {
        hold(&app, mira, role, None).await;
    }
    assert_eq!(answers(mira).await, [StatusCode::FORBIDDEN; 4], "neither role changes rules");
    let (_, me) = schools.get(&app, cora, "/api/staff/me/").await;
    assert_eq!(me["ruledProgrammes"][0]["key"], json!("north"));
    let grant = Grant { role: StaffRole::Coordinator, programme: Some(schools.north) };
    administration::end_role(&app.store, &operator(), cora, grant, Default::default()).await.unwrap().unwrap();
    assert_eq!(answers(cora).await, [StatusCode::FORBIDDEN; 4], "the role ended");
    assert_eq!(held_weeks(&app, &schools).await, 2);

    hold(&app, mira, StaffRole::Administrator, None).await;
    assert_eq!(answers(mira).await, [StatusCode::OK; 4]);
    for path in ["/api/staff/programmes/no-id/rules/", &format!("{path}golf/history/")] {
        assert_eq!(schools.get(&app, mira, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
});

async fn held_weeks(app: &TestApp, schools: &Schools) -> u8 {
    programmes::by_id(&app.store, schools.north).await.unwrap().unwrap().settings.contact.every_weeks
}

both!(members_see_the_colour_and_the_logo_of_their_programme, async |app| {
    let (schools, cora, path) = north(&app).await;
    let emil = add(&app, "Emil", Role::Mentee, Some(schools.north)).await;
    let lena = add(&app, "Lena", Role::Mentee, Some(schools.south)).await;
    let upload = async |person, programme, file: Vec<u8>| {
        let path = format!("/api/staff/programmes/{programme}/logo/");
        let form = Form::new().part("picture", Part::bytes(file).file_name("logo.png"));
        schools.answer(schools.request(&app, person, Method::POST, &path).await.multipart(form)).await
    };
    let (status, kept) = upload(cora, schools.north, samples::png(600, 200)).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let logo = kept["name"].as_str().unwrap();
    for (file, expected) in [
        (b"<svg onload=alert(1)>".to_vec(), "picture_broken"),
        (samples::gif(40, 40), "picture_broken"),
        (vec![b'x'; 2 * 1024 * 1024 + 1], "picture_too_large"),
    ] {
        assert_eq!(upload(cora, schools.north, file).await.1["code"], expected);
    }
    assert_eq!(upload(cora, schools.south, samples::png(60, 20)).await.0, StatusCode::NOT_FOUND);

    let appearance = |color: Value, logo: Value| json!({"rule": "appearance", "value": {"color": color, "logo": logo}});
    for (value, place, code) in [
        (appearance(json!("#ffd400"), Value::Null), "appearance.color", "light_color"),
        (appearance(json!("red;}"), Value::Null), "appearance.color", "no_color"),
        (appearance(Value::Null, json!("../other")), "appearance.logo", "no_logo"),
    ] {
        let (status, refused) = schools.send(&app, cora, Method::POST, &format!("{path}preview/"), &value).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        assert_eq!(refused["problems"][place]["code"], code, "{refused}");
    }
    let (_, revision) = held(&app, &schools, cora, &path, "appearance").await;
    let set = json!({"expected": revision, "rule": appearance(json!("#7A2E5D"), json!(logo))});
    let (status, answer) = schools.send(&app, cora, Method::POST, &path, &set).await;
    assert_eq!(status, StatusCode::OK, "{answer}");

    let (_, profile) = schools.get(&app, emil, "/api/v2/users/profile/").await;
    assert_eq!(profile["appearance"]["color"], "#7a2e5d");
    let address = profile["appearance"]["logo"].as_str().unwrap();
    let shown = schools.request(&app, lena, Method::GET, address).await.send().await.unwrap();
    assert_eq!((shown.status(), shown.headers()["content-type"].to_str().unwrap()), (StatusCode::OK, "image/webp"));
    assert!(shown.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
    let (_, other) = schools.get(&app, lena, "/api/v2/users/profile/").await;
    assert_eq!(
        other["appearance"],
        json!({"color": null, "logo": null}),
        "another programme keeps the look of the product"
    );
});
