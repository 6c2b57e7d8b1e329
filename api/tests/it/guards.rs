//! Requests that are refused before the handler.

use reqwest::Method;

use test_kit::both;

both!(request_from_foreign_origin_is_refused, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    for (header, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let answer = maya.send(maya.request(Method::POST, "sign-out/").header(header, value)).await;
        assert_eq!((answer.status, answer.code()), (403, "foreign_origin"), "{header}: {value}");
    }
    assert_eq!(maya.get("profile/").await.status, 200, "still signed in");
    let own = server.url.clone();
    let request = maya.request(Method::POST, "sign-out/").header("origin", own).header("sec-fetch-site", "same-origin");
    assert_eq!(maya.send(request).await.status, 204);
});

both!(unexpected_json_is_malformed, async |app| {
    let server = app.server();
    let browser = server.browser();
    let deep = "[".repeat(30_000);
    let bodies = ["", "{", "[]", "null", r#"{"email": "maya@example.org"}"#, r#"{"email": 1, "password": []}"#, &deep];
    for body in bodies {
        let request = browser.request(Method::POST, "sign-in/").header("content-type", "application/json");
        let answer = browser.send(request.body(body.to_owned())).await;
        assert_eq!((answer.status, answer.code()), (400, "malformed"), "{}", body.get(..40).unwrap_or(body));
    }
    let form = browser
        .request(Method::POST, "sign-in/")
        .header("content-type", "text/plain")
        .body(r#"{"email":"a@b","password":"c"}"#);
    assert_eq!(browser.send(form).await.code(), "malformed", "forms of other sites can send plain text");
});

both!(oversized_body_is_refused, async |app| {
    let server = app.server();
    let browser = server.browser();
    let answer = browser.try_sign_in("maya@example.org", &"x".repeat(70_000)).await;
    assert_eq!((answer.status, answer.code()), (400, "malformed"));
    assert_eq!(browser.get("system_status/").await.status, 200);
});

both!(trailing_slash_is_optional, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    for call in ["profile", "profile/", "system_status", "system_status/"] {
        assert_eq!(maya.get(call).await.status, 200, "{call}");
    }
    assert_eq!(maya.refresh().await.status, 200);
    assert_eq!(maya.post("refresh").await.status, 200);
});
