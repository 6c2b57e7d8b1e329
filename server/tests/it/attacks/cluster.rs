//! The attacks on two nodes behind HAProxy, both as shipped, with PostgreSQL and Redis.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::JoinHandle;

use serde_json::json;
use test_kit::{Database, samples};
use tokio::time::timeout;

use super::TIMEOUT;
use crate::haproxy::{HAPROXY, Proxy};
use crate::program::{Installation, Server, Site, json_of};
use crate::talk::{self, MAYA, TOM, Talker};
use crate::uploads::{pdf_bomb, send_file};

/// A masked ping without payload.
const PING: &[u8] = &[0x89, 0x80, 0, 0, 0, 0];
/// A masked text frame that is not the last of its message, and an empty part of it.
const FIRST_PART: &[u8] = &[0x01, 0x81, 0, 0, 0, 0, b'a'];
const EMPTY_PART: &[u8] = &[0x00, 0x80, 0, 0, 0, 0];

/// The growth of a node's memory that these uploads may cause; unpacked they have gigabytes.
const MAX_GROWTH: u64 = 300 * 1024 * 1024;

struct Cluster {
    installation: Installation,
    nodes: [Server; 2],
    proxy: Proxy,
    /// What people see: the proxy.
    site: Site,
}

impl Cluster {
    async fn start(database_url: &str) -> Self {
        let installation = Installation::new()
            .with("MENTORHUB_DATABASE_URL", database_url)
            .with("MENTORHUB_BUS_URL", &test_kit::redis_url())
            .with("MENTORHUB_BUS_TOPIC", &test_kit::fresh_name())
            .with("MENTORHUB_SERVER_BEHIND_PROXY", "true");
        let nodes = [installation.serve(&["--demo"]), installation.serve(&["--demo"])];
        let addresses = nodes.each_ref().map(|node| node.url.trim_start_matches("http://"));
        let proxy = Proxy::with_nodes(HAPROXY, &addresses).await;
        let site = Site::new(format!("http://{}", proxy.address));
        Self { installation, nodes, proxy, site }
    }

    async fn talker(&self, email: &str) -> Talker {
        Talker::joined(&self.site, email, talk::socket(&self.site).await).await
    }

    /// Opens a socket and repeats a frame until the connection ends.
    fn flood(&self, first: &[u8], repeated: &[u8]) -> JoinHandle<()> {
        let mut stream = TcpStream::connect(&self.proxy.address).unwrap();
        let request = format!(
            "GET /ws/chat/ HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.proxy.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend_from_slice(&byte);
        }
        assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
        let (first, block) = (first.to_vec(), repeated.repeat(2048));
        std::thread::spawn(move || {
            let _ = stream.write_all(&first);
            while stream.write_all(&block).is_ok() {}
        })
    }

    /// Opens a connection that sends this and then stays silent.
    fn held(&self, beginning: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.proxy.address).unwrap();
        stream.write_all(beginning.as_bytes()).unwrap();
        stream
    }
}

