//! What each of the people has: files, messages, a published badge, cases and matches.

use chrono::TimeDelta;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use store::clock::Clock;
use store::hmac_token::{self, Purpose};
use store::messages::{self, Draft};
use store::{ChannelId, PersonId, attachments, login_sessions};
use test_kit::samples;

use super::requests::Names;
use super::world::World;

impl World {
    async fn upload(&self, person: &str, path: &str, form: Form) -> Value {
        let file = form.part("file", Part::bytes(samples::png(640, 640)).file_name("canary.png"));
        self.accepted(self.request(0, Some(self.people[person]), Method::POST, path).await.multipart(file)).await
    }

    pub(super) async fn message_with_file(&self, channel: ChannelId, sender: &str, names: &mut Names) {
        let file = self.upload(sender, &format!("/api/v2/chat/{channel}/attachments/"), Form::new()).await;
        let (id, temp_id, sender) = (file["id"].as_str().unwrap(), test_kit::fresh_name(), self.people[sender]);
        let claimed = attachments::claim(self.store(), id.parse().unwrap(), channel, sender, &temp_id).await.unwrap();
        let text = Draft::text(channel, sender, &temp_id, "A canary sings.");
        self.store().writer.append(Draft { attachments: vec![claimed.unwrap()], ..text }).await.unwrap();
        let head = messages::between(self.store(), channel, 0, 10_000).await.unwrap();
        names.insert("message", head.last().unwrap().id.to_string());
        names.insert("attachment", id.to_owned());
        names.insert("file_signature", query_of(&file["presignedUrl"]));
        names.insert("thumbnail_signature", query_of(&file["thumbnailPresignedUrl"]));
    }

