//! Builds the bounded prompt of a model: system prompt, matching passages, and this conversation.

use serde_json::{Value, json};

use crate::content::Language;
use crate::{Line, Question};

/// Maximum characters of a passage, of earlier messages and of the question.
const PASSAGE: usize = 3_000;
const HISTORY: usize = 6_000;
const QUESTION: usize = 4_000;

/// Returns the request's messages.
pub(crate) fn messages(language: &Language, question: &Question) -> Vec<Value> {
    let mut system = language.voice.prompt.trim().to_owned();
    for (index, passage) in question.passages.iter().enumerate() {
        let text: String = passage.text.chars().take(PASSAGE).collect();
        system.push_str(&format!("\n\n[{}] {}\n{text}", index + 1, passage.source()));
    }
    let mut messages = vec![json!({"role": "system", "content": system})];
    messages.extend(
        recent(&question.before)
            .map(|line| json!({"role": if line.by_person { "user" } else { "assistant" }, "content": line.text})),
    );
    let text: String = question.text.chars().take(QUESTION).collect();
    messages.push(json!({"role": "user", "content": text}));
    messages
}

/// Returns the newest messages that fit, oldest first.
fn recent(lines: &[Line]) -> impl Iterator<Item = &Line> {
    let mut room = HISTORY;
    let fitting = lines.iter().rev().take_while(|line| {
        let length = line.text.chars().count();
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    });
    let first = lines.len() - fitting.count();
    lines[first..].iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Content;

    #[test]
    fn prompt_contains_role_passages_and_conversation() {
        let content = Content::built_in().unwrap();
        let language = content.language("en");
        let before = vec![
            Line { by_person: true, text: "x".repeat(HISTORY) },
            Line { by_person: true, text: "Hi".into() },
            Line { by_person: false, text: "Hello".into() },
        ];
        let text = "Who can read my messages?";
        let passages = language.library(vec![]).find(text);
        let messages = messages(language, &Question { language: "en".into(), before, text: text.into(), passages });
        let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"], "what is too long is left out");
        let system = messages[0]["content"].as_str().unwrap();
        assert!(system.contains("[1] Frequently asked questions: Who can read my messages?"), "{system}");
        assert_eq!(messages[3]["content"], "Who can read my messages?");
    }
}
