//! API keys over HTTP: what they open, and that they open nothing else.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::Role;
use store::staff::{Grant, StaffRole};
use store::{PersonId, administration, flags, outcomes};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const KEYS: &str = "/api/staff/installation/api-keys/";
const OUTCOMES: &str = "/api/staff/outcomes/";

/// The reviewed list of routes: method, path, who may call it.
const ROUTES: &str = include_str!("../../../server/tests/routes.txt");

/// Ada administers the installation; North and East have a report each.
struct World {
    app: TestApp,
    schools: Schools,
    ada: PersonId,
    north: String,
    east: String,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let schools = Schools::open(&app).await;
        let ada = add(&app, "Ada", Role::Staff, None).await;
        for role in [StaffRole::Administrator, StaffRole::Reports] {
            hold(&app, ada, role, None).await;
        }
        let make = async |programme| {
            let body = json!({"programme": programme, "period": "this_year"});
            let (_, made) = schools.send(&app, ada, Method::POST, OUTCOMES, &body).await;
            made["id"].as_str().unwrap().to_owned()
        };
        let (north, east) = (make(schools.north).await, make(schools.east).await);
        while outcomes::compute_due(&app.store).await.unwrap() > 0 {}
        Self { app, schools, ada, north, east }
    }

    fn body(&self) -> Value {
        json!({"name": "City council", "scope": "outcomes:read", "programmes": [self.schools.north], "days": 30})
    }

    async fn add(&self) -> (String, String) {
        let (status, made) = self.schools.send(&self.app, self.ada, Method::POST, KEYS, &self.body()).await;
        assert_eq!(status, StatusCode::OK, "{made}");
        (made["id"].as_str().unwrap().to_owned(), made["key"].as_str().unwrap().to_owned())
    }

    /// Calls a route with a key.
    async fn with_key(&self, key: &str, method: Method, path: &str) -> (StatusCode, Value) {
        let url = format!("{}{path}", self.schools.url());
        self.schools.answer(reqwest::Client::new().request(method, url).bearer_auth(key)).await
    }
}

