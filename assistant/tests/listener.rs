//! Contract with transcription servers: requests, valid and invalid answers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::sync::Arc;
use std::time::Duration;

use assistant::{Content, Failure, OpenAi, OpenAiSettings};
use test_kit::{Model, Script};

const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Not text in any encoding, like a recording.
const RECORDING: &[u8] = b"\0\0\0\x18ftypmp42\xff\xfe\r\n\r\nthe end";

fn listener(base_url: &str) -> OpenAi {
    test_kit::choose_crypto();
    let settings = OpenAiSettings {
        base_url: base_url.to_owned(),
        key: "s3cret".into(),
        model: "writes".into(),
        answer_tokens: 300,
        limit: TIME_LIMIT,
    };
    OpenAi::new(settings, Arc::new(Content::built_in().unwrap())).unwrap()
}

async fn hear(script: Script) -> Result<String, Failure> {
    let model = Model::start(&[script]).await;
    // Only a silent server reaches the limit.
    let limit = if script == Script::Silent { Duration::from_millis(200) } else { TIME_LIMIT };
    listener(&model.base_url).transcribe_part("listens", RECORDING.to_vec(), limit).await
}

#[tokio::test]
async fn recording_is_sent_as_multipart_form() {
    let mut model = Model::start(&[Script::Json(r#"{"text": "Hallo Tom,\nschön!", "x_vendor": {"a": 1}}"#)]).await;
    let text = listener(&model.base_url).transcribe_part("listens", RECORDING.to_vec(), TIME_LIMIT).await.unwrap();
    assert_eq!(text, "Hallo Tom,\nschön!");
    let asked = model.asked().await;
    let boundary = asked.split_once("\r\n").unwrap().0;
    let parts: Vec<_> = asked.split(boundary).map(|part| part.trim_matches('\r').trim_matches('\n')).collect();
    let [_, model_part, format, file, end] = parts[..] else { panic!("{asked}") };
    assert!(model_part.contains("name=\"model\"") && model_part.contains("\r\n\r\nlistens"), "{model_part}");
    assert!(format.contains("name=\"response_format\"") && format.contains("\r\n\r\njson"), "{format}");
    assert!(file.contains("name=\"file\"; filename=\"call.mp4\""), "{file}");
    assert!(file.contains(&*String::from_utf8_lossy(RECORDING)), "every byte of it");
    assert_eq!(end.trim(), "--");
    assert!(!asked.contains("s3cret"), "the key is in the header alone");
}

#[tokio::test]
async fn transcription_failures_are_distinguished() {
    let garbled = |failure: &Failure| matches!(failure, Failure::Garbled(_));
    for (script, is_it) in [
        (Script::Silent, (|failure| *failure == Failure::Slow) as fn(&Failure) -> bool),
        // A retry may succeed, so this is not an invalid answer.
        (Script::JsonCutOff(r#"{"text": "Hallo"}"#), |failure| *failure == Failure::CutOff),
        (Script::JsonCutOff(r#"{"text": "Ha"#), |failure| *failure == Failure::CutOff),
        (Script::Busy(7), |failure| *failure == Failure::Busy { retry_after: Some(Duration::from_secs(7)) }),
        (Script::Fails(500), |failure| *failure == Failure::Status(500)),
        (Script::Fails(413), |failure| *failure == Failure::Status(413)),
        (Script::Fails(302), |failure| *failure == Failure::Status(302)),
        (Script::Page, garbled),
        (Script::Rubbish, garbled),
        (Script::Json("[1, 2]"), garbled),
        (Script::Json(r#"{"words": []}"#), garbled),
        (Script::HangsUp, |failure| matches!(failure, Failure::Unreachable(_))),
    ] {
        let failure = hear(script).await.unwrap_err();
        assert!(is_it(&failure), "{script:?}: {failure:?}");
    }
}

#[tokio::test]
async fn silent_part_has_no_text() {
    assert_eq!(hear(Script::Json(r#"{"text": " \n "}"#)).await.unwrap(), "");
}
