//! Error reports and the data that they must not contain.

use actix_web::web::{Bytes, Data, to};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::program::Installation;

const MAYA: [&str; 8] =
    ["user", "add", "maya.canary@example.org", "--first-name", "Maya", "--last-name", "Canary", "--password-stdin"];
const PASSWORD: &str = "Canary-word-1";

/// A server that accepts envelopes of Sentry.
struct Receiver {
    dsn: String,
    envelopes: UnboundedReceiver<String>,
}

impl Receiver {
    fn start() -> Self {
        let (sender, envelopes) = unbounded_channel();
        let take = async |request: HttpRequest, sender: Data<UnboundedSender<String>>, body: Bytes| {
            let headers = format!("{:?}", request.headers());
            // The receiver is dropped when the test ends.
            let _ = sender.send(format!("{} {headers} {}", request.uri(), String::from_utf8_lossy(&body)));
            HttpResponse::Ok().json(json!({"id": "0"}))
        };
        let server = HttpServer::new(move || App::new().app_data(Data::new(sender.clone())).default_service(to(take)));
        let server = server.workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
        let dsn = format!("http://key@{}/7", server.addrs()[0]);
        tokio::spawn(server.run());
        Self { dsn, envelopes }
    }

    async fn next(&mut self) -> String {
        self.envelopes.recv().await.unwrap()
    }
}

fn is_clean(envelope: &str, token: &str) {
    for canary in ["maya", "Maya", "anary", token, "Bearer"] {
        assert!(!envelope.contains(canary), "{canary} in {envelope}");
    }
}

#[tokio::test]
async fn server_error_is_reported_without_personal_data() {
    let mut receiver = Receiver::start();
    let installation = Installation::new().with("MENTORHUB_ERROR_REPORTING_DSN", &receiver.dsn);
    assert!(installation.run(&MAYA, PASSWORD).succeeded);
    let server = installation.serve(&[]);
    let (_, access) = server.sign_in("maya.canary@example.org", PASSWORD).await;
    let token = access["accessToken"].as_str().unwrap();
    let database = installation.folder.path().join("data/mentorhub.db");
    let mut connection = SqliteConnection::connect(database.to_str().unwrap()).await.unwrap();
    sqlx::query("ALTER TABLE people RENAME TO nobody").execute(&mut connection).await.unwrap();

    let profile = format!("{}/api/v2/users/profile/?canary=yes", server.url);
    let answer = server.client.get(profile).bearer_auth(token).send().await.unwrap();
    assert_eq!(answer.status(), 503);
    let envelope = receiver.next().await;
    assert!(envelope.starts_with("/api/7/envelope/") && envelope.contains("sentry_key=key"), "{envelope}");
    let release = concat!("\"release\":\"mentorhub@", env!("CARGO_PKG_VERSION"), "\"");
    assert!(envelope.contains(release) && envelope.contains("\"environment\":\"production\""), "{envelope}");
    assert!(envelope.contains("a request failed") && envelope.contains("no such table"), "{envelope}");
    is_clean(&envelope, token);
}

#[tokio::test]
async fn error_reporting_does_not_replace_the_log() {
    let receiver = Receiver::start();
    let installation =
        Installation::new().with("MENTORHUB_ERROR_REPORTING_DSN", &receiver.dsn).with("MENTORHUB_LOG_FILTER", "info");
    let path = installation.folder.path().join("log");
    let server = installation.serve_logging_to(std::fs::File::create(&path).unwrap());
    server.signal("-TERM");
    assert!(server.wait().0);
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("started"), "nothing was logged: {log}");
}

#[tokio::test]
async fn page_error_is_forwarded_and_redacted() {
    let mut receiver = Receiver::start();
    let installation = Installation::new()
        .with("MENTORHUB_ERROR_REPORTING_CLIENT_DSN", &receiver.dsn)
        .with("MENTORHUB_ERROR_REPORTING_ENVIRONMENT", "staging");
    let server = installation.serve(&[]);
    let settings: serde_json::Value = server.get("/api/v2/settings/").await.json().await.unwrap();
    assert_eq!(settings["reportsErrors"], true);
    let tell = async |body: serde_json::Value| {
        let request = server.client.post(format!("{}/api/v2/errors/", server.url)).json(&body);
        request.send().await.unwrap().status().as_u16()
    };
    let error = json!({
        "name": "TypeError", "message": "x is not a function in \"Canary words\" of maya.canary@example.org",
        "frames": [{"function": "open", "file": "/assets/index.js?token=Canary", "line": 10, "column": 20}],
        "page": "/chat?channel=Canary",
    });
    assert_eq!(tell(error).await, 204);
    let envelope = receiver.next().await;
    assert!(envelope.contains("\"environment\":\"staging\"") && envelope.contains("\"release\":\"mentorhub@"));
    for part in ["TypeError", "x is not a function", "/assets/index.js", "\"lineno\":10", "\"transaction\":\"/chat\""] {
        assert!(envelope.contains(part), "{part} in {envelope}");
    }
    is_clean(&envelope, "Canary");
    assert_eq!(tell(json!({"name": 1})).await, 400);
}

#[tokio::test]
async fn errors_are_not_reported_by_default() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let settings: serde_json::Value = server.get("/api/v2/settings/").await.json().await.unwrap();
    assert_eq!(settings["reportsErrors"], false);
    let body = json!({"name": "E", "message": "", "frames": [], "page": "/"});
    let told = server.client.post(format!("{}/api/v2/errors/", server.url)).json(&body).send().await.unwrap();
    assert_eq!(told.status(), 404);
    let wrong = Installation::new().with("MENTORHUB_ERROR_REPORTING_DSN", "nowhere").run(&["serve"], "");
    assert!(wrong.complained.contains("error_reporting.dsn must be an address such as"), "{}", wrong.complained);
    let wrong = Installation::new().with("MENTORHUB_ERROR_REPORTING_ENVIRONMENT", "two words").run(&["serve"], "");
    assert!(wrong.complained.contains("error_reporting.environment must be a word such as"), "{}", wrong.complained);
}
