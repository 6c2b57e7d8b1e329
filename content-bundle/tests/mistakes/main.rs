//! Mistakes in a bundle are reported with file and line, all at once; a valid bundle is stored and written back.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::HashSet;

use content_bundle::{Files, built_in, read, write};
use proptest::prelude::*;
use store::Store;
use store::clock::Clock;
use store::content::{Audience, Bundle, FALLBACK, Origin, get};
use store::staff::Actor;

mod programmes;

/// Returns the built-in bundle with some files replaced.
fn with(changes: &[(&str, &str)]) -> Files {
    let mut files = built_in();
    files.extend(changes.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())));
    files
}

fn mistakes(changes: &[(&str, &str)]) -> Vec<String> {
    read(&with(changes)).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn built_in_bundle_is_valid() {
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
    let sessions = bundle.sessions.unwrap();
    for (audience, expected) in [(Audience::LearningHub, (12, 40, 15)), (Audience::Mentorship, (6, 18, 7))] {
        let sessions: Vec<_> = sessions.iter().filter(|session| session.audience == audience).collect();
        let steps = || sessions.iter().flat_map(|session| &session.steps);
        let quizzes = steps().flat_map(|step| &step.content).filter(|item| item.quiz.is_some()).count();
        assert_eq!((sessions.len(), steps().count(), quizzes), expected, "{audience:?}");
    }
    let surveys = bundle.surveys.unwrap();
    let pages = surveys.iter().flat_map(|survey| &survey.stages).flat_map(|stage| &stage.pages);
    let types: HashSet<_> = pages.flat_map(|page| &page.questions).map(|question| question.question_type).collect();
    assert_eq!(types.len(), 23, "every type occurs");
    assert_eq!(bundle.feed.unwrap().len(), 20);
}

#[test]
fn right_answers_of_quizzes_have_no_favourite_place() {
    let sessions = read(&built_in()).unwrap().sessions.unwrap();
    let content = sessions.iter().flat_map(|session| &session.steps).flat_map(|step| &step.content);
    let questions = content.filter_map(|item| item.quiz.as_ref()).flat_map(|quiz| &quiz.questions);
    let mut places = [0; 4];
    for question in questions {
        let right = || question.options.iter().enumerate().filter(|(_, option)| option.is_correct);
        if let (Some((place, _)), 1) = (right().next(), right().count()) {
            places[place] += 1;
        }
    }
    let all: usize = places.iter().sum();
    assert!(all > 25 && places.iter().all(|count| count * 2 < all), "{places:?}");
}

#[test]
fn learning_content_is_checked() {
    let of = |name: &str, changes: &[(&str, &str)]| {
        let mut text = String::from_utf8(built_in()[name].clone()).unwrap();
        for (from, to) in changes {
            assert!(text.contains(from), "{from} in {name}");
            text = text.replacen(from, to, 1);
        }
        mistakes(&[(name, &text)])
    };
    let session = "sessions/first-meeting.yaml";
    for (change, expected) in [
        (("key: first-meeting\n", "key: first\n"), "the file must be named sessions/first.yaml"),
        (("banner: ", "banner: no-"), "there is no file pictures/no-"),
        (("tags: [", "tags: [golf, "), "tags.yaml has no tag \"golf\""),
        (("color: green", "color: pink"), "pink"),
        (("type: TEXT\n", "type: QUIZ\n"), "quiz is missing"),
        (("type: TEXT\n", "type: QUIZ\n"), "text does not belong to this type"),
        (("published_on: 2026-01-12", "published_on: soon"), "invalid characters"),
    ] {
        let found = of(session, &[change]);
        assert!(found.iter().any(|mistake| mistake.starts_with(session) && mistake.contains(expected)), "{found:?}");
    }
    let found = of("surveys/what-helps-you.yaml", &[("allows_password: true", "allows_password: false")]);
    assert!(found[0].contains("a Password question needs the programme's permission by name"), "{found:?}");
    let found = of("surveys/what-helps-you.yaml", &[("tags: [money]", "tags: [golf]")]);
    assert!(found[0].contains("tags.yaml has no tag \"golf\""), "{found:?}");
    let found = of("feed.yaml", &[("event: quote", "event: post")]);
    assert!(found.iter().any(|mistake| mistake.contains("does not belong to this event")), "{found:?}");
}

#[test]
fn written_bundle_reads_back_equal() {
    let bundle =
        read(&with(&[("translations/en.yaml", "language: en\ntexts: {app: {home.greeting: 'Hi, {{name}}'}}")]));
    let bundle = bundle.unwrap();
    let again = read(&write(&bundle).unwrap()).unwrap();
    assert_eq!(in_order(again), in_order(bundle));
}

/// Folder and database differ in order, and no translation file equals an empty one.
fn in_order(mut bundle: Bundle) -> Bundle {
    bundle.translations.get_or_insert_default();
    bundle.surveys.iter_mut().for_each(|surveys| surveys.sort_by(|one, other| one.key.cmp(&other.key)));
    bundle.sessions.iter_mut().for_each(|sessions| sessions.sort_by(|one, other| one.key.cmp(&other.key)));
    bundle.documents.iter_mut().for_each(|documents| documents.sort_by_key(|document| document.id));
    bundle.programmes.iter_mut().for_each(|programmes| programmes.sort_by(|one, other| one.key.cmp(&other.key)));
    bundle.pictures.iter_mut().for_each(|pictures| pictures.sort_by(|one, other| one.name.cmp(&other.name)));
    bundle
}

/// A session of so many steps, the first with a quiz of so many questions.
fn long_session(steps: usize, questions: usize) -> String {
    let question = |number| format!("{{key: q{number}, type: Text, label: {{en: Why?}}}}");
    let questions = (0..questions).map(question).collect::<Vec<_>>().join(", ");
    let quiz = format!("{{type: QUIZ, quiz: {{key: long, questions: [{questions}]}}}}");
    let step = |number| {
        let content = if number == 0 { quiz.as_str() } else { "{type: TEXT, text: {en: Read.}}" };
        format!("  - {{key: s{number}, title: {{en: Step}}, minutes: 1, content: [{content}]}}\n")
    };
    let head = "key: long\ntitle: {en: Long}\noverview: {en: Long}\nbanner: door.svg\ncolor: red\naudience: learning_hub\n\
                roles: [mentee]\npublished_on: 2026-01-12\nsteps:\n";
    format!("{head}{}", (0..steps).map(step).collect::<String>())
}

/// A survey of two stages with these keys of questions.
fn survey_of(stages: [&[String]; 2]) -> String {
    let question = |key: &String| format!("{{key: {key}, type: Text, label: {{en: Why?}}}}");
    let stage = |(number, keys): (usize, &&[String])| {
        let questions = keys.iter().map(question).collect::<Vec<_>>().join(", ");
        format!("  - {{key: s{number}, name: {{en: S}}, pages: [{{title: {{en: P}}, questions: [{questions}]}}]}}\n")
    };
    let head = "key: long\nname: {en: Long}\nshort_description: {en: Long}\nstages:\n";
    format!("{head}{}", stages.iter().enumerate().map(stage).collect::<String>())
}

#[test]
fn sizes_and_keys_are_limited() {
    let keys: Vec<String> = (0..402).map(|number| format!("q{number}")).collect();
    let (session, survey) = ("sessions/long.yaml", "surveys/long.yaml");
    for (file, text, expected) in [
        (session, long_session(100, 200), None),
        (session, long_session(101, 200), Some("a session has 1 to 100 steps")),
        (session, long_session(0, 0), Some("a session has 1 to 100 steps")),
        (session, long_session(100, 201), Some("there are 201 questions; at most 200 are allowed")),
        (survey, survey_of([&keys[..200], &keys[200..400]]), None),
        (survey, survey_of([&keys[..201], &keys[201..]]), Some("there are 201 questions; at most 200 are allowed")),
        (survey, survey_of([&keys[..3], &keys[2..4]]), Some("\"q2\" is there twice; the other one is in stage s0")),
    ] {
        let found = read(&with(&[(file, &text)])).err().unwrap_or_default();
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        let is_expected = match expected {
            None => found.is_empty(),
            Some(expected) => found.iter().any(|mistake| mistake.starts_with(file) && mistake.ends_with(expected)),
        };
        assert!(is_expected, "{expected:?}: {found:?}");
    }
}

#[test]
fn mistake_is_reported_with_position() {
    for (file, text, told) in [
        ("languages.yaml", "languages:\n  - {code: en, name: English}", "languages.yaml:1: exactly one language"),
        ("languages.yaml", "languages:\n  - code: en\n    nmae: E", "languages.yaml:3: \"nmae\" is not known here"),
        (
            "sessions/a.yaml",
            "key: a\ntitle: {en: A}\noverview: {en: A}\nbanner: a.svg\ncolor: red\naudience: learning_hub\nroles: [mentee]\n\
             published_on: 2026-01-05\nsteps:\n  - key: b\n    title: {en: B}\n    minutes: 5\n    content:\n      - type: TEXT\n\
             \x20       text: {en: C}\n        minutes: 5\n      - type: TEXT\n        txet: {en: D}\n",
            "sessions/a.yaml:16: \"minutes\" is not known here",
        ),
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
            "programmes:\n  - key: a\n    name: A\n    time_zone: UTC\n    sign_up:\n      email_domains:\n        mentees:\n          - '@x'",
            "programmes.yaml:8: \"@x\" is not a domain",
        ),
        (
            "programmes.yaml",
            "programmes:\n  - key: a\n    name: A\n    time_zone: UTC\n    sign_up:\n      email_domains: [school.example]",
            "programmes.yaml:6: name the role that each domain admits",
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
        ("faqs.yaml", "topics: []", "faqs.yaml:1: unknown file name"),
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
fn all_mistakes_are_reported_together() {
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

/// An accidental edit of one file.
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

/// Returns the built-in bundle with one edit.
fn edited_bundle(file: usize, at: usize, edit: &Edit) -> Files {
    let mut files = built_in();
    // One session stands for all: reading each takes long without optimisation.
    files.retain(|name, _| !name.starts_with("sessions/") || name == "sessions/set-a-goal.yaml");
    let names = files.keys().filter(|name| name.ends_with(".yaml")).cloned().collect::<Vec<_>>();
    let name = names[file % names.len()].clone();
    let text = edited(std::str::from_utf8(&files[&name]).unwrap(), at, edit);
    files.insert(name, text.into_bytes());
    files
}

/// Stores a bundle over existing content, twice, and compares the result.
async fn stored_and_written(store: &Store, bundle: &Bundle) {
    let actor = Actor::CommandLine { user: "test".to_owned() };
    store::administration::import_content(store, &actor, bundle, Origin::Operator).await.unwrap();
    let mut there = get(store).await.unwrap();
    store::administration::import_content(store, &actor, bundle, Origin::Operator).await.unwrap();
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
fn stored_bundle_is_written_back_equal() {
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
    fn random_edit_is_valid_or_located(file in 0..100_usize, at in 0..100_000_usize, edit in edit()) {
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
