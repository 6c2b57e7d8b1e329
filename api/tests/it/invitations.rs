//! Invitations: from a spreadsheet and from a form, their mails, and the sign-up of those who accept.

use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::{self, Role};
use store::staff::StaffRole;
use store::{PersonId, invitations, login_sessions, tokens};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::sign_up::post;
use crate::staff::{Schools, add, hold};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Cora coordinates the school North.
struct North {
    schools: Schools,
    cora: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
        hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
        Self { schools, cora }
    }

    async fn invite(&self, app: &TestApp, email: &str, role: &str) -> (StatusCode, Value) {
        let body = json!({"programme": self.schools.north, "email": email, "firstName": "Lena", "lastName": "Vogt",
            "role": role, "language": "de"});
        self.schools.send(app, self.cora, Method::POST, "/api/staff/invitations/", &body).await
    }

    async fn list(&self, app: &TestApp, query: &str) -> Vec<Value> {
        let (_, page) = self.schools.get(app, self.cora, &format!("/api/staff/invitations/{query}")).await;
        page["results"].as_array().unwrap().clone()
    }

    /// Sends a table with further fields.
    async fn import(&self, app: &TestApp, table: &[u8], fields: &[(&str, &str)]) -> (StatusCode, Value) {
        let opened = login_sessions::open(&app.store, self.cora, "test", login_sessions::Factors::Two).await.unwrap();
        let (token, _) = tokens::issue(&app.store, self.cora, opened.session).unwrap();
        let mut form = Form::new();
        let mut given = vec![("programme", self.schools.north.to_string()), ("role", "mentee".to_owned())];
        given.push(("language", "en".to_owned()));
        given.extend(fields.iter().map(|(name, value)| (*name, (*value).to_owned())));
        for (name, value) in given {
            form = form.text(name.to_owned(), value);
        }
        let form = form.part("file", Part::bytes(table.to_vec()).file_name("people.csv"));
        let url = format!("{}/api/staff/invitations/import/", self.schools.url());
        let answer = reqwest::Client::new().post(url).bearer_auth(token).multipart(form).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }
}

/// The token of the newest mail to an address.
async fn token_of(app: &TestApp, email: &str) -> String {
    let mail = Mailbox::of(app).newest(app, email).await;
    let (_, rest) = mail.split_once("/invitation#").unwrap_or_else(|| panic!("{mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect()
}

async fn open_link(browser: &Browser, token: &str) -> Answer {
    post(browser, "invitation/", &json!({"token": token})).await
}

fn form(role: &str, token: &str) -> Value {
    json!({"role": role, "invitation": token, "first_name": "Lena", "last_name": "Vogt", "phone_number": "+49 151 2345678", "provider": "normal",
        "new_primary_language": "de", "declaration": true})
}

both!(invited_mentor_signs_up_without_code_and_institution, async |app| {
    let north = North::open(&app).await;
    let email = "lena@firm.example";
    assert_eq!(north.invite(&app, email, "mentor").await.0, StatusCode::NO_CONTENT);
    let (status, error) = north.invite(&app, email, "mentor").await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("already_invited")));
    let [listed] = &north.list(&app, "?status=open&q=vogt").await[..] else { panic!("one invitation") };
    assert_eq!((&listed["email"], &listed["acceptedAt"]), (&json!(email), &Value::Null));

    let token = token_of(&app, email).await;
    let server = app.server();
    let browser = server.browser();
    for wrong in ["", "x.y", &token.replace('.', ".A"), &format!("0{token}")] {
        assert_eq!(open_link(&browser, wrong).await.code(), "invitation_over", "{wrong}");
    }
    let opened = open_link(&browser, &token).await;
    assert_eq!((opened.status, &opened.body["hasAccount"]), (200, &json!(false)), "{}", opened.body);
    let known = json!({"firstName": "Lena", "lastName": "Vogt", "role": "Mentor", "project": "north", "projectName": "north",
        "language": "de"});
    assert_eq!(opened.body["invitation"], known);
    let draft = json!({"email": email, "provider": "normal", "hasPassword": false});
    assert_eq!(browser.get("signup/draft/").await.body, draft);

    let chosen = browser.request(Method::PUT, "signup/draft/").json(&json!({"password": "Over-the-hill-7"}));
    assert_eq!(browser.send(chosen).await.status, 204);
    let as_mentee = post(&browser, "signup/", &form("Mentee", &token)).await;
    assert_eq!(as_mentee.code(), "invitation_over", "the invitation holds for its role");
    let without = post(&browser, "signup/", &form("Mentor", "")).await;
    assert!(without.body["fields"]["institutionCode"].is_array(), "who does not accept joins as others do");
    let made = post(&browser, "signup/", &form("Mentor", &token)).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let person = people::by_email(&app.store, email).await.unwrap().unwrap();
    assert_eq!((person.programme_id, person.role), (Some(north.schools.north), Role::Mentor));
    assert_eq!(open_link(&browser, &token).await.code(), "invitation_over", "used");
    assert_eq!(north.list(&app, "?status=open").await, [] as [Value; 0]);
    let [accepted] = &north.list(&app, "?status=accepted").await[..] else { panic!("one") };
    assert_eq!((&accepted["personId"], &accepted["email"]), (&json!(person.id), &json!(email)));
});

