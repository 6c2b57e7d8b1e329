//! People come with an account that they have elsewhere, and others with what looks like one.

use std::collections::HashMap;

use futures_util::future::join_all;
use outside::oidc::Kind;
use reqwest::{Client, Method, Url, redirect};
use serde_json::{Value, json};
use store::{people, switches};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::provider::{CLIENT, NOW, Provider, unsigned};
use crate::world::{PASSWORD, PATIENT, Server, World};

const LENA: &str = "lena@school.example";

fn server(world: &World, provider: &Provider, kind: Kind) -> Server {
    let settings = api::Settings::new(false, true, PATIENT).with_social(vec![provider.settings(kind)], None);
    world.server_of(settings)
}

/// Where `start` sends a browser: the address, and what stands in it.
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

/// The whole way, with a token that says this; its nonce is the right one unless it says another.
async fn come(browser: &Browser, provider: &Provider, claims: &Value) -> Answer {
    let (_, asked) = sent_to(browser, "provider=google").await;
    let mut claims = claims.clone();
    claims.as_object_mut().unwrap().entry("nonce").or_insert(json!(asked["nonce"]));
    let code = provider.agree(&asked, provider.token(&claims));
    finish(browser, &code, &asked["state"]).await
}

fn form(token: &str) -> Value {
    json!({"role": "Mentee", "first_name": "Lena", "last_name": "Vogt", "phone_number": "+49 151 2345678",
        "provider": "google", "project": "riverside", "new_primary_language": "de", "token": token})
}

async fn sign_up(browser: &Browser, form: &Value) -> Answer {
    browser.send(browser.request(Method::POST, "signup/").json(form)).await
}

both!(the_browser_is_sent_with_all_that_binds_it, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let (place, asked) = sent_to(&server.wanderer(), "provider=google&mode=page").await;
    assert_eq!(place.as_str().split('?').next().unwrap(), format!("{}/authorize", provider.issuer));
    let names = ["response_type", "client_id", "redirect_uri", "scope", "code_challenge_method", "prompt"];
    let back = format!("{}/signin/social", server.url);
    assert_eq!(names.map(|n| &*asked[n]), ["code", CLIENT, &back, "openid email profile", "S256", "select_account"]);
    assert!(asked["state"].starts_with("page.") && asked["nonce"].len() == 43 && asked["code_challenge"].len() == 43);
});

both!(who_is_known_signs_in_and_stays_themselves_when_their_address_changes, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let mut browser = server.wanderer();
    let answer = come(&browser, &provider, &provider.claims("g-1", "Gina@Example.org")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    browser.token = answer.body["accessToken"].as_str().map(str::to_owned);
    let profile = browser.get("profile/").await.body;
    assert_eq!((&profile["firstName"], &profile["provider"]), (&json!("Gina"), &json!("google")));
    assert_eq!(browser.refresh().await.status, 200, "the cookie came as well");
    let renamed = come(&browser, &provider, &provider.claims("g-1", "gina.new@example.org")).await;
    assert_eq!(renamed.status, 200, "{}", renamed.body);
    let heir = come(&browser, &provider, &provider.claims("g-2", "gina@example.org")).await;
    assert_eq!((heir.status, heir.code()), (401, "social_failed"), "her old address has another owner now");
});

both!(who_is_unknown_signs_up_with_the_ticket_alone, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let mut browser = server.wanderer();
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
    assert!(people::by_email(&world.store, "mallory@school.example").await.unwrap().is_none());

    let again = sign_up(&browser, &form(ticket)).await;
    assert_eq!((again.status, again.code()), (422, "ticket_wrong"));
    assert_eq!(again.body["non_field_errors"][0], again.body["message"]);
    assert_eq!(come(&browser, &provider, &provider.claims("l-1", LENA)).await.status, 200);
    for (named, exists) in [("google", true), ("normal", false)] {
        let asked = browser.request(Method::POST, "account-exists/").json(&json!({"email": LENA, "provider": named}));
        assert_eq!(browser.send(asked).await.body["userExist"], exists, "{named}");
    }
});

both!(a_ticket_lives_half_an_hour_and_makes_one_account, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
    let unknown = come(&browser, &provider, &provider.claims("l-1", LENA)).await;
    let ticket = unknown.body["token"].as_str().unwrap();
    let form = form(ticket);
    let answers = join_all((0..8).map(|_| sign_up(&browser, &form))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);

    let other = come(&browser, &provider, &provider.claims("o-1", "otto@school.example")).await;
    world.advance(30 * 60);
    let late = sign_up(&browser, &self::form(other.body["token"].as_str().unwrap())).await;
    assert_eq!(late.code(), "ticket_wrong");
    assert_eq!(sign_up(&browser, &self::form("made-up")).await.code(), "ticket_wrong");
});

