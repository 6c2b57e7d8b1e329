//! Sign-up with a verified address.

use api::Settings;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use store::{administration, people};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::test_app::{PATIENT, TestApp};

pub(crate) const EMAIL: &str = "lena@school.example";

pub(crate) async fn post(browser: &Browser, call: &str, body: &Value) -> Answer {
    browser.send(browser.request(Method::POST, call).json(body)).await
}

pub(crate) fn mentee(otp: &str) -> Value {
    json!({"role": "Mentee", "first_name": "Lena", "last_name": "Vogt", "institution_code": "", "provider": "normal",
        "phone_number": "+49 151 2345678", "project": "riverside", "new_primary_language": "de",
        "email": " Lena@School.example ", "password": "Over-the-hill-7", "otp": otp, "declaration": true})
}

/// Requests a code, reads it in the mailbox and verifies it.
pub(crate) async fn prove(app: &TestApp, browser: &Browser) -> String {
    assert_eq!(post(browser, "send-otp/", &json!({"email": EMAIL, "num_otp": 6})).await.status, 200);
    let code = Mailbox::of(app).code(app, EMAIL).await;
    assert_eq!(post(browser, "verify-otp/", &json!({"email": EMAIL, "otp": code})).await.status, 200);
    code
}

both!(mentee_with_verified_address_signs_up, async |app| {
    let server = app.server();
    let mut browser = server.browser();
    let asked = post(&browser, "account-exists/", &json!({"email": EMAIL, "provider": "normal"})).await;
    assert_eq!(asked.body, json!({"userExist": false}));
    let code = prove(&app, &browser).await;
    assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
    let made = post(&browser, "signup/", &mentee(&code)).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert!(made.cookie().unwrap()[0].starts_with("mh_refresh="));
    browser.token = made.body["accessToken"].as_str().map(str::to_owned);
    let profile = browser.get("profile/").await.body;
    assert_eq!(browser.sign_in(EMAIL, "Over-the-hill-7").await.status, 200);
    let told = [
        "firstName",
        "lastName",
        "email",
        "phoneNumber",
        "role",
        "program",
        "newPrimaryLanguage",
        "declaration",
        "hasAgreedTerms",
    ]
    .map(|field| profile[field].clone());
    let expected = json!(["Lena", "Vogt", EMAIL, "+491512345678", "Mentee", "riverside", "de", true, false]);
    assert_eq!(json!(told), expected);
    let agree = async |revision: &Value| {
        post(&browser, "agreement/", &json!({"has_agreed_terms": true, "terms_revision": revision})).await
    };
    let others = agree(&json!("texts of before")).await;
    assert_eq!((others.status, others.code()), (409, "terms_changed"));
    assert_eq!(agree(&profile["termsRevision"]).await.status, 200);
    let agreed = browser.get("profile/").await.body;
    assert_eq!((&agreed["hasAgreedTerms"], &agreed["termsRevision"]), (&json!(true), &Value::Null));
    let exists = post(&browser, "account-exists/", &json!({"email": "LENA@school.example"})).await;
    assert_eq!(exists.body, json!({"userExist": true}));
    let again = post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    assert_eq!((again.status, again.code()), (406, "already_signed_up"));
});

both!(payload_of_the_specification_signs_up, async |app| {
    let server = app.server();
    let mut browser = server.browser();
    let otp = prove(&app, &browser).await;
    let exact = json!({"role": "Mentee", "first_name": "Lena", "last_name": "Vogt", "institution_code": null,
        "phone_number": "49151234567", "provider": "normal", "project": "riverside", "new_primary_language": "de",
        "email": EMAIL, "password": "Over-the-hill-7", "otp": otp});
    let made = post(&browser, "signup/", &exact).await;
    assert_eq!(made.status, 201, "{}", made.body);
    browser.token = made.body["accessToken"].as_str().map(str::to_owned);
    assert_eq!(browser.get("profile/").await.body["declaration"], false);
    let agreed = post(&browser, "agreement/", &json!({"has_agreed_terms": true, "declaration": true})).await;
    assert_eq!(agreed.status, 200);
    assert_eq!(browser.get("profile/").await.body["declaration"], true);
});

both!(mentor_signs_up_with_institution_code, async |app| {
    let server = app.server();
    let browser = server.browser();
    let code = prove(&app, &browser).await;
    let form = |institution: &str| {
        let mut form = mentee(&code);
        form["role"] = json!("mentor");
        form["institution_code"] = json!(institution);
        form
    };
    let unknown = post(&browser, "signup/", &form("GUESSED")).await;
    assert_eq!((unknown.status, unknown.code()), (422, "invalid"));
    assert!(unknown.body["fields"]["institutionCode"].is_array(), "{}", unknown.body);
    assert_eq!(
        post(&browser, "signup/", &form(" bridges-26 ")).await.status,
        201,
        "an invalid form does not use the code"
    );
    let lena = people::by_email(&app.store, EMAIL).await.unwrap().unwrap();
    assert_eq!((lena.role, lena.institution_code.as_deref()), (people::Role::Mentor, Some("bridges-26")));
});

