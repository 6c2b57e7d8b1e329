//! GIFT: questions separated by empty lines, answers in braces.

use super::html::{squeeze, text_of};
use super::{Answer, Form, Item, Note};

/// A character, and whether a backslash stood before it.
type Char = (char, bool);

const HTML: &str = "[html]";

/// The formats of a text.
const MARKS: [&str; 4] = [HTML, "[plain]", "[markdown]", "[moodle]"];

/// Reads all questions.
pub(super) fn read(text: &str) -> (Vec<Item>, Vec<Note>) {
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    let mut block = Vec::new();
    let mut start = 1;
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        let trimmed = line.trim();
        if trimmed.starts_with("//") {
            continue;
        }
        if trimmed.starts_with("$CATEGORY:") {
            notes.push(Note::new(number, "the category is left out"));
        } else if !trimmed.is_empty() {
            if block.is_empty() {
                start = number;
            }
            block.push(line);
        } else if !block.is_empty() {
            items.extend(question(&block.join("\n"), start, &mut notes));
            block.clear();
        }
    }
    (items, notes)
}

fn unescaped(text: &str) -> Vec<Char> {
    let mut found = Vec::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n') => found.push(('\n', true)),
                Some(c) if "~=#{}:\\".contains(c) => found.push((c, true)),
                Some(c) => found.extend([('\\', true), (c, false)]),
                None => found.push(('\\', true)),
            },
            c => found.push((c, false)),
        }
    }
    found
}

fn plain(characters: &[Char]) -> String {
    squeeze(&characters.iter().map(|(c, _)| c).collect::<String>())
}

/// Returns the position of an unescaped text.
fn find(characters: &[Char], wanted: &str) -> Option<usize> {
    let wanted = wanted.chars().map(|c| (c, false)).collect::<Vec<_>>();
    characters.windows(wanted.len()).position(|window| window == wanted)
}

fn question(block: &str, line: usize, notes: &mut Vec<Note>) -> Option<Item> {
    let characters = unescaped(block.trim());
    let mut rest = &characters[..];
    let mut name = String::new();
    if find(rest, "::") == Some(0)
        && let Some(end) = find(&rest[2..], "::")
    {
        name = plain(&rest[2..end + 2]);
        rest = &rest[end + 4..];
    }
    let Some(open) = find(rest, "{") else {
        notes.push(Note::new(line, "a description is left out: a quiz has only questions"));
        return None;
    };
    let Some(close) = find(rest, "}").filter(|close| *close > open) else {
        notes.push(Note::new(line, "the question is left out: its answers have no closing brace"));
        return None;
    };
    let (before, after) = (&rest[..open], plain(&rest[close + 1..]));
    let mut label = raw(before);
    if !after.is_empty() {
        label = format!("{label} ___ {after}");
    }
    let is_html = label.trim_start().starts_with(HTML);
    let label = formatted(&label, false, line, notes);
    let mut answers = &rest[open + 1..close];
    if let Some(general) = find(answers, "####") {
        notes.push(Note::new(line, format!("the general feedback {:?} is left out", plain(&answers[general + 4..]))));
        answers = &answers[..general];
    }
    let form = form(answers, &mut |text: String| formatted(&text, is_html, line, notes));
    Some(Item { line, name, label, form })
}

/// Returns a text without the mark of its format; without a mark it has the format of its question.
fn formatted(text: &str, is_html: bool, line: usize, notes: &mut Vec<Note>) -> String {
    let text = text.trim_start();
    let marked = MARKS.iter().find_map(|mark| Some((*mark == HTML, text.strip_prefix(mark)?)));
    let (is_html, text) = marked.unwrap_or((is_html, text));
    if is_html { reduced(text, line, notes) } else { squeeze(text) }
}

fn reduced(html: &str, line: usize, notes: &mut Vec<Note>) -> String {
    let (text, left_out) = text_of(html);
    notes.extend(left_out.into_iter().map(|what| Note::new(line, format!("{what} is left out"))));
    text
}

fn raw(characters: &[Char]) -> String {
    characters.iter().map(|(c, _)| c).collect()
}

fn form(answers: &[Char], text: &mut impl FnMut(String) -> String) -> Form {
    let trimmed = plain(answers);
    if trimmed.is_empty() {
        return Form::Paragraphs;
    }
    if let Some(number) = trimmed.strip_prefix('#') {
        let right = number.split('=').map(|one| one.split('#').next().unwrap_or_default().trim().to_owned());
        return Form::Number(right.filter(|one| !one.is_empty()).collect());
    }
    let parts = split(answers, &['#']);
    let truth = plain(parts[0]);
    let is_true = ["T", "TRUE"].contains(&&*truth);
    if is_true || ["F", "FALSE"].contains(&&*truth) {
        let mut feedback = |at: usize| parts.get(at).map(|part| text(raw(part))).unwrap_or_default();
        // The first feedback is for the wrong answer.
        let (wrong, right) = (feedback(1), feedback(2));
        let option = |label: &str, is_right: bool| Answer {
            label: label.to_owned(),
            percent: if is_right { 100.0 } else { 0.0 },
            feedback: if is_right { right.clone() } else { wrong.clone() },
        };
        return Form::Choice { options: vec![option("True", is_true), option("False", !is_true)], is_multiple: false };
    }
    let mut options = Vec::new();
    let mut marks = Vec::new();
    let starts = answers.iter().enumerate().filter(|(_, c)| matches!(c, ('=' | '~', false))).map(|(at, _)| at);
    let starts = starts.chain([answers.len()]).collect::<Vec<_>>();
    for pair in starts.windows(2) {
        let (mark, body) = (answers[pair[0]].0, &answers[pair[0] + 1..pair[1]]);
        let parts = split(body, &['#']);
        let feedback = parts.get(1).map(|part| text(raw(part))).unwrap_or_default();
        let (percent, label) = match weight(parts[0]) {
            Some((percent, label)) => (percent, label),
            None => (if mark == '=' { 100.0 } else { 0.0 }, parts[0]),
        };
        options.push((Answer { label: text(raw(label)), percent, feedback }, label));
        marks.push(mark);
    }
    if options.is_empty() {
        return Form::Unknown("its answers are not GIFT".to_owned());
    }
    if marks.iter().all(|mark| *mark == '=') {
        let mut pair = |label: &[Char]| {
            let at = find(label, "->")?;
            Some((text(raw(&label[..at])), text(raw(&label[at + 2..]))))
        };
        let pairs = options.iter().map(|(_, label)| pair(label)).collect::<Option<Vec<_>>>();
        return pairs.map_or_else(|| Form::Line(options.into_iter().map(|(answer, _)| answer).collect()), Form::Pairs);
    }
    let is_multiple = !marks.contains(&'=');
    Form::Choice { options: options.into_iter().map(|(answer, _)| answer).collect(), is_multiple }
}

fn split<'c>(characters: &'c [Char], marks: &[char]) -> Vec<&'c [Char]> {
    characters.split(|(c, is_escaped)| !is_escaped && marks.contains(c)).collect()
}

/// Reads "%50%" at the beginning.
fn weight(label: &[Char]) -> Option<(f64, &[Char])> {
    let start = label.iter().position(|(c, _)| !c.is_whitespace())?;
    let rest = label[start..].strip_prefix(&[('%', false)])?;
    let end = find(rest, "%")?;
    Some((plain(&rest[..end]).parse().ok()?, &rest[end + 1..]))
}
