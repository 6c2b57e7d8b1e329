//! Learning sessions with their quizzes, and the feed.

use std::collections::{BTreeMap, BTreeSet};

use marked_yaml::Node;
use store::content::{ContentItem, ContentType, FeedEvent, FeedItem, Session, Tag};

use super::surveys::{check_file_key, check_picture, check_questions, check_tags};
use super::{Known, check_key, check_markdown, check_texts, items};
use crate::markdown;
use crate::yaml::{Sheet, Step};

/// The most steps of a session.
const MAX_STEPS: usize = 100;

pub(super) fn tags(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<Tag> {
    items(
        sheet,
        node,
        "tags",
        |tag: &Tag| tag.key.clone(),
        |sheet, node, tag| {
            check_key(sheet, node, &[Step::Key("key")], &tag.key);
            check_texts(sheet, node, &[Step::Key("label")], &tag.label, known);
        },
    )
}

/// Reads a session. `quizzes` holds the session of each quiz so far.
pub(super) fn session(
    sheet: &mut Sheet<'_>,
    node: &Node,
    known: &Known,
    quizzes: &mut BTreeMap<String, String>,
) -> Option<Session> {
    let session: Session = sheet.value(node)?;
    check_file_key(sheet, node, "sessions/", &session.key);
    check_texts(sheet, node, &[Step::Key("title")], &session.title, known);
    check_markdown(sheet, node, &[Step::Key("overview")], &session.overview, known);
    check_picture(sheet, node, &[Step::Key("banner")], &session.banner, known);
    if session.roles.is_empty() {
        sheet.add_at(node, &[Step::Key("roles")], "nobody would see it: name mentee, mentor or both");
    }
    check_tags(sheet, node, &[], &session.tags, known);
    if !(1..=MAX_STEPS).contains(&session.steps.len()) {
        sheet.add_at(node, &[Step::Key("steps")], format!("a session has 1 to {MAX_STEPS} steps"));
    }
    let mut keys = BTreeSet::new();
    for (index, step) in session.steps.iter().enumerate() {
        let path = [Step::Key("steps"), Step::Item(index)];
        let at = |step| [&path[..], &[Step::Key(step)]].concat();
        check_key(sheet, node, &at("key"), &step.key);
        if !keys.insert(&step.key) {
            sheet.add_at(node, &at("key"), format!("{:?} is there twice", step.key));
        }
        check_texts(sheet, node, &at("title"), &step.title, known);
        if step.minutes == 0 {
            sheet.add_at(node, &at("minutes"), "a step takes a minute or more");
        }
        if step.content.is_empty() {
            sheet.add_at(node, &at("content"), "there is no content");
        }
        for (number, item) in step.content.iter().enumerate() {
            let path = [&at("content")[..], &[Step::Item(number)]].concat();
            check_item(sheet, node, &path, item, known);
            let Some(quiz) = &item.quiz else { continue };
            if let Some(other) = quizzes.insert(quiz.key.clone(), session.key.clone()) {
                let path = [&path[..], &[Step::Key("quiz"), Step::Key("key")]].concat();
                sheet.add_at(
                    node,
                    &path,
                    format!("{:?} is there twice; the other one is in session {other}", quiz.key),
                );
            }
        }
    }
    Some(session)
}

fn check_item(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], item: &ContentItem, known: &Known) {
    use ContentType::{Article, Hyperlink, Image, Instruction, MentorTips, Quiz, Text, Youtube};
    let at = |step| [path, &[Step::Key(step)]].concat();
    let of = item.content_type;
    let fields = [
        ("text", !item.text.is_empty(), matches!(of, Text | Instruction | MentorTips | Article | Hyperlink)),
        ("picture", item.picture.is_some(), of == Image),
        ("alt", !item.alt.is_empty(), of == Image),
        ("url", item.url.is_some(), of == Hyperlink),
        ("video", item.video.is_some(), of == Youtube),
        ("title", !item.title.is_empty(), of == Youtube),
        ("transcript", !item.transcript.is_empty(), of == Youtube),
        ("quiz", item.quiz.is_some(), of == Quiz),
    ];
    for (name, is_there, is_needed) in fields {
        if is_needed && !is_there {
            sheet.add_at(node, path, format!("{name} is missing"));
        } else if is_there && !is_needed {
            sheet.add_at(node, &at(name), format!("{name} does not belong to this type"));
        }
    }
    if !item.text.is_empty() {
        let check = if of == Hyperlink { check_texts } else { check_markdown };
        check(sheet, node, &at("text"), &item.text, known);
    }
    for (name, texts) in [("alt", &item.alt), ("title", &item.title), ("transcript", &item.transcript)] {
        if !texts.is_empty() {
            check_texts(sheet, node, &at(name), texts, known);
        }
    }
    if let Some(picture) = &item.picture {
        check_picture(sheet, node, &at("picture"), picture, known);
    }
    if item.size_percentage.is_some_and(|size| of != Image || !(10..=100).contains(&size)) {
        sheet.add_at(node, &at("size_percentage"), "the size of a picture is 10 to 100");
    }
    if item.url.as_deref().is_some_and(|url| !markdown::is_link(url)) {
        sheet.add_at(node, &at("url"), "a link must begin with https://, mailto: or /");
    }
    if item.video.as_deref().is_some_and(|video| !questions::is_video_id(video)) {
        sheet.add_at(node, &at("video"), "this is no id of YouTube, which has 11 letters, digits, - and _");
    }
    let Some(quiz) = &item.quiz else { return };
    let at = |step| [path, &[Step::Key("quiz"), Step::Key(step)]].concat();
    check_key(sheet, node, &at("key"), &quiz.key);
    if !quiz.help.is_empty() {
        check_texts(sheet, node, &at("help"), &quiz.help, known);
    }
    if quiz.questions.is_empty() {
        sheet.add_at(node, &at("questions"), "there is no question");
    }
    let paths: Vec<_> =
        (0..quiz.questions.len()).map(|item| [&at("questions")[..], &[Step::Item(item)]].concat()).collect();
    check_questions(sheet, node, &paths, &quiz.questions, false, known);
}