both!(institution_with_domains_requires_official_address, async |app| {
    let server = app.server();
    let browser = server.browser();
    let apply = async |email: &str| {
        let asked = json!({"email": email});
        assert_eq!(post(&browser, "send-otp/", &asked).await.status, 200);
        let mut form = mentee(&Mailbox::of(&app).code(&app, &email.to_lowercase()).await);
        (form["role"], form["institution_code"], form["email"]) = (json!("Mentor"), json!("BRIDGES-26"), json!(email));
        assert_eq!(post(&browser, "verify-otp/", &form).await.status, 200);
        post(&browser, "signup/", &form).await
    };
    for private in ["noor@mail.example", "noor@notschool.example", "noor@school.example.evil.example"] {
        let refused = apply(private).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"), "{private}");
        let sentence = "Your institution asks for your official email address.";
        assert_eq!(refused.body["fields"], json!({"email": [sentence]}), "{private}");
        assert!(people::by_email(&app.store, private).await.unwrap().is_none());
    }
    assert_eq!(apply("noor@SCHOOL.example").await.status, 201);
});

both!(domain_admits_only_the_role_that_it_names, async |app| {
    let rules = json!({"sign_up": {"is_open": true, "institutions": [{"name": "Firm", "codes": ["FIRM-26"]}],
        "email_domains": {"mentees": ["young.example"], "mentors": ["firm.example"]}}});
    administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "firm",
        "Firm",
        "UTC",
        &serde_json::from_value(rules).unwrap(),
    )
    .await
    .unwrap();
    let server = app.server();
    let browser = server.browser();
    let apply = async |email: &str, role: &str| {
        assert_eq!(post(&browser, "send-otp/", &json!({"email": email})).await.status, 200);
        let mut form = mentee(&Mailbox::of(&app).code(&app, email).await);
        (form["role"], form["email"], form["project"]) = (json!(role), json!(email), json!("firm"));
        form["institution_code"] = json!("FIRM-26");
        assert_eq!(post(&browser, "verify-otp/", &form).await.status, 200);
        let answer = post(&browser, "signup/", &form).await;
        (answer.status, answer.body["fields"].clone())
    };
    let of_mentors = "This address is one of mentors. Please join as a mentor, or use another address.";
    assert_eq!(apply("noor@firm.example", "Mentee").await, (422, json!({"project": [of_mentors]})));
    let of_institution = "Your institution asks for your official email address.";
    for address in ["tom@young.example", "tom@mail.example"] {
        assert_eq!(apply(address, "Mentor").await, (422, json!({"email": [of_institution]})), "{address}");
    }
    assert_eq!(apply("nina@firm.example", "Mentor").await.0, 201);
    assert_eq!(apply("lena@young.example", "Mentee").await.0, 201);
});

both!(conversions_are_reported_for_mentors_only, async |app| {
    let settings = Settings::new(false, true, PATIENT).with_conversions(Some("https://ads.example/".to_owned()));
    let server = app.server_of(settings);
    let browser = server.browser();
    let code = prove(&app, &browser).await;
    let young = post(&browser, "signup/", &mentee(&code)).await;
    assert_eq!((young.status, &young.body["conversion"]), (201, &Value::Null));

    let mut mentor = mentee("");
    (mentor["role"], mentor["institution_code"]) = (json!("Mentor"), json!("BRIDGES-26"));
    mentor["email"] = json!("noor@school.example");
    assert_eq!(post(&browser, "send-otp/", &json!({"email": "noor@school.example"})).await.status, 200);
    mentor["otp"] = json!(Mailbox::of(&app).code(&app, "noor@school.example").await);
    assert_eq!(post(&browser, "verify-otp/", &mentor).await.status, 200);
    let told = post(&browser, "signup/", &mentor).await.body["conversion"].clone();
    let hash = "ecb8d6d3604e087432a0dd0c4d0f2f7e3bd6885f4076cb58bd8156bff8c7e882";
    assert_eq!(told, json!({"url": "https://ads.example/", "emailHash": hash}));
});

both!(concurrent_sign_ups_create_one_account, async |app| {
    let server = app.server();
    let browser = server.browser();
    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let code = Mailbox::of(&app).code(&app, EMAIL).await;
    let typed = json!({"email": EMAIL, "otp": code});
    let answers = join_all((0..50).map(|_| post(&browser, "verify-otp/", &typed))).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "a right code stays right");
    let form = mentee(&code);
    let answers = join_all((0..20).map(|_| post(&browser, "signup/", &form))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
});

