//! Quizzes of other learning platforms: what is taken over, what is listed, and hostile files.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use content_bundle::quiz_import::{Format, Imported, read};
use proptest::prelude::*;
use questions::{Question, QuestionType};

const GIFT: &str = r#"// A comment
$CATEGORY: animals

::Bees:: [html]How many <b>legs</b> has a bee\: &lt;7? {
  =six#Right, like all insects.
  ~four #Look again. ~%50%five
}

Which are <b>birds</b>? {~%50%robin ~%50%owl ~%-100%bat}

The earth is round {T#It is.#Well done.}

Two and two {=4 =four#In words.}

Why? {}

Pi {#3.14:0.01}

Grow a tree {=2. -> water =1. -> seed =3. -> wait}

Capitals {=France -> Paris =Italy -> Rome}

Only a text.

Broken {=a
"#;

fn imported(text: &str, format: Format) -> Imported {
    read(text.as_bytes(), format, "Animal quiz", "en").unwrap()
}

fn shape(question: &Question) -> (QuestionType, &str, Vec<(&str, bool)>) {
    let options = question.options.iter().map(|option| (option.label["en"].as_str(), option.is_correct)).collect();
    (question.question_type, &question.label["en"], options)
}

#[test]
fn gift_is_taken_over_and_the_rest_is_listed() {
    let Imported { quiz, left_out } = imported(GIFT, Format::Gift);
    assert_eq!(quiz.key, "animal-quiz");
    let shapes = quiz.questions.iter().map(shape).collect::<Vec<_>>();
    let expected = [
        (
            QuestionType::SingleChoiceRadio,
            "How many legs has a bee: <7?",
            vec![("six", true), ("four", false), ("five", false)],
        ),
        (
            QuestionType::MultiChoiceDropDown,
            "Which are <b>birds</b>?",
            vec![("robin", true), ("owl", true), ("bat", false)],
        ),
        (QuestionType::SingleChoiceRadio, "The earth is round", vec![("True", true), ("False", false)]),
        (QuestionType::Text, "Two and two", vec![]),
        (QuestionType::TextBox, "Why?", vec![]),
        (QuestionType::Number, "Pi", vec![]),
        (QuestionType::ArrangeInOrder, "Grow a tree", vec![("seed", false), ("water", false), ("wait", false)]),
    ];
    assert_eq!(shapes, expected);
    assert_eq!(quiz.questions[0].key, "bees");
    let bees = &quiz.questions[0].options;
    assert_eq!(bees[0].explanation["en"], "Right, like all insects.");
    let round = &quiz.questions[2].options;
    assert_eq!((&*round[0].explanation["en"], &*round[1].explanation["en"]), ("Well done.", "It is."));
    let notes = left_out.iter().map(|note| format!("{}: {}", note.line, note.text)).collect::<Vec<_>>();
    for (note, expected) in notes.iter().zip([
        "2: the category is left out",
        "4: answers with a part",
        "13: the expected answer \"4\"",
        "13: the expected answer \"four\"",
        "13: the feedback \"In words.\"",
        "17: the expected number \"3.14:0.01\"",
        "21: the question is left out: there are no questions with pairs",
        "23: a description is left out",
        "25: the question is left out: its answers have no closing brace",
    ]) {
        assert!(note.starts_with(expected), "{note}\n{expected}");
    }
    assert_eq!(notes.len(), 9, "{notes:?}");
}

#[test]
fn formats_of_answers_and_feedback_are_no_text() {
    let gift =
        "[markdown]Which? {=[html]<b>Ask</b> &amp; listen#[html]<p>Yes</p> ~%0%[moodle]Tell#[markdown]No ~[plain]<b>}";
    let Imported { quiz, .. } = imported(gift, Format::Gift);
    let options = &quiz.questions[0].options;
    let texts = options.iter().map(|one| (&*one.label["en"], one.explanation.get("en").map(String::as_str)));
    let expected = [("Ask & listen", Some("Yes")), ("Tell", Some("No")), ("<b>", None)];
    assert_eq!(texts.collect::<Vec<_>>(), expected);
    let Imported { quiz, .. } = imported("Order {=[html]<i>2.</i> -> [html]<i>b</i> =1. -> a}", Format::Gift);
    assert_eq!(quiz.questions[0].options.iter().map(|one| &*one.label["en"]).collect::<Vec<_>>(), ["a", "b"]);
}

fn moodle(questions: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<quiz>\n{questions}\n</quiz>")
}

#[test]
fn moodle_xml_is_taken_over_and_the_rest_is_listed() {
    let xml = moodle(
        r#"<question type="category"><category><text>x</text></category></question>
<question type="multichoice"><name><text>Birds</text></name>
<questiontext format="html"><text><![CDATA[<p>Which&nbsp;are <b>birds</b>?</p><img src="@@PLUGINFILE@@/x.png">]]></text></questiontext>
<single>false</single>
<answer fraction="50" format="html"><text>&lt;p&gt;owl &amp;amp; robin&lt;/p&gt;</text><feedback><text>Yes</text></feedback></answer>
<answer fraction="-50"><text>bat &#38; fox</text><feedback><text></text></feedback></answer>
</question>
<question type="truefalse"><name><text>Earth</text></name><questiontext><text>Round?</text></questiontext>
<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>
<question type="ordering"><name><text>Tree</text></name><questiontext><text>Grow</text></questiontext>
<answer fraction="1"><text>seed</text></answer><answer fraction="2"><text>tree</text></answer></question>
<question type="cloze"><name><text>C</text></name><questiontext><text>{1:SA:=x}</text></questiontext></question>"#,
    );
    let Imported { quiz, left_out } = imported(&xml, Format::MoodleXml);
    let shapes = quiz.questions.iter().map(shape).collect::<Vec<_>>();
    let expected = [
        (QuestionType::MultiChoiceDropDown, "Which are birds?", vec![("owl & robin", true), ("bat & fox", false)]),
        (QuestionType::SingleChoiceRadio, "Round?", vec![("True", true), ("False", false)]),
        (QuestionType::ArrangeInOrder, "Grow", vec![("seed", false), ("tree", false)]),
    ];
    assert_eq!(shapes, expected);
    let notes = left_out.iter().map(|note| format!("{}: {}", note.line, note.text)).collect::<Vec<_>>();
    assert_eq!(
        notes,
        [
            "3: the category is left out",
            "5: a picture is left out",
            "14: the question is left out: there are no questions of the type \"cloze\"",
        ]
    );
}

#[test]
fn hostile_files_are_refused_with_their_line() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]>\n<quiz>&b;</quiz>";
    let deep = moodle(&"<a>".repeat(100_000));
    for (text, line, reason) in [
        (bomb.as_bytes(), 1, "a document type is not allowed"),
        (b"<quiz>\n&b;</quiz>", 2, "the entity \"b\" is not one of XML"),
        (deep.as_bytes(), 3, "a is inside more than 32 elements"),
        (b"<quiz>\n<question>\n</quiz>", 3, "this is not XML"),
        (b"<quiz>\n\xff</quiz>", 2, "this is not UTF-8"),
        (b"<html></html>", 1, "the outermost element must be quiz"),
        (b"", 1, "there is no element"),
    ] {
        let error = read(text, Format::MoodleXml, "x", "en").unwrap_err();
        assert!(error.line == line && error.text.starts_with(reason), "{error:?} {reason}");
    }
    let braces = "{".repeat(1_000_000);
    assert!(imported(&braces, Format::Gift).quiz.questions.is_empty());
}

/// Writes a text of GIFT.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| "~=#{}:\\".contains(c).then_some('\\').into_iter().chain([c])).collect()
}

proptest! {
    #[test]
    fn written_gift_is_read_again(
        questions in proptest::collection::vec(
            ("[a-zäض][a-z~=#{}:% ]{0,20}[a-z?]", proptest::collection::vec("[a-z][a-z~=#{}:>]{0,9}", 2..5), 0..5_usize),
            1..8,
        ),
    ) {
        let mut text = String::new();
        for (label, options, right) in &questions {
            text.push_str(&format!("{} {{\n", escaped(label)));
            for (at, option) in options.iter().enumerate() {
                let mark = if at == right % options.len() { '=' } else { '~' };
                text.push_str(&format!(" {mark}{}\n", escaped(option)));
            }
            text.push_str("}\n\n");
        }
        let Imported { quiz, left_out } = imported(&text, Format::Gift);
        prop_assert_eq!(left_out, []);
        prop_assert_eq!(quiz.questions.len(), questions.len());
        for (question, (label, options, right)) in quiz.questions.iter().zip(&questions) {
            let words = label.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(&question.label["en"], &words);
            let expected = (0..).zip(options).map(|(at, option)| (option.as_str(), at == right % options.len()));
            prop_assert_eq!(shape(question).2, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_text_breaks_the_readers(text in any::<String>(), xml in "[<>/&;a-z\"= \n]{0,200}") {
        imported(&text, Format::Gift);
        let _ = read(xml.as_bytes(), Format::MoodleXml, "x", "en");
    }
}