both!(full_names_and_days_are_read_as_staff_say, async |app| {
    let north = North::open(&app).await;
    let table = "Klasse,Schüler*in,E-Mail Adresse,Geb.,Telefon\n\
                 9b,\"Li, Ana\",ana@x.example,04/05/2010,0151 1\n\
                 9b,Ben van Ode,ben@x.example,31/12/2010,\n\
                 9b,Eve,eve@x.example,,\n";
    let (status, read) = north.import(&app, table.as_bytes(), &[]).await;
    assert_eq!((status, &read["columns"]["fullName"]), (StatusCode::OK, &json!(1)), "{read}");
    let problems: Vec<_> = read["refused"].as_array().unwrap().iter().map(|row| row["problem"].clone()).collect();
    assert_eq!(problems, ["ambiguous_date", "full_name"]);
    assert_eq!(
        (&read["ambiguousDates"], &read["dates"], &read["names"]),
        (&json!(1), &Value::Null, &json!("first_last"))
    );
    let ben = json!([{"line": 3, "outcome": "invited", "firstName": "Ben", "lastName": "van Ode", "email": "ben@x.example",
        "role": "mentee", "language": "en", "birthMonth": "2010-12", "guardianEmail": null, "cohort": "9b"}]);
    assert_eq!(read["newCohorts"], json!(["9b"]));
    assert_eq!(read["rows"], ben);
    let (_, chosen) = north.import(&app, table.as_bytes(), &[("dates", "day_first")]).await;
    let [ana, _] = &chosen["rows"].as_array().unwrap()[..] else { panic!("{chosen}") };
    assert_eq!(
        (&ana["firstName"], &ana["lastName"], &ana["birthMonth"]),
        (&json!("Ana"), &json!("Li"), &json!("2010-05"))
    );
    assert_eq!(chosen["ambiguousDates"], 1, "the choice can be changed");
    let turned = [("dates", "month_first"), ("names", "last_first")];
    let (_, turned) = north.import(&app, table.as_bytes(), &turned).await;
    let named =
        |row: usize| [&turned["rows"][row]["firstName"], &turned["rows"][row]["lastName"]].map(|name| name.clone());
    assert_eq!((named(0), named(1)), ([json!("Ana"), json!("Li")], [json!("van Ode"), json!("Ben")]));
    assert_eq!(turned["rows"][0]["birthMonth"], "2010-04");
    let (status, _) = north.import(&app, table.as_bytes(), &[("dates", "year_first")]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
});

both!(same_table_again_changes_nothing, async |app| {
    let north = North::open(&app).await;
    let table = "First name;Last name;E-mail;Role;Date of birth\n\
                 Ana;Li;ana@x.example;mentee;2010-04-30\n\
                 Ben;Ode;ben@x.example;Mentor;\n\
                 Nele;Berg;nele@schools.example;mentee;\n\
                 Nele;Berg;nele@schools.example;mentor;\n\
                 Edda;Berg;edda@schools.example;mentee;\n\
                 =cmd();Li;c@x.example;;\n";
    let numbers = |body: &Value| ["invited", "changed", "unchanged"].map(|name| body[name].as_u64().unwrap());
    let (status, rehearsed) = north.import(&app, table.as_bytes(), &[]).await;
    assert_eq!((status, numbers(&rehearsed)), (StatusCode::OK, [3, 0, 1]), "{rehearsed}");
    assert_eq!(north.list(&app, "").await.len(), 0, "a rehearsal invites no one");
    let (status, done) = north.import(&app, table.as_bytes(), &[("commit", "true")]).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(numbers(&done), [3, 0, 1], "Edda of another school is invited like anybody else");
    let refused: Vec<_> =
        done["refused"].as_array().unwrap().iter().map(|row| (row["line"].clone(), row["problem"].clone())).collect();
    assert_eq!(refused, [(json!(5), json!("repeated")), (json!(7), json!("name"))]);
    let csv = done["refusedTable"].as_str().unwrap();
    assert!(csv.contains("problem,line,First name") && csv.contains("name,7,'=cmd(),Li,c@x.example"), "{csv}");
    let (_, again) = north.import(&app, table.as_bytes(), &[("commit", "true")]).await;
    assert_eq!(numbers(&again), [0, 0, 4]);
    let less = "First name;Last name;E-mail\nBen;Ode;ben@x.example\n";
    let (_, kept) = north.import(&app, less.as_bytes(), &[("commit", "true")]).await;
    assert_eq!(numbers(&kept), [0, 0, 1], "what the table does not say stays as it is known");
    assert_eq!(kept["rows"], json!([]), "the preview is over");
    let corrected = table.replace("Ana;Li", "Anna;Li");
    let (_, changed) = north.import(&app, corrected.as_bytes(), &[("commit", "true")]).await;
    assert_eq!(numbers(&changed), [0, 1, 3]);
    let names: Vec<_> =
        north.list(&app, "?sort=name").await.iter().map(|row| row["firstName"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["Edda", "Anna", "Ben"]);
    let mail = Mailbox::of(&app).newest(&app, "edda@schools.example").await;
    assert!(mail.contains("/signin") && !mail.contains("/invitation#"), "{mail}");

    let mapped = "a;b;c\nd@x.example;Dee;Dot\n";
    let (_, unknown) = north.import(&app, mapped.as_bytes(), &[]).await;
    assert_eq!((numbers(&unknown), &unknown["refused"][0]["problem"]), ([0, 0, 0], &json!("email")));
    let columns = r#"{"email": 0, "firstName": 1, "lastName": 2}"#;
    let (_, known) = north.import(&app, mapped.as_bytes(), &[("columns", columns)]).await;
    assert_eq!(numbers(&known), [1, 0, 0]);
});

both!(file_that_is_no_table_changes_nothing, async |app| {
    let north = North::open(&app).await;
    for (file, code) in [
        (&b"PK\x03\x04 broken"[..], "table_broken"),
        (b"", "table_empty"),
        (&"a,b\n1,2\n".repeat(6_000).into_bytes(), "table_too_large"),
    ] {
        let (status, error) = north.import(&app, file, &[("commit", "true")]).await;
        assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)));
    }
    let (status, error) = north.import(&app, &vec![b'x'; 6 * 1024 * 1024], &[]).await;
    assert_eq!((status, &error["code"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("file_too_large")));
    let (status, _) = north.import(&app, b"email\na@x.example\n", &[("role", "staff")]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let foreign = north.schools.east.to_string();
    let (status, _) = north.import(&app, b"email\na@x.example\n", &[("programme", &foreign)]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
});

both!(invitation_over_weeks_reminds_once_and_forgets, async |app| {
    let server = app.server();
    let north = North::open(&app).await;
    let email = "lena@firm.example";
    north.invite(&app, email, "mentee").await;
    let first = token_of(&app, email).await;
    let id = north.list(&app, "").await[0]["id"].as_str().unwrap().to_owned();
    let act = async |method, path: &str| {
        let path = format!("/api/staff/invitations/{id}/{path}");
        north.schools.send(&app, north.cora, method, &path, &Value::Null).await
    };
    assert_eq!(act(Method::POST, "reminder/").await.1["code"], "reminded_today");
    app.store.clock.advance(6 * DAY);
    assert_eq!(invitations::remind_due(&app.store).await.unwrap(), 0);
    app.store.clock.advance(2 * DAY);
    assert_eq!(invitations::remind_due(&app.store).await.unwrap(), 1);
    assert_eq!(invitations::remind_due(&app.store).await.unwrap(), 0);
    assert_eq!(token_of(&app, email).await, first, "each mail has the same link");
    app.store.clock.advance(8 * DAY);
    assert_eq!(invitations::remind_due(&app.store).await.unwrap(), 0, "once");
    assert_eq!(act(Method::POST, "reminder/").await.0, StatusCode::NO_CONTENT);
    app.store.clock.advance(29 * DAY);
    assert_eq!(north.list(&app, "").await.len(), 1, "valid for 30 days from the reminder on");
    app.store.clock.advance(2 * DAY);
    assert_eq!(north.list(&app, "").await.len(), 0);
    assert_eq!(open_link(&server.browser(), &first).await.code(), "invitation_over");
    assert_eq!(invitations::end_due(&app.store).await.unwrap(), 1);
    assert_eq!(act(Method::DELETE, "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(north.invite(&app, email, "mentee").await.0, StatusCode::NO_CONTENT, "it can be invited again");
});

both!(withdrawn_invitation_admits_no_one, async |app| {
    let north = North::open(&app).await;
    let email = "lena@firm.example";
    north.invite(&app, email, "mentor").await;
    let token = token_of(&app, email).await;
    let id = north.list(&app, "").await[0]["id"].as_str().unwrap().to_owned();
    let server = app.server();
    let browser = server.browser();
    assert_eq!(open_link(&browser, &token).await.status, 200);
    let path = format!("/api/staff/invitations/{id}/");
    let edith = add(&app, "Edith", Role::Staff, Some(north.schools.east)).await;
    hold(&app, edith, StaffRole::Coordinator, Some(north.schools.east)).await;
    for (method, path) in [(Method::DELETE, path.clone()), (Method::POST, format!("{path}reminder/"))] {
        let (status, _) = north.schools.send(&app, edith, method, &path, &Value::Null).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "another school");
    }
    let (status, _) = north.schools.send(&app, north.cora, Method::DELETE, &path, &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(open_link(&browser, &token).await.code(), "invitation_over");
    let chosen = browser.request(Method::PUT, "signup/draft/").json(&json!({"password": "Over-the-hill-7"}));
    assert_eq!(browser.send(chosen).await.status, 204);
    assert_eq!(post(&browser, "signup/", &form("Mentor", &token)).await.code(), "invitation_over");
    assert!(people::by_email(&app.store, email).await.unwrap().is_none());
});

both!(link_admits_to_its_own_programme_and_address, async |app| {
    let north = North::open(&app).await;
    let email = "lena@firm.example";
    north.invite(&app, email, "mentor").await;
    let token = token_of(&app, email).await;
    app.store.clock.advance(DAY);
    let edith = add(&app, "Edith", Role::Staff, Some(north.schools.east)).await;
    hold(&app, edith, StaffRole::Coordinator, Some(north.schools.east)).await;
    let body = json!({"programme": north.schools.east, "email": email, "firstName": "L", "lastName": "V", "role": "mentee",
        "language": "en"});
    north.schools.send(&app, edith, Method::POST, "/api/staff/invitations/", &body).await;
    north.invite(&app, "other@firm.example", "mentor").await;
    let of_other = token_of(&app, "other@firm.example").await;

    let server = app.server();
    let browser = server.browser();
    open_link(&browser, &token).await;
    let chosen = browser.request(Method::PUT, "signup/draft/").json(&json!({"password": "Over-the-hill-7"}));
    assert_eq!(browser.send(chosen).await.status, 204);
    assert_eq!(
        post(&browser, "signup/", &form("Mentor", &of_other)).await.code(),
        "invitation_over",
        "another address"
    );
    assert_eq!(post(&browser, "signup/", &form("Mentor", &token)).await.status, 201);
    let person = people::by_email(&app.store, email).await.unwrap().unwrap();
    assert_eq!((person.programme_id, person.role), (Some(north.schools.north), Role::Mentor));
    assert_eq!(open_link(&server.browser(), &token_of(&app, email).await).await.body["hasAccount"], true);
});

both!(ended_invitation_leaves_no_mail_behind, async |app| {
    let north = North::open(&app).await;
    north.invite(&app, "lena@firm.example", "mentor").await;
    north.invite(&app, "stays@firm.example", "mentor").await;
    let id = north.list(&app, "?q=lena%40firm").await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/staff/invitations/{id}/");
    north.schools.send(&app, north.cora, Method::DELETE, &path, &Value::Null).await;
    let mails = Mailbox::of(&app).all(&app).await;
    let [mail] = &mails[..] else { panic!("{mails:?}") };
    assert!(mail.contains("To: stays@firm.example"));
});

both!(columns_of_the_last_import_are_offered, async |app| {
    let north = North::open(&app).await;
    let columns = r#"{"email": 0, "firstName": 1, "lastName": 2}"#;
    let import = async |table: &str, fields: &[(&str, &str)]| north.import(&app, table.as_bytes(), fields).await.1;
    let first = import("a;b;c\nd@x.example;Dee;Dot\n", &[("columns", columns)]).await;
    assert_eq!((&first["kept"], &first["roster"]), (&Value::Null, &Value::Null));
    let not_kept = import("a;b;c\nd@x.example;Dee;Dot\n", &[]).await;
    assert_eq!(not_kept["kept"], Value::Null, "a rehearsal keeps nothing");
    import("a;b;c\nd@x.example;Dee;Dot\n", &[("columns", columns), ("commit", "true")]).await;

    let again = import("c;a;b\nMoe;e@x.example;Eve\n", &[]).await;
    assert_eq!((&again["kept"]["usedBy"], &again["invited"]), (&json!("Cora"), &json!(1)), "{again}");
    assert!(again["kept"]["usedAt"].is_string());
    let row = json!({"line": 2, "outcome": "invited", "firstName": "Eve", "lastName": "Moe", "email": "e@x.example",
        "role": "mentee", "language": "en", "birthMonth": null, "guardianEmail": null, "cohort": null});
    assert_eq!(again["rows"][0], row);
    let other = import("a;b;d\nf@x.example;Fay;Fox\n", &[]).await;
    assert_eq!((&other["kept"], &other["columns"]["email"]), (&Value::Null, &Value::Null));
    let own = import("a;b;c\nd@x.example;Dee;Dot\n", &[("columns", r#"{"email": 0}"#)]).await;
    assert_eq!((&own["kept"], &own["refused"][0]["problem"]), (&Value::Null, &json!("name")));

    let pairs = "E-Mail Mentor;Mentor;E-Mail Mentee;Mentee\nmo@x.example;Mo Li;nia@x.example;Nia Li\n";
    import(pairs, &[("commit", "true")]).await;
    let again = import(pairs, &[]).await;
    assert_eq!(
        (&again["kept"], &again["columns"]["email"]),
        (&Value::Null, &json!(2)),
        "the next may be of the mentors"
    );
});

/// An archive with these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut archive, text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const ROSTER: [(&str, &str); 5] = [
    ("manifest.csv", "propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\n"),
    (
        "users.csv",
        "sourcedId,status,enabledUser,orgSourcedIds,role,givenName,familyName,email,agentSourcedIds\n\
         s1,active,true,o1,student,Lena,Vogt,lena@firm.example,g1\n\
         s2,tobedeleted,true,o1,student,Ana,Li,ana@x.example,\n\
         s3,active,false,o1,student,Ben,Ode,ben@x.example,\n\
         t1,active,true,o1,teacher,Mo,Stern,mo@x.example,\n\
         g1,active,true,o1,guardian,Mia,Vogt,mia@home.example,\n",
    ),
    ("orgs.csv", "sourcedId,name\no1,North School\n"),
    ("classes.csv", "sourcedId,title,schoolSourcedId\nc1,9b,o1\n"),
    ("enrollments.csv", "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,s1,student\n"),
];

both!(archive_of_a_school_invites_its_students, async |app| {
    let north = North::open(&app).await;
    let mut settings = store::programmes::Settings::default();
    settings.matching.needs_guardian_consent = true;
    let by = test_kit::operator();
    store::administration::put_programme(&app.store, &by, "north", "north", "UTC", &settings).await.unwrap();
    let file = archive(&ROSTER);
    let (status, seen) = north.import(&app, &file, &[]).await;
    assert_eq!((status, &seen["invited"]), (StatusCode::OK, &json!(1)), "{seen}");
    let class = json!([{"id": "c1", "title": "9b", "school": "North School", "students": 1}]);
    let counts = json!({"version": "1.1", "classes": class, "teachers": 1, "guardians": 1, "others": 0, "outside": 0,
        "withGuardian": 1});
    assert_eq!(seen["roster"], counts);
    let problems: Vec<_> = seen["refused"].as_array().unwrap().iter().map(|row| row["problem"].clone()).collect();
    assert_eq!(problems, [json!("to_be_deleted"), json!("turned_off")]);
    assert!(seen["refusedTable"].as_str().unwrap().contains("problem,line,email,givenName"), "{seen}");
    let with_teachers = [("teachers", "true"), ("class", "c1")];
    let (_, chosen) = north.import(&app, &file, &with_teachers).await;
    assert_eq!((&chosen["invited"], &chosen["roster"]["outside"]), (&json!(1), &json!(3)), "{chosen}");
    let (_, all) = north.import(&app, &file, &[("teachers", "true")]).await;
    assert_eq!((&all["invited"], &all["roster"]["teachers"]), (&json!(2), &json!(0)));
    for (files, code) in [(&ROSTER[1..], "roster_manifest"), (&ROSTER[..1], "roster_incomplete")] {
        let (status, error) = north.import(&app, &archive(files), &[("commit", "true")]).await;
        assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)));
    }
    assert_eq!(north.list(&app, "").await.len(), 0);

    north.import(&app, &file, &[("commit", "true")]).await;
    let token = token_of(&app, "lena@firm.example").await;
    let server = app.server();
    let browser = server.browser();
    open_link(&browser, &token).await;
    let chosen = browser.request(Method::PUT, "signup/draft/").json(&json!({"password": "Over-the-hill-7"}));
    assert_eq!(browser.send(chosen).await.status, 204);
    assert_eq!(post(&browser, "signup/", &form("Mentee", &token)).await.status, 201);
    let lena = people::by_email(&app.store, "lena@firm.example").await.unwrap().unwrap();
    let body = json!({"people": [lena.id, north.cora]});
    let guardians = async |by| north.schools.send(&app, by, Method::POST, "/api/staff/people/guardians/", &body).await;
    let (status, found) = guardians(north.cora).await;
    assert_eq!((status, &found["guardians"][0]["email"]), (StatusCode::OK, &json!("mia@home.example")), "{found}");
    let missing = store::contact::missing(&app.store, lena.id).await.unwrap();
    assert!(missing.contains(&store::contact::Missing::GuardianConsent), "it is no consent: {missing:?}");
    let elsewhere = add(&app, "Emil", Role::Staff, Some(north.schools.east)).await;
    hold(&app, elsewhere, StaffRole::Coordinator, Some(north.schools.east)).await;
    assert_eq!(guardians(elsewhere).await.0, StatusCode::NOT_FOUND, "for a foreign programme there are no such people");
});
