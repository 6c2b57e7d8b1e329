//! The commands beside `serve`.

use crate::program::Installation;
use crate::talk::{self, TOM, Talker};

const MAYA: [&str; 7] = ["user", "add", "Maya@Example.org", "--first-name", "Maya", "--last-name", "Okafor"];

#[tokio::test]
async fn account_is_created_changed_and_used() {
    let installation = Installation::new();
    let made = installation.run(&MAYA, "Mentor-hub-1\n");
    let next = "Say what it may do: mentorhub staff grant maya@example.org ROLE --programme KEY";
    let said = format!("Created the account maya@example.org.\n{next}\n");
    assert_eq!((made.succeeded, made.said), (true, said));
    let twice = installation.run(&MAYA, "Mentor-hub-1\n");
    assert_eq!(
        (twice.succeeded, twice.complained.as_str()),
        (false, "mentorhub: There is already an account with the address maya@example.org.\n")
    );

    let server = installation.serve(&[]);
    assert_eq!(server.sign_in("maya@example.org", "Mentor-hub-1").await.0, 200);
    let role = installation.run(&["user", "role", "maya@example.org", "mentor"], "");
    assert_eq!(role.said, "maya@example.org now has the role Mentor.\n");
    assert_eq!(server.get_as("maya@example.org", "/api/v2/users/profile/").await["role"], "Mentor");
    let password = installation.run(&["user", "password", "maya@example.org", "--password-stdin"], "Mentor-hub-2");
    assert!(password.succeeded, "{}", password.complained);
    assert_eq!(server.sign_in("maya@example.org", "Mentor-hub-1").await.1["code"], "wrong_password");
    assert_eq!(server.sign_in("maya@example.org", "Mentor-hub-2").await.0, 200);
}

#[test]
fn facts_about_a_person_are_set_and_taken_away() {
    let installation = Installation::new();
    assert!(installation.run(&MAYA, "Mentor-hub-1").succeeded);
    let set = |more: &[&str]| installation.run(&[&["person", "set", "maya@example.org"], more].concat(), "");
    let all = set(&["--vetted-until", "2027-06-30", "--guardian-consent", "yes", "--birth-month", "1988-09"]);
    assert!(all.said.contains("vetted            until 2027-06-30"), "{}", all.said);
    assert!(all.said.contains("guardian consent  since 20"), "{}", all.said);
    let fewer = set(&["--vetted-until", "none", "--guardian-consent", "no"]);
    let rest =
        "  vetted            no\n  guardian consent  no\n  birth month       1988-09\n  conflicts         none\n";
    assert_eq!(fewer.said, format!("maya@example.org\n{rest}"));
    for (flag, text, complaint) in [
        ("--vetted-until", "soon", "mentorhub: soon is not a day such as 2027-06-30."),
        ("--birth-month", "2009-13", "mentorhub: 2009-13 is not a month such as 2009-03."),
        ("--birth-month", "2999-01", "mentorhub: 2999-01 has not come yet"),
        ("--conflict", "maya@example.org", "mentorhub: A conflict is between two people"),
        ("--conflict", "tom@example.org", "mentorhub: There is no account with the address tom@example.org."),
    ] {
        let wrong = set(&[flag, text]);
        assert!(!wrong.succeeded);
        assert!(wrong.complained.starts_with(complaint), "{}", wrong.complained);
    }
}

#[test]
fn invalid_arguments_are_answered_with_one_sentence() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    for (arguments, input, complaint) in [
        (&MAYA[..], "short", "The password needs at least 8 characters."),
        (
            &["user", "password", "nobody@example.org"],
            "Mentor-hub-1",
            "There is no account with the address nobody@example.org.",
        ),
        (
            &[&MAYA[..], &["--programme", "moon"]].concat(),
            "Mentor-hub-1",
            "There is no programme moon. The first start",
        ),
        (&[&MAYA[..], &["--language", "moon"]].concat(), "Mentor-hub-1", "There is no language moon. Available: en, "),
        (
            &["user", "add", "maya@example.org", "--first-name", " ", "--last-name", "O"],
            "Mentor-hub-1",
            "A first name and a last name are needed",
        ),
        (&["content", "export", "mine"], "", "There is no content yet"),
        (
            &["user", "add", "maya", "--first-name", "M", "--last-name", "O"],
            "Mentor-hub-1",
            "maya is not an email address.",
        ),
    ] {
        let ended = installation.run(arguments, input);
        assert_eq!((ended.succeeded, ended.said.as_str()), (false, ""));
        // A slow machine may warn of slow statements before.
        let said = ended.complained.lines().find(|line| line.starts_with("mentorhub: ")).unwrap_or_default();
        assert!(said.starts_with(&format!("mentorhub: {complaint}")), "{}", ended.complained);
    }
}

