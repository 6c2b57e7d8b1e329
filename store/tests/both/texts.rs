//! Texts and file names are returned as they were written.

use sqlx::types::Json;
use store::attachments::NewFile;
use store::messages::{self, Draft};

use crate::test_store::draft;
use test_kit::both;

/// Texts with JSON, SQL or Unicode edge cases.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        // Valid JSON that is not a string.
        "123",
        "-0.50",
        "1e400",
        "null",
        "true",
        "{}",
        "[]",
        "{\"a\": 1}",
        "\"quoted\"",
        "",
        " ",
        "it's \"so\" `called`",
        "C:\\new\\table \\u0041 \\\\",
        "%_$1 ?1 :a @b {{x}} --; DROP TABLE messages;",
        "line\nline\r\nline\ttab\u{b}\u{7f}\u{1b}[31m",
        "👩🏽‍🏫 🇬🇧 👍🏿 e\u{301} \u{200d}\u{feff}",
        "مرحبا \u{202e}hub\u{202c} שלום",
        "\u{2028}\u{2029}\u{85}\u{fffd}\u{ffff}\u{10ffff}",
    ]
    .map(str::to_owned)
    .into();
    texts.push("👩🏽‍🏫".repeat(2_000));
    texts.push("\\\"'".repeat(2_667)[..8_000].to_owned());
    texts
}

both!(message_text_is_returned_exactly, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for text in texts() {
        let sent = app.send(channel, maya, &text).await;
        assert_eq!(sent.body, text);
    }
    let stored = messages::between(&app.store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.into_iter().map(|message| message.body).collect::<Vec<_>>(), texts());
});

both!(temp_ids_are_compared_as_plain_text, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for temp_id in ["1", "1.0", "01", "null", "\"1\"", "{}", "It's", "👍", "\\"] {
        let draft = Draft { temp_id: temp_id.to_owned(), ..draft(channel, maya, temp_id) };
        let first = app.store.writer.append(draft.clone()).await.unwrap();
        assert!(!first.repeated, "{temp_id} equals an earlier one");
        let again = app.store.writer.append(draft).await.unwrap();
        assert!(again.repeated, "{temp_id} is not found");
        assert_eq!(again.message.temp_id, temp_id);
    }
});

both!(attachments_are_returned_with_their_message, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let name = "Zeugnis \"2026\" \\ 👍.pdf";
    let file = NewFile { name: name.into(), media_type: "application/pdf".into(), ..NewFile::default() };
    let file = store::attachments::add(&app.store, channel, maya, file).await.unwrap().unwrap();
    let sent = Draft { attachments: vec![file.clone()], ..draft(channel, maya, "") };
    app.store.writer.append(sent).await.unwrap();
    let stored = messages::between(&app.store, channel, 0, 1).await.unwrap();
    assert_eq!(stored[0].attachments, Json(vec![file]));
});
