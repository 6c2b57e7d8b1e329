//! The curated list of the learning hub.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::json;
use store::administration;
use store::content::{Bundle, Origin};
use test_kit::both;

use crate::learning::{answer, complete, get, ids, import, ines, post, session, text};

both!(curated_list_says_why, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let first = get(&ines, "sessions/?curated").await;
    assert_eq!(ids(&first), ["money", "listen"], "the newest first");
    assert_eq!(first.body[0]["because"], json!({"kind": "newest"}));
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    complete(&ines, "read").await;
    answer(&ines, "practise", "listen-must", json!({"best": "ask"})).await;
    complete(&ines, "end").await;
    let because = get(&ines, "sessions/?curated").await.body[0]["because"].clone();
    assert_eq!((&because["kind"], &because["tag"]["key"]), (&json!("tag"), &json!("talk")));
});

both!(curated_list_follows_answers_and_the_programme, async |app| {
    ines(&app).await;
    let mut money = session("money", "2026-02-20", &["mentee"]);
    money["tags"] = json!([]);
    import(&app, &[session("listen", "2026-02-01", &["mentee"]), money]).await;
    let options =
        json!([{"key": "talking", "tags": ["talk"], "label": text("Talking")}, {"key": "no", "label": text("No")}]);
    let question = json!({"key": "wish", "type": "MultiChoiceDropDown", "label": text("Wish?"), "options": options});
    let pages = json!([{"title": text("Page"), "questions": [question]}]);
    let survey = json!({"key": "wishes", "name": text("Wishes"), "short_description": text("Yours."),
        "stages": [{"key": "one", "name": text("One"), "pages": pages}]});
    let surveys = Some(vec![serde_json::from_value(survey).unwrap()]);
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &Bundle { surveys, ..Bundle::default() },
        Origin::Operator,
    )
    .await
    .unwrap();
    let rules = |pinned: &[&str]| {
        let rules = json!({"experiences": {"mentee": {"session": "use", "survey": "use"}}, "pinned_sessions": pinned,
            "surveys": [{"survey": "wishes", "roles": ["mentee"]}]});
        serde_json::from_value(rules).unwrap()
    };
    let put = async |pinned: &[&str]| {
        administration::put_programme(
            &app.store,
            &test_kit::operator(),
            "lakeside",
            "Lakeside",
            "Europe/London",
            &rules(pinned),
        )
        .await
        .unwrap();
    };
    put(&[]).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(ids(&get(&ines, "sessions/?curated").await), ["money", "listen"]);
    let data = |draft: bool| {
        let data = json!({"survey": "wishes", "stage": "wishes.one", "answers": {"wish": ["talking"]}, "draft": draft});
        ines.request(Method::POST, "../../v3/screening/answers/").multipart(Form::new().text("data", data.to_string()))
    };
    assert_eq!(ines.send(data(true)).await.status, 200);
    assert_eq!(ids(&get(&ines, "sessions/?curated").await), ["money", "listen"], "a draft is no answer yet");
    assert_eq!(ines.send(data(false)).await.status, 200);
    let followed = get(&ines, "sessions/?curated").await;
    assert_eq!(ids(&followed), ["listen", "money"]);
    let because = &followed.body[0]["because"];
    assert_eq!((&because["kind"], &because["tag"]["key"]), (&json!("interest"), &json!("talk")));

    put(&["money"]).await;
    let pinned = get(&ines, "sessions/?curated").await;
    assert_eq!(ids(&pinned), ["money", "listen"]);
    assert_eq!(pinned.body[0]["because"], json!({"kind": "pinned"}));
});
