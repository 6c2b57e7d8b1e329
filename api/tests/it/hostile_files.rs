//! Hostile files: each is refused with the documented error and leaves nothing, or is kept without what was hostile.

use std::path::Path;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{PersonId, export};
use test_kit::{both, samples};

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::sequences::add_mentee;
use crate::survey_files::{fetch, upload};

const MB: usize = 1024 * 1024;

/// A PDF whose catalogue has this entry.
pub(crate) fn pdf_with(entry: &str) -> Vec<u8> {
    let catalogue = format!("<< /Type /Catalog /Pages 2 0 R {entry} >>");
    samples::pdf_of(&[catalogue, "<< /Type /Pages /Kids [] /Count 0 >>".to_owned()])
}

/// A JPEG picture whose header claims this size.
fn jpeg_claiming(width: u16, height: u16) -> Vec<u8> {
    let mut file = samples::jpeg(16, 16);
    let frame = file.windows(2).position(|bytes| matches!(bytes, [0xff, 0xc0 | 0xc2])).unwrap();
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

fn zip_bomb() -> Vec<u8> {
    let zeros = vec![0; 20 * MB];
    samples::office("word/document.xml", "wordprocessingml.document.main+xml", &[("word/zeros.bin", &zeros)])
}

/// A file that is refused: name, question type, file name, content, status, code.
type Refused = (&'static str, &'static str, &'static str, Vec<u8>, u16, &'static str);

fn refused() -> Vec<Refused> {
    let html = b"<!doctype html><script>alert(document.domain)</script>".as_slice();
    let svg =
        b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"><script>alert(2)</script></svg>".as_slice();
    let (picture, titled, document) = ("SingleImageUpload", "ImageResponse", "Document");
    let broken = |name, purpose, file, bytes: Vec<u8>| (name, purpose, file, bytes, 422, "file_broken");
    let large = |name, purpose, bytes: Vec<u8>| (name, purpose, "large", bytes, 413, "file_too_large");
    let malformed = |name, purpose| (name, purpose, "a.png", samples::png(8, 8), 400, "malformed");
    let exact = |mut file: Vec<u8>, size| {
        file.resize(size, b' ');
        file
    };
    vec![
        broken("an empty picture", picture, "a.png", Vec::new()),
        broken("an empty document", document, "a.pdf", Vec::new()),
        broken("HTML as picture", picture, "a.png", html.to_vec()),
        broken("HTML as PDF", document, "a.pdf", html.to_vec()),
        broken("HTML after the mark of a PDF", document, "a.pdf", [b"%PDF-1.7\n", html].concat()),
        broken("HTML after the mark of a JPEG", picture, "a.jpg", [b"\xff\xd8\xff\xe0", html].concat()),
        broken("an SVG with a script", titled, "a.svg", svg.to_vec()),
        broken("an SVG as PNG", titled, "a.png", svg.to_vec()),
        broken("an SVG after the mark of a PNG", titled, "a.png", [b"\x89PNG\r\n\x1a\n", svg].concat()),
        broken("a GIF animation", titled, "a.gif", samples::gif(24, 16)),
        broken("a GIF animation as PNG", titled, "a.png", samples::gif(24, 16)),
        broken("a WebP animation as JPEG", titled, "a.jpg", samples::webp_animation(24, 16)),
        broken("a bitmap", picture, "a.png", [b"BM".as_slice(), &[0; 200]].concat()),
        broken("a PDF as picture", picture, "a.png", samples::pdf(300, 400)),
        broken("a picture as PDF", document, "a.pdf", samples::png(24, 16)),
        broken("a program as PDF", document, "a.pdf", [b"MZ".as_slice(), &[0x90; 300]].concat()),
        broken("a truncated PNG", picture, "a.png", samples::png(40, 40)[..60].to_vec()),
        broken("a truncated JPEG", picture, "a.jpg", samples::jpeg(40, 40)[..100].to_vec()),
        broken("a truncated PDF", document, "a.pdf", samples::pdf(300, 400)[..200].to_vec()),
        broken("a PNG of 3,600 million pixels", picture, "a.png", samples::png_claiming(60_000, 60_000)),
        broken("a PNG of one endless line", picture, "a.png", samples::png_claiming(1, u32::MAX)),
        broken("a PNG without width", picture, "a.png", samples::png_claiming(0, 8)),
        broken("a JPEG of 4,290 million pixels", titled, "a.jpg", jpeg_claiming(65_500, 65_500)),
        broken("a zip bomb as PNG", picture, "a.png", zip_bomb()),
        broken("a zip bomb as PDF", document, "a.pdf", zip_bomb()),
        broken("a zip file that is also a PDF", document, "a.pdf", [samples::docx(), samples::pdf(300, 400)].concat()),
        broken(
            "a PDF that runs a script",
            document,
            "a.pdf",
            pdf_with("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>"),
        ),
        broken("a PDF with named scripts", document, "a.pdf", pdf_with("/Names << /JavaScript 3 0 R >>")),
        broken("a PDF with an escaped name", document, "a.pdf", pdf_with("/AA << /WC << /#53 /J#61vaScript >> >>")),
        broken("a PDF that starts a program", document, "a.pdf", pdf_with("/OpenAction << /S /Launch /F (cmd.exe) >>")),
        broken("a PDF with files inside", document, "a.pdf", pdf_with("/Names << /EmbeddedFiles << /Names [] >> >>")),
        broken("an XFA form", document, "a.pdf", pdf_with("/AcroForm << /XFA [ (template) 3 0 R ] >>")),
        broken("an encrypted PDF", document, "a.pdf", pdf_with("/Encrypt 9 0 R")),
        broken("a PDF with a bogus object stream", document, "a.pdf", pdf_with("/X << /Type /ObjStm >>")),
        large("a picture of one byte too many", picture, exact(samples::png(24, 16), 2 * MB + 1)),
        large("a titled picture of one byte too many", titled, exact(samples::png(24, 16), 4 * MB + 1)),
        large("a document of one byte too many", document, exact(samples::pdf(300, 400), 4 * MB + 1)),
        large("a document of 16 MB", document, vec![b' '; 16 * MB]),
        malformed("a question without files", "Text"),
        malformed("an unknown question type", "Executable"),
        malformed("an endless question type", "SingleImageUploadSingleImageUploadSingleImageUploadSingleImageUpload"),
        malformed("a question type with NUL", "Document\0"),
    ]
}

/// Rows and files that a person left.
pub(crate) async fn kept(app: &TestApp, person: PersonId) -> (usize, usize) {
    fn count(folder: &Path) -> usize {
        let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
    }
    let data = export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap().data;
    (data["answerFiles"].as_array().unwrap().len(), count(&app.files))
}

/// The most memory that this process has used, in MB; 0 where the system does not say.
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok()).unwrap_or_default() / 1024
}

