//! YAML with source positions.

use marked_yaml::spanned_serde::Error as ValueError;
use marked_yaml::{LoadError, LoaderOptions, Marker, Node, Span, from_node, parse_yaml_with_options};
use serde::de::DeserializeOwned;

use crate::Mistake;

/// Collects the mistakes of one file.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    name: &'a str,
    /// A parser may report the end of a file in the line after it.
    lines: usize,
    mistakes: &'a mut Vec<Mistake>,
}

/// A step from a node to a child.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// Value of a key.
    Key(&'a str),
    /// Item of a list.
    Item(usize),
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(name: &'a str, mistakes: &'a mut Vec<Mistake>) -> Self {
        Self { name, lines: usize::MAX, mistakes }
    }

    /// Returns the name of the file.
    pub(crate) fn name(&self) -> &str {
        self.name
    }

    /// Parses the file, which must be a mapping.
    pub(crate) fn parse(&mut self, bytes: &[u8]) -> Option<Node> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
                self.add(line, "this is not UTF-8");
                return None;
            }
        };
        self.lines = text.lines().count().max(1);
        if let Some(at) = text.find('\0') {
            self.add(text[..at].matches('\n').count() + 1, "there is a character NUL");
            return None;
        }
        match parse_yaml_with_options(0, text, LoaderOptions::default().error_on_duplicate_keys(true)) {
            Ok(node) => Some(node),
            Err(error) => {
                let (line, what) = describe(&error);
                self.add(line, what);
                None
            }
        }
    }

    /// Adds a mistake.
    pub(crate) fn add(&mut self, line: usize, text: impl Into<String>) {
        self.mistakes.push(Mistake { file: self.name.to_owned(), line: line.clamp(1, self.lines), text: text.into() });
    }

    /// Adds a mistake at the deepest existing node of a path.
    pub(crate) fn add_at(&mut self, node: &Node, path: &[Step<'_>], text: impl Into<String>) {
        self.add(line_of(node, path), text);
    }

    /// Returns the list under the only key of the file.
    pub(crate) fn list<'n>(&mut self, node: &'n Node, key: &str) -> Vec<&'n Node> {
        let Some(mapping) = node.as_mapping() else { return Vec::new() };
        for other in mapping.keys().filter(|other| other.as_str() != key) {
            let line = other.span().start().map_or(1, Marker::line);
            self.add(line, format!("{:?} is not known here; this file holds a list named {key}", other.as_str()));
        }
        match mapping.get_node(key) {
            Some(Node::Sequence(list)) => list.iter().collect(),
            Some(other) => {
                self.add_at(other, &[], format!("{key} must be a list"));
                Vec::new()
            }
            None => {
                self.add(1, format!("there is no list named {key}"));
                Vec::new()
            }
        }
    }

    /// Deserialises a node. Reports every unknown key and the first invalid value.
    pub(crate) fn value<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        let mut rest = node.clone();
        loop {
            let error = match from_node::<T>(&rest) {
                Ok(value) if same_size(node, &rest) => return Some(value),
                Ok(_) => return None,
                Err(error) => error.into_inner(),
            };
            let line = error.start_mark().map_or_else(|| line_of(node, &[]), |mark| mark.line());
            let ValueError::UnknownFieldError(key, known, _) = &error else {
                let text = error.to_string();
                self.add(line_of_cause::<T>(&rest, &text), text.replace('\n', " "));
                return None;
            };
            // The parser reports the outermost mapping for keys below it.
            let known_line = remove_key(&mut rest, key, line).or_else(|| remove_from_owner(&mut rest, key, known));
            self.add(known_line.unwrap_or(line), format!("{key:?} is not known here; there is {}", known.join(", ")));
            known_line?;
        }
    }
}

