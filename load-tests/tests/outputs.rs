//! What the tool prints, and writes for others: numbers as JSON, a page, and people for other tools. Nothing here says how fast it
//! was.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// One at a time: most of them take the whole machine.
static MACHINE: Mutex<()> = Mutex::new(());

/// What was printed.
fn load_tests(arguments: &[&str], folder: &Path) -> String {
    let _alone = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new(env!("CARGO_BIN_EXE_load-tests")).args(arguments).current_dir(folder).output();
    let output = output.expect("cargo has just built it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// What was measured, with the least of everything, and what was printed.
fn runs(arguments: &str) -> (Vec<Value>, String) {
    let folder = test_kit::Folder::new();
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = load_tests(&[&arguments[..], &["--settle", "0", "--json", "runs.json"]].concat(), &folder.0);
    let runs = std::fs::read_to_string(folder.0.join("runs.json")).expect("it was told to write them");
    (serde_json::from_str(&runs).expect("it writes JSON"), printed)
}

/// The cells of the rows in which this stands.
fn rows<'a>(printed: &'a str, with: &str) -> Vec<Vec<&'a str>> {
    let rows = printed.lines().filter(|line| line.contains(with));
    let rows: Vec<_> = rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert!(!rows.is_empty(), "{with} is missing in {printed}");
    rows
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// One that a run must have.
fn measured(run: &Value, what: &str) -> f64 {
    run[what].as_f64().unwrap_or_else(|| panic!("{what} was not measured: {run}"))
}

#[test]
fn a_bench_at_a_rate_sends_at_that_rate() {
    let (runs, _) = runs("bench --on sqlite --clients 20 --room 10 --rate 50 --seconds 2");
    let [run] = &runs[..] else { panic!("{runs:?}") };
    assert_eq!((run["rate"].as_f64(), run["window"].as_u64()), (Some(50.0), None));
    let sent = measured(run, "messages_per_second");
    assert!((35.0..=65.0).contains(&sent), "{sent}");
    assert!((sent * 9.0..=sent * 11.0).contains(&measured(run, "deliveries_per_second")), "{run}");
    assert!(run["database_cpu_seconds"].is_null() && run["bus_cpu_seconds"].is_null());
}

#[test]
fn the_highest_rate_is_one_that_was_borne() {
    let (runs, _) = runs("bench --on sqlite --clients 20 --room 10 --rate max --most 40 --seconds 1");
    let [run] = &runs[..] else { panic!("{runs:?}") };
    let rate = measured(run, "rate");
    // A machine that is busy with something else bears less.
    assert!(rate <= 40.0 && measured(run, "messages_per_second") > rate * 0.95, "{run}");
    assert!(measured(run, "p99_ms") <= 100.0);
}

#[test]
fn people_live_in_a_bench() {
    let (runs, printed) = runs("bench --on sqlite --clients 20 --room 10 --mix people --rate 40 --seconds 2");
    assert!(runs.len() == 1 && runs[0]["is_mixed"] == true, "{runs:?}");
    assert!(measured(&runs[0], "messages_per_second") > 4.0 && measured(&runs[0], "deliveries_per_second") > 0.0);
    assert_eq!(rows(&printed, "people, 40 msg/s").len(), 1);
}

#[test]
fn members_are_here_and_away_muted_and_not() {
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
fn nodes_share_rooms_and_whole_rooms() {
    if test_kit::service("MENTORHUB_TEST_POSTGRES").is_none() || test_kit::service("MENTORHUB_TEST_REDIS").is_none() {
        return;
    }
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
fn a_comparison_judges_what_it_could_measure() {
    let (runs, printed) =
        runs("compare --on floor,sqlite --times 1 --many 0 --clients 20 --seconds 1 --seconds-at-rate 1");
    assert_eq!(runs.len(), 10);
    let row = &rows(&printed, "| deliveries/s, R 10, W 1 |")[0];
    // The floor and SQLite; nothing to hold them against.
    assert!(number(row[1]) > 0.0 && number(row[4]) > 0.0, "{row:?}");
    assert_eq!([row[2], row[3], row[5], row[6], row[7]], ["–"; 5]);
    assert!(number(rows(&printed, "| p99 ms at 500 msg/s, R 10 |")[0][4]) > 0.0);
    assert!(!printed.contains("many"));
}

#[test]
fn a_search_finds_what_somebody_may_see() {
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
    // One message in five hundred says it.
    assert!(rows(few, "wheelbarrow |").iter().all(|row| row[2] == "1"), "{few}");
    assert!(rows(all, "wheelbarrow |").iter().all(|row| row[2] == "4"), "{all}");
}

#[test]
fn pages_are_asked_for() {
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
fn messages_are_written_with_search_and_without() {
    let printed = load_tests(
        &"writing --rounds 1 --seconds 1 --channels 2 --window 1".split(' ').collect::<Vec<_>>(),
        &test_kit::Folder::new().0,
    );
    for row in rows(&printed, " % |") {
        assert!(number(row[1]) > 0.0 && number(row[2]) > 0.0, "{row:?}");
    }
}

#[test]
fn a_bench_writes_what_it_measured() {
    let folder = test_kit::Folder::new();
    let load = ["bench", "--on", "floor,sqlite", "--clients", "25", "--room", "10", "--seconds", "1", "--settle", "0"];
    load_tests(&[&load[..], &["--json", "runs.json", "--html", "runs.html"]].concat(), &folder.0);

    let runs = std::fs::read_to_string(folder.0.join("runs.json")).unwrap();
    let runs: Vec<Value> = serde_json::from_str(&runs).unwrap();
    // Two servers, with one and with sixteen messages in flight; the last room is half a room.
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
    // Delays (p50, p99), their distribution and memory, for each of two loads.
    assert_eq!((page.matches("<h2>").count(), page.matches("<svg").count()), (2, 8));
    assert!(page.contains("<h2>25 clients, R 10, W 16</h2>") && !page.contains("NaN"));
}

#[test]
fn seeding_writes_a_line_for_each_connection() {
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
