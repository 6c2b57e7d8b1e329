//! Rate limits of sign-in.

use api::{Settings, SignInLimits};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::Answer;
use crate::test_app::Server;
use test_kit::both;

/// A sign-in with this address in `X-Forwarded-For`.
async fn from(server: &Server, address: &str, email: &str) -> Answer {
    let browser = server.browser();
    let body = json!({"email": email, "password": "Mentor-hub-2"});
    let request = browser.request(Method::POST, "sign-in/").json(&body);
    browser.send(request.header("x-forwarded-for", format!("198.51.100.1, {address}"))).await
}

both!(sign_ins_are_limited_per_network_address, async |app| {
    let server = app.server_with(false, SignInLimits { per_address: 3, ..SignInLimits::all(100) });
    for n in 0..3 {
        let answer = from(&server, "192.0.2.7", &format!("guess{n}@example.org")).await;
        assert_eq!(answer.code(), "user_unknown");
    }
    let refused = from(&server, "192.0.2.7", "maya@example.org").await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=20).contains(&wait), "{wait}");
    assert_eq!(from(&server, "192.0.2.8", "maya@example.org").await.code(), "wrong_password");
});

both!(sign_ins_count_over_all_nodes, async |app| {
    let limits = SignInLimits { per_address: 3, ..SignInLimits::all(100) };
    let (one, other) = (app.server_with(false, limits), app.server_with(false, limits));
    for (node, n) in [(&one, 0), (&other, 1), (&one, 2)] {
        assert_eq!(from(node, "192.0.2.7", &format!("guess{n}@example.org")).await.code(), "user_unknown");
    }
    for node in [&one, &other] {
        assert_eq!(from(node, "192.0.2.7", "maya@example.org").await.code(), "rate_limited");
    }
    app.advance(20);
    assert_eq!(
        from(&other, "192.0.2.7", "maya@example.org").await.code(),
        "wrong_password",
        "after a third of a minute"
    );
});

both!(class_that_signs_up_does_not_lock_staff_out, async |app| {
    // The defaults of the configuration.
    let limits = SignInLimits { per_address: 60, sign_ups_per_address: 180, codes_per_address: 120, per_email: 20 };
    let server = app.server_with(false, limits);
    let browser = server.browser();
    let step = async |call: &str, body: Value| {
        let request = browser.request(Method::POST, call).header("x-forwarded-for", "192.0.2.7").json(&body);
        browser.send(request).await
    };
    for pupil in 0..30 {
        let email = format!("pupil{pupil}@school.example");
        assert_eq!(step("account-exists/", json!({"email": email})).await.status, 200);
        assert_eq!(step("send-otp/", json!({"email": email})).await.status, 200);
        assert_ne!(step("signup/", json!({"email": email})).await.code(), "rate_limited");
    }
    assert_eq!(from(&server, "192.0.2.7", "maya@example.org").await.code(), "wrong_password");
});

both!(clients_behind_outer_proxy_have_separate_limits, async |app| {
    let limits = SignInLimits { per_address: 1, ..SignInLimits::all(100) };
    let settings = Settings::new(false, true, limits).behind_further_proxies(vec!["10.1.0.0/16".parse().unwrap()]);
    let server = app.server_of(settings);
    for (address, code) in [
        ("192.0.2.7, 10.1.2.3", "wrong_password"),
        ("192.0.2.8, 10.1.2.3", "wrong_password"),
        ("192.0.2.7, 10.1.2.4", "rate_limited"),
        ("192.0.2.9, 192.0.2.7, 10.1.2.3", "rate_limited"),
    ] {
        assert_eq!(from(&server, address, "maya@example.org").await.code(), code, "{address}");
    }
});

both!(sign_ins_are_limited_per_email_address, async |app| {
    let server = app.server_with(false, SignInLimits { per_email: 3, ..SignInLimits::all(100) });
    for n in 0..3 {
        let answer = from(&server, &format!("192.0.2.{n}"), " Maya@example.org").await;
        assert_eq!(answer.code(), "wrong_password");
    }
    assert_eq!(from(&server, "192.0.2.9", "maya@EXAMPLE.org").await.code(), "rate_limited");
    assert_eq!(from(&server, "192.0.2.9", "tom@example.org").await.code(), "wrong_password");
});
