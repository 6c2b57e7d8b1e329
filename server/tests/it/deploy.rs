//! The deployment files for containers and systemd match the program and each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_yaml_ng::Value;

use crate::program::Installation;

const HAPROXY: &str = include_str!("../../../deploy/haproxy/haproxy.cfg");
const ONE: &str = include_str!("../../../deploy/systemd/mentorhub.service");
const ONE_OF_SEVERAL: &str = include_str!("../../../deploy/systemd/mentorhub@.service");

fn compose_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/compose")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(compose_folder().join(name)).unwrap()
}

fn compose() -> Value {
    serde_yaml_ng::from_str(&read("compose.yaml")).unwrap()
}

/// Returns the services by name.
fn services(compose: &Value) -> BTreeMap<String, &Value> {
    let services = compose["services"].as_mapping().unwrap().iter();
    services.map(|(name, service)| (name.as_str().unwrap().to_owned(), service)).collect()
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Sequence(all) => all.iter().map(|one| one.as_str().unwrap().to_owned()).collect(),
        Value::Mapping(all) => all.keys().map(|one| one.as_str().unwrap().to_owned()).collect(),
        _ => Vec::new(),
    }
}

fn environment(service: &Value) -> BTreeMap<String, String> {
    let all = service["environment"].as_mapping().into_iter().flatten();
    all.map(|(name, value)| (name.as_str().unwrap().to_owned(), value.as_str().unwrap().to_owned())).collect()
}

/// Returns the variables of `${NAME}`, `${NAME[*]}`, `${NAME:-default}` and `${NAME:?message}` in a text, each with the part after its name.
fn asked(text: &str) -> Vec<(&str, &str)> {
    let pieces = text.split("${").skip(1).map(|piece| piece.split_once('}').unwrap().0);
    pieces.map(|piece| piece.split_at(piece.find([':', '[']).unwrap_or(piece.len()))).collect()
}

/// Returns the variables of `env.example`.
fn examples() -> BTreeMap<String, String> {
    let text = read("env.example");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once('=').unwrap()).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Substitutes variables as compose does.
fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    asked(text)
        .into_iter()
        .fold(text.to_owned(), |text, (name, rest)| text.replace(&format!("${{{name}{rest}}}"), &values[name]))
}

#[tokio::test]
async fn health_check_of_the_image_asks_the_node() {
    let container = read("Containerfile");
    let line = container.lines().find(|line| line.starts_with("HEALTHCHECK")).unwrap();
    let command: Vec<String> = serde_json::from_str(line.split_once("CMD ").unwrap().1).unwrap();
    let is_healthy = |port: &str| {
        let script = command[2].replace("/8080", &format!("/{port}"));
        Command::new(&command[0]).arg(&command[1]).arg(script).output().unwrap().status.success()
    };
    let server = Installation::new().serve(&[]);
    let port = server.url.rsplit_once(':').unwrap().1.to_owned();
    // As a container runtime does: one is unhealthy after three failures in a row. A loaded disk may delay the answer of a database.
    assert!((0..3).any(|_| is_healthy(&port)));
    drop(server);
    assert!(!is_healthy(&port));
}

#[test]
fn compose_file_references_existing_services_and_files() {
    let compose = compose();
    let services = services(&compose);
    let names: BTreeSet<&str> = services.keys().map(String::as_str).collect();
    let whole = ["haproxy", "node1", "node2", "postgres", "redis"];
    assert!(whole.iter().all(|name| names.contains(name)), "{names:?}");
    let volumes: BTreeSet<String> = texts(&compose["volumes"]).into_iter().collect();
    for (name, service) in &services {
        assert!(service["image"].is_string() || service["build"].is_mapping(), "{name} is made of nothing");
        for other in texts(&service["depends_on"]) {
            assert!(names.contains(&*other), "{name} waits for {other}, which is nobody");
        }
        for mount in texts(&service["volumes"]) {
            let from = mount.split(':').next().unwrap();
            let is_there = volumes.contains(from) || (from.starts_with('.') && compose_folder().join(from).is_file());
            assert!(is_there, "{name} mounts {from}, which is not there");
        }
        let is_optional = service["profiles"].is_sequence();
        assert_eq!(is_optional, name.starts_with("jitsi-"), "{name}");
        assert_eq!(service["restart"], "unless-stopped", "{name}");
    }
    for name in ["node1", "node2", "haproxy"] {
        let files = services[name]["ulimits"]["nofile"].as_u64();
        assert!(files.is_some_and(|files| files >= 200_000), "{name} can serve few people: {files:?}");
    }
    let build = &services["node1"]["build"];
    let context = compose_folder().join(build["context"].as_str().unwrap());
    let recipe = std::fs::read_to_string(context.join(build["dockerfile"].as_str().unwrap())).unwrap();
    let ignored = std::fs::read_to_string(context.join(".dockerignore")).unwrap();
    for copied in recipe.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let from = copied.split(' ').next().unwrap();
        assert!(ignored.lines().any(|line| line.strip_prefix('!') == Some(from)), "{from} is not sent to the builder");
    }
}

