//! Checks that the modules of a crate form the layers of the table in its `lib.rs`: a module uses only its own layer and lower ones,
//! without circles. A name that `lib.rs` re-exports counts as its module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a crate, read from its sources.
#[derive(Debug)]
pub struct Layers {
    /// The modules of each row of the table, the highest first.
    table: Vec<Vec<String>>,
    /// Each module of the crate, with the other modules that it uses and the files that do.
    modules: BTreeMap<String, BTreeMap<String, BTreeSet<PathBuf>>>,
}

impl Layers {
    /// Reads the sources of a crate. Panics about what it cannot judge: globs, unknown names, inline modules beside tests.
    pub fn read(sources: impl AsRef<Path>) -> Self {
        let sources = sources.as_ref();
        let lib = fs::read_to_string(sources.join("lib.rs")).unwrap();
        let owners = owners(&lib);
        let mut modules: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
        for file in files(sources) {
            let path = file.strip_prefix(sources).unwrap();
            let module = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
            if module == "lib" {
                continue;
            }
            let code = code(&fs::read_to_string(&file).unwrap());
            let to_root = "super::".repeat(path.iter().count());
            assert!(!code.contains(&to_root), "{path:?} names a module of the crate without `crate::`");
            assert!(
                !code.lines().any(is_inline_module),
                "{path:?} has an inline module, whose `super::` has another meaning"
            );
            let uses = modules.entry(module.clone()).or_default();
            for name in code.split("crate::").skip(1).flat_map(|tree| leaves(tree, "")).map(|leaf| first(&leaf)) {
                let owner = owners.get(&name).unwrap_or_else(|| panic!("{path:?} uses `crate::{name}`: what is it?"));
                if let Some(owner) = owner.as_ref().filter(|owner| **owner != module) {
                    uses.entry(owner.clone()).or_default().insert(path.to_owned());
                }
            }
        }
        Self { table: table(&lib), modules }
    }

    /// Panics unless the table names each module once.
    pub fn assert_table_is_complete(&self) {
        let mut named: Vec<_> = self.table.concat();
        named.sort();
        assert_eq!(named, self.modules.keys().cloned().collect::<Vec<_>>());
    }

    /// Panics if a module uses a higher layer.
    pub fn assert_no_upward_use(&self) {
        let upward = self.upward();
        assert!(upward.is_empty(), "{upward:#?}");
    }

    /// Panics if modules form a circle, which may be one within a layer.
    pub fn assert_no_circle(&self) {
        let mut remaining = self.modules.clone();
        loop {
            let names: BTreeSet<_> = remaining.keys().cloned().collect();
            let used: BTreeSet<_> = remaining.values().flat_map(BTreeMap::keys).cloned().collect();
            remaining.retain(|name, uses| used.contains(name) && uses.keys().any(|used| names.contains(used)));
            if remaining.len() == names.len() {
                break;
            }
        }
        assert!(remaining.is_empty(), "{remaining:#?}");
    }

    fn upward(&self) -> Vec<String> {
        let layer_of = |module: &String| self.table.iter().position(|layer| layer.contains(module));
        let mut upward = Vec::new();
        for (module, uses) in &self.modules {
            for (used, files) in uses.iter().filter(|(used, _)| layer_of(used) < layer_of(module)) {
                upward.push(format!("{module} uses {used} in {files:?}"));
            }
        }
        upward
    }
}

/// Returns the layers of the table, the highest first.
fn table(lib: &str) -> Vec<Vec<String>> {
    let rows = lib.lines().filter(|line| line.starts_with("//! |"));
    let names = |row: &str| row.split("[`").skip(1).map(|rest| rest.split('`').next().unwrap().to_owned()).collect();
    rows.map(names).filter(|names: &Vec<_>| !names.is_empty()).collect()
}