/// Runs an attack on a new cluster.
async fn on_cluster(attack: impl AsyncFnOnce(Cluster)) {
    let database = Database::empty(&test_kit::postgres_url()).await;
    database.used_by(async |url| attack(Cluster::start(&url).await).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conversation_goes_on_through_floods_and_held_connections() {
    on_cluster(async |cluster| {
        let (mut maya, mut tom) = (cluster.talker(MAYA).await, cluster.talker(TOM).await);
        let mut floods = Vec::new();
        let mut held = Vec::new();
        for _ in 0..4 {
            floods.push(cluster.flood(b"", PING));
            floods.push(cluster.flood(FIRST_PART, EMPTY_PART));
        }
        for _ in 0..100 {
            held.push(cluster.held("G"));
            held.push(
                cluster.held("POST /api/v2/users/sign-in/ HTTP/1.1\r\nHost: hub\r\nContent-Length: 1000\r\n\r\n{"),
            );
        }
        for round in 0..20 {
            let text = format!("number {round}.");
            maya.says(&text).await;
            timeout(TIMEOUT, tom.hears(&text)).await.expect("the attack holds up a message");
        }
        assert_eq!(cluster.site.sign_in(TOM, "Mentor-hub-1").await.0, 200);
        let ended = tokio::task::spawn_blocking(|| floods.into_iter().for_each(|flood| flood.join().unwrap()));
        timeout(TIMEOUT, ended).await.expect("a flood goes on").unwrap();
        drop(held);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_a_code_count_on_all_nodes() {
    on_cluster(async |cluster| {
        let email = "lena@school.example";
        let post = async |site: &Site, call: &str, body: serde_json::Value, forged: &str| {
            let request = site.client.post(format!("{}/api/v2/users/{call}/", site.url)).json(&body);
            let answer = request.header("x-forwarded-for", forged).send().await.unwrap();
            let status = answer.status().as_u16();
            (status, json_of(answer).await["code"].as_str().unwrap_or_default().to_owned())
        };
        let (status, code) = post(&cluster.site, "send-otp", json!({"email": email, "num_otp": 6}), "").await;
        assert_eq!(status, 200, "{code}");
        let code = loop {
            if let Some(code) = mailed_code(&cluster.installation) {
                break code;
            }
            tokio::task::yield_now().await;
        };
        let wrong = if code == "000000" { "111111" } else { "000000" };
        for guess in 0..5 {
            let answer = post(&cluster.nodes[guess % 2], "verify-otp", json!({"email": email, "otp": wrong}), "").await;
            assert_eq!(answer, (422, "code_wrong".to_owned()));
        }
        let right = post(&cluster.site, "verify-otp", json!({"email": email, "otp": code}), "").await;
        assert_ne!(right.0, 200, "five guesses end a code");

        // The proxy appends the address that it sees, so that inventing others does not help.
        let mut checked = 0;
        for guess in 0..200 {
            let body = json!({"email": format!("stranger{guess}@example.org"), "otp": wrong});
            let (_, code) = post(&cluster.site, "verify-otp", body, &format!("192.0.2.{guess}")).await;
            checked += usize::from(code != "rate_limited");
        }
        assert!(checked < 2 * 65, "{checked} guesses of one network were checked; each node allows 60 in an hour");
    })
    .await;
}

/// Returns the code of the only mail, which is the first word of its subject.
fn mailed_code(installation: &Installation) -> Option<String> {
    let entries = std::fs::read_dir(installation.folder.path().join("data/outbox")).ok()?;
    let mail = entries.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok()).next()?;
    let subject = mail.lines().find_map(|line| line.strip_prefix("Subject: "))?;
    Some(subject.split(' ').next()?.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upload_bombs_are_not_unpacked() {
    on_cluster(async |cluster| {
        let before = cluster.nodes.each_ref().map(Server::memory);
        let zeros = vec![0; 100 * 1024 * 1024];
        let parts: Vec<_> = (0..5).map(|number| format!("word/media/{number}.bin")).collect();
        let parts: Vec<_> = parts.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
        let document = samples::office("word/document.xml", "wordprocessingml.document.main+xml", &parts);
        for (name, bytes) in [("bomb.png", samples::png_claiming(60_000, 60_000)), ("bomb.docx", document)] {
            // The nodes take turns.
            for _ in 0..4 {
                let answer = send_file(&cluster.site, name, bytes.clone()).await;
                let status = answer.status().as_u16();
                assert_eq!((status, &json_of(answer).await["code"]), (422, &json!("attachment_broken")), "{name}");
            }
        }
        let answer = send_file(&cluster.site, "bomb.pdf", pdf_bomb()).await;
        assert_eq!((answer.status().as_u16(), &json_of(answer).await["thumbnailPresignedUrl"]), (201, &json!(null)));
        for (node, before) in cluster.nodes.iter().zip(before) {
            assert_eq!(node.get("/readyz").await.status(), 200);
            let growth = node.memory().saturating_sub(before);
            assert!(growth < MAX_GROWTH, "{growth} bytes");
        }
    })
    .await;
}
