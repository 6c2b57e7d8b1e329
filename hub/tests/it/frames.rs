//! `frames.json` holds a sample of every frame; the tests of the messenger read the same file.

use std::collections::BTreeSet;

use hub::protocol::{ClientFrame, ServerFrame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn samples(side: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../frames.json")).unwrap();
    all[side].as_array().unwrap().clone()
}

fn reads_and_writes<T: DeserializeOwned + Serialize>(side: &str) {
    for sample in samples(side) {
        let frame: T = serde_json::from_value(sample.clone()).unwrap_or_else(|error| panic!("{error}: {sample}"));
        assert_eq!(serde_json::to_value(frame).unwrap(), sample);
    }
}

fn commands(side: &str) -> BTreeSet<String> {
    samples(side).iter().map(|frame| frame["command"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn client_frames_round_trip() {
    reads_and_writes::<ClientFrame>("client");
}

#[test]
fn server_frames_round_trip() {
    reads_and_writes::<ServerFrame>("server");
}

/// A command that the types know and the contract does not, or the other way round, is a mistake in one of them.
#[test]
fn every_command_and_error_has_a_sample() {
    let contract = include_str!("../../../docs/PROTOCOL.md");
    let rows = |from: &str, to: &str| {
        let (_, section) = contract.split_once(from).unwrap();
        let (section, _) = section.split_once(to).unwrap();
        let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        cells.map(str::to_owned).collect::<BTreeSet<_>>()
    };
    assert_eq!(commands("client"), rows("## Client to server", "## Server to client"));
    assert_eq!(commands("server"), rows("## Server to client", "## Errors"));

    let (_, errors) = contract.split_once("## Errors").unwrap();
    let (errors, _) = errors.split_once('.').unwrap();
    let named: BTreeSet<&str> = errors.split('`').skip(1).step_by(2).collect();
    let samples = samples("server");
    let sampled: BTreeSet<&str> = samples.iter().filter_map(|frame| frame["code"].as_str()).collect();
    assert_eq!(sampled, named);
}
