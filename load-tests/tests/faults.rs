//! One minute of the faults of `make soak`: confirmed messages exist once and in order after every fault. Durations are reported
//! and fail nothing, since other tests run beside it.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Sequential: each test uses the whole machine.
static MACHINE: Mutex<()> = Mutex::new(());

fn load_tests(arguments: &[&str]) {
    let _alone = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    test_kit::postgres_url();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // A private PostgreSQL, since it is restarted.
    let output = Command::new("timeout")
        .arg("600")
        .arg(root.join("scripts/with-services"))
        .arg(env!("CARGO_BIN_EXE_load-tests"))
        .args(arguments)
        .output()
        .expect("`timeout` is part of every Debian");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn confirmed_messages_survive_every_fault() {
    let people = ["--clients", "90", "--room", "10", "--slow", "6", "--rate", "30"];
    load_tests(&[&["faults", "--seconds", "70", "--every", "7", "--unhurried"][..], &people].concat());
    let one_machine = ["faults", "--database", "sqlite", "--seconds", "21", "--every", "3", "--unhurried"];
    load_tests(&[&one_machine[..], &people].concat());
}

#[test]
fn all_clients_reconnect_at_once() {
    load_tests(&["storm", "--clients", "200", "--unhurried"]);
}
