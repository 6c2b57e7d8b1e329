//! Social sign-in, with valid and forged identities.

use std::collections::HashMap;

use egress::oidc::Kind;
use futures_util::future::join_all;
use reqwest::{Client, Method, Url, redirect};
use serde_json::{Value, json};
use store::{administration, flags, people};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::provider::{CLIENT, NOW, Provider, unsigned};
use crate::test_app::{PASSWORD, PATIENT, Server, TestApp};

const LENA: &str = "lena@school.example";

fn server(app: &TestApp, provider: &Provider, kind: Kind) -> Server {
    let settings = api::Settings::new(false, true, PATIENT).with_social(vec![provider.settings(kind)], None);
    app.server_of(settings)
}

/// The redirect of `start`: the address and its parameters.
async fn sent_to(browser: &Browser, query: &str) -> (Url, HashMap<String, String>) {
    let answer = browser.request(Method::GET, &format!("social/start/?{query}")).send().await.unwrap();
    assert_eq!(answer.status(), 302);
    let place = answer.headers()["location"].to_str().unwrap();
    let place = answer.url().join(place).unwrap();
    let asked = place.query_pairs().into_owned().collect();
    (place, asked)
}

async fn finish(browser: &Browser, code: &str, state: &str) -> Answer {
    let request = browser.request(Method::POST, "social/finish/").json(&json!({"code": code, "state": state}));
    browser.send(request).await
}

/// A whole sign-in with a token of these claims; the nonce is right unless they contain another.
async fn come(browser: &Browser, provider: &Provider, claims: &Value) -> Answer {
    let (_, asked) = sent_to(browser, "provider=google").await;
    let mut claims = claims.clone();
    claims.as_object_mut().unwrap().entry("nonce").or_insert(json!(asked["nonce"]));
    let code = provider.agree(&asked, provider.token(&claims));
    finish(browser, &code, &asked["state"]).await
}

fn form(token: &str) -> Value {
    json!({"role": "Mentee", "first_name": "Lena", "last_name": "Vogt", "phone_number": "+49 151 2345678",
        "provider": "google", "declaration": true, "project": "riverside", "new_primary_language": "de", "token": token})
}

async fn sign_up(browser: &Browser, form: &Value) -> Answer {
    browser.send(browser.request(Method::POST, "signup/").json(form)).await
}

both!(authorization_request_has_state_nonce_and_challenge, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let (place, asked) = sent_to(&server.browser_without_redirects(), "provider=google&mode=page").await;
    assert_eq!(place.as_str().split('?').next().unwrap(), format!("{}/authorize", provider.issuer));
    let names = ["response_type", "client_id", "redirect_uri", "scope", "code_challenge_method", "prompt"];
    let back = format!("{}/signin/social", server.url);
    assert_eq!(names.map(|n| &*asked[n]), ["code", CLIENT, &back, "openid email profile", "S256", "select_account"]);
    assert!(asked["state"].starts_with("page.") && asked["nonce"].len() == 43 && asked["code_challenge"].len() == 43);
});

both!(social_account_signs_in_after_its_email_changed, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let mut browser = server.browser_without_redirects();
    let answer = come(&browser, &provider, &provider.claims("g-1", "Gina@Example.org")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    browser.token = answer.body["accessToken"].as_str().map(str::to_owned);
    let profile = browser.get("profile/").await.body;
    assert_eq!((&profile["firstName"], &profile["provider"]), (&json!("Gina"), &json!("google")));
    assert_eq!(browser.refresh().await.status, 200, "the cookie is set");
    let renamed = come(&browser, &provider, &provider.claims("g-1", "gina.new@example.org")).await;
    assert_eq!(renamed.status, 200, "{}", renamed.body);
    let heir = come(&browser, &provider, &provider.claims("g-2", "gina@example.org")).await;
    assert_eq!((heir.status, heir.code()), (401, "social_failed"), "the old address has another owner");
});

