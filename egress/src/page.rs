//! Extracts preview data from a web page. Only a token stream is read: no tree is built, so that nesting depth is
//! harmless.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use encoding_rs::{Encoding, UTF_8};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use url::Url;

use crate::fetcher::{Fetched, Fetcher, OverflowPolicy, Refused, Wanted};
use crate::text::clean;

/// Bytes of a page that are read; metadata stands at its beginning.
const MAX_BYTES: usize = 512 * 1024;

/// Maximum size of a preview picture.
const MAX_PICTURE_BYTES: usize = 2 * 1024 * 1024;

const TITLE_CHARS: usize = 150;
const DESCRIPTION_CHARS: usize = 300;

/// The declaration of the encoding must be within these bytes.
const ENCODING_DECLARATION_BYTES: usize = 1024;

/// The page is parsed in chunks of this size; the time limit is checked between them.
const CHUNK_BYTES: usize = 16 * 1024;

/// Parsing time limit, longer than any honest page takes.
const PARSE_TIME_LIMIT: Duration = Duration::from_millis(500);

/// Preview data of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Title, never empty.
    pub title: String,
    /// Description; may be empty.
    pub description: String,
    /// Address of a picture.
    pub image: Option<Url>,
}

/// Fetches a page and extracts its preview data. None: no title.
pub async fn look(fetcher: &Fetcher, url: &Url) -> Result<Option<Page>, Refused> {
    let kinds = &["text/html", "application/xhtml+xml"];
    let wanted = Wanted { kinds, most_bytes: MAX_BYTES, excess: OverflowPolicy::Cut, hosts: None };
    let fetched = fetcher.get(url, &wanted).await?;
    tokio::task::spawn_blocking(move || read(&fetched)).await.map_err(|_| Refused::Failed)
}

/// Fetches a preview picture; the content is untrusted.
pub async fn picture(fetcher: &Fetcher, url: &Url) -> Result<Vec<u8>, Refused> {
    let kinds = &["image/jpeg", "image/png", "image/webp", "image/gif"];
    let wanted = Wanted { kinds, most_bytes: MAX_PICTURE_BYTES, excess: OverflowPolicy::Refuse, hosts: None };
    Ok(fetcher.get(url, &wanted).await?.bytes)
}

fn read(fetched: &Fetched) -> Option<Page> {
    let text = decode(&fetched.bytes, &fetched.content_type);
    let tokenizer = Tokenizer::new(Head::default(), html5ever::tokenizer::TokenizerOpts::default());
    let started = Instant::now();
    let (input, mut rest) = (BufferQueue::default(), &*text);
    while !rest.is_empty() && started.elapsed() < PARSE_TIME_LIMIT && !tokenizer.sink.0.borrow().is_over {
        let (piece, later) = rest.split_at(rest.floor_char_boundary(CHUNK_BYTES.min(rest.len())));
        input.push_back(piece.into());
        // Scripts do not run; parsing continues after them.
        while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
        rest = later;
    }
    tokenizer.sink.0.take().page(&fetched.url)
}

/// Decodes by the header, else by the page's declaration, else as UTF-8.
fn decode<'b>(bytes: &'b [u8], content_type: &str) -> std::borrow::Cow<'b, str> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(ENCODING_DECLARATION_BYTES)]).to_ascii_lowercase();
    let encoding = charset(content_type).or_else(|| charset(&start)).unwrap_or(UTF_8);
    encoding.decode(bytes).0
}

fn charset(text: &str) -> Option<&'static Encoding> {
    let (_, label) = text.split_once("charset=")?;
    let label = label.trim_start_matches(['"', '\'']);
    Encoding::for_label(label.split(['"', '\'', ';', '>', ' ', '/']).next()?.as_bytes())
}

/// Token sink for the head of a page.
#[derive(Default)]
struct Head(RefCell<Found>);

#[derive(Default)]
struct Found {
    title: String,
    is_in_title: bool,
    /// In order of preference: tags for previews before tags for search engines.
    shared_title: Option<String>,
    shared_description: Option<String>,
    description: Option<String>,
    image: Option<String>,
    other_image: Option<String>,
    base: Option<String>,
    /// The body text has begun.
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
                let field = match &*name {
                    "og:title" | "twitter:title" => &mut self.shared_title,
                    "og:description" | "twitter:description" => &mut self.shared_description,
                    "description" => &mut self.description,
                    "og:image" | "og:image:url" | "og:image:secure_url" => &mut self.image,
                    "twitter:image" | "twitter:image:src" => &mut self.other_image,
                    _ => return TokenSinkResult::Continue,
                };
                *field = field.take().or_else(|| attribute("content"));
            }
            // Metadata in the body is accepted only before its text.
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
    fn preview_tags_take_precedence() {
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
    fn plain_page_yields_its_title() {
        let page = page("<title>Moss &lt;and&gt; <b>fern</b></title><meta name=description content=Green>").unwrap();
        assert_eq!((&*page.title, &*page.description), ("Moss <and> <b>fern</b>", "Green"));
        assert_eq!(page.image, None);
    }

    #[test]
    fn page_without_title_has_no_preview() {
        for html in ["", "<p>hello", "<title> \u{200b}\n</title>", "<meta name=description content=x>", "\0\0\0"] {
            assert_eq!(page(html), None, "{html}");
        }
    }

    #[test]
    fn scripts_and_body_text_are_ignored() {
        let html =
            "<script>var a = \"<title>no</title>\"</script><noscript><meta property=og:title content=no></noscript>
                    <title>yes</title><article><meta property=og:title content=no>";
        assert_eq!(page(html).unwrap().title, "yes");
    }

    #[test]
    fn picture_addresses_must_be_http() {
        for wrong in ["javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "ftp://a/b", "http://["]
        {
            let html = format!("<title>a</title><meta property=og:image content='{wrong}'>");
            assert_eq!(page(&html).unwrap().image, None, "{wrong}");
        }
        let based = page("<base href='https://cdn.example/x/'><title>a</title><meta property=og:image content=1.png>");
        assert_eq!(based.unwrap().image.unwrap().as_str(), "https://cdn.example/x/1.png");
    }

    #[test]
    fn declared_encodings_are_decoded() {
        assert_eq!(read_as("text/html; charset=iso-8859-1", b"<title>Gr\xfc\xdfe</title>").unwrap().title, "Grüße");
        let japanese = b"<meta charset=\"shift_jis\"><title>\x93\xfa\x96{</title>";
        assert_eq!(read_as("text/html", japanese).unwrap().title, "日本");
        assert_eq!(read_as("text/html", "<title>Grüße</title>".as_bytes()).unwrap().title, "Grüße");
        assert_eq!(read_as("text/html; charset=nonsense", "<title>ü</title>".as_bytes()).unwrap().title, "ü");
    }

    #[test]
    fn malformed_pages_are_parsed_safely() {
        let many = |piece: &str| piece.repeat(MAX_BYTES / piece.len());
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
