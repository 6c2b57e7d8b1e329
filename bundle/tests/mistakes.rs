//! What is wrong with a bundle is told by file and line, all at once; what is not is stored, and written again.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use bundle::{Files, built_in, read, write};
use proptest::prelude::*;
use store::Store;
use store::clock::Clock;
use store::content::{Bundle, FALLBACK, Origin, get, put};

/// The built-in bundle with some files in the place of others.
fn with(changes: &[(&str, &str)]) -> Files {
    let mut files = built_in();
    files.extend(changes.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())));
    files
}

fn mistakes(changes: &[(&str, &str)]) -> Vec<String> {
    read(&with(changes)).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn the_built_in_bundle_is_whole() {
    let bundle = read(&built_in()).unwrap();
    let documents = bundle.documents.unwrap();
    let mut ids = documents.iter().map(|document| document.id).collect::<Vec<_>>();
    ids.sort_unstable();
    assert_eq!(ids, [3, 4, 6], "privacy, terms, code of conduct");
    for language in ["en", "de", "ar"] {
        assert!(documents.iter().all(|document| document.text.contains_key(language)), "{language}");
    }
    assert_eq!(bundle.declarations.unwrap().len(), 2);
    assert!(bundle.topics.unwrap().iter().flat_map(|topic| topic.questions.iter()).count() > 15);
    assert!(bundle.cards.unwrap().iter().all(|card| card.text.contains_key("ar")));
}

#[test]
fn writing_and_reading_gives_the_same_bundle() {
    let bundle =
        read(&with(&[("translations/en.yaml", "language: en\ntexts: {app: {home.greeting: 'Hi, {{name}}'}}")]));
    let bundle = bundle.unwrap();
    let again = read(&write(&bundle).unwrap()).unwrap();
    assert_eq!(in_order(again), in_order(bundle));
}

/// A folder and a database have orders of their own, and no file of translations is as good as none in it.
fn in_order(mut bundle: Bundle) -> Bundle {
    bundle.translations.get_or_insert_default();
    bundle.documents.iter_mut().for_each(|documents| documents.sort_by_key(|document| document.id));
    bundle.programmes.iter_mut().for_each(|programmes| programmes.sort_by(|one, other| one.key.cmp(&other.key)));
    bundle.pictures.iter_mut().for_each(|pictures| pictures.sort_by(|one, other| one.name.cmp(&other.name)));
    bundle
}

#[test]
fn a_mistake_is_told_with_its_place() {
    for (file, text, told) in [
        ("languages.yaml", "languages:\n  - {code: en, name: English}", "languages.yaml:1: exactly one language"),
        ("languages.yaml", "languages:\n  - code: en\n    nmae: E", "languages.yaml:3: \"nmae\" is not known here"),
        ("languages.yaml", "- en", "languages.yaml:1: the file must be made of keys and values"),
        ("faq.yaml", "topics:\n  - key: a\n   title: x", "faq.yaml:3: this is not YAML"),
        ("faq.yaml", "topics: &a []", "faq.yaml:1: anchors are not known here"),
        (
            "faq.yaml",
            "topics:\n  - key: A b\n    title: {en: T}\n    questions: []",
            "faq.yaml:2: \"A b\" must be made",
        ),
        (
            "faq.yaml",
            "topics:\n  - key: a\n    title:\n      de: T\n    questions: []",
            "faq.yaml:4: the English text (en) is",
        ),
        ("faq.yaml", "topics:\n  - key: a\n    key: b", "faq.yaml:3: \"key\" is there twice"),
        (
            "faq.yaml",
            "topics:\n  - key: a\n    title: {en: T}\n    questions:\n      - key: q\n        question: {en: Q}\n        \
             answer:\n          en: See <b>here</b>\n",
            "faq.yaml:8: HTML is not allowed in texts",
        ),
        (
            "cards.yaml",
            "cards:\n  - key: a\n    place: moon\n    text: {en: T}",
            "cards.yaml:3: unknown variant `moon`",
        ),
        (
            "cards.yaml",
            "cards:\n  - key: a\n    place: internship\n    text: {en: T}\n    link: javascript:x",
            "cards.yaml:5: a link",
        ),
        (
            "cards.yaml",
            "cards:\n  - key: a\n    place: internship\n    text: {en: T}\n    picture: no.png\n    alt: {en: A}",
            "cards.yaml:5: there is no file pictures/no.png",
        ),
        (
            "declarations.yaml",
            "declarations:\n  - role: staff\n    text: {en: T}",
            "declarations.yaml:2: only a mentor",
        ),
        (
            "declarations.yaml",
            "declarations:\n  - role: mentor\n    text: {en: T, tlh: T}",
            "declarations.yaml:3: \"tlh\" is not",
        ),
        ("documents/terms.yaml", "id: four\ntitle: {en: T}\ntext: {en: T}", "documents/terms.yaml:1: invalid digit"),
        (
            "documents/more.yaml",
            "title: {en: T}\ntext: {en: T}\nid: 4",
            "documents/terms.yaml:2: the id 4 is there twice",
        ),
        (
            "programmes.yaml",
            "programmes:\n  - key: a\n    name: A\n    time_zone: Moon/Tycho",
            "programmes.yaml:4: \"Moon/Tycho\"",
        ),
        (
            "programmes.yaml",
            "programmes:\n  - key: a\n    name: A\n    time_zone: UTC\n    sign_up:\n      email_domains:\n        - '@x'",
            "programmes.yaml:7: \"@x\" is not a domain",
        ),
        (
            "programmes.yaml",
            "programmes:\n  - key: a\n    name: A\n    time_zone: UTC\n    blackout:\n      weekly:\n        - {day: Som, from: \
             '10:00:00', to: '11:00:00'}",
            "programmes.yaml:7: ",
        ),
        (
            "translations/en.yaml",
            "language: en\ntexts:\n  app:\n    home.greting: Hi",
            "translations/en.yaml:4: the pages have no",
        ),
        (
            "translations/en.yaml",
            "language: en\ntexts:\n  app:\n    home.greeting: Hi",
            "translations/en.yaml:4: the text must fill",
        ),
        ("pictures/evil.svg", "<svg>\n<script/></svg>", "pictures/evil.svg:2: a drawing must not contain"),
        ("pictures/evil.exe", "MZ", "pictures/evil.exe:1: this is not PNG"),
        ("faqs.yaml", "topics: []", "faqs.yaml:1: nobody reads a file of this name"),
    ] {
        let found = mistakes(&[(file, text)]);
        assert!(found.iter().any(|mistake| mistake.starts_with(told)), "{told}\n{found:#?}");
    }
    let twice = "programmes:\n  - {key: a, name: A, time_zone: UTC, sign_up: {institutions: [{name: I, codes: [CODE-1]}]}}\n  \
                 - {key: a, name: B, time_zone: UTC, sign_up: {institutions: [{name: I, codes: [code-1]}]}}";
    let found = mistakes(&[("programmes.yaml", twice)]);
    assert!(found.iter().any(|mistake| mistake.starts_with("programmes.yaml:3: the code \"code-1\" is there twice")));
    assert!(found.iter().any(|mistake| mistake.starts_with("programmes.yaml:3: \"a\" is there twice")));
    assert!(!read(&Files::new()).unwrap_err().is_empty(), "an empty folder is a mistake");
}

#[test]
fn all_mistakes_are_told_at_once() {
    let found = mistakes(&[
        ("languages.yaml", "langauges: []"),
        ("cards.yaml", "cards:\n  - {key: a, pluce: x, colour: y, place: internship, text: {de: T}}\n  - 7"),
        ("programmes.yaml", "programmes:\n  - name: A\n    rules: none"),
    ]);
    for told in [
        "languages.yaml:1: \"langauges\" is not known here",
        "languages.yaml:1: there is no list named languages",
        "cards.yaml:2: \"pluce\" is not known here",
        "cards.yaml:2: \"colour\" is not known here",
        "cards.yaml:3: ",
        "programmes.yaml:2: key is missing",
        "programmes.yaml:2: time_zone is missing",
        "programmes.yaml:3: \"rules\" is not known here",
    ] {
        assert!(found.iter().any(|mistake| mistake.starts_with(told)), "{told}\n{found:#?}");
    }
}

/// One edit as people make them by mistake, somewhere in one file.
#[derive(Clone, Debug)]
enum Edit {
    DropLine,
    RepeatLine,
    Indent,
    DropCharacter,
    Insert(String),
    CutOff,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        Just(Edit::DropLine),
        Just(Edit::RepeatLine),
        Just(Edit::Indent),
        Just(Edit::DropCharacter),
        Just(Edit::CutOff),
        prop::sample::select(vec![
            "-", ":", "\"", "'", "&a", "*a", "!x", "{", "}", "[", "]", "#", "|", ">", "%", "@", "---\n", "\t", "\0",
            "\u{feff}", "<b>", "]]>", "? ", "null", "1e999", "\u{202e}", "...\n", ", ", "key: ", "\n\n"
        ])
        .prop_map(|text| Edit::Insert(text.to_owned())),
    ]
}

