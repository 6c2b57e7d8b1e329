//! Surveys that staff open again.

use serde_json::json;
use store::surveys::reopen;
use test_kit::both;

use crate::surveys::{LIST, get, ines, papers, save, stored, you};

both!(staff_open_a_survey_again, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert!(!reopen(&app.store, &test_kit::operator(), person, "start").await.unwrap(), "nothing was sent");
    let first = json!({"name": "Ines", "mood": "good", "age": "16"});
    assert_eq!(save(&ines, &you(&first)).await.status, 200);
    assert_eq!(save(&ines, &papers(&json!({}))).await.status, 200);
    assert_eq!(save(&ines, &you(&first)).await.status, 410);
    assert!(reopen(&app.store, &test_kit::operator(), person, "start").await.unwrap());

    assert_eq!(get(&ines, LIST).await.body[0]["status"], "PARTIAL_COMPLETE");
    assert_eq!(ines.get("profile/").await.body["status"]["surveys"][0]["surveyStatus"], "ONGOING");
    let kept = stored(&ines, "you").await;
    assert_eq!((&kept["isSubmitted"], &kept["answers"][0]["answer"]), (&json!(false), &json!("Ines")));
    assert_eq!(save(&ines, &you(&json!({"name": "Ines C", "mood": "good", "age": "17"}))).await.status, 200);
    assert_eq!(save(&ines, &papers(&json!({}))).await.body["surveyStatus"], "COMPLETE");
    assert_eq!(stored(&ines, "you").await["answers"][0]["answer"], "Ines C");
});
