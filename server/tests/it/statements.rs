//! How many statements pages cost: the caller with programme, content and facts in one, and at most three more.

use serde_json::Value;

use crate::program::{Installation, Server};
use crate::talk::TOM;

/// Requests per route. Background jobs add statements to some of them, so the cheapest one counts.
const REQUESTS: u32 = 30;

async fn statements(server: &Server) -> f64 {
    let text = server.get("/metrics").await.text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("store_statements_total ")).unwrap();
    line.parse().unwrap()
}

#[tokio::test]
async fn pages_take_at_most_four_statements() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let (_, access) = server.sign_in(TOM, "Mentor-hub-1").await;
    let token = access["accessToken"].as_str().unwrap();
    let get = async |path: &str| {
        let answer = server.client.get(format!("{}{path}", server.url)).bearer_auth(token).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.json::<Value>().await.unwrap()
    };
    let profile = get("/api/v2/users/profile/").await;
    let id = profile["mentorships"][0].as_str().unwrap().to_owned();
    for path in [
        "/api/v2/users/profile/".to_owned(),
        "/api/v2/screening/survey-list/".to_owned(),
        "/api/v2/learninghub/sessions/".to_owned(),
        "/api/v2/learninghub/sessions/safe-online/".to_owned(),
        "/api/v2/learninghub/feed/?page=1&size=10".to_owned(),
        format!("/api/v2/mentorships/{id}/"),
        format!("/api/v2/mentorships/{id}/progress/"),
        format!("/api/v2/mentorships/sessions/?mentorship={id}"),
        format!("/api/v2/mentorships/mysessions/?mentorship={id}&ongoing_session=true"),
        format!("/api/v1/mentorships/{id}/calendar-events/"),
    ] {
        // The first request fills caches.
        get(&path).await;
        let mut cheapest = f64::MAX;
        for _ in 0..REQUESTS {
            let before = statements(&server).await;
            get(&path).await;
            cheapest = cheapest.min(statements(&server).await - before);
        }
        assert!((2.0..=4.0).contains(&cheapest), "{path}: {cheapest} statements");
    }
}
