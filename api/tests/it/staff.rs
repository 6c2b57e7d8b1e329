//! The staff console: what a role permits, and where.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::listing::ListRequest;
use store::people::{self, NewPerson, Role};
use store::staff::{Grant, Scope, StaffRole, audit, grants};
use store::{PersonId, ProgrammeId, administration, login_sessions, tokens};
use test_kit::{both, operator};

use crate::test_app::{PATIENT, Server};

/// Two schools with a mentee each, and one that is foreign to both coordinators.
pub(crate) struct Schools {
    server: Server,
    pub(crate) north: ProgrammeId,
    pub(crate) south: ProgrammeId,
    pub(crate) east: ProgrammeId,
}

impl Schools {
    pub(crate) async fn open(app: &crate::TestApp) -> Self {
        Self::open_with(app, |settings| settings).await
    }

    /// With other settings of the API.
    pub(crate) async fn open_with(app: &crate::TestApp, change: impl FnOnce(api::Settings) -> api::Settings) -> Self {
        let put = async |key: &str| {
            administration::put_programme(&app.store, &operator(), key, key, "UTC", &Default::default()).await
        };
        let (north, south) = (put("north").await.unwrap(), put("south").await.unwrap());
        let server = app.server_of(change(api::Settings::new(false, true, PATIENT)));
        let schools = Self { server, north, south, east: put("east").await.unwrap() };
        for (name, programme) in [("Nele", north), ("Sven", south), ("Edda", schools.east)] {
            add(app, name, Role::Mentee, Some(programme)).await;
        }
        schools
    }

    /// The address of the server.
    pub(crate) fn url(&self) -> &str {
        &self.server.url
    }

    /// Calls a route as a person; returns status and body, which may be text.
    pub(crate) async fn get(&self, app: &crate::TestApp, person: PersonId, path: &str) -> (StatusCode, Value) {
        self.send(app, person, Method::GET, path, &Value::Null).await
    }

    /// Sends a body to a route as a person.
    pub(crate) async fn send(
        &self,
        app: &crate::TestApp,
        person: PersonId,
        method: Method,
        path: &str,
        body: &Value,
    ) -> (StatusCode, Value) {
        let request = self.request(app, person, method, path).await;
        self.answer(if body.is_null() { request } else { request.json(body) }).await
    }

    /// A request of a person.
    pub(crate) async fn request(
        &self,
        app: &crate::TestApp,
        person: PersonId,
        method: Method,
        path: &str,
    ) -> reqwest::RequestBuilder {
        let opened = login_sessions::open(&app.store, person, "test", login_sessions::Factors::Two).await.unwrap();
        let (token, _) = tokens::issue(&app.store, person, opened.session).unwrap();
        reqwest::Client::new().request(method, format!("{}{path}", self.server.url)).bearer_auth(token)
    }

    /// Sends a request; returns status and body, which may be text.
    pub(crate) async fn answer(&self, request: reqwest::RequestBuilder) -> (StatusCode, Value) {
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
}

pub(crate) async fn add(app: &crate::TestApp, name: &str, role: Role, programme_id: Option<ProgrammeId>) -> PersonId {
    let person = NewPerson {
        email: format!("{}@schools.example", name.to_lowercase()),
        first_name: name.to_owned(),
        last_name: "Berg".to_owned(),
        role,
        programme_id,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(&app.store, &operator(), &person).await.unwrap().unwrap()
}

pub(crate) async fn hold(app: &crate::TestApp, person: PersonId, role: StaffRole, programme: Option<ProgrammeId>) {
    grants::grant(&app.store, &operator(), person, Grant { role, programme }).await.unwrap();
}

fn names(page: &Value) -> Vec<&str> {
    page["results"].as_array().unwrap().iter().map(|person| person["firstName"].as_str().unwrap()).collect()
}

both!(coordinator_of_two_programmes_sees_exactly_these, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    for programme in [schools.north, schools.south] {
        hold(&app, cora, StaffRole::Coordinator, Some(programme)).await;
    }
    let (_, me) = schools.get(&app, cora, "/api/staff/me/").await;
    let keys: Vec<_> = me["programmes"].as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["north", "south"]);
    let (_, page) = schools.get(&app, cora, "/api/staff/people/?sort=name").await;
    assert_eq!((names(&page), &page["total"]), (vec!["Cora", "Nele", "Sven"], &json!(3)));
    for nothing in ["q=edda".to_owned(), format!("programme={}", schools.east)] {
        let (status, page) = schools.get(&app, cora, &format!("/api/staff/people/?{nothing}")).await;
        assert_eq!((status, names(&page), &page["total"]), (StatusCode::OK, vec![], &json!(0)));
    }
    let export = "/api/staff/people/export/?format=csv&sort=name&role=mentee&reason=For%20the%20funder";
    let (_, table) = schools.get(&app, cora, export).await;
    let lines: Vec<_> = table.as_str().unwrap().lines().map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(lines, ["first name", "Nele", "Sven"]);

    let grant = Grant { role: StaffRole::Coordinator, programme: Some(schools.north) };
    administration::end_role(&app.store, &operator(), cora, grant, Default::default()).await.unwrap().unwrap();
    let (_, page) = schools.get(&app, cora, "/api/staff/people/").await;
    assert_eq!(names(&page), ["Sven"], "access ends with the grant");
});