/// Returns the line of the deepest existing node of a path.
pub(crate) fn line_of(node: &Node, path: &[Step<'_>]) -> usize {
    let mut at = node;
    for step in path {
        let next = match (at, step) {
            (Node::Mapping(mapping), Step::Key(key)) => mapping.get_node(key),
            (Node::Sequence(list), Step::Item(index)) => list.get_node(*index),
            _ => None,
        };
        let Some(next) = next else { break };
        at = next;
    }
    at.span().start().map_or(1, Marker::line)
}

fn describe(error: &LoadError) -> (usize, String) {
    match error {
        LoadError::TopLevelMustBeMapping(mark) | LoadError::TopLevelMustBeSequence(mark) => {
            (mark.line(), "the file must be made of keys and values".to_owned())
        }
        LoadError::UnexpectedAnchor(mark) => (mark.line(), "anchors are not known here".to_owned()),
        LoadError::MappingKeyMustBeScalar(mark) => (mark.line(), "a key must be a word".to_owned()),
        LoadError::UnexpectedTag(mark) => (mark.line(), "tags are not known here".to_owned()),
        LoadError::ScanError(mark, error) => (mark.line(), format!("this is not YAML: {}", error.info())),
        LoadError::DuplicateKey(keys) => {
            let line = keys.key.span().start().map_or(1, Marker::line);
            (line, format!("{:?} is there twice", keys.key.as_str()))
        }
    }
}

/// Returns the line of the deepest node that causes a complaint; the parser reports the outermost one.
fn line_of_cause<T: DeserializeOwned>(node: &Node, complaint: &str) -> usize {
    let complains = |node: &Node| from_node::<T>(node).is_err_and(|error| error.to_string() == complaint);
    let mut path = Vec::new();
    loop {
        let at = below(node, &path);
        let steps: Vec<Turn> = match at {
            Some(Node::Mapping(mapping)) => mapping.keys().map(|key| Turn::Key(key.as_str().to_owned())).collect(),
            Some(Node::Sequence(list)) => (0..list.len()).map(Turn::Item).collect(),
            _ => Vec::new(),
        };
        let next = steps.into_iter().find(|step| {
            let mut rest = node.clone();
            cut(&mut rest, &path, step);
            !complains(&rest)
        });
        match next {
            Some(step) => path.push(step),
            None => return at.and_then(|at| at.span().start()).map_or(1, Marker::line),
        }
    }
}

#[derive(Clone, Debug)]
enum Turn {
    Key(String),
    Item(usize),
}

fn below<'n>(node: &'n Node, path: &[Turn]) -> Option<&'n Node> {
    path.iter().try_fold(node, |at, turn| match (at, turn) {
        (Node::Mapping(mapping), Turn::Key(key)) => mapping.get_node(key),
        (Node::Sequence(list), Turn::Item(index)) => list.get_node(*index),
        _ => None,
    })
}

fn cut(node: &mut Node, path: &[Turn], last: &Turn) {
    match (node, path.split_first(), last) {
        (Node::Mapping(mapping), Some((Turn::Key(key), rest)), _) => {
            if let Some(next) = mapping.get_mut(key.as_str()) {
                cut(next, rest, last);
            }
        }
        (Node::Sequence(list), Some((Turn::Item(index), rest)), _) => {
            if let Some(next) = list.get_mut(*index) {
                cut(next, rest, last);
            }
        }
        (Node::Mapping(mapping), None, Turn::Key(key)) => drop(mapping.remove(key.as_str())),
        (Node::Sequence(list), None, Turn::Item(index)) => drop(list.remove(*index)),
        _ => {}
    }
}

/// Removes a key from the mapping that begins in this line, so that the rest can be checked. Returns its line.
fn remove_key(node: &mut Node, key: &str, start: usize) -> Option<usize> {
    match node {
        Node::Scalar(_) => None,
        Node::Sequence(list) => list.iter_mut().find_map(|item| remove_key(item, key, start)),
        Node::Mapping(mapping) if begins_in(mapping.span(), start) && mapping.contains_key(key) => {
            let line = mapping.keys().find(|known| known.as_str() == key)?.span().start().map(Marker::line);
            mapping.remove(key);
            line
        }
        Node::Mapping(mapping) => mapping.values_mut().find_map(|value| remove_key(value, key, start)),
    }
}

/// Removes a key from the mapping to which it most likely belongs: the one with most keys that are known beside it. Returns
/// its line.
fn remove_from_owner(node: &mut Node, key: &str, known: &[&str]) -> Option<usize> {
    let mut best = None;
    score_owners(node, key, known, &mut Vec::new(), &mut best);
    let (_, path) = best?;
    let mapping = below(node, &path)?.as_mapping()?;
    let line = mapping.keys().find(|other| other.as_str() == key)?.span().start().map(Marker::line);
    cut(node, &path, &Turn::Key(key.to_owned()));
    line
}

/// Finds the mapping with this key that has most known and fewest other keys.
fn score_owners(node: &Node, key: &str, known: &[&str], path: &mut Vec<Turn>, best: &mut Option<(isize, Vec<Turn>)>) {
    let steps: Vec<Turn> = match node {
        Node::Mapping(mapping) => mapping.keys().map(|key| Turn::Key(key.as_str().to_owned())).collect(),
        Node::Sequence(list) => (0..list.len()).map(Turn::Item).collect(),
        Node::Scalar(_) => return,
    };
    if let Some(mapping) = node.as_mapping().filter(|mapping| mapping.contains_key(key)) {
        let others = mapping.keys().map(|other| other.as_str()).filter(|other| *other != key);
        let score = others.map(|other| if known.contains(&other) { 1 } else { -1 }).sum();
        if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
            *best = Some((score, path.clone()));
        }
    }
    for step in steps {
        if let Some(next) = below(node, std::slice::from_ref(&step)) {
            path.push(step);
            score_owners(next, key, known, path, best);
            path.pop();
        }
    }
}

fn begins_in(span: &Span, line: usize) -> bool {
    span.start().is_none_or(|mark| mark.line() == line)
}

fn same_size(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (Node::Mapping(a), Node::Mapping(b)) => {
            a.len() == b.len() && a.values().zip(b.values()).all(|(a, b)| same_size(a, b))
        }
        (Node::Sequence(a), Node::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_size(a, b))
        }
        _ => true,
    }
}
