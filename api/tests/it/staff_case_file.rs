//! A case as a file for the authorities: what is in it, that it can be proved, and who gets none.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::attachments::{self, NewFile};
use store::cases::{self, Outcome};
use store::channels::{self, Kind};
use store::listing::ListRequest;
use store::messages::Draft;
use store::people::Role;
use store::reports::{self, NewReport, Reason};
use store::staff::{Scope, Staff, StaffRole, audit};
use store::{AlertId, PersonId, administration, erase, people};
use test_kit::{both, operator};
use zip::ZipArchive;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const HOSTILE: &str = "<script>alert(1)</script>\u{202e}&'\"";

/// Nils reported Mona, whose message has a file; Lea leads safeguarding in North.
struct World {
    app: TestApp,
    schools: Schools,
    lea: PersonId,
    mona: PersonId,
    case: AlertId,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let schools = Schools::open(&app).await;
        let north = Some(schools.north);
        let (lea, mona, nils) = (
            add(&app, "Lea", Role::Staff, north).await,
            add(&app, "Mona", Role::Mentor, north).await,
            add(&app, "Nils", Role::Mentee, north).await,
        );
        hold(&app, lea, StaffRole::Safeguarding, north).await;
        let store = &app.store;
        let channel = channels::create(store, Kind::Group, HOSTILE, north).await.unwrap();
        channels::join(store, channel, &[mona, nils]).await.unwrap();
        let name = "../../page<img src=x>.html".to_owned();
        let file =
            NewFile { name, media_type: "text/plain".into(), bytes: b"<b>bytes</b>".to_vec(), ..NewFile::default() };
        let file = attachments::add(store, channel, mona, file).await.unwrap().unwrap();
        attachments::claim(store, file.id, channel, mona, "one").await.unwrap().unwrap();
        let draft = Draft { attachments: vec![file], ..Draft::text(channel, mona, "one", format!("Canary {HOSTILE}")) };
        let message = store.writer.append(draft).await.unwrap().message;
        store.writer.append(Draft::text(channel, nils, "two", "Please stop")).await.unwrap();
        let new = NewReport {
            reporter: nils,
            subject: mona,
            channel,
            message: Some(&message),
            programme: north,
            reason: Reason::Harassment,
            details: HOSTILE,
            stops_contact: Some(false),
        };
        reports::add(store, new, 20).await.unwrap().unwrap();
        let staff = Staff { person: lea, scope: Scope::Programmes(vec![schools.north]) };
        let case = cases::page(store, &staff, &ListRequest::default()).await.unwrap().rows[0].id;
        assert!(cases::resolve(store, &staff, case, Outcome::Authorities, "Inner note").await.unwrap());
        app.advance(60);
        Self { app, schools, lea, mona, case }
    }

    fn path(&self) -> String {
        format!("/api/staff/cases/{}/export/", self.case)
    }

    async fn refused(&self, person: PersonId, body: &Value) -> (StatusCode, Value) {
        let (status, answer) = self.schools.send(&self.app, person, Method::POST, &self.path(), body).await;
        (status, answer["code"].clone())
    }

    /// Returns the entries of the file, and its hash after the header.
    async fn save(&self, body: &Value) -> (BTreeMap<String, Vec<u8>>, String) {
        let request = self.schools.request(&self.app, self.lea, Method::POST, &self.path()).await.json(body);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let digest = answer.headers()["repr-digest"].to_str().unwrap().to_owned();
        let bytes = answer.bytes().await.unwrap();
        assert_eq!(digest, format!("sha-256=:{}:", BASE64_STANDARD.encode(Sha256::digest(&bytes))));
        let mut archive = ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
        let mut entries = BTreeMap::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            entries.insert(entry.name().unwrap().into_owned(), content);
        }
        (entries, hash_of(&bytes))
    }

    async fn rows(&self) -> Vec<audit::ListedAct> {
        let filters = [("act".to_owned(), vec!["export_case".to_owned()])].into();
        let request = ListRequest { filters, ..ListRequest::default() };
        audit::page(&self.app.store, &Scope::Installation, None, &request).await.unwrap().rows
    }
}

fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn body(language: &str, with_notes: bool) -> Value {
    json!({"reason": "Police, 12/345", "language": language, "withNotes": with_notes})
}

