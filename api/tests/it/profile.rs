//! The profile of the signed-in person.

use reqwest::Method;
use serde_json::json;
use store::administration;
use store::experiences::{Access, Overrides};
use store::people::{self, Role};

use test_kit::both;

both!(profile_lists_experiences_of_programme, async |app| {
    let server = app.server();
    let mut answer = server.signed_in("maya").await.get("profile/").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body.as_object_mut().unwrap().remove("isOfAge"), Some(json!(false)), "the age is unknown");
    let experiences = json!({
                    "curriculum": "hide", "session": "hide", "video": "show", "internship": "hide", "survey": "hide",
                    "chattype": "use",
                    "chatStatus": {"mentorshipChat": "use", "aiChat": "hide", "helpCenter": "hide"},
                    "matchingflow": "hide", "matchingflowStatus": {"applicationReview": "hide"},
                    "mentorshipSessionStatus": {"completedSessions": 0, "remainingSessions": 0},
                    "ruleMessage": {
                        "applicationReview": "", "localeApplicationReview": "", "curriculum": "", "localeCurriculum": ""
                    },});
    let matching = json!({"matchingStatus": null, "hasCongratulations": false, "missingVettings": []});
    assert_eq!(
        answer.body,
        json!({
            "id": app.maya, "firstName": "Maya", "lastName": "Okafor", "fullName": "Maya Okafor", "displayName": "Maya",
            "email": "maya@example.org", "bio": "Bridges.", "picture": null, "phoneNumber": "", "role": "Mentor",
            "userType": "Mentor", "provider": "normal", "institutionCode": null, "program": "riverside",
            "programName": "Riverside", "appearance": {"color": null, "logo": null}, "newPrimaryLanguage": "en", "declaration": false, "hasAgreedTerms": true, "termsRevision": null,
            "mentorGroup": null, "mentorships": [],
            "status": {
                "surveys": [], "application": null, "newSessionAvailable": false, "matching": matching,
                "experiences": experiences,
            },
        })
    );
});

both!(person_without_programme_has_only_overridden_experiences, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    let overrides = Overrides { ai_chat: Some(Access::Show), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), app.tom, &overrides).await.unwrap();
    let profile = tom.get("profile/").await.body;
    assert_eq!((&profile["program"], &profile["programName"]), (&json!(null), &json!(null)));
    let experiences = &profile["status"]["experiences"];
    assert_eq!(experiences["chattype"], "hide");
    assert_eq!(experiences["chatStatus"]["aiChat"], "show");
});

both!(staff_profile_has_role_staff, async |app| {
    let server = app.server();
    administration::set_role(&app.store, &test_kit::operator(), app.maya, Role::Staff).await.unwrap().unwrap();
    let profile = server.signed_in("maya").await.get("profile/").await.body;
    assert_eq!((&profile["role"], &profile["userType"]), (&json!("Staff"), &json!("Staff")));
});

both!(profile_requires_valid_access_token, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let token = maya.token.clone().unwrap();
    let anon = server.browser();
    let (head, signature) = token.rsplit_once('.').unwrap();
    let mirrored: String = signature.chars().rev().collect();
    let forged = format!("Bearer {head}.{mirrored}");
    for header in ["", "Bearer", "Bearer ", "Basic bWF5YTptYXlh", token.as_str(), forged.as_str()] {
        let answer = anon.send(anon.request(Method::GET, "profile/").header("authorization", header)).await;
        assert_eq!((answer.status, answer.code()), (401, "not_signed_in"), "{header}");
    }
    assert_eq!(anon.get("profile/").await.status, 401);
    assert_eq!(maya.get("profile/").await.status, 200);
});
