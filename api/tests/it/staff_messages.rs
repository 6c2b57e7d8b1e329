//! What people write to the programme team, in the console: the list, the conversation, who takes care of it, and notes.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::messages::Draft;
use store::people::Role;
use store::staff::StaffRole;
use store::{PersonId, messages, team};
use test_kit::{both, fresh_name};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

/// Cora and Carl coordinate North, where Nele is a mentee; Uwe coordinates East.
struct North {
    schools: Schools,
    cora: PersonId,
    carl: PersonId,
    uwe: PersonId,
    nele: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let coordinator = async |name: &str, programme| {
            let person = add(app, name, Role::Staff, Some(programme)).await;
            hold(app, person, StaffRole::Coordinator, Some(programme)).await;
            person
        };
        let (cora, carl) = (coordinator("Cora", schools.north).await, coordinator("Carl", schools.north).await);
        let uwe = coordinator("Uwe", schools.east).await;
        let nele = add(app, "Nelly", Role::Mentee, Some(schools.north)).await;
        Self { schools, cora, carl, uwe, nele }
    }

    async fn write(&self, app: &TestApp, text: &str) {
        let channel = team::open(&app.store, self.nele).await.unwrap().unwrap();
        app.store.writer.append(Draft::text(channel, self.nele, fresh_name(), text)).await.unwrap();
    }

    /// The address of something of Nele's.
    fn path(&self, what: &str) -> String {
        format!("/api/staff/messages/{}/{what}", self.nele)
    }

    async fn get(&self, app: &TestApp, person: PersonId, path: &str) -> Value {
        let (status, body) = self.schools.get(app, person, path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    async fn send(
        &self,
        app: &TestApp,
        person: PersonId,
        method: Method,
        what: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        self.schools.send(app, person, method, &self.path(what), &body).await
    }
}

both!(message_is_answered_by_one_of_the_team, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Can I change the day?").await;
    let list = north.get(&app, north.cora, "/api/staff/messages/?state=waiting").await;
    let one = &list["results"][0];
    assert_eq!((&list["total"], &one["name"]), (&json!(1), &json!("Nelly Berg")));
    assert_eq!((&one["lastText"], &one["isLastOfStaff"]), (&json!("Can I change the day?"), &json!(false)));
    let page = north.get(&app, north.cora, &north.path("")).await;
    assert_eq!((&page["head"], &page["messages"][0]["isOfStaff"]), (&json!(1), &json!(false)));
    assert!(page["due"].as_str() > page["waitingSince"].as_str(), "{page}");

    let text = "  Yes, of course.\n– Cora ";
    let body = json!({"tempId": "a1", "text": text, "seen": 1});
    let (status, _) = north.send(&app, north.cora, Method::POST, "answers/", body.clone()).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = north.send(&app, north.cora, Method::POST, "answers/", body).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "sent again");
    let body = json!({"tempId": "b1", "text": "No.", "seen": 1});
    let (status, error) = north.send(&app, north.carl, Method::POST, "answers/", body).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("answered_meanwhile")));
    assert_eq!(error["current"]["by"], "Cora Berg");

    let page = north.get(&app, north.carl, &north.path("")).await;
    assert_eq!((&page["waitingSince"], &page["head"]), (&Value::Null, &json!(2)));
    let answer = &page["messages"][1];
    assert_eq!((&answer["text"], &answer["isOfStaff"]), (&json!("Yes, of course.\n– Cora"), &json!(true)));
    assert_eq!((&answer["author"]["name"], &page["assignedTo"]["name"]), (&json!("Cora Berg"), &json!("Cora Berg")));
    let list = north.get(&app, north.cora, "/api/staff/messages/?assigned=me").await;
    assert_eq!(list["total"], json!(1));
    let list = north.get(&app, north.carl, "/api/staff/messages/?assigned=me&assigned=no").await;
    assert_eq!(list["total"], json!(0));
});

