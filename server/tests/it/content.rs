//! The content commands: check, import, export.

use std::path::Path;

use serde_json::json;
use test_kit::Database;

use crate::program::{Installation, json_of};

const PROGRAMMES: &str = "\
programmes:
  - key: bridges
    name: Bridges
    time_zone: Europe/Berlin
    sign_up:
      is_open: true
      institutions:
        - {name: Harbour College, codes: [HARBOUR-1]}
";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |path: &Path| std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut found = Vec::new();
    let mut paths = read(folder);
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(read(&path));
        } else {
            found.push((path.strip_prefix(folder).unwrap().display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn import_with_mistakes_lists_all_and_changes_nothing() {
    let installation = Installation::new();
    let folder = installation.folder.path().join("mine");
    write(&folder, "programmes.yaml", "programmes:\n  - key: bridges\n    nam: Bridges\n    time_zone: Moon/Tycho\n");
    write(&folder, "cards.yaml", "cards:\n  - key: a\n    place: internship\n    text: {de: Hallo}\n");
    write(&folder, "mail/en.yaml", "sign_up_code:\n  subjct: x\n");
    write(&folder, "assistant/en/voice.yaml", "prompt: x\nfoo: [");
    for command in [["content", "check", "mine"], ["content", "import", "mine"]] {
        let ended = installation.run(&command, "");
        assert!(!ended.succeeded && ended.said.is_empty(), "{}", ended.said);
        let told = ended.complained;
        for mistake in [
            "cards.yaml:4: the English text (en) is missing",
            "programmes.yaml:3: \"nam\" is not known here",
            "programmes.yaml:4: \"Moon/Tycho\" is not an IANA time zone",
            "programmes.yaml:2: name is missing",
            "assistant/en/voice.yaml:2: ",
            "mail/en.yaml:2: ",
        ] {
            assert!(told.contains(mistake), "{mistake}\n{told}");
        }
        assert!(told.ends_with("mentorhub: There are 6 mistakes.\n"), "{told}");
    }
    assert!(!installation.folder.path().join("data/mentorhub.db").exists(), "the database was not even opened");
    let nowhere = installation.run(&["content", "check", "nowhere"], "");
    assert!(nowhere.complained.starts_with("mentorhub: nowhere cannot be read"), "{}", nowhere.complained);
    assert!(installation.run(&["content", "check"], "").succeeded, "the built-in content has no mistakes");
}

async fn check_round_trip(installation: &Installation) {
    let folder = installation.folder.path().join("mine");
    write(&folder, "programmes.yaml", PROGRAMMES);
    let imported = installation.run(&["content", "import", "mine"], "");
    assert_eq!((imported.complained.as_str(), imported.said.as_str()), ("", "Imported: programmes 1.\n"));
    let built_in = installation.run(&["content", "import"], "");
    assert!(built_in.said.contains("The programme bridges is not in the bundle any more"), "{}", built_in.said);
    assert!(installation.run(&["content", "import", "mine"], "").succeeded);

    assert!(installation.run(&["content", "export", "first"], "").succeeded);
    let again = installation.run(&["content", "import", "first"], "");
    assert!(again.succeeded, "{}", again.complained);
    assert!(installation.run(&["content", "export", "second"], "").succeeded);
    let of = |name: &str| files(&installation.folder.path().join(name));
    assert_eq!(of("first"), of("second"));
    assert!(of("first").len() > 10);
    let mixed = installation.run(&["content", "export", "second"], "");
    assert!(mixed.complained.contains("second is not empty"), "{}", mixed.complained);

    let server = installation.serve(&[]);
    let projects = json_of(server.get("/api/v3/project-list/").await).await;
    let projects = &projects["data"]["projects"];
    assert_eq!(
        (&projects["bridges"]["isDisabled"], &projects["mentoring"]["isDisabled"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test]
async fn exported_content_can_be_imported_on_sqlite() {
    check_round_trip(&Installation::new()).await;
}

#[tokio::test]
async fn exported_content_can_be_imported_on_postgres() {
    let server = test_kit::postgres_url();
    Database::empty(&server)
        .await
        .used_by(async |url| check_round_trip(&Installation::new().with("MENTORHUB_DATABASE_URL", &url)).await)
        .await;
}

#[tokio::test]
async fn fresh_installation_has_built_in_content() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let projects = json_of(server.get("/api/v3/project-list/").await).await;
    assert_eq!(projects["data"]["projects"]["mentoring"]["isDisabled"], false);
    let documents = json_of(server.get("/api/v1/community/").await).await;
    assert_eq!(documents.as_array().unwrap().len(), 3);
    let declaration = json_of(server.get("/api/v2/declarations/?type=mentee").await).await;
    assert!(declaration["declaration"].as_str().unwrap().contains("respect"));
}

#[tokio::test]
async fn fresh_installation_has_a_program_side() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let add = |email: &str, role: &str| {
        let person = ["user", "add", email, "--first-name", "Leo", "--last-name", "Silva", "--role", role];
        let added = installation.run(&[&person[..], &["--programme", "mentoring"]].concat(), "Mentor-hub-1");
        assert!(added.succeeded, "{}", added.complained);
    };
    add("leo@example.org", "mentee");
    add("nina@example.org", "mentor");
    for (email, curriculum, message) in [
        ("leo@example.org", "show", "5 of 5 learning sessions to go until you can meet a mentor."),
        ("nina@example.org", "hide", ""),
    ] {
        let status = server.get_as(email, "/api/v2/users/profile/").await["status"].take();
        let experiences = &status["experiences"];
        assert_eq!((&experiences["session"], &experiences["survey"]), (&json!("use"), &json!("use")), "{status}");
        assert_eq!((&experiences["curriculum"], &status["newSessionAvailable"]), (&json!(curriculum), &json!(true)));
        assert_eq!(experiences["ruleMessage"]["curriculum"], message);
        // The second survey of mentees waits for the first.
        let first = json!([{"surveyId": "about-you", "expPermission": "use", "surveyStatus": "NOT_STARTED"}]);
        assert_eq!(status["surveys"], first, "{email}");
    }
}

#[tokio::test]
async fn scores_are_imported_all_or_none() {
    let installation = Installation::new();
    let tom = ["user", "add", "tom@example.org", "--first-name", "Tom", "--last-name", "Rivera", "--role", "mentee"];
    assert!(installation.run(&tom, "Mentor-hub-1").succeeded);
    let table = |rows: &str| {
        write(installation.folder.path(), "scores.csv", &format!("email,name,date,score,max,description\n{rows}"));
        installation.run(&["wrs", "import", "scores.csv"], "")
    };
    let wrong = table(
        "tom@example.org,Planning,2026-01-10,40,100,\nnobody@example.org,Planning,2026-01-10,40,100,\n\
         tom@example.org,Planning,soon,40,100,\ntom@example.org,Planning,2026-01-10,140,100,\n",
    );
    assert!(!wrong.succeeded);
    for line in [
        "scores.csv:3: there is no account",
        "scores.csv:4: the date soon must look like",
        "scores.csv:5: the score 140",
    ] {
        assert!(wrong.complained.contains(line), "{line}\n{}", wrong.complained);
    }
    let rows =
        table("tom@example.org,Planning,2026-01-10,forty,100,\ntom@example.org,Planning,2026-01-10\n").complained;
    assert!(rows.contains("scores.csv:2: score must be a number\nscores.csv:3: there are 3 values for 6"), "{rows}");
    // The header of an XLSX file.
    write(installation.folder.path(), "sheet.csv", "PK\u{3}\u{4}\n");
    let sheet = installation.run(&["wrs", "import", "sheet.csv"], "");
    assert!(
        sheet.complained.contains("sheet.csv: the first row must name the columns email, "),
        "{}",
        sheet.complained
    );
    let right = table("Tom@example.org,Planning,2026-01-10,40,100,\"Keeps a list, mostly\"\n");
    assert_eq!(right.said, "Imported scores: 1.\n", "{}", right.complained);
    assert!(table("tom@example.org,Planning,2026-01-10,45,100,\n").succeeded, "the same day again");
    let server = installation.serve(&[]);
    let scores = server.get_as("tom@example.org", "/api/v2/mentorships/wrs/").await;
    let expected = json!([{"name": "Planning", "score": 45.0, "max": 100.0, "date": "2026-01-10", "description": ""}]);
    assert_eq!(scores, expected);
}

/// Writes the example of docs/CONTENT.md: each file stands below a line with its name.
fn write_example(folder: &Path) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CONTENT.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let mut written = 0;
    for part in text.split("\n`mine/").skip(1) {
        let (name, rest) = part.split_once("`:\n```yaml\n").unwrap();
        write(folder, &format!("mine/{name}"), rest.split_once("```").unwrap().0);
        written += 1;
    }
    assert_eq!(written, 3);
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/pictures/sunrise.svg");
    write(folder, "mine/pictures/sunrise.svg", &std::fs::read_to_string(picture).unwrap());
}

#[test]
fn example_of_the_documentation_is_imported_in_versions() {
    let installation = Installation::new();
    let folder = installation.folder.path();
    assert!(installation.run(&["content", "import"], "").succeeded);
    write_example(folder);
    let checked = installation.run(&["content", "check", "mine"], "");
    assert!(checked.succeeded, "{}", checked.complained);

    let announced = installation.run(&["content", "import", "mine", "--dry-run"], "").said;
    let imported = installation.run(&["content", "import", "mine"], "").said;
    for line in [
        "survey start-here: new.\n",
        "survey about-you: retired; no person has begun it.\n",
        "session first-call: new.\n",
    ] {
        assert!(announced.contains(line) && imported.contains(line), "{announced}\n{imported}");
    }
    assert!(announced.contains("Nothing was changed."), "{announced}");

    let survey = std::fs::read_to_string(folder.join("mine/surveys/start-here.yaml")).unwrap();
    write(folder, "mine/surveys/start-here.yaml", &survey.replace("Are you at school?", "Do you go to school?"));
    let patched = installation.run(&["content", "import", "mine"], "").said;
    assert!(patched.contains("survey start-here: patched; reaches people inside at once.\n"), "{patched}");
    assert!(patched.contains("session first-call: unchanged.\n"), "{patched}");
    write(folder, "mine/surveys/start-here.yaml", &survey.replace("type: Number", "type: Text"));
    let version = installation.run(&["content", "import", "mine"], "").said;
    assert!(version.contains("survey start-here: new version 2, for those who begin later.\n"), "{version}");

    let exported = installation.run(&["survey", "export", "start-here"], "");
    assert_eq!(exported.said, "Exported 0 rows to start-here.csv.\n", "{}", exported.complained);
    let table = std::fs::read_to_string(folder.join("start-here.csv")).unwrap();
    let header = "id,programme,role,survey,version,started,completed,Are you at school?,Which class are you in?\r\n";
    assert_eq!(table, format!("\u{feff}{header}"));
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&folder.join("start-here.csv").metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let again = installation.run(&["survey", "export", "start-here"], "").complained;
    assert!(again.contains("start-here.csv exists already; --force replaces it."), "{again}");
    assert!(installation.run(&["survey", "export", "start-here", "--force"], "").succeeded);
    let sheet = installation.run(&["quiz", "export", "first-call", "--format", "xlsx", "--out", "quiz.xlsx"], "");
    assert!(sheet.succeeded, "{}", sheet.complained);
    let unknown = installation.run(&["quiz", "export", "nowhere"], "").complained;
    assert!(unknown.contains("There is no session nowhere."), "{unknown}");
}

#[test]
fn quiz_of_another_platform_becomes_part_of_a_session() {
    let installation = Installation::new();
    let folder = installation.folder.path();
    write_example(folder);
    write(folder, "animals.gift", "How many legs has a bee? {=six ~four}\n\nTwo and two {=4}\n");
    let converted = installation.run(&["content", "quiz-import", "animals.gift", "--session", "first-call"], "");
    assert!(converted.complained.contains("animals.gift:3: the expected answer \"4\""), "{}", converted.complained);
    let quiz = converted.said.lines().map(|line| format!("          {line}\n")).collect::<String>();
    let session = std::fs::read_to_string(folder.join("mine/sessions/first-call.yaml")).unwrap();
    let (before, _) = session.split_once("          key: first-call-check").unwrap();
    write(folder, "mine/sessions/first-call.yaml", &format!("{before}{quiz}"));
    let checked = installation.run(&["content", "check", "mine"], "");
    assert!(checked.succeeded, "{}", checked.complained);

    write(folder, "bomb.xml", "<!DOCTYPE x [<!ENTITY a \"aa\">]>\n<quiz>&a;</quiz>");
    let refused = installation.run(&["content", "quiz-import", "bomb.xml"], "").complained;
    assert!(refused.contains("bomb.xml:1: a document type is not allowed."), "{refused}");
    std::fs::File::create(folder.join("large.xml")).unwrap().set_len(50 * 1024 * 1024).unwrap();
    let refused = installation.run(&["content", "quiz-import", "large.xml"], "").complained;
    assert!(refused.contains("large.xml is larger than 5 MB."), "{refused}");
}

/// What the demo stores is a bundle without mistakes, also for other readers of YAML.
#[test]
fn export_of_demo_is_checked_and_imported_again() {
    let installation = Installation::new();
    drop(installation.serve(&["--demo", "--demo-cohort"]));
    let run = |arguments: &[&str]| {
        let ended = installation.run(&[&["content"], arguments].concat(), "");
        assert!(ended.succeeded, "{arguments:?}: {}", ended.complained);
    };
    run(&["export", "first"]);
    run(&["check", "first"]);
    run(&["import", "first"]);
    run(&["export", "second"]);
    let path = installation.folder.path();
    assert!(files(&path.join("first")) == files(&path.join("second")), "the import changed the content");
}
