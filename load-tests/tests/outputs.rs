//! Output of the tool: tables, JSON, HTML and seeded people. Speed is not
//! asserted.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// Sequential: most tests use the whole machine.
static MACHINE: Mutex<()> = Mutex::new(());

/// Runs the tool and returns its output.
fn load_tests(arguments: &[&str], folder: &Path) -> String {
    let _alone = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new(env!("CARGO_BIN_EXE_load-tests")).args(arguments).current_dir(folder).output();
    let output = output.expect("cargo has just built it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Returns the measured runs of a minimal benchmark and the printed text.
fn runs(arguments: &str) -> (Vec<Value>, String) {
    let folder = test_kit::Folder::new();
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = load_tests(&[&arguments[..], &["--settle", "0", "--json", "runs.json"]].concat(), &folder.0);
    let runs = std::fs::read_to_string(folder.0.join("runs.json")).expect("it was told to write them");
    (serde_json::from_str(&runs).expect("it writes JSON"), printed)
}

/// Returns the cells of the rows that contain a text.
fn rows<'a>(printed: &'a str, with: &str) -> Vec<Vec<&'a str>> {
    let rows = printed.lines().filter(|line| line.contains(with));
    let rows: Vec<_> = rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert!(!rows.is_empty(), "{with} is missing in {printed}");
    rows
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// Returns a number that a run must have.
fn measured(run: &Value, what: &str) -> f64 {
    run[what].as_f64().unwrap_or_else(|| panic!("{what} was not measured: {run}"))
}

#[test]
fn bench_sends_at_the_given_rate() {
    let (runs, _) = runs("bench --on sqlite --clients 20 --room 10 --rate 50 --seconds 2");
    let [run] = &runs[..] else { panic!("{runs:?}") };
    assert_eq!((run["rate"].as_f64(), run["window"].as_u64()), (Some(50.0), None));
    let sent = measured(run, "messages_per_second");
    assert!((35.0..=65.0).contains(&sent), "{sent}");
    assert!((sent * 9.0..=sent * 11.0).contains(&measured(run, "deliveries_per_second")), "{run}");
    assert!(run["database_cpu_seconds"].is_null() && run["bus_cpu_seconds"].is_null());
}

#[test]
fn highest_rate_is_sustainable() {
    let (runs, _) = runs("bench --on sqlite --clients 20 --room 10 --rate max --most 40 --seconds 1");
    let [run] = &runs[..] else { panic!("{runs:?}") };
    let rate = measured(run, "rate");
    // A busy machine reaches less.
    assert!(rate <= 40.0 && measured(run, "messages_per_second") > rate * 0.95, "{run}");
    assert!(measured(run, "p99_ms") <= 100.0);
}

#[test]
fn bench_runs_realistic_people() {
    let (runs, printed) = runs("bench --on sqlite --clients 20 --room 10 --mix people --rate 40 --seconds 2");
    assert!(runs.len() == 1 && runs[0]["is_mixed"] == true, "{runs:?}");
    assert!(measured(&runs[0], "messages_per_second") > 4.0 && measured(&runs[0], "deliveries_per_second") > 0.0);
    assert_eq!(rows(&printed, "people, 40 msg/s").len(), 1);
}

#[test]
fn members_are_online_offline_and_muted() {
    let (runs, printed) = runs("members --on sqlite --here 4 --members 0,3 --unmuted 3 --times 2 --seconds 1");
    let away: Vec<_> = runs.iter().map(|run| (run["away"].as_u64(), run["is_muted"].as_bool())).collect();
    assert_eq!(away[..3], [(Some(0), Some(true)), (Some(3), Some(true)), (Some(3), Some(false))]);
    assert_eq!(away[3..], away[..3]);
    assert!(runs.iter().all(|run| measured(run, "statements_per_message") > 0.0));
    let verdict = printed.split_once("members away").unwrap().1;
    let of_rows: Vec<_> = rows(verdict, "| hub, SQLite |").into_iter().map(|cells| cells[1]).collect();
    assert_eq!(of_rows, ["0", "3", "3, not muted, first turn", "3, not muted, later turns"]);
}

#[test]
fn nodes_share_split_and_whole_rooms() {
    test_kit::postgres_url();
    test_kit::redis_url();
    let (runs, printed) = runs("nodes --nodes 2 --clients 20 --room 5 --rate 20 --times 1 --seconds 1");
    let kinds: Vec<_> = runs.iter().map(|run| (run["nodes"].as_u64(), run["is_split"].as_bool())).collect();
    assert_eq!(kinds, [(Some(2), Some(false)), (Some(2), Some(true))]);
    for run in &runs {
        assert!(measured(run, "deliveries_per_second") > 0.0 && measured(run, "bus_cpu_seconds") > 0.0, "{run}");
        assert!(measured(run, "database_cpu_seconds") >= 0.0);
    }
    assert_eq!(rows(&printed, "| 2 | each over all nodes |").len(), 1);
}

#[test]
fn comparison_judges_measured_goals() {
    let (runs, printed) =
        runs("compare --on floor,sqlite --times 1 --many 0 --clients 20 --seconds 1 --seconds-at-rate 1");
    assert_eq!(runs.len(), 10);
    let row = &rows(&printed, "| deliveries/s, R 10, W 1 |")[0];
    // The floor and SQLite; no peer to compare with.
    assert!(number(row[1]) > 0.0 && number(row[4]) > 0.0, "{row:?}");
    assert_eq!([row[2], row[3], row[5], row[6], row[7]], ["–"; 5]);
    assert!(number(rows(&printed, "| p99 ms at 500 msg/s, R 10 |")[0][4]) > 0.0);
    assert!(!printed.contains("many"));
}

#[test]
fn routes_are_measured_beside_the_floor() {
    let load = "rest --on floor,hub --only profile --people 20 --connections 2 --rate 20 --times 1 --seconds 1";
    let (runs, printed) = runs(&format!("{load} --seconds-at-rate 1"));
    assert!(runs.len() == 4 || runs.len() == 8, "one or two databases: {runs:?}");
    for run in &runs {
        assert!(run["failed"] == 0 && measured(run, "requests_per_second") > 0.0, "{run}");
        // Mentor Hub's answer, not that of an error.
        assert!(measured(run, "bytes") > 500.0, "{run}");
    }
    for row in rows(&printed, "| profile |") {
        assert!(number(row[3]) > 0.0 && number(row[4]) > 0.0, "{row:?}");
        assert!(row[6].contains("goal ≥ 0.5×") && row[7] == "–" && row[9].contains("goal ≤ 20"), "{row:?}");
    }
}

#[test]
fn saving_is_measured_beside_an_insert() {
    let load = "rest --on floor --only save-answer --people 20 --connections 2 --rate 20 --times 1 --seconds 1";
    let (runs, printed) = runs(&format!("{load} --seconds-at-rate 1"));
    assert!(runs.iter().all(|run| run["failed"] == 0), "{runs:?}");
    assert!(number(rows(&printed, "| save answer, beside one insert |")[0][3]) > 0.0, "{printed}");
}

#[test]
fn search_finds_visible_messages() {
    let printed = load_tests(
        &"search --messages 2000 --channels 4 --own 1,4 --times 1".split(' ').collect::<Vec<_>>(),
        &test_kit::Folder::new().0,
    );
    let (few, all) = printed.split_once("in 4 of 4 conversations").unwrap();
    assert!(few.contains("in 1 of 4 conversations"));
    for of_somebody in [few, all] {
        assert!(rows(of_somebody, "| common: you |").iter().all(|row| row[2] == "20"), "{of_somebody}");
        assert!(rows(of_somebody, "| no hit: zyzzyvax |").iter().all(|row| row[2] == "0"), "{of_somebody}");
    }
    // One in five hundred messages contains the word.
    assert!(rows(few, "wheelbarrow |").iter().all(|row| row[2] == "1"), "{few}");
    assert!(rows(all, "wheelbarrow |").iter().all(|row| row[2] == "4"), "{all}");
}

#[test]
fn page_times_are_reported() {
    let printed = load_tests(
        &"pages --messages 100 --channels 3 --times 2".split(' ').collect::<Vec<_>>(),
        &test_kit::Folder::new().0,
    );
    for question in ["newest 30 of 100 messages", "30 anywhere in 100 messages", "unread counts of 3 conversations"] {
        for row in rows(&printed, question) {
            assert!(number(row[5]) > 0.0 && number(row[5]) >= number(row[2]), "{row:?}");
        }
    }
}

#[test]
fn writing_is_measured_with_and_without_search() {
    let printed = load_tests(
        &"writing --rounds 1 --seconds 1 --channels 2 --window 1".split(' ').collect::<Vec<_>>(),
        &test_kit::Folder::new().0,
    );
    for row in rows(&printed, " % |") {
        assert!(number(row[1]) > 0.0 && number(row[2]) > 0.0, "{row:?}");
    }
}

#[test]
fn sign_ins_report_memory() {
    let printed =
        load_tests(&"sign-ins --sign-ins 40 --rows 2".split(' ').collect::<Vec<_>>(), &test_kit::Folder::new().0);
    let row = &rows(&printed, "| 40 |")[0];
    assert!(number(row[2]) > 0.0 && number(row[3]) >= number(row[2]), "{row:?}");
}

#[test]
fn bench_writes_its_measurements() {
    let folder = test_kit::Folder::new();
    let load = ["bench", "--on", "floor,sqlite", "--clients", "25", "--room", "10", "--seconds", "1", "--settle", "0"];
    load_tests(&[&load[..], &["--json", "runs.json", "--html", "runs.html"]].concat(), &folder.0);

    let runs = std::fs::read_to_string(folder.0.join("runs.json")).unwrap();
    let runs: Vec<Value> = serde_json::from_str(&runs).unwrap();
    // Two servers, with one and with sixteen messages in flight; the last room is half full.
    assert_eq!(
        runs.iter().map(|run| run["on"].as_str().unwrap()).collect::<Vec<_>>(),
        ["floor", "floor", "sqlite", "sqlite"]
    );
    for run in &runs {
        assert_eq!(
            ["lost", "doubled", "out_of_order", "refused", "closed"].map(|what| run[what].as_u64()),
            [Some(0); 5]
        );
        assert_eq!(run["memory_mb"].as_array().unwrap().len(), 1);
        assert!(run["joins_per_second"].as_f64().unwrap() > 0.0);
    }
    assert!(runs.iter().any(|run| run["deliveries_per_second"].as_f64().unwrap() > 0.0));
    assert!(runs[0]["statements_per_message"].is_null() && runs[2]["statements_per_message"].as_f64().unwrap() > 0.0);

    let page = std::fs::read_to_string(folder.0.join("runs.html")).unwrap();
    // Delays (p50, p99), distribution and memory for each of two loads.
    assert_eq!((page.matches("<h2>").count(), page.matches("<svg").count()), (2, 8));
    assert!(page.contains("<h2>25 clients, R 10, W 16</h2>") && !page.contains("NaN"));
}

#[test]
fn seeding_writes_one_line_per_connection() {
    let folder = test_kit::Folder::new();
    load_tests(&["seed", "--database", "sqlite:hub.db", "--people", "5", "--room", "2", "--out", "seats"], &folder.0);

    let lines = std::fs::read_to_string(folder.0.join("seats")).unwrap();
    let seats: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let channels: Vec<&str> = seats.iter().map(|seat| seat["channel"].as_str().unwrap()).collect();
    assert_eq!(channels.len(), 5);
    assert!(channels[0] == channels[1] && channels[1] != channels[2] && channels[3] != channels[4]);
    for seat in &seats {
        assert_eq!(seat.as_object().unwrap().keys().collect::<Vec<_>>(), ["channel", "token"]);
        assert!(!seat["token"].as_str().unwrap().is_empty());
    }
}
