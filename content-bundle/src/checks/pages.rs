//! Content of pages: documents, FAQ, cards, translations.

use std::collections::{BTreeMap, BTreeSet};

use marked_yaml::Node;
use store::content::{Card, Document, Question, Topic, Translation};

use super::{Known, check_key, check_markdown, check_texts, items};
use crate::catalogues::{NAMESPACES, base_of, current_key, reference, values_in};
use crate::yaml::{Sheet, Step};
use crate::{Files, Mistake, markdown};

pub(super) fn document(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Option<Document> {
    let document: Document = sheet.value(node)?;
    if document.id < 1 {
        sheet.add_at(node, &[Step::Key("id")], "the id must be a number from 1");
    }
    check_texts(sheet, node, &[Step::Key("title")], &document.title, known);
    check_markdown(sheet, node, &[Step::Key("text")], &document.text, known);
    Some(document)
}

/// Documents are separate files, so duplicate ids are detected only here.
pub(super) fn refuse_two_documents_of_one_id(files: &Files, documents: &[Document], mistakes: &mut Vec<Mistake>) {
    let mut ids = BTreeSet::new();
    for document in documents.iter().filter(|document| !ids.insert(document.id)) {
        let line = format!("id: {}", document.id);
        let mut written_in =
            files.iter().filter(|(name, _)| name.starts_with("documents/")).filter_map(|(name, bytes)| {
                let text = String::from_utf8_lossy(bytes);
                let at = text.lines().position(|written| written.trim_end() == line)?;
                Some((name, at + 1))
            });
        let (name, at) = written_in.next_back().map_or(("documents/", 1), |(name, at)| (name, at));
        Sheet::new(name, mistakes).add(at, format!("the id {} is there twice", document.id));
    }
}

pub(super) fn topics(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<Topic> {
    let mut keys = BTreeMap::new();
    items(
        sheet,
        node,
        "topics",
        |topic: &Topic| topic.key.clone(),
        |sheet, node, topic| {
            check_key(sheet, node, &[Step::Key("key")], &topic.key);
            check_texts(sheet, node, &[Step::Key("title")], &topic.title, known);
            for (index, Question { key, question, answer }) in topic.questions.iter().enumerate() {
                let path = [Step::Key("questions"), Step::Item(index)];
                let at = |step| [&path[..], &[Step::Key(step)]].concat();
                check_key(sheet, node, &at("key"), key);
                let line = crate::yaml::line_of(node, &at("key"));
                if let Some(first) = keys.insert(key.clone(), line) {
                    sheet.add(line, format!("{key:?} is there twice; the other one is in line {first}"));
                }
                check_texts(sheet, node, &at("question"), question, known);
                check_markdown(sheet, node, &at("answer"), answer, known);
            }
        },
    )
}

pub(super) fn cards(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<Card> {
    items(
        sheet,
        node,
        "cards",
        |card: &Card| card.key.clone(),
        |sheet, node, card| {
            check_key(sheet, node, &[Step::Key("key")], &card.key);
            check_texts(sheet, node, &[Step::Key("text")], &card.text, known);
            if !card.link.is_empty() && !markdown::is_link(&card.link) {
                sheet.add_at(node, &[Step::Key("link")], "a link must begin with https://, mailto: or /");
            }
            if let Some(picture) = &card.picture {
                if !known.pictures.contains(picture) {
                    sheet.add_at(node, &[Step::Key("picture")], format!("there is no file pictures/{picture}"));
                }
                check_texts(sheet, node, &[Step::Key("alt")], &card.alt, known);
            }
        },
    )
}

pub(super) fn translation(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Option<Translation> {
    let translation: Translation = sheet.value(node)?;
    let language = &translation.language;
    if known.languages.as_ref().is_some_and(|languages| !languages.contains(language)) {
        sheet.add_at(node, &[Step::Key("language")], format!("{language:?} is not one of the languages"));
    }
    for (namespace, texts) in &translation.texts {
        let path = [Step::Key("texts"), Step::Key(namespace)];
        if !NAMESPACES.contains(&namespace.as_str()) {
            let there = NAMESPACES.join(", ");
            sheet.add_at(node, &path, format!("there is no catalogue {namespace:?}; there is {there}"));
            continue;
        }
        let reference = reference(namespace);
        for (key, text) in texts {
            let path = [&path[..], &[Step::Key(key)]].concat();
            let current = current_key(namespace, key);
            let original = reference.get(&*current).or_else(|| {
                reference.iter().find(|(other, _)| base_of(other) == base_of(&current)).map(|(_, original)| original)
            });
            match original {
                None => sheet.add_at(node, &path, format!("the pages have no text named {key:?}")),
                Some(original) if base_of(key) == key && values_in(original) != values_in(text) => {
                    let wanted = values_in(original).into_iter().collect::<Vec<_>>().join(", ");
                    sheet.add_at(node, &path, format!("the text must fill in the values of the original: [{wanted}]"));
                }
                Some(_) if text.trim().is_empty() => sheet.add_at(node, &path, "the text is empty"),
                Some(_) => {}
            }
        }
    }
    Some(translation)
}