#[test]
fn compose_variables_are_in_the_example() {
    let (text, examples) = (read("compose.yaml"), examples());
    let asked: BTreeMap<&str, &str> = asked(&text).into_iter().collect();
    let known: BTreeSet<&str> = examples.keys().map(String::as_str).collect();
    assert_eq!(asked.keys().copied().collect::<BTreeSet<_>>(), known);
    // Without a password, every client that reaches the database has access.
    for needed in ["POSTGRES_PASSWORD", "PUBLIC_URL", "MAIL_FROM"] {
        assert!(!text.contains(&format!("${{{needed}}}")), "{needed} may be empty");
        assert!(asked[needed].starts_with(":?"), "{needed} may be empty");
    }
}

#[test]
fn compose_nodes_accept_their_settings() {
    let compose = compose();
    let mut values = examples();
    values.insert("POSTGRES_PASSWORD".to_owned(), "s3cret".to_owned());
    let calls = [
        ("JITSI_URL", "https://calls.example.org"),
        ("JITSI_SECRET", "s3cret-of-thirty-two-characters!!"),
        ("JITSI_WEBHOOK_SECRET", "s3cret-of-thirty-two-characters!!"),
    ];
    for with_calls in [false, true] {
        if with_calls {
            values.extend(calls.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        for (name, service) in services(&compose).into_iter().filter(|(name, _)| name.starts_with("node")) {
            let settings = environment(service);
            assert!(settings.len() > 10, "{name}: {settings:?}");
            let installation = settings.iter().fold(Installation::new(), |installation, (name, value)| {
                installation.with(name, &filled(value, &values))
            });
            let ended = installation.run(&["config"], "");
            assert!(ended.succeeded, "{name}: {}", ended.complained);
            for setting in settings.keys() {
                assert!(ended.said.contains(&format!("# {setting}")), "{setting} sets nothing: {}", ended.said);
            }
        }
    }
}

#[test]
fn other_services_get_the_variables_they_read() {
    let compose = compose();
    let services = services(&compose);
    let wanted: BTreeSet<String> = HAPROXY
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| asked(line).into_iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>())
        .collect();
    let given = environment(services["haproxy"]);
    assert_eq!(given.keys().cloned().collect::<BTreeSet<_>>(), wanted);
    for (name, address) in given.iter().filter(|(name, _)| name.contains("_NODE_")) {
        let (host, port) = address.split_once(':').unwrap();
        assert!(services.contains_key(host) && port == "8080", "{name} is {address}");
    }
    let unit = include_str!("../../../deploy/systemd/haproxy.conf");
    for name in wanted {
        assert!(unit.contains(&format!("Environment={name}=")), "the unit of HAProxy sets no {name}");
    }
    let module = include_str!("../../../deploy/jitsi/mod_mentorhub_events.lua");
    let told = environment(services["jitsi-xmpp"]);
    for name in told.keys().filter(|name| name.starts_with("MENTORHUB_")) {
        assert!(module.contains(&format!("os.getenv(\"{name}\")")), "{name} is read by nobody");
    }
}

#[test]
fn units_share_sandbox_and_restart_without_limit() {
    let cage = |unit: &str| -> BTreeSet<String> {
        let service = unit.split("[Service]").nth(1).unwrap().split("[Install]").next().unwrap();
        let lines = service.lines().filter(|line| line.contains('=') && !line.starts_with('#'));
        lines.filter(|line| !line.starts_with("ExecStart=")).map(str::to_owned).collect()
    };
    assert_eq!(cage(ONE), cage(ONE_OF_SEVERAL));
    assert!(cage(ONE).len() > 15);
    // An unreachable database at the start must not stop the restarts.
    assert!([ONE, ONE_OF_SEVERAL].iter().all(|unit| unit.contains("\nStartLimitIntervalSec=0\n")));
    // The instructions at the top create every folder that the unit writes to.
    let install = |line: &str| ONE.find(line).unwrap();
    assert!(install("install -d -m 750 -g mentorhub /etc/mentorhub") < install("mentorhub.toml /etc/mentorhub/"));
}

#[test]
fn systemd_accepts_the_units() {
    let folder = tempfile::tempdir().unwrap();
    for (name, unit) in [("mentorhub.service", ONE), ("mentorhub@8081.service", ONE_OF_SEVERAL)] {
        let path = folder.path().join(name);
        // It checks that the program exists.
        std::fs::write(&path, unit.replace("/usr/local/bin/mentorhub", env!("CARGO_BIN_EXE_mentorhub"))).unwrap();
        let Ok(output) = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&path).output() else {
            eprintln!("skipped: systemd-analyze is not installed");
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        // It also reports the other units of this machine.
        let ours: Vec<&str> = said.lines().filter(|line| line.contains("mentorhub")).collect();
        assert_eq!(ours, Vec::<&str>::new());
    }
}