both!(unknown_social_account_signs_up_with_ticket, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let mut browser = server.browser_without_redirects();
    let unknown = come(&browser, &provider, &provider.claims("l-1", "Lena@School.example")).await;
    assert_eq!((unknown.status, unknown.code()), (202, "social_unknown"), "{}", unknown.body);
    assert_eq!((&unknown.body["email"], &unknown.body["name"]), (&json!(LENA), &json!("Lena Vogt")));
    let ticket = unknown.body["token"].as_str().unwrap();

    let mut wrong = form(ticket);
    wrong["project"] = json!("closed");
    assert_eq!(sign_up(&browser, &wrong).await.code(), "invalid");
    let mut lying = form(ticket);
    lying["email"] = json!("mallory@school.example");
    let made = sign_up(&browser, &lying).await;
    assert_eq!(made.status, 201, "{}", made.body);
    browser.token = made.body["accessToken"].as_str().map(str::to_owned);
    let profile = browser.get("profile/").await.body;
    assert_eq!(
        (&profile["email"], &profile["provider"]),
        (&json!(LENA), &json!("google")),
        "the provider's word counts"
    );
    assert!(people::by_email(&app.store, "mallory@school.example").await.unwrap().is_none());

    let again = sign_up(&browser, &form(ticket)).await;
    assert_eq!((again.status, again.code()), (422, "ticket_wrong"));
    assert_eq!(again.body["non_field_errors"][0], again.body["message"]);
    assert_eq!(come(&browser, &provider, &provider.claims("l-1", LENA)).await.status, 200);
    for (named, exists) in [("google", true), ("normal", false)] {
        let asked = browser.request(Method::POST, "account-exists/").json(&json!({"email": LENA, "provider": named}));
        assert_eq!(browser.send(asked).await.body["userExist"], exists, "{named}");
    }
});

both!(social_ticket_expires_and_works_once, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let unknown = come(&browser, &provider, &provider.claims("l-1", LENA)).await;
    let ticket = unknown.body["token"].as_str().unwrap();
    let form = form(ticket);
    let answers = join_all((0..8).map(|_| sign_up(&browser, &form))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);

    let other = come(&browser, &provider, &provider.claims("o-1", "otto@school.example")).await;
    app.advance(30 * 60);
    let late = sign_up(&browser, &self::form(other.body["token"].as_str().unwrap())).await;
    assert_eq!(late.code(), "ticket_wrong");
    assert_eq!(sign_up(&browser, &self::form("made-up")).await.code(), "ticket_wrong");
});

both!(other_provider_is_reported_for_both_account_kinds, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let maya = come(&browser, &provider, &provider.claims("m-1", "maya@example.org")).await;
    assert_eq!((maya.status, maya.code()), (409, "other_provider"));
    let gina = browser.try_sign_in("gina@example.org", PASSWORD).await;
    assert_eq!((gina.status, gina.code()), (409, "other_provider"));
    let sentence = "Our records say that you have signed up for our app via Google login. \
                    Please use the Sign-in via Google option";
    assert_eq!(gina.body["message"], sentence);
});

both!(social_state_works_once_in_the_same_browser, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let (browser, thief) = (server.browser_without_redirects(), server.browser_without_redirects());
    let (_, asked) = sent_to(&browser, "provider=google").await;
    let token = |asked: &HashMap<String, String>| {
        let mut claims = provider.claims("g-1", "gina@example.org");
        claims["nonce"] = json!(asked["nonce"]);
        provider.token(&claims)
    };
    let code = provider.agree(&asked, token(&asked));
    let stolen = finish(&thief, &code, &asked["state"]).await;
    assert_eq!((stolen.status, stolen.code()), (401, "social_failed"));
    // The thief cannot redeem the code in another attempt: it has another PKCE verifier.
    let (_, own) = sent_to(&thief, "provider=google").await;
    assert_eq!(finish(&thief, &code, &own["state"]).await.status, 401);

    let (_, asked) = sent_to(&browser, "provider=google").await;
    let (_, second_tab) = sent_to(&browser, "provider=google").await;
    let code = provider.agree(&asked, token(&asked));
    let answers = join_all((0..8).map(|_| finish(&browser, &code, &asked["state"]))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let code = provider.agree(&second_tab, token(&second_tab));
    app.advance(10 * 60);
    assert_eq!(finish(&browser, &code, &second_tab["state"]).await.status, 401, "expired after ten minutes");
    for nonsense in ["", "popup", "popup.", "popup.;;;;;;;;", "page.ééééé", &"x".repeat(5000)] {
        assert_eq!(finish(&browser, "code", nonsense).await.status, 401, "{nonsense}");
    }
});

both!(invalid_id_token_claims_are_refused, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    for (why, field, value) in [
        ("another nonce", "nonce", json!("of another way")),
        ("another audience", "aud", json!("somebody-else")),
        ("several audiences, and not said who asked", "aud", json!([CLIENT, "somebody-else"])),
        ("another issuer", "iss", json!("https://accounts.example.org")),
        ("expired", "exp", json!(NOW - 61)),
        ("of the future", "iat", json!(NOW + 120)),
        ("of nobody", "sub", json!("")),
        ("for another party", "azp", json!("somebody-else")),
    ] {
        let mut claims = provider.claims("g-1", "gina@example.org");
        claims[field] = value;
        let answer = come(&browser, &provider, &claims).await;
        assert_eq!((answer.status, answer.code()), (401, "social_failed"), "{why}");
    }
    for unverified in [json!(false), json!("false"), json!(1), Value::Null] {
        let mut claims = provider.claims("g-1", "gina@example.org");
        claims["email_verified"] = unverified;
        let answer = come(&browser, &provider, &claims).await;
        assert_eq!((answer.status, answer.code()), (403, "email_not_verified"));
    }
    let mut claims = provider.claims("g-1", "gina@example.org");
    claims["exp"] = json!(NOW - 30);
    assert_eq!(come(&browser, &provider, &claims).await.status, 200, "clock skew is tolerated");
});

