//! The XML format of Moodle. Entities other than those of XML are refused, and with them documents that define some.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::html::{squeeze, text_of};
use super::{Answer, Form, Item, Note};

/// The deepest nesting of elements; Moodle has 6.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    children: Vec<Self>,
    line: usize,
}

impl Element {
    fn all<'e>(&'e self, name: &'static str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Returns the text of a child, without markup.
    fn words(&self, name: &'static str, notes: &mut Vec<Note>) -> String {
        let Some(child) = self.all(name).next() else { return String::new() };
        let text = child.all("text").next().map_or(child.text.as_str(), |text| text.text.as_str());
        if child.all("file").next().is_some() {
            notes.push(Note::new(child.line, "a file is left out"));
        }
        match child.attributes.get("format").map(String::as_str) {
            Some("html" | "moodle_auto_format") => {
                let (text, left_out) = text_of(text);
                notes.extend(left_out.into_iter().map(|what| Note::new(child.line, format!("{what} is left out"))));
                text
            }
            _ => squeeze(text),
        }
    }
}

/// Reads all questions.
pub(super) fn read(text: &str) -> Result<(Vec<Item>, Vec<Note>), Note> {
    let root = parse(text)?;
    if root.name != "quiz" {
        return Err(Note::new(root.line, "the outermost element must be quiz"));
    }
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    for question in root.all("question") {
        items.extend(item(question, &mut notes));
    }
    Ok((items, notes))
}

fn parse(text: &str) -> Result<Element, Note> {
    let mut reader = Reader::from_str(text);
    let (mut line, mut counted) = (1, 0);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    loop {
        let event = reader.read_event();
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len());
        let before = line;
        line += text.as_bytes()[counted..at].iter().filter(|byte| **byte == b'\n').count();
        counted = at;
        let mistake = |text: &str| Note::new(line, text);
        let add = |open: &mut Vec<Element>, text: &str| {
            if let Some(element) = open.last_mut() {
                element.text.push_str(text);
            }
        };
        let done = match event.map_err(|error| Note::new(line, format!("this is not XML: {error}")))? {
            Event::Start(start) if open.len() == MAX_DEPTH => {
                let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
                return Err(mistake(&format!("{name} is inside more than {MAX_DEPTH} elements")));
            }
            Event::Start(start) => {
                open.push(element(&start, before)?);
                None
            }
            Event::Empty(start) => Some(element(&start, before)?),
            // The reader compares the names.
            Event::End(_) => open.pop(),
            Event::Text(text) => {
                add(&mut open, &text.decode().map_err(|_| mistake("this is not UTF-8"))?);
                None
            }
            Event::CData(text) => {
                add(&mut open, &text.decode().map_err(|_| mistake("this is not UTF-8"))?);
                None
            }
            Event::GeneralRef(name) => {
                let invalid = |_| mistake("a reference to a character is invalid");
                let character = match (name.resolve_char_ref().map_err(invalid)?, &*name) {
                    (Some(character), _) => character,
                    (None, b"lt") => '<',
                    (None, b"gt") => '>',
                    (None, b"amp") => '&',
                    (None, b"quot") => '"',
                    (None, b"apos") => '\'',
                    (None, other) => {
                        let other = String::from_utf8_lossy(other);
                        return Err(mistake(&format!("the entity {other:?} is not one of XML")));
                    }
                };
                add(&mut open, character.encode_utf8(&mut [0; 4]));
                None
            }
            Event::DocType(_) => return Err(mistake("a document type is not allowed")),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
        };
        match (done, open.last_mut()) {
            (Some(done), Some(parent)) => parent.children.push(done),
            (Some(done), None) => root = root.or(Some(done)),
            (None, _) => {}
        }
    }
    if let Some(element) = open.last() {
        return Err(Note::new(element.line, format!("{} has no end", element.name)));
    }
    root.ok_or_else(|| Note::new(1, "there is no element"))
}

fn element(start: &BytesStart<'_>, line: usize) -> Result<Element, Note> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut attributes = BTreeMap::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| Note::new(line, format!("this is not XML: {error}")))?;
        attributes.insert(text(attribute.key.as_ref()), text(&attribute.value));
    }
    Ok(Element { name: text(start.name().as_ref()), attributes, line, ..Element::default() })
}

fn item(question: &Element, notes: &mut Vec<Note>) -> Option<Item> {
    let line = question.line;
    let kind = question.attributes.get("type").map_or("", String::as_str);
    if kind == "category" {
        notes.push(Note::new(line, "the category is left out"));
        return None;
    }
    if kind == "description" {
        notes.push(Note::new(line, "a description is left out: a quiz has only questions"));
        return None;
    }
    let (name, label) = (question.words("name", notes), question.words("questiontext", notes));
    for field in ["generalfeedback", "hint"] {
        let text = question.words(field, notes);
        if !text.is_empty() {
            let what = if field == "hint" { "hint" } else { "general feedback" };
            notes.push(Note::new(line, format!("the {what} {text:?} is left out")));
        }
    }
    let mut answers = Vec::new();
    for answer in question.all("answer") {
        let is_html = answer.attributes.get("format").is_some_and(|format| format == "html");
        let raw = answer.all("text").next().map_or("", |text| text.text.as_str());
        let (label, left_out) = if is_html { text_of(raw) } else { (squeeze(raw), Vec::new()) };
        notes.extend(left_out.into_iter().map(|what| Note::new(answer.line, format!("{what} is left out"))));
        let percent = answer.attributes.get("fraction").and_then(|fraction| fraction.parse().ok()).unwrap_or(0.0);
        answers.push(Answer { label, percent, feedback: answer.words("feedback", notes) });
    }
    let form = match kind {
        "multichoice" => {
            let is_single = question.all("single").next().is_none_or(|single| single.text.trim() != "false");
            Form::Choice { options: answers, is_multiple: !is_single }
        }
        "truefalse" => {
            for answer in &mut answers {
                answer.label = if answer.label == "true" { "True".to_owned() } else { "False".to_owned() };
            }
            Form::Choice { options: answers, is_multiple: false }
        }
        "shortanswer" => Form::Line(answers),
        "essay" => Form::Paragraphs,
        "numerical" => Form::Number(answers.into_iter().map(|answer| answer.label).collect()),
        "ordering" => Form::Order(answers.into_iter().map(|answer| answer.label).collect()),
        "matching" => {
            let text = |element: &Element| element.all("text").next().map(|text| text_of(&text.text).0);
            let pair =
                |sub: &Element| (text(sub).unwrap_or_default(), sub.all("answer").find_map(text).unwrap_or_default());
            Form::Pairs(question.all("subquestion").map(pair).collect())
        }
        other => Form::Unknown(format!("there are no questions of the type {other:?}")),
    };
    Some(Item { line, name, label, form })
}