both!(export_needs_reason_and_leaves_one_row, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, None).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let exports = async || {
        let filters = [("act".to_owned(), vec!["export_list".to_owned()])].into();
        let request = ListRequest { filters, ..ListRequest::default() };
        audit::page(&app.store, &Scope::Installation, None, &request).await.unwrap().rows
    };
    for (query, field) in [
        ("format=csv", "reason"),
        ("format=csv&reason=%20x", "reason"),
        ("format=pdf&reason=For%20all", "format"),
        ("format=csv&reason=For%20all&role=king", "role"),
    ] {
        let (status, error) = schools.get(&app, cora, &format!("/api/staff/people/export/?{query}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(error["fields"][field].is_array(), "{query}: {error}");
    }
    assert_eq!(exports().await, [], "a refused export leaves no row");
    let (status, _) =
        schools.get(&app, cora, "/api/staff/people/export/?format=xlsx&role=mentee&reason=For%20the%20funder").await;
    assert_eq!(status, StatusCode::OK);
    let [row] = &exports().await[..] else { panic!("one row") };
    assert_eq!(
        (row.actor_id, row.reason.as_deref(), row.programme_id),
        (Some(cora), Some("For the funder"), Some(schools.north))
    );
    assert_eq!(
        row.new_values.as_deref(),
        Some(r#"{"filters":{"role":["mentee"]},"format":"xlsx","list":"people","rows":1,"searched":false}"#)
    );
});

both!(roles_permit_only_their_routes, async |app| {
    let schools = Schools::open(&app).await;
    let tom = add(&app, "Tom", Role::Mentee, Some(schools.north)).await;
    let mut callers = vec![("nobody", add(&app, "Nils", Role::Staff, Some(schools.north)).await), ("mentee", tom)];
    for role in StaffRole::ALL {
        let person = add(&app, role.name(), Role::Staff, Some(schools.north)).await;
        hold(&app, person, role, Some(schools.north)).await;
        callers.push((role.name(), person));
    }
    let mut table = String::new();
    for (name, person) in callers {
        let mut line = format!("{name}:");
        for path in ["me/", "people/", "people/export/?format=csv&reason=why%20not", "audit/"] {
            let (status, body) = schools.get(&app, person, &format!("/api/staff/{path}")).await;
            let code = body["code"].as_str().map_or_else(|| status.as_u16().to_string(), str::to_owned);
            line.push_str(&format!(" {code}"));
        }
        table.push_str(&line);
        table.push('\n');
    }
    assert_eq!(
        table,
        "nobody: staff_only staff_only staff_only staff_only\n\
         mentee: staff_only staff_only staff_only staff_only\n\
         coordinator: 200 200 200 not_permitted\n\
         safeguarding: 200 200 not_permitted 200\n\
         reports: 200 not_permitted not_permitted not_permitted\n\
         administrator: 200 200 not_permitted 200\n"
    );
});