#[tokio::test]
async fn maintenance_command_stops_sign_in_on_running_server() {
    let installation = Installation::new();
    assert!(installation.run(&MAYA, "Mentor-hub-1").succeeded);
    let server = installation.serve(&[]);
    installation.run(&["maintenance", "on"], "");
    assert_eq!(server.sign_in("maya@example.org", "Mentor-hub-1").await.0, 503);
    installation.run(&["maintenance", "off"], "");
    assert_eq!(server.sign_in("maya@example.org", "Mentor-hub-1").await.0, 200);
}

/// On SQLite the command is another process without Redis.
#[tokio::test]
async fn command_reaches_open_sockets_of_server() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let mut tom = Talker::joined(&server, TOM, talk::socket(&server).await).await;
    let set = installation.run(&["person", "set", TOM, "--vetted-until", "2031-06-30"], "");
    assert!(set.succeeded, "{}", set.complained);
    tom.hears_change_of("profile").await;
    let list = installation.run(&["mentorship", "list"], "").said;
    let before_tom = &list[..list.find(TOM).unwrap()];
    let mentorship = before_tom.lines().rfind(|line| !line.starts_with(' ')).unwrap().split(' ').next().unwrap();
    let ended = installation.run(&["mentorship", "end", mentorship, "--reason", "completed"], "");
    assert!(ended.succeeded, "{}", ended.complained);
    tom.hears(r#""command":"reload""#).await;
    let imported = installation.run(&["content", "import"], "");
    assert!(imported.succeeded, "{}", imported.complained);
    tom.hears_change_of("learning").await;
}

/// A mistyped folder must cause an error: a backup of a new, empty database would look like a success.
#[test]
fn commands_on_existing_data_create_no_database() {
    let installation = Installation::new();
    for arguments in [
        &["backup", "copy.db"][..],
        &["maintenance", "on"],
        &["user", "password", "maya@example.org"],
        &["user", "export", "maya@example.org", "--out", "maya.zip"],
        &["user", "erase", "maya@example.org", "--yes"],
        &["user", "role", "maya@example.org", "staff"],
        &["person", "set", "maya@example.org"],
        &["content", "export", "mine"],
        &["wrs", "import", "scores.csv"],
    ] {
        let ended = installation.run(arguments, "Mentor-hub-1");
        assert!(!ended.succeeded, "{arguments:?}: {}", ended.said);
        let complaint = "mentorhub: There is no database sqlite:data/mentorhub.db.";
        assert!(ended.complained.starts_with(complaint), "{arguments:?}: {}", ended.complained);
    }
    assert_eq!(installation.folder.path().read_dir().unwrap().count(), 0, "no file was created");
}

#[test]
fn migrate_creates_the_database() {
    let installation = Installation::new();
    let ended = installation.run(&["migrate"], "");
    assert_eq!(ended.said, "The database (SQLite, in-process) is up to date.\n");
    assert!(installation.folder.path().join("data/mentorhub.db").exists());
}

