//! Files in the answers of surveys.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use test_kit::{both, samples};

use crate::browser::{Answer, Browser};
use crate::surveys::{LIST, draft, form, get, import, ines, papers, save, send, stored, survey, you};
use crate::test_app::Server;

pub(crate) async fn upload(browser: &Browser, purpose: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let form = Form::new().text("use", purpose.to_owned()).part("file", Part::bytes(bytes).file_name(name.to_owned()));
    browser.send(browser.request(Method::POST, "../answers/files/").multipart(form)).await
}

pub(crate) async fn fetch(server: &Server, address: &str) -> reqwest::Response {
    reqwest::get(format!("{}{address}", server.url)).await.unwrap()
}

both!(files_are_uploaded_claimed_and_shown, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(save(&ines, &you(&json!({"name": "Ines", "mood": "good"}))).await.status, 200);
    let photo = upload(&ines, "ImageResponse", "me.png", samples::png(40, 30)).await;
    assert_eq!((photo.status, &photo.body["name"]), (201, &json!("me.png")), "{}", photo.body);
    let untitled = save(&ines, &papers(&json!({"photo": {"file": photo.body["file"]}}))).await;
    assert_eq!(untitled.body["problems"]["photo"]["code"], "title_mandatory");
    // As the specification sends files: with the answers, by question.
    let answers = papers(&json!({"photo": {"file": photo.body["file"], "title": "Me"}}));
    let with_letter =
        form(&draft(answers, None)).part("letter", Part::bytes(samples::pdf(300, 400)).file_name("cv.pdf"));
    let saved = send(&ines, with_letter).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let answers = stored(&ines, "papers").await["answers"].clone();
    assert_eq!((&answers[0]["answer"]["title"], &answers[0]["answer"]["name"]), (&json!("Me"), &json!("me.png")));
    assert_eq!((&answers[1]["questionKey"], &answers[1]["answer"]["name"]), (&json!("letter"), &json!("cv.pdf")));
    let fetched = fetch(&server, answers[0]["answer"]["url"].as_str().unwrap()).await;
    assert_eq!((fetched.status().as_u16(), &fetched.headers()["content-type"]), (200, &"image/webp".parse().unwrap()));
    let letter = fetch(&server, answers[1]["answer"]["url"].as_str().unwrap()).await;
    assert!(letter.headers()["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let id = answers[0]["answer"]["file"].as_str().unwrap();
    assert_eq!(
        fetch(&server, &format!("/api/v2/answers/files/{id}/?expires=99999999999&signature=AAAA")).await.status(),
        404
    );
    // Claimed files stay; the others go after a day.
    let idle = upload(&ines, "Document", "idle.pdf", samples::pdf(300, 400)).await.body["file"].clone();
    app.advance(25 * 3600);
    store::answer_files::sweep(&app.store).await.unwrap();
    let answers = papers(&json!({"letter": {"file": idle}}));
    assert_eq!(save(&server.signed_in("ines").await, &answers).await.body["problems"]["letter"]["code"], "wrong_form");
    let export = store::export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap();
    assert_eq!(export.files.len(), 2);
});

both!(files_of_others_and_wrong_files_are_refused, async |app| {
    ines(&app).await;
    let server = app.server();
    let (ines, tom) = (server.signed_in("ines").await, server.signed_in("tom").await);
    assert_eq!(save(&ines, &you(&json!({"name": "Ines", "mood": "good"}))).await.status, 200);
    let toms = upload(&tom, "Document", "tom.pdf", samples::pdf(300, 400)).await.body["file"].clone();
    let own = upload(&ines, "Document", "cv.pdf", samples::pdf(300, 400)).await.body["file"].clone();
    for (key, file) in [("letter", toms), ("photo", own), ("letter", json!("nothing"))] {
        let mut answers = json!({});
        answers[key] = json!({"file": file, "title": "Mine"});
        let answer = save(&ines, &papers(&answers)).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid_answers"), "{key}");
    }
    assert_eq!(get(&ines, LIST).await.body[0]["status"], "PARTIAL_COMPLETE");
    let large = vec![b'x'; 2 * 1024 * 1024 + 1];
    for (purpose, bytes, status, code) in [
        ("ImageResponse", b"<svg onload=alert(1)>".to_vec(), 422, "file_broken"),
        ("ImageResponse", samples::pdf(300, 400), 422, "file_broken"),
        ("SingleImageUpload", samples::png(40, 40)[..60].to_vec(), 422, "file_broken"),
        ("SingleImageUpload", large, 413, "file_too_large"),
        ("SingleImageUpload", samples::png_claiming(60_000, 60_000), 422, "file_broken"),
        ("Document", samples::png(40, 40), 422, "file_broken"),
        ("Document", b"%PDF-1.7 and nothing more".to_vec(), 422, "file_broken"),
        ("Text", samples::png(40, 40), 400, "malformed"),
    ] {
        let answer = upload(&ines, purpose, "file", bytes).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{purpose}");
    }
});

both!(file_for_another_question_is_too_large_for_picture, async |app| {
    ines(&app).await;
    let mut definition = survey();
    definition["stages"][1]["pages"][0]["questions"][0]["type"] = json!("SingleImageUpload");
    import(&app, definition).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(save(&ines, &you(&json!({"name": "Ines", "mood": "good"}))).await.status, 200);
    let of_size = |bytes: usize| {
        let mut picture = samples::jpeg(40, 30);
        picture.resize(bytes, 0);
        picture
    };
    for (bytes, status) in [(3 * 1024 * 1024, 422), (2 * 1024 * 1024, 200)] {
        let uploaded = upload(&ines, "ImageResponse", "me.jpg", of_size(bytes)).await;
        assert_eq!(uploaded.status, 201, "{}", uploaded.body);
        let saved = save(&ines, &papers(&json!({"photo": {"file": uploaded.body["file"]}}))).await;
        assert_eq!(saved.status, status, "{bytes}: {}", saved.body);
    }
});