both!(code_expires_after_time_or_wrong_attempts, async |app| {
    let server = app.server();
    let browser = server.browser();
    let mailbox = Mailbox::of(&app);
    let try_code = async |otp: &str| post(&browser, "confirm-otp/", &json!({"email": EMAIL, "otp": otp})).await;

    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let first = mailbox.code(&app, EMAIL).await;
    let soon = post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    assert_eq!((soon.status, soon.code(), soon.header("retry-after")), (429, "resend_too_soon", Some("120")));
    for _ in 0..5 {
        let wrong = try_code("000000").await;
        assert_eq!((wrong.status, wrong.code()), (422, "code_wrong"));
    }
    assert_eq!(try_code(&first).await.code(), "code_wrong", "invalid after five wrong ones");

    app.advance(120);
    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let second = mailbox.code(&app, EMAIL).await;
    app.advance(600);
    assert_eq!(try_code(&second).await.code(), "code_wrong", "expired after ten minutes");

    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let third = mailbox.code(&app, EMAIL).await;
    assert_eq!(try_code(&format!(" {} {} ", &third[..3], &third[3..])).await.status, 200);
    app.advance(1_800);
    let late = post(&browser, "signup/", &mentee(&third)).await;
    assert_eq!((late.status, late.code()), (422, "code_wrong"), "expired after half an hour");
    assert_eq!(late.body["non_field_errors"][0], late.body["message"]);
});

both!(sign_up_without_verified_address_is_refused, async |app| {
    let server = app.server();
    let browser = server.browser();
    let code = prove(&app, &browser).await;
    let mut other = mentee(&code);
    other["email"] = json!("mallory@school.example");
    assert_eq!(post(&browser, "signup/", &other).await.code(), "code_wrong", "a code is bound to its address");
    assert_eq!(post(&browser, "signup/", &mentee("000000")).await.code(), "code_wrong");
    let taken = people::by_email(&app.store, "mallory@school.example").await.unwrap();
    assert!(taken.is_none());
});

both!(sign_up_without_declaration_is_refused, async |app| {
    let server = app.server();
    let browser = server.browser();
    let mut form = mentee(&prove(&app, &browser).await);
    form["declaration"] = json!(false);
    let refused = post(&browser, "signup/", &form).await;
    assert_eq!((refused.status, refused.code()), (422, "invalid"));
    assert_eq!(refused.body["fields"], json!({"declaration": ["Please accept the declaration."]}));
    form["declaration"] = json!(true);
    assert_eq!(post(&browser, "signup/", &form).await.status, 201);
});

both!(names_that_mislead_are_refused, async |app| {
    let server = app.server();
    let browser = server.browser();
    app.add_staff("Sam").await;
    let mut form = mentee(&prove(&app, &browser).await);
    for (first_name, last_name, code) in [
        ("Lena\u{202e}", "Vogt", "name_unseen"),
        ("Lena", "Vo\u{200b}gt", "name_unseen"),
        ("SAM", "okafor", "name_of_staff"),
        ("S\u{430}m", "Okafor", "name_of_staff"),
    ] {
        (form["first_name"], form["last_name"]) = (json!(first_name), json!(last_name));
        let refused = post(&browser, "signup/", &form).await;
        assert_eq!((refused.status, refused.code()), (422, code), "{first_name} {last_name}");
    }
    (form["first_name"], form["last_name"]) = (json!("Sam T."), json!("Okafor"));
    assert_eq!(post(&browser, "signup/", &form).await.status, 201);
});

both!(sign_up_reports_all_invalid_fields, async |app| {
    let server = app.server();
    let form = json!({"role": "boss", "first_name": " ", "last_name": "7", "phone_number": "call me", "project": "closed",
        "new_primary_language": "tlh", "email": "lena", "password": "Password1!", "otp": "1", "declaration": false});
    let answer = post(&server.browser(), "signup/", &form).await;
    assert_eq!((answer.status, answer.code()), (422, "invalid"));
    let named: Vec<_> = answer.body["fields"].as_object().unwrap().keys().cloned().collect();
    let all = [
        "declaration",
        "email",
        "firstName",
        "lastName",
        "newPrimaryLanguage",
        "password",
        "phoneNumber",
        "project",
        "role",
    ];
    assert_eq!(named, all);
    assert_eq!(answer.body["non_field_errors"].as_array().unwrap().len(), all.len());
});

both!(projects_and_languages_are_public, async |app| {
    let server = app.server();
    let browser = server.browser();
    let projects = reqwest::get(format!("{}/api/v3/project-list/", server.url)).await.unwrap();
    let projects: Value = projects.json().await.unwrap();
    let riverside =
        json!({"key": "riverside", "name": "Riverside", "emailDomains": ["school.example"], "isDisabled": false});
    assert_eq!(projects["data"]["projects"]["riverside"], riverside);
    let languages = reqwest::get(format!("{}/api/v2/translation/getSupportedLanguages/", server.url)).await.unwrap();
    let languages: Value = languages.json().await.unwrap();
    assert_eq!(languages[0], json!({"language": "English", "languageCode": "en", "isDefault": true, "isActive": true}));
    let tom = server.signed_in("tom").await;
    assert_eq!(tom.send(tom.request(Method::PUT, "primary_language/de/")).await.status, 200);
    assert_eq!(tom.get("profile/").await.body["newPrimaryLanguage"], "de");
    assert_eq!(tom.send(tom.request(Method::PUT, "primary_language/tlh/")).await.status, 404);
    assert_eq!(browser.send(browser.request(Method::PUT, "primary_language/de/")).await.status, 401);
});
