//! The built-in provider: quotes and cites the best passage, or says that there is none.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use detection::words::words;

use crate::content::{Content, Language};
use crate::{Answer, Failure, Provider, Question, clean};

/// Answers from the content only; no request leaves the machine.
#[derive(Debug)]
pub struct FromContent {
    content: Arc<Content>,
}

impl FromContent {
    /// Creates a provider over this content.
    pub fn new(content: Arc<Content>) -> Self {
        Self { content }
    }

    fn quote(&self, question: &Question) -> Answer {
        let language = self.content.language(&question.language);
        if is_greeting(language, &question.text) {
            return Answer { text: language.voice.greeting.trim().to_owned(), sources: vec![], tokens: 0 };
        }
        match question.passages.first() {
            Some(passage) => Answer { text: clean(&passage.text), sources: vec![passage.source()], tokens: 0 },
            None => Answer { text: language.voice.unknown.trim().to_owned(), sources: vec![], tokens: 0 },
        }
    }
}

fn is_greeting(language: &Language, text: &str) -> bool {
    let words = words(text);
    !words.is_empty() && words.iter().all(|word| language.greetings.contains(word))
}

impl Provider for FromContent {
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        _so_far: &'a mut (dyn FnMut(String) + Send),
    ) -> BoxFuture<'a, Result<Answer, Failure>> {
        ready(Ok(self.quote(question))).boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), Failure>> {
        ready(Ok(())).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ask(language: &str, text: &str) -> Answer {
        let provider = FromContent::new(Arc::new(Content::built_in().unwrap()));
        let passages = Content::built_in().unwrap().language(language).library(vec![]).find(text);
        let question = Question { language: language.into(), before: vec![], text: text.into(), passages };
        provider.answer(&question, &mut |_| ()).await.unwrap()
    }

    #[tokio::test]
    async fn answer_cites_its_source() {
        let answer = ask("en", "Who can read my messages?").await;
        assert_eq!(answer.sources, ["Frequently asked questions: Who can read my messages?"]);
        assert!(answer.text.contains("coordinator"), "{}", answer.text);
    }

    #[tokio::test]
    async fn unknown_question_is_admitted() {
        for (language, question) in
            [("en", "Who won the football?"), ("de", "Wer hat gewonnen?"), ("ar", "من فاز بالمباراة؟")]
        {
            let answer = ask(language, question).await;
            let unknown = Content::built_in().unwrap().language(language).voice.unknown.trim().to_owned();
            assert_eq!((answer.text, answer.sources.len()), (unknown, 0));
        }
    }

    #[tokio::test]
    async fn greeting_is_returned() {
        assert!(ask("en", "Hi there!").await.text.contains("program"));
    }
}
