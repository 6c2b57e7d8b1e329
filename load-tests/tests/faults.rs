//! A minute of the faults that `make soak` runs for longer: whatever breaks, what was confirmed is there, once, in one order.

use std::path::Path;
use std::process::Command;

#[test]
fn what_was_confirmed_survives_every_fault() {
    if test_kit::service("MENTORHUB_TEST_POSTGRES").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // A PostgreSQL of its own, since it is restarted under the feet of everybody.
    let output = Command::new("timeout")
        .arg("600")
        .arg(root.join("scripts/with-services"))
        .arg(env!("CARGO_BIN_EXE_load-tests"))
        .args(["faults", "--clients", "90", "--room", "15", "--slow", "15", "--rate", "30"])
        .args(["--seconds", "60", "--every", "7"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}
