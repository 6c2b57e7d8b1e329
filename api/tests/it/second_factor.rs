//! The second factor of staff: sign-in, set-up, recovery, and what a login session without one may do.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use store::login_sessions::{self, Factors};
use store::people::Role;
use store::{PersonId, administration, passwords, second_factor, tokens};
use test_kit::{both, operator};

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::{PASSWORD, Server, shown};

async fn call(browser: &Browser, method: Method, path: &str, body: Value) -> Answer {
    browser.send(browser.request(method, &format!("second-factor/{path}")).json(&body)).await
}

/// Goes on to the next code.
fn wait(app: &TestApp) {
    app.advance(30);
}

struct Emile {
    id: PersonId,
    server: Server,
    browser: Browser,
    address: String,
    recovery_codes: Vec<String>,
}

impl Emile {
    /// Signs in for the first time.
    async fn set_up(app: &TestApp) -> Self {
        let (id, server) = (app.add_staff("emile").await, app.server());
        let mut browser = server.browser();
        let first = browser.sign_in("emile@example.org", PASSWORD).await;
        assert_eq!((first.status, first.code()), (202, "second_factor_required"));
        assert_eq!(first.body["isSetUp"], false);
        assert!(first.cookie().is_none() && browser.token.is_none(), "not signed in");
        let ticket = &first.body["ticket"];
        let app_of = call(&browser, Method::POST, "set-up/", json!({"ticket": ticket})).await;
        let address = app_of.body["address"].as_str().unwrap().to_owned();
        assert!(address.contains("Mentor%20Hub") && address.contains("emile"), "{address}");
        assert!(address.contains(app_of.body["secret"].as_str().unwrap()));
        let again = call(&browser, Method::POST, "set-up/", json!({"ticket": ticket})).await;
        assert_eq!(again.body, app_of.body, "a reload shows the same picture");
        let signed_in = second(&browser, ticket, &shown(&app.store, &address)).await;
        assert_eq!(signed_in.status, 200, "{}", signed_in.body);
        browser.token = signed_in.body["accessToken"].as_str().map(str::to_owned);
        let codes = signed_in.body["recoveryCodes"].as_array().unwrap();
        let recovery_codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        Self { id, server, browser, address, recovery_codes }
    }

    /// Returns a new ticket.
    async fn ticket(&self) -> Value {
        let answer = self.server.browser().sign_in("emile@example.org", PASSWORD).await;
        assert_eq!((answer.status, &answer.body["isSetUp"]), (202, &json!(true)));
        answer.body["ticket"].clone()
    }
}

async fn second(browser: &Browser, ticket: &Value, code: &str) -> Answer {
    call(browser, Method::POST, "sign-in/", json!({"ticket": ticket, "code": code})).await
}

both!(staff_set_up_an_app_and_sign_in_with_its_codes, async |app| {
    let emile = Emile::set_up(&app).await;
    assert_eq!(emile.recovery_codes.len(), 10);
    assert_eq!(emile.browser.get("profile/").await.status, 200);
    let overview = call(&emile.browser, Method::GET, "", json!({})).await;
    assert_eq!(overview.body["recoveryCodesLeft"], 10);

    let ticket = emile.ticket().await;
    let exists = call(&emile.browser, Method::POST, "set-up/", json!({"ticket": ticket})).await;
    assert_eq!((exists.status, exists.code()), (409, "second_factor_exists"), "a password replaces no app");
    let used = second(&emile.browser, &ticket, &shown(&app.store, &emile.address)).await;
    assert_eq!((used.status, used.code()), (422, "app_code_wrong"), "each code counts once");
    wait(&app);
    let next = second(&emile.server.browser(), &ticket, &shown(&app.store, &emile.address)).await;
    assert_eq!((next.status, &next.body["recoveryCodes"]), (200, &json!([])));
});

both!(recovery_code_signs_in_once, async |app| {
    let emile = Emile::set_up(&app).await;
    let (ticket, code) = (emile.ticket().await, emile.recovery_codes[0].to_lowercase().replace('-', " "));
    assert_eq!(second(&emile.server.browser(), &ticket, &code).await.status, 200);
    assert_eq!(second(&emile.server.browser(), &ticket, &code).await.code(), "app_code_wrong");
    let left = call(&emile.browser, Method::GET, "", json!({})).await;
    assert_eq!(left.body["recoveryCodesLeft"], 9);
    let new = call(&emile.browser, Method::POST, "recovery-codes/", json!({})).await;
    assert_eq!(new.body["recoveryCodes"].as_array().unwrap().len(), 10);
    let old = second(&emile.server.browser(), &ticket, &emile.recovery_codes[1]).await;
    assert_eq!(old.code(), "app_code_wrong", "the old ones end");
});

