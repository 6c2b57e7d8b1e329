//! The built-in provider: quotes the passage that fits, names it, and says so when there is none.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use crate::content::{Content, Language};
use crate::fold::words;
use crate::{Answer, Failure, Provider, Question, clean};

/// Answers from the content alone; nothing leaves the machine and nothing is made up.
#[derive(Debug)]
pub struct FromContent {
    content: Arc<Content>,
}

impl FromContent {
    /// A provider that quotes this content.
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
    async fn an_answer_names_its_source() {
        let answer = ask("en", "Who can read my messages?").await;
        assert_eq!(answer.sources, ["Frequently asked questions: Who can read my messages?"]);
        assert!(answer.text.contains("coordinator"), "{}", answer.text);
    }

    #[tokio::test]
    async fn what_it_does_not_know_it_says() {
        for (language, question) in
            [("en", "Who won the football?"), ("de", "Wer hat gewonnen?"), ("ar", "من فاز بالمباراة؟")]
        {
            let answer = ask(language, question).await;
            let unknown = Content::built_in().unwrap().language(language).voice.unknown.trim().to_owned();
            assert_eq!((answer.text, answer.sources.len()), (unknown, 0));
        }
    }

    #[tokio::test]
    async fn it_greets_back() {
        assert!(ask("en", "Hi there!").await.text.contains("program"));
    }
}
