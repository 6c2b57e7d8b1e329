//! The quotable passages of one language.

use detection::words::words;

use crate::content::Passage;
use crate::retrieval::Index;

/// Passages given to a provider.
const MAX_PASSAGES: usize = 4;

/// Quotable passages in one language.
#[derive(Debug)]
pub struct Library {
    index: Index,
}

impl Library {
    /// A programme's passage replaces the built-in one with the same heading and inherits its keywords.
    pub(crate) fn new(programme: Vec<Passage>, ours: Vec<Passage>, stop_words: &[String]) -> Self {
        let mut passages = ours;
        for passage in programme {
            let heading = words(&passage.heading);
            match passages.iter_mut().find(|known| words(&known.heading) == heading) {
                Some(known) => known.text = passage.text,
                None => passages.push(passage),
            }
        }
        Self { index: Index::new(passages, stop_words) }
    }

    /// Returns the passages that match a question, best first.
    pub fn find(&self, question: &str) -> Vec<Passage> {
        self.index.search(question, MAX_PASSAGES).into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Content;

    fn best(library: &Library, question: &str) -> Option<(String, String)> {
        library.find(question).first().map(|passage| (passage.source(), passage.text.clone()))
    }

    #[test]
    fn programme_passages_extend_and_replace_built_in_ones() {
        let content = Content::built_in().unwrap();
        let said = |heading: &str, text: &str| Passage::new("House rules".into(), heading.into(), text.into());
        let library = content.language("en").library(vec![
            said("How often do we meet", "Every Tuesday."),
            said("Is there a summer party?", "In June, by the lake."),
        ]);
        let party = ("House rules: Is there a summer party?".into(), "In June, by the lake.".into());
        assert_eq!(best(&library, "when is the summer party?"), Some(party));
        let (source, text) = best(&library, "what is the frequency of meetings?").unwrap();
        assert_eq!(text, "Every Tuesday.");
        assert_eq!(source, "Frequently asked questions: How often do we meet?");
        assert_eq!(library.find("how often do we meet?").iter().filter(|one| one.text != "Every Tuesday.").count(), 0);
        assert!(best(&library, "Who can read my messages?").is_some());
    }
}
