//! Somebody new proves an address and gets an account.

use api::Settings;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use store::people;
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::world::{PATIENT, World};

const EMAIL: &str = "lena@school.example";

async fn post(browser: &Browser, call: &str, body: &Value) -> Answer {
    browser.send(browser.request(Method::POST, call).json(body)).await
}

fn mentee(otp: &str) -> Value {
    json!({"role": "Mentee", "first_name": "Lena", "last_name": "Vogt", "institution_code": "", "provider": "normal",
        "phone_number": "+49 151 2345678", "project": "riverside", "new_primary_language": "de",
        "email": " Lena@School.example ", "password": "Over-the-hill-7", "otp": otp, "declaration": true})
}

/// Asks for a code, reads it in the mailbox and shows it.
async fn prove(world: &World, browser: &Browser) -> String {
    assert_eq!(post(browser, "send-otp/", &json!({"email": EMAIL, "num_otp": 6})).await.status, 200);
    let code = Mailbox::of(world).code(world, EMAIL).await;
    assert_eq!(post(browser, "verify-otp/", &json!({"email": EMAIL, "otp": code})).await.status, 200);
    code
}

both!(a_mentee_proves_an_address_signs_up_and_is_signed_in, async |world| {
    let server = world.server();
    let mut browser = server.browser();
    let asked = post(&browser, "account-exists/", &json!({"email": EMAIL, "provider": "normal"})).await;
    assert_eq!(asked.body, json!({"userExist": false}));
    let code = prove(&world, &browser).await;
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
    assert_eq!(post(&browser, "agreement/", &json!({"has_agreed_terms": true})).await.status, 200);
    assert_eq!(browser.get("profile/").await.body["hasAgreedTerms"], true);
    let exists = post(&browser, "account-exists/", &json!({"email": "LENA@school.example"})).await;
    assert_eq!(exists.body, json!({"userExist": true}));
    let again = post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    assert_eq!((again.status, again.code()), (406, "already_signed_up"));
});

both!(a_mentor_is_let_in_by_the_code_of_an_institution, async |world| {
    let server = world.server();
    let browser = server.browser();
    let code = prove(&world, &browser).await;
    let form = |institution: &str| {
        let mut form = mentee(&code);
        form["role"] = json!("mentor");
        form["institution_code"] = json!(institution);
        form
    };
    let unknown = post(&browser, "signup/", &form("GUESSED")).await;
    assert_eq!((unknown.status, unknown.code()), (422, "invalid"));
    assert!(unknown.body["fields"]["institutionCode"].is_array(), "{}", unknown.body);
    assert_eq!(post(&browser, "signup/", &form(" bridges-26 ")).await.status, 201, "a wrong form uses nothing up");
    let lena = people::by_email(&world.store, EMAIL).await.unwrap().unwrap();
    assert_eq!((lena.role, lena.institution_code.as_deref()), (people::Role::Mentor, Some("bridges-26")));
});

both!(an_institution_that_names_domains_takes_official_addresses_alone, async |world| {
    let server = world.server();
    let browser = server.browser();
    let apply = async |email: &str| {
        let asked = json!({"email": email});
        assert_eq!(post(&browser, "send-otp/", &asked).await.status, 200);
        let mut form = mentee(&Mailbox::of(&world).code(&world, &email.to_lowercase()).await);
        (form["role"], form["institution_code"], form["email"]) = (json!("Mentor"), json!("BRIDGES-26"), json!(email));
        assert_eq!(post(&browser, "verify-otp/", &form).await.status, 200);
        post(&browser, "signup/", &form).await
    };
    for private in ["noor@mail.example", "noor@notschool.example", "noor@school.example.evil.example"] {
        let refused = apply(private).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"), "{private}");
        let sentence = "Your institution asks for your official email address.";
        assert_eq!(refused.body["fields"], json!({"email": [sentence]}), "{private}");
        assert!(people::by_email(&world.store, private).await.unwrap().is_none());
    }
    assert_eq!(apply("noor@SCHOOL.example").await.status, 201);
});