/// Returns the names of the root with their modules; None for an item of the root itself, or of another crate.
fn owners(lib: &str) -> BTreeMap<String, Option<String>> {
    const ITEMS: [&str; 7] = ["struct", "enum", "fn", "const", "type", "trait", "static"];
    let lib = code(lib);
    let mut owners: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut exports: Vec<(String, String)> = Vec::new();
    for (start, _) in lib.match_indices('\n') {
        let item = lib[start + 1..].trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        let (keyword, rest) = item.split_once(' ').unwrap_or_default();
        match keyword {
            "mod" => drop(owners.insert(first(rest), Some(first(rest)))),
            "use" => exports.extend(leaves(rest, "").iter().map(|leaf| (exported(leaf), first(leaf)))),
            _ if ITEMS.contains(&keyword) => drop(owners.insert(first(rest), None)),
            _ => {}
        }
    }
    // A re-export may name another one.
    for _ in 0..exports.len() {
        for (name, from) in &exports {
            let owner = owners.get(from).cloned().flatten();
            if owner.is_some() || !owners.contains_key(name) {
                owners.insert(name.clone(), owner);
            }
        }
    }
    owners
}

/// Returns the code of a file, with a line break before each line: without comments and its module of tests, which is the last item.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
    code.lines().flat_map(|line| ["\n", line.split("//").next().unwrap()]).collect()
}

fn is_inline_module(line: &str) -> bool {
    let item = line.trim().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
    item.starts_with("mod ") && item.ends_with('{')
}

/// Returns the paths of a tree of imports, such as `{a, b::{c, d as e}};`, up to its end.
fn leaves(tree: &str, prefix: &str) -> Vec<String> {
    let tree = tree.trim_start();
    let Some(group) = tree.strip_prefix('{') else {
        let end = tree.find(|letter: char| !letter.is_alphanumeric() && !"_: ".contains(letter)).unwrap_or(tree.len());
        let path = format!("{prefix}{}", tree[..end].trim());
        assert!(!tree[end..].starts_with('*'), "{path}*: name what is imported");
        return if tree[end..].starts_with('{') { leaves(&tree[end..], &path) } else { vec![path] };
    };
    let (mut depth, mut begin, mut paths) = (1, 0, Vec::new());
    for (position, letter) in group.char_indices() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if depth == 0 || depth == 1 && letter == ',' {
            let branch = &group[begin..position];
            if !branch.trim().is_empty() {
                paths.extend(leaves(branch, prefix));
            }
            begin = position + 1;
        }
        if depth == 0 {
            break;
        }
    }
    paths
}

/// Returns the first segment of a path.
fn first(path: &str) -> String {
    path.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Returns the name under which a path is imported.
fn exported(path: &str) -> String {
    path.trim_end_matches("::self").rsplit([':', ' ']).next().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    const LIB: &str = "//! | high | [`high`] |\n//! | low | [`low`], [`other`] |\n
mod high;\nmod low;\nmod other;\npub use high::deep::{Thing as Renamed, inner};\npub use inner::Item;\npub struct Root;\n";

    fn layers(low: &str, high: &str) -> Layers {
        let folder = Folder::new();
        for (file, text) in [("lib.rs", LIB), ("low.rs", low), ("high.rs", high), ("other.rs", "use crate::low;\n")] {
            fs::write(folder.0.join(file), text).unwrap();
        }
        Layers::read(&folder.0)
    }

    #[test]
    fn table_in_order_is_accepted() {
        let layers = layers("use crate::Root;\n", "use crate::{low::x, other};\n#[cfg(test)]\nmod tests {}\n");
        layers.assert_table_is_complete();
        layers.assert_no_upward_use();
        layers.assert_no_circle();
    }

    #[test]
    fn upward_use_is_found_through_re_exports() {
        for low in [
            "use crate::high::x;\n",
            "use crate::Renamed;\n",
            "use crate::{\n    other,\n    inner::{self, x},\n};\n",
            "fn f() { crate::Item::new() }\n",
        ] {
            assert_eq!(layers(low, "").upward(), ["low uses high in {\"low.rs\"}"], "{low}");
        }
    }

    #[test]
    #[should_panic(expected = "other")]
    fn circle_within_layer_is_found() {
        layers("use crate::other;\n", "").assert_no_circle();
    }

    #[test]
    #[should_panic(expected = "without `crate::`")]
    fn root_by_super_is_refused() {
        layers("use super::high;\n", "");
    }

    #[test]
    fn leaves_are_paths() {
        assert_eq!(leaves("hub::Hub;", ""), ["hub::Hub"]);
        assert_eq!(
            leaves("{gifs, hub::{Hub, close as c}, dto};\nuse x::{y};", ""),
            ["gifs", "hub::Hub", "hub::close as c", "dto"]
        );
        assert_eq!(["a::b", "a::b as c", "a::self"].map(exported), ["b", "c", "a"]);
    }
}