pub(super) fn feed(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<FeedItem> {
    items(
        sheet,
        node,
        "items",
        |item: &FeedItem| item.key.clone(),
        |sheet, node, item| check_feed(sheet, node, item, known),
    )
}

fn check_feed(sheet: &mut Sheet<'_>, node: &Node, item: &FeedItem, known: &Known) {
    check_key(sheet, node, &[Step::Key("key")], &item.key);
    let is_post = item.event == FeedEvent::Post;
    let fields = [
        ("title", &item.title, is_post, is_post),
        ("description", &item.description, is_post, is_post),
        ("alt", &item.alt, is_post, item.picture.is_some()),
        ("note", &item.note, true, false),
        ("text", &item.text, !is_post, !is_post),
        ("author", &item.author, !is_post, !is_post),
    ];
    for (name, texts, belongs, is_needed) in fields {
        let path = [Step::Key(name)];
        match (texts.is_empty(), belongs) {
            (true, _) if is_needed => sheet.add_at(node, &[], format!("{name} is missing")),
            (true, _) => {}
            (false, false) => sheet.add_at(node, &path, format!("{name} does not belong to this event")),
            (false, true) if name == "description" => check_markdown(sheet, node, &path, texts, known),
            (false, true) => check_texts(sheet, node, &path, texts, known),
        }
    }
    if let Some(picture) = &item.picture {
        check_picture(sheet, node, &[Step::Key("picture")], picture, known);
    }
    if item.link.as_deref().is_some_and(|link| !markdown::is_link(link)) {
        sheet.add_at(node, &[Step::Key("link")], "a link must begin with https://, mailto: or /");
    }
}