#[test]
fn doctor_reports_unreachable_services() {
    let well = Installation::new();
    let verdict = well.run(&["doctor"], "");
    assert!(verdict.succeeded, "{}", verdict.said);
    assert!(verdict.said.contains("does not exist yet"), "{}", verdict.said);
    assert!(!well.folder.path().join("data/mentorhub.db").exists(), "a doctor changes nothing");
    assert!(well.run(&["migrate"], "").succeeded);
    assert!(well.run(&["doctor"], "").said.contains("✓ database"));

    // No service listens on port 1.
    let ill = Installation::new()
        .with("MENTORHUB_DATABASE_URL", "postgres://hub:s3cret@127.0.0.1:1/hub")
        .with("MENTORHUB_BUS_URL", "redis://:s3cret@127.0.0.1:1");
    let verdict = ill.run(&["doctor"], "");
    assert!(!verdict.succeeded);
    assert!(verdict.said.contains("✗ database        postgres://hub:***@127.0.0.1:1/hub: "), "{}", verdict.said);
    assert!(verdict.said.contains("✗ bus"), "{}", verdict.said);
    assert!(!verdict.said.contains("s3cret") && !verdict.complained.contains("s3cret"));

    let ill = Installation::new().with("MENTORHUB_BUS_URL", "redis-cluster://:s3cret@127.0.0.1:1,127.0.0.1:2");
    let verdict = ill.run(&["doctor"], "");
    assert!(verdict.said.contains("✗ bus             redis-cluster://:***@127.0.0.1:1,127.0.0.1:2: not all of the cluster can be used: 127.0.0.1:"), "{}", verdict.said);
    assert!(!verdict.said.contains("s3cret") && !verdict.complained.contains("s3cret"));
}

#[test]
fn doctor_warns_of_local_sender_and_built_in_legal_texts() {
    let installation = Installation::new();
    let warnings = ["! mail sender ", "! legal documents "];
    assert!(installation.run(&["content", "import"], "").succeeded);
    let verdict = installation.run(&["doctor"], "");
    assert!(verdict.succeeded && !verdict.said.contains("in order"), "{}", verdict.said);
    assert!(warnings.iter().all(|line| verdict.said.contains(line)), "{}", verdict.said);
    assert!(verdict.said.contains("Privacy Policy"), "{}", verdict.said);

    assert!(installation.run(&["content", "export", "own"], "").succeeded);
    for document in std::fs::read_dir(installation.folder.path().join("own/documents")).unwrap() {
        let path = document.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap().replace("This page", "This page of Riverside e.V.");
        let own: String = text.lines().map(|line| format!("{line}\n")).collect();
        std::fs::write(path, own).unwrap();
    }
    let installation = installation.with("MENTORHUB_MAIL_FROM", "Riverside <hub@example.org>");
    assert!(installation.run(&["content", "import", "own"], "").succeeded);
    let verdict = installation.run(&["doctor"], "");
    assert!(!verdict.said.contains("! mail sender"), "{}", verdict.said);
}

#[test]
fn doctor_checks_help_desk_and_error_reporting() {
    let verdict = Installation::new().run(&["doctor"], "");
    for line in ["· help desk       off", "· errors of server only logged", "· errors of pages "] {
        assert!(verdict.said.contains(line), "{line}\n{}", verdict.said);
    }

    let here = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = here.local_addr().unwrap();
    let verdict = Installation::new()
        .with("MENTORHUB_HELPDESK_URL", &format!("http://{address}"))
        .with("MENTORHUB_HELPDESK_WEBSITE_TOKEN", "aToken1")
        .with("MENTORHUB_HELPDESK_IDENTITY_KEY", "s3cret")
        .with("MENTORHUB_ERROR_REPORTING_DSN", &format!("http://publickey@{address}/1"))
        // No service listens on port 1.
        .with("MENTORHUB_ERROR_REPORTING_CLIENT_DSN", "http://publickey@127.0.0.1:1/2")
        .run(&["doctor"], "");
    assert!(verdict.succeeded, "all of it runs without them: {}", verdict.said);
    for line in [
        &format!("✓ help desk       http://{address}, with identity validation"),
        "✓ errors of server 127.0.0.1",
        "! errors of pages 127.0.0.1: ",
    ] {
        assert!(verdict.said.contains(line), "{line}\n{}", verdict.said);
    }
    assert!(!verdict.said.contains("s3cret") && !verdict.said.contains("publickey"), "{}", verdict.said);
}

