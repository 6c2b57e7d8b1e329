//! A minute of the faults that `make soak` runs for longer: whatever breaks, what was confirmed is there, once, in one order.
//! How long things took is said and fails nothing here: the machine is busy with other tests.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// One at a time: each of them takes the whole machine.
static MACHINE: Mutex<()> = Mutex::new(());

fn load_tests(arguments: &[&str]) {
    let _alone = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    if test_kit::service("MENTORHUB_TEST_POSTGRES").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // A PostgreSQL of its own, since it is restarted under the feet of everybody.
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
fn what_was_confirmed_survives_every_fault() {
    let people = ["--clients", "90", "--room", "10", "--slow", "6", "--rate", "30"];
    load_tests(&[&["faults", "--seconds", "70", "--every", "7", "--unhurried"][..], &people].concat());
    let one_machine = ["faults", "--database", "sqlite", "--seconds", "21", "--every", "3", "--unhurried"];
    load_tests(&[&one_machine[..], &people].concat());
}

#[test]
fn everybody_comes_back_at_once() {
    load_tests(&["storm", "--clients", "200", "--unhurried"]);
}
