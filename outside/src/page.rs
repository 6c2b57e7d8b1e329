//! What a web page says about itself. Only its tags are read, one after the other: no tree is built, so nothing in a page
//! can be deep enough to hurt.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use encoding_rs::{Encoding, UTF_8};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use url::Url;

use crate::fetcher::{Excess, Fetched, Fetcher, Refused, Wanted};
use crate::text::clean;

/// Bytes of a page that are read; what describes it stands at its beginning.
const MOST_BYTES: usize = 512 * 1024;

/// Bytes of a picture.
const MOST_PICTURE_BYTES: usize = 2 * 1024 * 1024;

const TITLE_CHARS: usize = 150;
const DESCRIPTION_CHARS: usize = 300;

/// Bytes in which a page must name its encoding.
const ENCODING_WITHIN: usize = 1024;

/// A page is read in pieces of this size, with a look at the clock in between.
const PIECE: usize = 16 * 1024;

/// Longer than any honest page takes.
const READING_TIME: Duration = Duration::from_millis(500);

/// What a page says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its title, never empty.
    pub title: String,
    /// What it is about; may be empty.
    pub description: String,
    /// The address of a picture of it.
    pub image: Option<Url>,
}

/// Gets a page and reads what it says about itself. None: nothing worth showing.
pub async fn look(fetcher: &Fetcher, url: &Url) -> Result<Option<Page>, Refused> {
    let kinds = &["text/html", "application/xhtml+xml"];
    let wanted = Wanted { kinds, most_bytes: MOST_BYTES, excess: Excess::Cut, hosts: None };
    let fetched = fetcher.get(url, &wanted).await?;
    tokio::task::spawn_blocking(move || read(&fetched)).await.map_err(|_| Refused::Failed)
}

/// Gets the picture that a page named: bytes of whatever it is, to be looked at with suspicion.
pub async fn picture(fetcher: &Fetcher, url: &Url) -> Result<Vec<u8>, Refused> {
    let kinds = &["image/jpeg", "image/png", "image/webp", "image/gif"];
    let wanted = Wanted { kinds, most_bytes: MOST_PICTURE_BYTES, excess: Excess::Refuse, hosts: None };
    Ok(fetcher.get(url, &wanted).await?.bytes)
}

fn read(fetched: &Fetched) -> Option<Page> {
    let text = decode(&fetched.bytes, &fetched.content_type);
    let tokenizer = Tokenizer::new(Head::default(), html5ever::tokenizer::TokenizerOpts::default());
    let started = Instant::now();
    let (input, mut rest) = (BufferQueue::default(), &*text);
    while !rest.is_empty() && started.elapsed() < READING_TIME && !tokenizer.sink.0.borrow().is_over {
        let (piece, later) = rest.split_at(rest.floor_char_boundary(PIECE.min(rest.len())));
        input.push_back(piece.into());
        // A script does not run here: reading goes on behind it.
        while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
        rest = later;
    }
    tokenizer.sink.0.take().page(&fetched.url)
}

/// By the header, else by what the page says, else UTF-8.
fn decode<'b>(bytes: &'b [u8], content_type: &str) -> std::borrow::Cow<'b, str> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(ENCODING_WITHIN)]).to_ascii_lowercase();
    let encoding = charset(content_type).or_else(|| charset(&start)).unwrap_or(UTF_8);
    encoding.decode(bytes).0
}

fn charset(text: &str) -> Option<&'static Encoding> {
    let (_, label) = text.split_once("charset=")?;
    let label = label.trim_start_matches(['"', '\'']);
    Encoding::for_label(label.split(['"', '\'', ';', '>', ' ', '/']).next()?.as_bytes())
}

/// Listens to the tags at the beginning of a page.
#[derive(Default)]
struct Head(RefCell<Found>);

#[derive(Default)]
struct Found {
    title: String,
    is_in_title: bool,
    /// Ranked: what is meant for previews wins over what is meant for search engines.
    shared_title: Option<String>,
    shared_description: Option<String>,
    description: Option<String>,
    image: Option<String>,
    other_image: Option<String>,
    base: Option<String>,
    /// The text of the page has begun.
    is_over: bool,
}