both!(key_reads_reports_of_its_programmes, async |app| {
    let world = World::new(app).await;
    let (_, key) = world.add().await;
    let get = async |path: &str| world.with_key(&key, Method::GET, path).await;
    let (status, list) = get(OUTCOMES).await;
    assert_eq!((status, &list["total"]), (StatusCode::OK, &json!(1)));
    assert_eq!(list["results"][0]["id"], json!(world.north));
    assert_eq!(list["results"][0]["author"], Value::Null);
    let (status, report) = get(&format!("{OUTCOMES}{}/", world.north)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&report["figures"]["tables"][0]["table"], &report["author"]), (&json!("way"), &Value::Null));
    for text in [&list, &report].map(Value::to_string) {
        assert!(!text.contains("Ada") && !text.contains(&world.ada.to_string()), "{text}");
    }
    let (_, of_ada) = world.schools.get(&world.app, world.ada, &format!("{OUTCOMES}{}/", world.north)).await;
    assert_eq!(of_ada["author"]["id"], json!(world.ada), "staff see who made it");
    let (status, table) = get(&format!("{OUTCOMES}{}/export/?format=csv", world.north)).await;
    assert!(status == StatusCode::OK && table.as_str().unwrap().contains("Signed up"), "{table}");
    let (_, acts) = world.schools.get(&world.app, world.ada, "/api/staff/audit/?act=export_outcomes").await;
    let by = json!({"kind": "api_key", "id": null, "name": "City council"});
    assert_eq!(acts["results"][0]["actor"], by, "the key, not who made it");
    for path in [format!("{OUTCOMES}{}/", world.east), format!("{OUTCOMES}{}/export/?format=csv", world.east)] {
        assert_eq!(get(&path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
});

both!(key_opens_no_other_route, async |app| {
    let world = World::new(app).await;
    let (_, key) = world.add().await;
    let (mut refused, mut open) = (0, 0);
    let client = reqwest::Client::new();
    for line in ROUTES.lines() {
        let mut words = line.split_whitespace();
        let (Some(method), Some(path), Some(access)) = (words.next(), words.next(), words.next()) else { continue };
        if !path.starts_with("/api/") || ["public", "signed"].contains(&access) && !line.contains("signed in") {
            continue;
        }
        if line.contains(", key") {
            open += 1;
            continue;
        }
        // A long path fills its column.
        let path = path.strip_suffix("staff:").unwrap_or(path);
        let parts: Vec<_> = path.split('/').map(|part| if part.contains('{') { "x" } else { part }).collect();
        let path = format!("{}/", parts.join("/"));
        let method: Method = method.parse().unwrap();
        // Routes of the hub are not part of this server.
        if client.request(method.clone(), format!("{}{path}", world.schools.url())).send().await.unwrap().status()
            == 404
        {
            continue;
        }
        let (status, _) = world.with_key(&key, method, &path).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{line}");
        refused += 1;
    }
    assert_eq!(open, 3);
    assert!(refused > 200, "{refused}");
});

both!(key_is_made_and_revoked_by_administrators, async |app| {
    let world = World::new(app).await;
    let (id, key) = world.add().await;
    let (_, list) = world.schools.get(&world.app, world.ada, KEYS).await;
    assert_eq!((&list[0]["name"], &list[0]["scope"]), (&json!("City council"), &json!("outcomes:read")));
    assert!(!list.to_string().contains(&key[4..]), "it is shown once");
    let path = format!("{KEYS}{id}/");
    let cora = add(&world.app, "Cora", Role::Staff, Some(world.schools.north)).await;
    for (role, programme) in [(StaffRole::Coordinator, None), (StaffRole::Administrator, Some(world.schools.north))] {
        hold(&world.app, cora, role, programme).await;
        for (method, path, body) in [
            (Method::GET, KEYS, Value::Null),
            (Method::POST, KEYS, world.body()),
            (Method::DELETE, &*path, Value::Null),
        ] {
            let (status, refused) = world.schools.send(&world.app, cora, method, path, &body).await;
            assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("not_permitted")), "{path}");
        }
    }
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("x".repeat(81))),
        ("programmes", json!([])),
        ("days", json!(367)),
        ("days", json!(0)),
    ] {
        let mut body = world.body();
        body[field] = value;
        let (status, _) = world.schools.send(&world.app, world.ada, Method::POST, KEYS, &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    }
    let revoke = async || world.schools.send(&world.app, world.ada, Method::DELETE, &path, &Value::Null).await.0;
    assert_eq!((revoke().await, revoke().await), (StatusCode::NO_CONTENT, StatusCode::NOT_FOUND));
    assert_eq!(world.with_key(&key, Method::GET, OUTCOMES).await.0, StatusCode::UNAUTHORIZED);
    let request = world.schools.request(&world.app, world.ada, Method::POST, KEYS).await.json(&world.body());
    world.app.advance(601);
    assert_eq!(world.schools.answer(request).await.1["code"], "second_factor_required");
});

both!(key_waits_for_maintenance_and_for_reports_of_its_creator, async |app| {
    let world = World::new(app).await;
    let (store, schools) = (&world.app.store, &world.schools);
    let (_, key) = world.add().await;
    let status = async |key: &str| world.with_key(key, Method::GET, OUTCOMES).await.0;
    flags::set(store, &operator(), flags::MAINTENANCE, true).await.unwrap();
    assert_eq!(
        (status(&key).await, status("mhk_x").await),
        (StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE)
    );
    flags::set(store, &operator(), flags::MAINTENANCE, false).await.unwrap();
    let (_, list) = schools.get(&world.app, world.ada, KEYS).await;
    assert_eq!(list[0]["lastUsedOn"], Value::Null, "a refused call is no use");
    assert_eq!(status(&key).await, StatusCode::OK);
    let grant = Grant { role: StaffRole::Reports, programme: None };
    administration::end_role(store, &operator(), world.ada, grant, Default::default()).await.unwrap().unwrap();
    assert_eq!(status(&key).await, StatusCode::UNAUTHORIZED);
    let (status, refused) = schools.send(&world.app, world.ada, Method::POST, KEYS, &world.body()).await;
    assert_eq!((status, &refused["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
});

both!(calls_with_a_key_are_limited, async |app| {
    let world = World::new(app).await;
    let (_, key) = world.add().await;
    let (client, url) = (reqwest::Client::new(), format!("{}{OUTCOMES}", world.schools.url()));
    let call = async || client.get(&url).bearer_auth(&key).send().await.unwrap().status();
    assert_eq!(call().await, StatusCode::OK);
    for _ in 0..1_000 {
        match call().await {
            StatusCode::TOO_MANY_REQUESTS => return,
            status => assert_eq!(status, StatusCode::OK),
        }
    }
    panic!("a thousand calls were answered");
});