both!(invalid_answers_change_nothing, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Hello").await;
    for (text, temp_id) in
        [("", "a"), (" \n\u{200b} ", "a"), (&*"x".repeat(4_001), "a"), ("Hello", ""), ("Hello", &*"x".repeat(65))]
    {
        let body = json!({"tempId": temp_id, "text": text, "seen": 1});
        let (status, error) = north.send(&app, north.cora, Method::POST, "answers/", body).await;
        assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("invalid")), "{temp_id}");
    }
    let channel = team::open(&app.store, north.nele).await.unwrap().unwrap();
    assert_eq!(messages::between(&app.store, channel, 0, 10).await.unwrap().len(), 1);
    let body = json!({"tempId": "a", "text": "Hello", "seen": i64::MAX});
    let (status, _) = north.send(&app, north.cora, Method::POST, "answers/", body).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    north.write(&app, "Another question").await;
    let list = north.get(&app, north.cora, "/api/staff/messages/?state=waiting").await;
    assert_eq!(list["total"], json!(1), "what comes later waits");
});

both!(conversation_is_taken_by_one, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Hello").await;
    let colleagues = north.get(&app, north.cora, &north.path("colleagues/")).await;
    let names: Vec<_> = colleagues.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Carl Berg", "Cora Berg"]);
    let take = async |person, before: Option<PersonId>, to: Option<PersonId>| {
        north.send(&app, person, Method::PUT, "assignment/", json!({"before": before, "to": to})).await
    };
    assert_eq!(take(north.cora, None, Some(north.cora)).await.0, StatusCode::NO_CONTENT);
    let (status, error) = take(north.carl, None, Some(north.carl)).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("assigned_meanwhile")));
    assert_eq!(error["current"]["to"], "Cora Berg");
    assert_eq!(take(north.cora, Some(north.cora), Some(north.uwe)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(take(north.cora, Some(north.cora), Some(north.carl)).await.0, StatusCode::NO_CONTENT);
    let seen = json!({"seen": 1});
    assert_eq!(north.send(&app, north.carl, Method::POST, "settling/", seen).await.0, StatusCode::NO_CONTENT);
    let list = north.get(&app, north.carl, "/api/staff/messages/?state=waiting").await;
    assert_eq!(list["total"], json!(0));
    assert_eq!(north.send(&app, north.cora, Method::DELETE, "settling/", json!({})).await.0, StatusCode::NO_CONTENT);
    let list = north.get(&app, north.carl, "/api/staff/messages/?state=waiting").await;
    assert_eq!(list["total"], json!(1));
});

both!(messages_of_other_programmes_do_not_exist, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Hello").await;
    let lead = add(&app, "Lena", Role::Staff, Some(north.schools.north)).await;
    hold(&app, lead, StaffRole::Safeguarding, Some(north.schools.north)).await;
    for (person, expected) in [(north.uwe, StatusCode::NOT_FOUND), (lead, StatusCode::FORBIDDEN)] {
        for (method, what, body) in [
            (Method::GET, "", Value::Null),
            (Method::GET, "colleagues/", Value::Null),
            (Method::POST, "answers/", json!({"tempId": "a", "text": "Hello", "seen": 1})),
            (Method::PUT, "assignment/", json!({"before": null, "to": person})),
            (Method::POST, "settling/", json!({"seen": 1})),
            (Method::DELETE, "settling/", Value::Null),
            (Method::PUT, "reading/", json!({"seen": 1})),
        ] {
            let (status, body) = north.send(&app, person, method.clone(), what, body).await;
            assert_eq!(status, expected, "{method} {what}: {body}");
        }
        let notes = format!("/api/staff/people/{}/notes/", north.nele);
        assert_eq!(north.schools.get(&app, person, &notes).await.0, expected);
    }
    let list = north.get(&app, north.uwe, "/api/staff/messages/").await;
    assert_eq!(list["total"], json!(0));
});

both!(waiting_messages_are_work_of_coordinators, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Hello").await;
    let overview = north.get(&app, north.cora, "/api/staff/overview/").await;
    let work = overview["work"].as_array().unwrap().iter().find(|work| work["kind"] == "message").unwrap();
    assert_eq!((&work["list"], &work["count"]), (&json!("messages"), &json!(1)));
    assert_eq!(work["first"][0]["id"], json!(north.nele));
    assert!(work["first"][0]["due"].is_string(), "{work}");
    let overview = north.get(&app, north.uwe, "/api/staff/overview/").await;
    assert!(overview["work"].as_array().unwrap().iter().all(|work| work["kind"] != "message"));
});