both!(file_of_case_has_evidence_and_proves_itself, async |app| {
    let world = World::new(app).await;
    let (entries, hash) = world.save(&body("en", true)).await;
    let names: Vec<_> = entries.keys().map(String::as_str).collect();
    assert_eq!(names, ["SHA256SUMS", "case.html", "case.json", "files/0001-______page_img_src_x_.bin"]);
    assert_eq!(entries[names[3]], b"<b>bytes</b>");
    let sums = String::from_utf8(entries["SHA256SUMS"].clone()).unwrap();
    assert_eq!(sums.lines().count(), 3);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        assert_eq!(sum, hash_of(&entries[name]), "{name}");
    }
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    let texts: Vec<_> = data["messages"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, [&json!(format!("Canary {HOSTILE}")), &json!("Please stop")]);
    assert_eq!((&data["case"]["outcome"], &data["case"]["note"]), (&json!("authorities"), &json!("Inner note")));
    assert_eq!(data["people"][0]["email"], "mona@schools.example");
    assert_eq!(data["files"][0]["sha256"], hash_of(b"<b>bytes</b>"));
    let acts: Vec<_> = data["events"].as_array().unwrap().iter().map(|one| one["act"].as_str().unwrap()).collect();
    assert_eq!(acts.last(), Some(&"resolve_case"), "oldest first: {acts:?}");

    let [row] = &world.rows().await[..] else { panic!("one row") };
    let values: Value = serde_json::from_str(row.new_values.as_ref().unwrap()).unwrap();
    assert_eq!((&values["sha256"], &values["files"]), (&json!(hash), &json!(1)));
    assert_eq!((row.actor_id, row.reason.as_deref()), (Some(world.lea), Some("Police, 12/345")));
    let path = format!("/api/staff/cases/{}/history/", world.case);
    let (_, history) = world.schools.get(&world.app, world.lea, &path).await;
    assert_eq!((&history[0]["act"], &history[0]["sha256"]), (&json!("export_case"), &json!(hash)));
});

both!(acts_from_the_page_of_a_case_are_in_its_file, async |app| {
    let world = World::new(app).await;
    let path = format!("/api/staff/cases/{}/suspension/", world.case);
    let body_of = json!({"reason": "Until we have talked"});
    assert_eq!(
        world.schools.send(&world.app, world.lea, Method::POST, &path, &body_of).await.0,
        StatusCode::NO_CONTENT
    );
    let history = format!("/api/staff/cases/{}/history/", world.case);
    let (_, events) = world.schools.get(&world.app, world.lea, &history).await;
    assert_eq!((&events[0]["act"], &events[0]["person"]["name"]), (&json!("suspend"), &json!("Lea Berg")), "{events}");
    let (entries, _) = world.save(&body("en", true)).await;
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    assert_eq!(data["events"].as_array().unwrap().last().unwrap()["act"], "suspend");
    let html = String::from_utf8(entries["case.html"].clone()).unwrap();
    assert!(html.contains("Suspended the person"), "{html}");
});