fn edited(text: &str, at: usize, edit: &Edit) -> String {
    let mut lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    let line = at % lines.len().max(1);
    let cut = text.char_indices().map(|(index, _)| index).nth(at % text.chars().count().max(1)).unwrap_or(0);
    match edit {
        Edit::DropLine => drop(lines.remove(line)),
        Edit::RepeatLine => lines.insert(line, lines[line].clone()),
        Edit::Indent => lines[line].insert(0, ' '),
        Edit::DropCharacter => {
            let mut text = text.to_owned();
            text.remove(cut);
            return text;
        }
        Edit::Insert(what) => return format!("{}{what}{}", &text[..cut], &text[cut..]),
        Edit::CutOff => return text[..cut].to_owned(),
    }
    lines.join("\n")
}

/// The built-in bundle with one edit.
fn edited_bundle(file: usize, at: usize, edit: &Edit) -> Files {
    let mut files = built_in();
    let names = files.keys().filter(|name| name.ends_with(".yaml")).cloned().collect::<Vec<_>>();
    let name = names[file % names.len()].clone();
    let text = edited(std::str::from_utf8(&files[&name]).unwrap(), at, edit);
    files.insert(name, text.into_bytes());
    files
}

/// Stores a bundle over whatever was there, twice, and looks whether it comes out as it went in.
async fn stored_and_written(store: &Store, bundle: &Bundle) {
    put(store, bundle, Origin::Operator).await.unwrap();
    let mut there = get(store).await.unwrap();
    put(store, bundle, Origin::Operator).await.unwrap();
    assert_eq!(get(store).await.unwrap(), there, "the same again changes nothing");
    // Programmes of earlier bundles are closed and stay.
    if let (Some(programmes), Some(wanted)) = (&mut there.programmes, &bundle.programmes) {
        programmes.retain(|one| wanted.iter().any(|other| other.key == one.key) || one.settings.sign_up.is_open);
    }
    let there = in_order(there);
    assert_eq!(there, in_order(bundle.clone()), "what is stored is what was read");
    assert_eq!(in_order(read(&write(&there).unwrap()).unwrap()), there, "and what is written");
}

