//! Guesses at codes.

use api::SignInLimits;
use reqwest::Method;
use serde_json::{Value, json};
use store::guesses::{self, Target};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::sign_up::{EMAIL, mentee, post, prove};

async fn post_from(network: &str, browser: &Browser, call: &str, body: &Value) -> Answer {
    browser.send(browser.request(Method::POST, call).header("x-forwarded-for", network).json(body)).await
}

fn mentor(otp: &str, institution: &str) -> Value {
    let mut form = mentee(otp);
    (form["role"], form["institution_code"]) = (json!("Mentor"), json!(institution));
    form
}

both!(wrong_codes_are_limited_per_network, async |app| {
    let server = app.server();
    let browser = server.browser();
    let guess = |n: usize| json!({"email": format!("stranger{n}@example.org"), "otp": "000000"});
    for n in 0..60 {
        assert_eq!(post_from("192.0.2.7", &browser, "verify-otp/", &guess(n)).await.code(), "code_wrong");
    }
    let refused = post_from("192.0.2.7", &browser, "verify-otp/", &guess(60)).await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    assert_eq!(post_from("192.0.2.8", &browser, "verify-otp/", &guess(60)).await.code(), "code_wrong");
});

both!(wave_of_guesses_shortens_limits_of_unknown_networks_only, async |app| {
    let server = app.server();
    let browser = server.browser();
    let guess = |n: usize| json!({"email": format!("stranger{n}@example.org"), "otp": "000000"});
    let code = prove(&app, &browser).await;
    let right = json!({"email": EMAIL, "otp": code});
    assert_eq!(post_from("192.0.2.7", &browser, "verify-otp/", &right).await.status, 200);
    for _ in 0..Target::Codes.wave_at() {
        guesses::count_wrong(&app.store, Target::Codes).await.unwrap();
    }
    for network in ["192.0.2.7", "192.0.2.8"] {
        for n in 0..5 {
            assert_eq!(post_from(network, &browser, "verify-otp/", &guess(n)).await.code(), "code_wrong");
        }
    }
    assert_eq!(post_from("192.0.2.7", &browser, "verify-otp/", &guess(5)).await.code(), "code_wrong", "it is known");
    assert_eq!(post_from("192.0.2.8", &browser, "verify-otp/", &guess(5)).await.code(), "rate_limited");
    let elsewhere = post_from("192.0.2.9", &browser, "verify-otp/", &right).await;
    assert_eq!(elsewhere.status, 200, "right codes of others go on working: {}", elsewhere.body);
});

both!(guesses_count_over_all_nodes, async |app| {
    let (one, other) = (app.server(), app.server());
    let guess = |n: usize| json!({"email": format!("stranger{n}@example.org"), "otp": "000000"});
    for n in 0..30 {
        for node in [&one, &other] {
            let answer = post_from("192.0.2.7", &node.browser(), "verify-otp/", &guess(n)).await;
            assert_eq!(answer.code(), "code_wrong");
        }
    }
    for node in [&one, &other] {
        let refused = post_from("192.0.2.7", &node.browser(), "verify-otp/", &guess(60)).await;
        assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    }
});

both!(guesses_at_sign_up_end_the_code, async |app| {
    let server = app.server();
    let code = prove(&app, &server.browser()).await;
    let stranger = server.browser();
    for _ in 0..5 {
        let wrong = if code == "000000" { "111111" } else { "000000" };
        assert_eq!(post(&stranger, "signup/", &mentee(wrong)).await.code(), "code_wrong");
    }
    assert_eq!(post(&stranger, "signup/", &mentee(&code)).await.code(), "code_wrong");
});

both!(spellings_of_an_address_share_its_limit, async |app| {
    let server = app.server_with(false, SignInLimits { per_email: 3, ..SignInLimits::all(100) });
    let browser = server.browser();
    let apply = async |email: &str| {
        let mut form = mentee("000000");
        form["email"] = json!(email);
        post(&browser, "signup/", &form).await
    };
    for email in ["lena@school.example", " LENA@school.example", "lena+new@SCHOOL.example"] {
        assert_eq!(apply(email).await.code(), "code_wrong", "{email}");
    }
    assert_eq!(apply("Lena@School.Example").await.code(), "rate_limited");
    assert_eq!(apply(&"x".repeat(60_000)).await.code(), "invalid", "no address, no key");
});

both!(tagged_addresses_get_one_code, async |app| {
    let server = app.server();
    let browser = server.browser();
    assert_eq!(post(&browser, "send-otp/", &json!({"email": "lena+1@school.example"})).await.status, 200);
    for email in ["lena+2@school.example", "lena@school.example"] {
        let refused = post(&browser, "send-otp/", &json!({"email": email})).await;
        assert_eq!((refused.status, refused.code()), (429, "resend_too_soon"), "{email}");
    }
    assert_eq!(post(&browser, "send-otp/", &json!({"email": "noor@school.example"})).await.status, 200);
});

both!(institution_code_is_checked_after_the_proof, async |app| {
    let server = app.server();
    let browser = server.browser();
    for institution in ["BRIDGES-26", "GUESSED"] {
        let refused = post(&browser, "signup/", &mentor("000000", institution)).await;
        assert_eq!((refused.status, refused.code()), (422, "code_wrong"), "{institution}");
    }
});

both!(wrong_institution_codes_are_limited_per_mailbox, async |app| {
    let server = app.server();
    let browser = server.browser();
    let code = prove(&app, &browser).await;
    for n in 0..5 {
        let wrong = post(&browser, "signup/", &mentor(&code, &format!("GUESS-{n}"))).await;
        assert!(wrong.body["fields"]["institutionCode"].is_array(), "{}", wrong.body);
    }
    let refused = post(&browser, "signup/", &mentor(&code, "BRIDGES-26")).await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"), "{EMAIL}");
});
