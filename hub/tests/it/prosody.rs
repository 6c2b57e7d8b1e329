//! The Prosody module for Jitsi, in a real Prosody that calls a real node.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;

use hub::{CallSettings, Jitsi};
use serde_json::json;
use store::PersonId;
use store::clock::Clock;
use tempfile::TempDir;
use test_kit::both;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::call_helpers::{allow_video, consent, room, start};
use crate::node::Node;
use crate::wait::within;

const SECRET: &str = "what the conference server and the hub know";
const DEPLOYED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/jitsi");
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/prosody");

/// A conference server.
struct Prosody {
    address: SocketAddr,
    _child: Child,
    _folder: TempDir,
}

impl Prosody {
    /// Starts a server whose guests are these people, in order.
    async fn start(node: &Node, people: &[PersonId]) -> Self {
        within("prosody accepts connections", Self::launch(node, people)).await
    }

    async fn launch(node: &Node, people: &[PersonId]) -> Self {
        loop {
            let folder = tempfile::tempdir().unwrap();
            // The port is free now; if another process takes it first, try another one.
            let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
            let config = folder.path().join("prosody.cfg.lua");
            std::fs::write(&config, configuration(&folder, address)).unwrap();
            let people: Vec<_> = people.iter().map(ToString::to_string).collect();
            let mut child = Command::new("prosody")
                .args(["-F", "--config"])
                .arg(&config)
                .env("MENTORHUB_WEBHOOK_URL", format!("http://{}/api/v2/video/webhook/", node.address))
                .env("MENTORHUB_WEBHOOK_SECRET", SECRET)
                .env("TEST_PEOPLE", people.join(","))
                .stdout(Stdio::null())
                .kill_on_drop(true)
                .spawn()
                .expect("scripts/install test brings prosody");
            while child.try_wait().unwrap().is_none() {
                if TcpStream::connect(address).await.is_ok() {
                    return Self { address, _child: child, _folder: folder };
                }
                tokio::task::yield_now().await;
            }
        }
    }

    async fn guest(&self) -> Guest {
        Guest::sign_in(self.address).await
    }
}

fn configuration(folder: &TempDir, address: SocketAddr) -> String {
    let folder = folder.path().display();
    format!(
        r#"
run_as_root = true
pidfile = "{folder}/pid"
data_path = "{folder}"
log = {{ warn = "{folder}/log" }}
plugin_paths = {{ "{DEPLOYED}", "{OWN}" }}
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {port} }}
s2s_ports, http_ports, https_ports = {{}}, {{}}, {{}}
modules_enabled = {{ "saslauth" }}
modules_disabled = {{ "s2s", "tls", "http" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
VirtualHost "meet.test"
  authentication = "anonymous"
  modules_enabled = {{ "test_people" }}
Component "muc.meet.test" "muc"
  modules_enabled = {{ "mentorhub_events" }}
  muc_room_locking = false
"#,
        port = address.port()
    )
}

/// A participant of a conference over XMPP.
struct Guest {
    stream: TcpStream,
    /// Received text that was not read yet.
    received: String,
}

impl Guest {
    async fn sign_in(address: SocketAddr) -> Self {
        let mut guest = Self { stream: TcpStream::connect(address).await.unwrap(), received: String::new() };
        let open = "<stream:stream to='meet.test' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";
        guest.send_xml(open).await;
        guest.read_until("</stream:features>").await;
        guest.send_xml("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>").await;
        guest.read_until("<success").await;
        guest.send_xml(open).await;
        guest.read_until("</stream:features>").await;
        guest.send_xml("<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>").await;
        guest.read_until("</iq>").await;
        guest
    }

    async fn join(&mut self, room: &str, tab: &str) {
        let muc = "<x xmlns='http://jabber.org/protocol/muc'/>";
        self.send_xml(&format!("<presence to='{room}@muc.meet.test/{tab}'>{muc}</presence>")).await;
    }

    async fn leave(&mut self, room: &str, tab: &str) {
        self.send_xml(&format!("<presence type='unavailable' to='{room}@muc.meet.test/{tab}'/>")).await;
    }

    async fn send_xml(&mut self, xml: &str) {
        self.stream.write_all(xml.as_bytes()).await.unwrap();
    }

    /// Reads up to the end of these words.
    async fn read_until(&mut self, words: &str) {
        let end = loop {
            if let Some(at) = self.received.find(words) {
                break at + words.len();
            }
            let mut bytes = [0; 4096];
            let count = within(words, self.stream.read(&mut bytes)).await.unwrap();
            assert!(count > 0, "the conference server disconnected before {words}: {}", self.received);
            self.received.push_str(&String::from_utf8_lossy(&bytes[..count]));
        };
        self.received.drain(..end);
    }
}

both!(prosody_reports_participants_and_removes_unauthorized, async |app| {
    let calls = CallSettings {
        jitsi: Some(Jitsi::with_secret("https://meet.test".into(), "mentorhub".into(), SECRET)),
        webhook_secret: Some(SECRET.to_owned()),
        ..CallSettings::default()
    };
    // Prosody signs with the time it is.
    let node = app.node_calling(Clock::system(), calls).await;
    allow_video(&app).await;
    let (mut maya, tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.circle).await;
    let room = room(&call).to_owned();
    consent(&node, &maya, &room, true).await;
    consent(&node, &tom, &room, true).await;

    let prosody = Prosody::start(&node, &[app.maya, app.tom, app.sam]).await;
    let mut at_maya = prosody.guest().await;
    at_maya.join(&room, "tab-m").await;
    let told = maya.expect_participants(1).await;
    assert_eq!(told["participants"][0]["user_id"], json!(app.maya));
    let mut at_tom = prosody.guest().await;
    at_tom.join(&room, "tab-t").await;
    assert_eq!(maya.expect_participants(2).await["recording"]["state"], "on");

    // Sam is no member of the conversation.
    let mut at_sam = prosody.guest().await;
    at_sam.join(&room, "tab-s").await;
    at_sam.read_until("type='unavailable'").await;

    at_tom.leave(&room, "tab-t").await;
    maya.expect_participants(1).await;
    at_maya.leave(&room, "tab-m").await;
    maya.expect("call_ended").await;
});
