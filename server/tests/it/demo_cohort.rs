//! The cohort of `serve --demo --demo-cohort`: what its people find when they sign in.

use reqwest::StatusCode;
use serde_json::{Value, json};
use test_kit::Database;

use crate::program::{Installation, Server};

const LEO: &str = "leo.mentee@example.org";
const NINA: &str = "nina.mentor@example.org";
const OMAR: &str = "omar.mentor@example.org";

async fn matches_of(server: &Server, email: &str) -> Value {
    server.get_as(email, "/api/v2/matching/get-match-list/?active=true&image_type=web").await
}

fn names(people: &Value) -> Vec<&str> {
    people.as_array().unwrap().iter().map(|one| one["fullName"].as_str().unwrap()).collect()
}

/// Keeps a choice of Omar.
async fn choose(server: &Server, of: &Value) {
    let (_, access) = server.sign_in(OMAR, "Mentor-hub-1").await;
    let answer = server
        .client
        .post(format!("{}/api/v2/matching/match-status/", server.url))
        .bearer_auth(access["accessToken"].as_str().unwrap())
        .json(&json!({"match": of["id"], "interest_status": "interested"}));
    assert_eq!(answer.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn cohort_is_in_the_middle_of_its_first_round() {
    cohort_in(&Installation::new()).await;
}

#[tokio::test]
async fn cohort_on_postgres_is_in_the_middle_of_its_first_round() {
    let database = Database::empty(&test_kit::postgres_url()).await;
    let installation = Installation::new().with("MENTORHUB_BUS_URL", &test_kit::redis_url());
    let topic = test_kit::fresh_name();
    let installation = installation.with("MENTORHUB_BUS_TOPIC", &topic);
    database.used_by(async |url| cohort_in(&installation.with("MENTORHUB_DATABASE_URL", &url)).await).await;
}

async fn cohort_in(installation: &Installation) {
    let server = installation.serve(&["--demo", "--demo-cohort"]);
    for person in [LEO, NINA, OMAR, "lotte.mentee@example.org", "bilal.mentee@example.org", "kofi.mentor@example.org"] {
        assert!(server.said.contains(person), "{}", server.said);
    }

    let leo = matches_of(&server, LEO).await;
    assert_eq!((leo["screen"].as_i64(), names(&leo["activeMatches"]).len()), (Some(2), 3), "{leo}");
    for proposal in leo["activeMatches"].as_array().unwrap() {
        assert_eq!(proposal["status"], "ACTIVE");
        assert!(!proposal["reasons"].as_array().unwrap().is_empty(), "{proposal}");
        assert!(!proposal["reasons"][0]["answers"].as_array().unwrap().is_empty(), "{proposal}");
    }
    for (person, others) in [(LEO, ["Kofi", "Omar"]), ("lotte.mentee@example.org", ["Kofi", "Nina"])]
        .into_iter()
        .chain([("bilal.mentee@example.org", ["Kofi", "Nina"])])
    {
        let own = matches_of(&server, person).await;
        let mentors = names(&own["activeMatches"]);
        assert!(mentors.len() == 3 && others.iter().all(|other| mentors.contains(other)), "{person}: {mentors:?}");
    }

    let nina = matches_of(&server, NINA).await;
    let asking = nina["activeMatches"].as_array().unwrap();
    assert_eq!((asking.len(), nina["freePlaces"].as_i64()), (2, Some(2)), "{nina}");
    assert!(asking.iter().all(|one| one["status"] == "ACTIVE" && one["interestStatus"].is_null()), "{nina}");

    let omar = matches_of(&server, OMAR).await;
    let group = &omar["groupInfo"];
    assert_eq!((group["groupSize"].as_i64(), group["actualSize"].as_i64()), (Some(4), Some(2)), "{group}");
    assert_eq!(names(&group["existingMemberInfo"]), ["Selma", "Theo"]);
    let candidates = omar["activeMatches"].as_array().unwrap();
    assert!(candidates.len() >= 3 && candidates.iter().all(|one| one["groupCompatibility"] == "COMPATIBLE"), "{omar}");

    // Emre fits the members. He shares no language with any other candidate, so that one of them rules him out.
    choose(&server, candidates.iter().find(|one| one["fullName"] != "Emre").unwrap()).await;
    let omar = matches_of(&server, OMAR).await;
    let emre = omar["activeMatches"].as_array().unwrap().iter().find(|one| one["fullName"] == "Emre").unwrap();
    assert_eq!(
        (&emre["groupCompatibility"], &emre["clashingCriterias"]),
        (&json!("INCOMPATIBLE"), &json!(["languages"]))
    );
    let open = omar["activeMatches"].as_array().unwrap().iter().filter(|one| one["interestStatus"].is_null());
    assert!(open.filter(|one| one["groupCompatibility"] == "COMPATIBLE").count() >= 1, "{omar}");
}
