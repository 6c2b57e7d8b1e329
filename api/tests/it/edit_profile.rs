//! Changes of the profile, and access to pictures.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use store::bus::{BusMessage, Event};
use store::channels::{self, Kind};
use test_kit::samples;

use crate::browser::{Answer, Browser};
use crate::test_app::Server;
use test_kit::both;

async fn edit(browser: &Browser, form: Form) -> Answer {
    browser.send(browser.request(Method::PUT, "profile/").multipart(form)).await
}

fn with_picture(bytes: Vec<u8>) -> Form {
    Form::new().part("picture", Part::bytes(bytes).file_name("me.png"))
}

async fn fetch(server: &Server, address: &str) -> reqwest::Response {
    reqwest::get(format!("{}{address}", server.url)).await.unwrap()
}

both!(missing_fields_stay_and_names_are_read_only, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let form = Form::new().text("full_name", "Someone Else").text("bio", " Bridges\r\nand tunnels. ");
    let answer = edit(&maya, form).await;
    assert_eq!((answer.status, &answer.body["bio"]), (200, &Value::from("Bridges\nand tunnels.")));
    assert_eq!(answer.body["fullName"], "Maya Okafor");
    let answer = edit(&maya, Form::new().text("phoneNumber", "+44 20 7946-0958")).await;
    assert_eq!(
        (&answer.body["phoneNumber"], &answer.body["bio"]),
        (&"+442079460958".into(), &"Bridges\nand tunnels.".into())
    );
    let answer = edit(&maya, Form::new().text("phone_number", "").text("bio", "")).await;
    assert_eq!((&answer.body["phoneNumber"], &answer.body["bio"]), (&"".into(), &"".into()));
    assert_eq!(maya.get("profile/").await.body, answer.body);
});

both!(invalid_profile_is_refused_without_change, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let before = maya.get("profile/").await.body;
    let huge = vec![b'x'; 2 * 1024 * 1024 + 1];
    for (form, status, code, field) in [
        (Form::new().text("bio", "x".repeat(1001)), 422, "invalid", "bio"),
        (Form::new().text("bio", "x".repeat(9000)), 422, "invalid", "bio"),
        (Form::new().text("bio", "a\0b"), 400, "malformed", ""),
        (Form::new().text("phone_number", "call me"), 422, "invalid", "phoneNumber"),
        (with_picture(b"<svg onload=alert(1)>".to_vec()).text("bio", "kept?"), 422, "picture_broken", "picture"),
        (with_picture(samples::gif(40, 40)), 422, "picture_broken", "picture"),
        (with_picture(samples::png(40, 40)[..60].to_vec()), 422, "picture_broken", "picture"),
        (with_picture(huge), 413, "picture_too_large", "picture"),
    ] {
        let answer = edit(&maya, form).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{}", answer.body);
        assert!(field.is_empty() || answer.body["fields"][field].is_array(), "{}", answer.body);
    }
    let no_form = maya.send(maya.request(Method::PUT, "profile/").body("bio=x")).await;
    assert_eq!((no_form.status, no_form.code()), (400, "malformed"));
    assert_eq!(edit(&server.browser(), Form::new().text("bio", "x")).await.status, 401);
    assert_eq!(maya.get("profile/").await.body, before);
});

both!(picture_is_reencoded_and_its_address_expires, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    // A photo with GPS metadata.
    let answer = edit(&maya, with_picture(samples::photo(900, 700, 6))).await;
    let address = answer.body["picture"].as_str().unwrap().to_owned();
    let shown = fetch(&server, &address).await;
    let header = |name: &str| shown.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((shown.status().as_u16(), header("content-type").as_str()), (200, "image/webp"));
    assert!(header("cache-control").starts_with("private, max-age="));
    assert!(header("content-security-policy").starts_with("sandbox"));
    let bytes = shown.bytes().await.unwrap();
    assert!(bytes.starts_with(b"RIFF") && !bytes.windows(4).any(|four| four == b"EXIF"));

    app.advance(600);
    assert_eq!(maya.get("profile/").await.body["picture"], address.as_str(), "the address is stable for a day");
    let forged = address.replace("signature=", "signature=A");
    let bare = address.split('?').next().unwrap().to_owned();
    for wrong in [forged, bare, "/api/v2/users/pictures/x/?expires=1&signature=x".to_owned()] {
        assert_eq!(fetch(&server, &wrong).await.status(), 404, "{wrong}");
    }
    app.advance(48 * 3600);
    assert_eq!(fetch(&server, &address).await.status(), 404, "expired");
});

both!(new_picture_replaces_the_old_one, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let first = edit(&maya, with_picture(samples::png(64, 64))).await.body["picture"].as_str().unwrap().to_owned();
    let second = edit(&maya, with_picture(samples::jpeg(64, 64))).await.body["picture"].as_str().unwrap().to_owned();
    assert_eq!(fetch(&server, &first).await.status(), 404);
    assert_eq!(fetch(&server, &second).await.status(), 200);
    let gone = edit(&maya, Form::new().text("picture", "")).await;
    assert_eq!(gone.body["picture"], Value::Null);
    assert_eq!(fetch(&server, &second).await.status(), 404);
    let left = walk(&app.files).into_iter().filter(|path| path.is_file()).count();
    assert_eq!(left, 0, "the files are removed, too");
});

both!(channel_members_are_notified_of_new_picture, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let channel = channels::create(&app.store, Kind::Direct, "", None).await.unwrap();
    channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
    let mut news = app.store.bus.listen();
    edit(&maya, with_picture(samples::png(64, 64))).await;
    let told = loop {
        if let BusMessage::Events(events) = news.next().await.unwrap()
            && let Some(Event::ChannelsChanged { people }) = events.first()
        {
            break people.clone();
        }
    };
    assert!(told.contains(&app.tom) && told.contains(&app.maya));
});

both!(profile_changes_are_limited, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    for n in 0..20 {
        assert_eq!(edit(&maya, Form::new().text("bio", n.to_string())).await.status, 200);
    }
    let refused = edit(&maya, Form::new().text("bio", "once more")).await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    assert!(refused.header("retry-after").is_some());
});

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).flat_map(|path| [vec![path.clone()], walk(&path)].concat()).collect()
}