both!(notes_are_added_once_and_deleted_by_their_author, async |app| {
    let north = North::open(&app).await;
    let path = format!("/api/staff/people/{}/notes/", north.nele);
    let id = "0192f0a0-0000-7000-8000-0000000000aa";
    for _ in 0..2 {
        let body = json!({"id": id, "text": " Prefers calls "});
        let (status, _) = north.schools.send(&app, north.cora, Method::POST, &path, &body).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    }
    let notes = north.get(&app, north.carl, &path).await;
    assert_eq!(notes.as_array().unwrap().len(), 1);
    assert_eq!((&notes[0]["text"], &notes[0]["isOwn"]), (&json!("Prefers calls"), &json!(false)));
    let note = format!("{path}{id}/");
    let delete = async |person| north.schools.send(&app, person, Method::DELETE, &note, &Value::Null).await.0;
    assert_eq!(delete(north.carl).await, StatusCode::NOT_FOUND);
    assert_eq!(delete(north.cora).await, StatusCode::NO_CONTENT);
    let body = json!({"id": id, "text": "x".repeat(4_001)});
    let (status, _) = north.schools.send(&app, north.cora, Method::POST, &path, &body).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
});

both!(report_of_an_answer_is_about_its_author, async |app| {
    let north = North::open(&app).await;
    north.write(&app, "Hello").await;
    let body = json!({"tempId": "a", "text": "Give me your number", "seen": 1});
    north.send(&app, north.carl, Method::POST, "answers/", body).await;
    let channel = team::open(&app.store, north.nele).await.unwrap().unwrap();
    let answer = messages::id_at(&app.store, channel, 2).await.unwrap().unwrap();
    store::people::agree_to_terms(&app.store, north.nele).await.unwrap();
    let report = json!({"channelId": channel, "msgId": answer, "reason": "private_contact", "details": "",
        "stopContact": false, "block": false});
    let (status, body) = north.schools.send(&app, north.nele, Method::POST, "/api/v2/chat/report/", &report).await;
    assert_eq!((status, &body["contactStopped"]), (StatusCode::CREATED, &json!(true)), "{body}");
    let (status, _) = north.schools.get(&app, north.carl, &north.path("")).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "he does not read on");
    let written = async |reader| {
        let happened = north.get(&app, reader, &format!("/api/staff/people/{}/timeline/", north.nele)).await;
        let rows = happened["results"].as_array().unwrap().clone();
        rows.into_iter()
            .filter(|row| row["kind"] == "answer_person")
            .map(|row| row["actor"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(written(north.cora).await, ["Carl Berg"], "the time line of her page says that he wrote");
    assert_eq!(written(north.carl).await, [] as [Value; 0]);
    north.get(&app, north.cora, &north.path("")).await;
    let lead = add(&app, "Lena", Role::Staff, Some(north.schools.north)).await;
    hold(&app, lead, StaffRole::Safeguarding, Some(north.schools.north)).await;
    let cases = north.get(&app, lead, "/api/staff/cases/").await;
    assert_eq!(cases["results"][0]["about"]["name"], "Carl Berg", "{cases}");
    let case = cases["results"][0]["id"].as_str().unwrap();
    let reason = json!({"reason": "To see what happened"});
    let path = format!("/api/staff/cases/{case}/conversation/");
    let (_, conversation) = north.schools.send(&app, lead, Method::POST, &path, &reason).await;
    assert_eq!(conversation[1]["userFullName"], "Carl Berg", "the lead reads who wrote it: {conversation}");
    let person =
        json!({"channelId": channel, "userId": store::bots::TEAM, "reason": "other", "details": "", "block": false});
    let (status, _) = north.schools.send(&app, north.nele, Method::POST, "/api/v2/chat/report/", &person).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "the team is no person");
});