both!(ten_wrong_codes_block_the_account, async |app| {
    let emile = Emile::set_up(&app).await;
    let ticket = emile.ticket().await;
    for _ in 0..10 {
        // The right password in between does not reset the count.
        emile.ticket().await;
        assert_eq!(second(&emile.browser, &ticket, "000000").await.code(), "app_code_wrong");
    }
    wait(&app);
    let blocked = second(&emile.browser, &ticket, &shown(&app.store, &emile.address)).await;
    assert_eq!((blocked.status, blocked.code()), (429, "account_blocked"));
    let confirm = call(&emile.browser, Method::POST, "confirm/", json!({"code": "000000"})).await;
    assert_eq!(confirm.code(), "account_blocked", "also in a login session");
});

both!(ticket_ends_and_cannot_be_forged, async |app| {
    let emile = Emile::set_up(&app).await;
    let ticket = emile.ticket().await;
    let [head, _, nonce, signature] = ticket.as_str().unwrap().split('.').collect::<Vec<_>>()[..] else {
        panic!("{ticket}")
    };
    let later = json!(format!("{head}.99999999999.{nonce}.{signature}"));
    let of_maya = json!(ticket.as_str().unwrap().replace(head, &app.maya.to_string()));
    wait(&app);
    for forged in [&later, &of_maya, &json!(""), &json!("a.b.c.d")] {
        let refused = second(&emile.browser, forged, &shown(&app.store, &emile.address)).await;
        assert_eq!((refused.status, refused.code()), (401, "ticket_expired"), "{forged}");
    }
    app.advance(600);
    let late = second(&emile.browser, &ticket, &shown(&app.store, &emile.address)).await;
    assert_eq!(late.code(), "ticket_expired");
    // The last administrator stays.
    app.add_staff("ada").await;
    let closed = emile.ticket().await;
    administration::set_disabled(&app.store, &operator(), emile.id, true, None).await.unwrap();
    assert_eq!(second(&emile.browser, &closed, &shown(&app.store, &emile.address)).await.code(), "ticket_expired");
});

both!(ticket_ends_with_password_and_app, async |app| {
    let emile = Emile::set_up(&app).await;
    let hash = passwords::hash(PASSWORD).await.unwrap();
    let (of_old_password, of_old_app) = (emile.ticket().await, emile.ticket().await);
    passwords::set(&app.store, &operator(), emile.id, &hash).await.unwrap();
    wait(&app);
    let code = shown(&app.store, &emile.address);
    assert_eq!(second(&emile.browser, &of_old_password, &code).await.code(), "ticket_expired");
    second_factor::reset(&app.store, &operator(), emile.id).await.unwrap();
    let set_up = call(&emile.browser, Method::POST, "set-up/", json!({"ticket": of_old_app})).await;
    assert_eq!(set_up.code(), "ticket_expired");
});

both!(each_sign_in_offers_an_app_of_its_own, async |app| {
    let server = app.server();
    app.add_staff("emile").await;
    let mut tickets = Vec::new();
    for _ in 0..2 {
        tickets.push(server.browser().sign_in("emile@example.org", PASSWORD).await.body["ticket"].clone());
    }
    let mut addresses = Vec::new();
    for ticket in &tickets {
        let set_up = call(&server.browser(), Method::POST, "set-up/", json!({"ticket": ticket})).await;
        addresses.push(set_up.body["address"].as_str().unwrap().to_owned());
    }
    assert_ne!(addresses[0], addresses[1], "an earlier sign-in does not know the secret of a later one");
    let owner = second(&server.browser(), &tickets[1], &shown(&app.store, &addresses[1])).await;
    assert_eq!(owner.status, 200);
    let other = second(&server.browser(), &tickets[0], &shown(&app.store, &addresses[0])).await;
    assert_eq!(other.code(), "ticket_expired");
});