both!(an_address_with_a_password_is_told_so_and_the_other_way_round, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
    let maya = come(&browser, &provider, &provider.claims("m-1", "maya@example.org")).await;
    assert_eq!((maya.status, maya.code()), (409, "other_provider"));
    let gina = browser.try_sign_in("gina@example.org", PASSWORD).await;
    assert_eq!((gina.status, gina.code()), (409, "other_provider"));
    let sentence = "Our records say that you have signed up for our app via Google login. \
                    Please use the Sign-in via Google option";
    assert_eq!(gina.body["message"], sentence);
});

both!(a_way_back_is_good_once_and_in_the_browser_where_it_began, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let (browser, thief) = (server.wanderer(), server.wanderer());
    let (_, asked) = sent_to(&browser, "provider=google").await;
    let token = |asked: &HashMap<String, String>| {
        let mut claims = provider.claims("g-1", "gina@example.org");
        claims["nonce"] = json!(asked["nonce"]);
        provider.token(&claims)
    };
    let code = provider.agree(&asked, token(&asked));
    let stolen = finish(&thief, &code, &asked["state"]).await;
    assert_eq!((stolen.status, stolen.code()), (401, "social_failed"));
    // The thief's own way does not carry the code of another: the secret of PKCE is not theirs.
    let (_, own) = sent_to(&thief, "provider=google").await;
    assert_eq!(finish(&thief, &code, &own["state"]).await.status, 401);

    let (_, asked) = sent_to(&browser, "provider=google").await;
    let (_, second_tab) = sent_to(&browser, "provider=google").await;
    let code = provider.agree(&asked, token(&asked));
    let answers = join_all((0..8).map(|_| finish(&browser, &code, &asked["state"]))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let code = provider.agree(&second_tab, token(&second_tab));
    world.advance(10 * 60);
    assert_eq!(finish(&browser, &code, &second_tab["state"]).await.status, 401, "ten minutes are over");
    for nonsense in ["", "popup", "popup.", "popup.;;;;;;;;", "page.ééééé", &"x".repeat(5000)] {
        assert_eq!(finish(&browser, "code", nonsense).await.status, 401, "{nonsense}");
    }
});

both!(a_token_that_proves_nothing_signs_nobody_in, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
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
    assert_eq!(come(&browser, &provider, &claims).await.status, 200, "clocks differ a little");
});

both!(a_signature_that_proves_nothing_signs_nobody_in, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
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

both!(a_provider_may_change_its_keys, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
    let claims = provider.claims("g-1", "gina@example.org");
    assert_eq!(come(&browser, &provider, &claims).await.status, 200);
    provider.changes_its_key();
    assert_eq!(come(&browser, &provider, &claims).await.status, 200);
});

both!(closed_accounts_and_closed_doors_stay_closed, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
    let claims = provider.claims("g-1", "gina@example.org");
    let gina = people::by_email(&world.store, "gina@example.org").await.unwrap().unwrap();
    people::set_disabled(&world.store, gina.id, true).await.unwrap();
    let answer = come(&browser, &provider, &claims).await;
    assert_eq!((answer.status, answer.code()), (403, "user_disabled"));
    people::set_disabled(&world.store, gina.id, false).await.unwrap();

    let (_, asked) = sent_to(&browser, "provider=google").await;
    switches::set(&world.store, switches::MAINTENANCE, true).await.unwrap();
    let answer = finish(&browser, "code", &asked["state"]).await;
    assert_eq!((answer.status, answer.code()), (503, "under_maintenance"));
    let (place, asked) = sent_to(&browser, "provider=google&mode=page").await;
    assert_eq!((place.path(), &*asked["error"], &*asked["state"]), ("/signin/social", "under_maintenance", "page."));
});

both!(where_the_way_ends_a_page_of_ours_says_so, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Code);
    let browser = server.wanderer();
    let (place, asked) = sent_to(&browser, "provider=facebook&tab=a1b2%26x%3D.").await;
    let told = (place.path(), &*asked["error"], &*asked["state"]);
    assert_eq!(told, ("/signin/social", "social_failed", "popup-a1b2x."), "and nothing of the tab's name but letters");
    drop(provider);
    let (_, asked) = sent_to(&browser, "provider=google").await;
    assert_eq!(asked["error"], "unavailable");
});

both!(a_token_of_the_providers_own_scripts_is_taken_once, async |world| {
    let provider = Provider::start().await;
    let server = server(&world, &provider, Kind::Token);
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
    // Nobody is sent to such a provider.
    assert_eq!(sent_to(&server.wanderer(), "provider=google").await.1["error"], "social_failed");
});

impl Server {
    /// A browser that looks where it is sent instead of going there.
    fn wanderer(&self) -> Browser {
        test_kit::choose_crypto();
        Browser::with(Client::builder().cookie_store(true).redirect(redirect::Policy::none()), &self.url)
    }
}
