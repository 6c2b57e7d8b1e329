//! The demo data of `serve --demo`.

use chrono::NaiveDate;
use serde_json::Value;
use store::clock::Clock;

use crate::program::{Installation, Server};
use test_kit::Database;

const PEOPLE: [&str; 5] = [
    "maya.mentor@example.org",
    "tom.mentee@example.org",
    "ana.mentee@example.org",
    "sam.staff@example.org",
    "ines.mentee@example.org",
];

/// Returns id and status of each survey of a person.
async fn surveys_of(server: &Server, email: &str) -> Vec<String> {
    let list = server.get_as(email, "/api/v2/screening/survey-list/").await;
    let entry = |survey: &Value| format!("{} {}", survey["id"].as_str().unwrap(), survey["status"].as_str().unwrap());
    list.as_array().unwrap().iter().map(entry).collect()
}

/// Returns kind, name, messages, unread count and unread mention of each channel of a person.
async fn channels_of(server: &Server, email: &str) -> Vec<(String, String, i64, i64, bool)> {
    let channels = server.get_as(email, "/api/v2/chat/channels/").await;
    let unread = server.get_as(email, "/api/v2/chat/unread-message/").await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all: Vec<_> = channels
        .as_array()
        .unwrap()
        .iter()
        .map(|channel| {
            let unread = &unread["unreadMessages"][channel["channelId"].as_str().unwrap()];
            let messages = channel["lastMessage"]["seq"].as_i64().unwrap_or(0);
            let tagged = unread["data"]["is_tagged"].as_bool().unwrap();
            (text(&channel["kind"]), text(&channel["channelName"]), messages, unread["count"].as_i64().unwrap(), tagged)
        })
        .collect();
    all.sort();
    all
}

