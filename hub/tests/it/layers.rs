//! The modules of the hub form the layers of the table in `src/lib.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// Returns the layers of the table, the highest first.
fn layers() -> Vec<Vec<String>> {
    let lib = fs::read_to_string(Path::new(SOURCES).join("lib.rs")).unwrap();
    let rows = lib.lines().filter(|line| line.starts_with("//! |"));
    let names = |row: &str| row.split("[`").skip(1).map(|rest| rest.split('`').next().unwrap().to_owned()).collect();
    rows.map(names).filter(|names: &Vec<_>| !names.is_empty()).collect()
}

/// Returns the modules of the crate with the other modules that each uses.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(Path::new(SOURCES)) {
        let path = file.strip_prefix(SOURCES).unwrap();
        let module = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code: String = code.lines().map(|line| line.split("//").next().unwrap()).collect();
        let to_root = "super::".repeat(path.iter().count());
        assert!(!code.contains(&to_root), "{path:?} names a module of the crate without `crate::`");
        let mut used: BTreeSet<_> = code.split("crate::").skip(1).flat_map(first_names).collect();
        used.remove(&module);
        modules.entry(module).or_default().extend(used);
    }
    modules
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Returns the first name of a path, or of each path of a group.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else { return vec![first_name(path)] };
    let (mut depth, mut outer) = (1, String::new());
    for letter in group.chars() {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        match depth {
            0 => break,
            1 => outer.push(letter),
            _ => {}
        }
    }
    outer.split(',').map(first_name).filter(|name| !name.is_empty()).collect()
}

fn first_name(path: &str) -> String {
    path.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

#[test]
fn table_of_layers_names_every_module_once() {
    let mut named: Vec<_> = layers().concat();
    named.sort();
    assert_eq!(named, modules().into_keys().collect::<Vec<_>>());
}

#[test]
fn modules_use_only_lower_layers() {
    let layers = layers();
    let layer_of = |module: &String| layers.iter().position(|layer| layer.contains(module));
    let mut wrong = Vec::new();
    for (module, used) in modules() {
        for used in used {
            match layer_of(&used) {
                Some(layer) if Some(layer) >= layer_of(&module) => {}
                _ => wrong.push(format!("{module} uses {used}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn modules_form_no_circle() {
    let mut remaining = modules();
    loop {
        let names: BTreeSet<_> = remaining.keys().cloned().collect();
        let used_names: BTreeSet<_> = remaining.values().flatten().cloned().collect();
        remaining.retain(|name, used| used_names.contains(name) && !used.is_disjoint(&names));
        if remaining.len() == names.len() {
            break;
        }
    }
    assert!(remaining.is_empty(), "{remaining:#?}");
}

#[test]
fn first_names_of_groups_are_found() {
    assert_eq!(first_names("hub::Hub;"), ["hub"]);
    assert_eq!(first_names("{gifs, hub::{Hub, close}, dto};\nuse x::{y};"), ["gifs", "hub", "dto"]);
}
