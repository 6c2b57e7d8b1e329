//! What is refused before a handler sees it.

use reqwest::Method;

use test_kit::both;

both!(a_page_of_another_site_cannot_act_for_a_visitor, async |world| {
    let server = world.server();
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
    assert_eq!(maya.get("profile/").await.status, 200, "nobody was signed out");
    let own = server.url.clone();
    let request = maya.request(Method::POST, "sign-out/").header("origin", own).header("sec-fetch-site", "same-origin");
    assert_eq!(maya.send(request).await.status, 204);
});

both!(what_is_not_the_expected_json_is_malformed, async |world| {
    let server = world.server();
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
    assert_eq!(browser.send(form).await.code(), "malformed", "a form of another site can send plain text");
});

both!(an_endless_body_is_not_read, async |world| {
    let server = world.server();
    let browser = server.browser();
    let answer = browser.try_sign_in("maya@example.org", &"x".repeat(70_000)).await;
    assert_eq!((answer.status, answer.code()), (400, "malformed"));
    assert_eq!(browser.get("system_status/").await.status, 200);
});

both!(the_slash_at_the_end_may_be_left_out, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    for call in ["profile", "profile/", "system_status", "system_status/"] {
        assert_eq!(maya.get(call).await.status, 200, "{call}");
    }
    assert_eq!(maya.refresh().await.status, 200);
    assert_eq!(maya.post("refresh").await.status, 200);
});
