//! Announcements over HTTP: staff write and send them, members read them in their language.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::both;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const ID: &str = "0192f0a0-0000-7000-8000-00000000a1a1";

/// Cora coordinates North, where Nelly is a mentee; Uwe coordinates East.
struct North {
    schools: Schools,
    cora: PersonId,
    uwe: PersonId,
    nelly: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let coordinator = async |name: &str, programme| {
            let person = add(app, name, Role::Staff, Some(programme)).await;
            hold(app, person, StaffRole::Coordinator, Some(programme)).await;
            person
        };
        let (cora, uwe) = (coordinator("Cora", schools.north).await, coordinator("Uwe", schools.east).await);
        let nelly = add(app, "Nelly", Role::Mentee, Some(schools.north)).await;
        Self { schools, cora, uwe, nelly }
    }

    async fn send(&self, app: &TestApp, method: Method, what: &str, body: Value) -> (StatusCode, Value) {
        self.schools.send(app, self.cora, method, &format!("/api/staff/announcements/{what}"), &body).await
    }

    /// Begins a draft and saves this text.
    async fn write(&self, app: &TestApp, title: &str, text: &str) {
        let begin = json!({"id": ID, "programme": self.schools.north});
        for _ in 0..2 {
            assert_eq!(self.send(app, Method::POST, "", begin.clone()).await.0, StatusCode::NO_CONTENT);
        }
        let (status, saved) = self.send(app, Method::PUT, &format!("{ID}/"), self.content(title, text)).await;
        assert_eq!((status, &saved["revision"]), (StatusCode::OK, &json!(2)), "{saved}");
    }

    fn content(&self, title: &str, text: &str) -> Value {
        json!({"revision": 1, "programme": self.schools.north, "texts": {"en": {"title": title, "body": text}},
            "roles": ["mentee"], "among": "all", "push": false, "mail": false})
    }
}

both!(member_reads_what_staff_announced, async |app| {
    let north = North::open(&app).await;
    let hostile =
        "<script>alert(1)</script> \u{202e}evil\u{202c}\nSee https://party.example/x, [this](javascript:alert(1)).";
    north.write(&app, "Party\n<b>now</b>", hostile).await;
    let own = format!("/api/v2/announcements/{ID}/");
    let mine = async |path: &str| north.schools.get(&app, north.nelly, path).await;
    assert_eq!(mine(&own).await.0, StatusCode::NOT_FOUND, "a draft");
    assert_eq!(mine("/api/v2/announcements/").await.1, json!([]));
    let (status, _) =
        north.send(&app, Method::POST, &format!("{ID}/sending/"), json!({"revision": 2, "at": null})).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    store::announcements::deliver_due(&app.store).await.unwrap();

    let list = mine("/api/v2/announcements/").await.1;
    assert_eq!((&list[0]["title"], &list[0]["isRead"]), (&json!("Party <b>now</b>"), &json!(false)));
    let (_, one) = mine(&own).await;
    let spans: Vec<&Value> =
        one["blocks"].as_array().unwrap().iter().flat_map(|block| block["spans"].as_array().unwrap()).collect();
    let links: Vec<_> = spans.iter().filter_map(|span| span["href"].as_str()).collect();
    assert_eq!(links, ["https://party.example/x"]);
    assert!(!one.to_string().contains('\u{202e}'), "{one}");
    assert!(one.get("author").is_none(), "members read no name");
    let read = north.schools.send(&app, north.nelly, Method::POST, &format!("{own}reading/"), &Value::Null).await;
    assert_eq!(read.0, StatusCode::NO_CONTENT);
    let (_, page) = north.send(&app, Method::GET, &format!("{ID}/"), Value::Null).await;
    assert_eq!((&page["mentees"], &page["author"]["name"]), (&json!({"reached": 2, "read": 1}), &json!("Cora Berg")));

    let back = json!({"revision": 3});
    assert_eq!(north.send(&app, Method::POST, &format!("{ID}/taking-back/"), back).await.0, StatusCode::NO_CONTENT);
    let (status, error) = mine(&own).await;
    assert_eq!((status, &error["code"]), (StatusCode::GONE, &json!("announcement_taken_back")));
    assert_eq!(mine("/api/v2/announcements/").await.1, json!([]));
});

both!(refusals_name_what_is_wrong, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Party", "").await;
    let one = format!("{ID}/");
    let (status, error) = north.send(&app, Method::PUT, &one, north.content("Other", "Come")).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    let (status, error) =
        north.send(&app, Method::POST, &format!("{one}sending/"), json!({"revision": 2, "at": null})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(error["fields"]["texts.en.body"].is_array(), "{error}");
    let mut content = north.content("Party", "Come");
    content["revision"] = json!(2);
    content["roles"] = json!(["staff"]);
    let (status, error) = north.send(&app, Method::PUT, &one, content.clone()).await;
    assert_eq!((status, error["fields"]["roles"].is_array()), (StatusCode::UNPROCESSABLE_ENTITY, true));
    content["roles"] = json!(["mentee", "mentor"]);
    assert_eq!(north.send(&app, Method::PUT, &one, content).await.0, StatusCode::OK);
    let past = json!({"revision": 3, "at": "2001-01-01T10:00:00"});
    let (status, error) = north.send(&app, Method::POST, &format!("{one}sending/"), past).await;
    assert_eq!((status, error["fields"]["at"].is_array()), (StatusCode::UNPROCESSABLE_ENTITY, true));

    let (status, _) = north.schools.get(&app, north.uwe, &format!("/api/staff/announcements/{one}")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let audience = format!("/api/staff/announcements/audience/?programme={}&among=all", north.schools.north);
    assert_eq!(north.schools.get(&app, north.uwe, &audience).await.0, StatusCode::NOT_FOUND);
    assert_eq!(north.schools.get(&app, north.cora, &audience).await.1, json!({"mentees": 2, "mentors": 0}));
    assert_eq!(north.schools.get(&app, north.nelly, &audience).await.0, StatusCode::FORBIDDEN);
});
