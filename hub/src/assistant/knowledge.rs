//! The passages that the assistant can quote: its own, and the documents and answers of the programme. They are read for
//! each question, so an import takes effect at once on every node; the search index is rebuilt only after a change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ::assistant::{Content, Library, Passage};
use content_bundle::markdown::{self, Block, Span};
use store::Store;
use store::content::{self, Document, Topic, text_in};

#[derive(Debug, Default)]
pub(super) struct Knowledge {
    cache: Mutex<Cache>,
}

/// The content as last read, and its search index by language.
#[derive(Debug, Default)]
struct Cache {
    content: (Vec<Topic>, Vec<Document>),
    libraries: HashMap<String, Arc<Library>>,
}

impl Knowledge {
    /// Returns the passages that match a question, the best first.
    pub(super) async fn passages(
        &self,
        store: &Store,
        content: &Content,
        language: &str,
        question: &str,
    ) -> store::Result<Vec<Passage>> {
        let read = (content::all(store).await?, content::all(store).await?);
        let library = {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if cache.content != read {
                *cache = Cache { content: read, libraries: HashMap::new() };
            }
            let Cache { content: (topics, documents), libraries } = &mut *cache;
            let index = || Arc::new(content.language(language).library(passages_of(topics, documents, language)));
            libraries.entry(language.to_owned()).or_insert_with(index).clone()
        };
        Ok(library.find(question))
    }
}

fn passages_of(topics: &[Topic], documents: &[Document], language: &str) -> Vec<Passage> {
    let answers = topics.iter().flat_map(|topic| {
        topic.questions.iter().map(|question| {
            let text = markdown::blocks(text_in(&question.answer, language)).iter().map(plain).collect::<Vec<_>>();
            let title = text_in(&topic.title, language).to_owned();
            Passage::new(title, text_in(&question.question, language).to_owned(), text.join("\n\n"))
        })
    });
    let sections = documents.iter().flat_map(|document| sections_of(document, language));
    answers.chain(sections).collect()
}

/// Splits a document into passages, one per heading.
fn sections_of(document: &Document, language: &str) -> Vec<Passage> {
    let title = text_in(&document.title, language);
    let mut sections = vec![(title.to_owned(), Vec::new())];
    for block in markdown::blocks(text_in(&document.text, language)) {
        match (&block, sections.last_mut()) {
            (Block::Heading { spans, .. }, _) => sections.push((words(spans), Vec::new())),
            (_, Some((_, texts))) => texts.push(plain(&block)),
            (_, None) => {}
        }
    }
    let passages = sections.into_iter().filter(|(_, texts)| !texts.is_empty());
    passages.map(|(heading, texts)| Passage::new(title.to_owned(), heading, texts.join("\n\n"))).collect()
}

fn plain(block: &Block) -> String {
    match block {
        Block::Heading { spans, .. } | Block::Paragraph { spans } => words(spans),
        Block::List { is_ordered, items } => {
            let line = |(number, item): (usize, &Vec<Span>)| {
                if *is_ordered { format!("{number}. {}", words(item)) } else { format!("• {}", words(item)) }
            };
            (1..).zip(items).map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}