both!(concurrent_wrong_codes_block_the_account, async |app| {
    let emile = Emile::set_up(&app).await;
    let ticket = emile.ticket().await;
    let guesses = (0..30).map(|n| {
        let (browser, ticket) = (&emile.browser, &ticket);
        async move { second(browser, ticket, &format!("WRONG-{n:05}")).await.code().to_owned() }
    });
    let answers = join_all(guesses).await;
    let count = |code| answers.iter().filter(|answer| *answer == code).count();
    assert_eq!((count("app_code_wrong"), count("account_blocked")), (10, 20));
    let hash = passwords::hash(PASSWORD).await.unwrap();
    passwords::set(&app.store, &operator(), emile.id, &hash).await.unwrap();
    wait(&app);
    let ticket = emile.ticket().await;
    let right = second(&emile.browser, &ticket, &shown(&app.store, &emile.address)).await;
    assert_eq!(right.code(), "account_blocked", "a new password gives no new tries");
});

both!(login_session_of_staff_ends_after_twelve_hours, async |app| {
    let mut emile = Emile::set_up(&app).await;
    for _ in 0..11 {
        app.advance(3600);
        assert_eq!(emile.browser.refresh().await.status, 200);
    }
    app.advance(3600);
    assert_eq!(emile.browser.refresh().await.status, 401);
});

both!(old_code_is_asked_again_for_exports, async |app| {
    let mut emile = Emile::set_up(&app).await;
    let export = |browser: &Browser| {
        let path = format!("{}/api/staff/people/export/?format=csv&reason=audit+of+the+year", emile.server.url);
        let request = reqwest::Client::new().get(path).bearer_auth(browser.token.as_ref().unwrap());
        async move { request.send().await.unwrap().status().as_u16() }
    };
    assert_eq!(export(&emile.browser).await, 200, "just signed in");
    app.advance(601);
    assert_eq!(export(&emile.browser).await, 403);
    let refused = call(&emile.browser, Method::DELETE, "", json!({})).await;
    assert_eq!((refused.status, refused.code()), (403, "second_factor_required"));
    let wrong = call(&emile.browser, Method::POST, "confirm/", json!({"code": "123"})).await;
    assert_eq!(wrong.code(), "app_code_wrong");
    let right = json!({"code": shown(&app.store, &emile.address)});
    assert_eq!(call(&emile.browser, Method::POST, "confirm/", right).await.status, 204);
    assert_eq!(export(&emile.browser).await, 200);
    emile.browser.refresh().await;
    assert_eq!(export(&emile.browser).await, 200, "a new token keeps it");
});

both!(reset_signs_out_and_sets_up_another_app, async |app| {
    let mut emile = Emile::set_up(&app).await;
    assert!(second_factor::reset(&app.store, &operator(), emile.id).await.unwrap());
    assert_eq!(emile.browser.refresh().await.status, 401);
    let first = emile.server.browser().sign_in("emile@example.org", PASSWORD).await;
    assert_eq!(first.body["isSetUp"], false);
    let old = second(&emile.browser, &first.body["ticket"], &emile.recovery_codes[0]).await;
    assert_eq!(old.code(), "app_code_wrong", "recovery codes go, too");
    assert!(!second_factor::reset(&app.store, &operator(), app.maya).await.unwrap(), "she has none");
});

both!(grants_need_a_second_factor, async |app| {
    let (emile, server) = (app.add_staff("emile").await, app.server());
    for (factors, status) in [(Factors::One, 403), (Factors::Two, 200)] {
        let opened = login_sessions::open(&app.store, emile, "old node", factors).await.unwrap();
        let (token, _) = tokens::issue(&app.store, emile, opened.session).unwrap();
        let request = reqwest::Client::new().get(format!("{}/api/staff/me/", server.url)).bearer_auth(token);
        assert_eq!(request.send().await.unwrap().status(), status);
    }
    let opened = login_sessions::open(&app.store, emile, "extended by an old node", Factors::Two).await.unwrap();
    app.sql("UPDATE login_sessions SET expires_at = '2027-01-01T00:00:00Z'").await;
    app.advance(12 * 3600);
    let (token, _) = tokens::issue(&app.store, emile, opened.session).unwrap();
    let request = reqwest::Client::new().get(format!("{}/api/staff/me/", server.url)).bearer_auth(token);
    assert_eq!(request.send().await.unwrap().status(), 403);
    let mut maya = server.signed_in("maya").await;
    assert_eq!(call(&maya, Method::GET, "", json!({})).await.status, 404, "she has no app");
    assert_eq!(call(&maya, Method::DELETE, "", json!({})).await.code(), "second_factor_required");
    administration::set_role(&app.store, &operator(), app.maya, Role::Staff).await.unwrap().unwrap();
    assert_eq!(maya.refresh().await.status, 401, "who becomes staff signs in again");
});