#[test]
fn a_whole_bundle_is_stored_and_written_as_it_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("hub.db").display());
    let options = store::Options::new(database, folder.path().join("files"));
    let store = runtime.block_on(Store::open(options, Clock::system())).unwrap();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let ran = runner.run(&(0..100_usize, 0..100_000_usize, edit()), |(file, at, edit)| {
        if let Ok(bundle) = read(&edited_bundle(file, at, &edit)) {
            runtime.block_on(stored_and_written(&store, &bundle));
        }
        Ok(())
    });
    ran.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn one_edit_leaves_a_whole_bundle_or_a_place_to_look_at(file in 0..100_usize, at in 0..100_000_usize, edit in edit()) {
        let files = edited_bundle(file, at, &edit);
        match read(&files) {
            Ok(bundle) => {
                let topics = bundle.topics.unwrap_or_default();
                prop_assert!(topics.iter().all(|topic| topic.title.contains_key(FALLBACK)));
            }
            Err(mistakes) => {
                prop_assert!(!mistakes.is_empty());
                let lines = |name: &str| files.get(name).map_or(1, |bytes| String::from_utf8_lossy(bytes).lines().count());
                for mistake in mistakes {
                    prop_assert!(files.contains_key(&mistake.file), "{mistake}");
                    let most = lines(&mistake.file);
                    prop_assert!((1..=most.max(1)).contains(&mistake.line), "{mistake}, of {most} lines");
                }
            }
        }
    }
}