    /// What Tom alone has.
    pub(super) async fn fill_account(&mut self) {
        let portrait = Form::new().part("picture", Part::bytes(samples::png(64, 64)).file_name("me.png"));
        let change = self.request(0, Some(self.people["tom"]), Method::PUT, "/api/v2/users/profile/").await;
        let profile = self.accepted(change.multipart(portrait)).await;
        let portrait = profile["picture"].as_str().unwrap().split("/pictures/").nth(1).unwrap().to_owned();
        let file = self.upload("tom", "/api/v2/answers/files/", Form::new().text("use", "ImageResponse")).await;
        let file = file["url"].as_str().unwrap().split("/files/").nth(1).unwrap().to_owned();
        let opened = login_sessions::open(self.store(), self.people["tom"], "test", login_sessions::Factors::One).await;
        let login = opened.unwrap().session.to_string();
        let text = self.people["tom"].to_string();
        let stop_mails = format!("{text}.{}", hmac_token::sign(self.store(), Purpose::StopMails, &text));
        let of = format!("/api/v2/mentorships/{}", self.names["mentorship"]);
        let progress = self.ask("tom", &format!("{of}/progress/"), None).await;
        let badge = progress["badges"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/v2/badges/{badge}/credential/");
        let published = self.ask("tom", &path, Some(json!({"withName": false}))).await;
        let credential = published["published"]["id"].as_str().unwrap().to_owned();
        let keys = self.ask("tom", "/api/v2/credentials/keys/", None).await;
        let key = keys["keys"][0]["kid"].as_str().unwrap().to_owned();
        let history = self.ask("tom", &format!("/api/v2/chat/{}/channel-history/", self.names["channel"]), None).await;
        let meetings = history["chatMeetingHistory"].as_array().unwrap().iter();
        let meeting = meetings.clone().find(|one| one["state"] == "ready").unwrap().clone();
        let feed = self.ask("tom", "/api/v2/learninghub/feed/", None).await;
        let post = feed["results"][0]["id"].as_str().unwrap().to_owned();
        self.ask("tom", "/api/v2/users/data-requests/", Some(json!({"kind": "access"}))).await;
        let requests = self.ask("tom", "/api/v2/users/data-requests/", None).await;
        let own_request = requests[0]["id"].as_str().unwrap().to_owned();
        let in_a_week = (Clock::system().now() + TimeDelta::days(7)).date_naive().to_string();
        let recording = meeting["meetingRecordingId"].as_str().unwrap().to_owned();
        self.names.extend([
            ("portrait", portrait),
            ("answer_file", file),
            ("login", login),
            ("own_request", own_request),
            ("stop_mails", stop_mails),
            ("badge", badge),
            ("credential", credential),
            ("key", key),
            ("recording", recording),
            ("summary_signature", query_of(&meeting["summaryTextFileUrl"])),
            ("post", post),
            ("in_a_week", in_a_week),
            ("today", Clock::system().now().date_naive().to_string()),
            ("picture", "path.svg".to_owned()),
            ("lead", self.people["sam"].to_string()),
            ("colleague", self.people["safeguarding"].to_string()),
        ]);
    }

    /// Tom reports a message of Ana, who writes of a crisis.
    pub(super) async fn fill_cases(&mut self, circle: ChannelId) {
        let mut reported = Names::new();
        self.message_with_file(circle, "ana", &mut reported).await;
        let report =
            json!({"channelId": circle, "msgId": reported["message"], "reason": "harassment", "stopContact": true});
        self.ask("tom", "/api/v2/chat/report/", Some(report)).await;
        let crisis = Draft::text(circle, self.people["ana"], test_kit::fresh_name(), "I want to die");
        self.store().writer.append(Draft { is_crisis: true, ..crisis }).await.unwrap();
        let cases = self.ask("sam", "/api/staff/cases/", None).await;
        let cases = cases["results"].as_array().unwrap();
        let id_of = |kind: &str, about: PersonId| {
            let case = cases.iter().find(|case| case["kind"] == kind && case.to_string().contains(&about.to_string()));
            case.unwrap()["id"].as_str().unwrap().to_owned()
        };
        for (kind, name) in [("access", "data_request"), ("erasure", "erasure")] {
            let body = json!({"kind": kind, "words": "Please"});
            self.ask("ana", "/api/v2/users/data-requests/", Some(body)).await;
            let requests = self.ask("ana", "/api/v2/users/data-requests/", None).await;
            self.names.insert(name, requests[0]["id"].as_str().unwrap().to_owned());
        }
        let ana = self.people["ana"];
        self.names.extend([("case", id_of("report", ana)), ("crisis", id_of("crisis", ana))]);
    }

    /// Leo decides on Kofi, who has accepted Bilal; Theo is in Selma's group.
    pub(super) async fn fill_matching(&mut self) {
        let bilals = self.choices("bilal", "Kofi").await;
        self.decide("bilal", &bilals.choices).await;
        let kofis = self.choices("kofi", "Bilal").await;
        self.decide("kofi", &kofis.choices).await;
        let leos = self.choices("leo", "Kofi").await;
        let group = self.ask("selma", "/api/v2/matching/group-hold-info/", None).await;
        self.names.extend([
            ("won", bilals.id),
            ("match", leos.id),
            ("choices", leos.choices.to_string()),
            ("group_member", group["existingMemberInfo"][0]["id"].as_str().unwrap().to_owned()),
        ]);
    }

    /// Reads a person's matches, for a Yes to one of them.
    async fn choices(&self, person: &str, other: &str) -> Choices {
        let list = self.ask(person, "/api/v2/matching/get-match-list/?active=true&image_type=web", None).await;
        let matches = list["activeMatches"].as_array().unwrap();
        let choice = |one: &Value| {
            let status = if one["fullName"] == other { "interested" } else { "not_interested" };
            json!({"email": one["email"], "interest_status": status})
        };
        let chosen = matches.iter().find(|one| one["fullName"] == other).unwrap();
        Choices { id: chosen["id"].as_str().unwrap().to_owned(), choices: matches.iter().map(choice).collect() }
    }

    async fn decide(&self, person: &str, choices: &Value) {
        self.ask(person, "/api/v2/matching/submit-matches/", Some(json!({"interest_set": choices}))).await;
    }
}

/// A match, and a decision on all of a person.
struct Choices {
    id: String,
    choices: Value,
}

/// The query of an address.
fn query_of(url: &Value) -> String {
    url.as_str().unwrap().split_once('?').unwrap().1.to_owned()
}
