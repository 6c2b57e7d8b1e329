//! Contract with servers that speak the OpenAI streaming protocol: requests, valid and invalid answers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::sync::Arc;
use std::time::Duration;

use assistant::{Answer, Content, Failure, Line, OpenAi, OpenAiSettings, Provider, Question};
use serde_json::Value;
use test_kit::{Model, Script};

fn provider(base_url: &str, limit: Duration) -> OpenAi {
    test_kit::choose_crypto();
    let settings = OpenAiSettings {
        base_url: base_url.to_owned(),
        key: "s3cret".into(),
        model: "small".into(),
        answer_tokens: 300,
        limit,
    };
    OpenAi::new(settings, Arc::new(Content::built_in().unwrap())).unwrap()
}

fn question(text: &str) -> Question {
    let before = vec![Line { by_person: true, text: "Hi".into() }, Line { by_person: false, text: "Hello!".into() }];
    let passages = Content::built_in().unwrap().language("en").library(vec![]).find(text);
    Question { language: "en".into(), before, text: text.into(), passages }
}

async fn ask(script: Script) -> Result<Answer, Failure> {
    let model = Model::start(&[script]).await;
    // Only a silent server reaches the limit.
    let limit = if script == Script::Silent { Duration::from_millis(200) } else { Duration::from_secs(10) };
    let provider = provider(&model.base_url, limit);
    provider.answer(&question("Who can read my messages?"), &mut |_| ()).await
}

#[tokio::test]
async fn streamed_answer_ends_with_sources_and_tokens() {
    let script = Script::SaysAndWaits("Those who \"are\" in it [1].\n\n\n", "\nGr\u{fc}\u{df}e \u{1F44B}\u{7}");
    let model = Model::start(&[script]).await;
    let mut so_far = Vec::new();
    let provider = provider(&model.base_url, Duration::from_secs(10));
    let mut heard = |text| {
        so_far.push(text);
        model.go_on();
    };
    let answer = provider.answer(&question("Who can read my messages?"), &mut heard).await.unwrap();
    assert_eq!(answer.text, "Those who \"are\" in it.\n\nGrüße 👋");
    assert_eq!(answer.sources, ["Frequently asked questions: Who can read my messages?"]);
    assert_eq!(answer.tokens, 42);
    assert_eq!(so_far, ["Those who \"are\" in it.", answer.text.as_str()]);
}

#[tokio::test]
async fn model_gets_only_conversation_and_passages() {
    let mut model = Model::start(&[Script::Says("Yes.")]).await;
    let provider = provider(&model.base_url, Duration::from_secs(10));
    provider.answer(&question("Who can read my messages?"), &mut |_| ()).await.unwrap();
    let request: Value = serde_json::from_str(&model.asked().await).unwrap();
    assert_eq!(
        (&request["model"], &request["stream"], &request["max_tokens"]),
        (&"small".into(), &true.into(), &300.into())
    );
    let messages = request["messages"].as_array().unwrap();
    let said: Vec<_> = messages[1..].iter().map(|message| message["content"].as_str().unwrap()).collect();
    assert_eq!(said, ["Hi", "Hello!", "Who can read my messages?"]);
    assert!(!request.to_string().contains("s3cret"), "the key is in the header alone");
}

#[tokio::test]
async fn model_failures_are_distinguished() {
    let garbled = |failure: &Failure| matches!(failure, Failure::Garbled(_));
    for (script, is_it) in [
        (Script::Silent, (|failure| *failure == Failure::Slow) as fn(&Failure) -> bool),
        (Script::CutOff("Those who"), |failure| *failure == Failure::CutOff),
        (Script::Busy(7), |failure| *failure == Failure::Busy { retry_after: Some(Duration::from_secs(7)) }),
        (Script::Fails(500), |failure| *failure == Failure::Status(500)),
        (Script::Fails(302), |failure| *failure == Failure::Status(302)),
        (Script::Page, garbled),
        (Script::Rubbish, garbled),
        (Script::OtherJson, garbled),
        (Script::ErrorInStream, garbled),
        (Script::Says("\u{7}"), garbled),
        (Script::HangsUp, |failure| matches!(failure, Failure::Unreachable(_))),
    ] {
        let failure = ask(script).await.unwrap_err();
        assert!(is_it(&failure), "{script:?}: {failure:?}");
    }
}

#[tokio::test]
async fn unreachable_server_error_hides_its_address() {
    let model = Model::start(&[]).await;
    let url = model.base_url.clone();
    drop(model);
    let failure = provider(&url, Duration::from_secs(10)).answer(&question("?"), &mut |_| ()).await.unwrap_err();
    assert!(matches!(&failure, Failure::Unreachable(reason) if !reason.contains("127.0.0.1:")), "{failure:?}");
}