both!(an_advertising_service_hears_of_mentors_where_the_operator_wants_it_and_never_of_mentees, async |world| {
    let settings = Settings::new(false, true, PATIENT).telling_conversions(Some("https://ads.example/".to_owned()));
    let server = world.server_of(settings);
    let browser = server.browser();
    let code = prove(&world, &browser).await;
    let young = post(&browser, "signup/", &mentee(&code)).await;
    assert_eq!((young.status, &young.body["conversion"]), (201, &Value::Null));

    let mut mentor = mentee("");
    (mentor["role"], mentor["institution_code"]) = (json!("Mentor"), json!("BRIDGES-26"));
    mentor["email"] = json!("noor@school.example");
    assert_eq!(post(&browser, "send-otp/", &json!({"email": "noor@school.example"})).await.status, 200);
    mentor["otp"] = json!(Mailbox::of(&world).code(&world, "noor@school.example").await);
    assert_eq!(post(&browser, "verify-otp/", &mentor).await.status, 200);
    let told = post(&browser, "signup/", &mentor).await.body["conversion"].clone();
    let hash = "ecb8d6d3604e087432a0dd0c4d0f2f7e3bd6885f4076cb58bd8156bff8c7e882";
    assert_eq!(told, json!({"url": "https://ads.example/", "emailHash": hash}));
});

both!(of_many_with_the_right_code_one_gets_through, async |world| {
    let server = world.server();
    let browser = server.browser();
    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let code = Mailbox::of(&world).code(&world, EMAIL).await;
    let typed = json!({"email": EMAIL, "otp": code});
    let answers = join_all((0..50).map(|_| post(&browser, "verify-otp/", &typed))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let form = mentee(&code);
    let answers = join_all((0..20).map(|_| post(&browser, "signup/", &form))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
});

both!(a_code_lives_ten_minutes_and_five_wrong_tries, async |world| {
    let server = world.server();
    let browser = server.browser();
    let mailbox = Mailbox::of(&world);
    let try_code = async |otp: &str| post(&browser, "confirm-otp/", &json!({"email": EMAIL, "otp": otp})).await;

    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let first = mailbox.code(&world, EMAIL).await;
    let soon = post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    assert_eq!((soon.status, soon.code(), soon.header("retry-after")), (429, "resend_too_soon", Some("120")));
    for _ in 0..5 {
        let wrong = try_code("000000").await;
        assert_eq!((wrong.status, wrong.code()), (422, "code_wrong"));
    }
    assert_eq!(try_code(&first).await.code(), "code_wrong", "after five wrong ones the right one is worth nothing");

    world.advance(120);
    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let second = mailbox.code(&world, EMAIL).await;
    world.advance(600);
    assert_eq!(try_code(&second).await.code(), "code_wrong", "ten minutes are over");

    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let third = mailbox.code(&world, EMAIL).await;
    assert_eq!(try_code(&format!(" {} {} ", &third[..3], &third[3..])).await.status, 200);
    world.advance(1_800);
    let late = post(&browser, "signup/", &mentee(&third)).await;
    assert_eq!((late.status, late.code()), (422, "code_wrong"), "half an hour is over");
    assert_eq!(late.body["non_field_errors"][0], late.body["message"]);
});

both!(without_a_proof_nobody_gets_an_account, async |world| {
    let server = world.server();
    let browser = server.browser();
    let code = prove(&world, &browser).await;
    let mut other = mentee(&code);
    other["email"] = json!("mallory@school.example");
    assert_eq!(post(&browser, "signup/", &other).await.code(), "code_wrong", "a proof is for one address");
    assert_eq!(post(&browser, "signup/", &mentee("000000")).await.code(), "code_wrong");
    let taken = people::by_email(&world.store, "mallory@school.example").await.unwrap();
    assert!(taken.is_none());
});

both!(all_that_is_wrong_with_a_form_is_named_at_once, async |world| {
    let server = world.server();
    let form = json!({"role": "boss", "first_name": " ", "last_name": "7", "phone_number": "call me", "project": "closed",
        "new_primary_language": "tlh", "email": "lena", "password": "Password1!", "otp": "1"});
    let answer = post(&server.browser(), "signup/", &form).await;
    assert_eq!((answer.status, answer.code()), (422, "invalid"));
    let named: Vec<_> = answer.body["fields"].as_object().unwrap().keys().cloned().collect();
    let all = ["email", "firstName", "lastName", "newPrimaryLanguage", "password", "phoneNumber", "project", "role"];
    assert_eq!(named, all);
    assert_eq!(answer.body["non_field_errors"].as_array().unwrap().len(), all.len());
});

both!(projects_and_languages_can_be_read_before_one_has_an_account, async |world| {
    let server = world.server();
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