/// Ines may answer surveys and take sessions.
pub(crate) async fn ines(app: &TestApp) -> PersonId {
    let settings = json!({"experiences": {"mentee": {"survey": "use", "session": "use"}},
        "surveys": [{"survey": "start", "roles": ["mentee"]}]});
    add_mentee(app, settings, "ines").await
}

/// Sends a form whose parts are written by hand: headers after `Content-Disposition: form-data; `, and content.
async fn upload_raw(browser: &Browser, parts: &[(&str, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (header, content) in parts {
        body.extend(format!("--edge\r\nContent-Disposition: form-data; {header}\r\n\r\n").into_bytes());
        body.extend([content, b"\r\n".as_slice()].concat());
    }
    body.extend(b"--edge--\r\n");
    let request = browser.request(Method::POST, "../answers/files/").body(body);
    browser.send(request.header("content-type", "multipart/form-data; boundary=edge")).await
}

both!(hostile_files_are_refused_and_leave_nothing, async |app| {
    let server = app.server();
    let cases = refused();
    // A person may upload 30 files a minute.
    for (turn, cases) in cases.chunks(25).enumerate() {
        let ines = format!("ines{turn}");
        let person = add_mentee(&app, json!({}), &ines).await;
        let ines = server.signed_in(&ines).await;
        for (name, purpose, file, bytes, status, code) in cases {
            let answer = upload(&ines, purpose, file, bytes.clone()).await;
            assert_eq!((answer.status, answer.code()), (*status, *code), "{name}: {}", answer.body);
            assert_eq!(kept(&app, person).await, (0, 0), "{name}");
        }
        assert_eq!(ines.get("profile/").await.status, 200);
    }
    assert!(peak_memory() < 1500, "{} MB", peak_memory());
});

both!(hostile_forms_are_refused_and_leave_nothing, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let png = samples::png(8, 8);
    let picture = ("name=\"use\"", b"SingleImageUpload".as_slice());
    for (name, parts) in [
        ("no part", vec![]),
        ("no file", vec![picture]),
        ("a file with another name", vec![picture, ("name=\"datei\"; filename=\"a.png\"", &png)]),
        ("the file before its use", vec![("name=\"file\"; filename=\"a.png\"", &png), picture]),
        ("a use that is no text", vec![("name=\"use\"", b"\xff\xfe"), ("name=\"file\"; filename=\"a.png\"", &png)]),
        ("a file name with NUL", vec![picture, ("name=\"file\"; filename=\"a\0.png\"", &png)]),
        ("a file name with a bell", vec![picture, ("name=\"file\"; filename=\"a\u{7}.png\"", &png)]),
        ("a part without a name", vec![picture, ("filename=\"a.png\"", &png)]),
    ] {
        let answer = upload_raw(&ines, &parts).await;
        assert_eq!((answer.status, answer.code()), (400, "malformed"), "{name}");
        assert_eq!(kept(&app, person).await, (0, 0), "{name}");
    }
    for (name, content_type) in [("no boundary", "multipart/form-data"), ("JSON", "application/json")] {
        let request = ines.request(Method::POST, "../answers/files/").header("content-type", content_type);
        assert_eq!(ines.send(request.body("{}")).await.status, 400, "{name}");
    }
    let stranger = server.browser();
    assert_eq!(upload(&stranger, "Document", "a.pdf", samples::pdf(300, 400)).await.status, 401);
    assert_eq!(kept(&app, person).await, (0, 0));
});

both!(kept_pictures_lose_what_was_hidden, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let script = b"<script>alert(1)</script>".as_slice();
    for (name, file, bytes) in [
        ("a photo with its place", "a.jpg", samples::photo(64, 48, 6)),
        ("a picture with a page behind it", "a.png", [&samples::png(24, 16), script].concat()),
        ("a photo with a zip file behind it", "a.jpg", [samples::photo(24, 16, 1), samples::docx()].concat()),
        ("a PNG under the name of a page", "a.html", samples::png(24, 16)),
        ("a JPEG under the name of a PNG", "a.png", samples::jpeg(24, 16)),
    ] {
        let answer = upload(&ines, "ImageResponse", file, bytes).await;
        assert_eq!(answer.status, 201, "{name}: {}", answer.body);
        let kept = fetch(&server, answer.body["url"].as_str().unwrap()).await;
        assert_eq!(kept.headers()["content-type"], "image/webp", "{name}");
        assert_eq!(kept.headers()["x-content-type-options"], "nosniff", "{name}");
        assert!(kept.headers()["content-security-policy"].to_str().unwrap().starts_with("sandbox"), "{name}");
        let bytes = kept.bytes().await.unwrap();
        for secret in [samples::SECRET.as_bytes(), b"Exif", b"GPS", b"<script", b"PK\x03\x04"] {
            assert!(!bytes.windows(secret.len()).any(|window| window == secret), "{name}");
        }
    }
    let cv = pdf_with("/Lang (en) /Keywords (HTML/CSS/JavaScript)");
    assert_eq!(upload(&ines, "Document", "cv.pdf", cv).await.status, 201);
});

