//! Delivery of mails to a real mail server.

use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use api::mail::{Transport, send_due};
use store::channels::{self, Kind};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, NewPerson, Role};
use store::reports::{self, NewReport, Reason};
use test_kit::both;

use crate::mailbox::{Mailbox, letterhead};
use crate::test_app::TestApp;

/// Debian's aiosmtpd, which stores mails in a maildir.
struct MailServer {
    process: Child,
    port: u16,
}

impl MailServer {
    async fn start(port: u16, maildir: &Path) -> Self {
        let address = format!("127.0.0.1:{port}");
        std::fs::create_dir_all(maildir.parent().unwrap()).unwrap();
        let mut process = Command::new("aiosmtpd")
            .args(["--nosetuid", "--listen", &address, "--class", "aiosmtpd.handlers.Mailbox"])
            .arg(maildir)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while TcpStream::connect(&address).is_err() {
            assert!(process.try_wait().unwrap().is_none(), "the mail server did not start");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { process, port }
    }

    fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn mail(language: &str) -> Mail {
    let values = [("code", "123456"), ("minutes", "10")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    Mail {
        to: "lena@school.example".to_owned(),
        template: "sign_up_code".to_owned(),
        language: language.to_owned(),
        values: BTreeMap::from(values),
    }
}

async fn send(app: &TestApp, url: &str) -> usize {
    send_due(&app.store, &letterhead(), &Transport::smtp(url).unwrap()).await.unwrap()
}

both!(mail_has_text_and_html_in_persons_language, async |app| {
    let maildir = app.files.join("maildir");
    let server = MailServer::start(free_port(), &maildir).await;
    for language in ["de", "ar"] {
        outbox::put(&app.store, MAIL, &mail(language)).await.unwrap();
    }
    assert_eq!(send(&app, &server.url()).await, 2);
    assert_eq!(send(&app, &server.url()).await, 0, "sent once");
    let mut mails: Vec<String> = std::fs::read_dir(maildir.join("new"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    mails.sort_by_key(|mail| mail.contains("rtl"));
    assert_eq!(mails.len(), 2);
    assert!(mails[0].contains("text/plain") && mails[0].contains("text/html") && mails[0].contains("Gib diesen Code"));
    assert!(mails.iter().all(|mail| mail.contains("Auto-Submitted: auto-generated") && mail.contains("123456")));
});

both!(mail_is_retried_after_server_outage, async |app| {
    let port = free_port();
    outbox::put(&app.store, MAIL, &mail("en")).await.unwrap();
    let url = format!("smtp://127.0.0.1:{port}");
    assert_eq!(send(&app, &url).await, 0);
    let maildir = app.files.join("maildir");
    let _server = MailServer::start(port, &maildir).await;
    assert_eq!(send(&app, &url).await, 0, "retried later");
    app.advance(30);
    assert_eq!(send(&app, &url).await, 1);
});

both!(mail_to_invalid_address_is_abandoned_with_reason, async |app| {
    outbox::put(&app.store, MAIL, &Mail { to: "nobody".to_owned(), ..mail("en") }).await.unwrap();
    for _ in 0..outbox::MAX_ATTEMPTS {
        assert_eq!(send(&app, "smtp://127.0.0.1:1").await, 0);
        app.advance(4_000);
    }
    let dead = outbox::dead(&app.store, 10).await.unwrap();
    assert!(dead[0].2.contains("not a mail address"), "{dead:?}");
});

both!(staff_mail_about_report_has_no_details, async |app| {
    let sam = NewPerson {
        email: "sam@hub.example".to_owned(),
        first_name: "Sam".to_owned(),
        last_name: "Whitfield".to_owned(),
        role: Role::Staff,
        programme_id: None,
        language: "de".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let sam = people::add(&app.store, &test_kit::operator(), &sam).await.unwrap().unwrap();
    test_kit::grant_all_roles(&app.store, sam, None).await;
    let pair = channels::create(&app.store, Kind::Direct, "", None).await.unwrap();
    channels::join(&app.store, pair, &[app.maya, app.tom]).await.unwrap();
    let report = NewReport {
        reporter: app.tom,
        subject: app.maya,
        channel: pair,
        message: None,
        programme: None,
        reason: Reason::Danger,
        details: "she knows where I live",
        stops_contact: Some(false),
    };
    reports::add(&app.store, report, 20).await.unwrap().unwrap();
    let mailbox = Mailbox::of(&app);
    let mails = mailbox.all(&app).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("To: sam@hub.example\r\n") && mails[0].contains("https://hub.example.org/staff/reports"));
    for private in ["where I live", "Maya", "Tom", "Gefahr", "danger"] {
        assert!(!mails[0].contains(private), "{private}");
    }
    assert_eq!(mailbox.all(&app).await.len(), 1, "once");
});