/// Returns state, rating, and the presence of summary and transcript, of each recorded call of a channel.
async fn calls_of(server: &Server, email: &str, kind: &str) -> Vec<(String, Option<i64>, bool, bool)> {
    let channels = server.get_as(email, "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == kind).unwrap();
    let path = format!("/api/v2/chat/{}/channel-history/", channel["channelId"].as_str().unwrap());
    let history = server.get_as(email, &path).await;
    let calls = history["chatMeetingHistory"].as_array().unwrap().iter().map(|call| {
        let is_there = |field: &str| call[field].is_string();
        let texts = (is_there("summaryTextFileUrl"), is_there("transcriptionTextFileUrl"));
        (call["state"].as_str().unwrap().to_owned(), call["rating"].as_i64(), texts.0, texts.1)
    });
    calls.collect()
}

/// Returns day and likes of the newest items of the feed of a person.
async fn posts_of(server: &Server, email: &str) -> Vec<(NaiveDate, i64)> {
    let page = server.get_as(email, "/api/v2/learninghub/feed/").await;
    let post = |item: &Value| {
        (item["publishedOn"].as_str().unwrap().parse::<NaiveDate>().unwrap(), item["feedLikes"].as_i64().unwrap())
    };
    page["results"].as_array().unwrap().iter().map(post).collect()
}

async fn check(installation: &Installation) {
    let server = installation.serve(&["--demo"]);
    for email in PEOPLE {
        assert!(server.said.contains(email), "{}", server.said);
    }
    assert!(server.said.contains("Mentor-hub-1"));

    let assistant = ("assistant".to_owned(), "Assistant".to_owned(), 0, 0, false);
    let [maya, tom, ana, sam, ines] = PEOPLE;
    let of_maya = channels_of(&server, maya).await;
    assert_eq!(of_maya[0], assistant);
    assert_eq!((of_maya[1].1.as_str(), of_maya[1].3), ("Tom Rivera", 0));
    assert_eq!((of_maya[2].1.as_str(), of_maya[2].3), ("Tuesday circle", 0));
    assert!(of_maya[1].2 > 200 && of_maya[2].2 > 200, "{of_maya:?}");
    let of_tom = channels_of(&server, tom).await;
    assert_eq!((of_tom[1].1.as_str(), of_tom[1].3, of_tom[1].4), ("Maya Okafor", 2, true));
    assert_eq!((of_tom[2].1.as_str(), of_tom[2].3), ("Tuesday circle", 3));
    let of_ana = channels_of(&server, ana).await;
    assert_eq!((of_ana[1].3, of_ana[1].4), (7, true));
    let team = ("team".to_owned(), "Programme team".to_owned(), 0, 0, false);
    assert_eq!(of_ana[2..], [team], "the others have no messages");
    assert_eq!(channels_of(&server, sam).await, [assistant]);

    let last = &server.get_as(tom, "/api/v2/chat/channels/").await;
    let pair = last.as_array().unwrap().iter().find(|channel| channel["kind"] == "direct").unwrap();
    let tom_id = server.get_as(tom, "/api/v2/users/profile/").await["id"].as_str().unwrap().to_owned();
    let text = pair["lastMessage"]["text"].as_str().unwrap();
    assert!(text.contains(&format!("@[Tom Rivera]({tom_id})")), "{text}");

    for mentee in [tom, ana] {
        assert_eq!(surveys_of(&server, mentee).await, ["about-you COMPLETE", "what-helps-you COMPLETE"]);
    }
    assert_eq!(surveys_of(&server, maya).await, ["about-you COMPLETE"]);
    let of_ines = ["what-helps-you NOT_STARTED", "about-you COMPLETE"];
    assert_eq!(surveys_of(&server, ines).await, of_ines);

    let feed = posts_of(&server, tom).await;
    let age = Clock::system().now().date_naive() - feed[0].0;
    assert!((1..=2).contains(&age.num_days()), "{feed:?}");
    assert_eq!((feed[0].1, feed[1].1, feed[2].1), (0, 4, 3), "{feed:?}");

    let of_pair = calls_of(&server, tom, "direct").await;
    let call = |state: &str, rating, is_there| (state.to_owned(), rating, is_there, is_there);
    assert_eq!(of_pair, [call("ready", Some(5), true), call("failed", None, false), call("ready", None, true)]);
    let card = "/api/v2/video/meeting-summary-rating-status/";
    assert_eq!(server.get_as(ana, card).await["meetingRatingStatus"], true);
    assert_eq!(server.get_as(tom, card).await["meetingRatingStatus"], false);

    // As after a power failure.
    drop(server);
    let server = installation.serve(&["--demo"]);
    assert_eq!(channels_of(&server, maya).await, of_maya, "nothing is there twice");
    assert_eq!(channels_of(&server, tom).await, of_tom);
    assert_eq!(surveys_of(&server, ines).await, of_ines);
    assert_eq!(calls_of(&server, tom, "direct").await, of_pair);
    assert_eq!(posts_of(&server, tom).await, feed);
}

#[tokio::test]
async fn demo_is_imported_once_on_sqlite() {
    check(&Installation::new()).await;
}

#[tokio::test]
async fn demo_is_imported_once_on_postgres() {
    let server = test_kit::postgres_url();
    let redis = test_kit::redis_url();
    let database = Database::empty(&server).await;
    database
        .used_by(async |url| {
            let installation = Installation::new()
                .with("MENTORHUB_DATABASE_URL", &url)
                .with("MENTORHUB_BUS_URL", &redis)
                .with("MENTORHUB_BUS_TOPIC", &test_kit::fresh_name());
            check(&installation).await;
        })
        .await;
}

#[tokio::test]
async fn interrupted_demo_import_is_completed() {
    let installation = Installation::new();
    let tom = ["user", "add", "tom.mentee@example.org", "--first-name", "Tom", "--last-name", "Rivera"];
    assert!(installation.run(&tom, "Mentor-hub-1").succeeded);
    let server = installation.serve(&["--demo"]);
    let of_maya = channels_of(&server, PEOPLE[0]).await;
    assert_eq!(
        of_maya.iter().map(|channel| channel.1.as_str()).collect::<Vec<_>>(),
        ["Assistant", "Tom Rivera", "Tuesday circle", "Programme team"]
    );
    assert_eq!(channels_of(&server, PEOPLE[1]).await, [], "a person without a programme has no experiences");
}

#[tokio::test]
async fn server_without_demo_flag_has_no_users() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    assert_eq!(server.sign_in(PEOPLE[0], "Mentor-hub-1").await.1["code"], "user_unknown");
}