impl TokenSink for Head {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut found = self.0.borrow_mut();
        if found.is_over {
            return TokenSinkResult::Continue;
        }
        match token {
            CharacterTokens(text) if found.is_in_title && found.title.len() < 4096 => found.title.push_str(&text),
            TagToken(tag) if tag.kind == StartTag => return found.tag(&tag),
            TagToken(_) => found.is_in_title = false,
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Found {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name)?;
            let value = found.value.trim();
            (!value.is_empty()).then(|| value.to_owned())
        };
        match &*tag.name {
            "title" => {
                self.is_in_title = self.title.is_empty();
                return TokenSinkResult::RawData(RawKind::Rcdata);
            }
            "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
            "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "noscript" | "xmp" | "iframe" | "noembed" | "noframes" => {
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            "base" => self.base = self.base.take().or_else(|| attribute("href")),
            "link" if attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("image_src")) => {
                self.other_image = self.other_image.take().or_else(|| attribute("href"));
            }
            "meta" => {
                let name = attribute("property").or_else(|| attribute("name")).unwrap_or_default().to_ascii_lowercase();
                let place = match &*name {
                    "og:title" | "twitter:title" => &mut self.shared_title,
                    "og:description" | "twitter:description" => &mut self.shared_description,
                    "description" => &mut self.description,
                    "og:image" | "og:image:url" | "og:image:secure_url" => &mut self.image,
                    "twitter:image" | "twitter:image:src" => &mut self.other_image,
                    _ => return TokenSinkResult::Continue,
                };
                *place = place.take().or_else(|| attribute("content"));
            }
            // Some pages describe themselves in their body, but none before its text that is worth waiting for.
            "main" | "article" | "p" => self.is_over = true,
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn page(self, url: &Url) -> Option<Page> {
        let first_of = |texts: [Option<String>; 2], most| {
            texts.into_iter().flatten().map(|text| clean(&text, most)).find(|text| !text.is_empty()).unwrap_or_default()
        };
        let title = first_of([self.shared_title, Some(self.title)], TITLE_CHARS);
        let description = first_of([self.shared_description, self.description], DESCRIPTION_CHARS);
        let base = self.base.and_then(|base| url.join(&base).ok());
        let image = self.image.or(self.other_image);
        let image = image.and_then(|image| base.as_ref().unwrap_or(url).join(&image).ok());
        let image = image.filter(|image| matches!(image.scheme(), "http" | "https"));
        (!title.is_empty()).then_some(Page { title, description, image })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(content_type: &str, bytes: &[u8]) -> Option<Page> {
        let url = Url::parse("https://example.org/a/b").unwrap();
        read(&Fetched { url, content_type: content_type.to_owned(), bytes: bytes.to_vec() })
    }

    fn page(html: &str) -> Option<Page> {
        read_as("text/html; charset=utf-8", html.as_bytes())
    }

    #[test]
    fn what_is_meant_for_previews_wins() {
        let page = page(
            "<!doctype html><head><title>Plain</title><meta name=description content='for engines'>
             <meta property='og:title' content='Trees &amp; leaves'><meta content=' of  trees ' property=OG:description>
             <meta property=og:image content='../tree.jpg'><meta name=twitter:image content=/other.jpg>",
        )
        .unwrap();
        assert_eq!((&*page.title, &*page.description), ("Trees & leaves", "of trees"));
        assert_eq!(page.image.unwrap().as_str(), "https://example.org/tree.jpg");
    }

    #[test]
    fn a_plain_page_has_its_title() {
        let page = page("<title>Moss &lt;and&gt; <b>fern</b></title><meta name=description content=Green>").unwrap();
        assert_eq!((&*page.title, &*page.description), ("Moss <and> <b>fern</b>", "Green"));
        assert_eq!(page.image, None);
    }

    #[test]
    fn a_page_without_a_title_is_not_worth_showing() {
        for html in ["", "<p>hello", "<title> \u{200b}\n</title>", "<meta name=description content=x>", "\0\0\0"] {
            assert_eq!(page(html), None, "{html}");
        }
    }

    #[test]
    fn what_stands_in_scripts_and_in_the_text_is_not_the_head() {
        let html =
            "<script>var a = \"<title>no</title>\"</script><noscript><meta property=og:title content=no></noscript>
                    <title>yes</title><article><meta property=og:title content=no>";
        assert_eq!(page(html).unwrap().title, "yes");
    }

    #[test]
    fn pictures_are_of_the_web() {
        for wrong in ["javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "ftp://a/b", "http://["]
        {
            let html = format!("<title>a</title><meta property=og:image content='{wrong}'>");
            assert_eq!(page(&html).unwrap().image, None, "{wrong}");
        }
        let based = page("<base href='https://cdn.example/x/'><title>a</title><meta property=og:image content=1.png>");
        assert_eq!(based.unwrap().image.unwrap().as_str(), "https://cdn.example/x/1.png");
    }

    #[test]
    fn texts_are_decoded_as_they_were_written() {
        assert_eq!(read_as("text/html; charset=iso-8859-1", b"<title>Gr\xfc\xdfe</title>").unwrap().title, "Grüße");
        let japanese = b"<meta charset=\"shift_jis\"><title>\x93\xfa\x96{</title>";
        assert_eq!(read_as("text/html", japanese).unwrap().title, "日本");
        assert_eq!(read_as("text/html", "<title>Grüße</title>".as_bytes()).unwrap().title, "Grüße");
        assert_eq!(read_as("text/html; charset=nonsense", "<title>ü</title>".as_bytes()).unwrap().title, "ü");
    }

    #[test]
    fn nothing_in_a_page_hurts() {
        let many = |piece: &str| piece.repeat(MOST_BYTES / piece.len());
        let attributes = (0..60_000).map(|number| format!(" a{number}")).collect::<String>();
        for html in [
            many("<div>"),
            many("<b><i>"),
            many("&"),
            many("&#x"),
            many("<!--"),
            many("<"),
            many("<![CDATA["),
            many("<title>"),
            many("<script>"),
            many("<meta property=og:title content="),
            format!("<div{attributes}>"),
            format!("<title>{}", "x".repeat(400_000)),
        ] {
            page(&format!("<title>here</title>{html}"));
        }
        assert!(page(&format!("<title>{}", "x".repeat(400_000))).unwrap().title.chars().count() <= TITLE_CHARS);
    }
}