both!(hostile_file_names_are_cleaned, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let pdf = samples::pdf(300, 400);
    let long = format!("{}.pdf", "ä".repeat(300));
    for (sent, stored) in [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ines\\cv.pdf", "cv.pdf"),
        ("cv\u{202e}fdp.exe", "cvfdp.exe"),
        ("cv\u{85}\u{9b}.pdf", "cv.pdf"),
        ("<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
        (&long, &long.chars().skip(184).collect::<String>()),
        ("", "document.pdf"),
        ("/", "document.pdf"),
        ("\u{202e}", "document.pdf"),
    ] {
        let header = format!("name=\"file\"; filename=\"{}\"", sent.replace('\\', "\\\\"));
        let answer = upload_raw(&ines, &[("name=\"use\"", b"Document"), (&header, &pdf)]).await;
        assert_eq!((answer.status, answer.body["name"].as_str()), (201, Some(stored)), "{sent:?}: {}", answer.body);
        let kept = fetch(&server, answer.body["url"].as_str().unwrap()).await;
        let disposition = kept.headers()["content-disposition"].to_str().unwrap();
        assert!(disposition.starts_with("attachment; filename=\"") && kept.headers().len() < 20, "{disposition}");
    }
});

both!(addresses_of_files_cannot_be_forged, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let [own, other] = ["a.pdf", "b.pdf"].map(|name| upload(&ines, "Document", name, samples::pdf(300, 400)));
    let (own, other) = (own.await.body, other.await.body);
    let url = own["url"].as_str().unwrap();
    let (path, query) = url.split_once('?').unwrap();
    let (expires, signature) = query.split_once('&').unwrap();
    let foreign = other["url"].as_str().unwrap().split_once('?').unwrap().1;
    let page = path.rsplit_once(own["file"].as_str().unwrap()).unwrap().0;
    for (name, address) in [
        ("no signature", path.to_owned()),
        ("an empty signature", format!("{path}?{expires}&signature=")),
        ("a forged signature", format!("{path}?{expires}&signature={}", "A".repeat(43))),
        ("a signature that is no base64", format!("{path}?{expires}&signature=!!")),
        ("the signature of another file", format!("{path}?{foreign}")),
        ("a later end", format!("{path}?expires=99999999999&{signature}")),
        ("an end that is no number", format!("{path}?expires=tomorrow&{signature}")),
        ("a path that climbs", format!("{page}..%2f..%2fsecret/?{query}")),
        ("an id that is none", format!("{page}1/?{query}")),
    ] {
        assert_eq!(fetch(&server, &address).await.status(), StatusCode::NOT_FOUND, "{name}");
    }
    let whole = fetch(&server, url).await.bytes().await.unwrap();
    for range in ["bytes=0-3", "bytes=99999999-", "bytes=-1,0-0,5-1", "bytes=0-0,1-1,2-2,3-3"] {
        let request = reqwest::Client::new().get(format!("{}{url}", server.url)).header("range", range);
        let answer = request.send().await.unwrap();
        assert_eq!((answer.status(), answer.bytes().await.unwrap()), (StatusCode::OK, whole.clone()), "{range}");
    }
    app.advance(3 * 86_400);
    assert_eq!(fetch(&server, url).await.status(), StatusCode::NOT_FOUND, "expired");
});

/// The form with `data` and files by question.
pub(crate) fn with_files(data: &Value, files: Vec<(&'static str, Vec<u8>)>) -> reqwest::multipart::Form {
    let form = crate::surveys::form(data);
    files
        .into_iter()
        .fold(form, |form, (key, bytes)| form.part(key, reqwest::multipart::Part::bytes(bytes).file_name("file")))
}