both!(invalid_id_token_signature_is_refused, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let claims = provider.claims("g-1", "gina@example.org");
    let good = provider.token(&claims);
    let (text, signature) = good.rsplit_once('.').unwrap();
    let kid = provider.key_id();
    let other = Provider::start().await;
    for (why, token) in [
        ("no signature", format!("{}.", unsigned(&json!({"alg": "none"}), &claims))),
        ("a shared secret", format!("{}.{signature}", unsigned(&json!({"alg": "HS256", "kid": kid}), &claims))),
        ("another kind of key", format!("{}.{signature}", unsigned(&json!({"alg": "RS256", "kid": kid}), &claims))),
        (
            "words exchanged",
            format!("{}.{signature}", unsigned(&json!({"alg": "ES256", "kid": kid}), &json!({"sub": "x"}))),
        ),
        ("cut off", text.to_owned()),
        ("somebody else's key", other.token(&claims)),
        ("nothing", String::new()),
    ] {
        let (_, asked) = sent_to(&browser, "provider=google").await;
        let code = provider.agree(&asked, token);
        let answer = finish(&browser, &code, &asked["state"]).await;
        assert_eq!((answer.status, answer.code()), (401, "social_failed"), "{why}");
    }
});

both!(changed_provider_keys_are_fetched, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let claims = provider.claims("g-1", "gina@example.org");
    assert_eq!(come(&browser, &provider, &claims).await.status, 200);
    provider.changes_its_key();
    assert_eq!(come(&browser, &provider, &claims).await.status, 200);
});

both!(social_sign_in_refuses_disabled_and_maintenance, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let claims = provider.claims("g-1", "gina@example.org");
    let gina = people::by_email(&app.store, "gina@example.org").await.unwrap().unwrap();
    administration::set_disabled(&app.store, &test_kit::operator(), gina.id, true, None).await.unwrap();
    let answer = come(&browser, &provider, &claims).await;
    assert_eq!((answer.status, answer.code()), (403, "user_disabled"));
    administration::set_disabled(&app.store, &test_kit::operator(), gina.id, false, None).await.unwrap();

    let (_, asked) = sent_to(&browser, "provider=google").await;
    flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, true).await.unwrap();
    let answer = finish(&browser, "code", &asked["state"]).await;
    assert_eq!((answer.status, answer.code()), (503, "under_maintenance"));
    let (place, asked) = sent_to(&browser, "provider=google&mode=page").await;
    assert_eq!((place.path(), &*asked["error"], &*asked["state"]), ("/signin/social", "under_maintenance", "page."));
});

both!(social_start_redirects_errors_to_return_page, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Code);
    let browser = server.browser_without_redirects();
    let (place, asked) = sent_to(&browser, "provider=facebook&tab=a1b2%26x%3D.").await;
    let told = (place.path(), &*asked["error"], &*asked["state"]);
    assert_eq!(told, ("/signin/social", "social_failed", "popup-a1b2x."), "only letters and digits of the tab");
    drop(provider);
    let (_, asked) = sent_to(&browser, "provider=google").await;
    assert_eq!(asked["error"], "unavailable");
});

both!(id_token_is_accepted_once, async |app| {
    let provider = Provider::start().await;
    let server = server(&app, &provider, Kind::Token);
    let browser = server.browser();
    let show = async |token: &str| {
        let shown = json!({"provider": "google", "id_token": token});
        browser.send(browser.request(Method::POST, "social/finish/").json(&shown)).await
    };
    let claims = provider.claims("g-1", "gina@example.org");
    let token = provider.token(&claims);
    assert_eq!(show(&token).await.status, 200);
    assert_eq!(show(&token).await.code(), "social_failed", "once");
    let mut elsewhere = claims.clone();
    elsewhere["aud"] = json!("somebody-else");
    assert_eq!(show(&provider.token(&elsewhere)).await.code(), "social_failed");
    let mut later = claims.clone();
    later["exp"] = json!(NOW + 601);
    let fresh = provider.token(&later);
    let answers = join_all((0..8).map(|_| show(&fresh))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    // Providers of the kind `token` have no redirect.
    assert_eq!(sent_to(&server.browser_without_redirects(), "provider=google").await.1["error"], "social_failed");
});

impl Server {
    /// A browser that does not follow redirects.
    fn browser_without_redirects(&self) -> Browser {
        test_kit::choose_crypto();
        Browser::with(Client::builder().cookie_store(true).redirect(redirect::Policy::none()), &self.url)
    }
}
