//! Text of HTML. Only a token stream is read: no tree is built, so that nesting depth is harmless.

use std::cell::RefCell;

use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Returns the text, and what of it was left out. Labels have no markup.
pub(super) fn text_of(html: &str) -> (String, Vec<&'static str>) {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(html.into());
    while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
    tokenizer.end();
    let (text, left_out) = tokenizer.sink.0.take();
    (squeeze(&text), left_out)
}

/// Joins white space to single spaces.
pub(super) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Sink(RefCell<(String, Vec<&'static str>)>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let (text, left_out) = &mut *self.0.borrow_mut();
        match token {
            CharacterTokens(characters) => text.push_str(&characters),
            TagToken(tag) => {
                let is_inline = ["b", "strong", "i", "em", "u", "span", "a", "sub", "sup", "code", "font", "small"];
                if !is_inline.contains(&&*tag.name) {
                    text.push(' ');
                }
                if tag.kind == StartTag {
                    left_out.extend(match &*tag.name {
                        "img" | "svg" => Some("a picture"),
                        "video" | "audio" | "iframe" | "object" | "embed" => Some("a medium"),
                        "table" => Some("the layout of a table"),
                        "script" | "style" => Some("a script or style"),
                        "a" => Some("a link"),
                        "sub" | "sup" => Some("raised or lowered type"),
                        _ => None,
                    });
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
