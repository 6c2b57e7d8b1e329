//! The commands of the matching, on the cohort of the demo.

use serde_json::Value;

use crate::program::Installation;

const LEO: &str = "leo.mentee@example.org";
const NINA: &str = "nina.mentor@example.org";
const OMAR: &str = "omar.mentor@example.org";

/// An installation with the cohort, whose server has ended: only commands change it.
fn cohort() -> Installation {
    let installation = Installation::new();
    drop(installation.serve(&["--demo", "--demo-cohort"]));
    installation
}

fn succeeds(installation: &Installation, arguments: &[&str]) -> String {
    let ended = installation.run(&[&["matching"], arguments].concat(), "");
    assert!(ended.succeeded, "{arguments:?}: {}", ended.complained);
    ended.said
}

fn fails(installation: &Installation, arguments: &[&str]) -> String {
    let ended = installation.run(&[&["matching"], arguments].concat(), "");
    assert_eq!((ended.succeeded, ended.said.as_str()), (false, ""), "{arguments:?}");
    ended.complained.trim_start_matches("mentorhub: ").trim_end().to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn staff_run_a_round_and_change_the_pool() {
    let installation = cohort();
    let run = |arguments: &[&str]| succeeds(&installation, arguments);
    let fail = |arguments: &[&str]| fails(&installation, arguments);

    let groups = run(&["groups", "--programme", "harbour"]);
    assert!(groups.starts_with("Omar Petersen                2 of 4 places, begins at 20"), "{groups}");
    assert!(groups.ends_with("1 groups, 2 members\n"), "{groups}");
    let groups = json(&run(&["groups", "--programme", "harbour", "--json"]))["groups"].take();
    assert_eq!((&groups[0]["mentor"]["name"], &groups[0]["waitsForStaff"]), (&"Omar Petersen".into(), &false.into()));
    assert_eq!(groups[0]["members"].as_array().unwrap().len(), 2);

    let history = run(&["history", LEO]);
    assert!(history.starts_with(&format!("{LEO} is in the pool since 20")), "{history}");
    assert!(history.contains("  Omar Petersen                 "), "{history}");
    assert!(history.contains(" %  the mentee decides, until 20"), "{history}");
    let history = json(&run(&["history", OMAR, "--json"]));
    let matches = history["days"][0]["matches"].as_array().unwrap();
    let message_about = |state: &str| &matches.iter().find(|one| one["state"] == state).unwrap()["message"];
    assert_eq!(message_about("INTERESTED"), "act_today");
    assert_eq!(message_about("SELECTED"), "selected");
    assert!(message_about("PROPOSED").is_null(), "Omar does not know of proposals before a Yes");

    let dry = run(&["run", "--programme", "harbour", "--dry-run"]);
    assert!(dry.starts_with("DRY RUN\n") && dry.contains(" mentees, "), "{dry}");
    let dry = json(&run(&["run", "--programme", "harbour", "--dry-run", "--json"]));
    assert_eq!(dry["title"], "DRY RUN");
    let published = json(&run(&["show", "--programme", "harbour", "--json"]));
    let reason = &published["proposals"][0]["reasons"][0];
    assert!(reason["criterion"].is_string() && reason["fit"].is_u64(), "{published}");
    let shown = run(&["show", "--programme", "harbour"]);
    assert!(shown.contains("  published  "), "a dry run stores nothing");
    let criterion = format!("{} ", reason["criterion"].as_str().unwrap());
    assert!(shown.contains("  FIT BY CRITERION\n") && shown.contains(&criterion), "{shown}");
    let draft = run(&["run", "--programme", "harbour"]);
    let id = draft.split_whitespace().next().unwrap();
    assert!(draft.ends_with(&format!("\nApprove it with: mentorhub matching approve {id}\n")), "{draft}");
    assert!(run(&["show", id]).contains("  a draft  "));
    assert_eq!(fail(&["publish", id]), format!("{id} is a draft, not approved."));
    assert!(run(&["approve", id]).ends_with(&format!("mentorhub matching publish {id}\n")));
    assert_eq!(fail(&["approve", id]), format!("{id} is approved, not a draft."));
    assert!(run(&["publish", id]).starts_with("Published. 0 of "));
    assert_eq!(fail(&["publish", id]), format!("{id} is published, not approved."));
    assert!(json(&run(&["show", id, "--json"]))["title"].as_str().unwrap().contains("  published  "));

    assert!(run(&["pool", "--programme", "harbour"]).ends_with("\n60 mentees, 25 mentors\n"));
    assert_eq!(
        run(&["leave", LEO, "--reason", "moved away"]),
        format!("{LEO} left the pool. What was open has ended.\n")
    );
    assert_eq!(fail(&["leave", LEO, "--reason", "again"]), format!("{LEO} is not in the pool."));
    let history = run(&["history", LEO]);
    assert!(
        history.starts_with(&format!("{LEO} left the pool on 20")) && history.contains(": moved away.\n"),
        "{history}"
    );
    assert!(history.contains("one of the two left the pool, or was paused"), "{history}");
    assert!(run(&["pool", "--programme", "harbour"]).ends_with("\n59 mentees, 25 mentors\n"));
    assert_eq!(run(&["join", LEO]), format!("{LEO} is in the pool.\n"));
    assert!(run(&["pause", NINA, "--safeguarding"]).starts_with(&format!("{NINA} is suspended:")));
    assert!(run(&["pool", "--programme", "harbour"]).contains("paused: safeguarding"));
    assert!(run(&["history", NINA]).contains("a conflict, a report, a block or staff keeps them apart"));
    let suspended = "The suspension stays until `mentorhub person release` lifts it.\n";
    assert_eq!(run(&["resume", NINA]), format!("{NINA} is not paused any more.\n{suspended}"));
    assert_eq!(fail(&["resume", NINA]), format!("{NINA} is not paused."));
    assert!(installation.run(&["person", "release", NINA], "").succeeded);
    assert_eq!(run(&["places", NINA, "--places", "3"]), format!("{NINA} has 3 places.\n"));
    assert_eq!(fail(&["places", LEO, "--places", "3"]), format!("{LEO} is not a mentor in the pool."));

    assert!(run(&["begin-group", OMAR]).starts_with("Began the mentorship "));
    assert_eq!(fail(&["begin-group", OMAR]), format!("{OMAR} has no open group."));
    let groups = run(&["groups", "--programme", "harbour"]);
    assert!(groups.starts_with("Omar Petersen                0 of 4 places, no members yet\n"), "{groups}");
    assert_eq!(run(&["history", OMAR]).matches("  matched\n").count(), 2);
}

#[test]
fn wrong_names_are_answered_with_one_sentence() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    assert!(installation.run(&["content", "import"], "").succeeded);
    let maya = ["user", "add", "maya@example.org", "--first-name", "Maya", "--last-name", "Okafor", "--role", "mentor"];
    assert!(installation.run(&[&maya[..], &["--programme", "mentoring"]].concat(), "Mentor-hub-1").succeeded);
    let run = "01a20db9-8175-76f9-ac75-b6c19d00edfc";
    let unknown = "There is no account with the address tom@example.org.";
    for (arguments, complaint) in [
        (&["run", "--programme", "moon"][..], "There is no programme moon."),
        (&["pool", "--programme", "moon"], "There is no programme moon."),
        (&["groups", "--programme", "moon"], "There is no programme moon."),
        (&["show", "--programme", "mentoring"], "mentoring had no run yet."),
        (&["show", "seven"], "seven is not the id of a run."),
        (&["show", run], &format!("There is no run {run}.")),
        (&["approve", "seven"], "seven is not the id of a run."),
        (&["approve", run], &format!("There is no run {run}.")),
        (&["publish", run], &format!("There is no run {run}.")),
        (&["join", "tom@example.org"], unknown),
        (&["leave", "tom@example.org", "--reason", "x"], unknown),
        (&["pause", "tom@example.org"], unknown),
        (&["resume", "tom@example.org"], unknown),
        (&["places", "tom@example.org", "--places", "2"], unknown),
        (&["begin-group", "tom@example.org"], unknown),
        (&["history", "tom@example.org"], unknown),
        (&["join", "maya@example.org"], "maya@example.org has not done what the programme asks for."),
        (&["pause", "maya@example.org"], "maya@example.org never was in the pool."),
        (&["begin-group", "maya@example.org"], "maya@example.org has no open group."),
    ] {
        assert_eq!(fails(&installation, arguments), complaint, "{arguments:?}");
    }
    assert!(fails(&installation, &["places", "maya@example.org", "--places", "21"]).contains("21 is not in 1..=20"));
    assert!(fails(&installation, &["show"]).contains("--programme <PROGRAMME>"));
    assert_eq!(succeeds(&installation, &["history", "maya@example.org"]), "maya@example.org was never in the pool.\n");
    assert_eq!(succeeds(&installation, &["groups", "--programme", "mentoring"]), "0 groups, 0 members\n");
}

#[test]
fn simulation_of_a_seed_is_always_the_same() {
    let installation = Installation::new();
    let options = ["simulate", "--mentees", "40", "--mentors", "15", "--weeks", "4", "--seed", "7"];
    let expected = "\
WEEK  WAITING  PLACES  SERVED  MATCHED      SCORE
   1       10      26       7        0     0.00 %
   2       20      26       9        3    40.83 %
   3       27      23      11        6    50.44 %
   4       31      17      12        4    36.91 %

13 of 40 mentees matched: 32.50 %
Waited 25 days on average, 95 % at most 66; 2.61 rounds
Mean score 44.06 %, of the worst 5 % 19.66 %
";
    assert_eq!(succeeds(&installation, &options), expected);
    let report = json(&succeeds(&installation, &[&options[..], &["--json", "--html", "page.html"]].concat()));
    assert_eq!((&report["matched"], &report["weeks"][3]["waiting"]), (&13.into(), &31.into()));
    let page = std::fs::read_to_string(installation.folder.path().join("page.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("13 of 40 mentees matched"));
    assert!(!installation.folder.path().join("data").exists(), "a simulation needs no database");
}