#[test]
fn mentorship_is_begun_listed_and_ended() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    assert!(installation.run(&["content", "import"], "").succeeded);
    let add = |email: &str, name: &str, role: &str| {
        let person = ["user", "add", email, "--first-name", name, "--last-name", "Silva", "--role", role];
        let added = installation.run(&[&person[..], &["--programme", "mentoring"]].concat(), "Mentor-hub-1");
        assert!(added.succeeded, "{}", added.complained);
    };
    add("nina@example.org", "Nina", "mentor");
    add("leo@example.org", "Leo", "mentee");
    let create = |mentor: &str, mentee: &str| {
        installation.run(&["mentorship", "create", "--mentor", mentor, "--mentee", mentee], "")
    };
    let begun = create("nina@example.org", "leo@example.org");
    let id = begun.said.trim().strip_prefix("Began the mentorship ").and_then(|id| id.strip_suffix('.')).unwrap();
    let listed = installation.run(&["mentorship", "list"], "").said;
    assert!(
        listed.starts_with(id) && listed.contains("  mentor nina@example.org\n  mentee leo@example.org\n"),
        "{listed}"
    );
    for (answer, complaint) in [
        (create("nina@example.org", "leo@example.org"), format!("They have the mentorship {id} already.")),
        (
            create("leo@example.org", "nina@example.org"),
            "has another role, has left the programme, or the account is closed.".to_owned(),
        ),
        (
            create("nina@example.org", "tom@example.org"),
            "There is no account with the address tom@example.org.".to_owned(),
        ),
        (
            installation.run(&["mentorship", "end", "seven", "--reason", "completed"], ""),
            "seven is not the id".to_owned(),
        ),
        (
            installation.run(&["mentorship", "pause", id, "--from", "2026-08-01", "--days", "0"], ""),
            "1 to 366".to_owned(),
        ),
        (
            installation.run(&["mentorship", "leave", id, "--person", "leo@example.org", "--reason", "no-time"], ""),
            "End the mentorship instead.".to_owned(),
        ),
        (
            installation.run(&["mentorship", "revoke-badge", id, "--reason", "By mistake"], ""),
            "There is no badge".to_owned(),
        ),
        (installation.run(&["mentorship", "end", id, "--reason", "sad"], ""), "invalid value 'sad'".to_owned()),
    ] {
        assert!(!answer.succeeded && answer.complained.contains(&complaint), "{}", answer.complained);
    }
    assert!(installation.run(&["mentorship", "pause", id, "--from", "2026-08-01", "--days", "14"], "").succeeded);
    assert!(
        installation.run(&["mentorship", "end", id, "--reason", "moved-away", "--note", "to the sea"], "").succeeded
    );
    assert_eq!(installation.run(&["mentorship", "list"], "").said, "");
    assert!(installation.run(&["mentorship", "list", "--all"], "").said.contains(", ended on 20"));
    let again = installation.run(&["mentorship", "end", id, "--reason", "other"], "");
    assert!(again.complained.contains("There is no active mentorship"), "{}", again.complained);
}

#[tokio::test]
async fn staff_roles_are_granted_listed_and_revoked() {
    let installation = Installation::new();
    assert!(installation.run(&MAYA, "Mentor-hub-1\n").succeeded);
    drop(installation.serve(&[]));
    let run = |arguments: &[&str]| installation.run(arguments, "");
    let grant = ["staff", "grant", "maya@example.org", "safeguarding", "--installation"];
    let granted = run(&grant);
    assert_eq!(granted.said, "maya@example.org is now safeguarding of the installation.\n", "{}", granted.complained);
    assert_eq!(run(&grant).said, "maya@example.org is safeguarding of the installation already.\n");
    assert!(run(&["staff", "list"]).said.starts_with("maya@example.org"));
    let refused = run(&["staff", "grant", "maya@example.org", "safeguarding", "--programme", "nowhere"]);
    assert!(refused.complained.contains("There is no programme nowhere."), "{}", refused.complained);
    let revoked = run(&["staff", "revoke", "maya@example.org", "safeguarding", "--installation"]);
    assert_eq!(revoked.said, "maya@example.org is no longer safeguarding of the installation.\n");
    assert!(revoked.complained.contains("No member of staff handles reports and alerts of"), "{}", revoked.complained);
    let acts = run(&["audit", "list", "--about", "maya@example.org"]).said;
    let acts: Vec<_> = acts.lines().map(|line| line.split_whitespace().nth(3).unwrap()).collect();
    assert_eq!(acts, ["revoke", "grant", "add_person"]);
}
