//! What the tool writes for others: numbers as JSON, a page, and people for other tools. Nothing here says how fast it was.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn load_tests(arguments: &[&str], folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_load-tests")).args(arguments).current_dir(folder).output();
    let output = output.expect("cargo has just built it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_bench_writes_what_it_measured() {
    let folder = test_kit::Folder::new();
    let load = ["bench", "--on", "floor,sqlite", "--clients", "25", "--room", "10", "--seconds", "1"];
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