both!(hostile_texts_are_inert_in_the_document, async |app| {
    let world = World::new(app).await;
    for (language, direction) in [("en", "ltr"), ("de", "ltr"), ("ar", "rtl")] {
        let (entries, _) = world.save(&body(language, true)).await;
        let html = String::from_utf8(entries["case.html"].clone()).unwrap();
        assert!(html.contains(&format!("<html lang=\"{language}\" dir=\"{direction}\">")), "{html}");
        assert!(html.contains("content=\"default-src &#39;none&#39;") || html.contains("content=\"default-src 'none'"));
        assert!(html.contains("Canary &lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("&lt;img src=x&gt;"));
        for live in ["<script", "<img", "<a ", "href=", "src=\"", "onerror"] {
            assert!(!html.contains(live), "{live}: {html}");
        }
    }
});

both!(sealed_edit_has_the_time_of_its_change, async |app| {
    let world = World::new(app).await;
    // As the one that detection noticed.
    let edit = "INSERT INTO sealed_edits (case_id, message_id, changed, body, edited_at)
        SELECT case_id, message_id, 1000, 'Call me instead', '2031-05-01T09:30:00+00:00' FROM sealed_messages
        WHERE body LIKE 'Canary%'";
    world.app.sql(edit).await;
    let (entries, _) = world.save(&body("en", false)).await;
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    let times: Vec<_> =
        data["messages"].as_array().unwrap().iter().map(|one| (&one["isEdit"], &one["editedAt"])).collect();
    let first = (&json!(false), &Value::Null);
    assert_eq!(times, [first, (&json!(true), &json!("2031-05-01T09:30:00Z")), first]);
    assert_eq!(data["messages"][0]["sentAt"], data["messages"][1]["sentAt"]);
    let html = String::from_utf8(entries["case.html"].clone()).unwrap();
    let at = html.find("Text as the sender changed it at 2031-05-01").unwrap();
    assert!(at < html.find("Call me instead").unwrap() && at > html.find("Canary").unwrap(), "{html}");
    assert_eq!(html.matches("Text as the sender changed it").count(), 1);
});

both!(reporter_keeps_the_name_of_the_hold_after_an_erasure, async |app| {
    let world = World::new(app).await;
    world.app.sql("DELETE FROM sealed_messages WHERE body = 'Please stop'").await;
    let reporter = people::by_email(&world.app.store, "nils@schools.example").await.unwrap().unwrap();
    erase::erase(&world.app.store, &operator(), &reporter).await.unwrap();
    let (entries, _) = world.save(&body("en", false)).await;
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    let nils = data["people"].as_array().unwrap().iter().find(|one| one["id"] == json!(reporter.id)).unwrap();
    assert_eq!((&nils["name"], &nils["email"]), (&json!("Nils Berg"), &Value::Null));
});

both!(another_outcome_needs_a_note, async |app| {
    let world = World::new(app).await;
    let staff = Staff { person: world.lea, scope: Scope::Installation };
    assert!(cases::reopen(&world.app.store, &staff, world.case).await.unwrap());
    let path = format!("/api/staff/cases/{}/", world.case);
    let close = async |note: &str| {
        let body = json!({"outcome": "other", "resolution": note});
        world.schools.send(&world.app, world.lea, Method::POST, &path, &body).await
    };
    for note in ["", " \n "] {
        let (status, answer) = close(note).await;
        assert_eq!((status, &answer["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("invalid")), "{answer}");
    }
    assert_eq!(close("Moved to another school").await.0, StatusCode::NO_CONTENT);
});

both!(file_without_notes_has_no_words_of_staff, async |app| {
    let world = World::new(app).await;
    world.save(&body("en", true)).await;
    for with_notes in [true, false] {
        let (entries, _) = world.save(&body("de", with_notes)).await;
        for name in ["case.html", "case.json"] {
            let text = String::from_utf8(entries[name].clone()).unwrap();
            assert!(text.contains("Canary"), "{name}");
            for word in ["Inner note", "Police, 12/345"] {
                assert_eq!(text.contains(word), with_notes, "{word} in {name}");
            }
        }
    }
});

both!(file_of_case_is_refused_to_others, async |app| {
    let world = World::new(app).await;
    let (app, schools) = (&world.app, &world.schools);
    let east = add(app, "Enno", Role::Staff, Some(schools.east)).await;
    hold(app, east, StaffRole::Safeguarding, Some(schools.east)).await;
    let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let full = body("en", true);
    assert_eq!(world.refused(east, &full).await, (StatusCode::NOT_FOUND, json!("not_found")));
    assert_eq!(world.refused(cora, &full).await, (StatusCode::FORBIDDEN, json!("not_permitted")));
    assert_eq!(world.refused(world.mona, &full).await, (StatusCode::FORBIDDEN, json!("staff_only")));
    for mistake in [json!({"reason": " "}), json!({"reason": "x".repeat(501)})] {
        let mut wrong = full.clone();
        wrong["reason"] = mistake["reason"].clone();
        assert_eq!(world.refused(world.lea, &wrong).await, (StatusCode::UNPROCESSABLE_ENTITY, json!("invalid")));
    }
    let mut wrong = full.clone();
    wrong["language"] = json!("fr");
    assert!(world.refused(world.lea, &wrong).await.0.is_client_error());
    // The case is about a colleague, who may handle all others.
    administration::set_role(&app.store, &operator(), world.mona, Role::Staff).await.unwrap().unwrap();
    hold(app, world.mona, StaffRole::Safeguarding, Some(schools.north)).await;
    assert_eq!(world.refused(world.mona, &full).await, (StatusCode::NOT_FOUND, json!("not_found")));
    let request = schools.request(app, world.lea, Method::POST, &world.path()).await.json(&full);
    app.advance(601);
    assert_eq!(schools.answer(request).await.1["code"], "second_factor_required");
    assert_eq!(world.rows().await, []);
});

both!(file_of_case_outlives_an_erasure, async |app| {
    let world = World::new(app).await;
    let mona = people::by_id(&world.app.store, world.mona).await.unwrap().unwrap();
    erase::erase(&world.app.store, &operator(), &mona).await.unwrap();
    let (entries, _) = world.save(&body("en", false)).await;
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    assert_eq!((&data["people"][0]["name"], &data["people"][0]["email"]), (&json!("Mona Berg"), &Value::Null));
    assert!(data["messages"][0]["text"].as_str().unwrap().contains("Canary"));
    assert_eq!(entries.len(), 4, "the sealed file stays");
    // Once the copies are deleted, only what happened is left.
    let staff = Staff { person: world.lea, scope: Scope::Installation };
    cases::legal_holds::end(&world.app.store, &staff, world.case, "over").await.unwrap().unwrap();
    let (entries, _) = world.save(&body("en", false)).await;
    let data: Value = serde_json::from_slice(&entries["case.json"]).unwrap();
    assert_eq!((&data["messages"], &data["case"]["details"]), (&json!([]), &json!("")));
    assert!(!String::from_utf8(entries["case.html"].clone()).unwrap().contains("Canary"));
});
