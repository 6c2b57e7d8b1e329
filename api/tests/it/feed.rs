//! The feed of posts and quotes.

use reqwest::Method;
use serde_json::{Value, json};
use store::content::{Bundle, FeedItem, Origin};
use store::people::{NewPerson, Role};
use store::{PersonId, administration, export, passwords, people};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;

pub(crate) fn item(key: &str, day: &str) -> FeedItem {
    let texts = |text: &str| json!({"en": format!("{text} {key}"), "de": format!("{text} {key} auf Deutsch")});
    let item = json!({"key": key, "event": "post", "published_on": day, "title": texts("Title"),
        "description": texts("Read **this**:"), "link": "https://example.org/"});
    serde_json::from_value(item).unwrap()
}

fn quote(key: &str, day: &str) -> FeedItem {
    let item = json!({"key": key, "event": "quote", "published_on": day, "text": {"en": "Begin."}, "author": {"en": "Horace"}});
    serde_json::from_value(item).unwrap()
}

pub(crate) async fn import(app: &TestApp, feed: Vec<FeedItem>) {
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &Bundle { feed: Some(feed), ..Bundle::default() },
        Origin::Operator,
    )
    .await
    .unwrap();
}

async fn get(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../../../api/v2/learninghub/feed/{path}"))).await
}

async fn post(browser: &Browser, path: &str, body: Value) -> Answer {
    let request = browser.request(Method::POST, &format!("../../../api/v2/learninghub/feed/{path}/"));
    browser.send(request.json(&body)).await
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.body["results"].as_array().unwrap().iter().map(|post| post["id"].as_str().unwrap()).collect()
}

both!(built_in_feed_is_read_in_pages, async |app| {
    let server = app.server();
    assert_eq!(get(&server.browser(), "").await.status, 401);
    let tom = server.signed_in("tom").await;
    let all = get(&tom, "?size=50&image_type=web").await;
    assert!(ids(&all).len() > 6 && all.body["hasNextPage"] == false && all.body["newCount"] == 0, "{}", all.body);
    let days: Vec<_> =
        all.body["results"].as_array().unwrap().iter().map(|post| post["publishedOn"].as_str()).collect();
    assert!(days.is_sorted_by(|a, b| a >= b), "{days:?}");
    let mut read: Vec<String> = Vec::new();
    for page in 1.. {
        let part = get(&tom, &format!("?size=3&page={page}")).await;
        assert_eq!(part.body["page"], page);
        read.extend(ids(&part).into_iter().map(str::to_owned));
        if part.body["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(read, ids(&all));
    let beyond = get(&tom, "?page=18446744073709551615").await;
    assert_eq!((ids(&beyond).len(), &beyond.body["hasNextPage"]), (0, &json!(false)));
});

both!(item_is_shown_in_the_readers_language, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    import(&app, vec![item("a", "2026-02-01"), quote("b", "2026-02-02")]).await;
    let request = tom.request(Method::GET, "../../../api/v2/learninghub/feed/").header("accept-language", "de");
    let answer = tom.send(request).await.body;
    assert_eq!(answer["results"][0]["event"], "quote");
    let expected = json!({"text": "Begin.", "localeText": "Begin.", "author": "Horace", "localeAuthor": "Horace",
        "mtCuratedNote": "", "localeMtCuratedNote": ""});
    assert_eq!(answer["results"][0]["contentObject"], expected);
    let post = &answer["results"][1];
    let shown = (&post["event"], &post["publishedOn"], &post["feedLikes"], &post["isLiked"]);
    assert_eq!(shown, (&json!("post"), &json!("2026-02-01"), &json!(0), &json!(false)));
    let content = &post["contentObject"];
    assert_eq!((&content["title"], &content["localeTitle"]), (&json!("Title a"), &json!("Title a auf Deutsch")));
    assert_eq!(content["localeDescription"], "Read **this**: a auf Deutsch");
    assert_eq!(content["blocks"][0]["spans"][1], json!({"text": "this", "isStrong": true}));
    assert_eq!((&content["thumbnail"], &content["link"]), (&Value::Null, &json!("https://example.org/")));
    assert_eq!(get(&tom, "").await.body["results"][1]["contentObject"]["localeTitle"], "Title a");
    assert_eq!(tom.send(tom.request(Method::PUT, "primary_language/de/")).await.status, 200);
    let silent = get(&tom, "").await.body;
    assert_eq!(
        silent["results"][1]["contentObject"]["localeTitle"], "Title a auf Deutsch",
        "the language of the person"
    );
});

both!(new_items_neither_double_nor_skip, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    // It is 9:00 on 2 March. "next" appears with the day, the others with an import.
    let old = |key| item(key, "2026-02-10");
    import(&app, vec![old("a"), old("b"), old("c"), old("d"), item("next", "2026-03-03")]).await;
    let first = get(&tom, "?size=2").await;
    assert_eq!(ids(&first), ["d", "c"]);
    app.advance(20 * 3600);
    let late =
        vec![item("backdated", "2026-02-20"), old("a"), old("b"), old("c"), old("d"), item("next", "2026-03-03")];
    import(&app, late).await;
    let mut tom = tom;
    tom.refresh().await;
    let as_of = first.body["asOf"].as_str().unwrap();
    let second = get(&tom, &format!("?size=2&page=2&asOf={as_of}")).await;
    assert_eq!((ids(&second), &second.body["newCount"]), (vec!["b", "a"], &json!(2)));
    assert_eq!((&second.body["hasNextPage"], &second.body["asOf"]), (&json!(false), &first.body["asOf"]));
    assert_eq!(ids(&get(&tom, "?size=3").await), ["next", "backdated", "d"]);
    let future = get(&tom, "?size=1&asOf=2999-01-01T00:00:00Z").await;
    assert!(future.body["asOf"].as_str().unwrap().starts_with("2026-03-03"), "{}", future.body);
});

both!(item_appears_at_midnight_of_the_programme, async |app| {
    app.sql("UPDATE programmes SET time_zone = 'Pacific/Kiritimati' WHERE key = 'riverside'").await;
    let server = app.server();
    import(&app, vec![item("a", "2026-03-01"), item("tomorrow", "2026-03-03")]).await;
    let (mut maya, mut tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    // 01:00 on 3 March on Kiritimati, 11:00 on 2 March in UTC. Tom has no programme.
    app.advance(2 * 3600);
    maya.refresh().await;
    tom.refresh().await;
    assert_eq!(ids(&get(&maya, "").await), ["tomorrow", "a"]);
    assert_eq!(ids(&get(&tom, "").await), ["a"]);
    assert_eq!(post(&tom, "toggle-like", json!({"id": "tomorrow"})).await.status, 404);
});

both!(feed_depends_on_role, async |app| {
    let server = app.server();
    let mut mentors_only = item("mentors", "2026-02-20");
    mentors_only.roles = vec![Role::Mentor];
    import(&app, vec![item("all", "2026-02-10"), mentors_only]).await;
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    assert_eq!(ids(&get(&maya, "").await), ["mentors", "all"]);
    assert_eq!(ids(&get(&tom, "").await), ["all"]);
    let range = |day: &str| json!({"from": "2026-02-10", "to": day});
    assert_eq!(get(&maya, "daterange/").await.body, range("2026-02-20"));
    assert_eq!(get(&tom, "daterange/").await.body, range("2026-02-10"));
    for call in ["toggle-like", "click"] {
        let refused = post(&tom, call, json!({"id": "mentors"})).await;
        assert_eq!((refused.status, refused.code()), (404, "not_found"), "{call}");
    }
    import(&app, vec![]).await;
    assert_eq!(get(&tom, "daterange/").await.body, json!({"from": null, "to": null}));
});

both!(feed_is_filtered_by_type_and_days, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    import(&app, vec![item("ancient", "2019-12-31"), item("a", "2020-01-01"), quote("b", "2026-02-02")]).await;
    for (query, expected) in [
        ("", vec!["b", "a"]),
        ("?event=", vec!["b", "a"]),
        ("?event=post", vec!["a"]),
        ("?event=QUOTE", vec!["b"]),
        ("?from=2019-01-01", vec!["b", "a", "ancient"]),
        ("?from=2026-02-02&to=2026-02-02", vec!["b"]),
        ("?to=2026-02-01", vec!["a"]),
        ("?event=quote&to=2026-02-01", vec![]),
    ] {
        assert_eq!(ids(&get(&tom, query).await), expected, "{query}");
    }
});

both!(wrong_query_names_its_fields, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    for (query, field) in [
        ("?event=poem", "event"),
        ("?from=2026-02-30", "from"),
        ("?from=yesterday", "from"),
        ("?to=2026-13-01", "to"),
        ("?from=2026-02-02&to=2026-02-01", "to"),
        ("?to=2019-12-31", "to"),
        ("?page=0", "page"),
        ("?page=-1", "page"),
        ("?page=one", "page"),
        ("?size=0", "size"),
        ("?size=51", "size"),
        ("?asOf=now", "asOf"),
    ] {
        let answer = get(&tom, query).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid"), "{query}");
        let fields: Vec<_> = answer.body["fields"].as_object().unwrap().keys().collect();
        assert_eq!(fields, [field], "{query}");
    }
    let both = get(&tom, "?page=0&from=x").await.body;
    assert_eq!(both["fields"].as_object().unwrap().len(), 2);
});

both!(like_is_counted_once_and_taken_back, async |app| {
    let server = app.server();
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    import(&app, vec![item("a", "2026-02-01"), item("b", "2026-02-02")]).await;
    let like = async |browser: &Browser, body: Value| post(browser, "toggle-like", body).await.body;
    let likes_of_a = |is_liked, count| json!({"id": "a", "isLiked": is_liked, "feedLikes": count});
    assert_eq!(like(&tom, json!({"id": "a", "liked": true})).await, likes_of_a(true, 1));
    assert_eq!(like(&tom, json!({"id": "a", "liked": true})).await, likes_of_a(true, 1), "a repetition");
    assert_eq!(like(&maya, json!({"id": "a"})).await, likes_of_a(true, 2));
    let page = get(&tom, "").await.body;
    let likes = |at: usize| (page["results"][at]["feedLikes"].clone(), page["results"][at]["isLiked"].clone());
    assert_eq!((likes(0), likes(1)), ((json!(0), json!(false)), (json!(2), json!(true))));
    assert_eq!(like(&maya, json!({"id": "a"})).await, likes_of_a(false, 1));
    assert_eq!(like(&maya, json!({"id": "a", "liked": false})).await, likes_of_a(false, 1));
    let unknown = post(&tom, "toggle-like", json!({"id": "z", "liked": true})).await;
    assert_eq!((unknown.status, unknown.code()), (404, "not_found"));
    assert_eq!(post(&tom, "toggle-like", json!({"liked": true})).await.code(), "malformed");
});

both!(person_or_programme_does_without_likes, async |app| {
    let server = app.server();
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    import(&app, vec![item("a", "2026-02-01")]).await;
    post(&tom, "toggle-like", json!({"id": "a", "liked": true})).await;
    let seen = async |browser: &Browser| {
        let Answer { body, .. } = get(browser, "").await;
        let post = &body["results"][0];
        (body["likes"].clone(), post["feedLikes"].clone(), post["isLiked"].clone())
    };
    let show = async |shown: bool| {
        let request = tom.request(Method::PUT, "../../../api/v2/learninghub/feed/likes/");
        tom.send(request.json(&json!({"shown": shown}))).await.status
    };
    assert_eq!(seen(&tom).await, (json!("shown"), json!(1), json!(true)));
    assert_eq!([show(false).await, show(false).await], [204, 204]);
    assert_eq!(seen(&tom).await, (json!("hidden"), Value::Null, json!(false)));
    assert_eq!(seen(&maya).await, (json!("shown"), json!(1), json!(false)), "for themselves");
    assert_eq!(get(&tom, "?to=2020-01-02").await.body["likes"], "hidden", "a page without items");
    assert_eq!(show(true).await, 204);
    assert_eq!(seen(&tom).await, (json!("shown"), json!(1), json!(true)), "the like stayed");

    let set_programme = async |settings: Value| {
        let settings = serde_json::from_value(settings).unwrap();
        administration::put_programme(
            &app.store,
            &test_kit::operator(),
            "riverside",
            "Riverside",
            "Europe/London",
            &settings,
        )
        .await
        .unwrap();
    };
    set_programme(json!({"likes": {"is_off": true}})).await;
    assert_eq!(seen(&maya).await, (json!("off"), Value::Null, json!(false)));
    let refused = post(&maya, "toggle-like", json!({"id": "a", "liked": false})).await;
    assert_eq!((refused.status, refused.code()), (409, "likes_off"));
    set_programme(json!({})).await;
    assert_eq!(seen(&maya).await, (json!("shown"), json!(1), json!(false)));
});

both!(simultaneous_likes_count_once, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    import(&app, vec![item("a", "2026-02-01")]).await;
    let like = || post(&tom, "toggle-like", json!({"id": "a", "liked": true}));
    let answers = tokio::join!(like(), like(), like(), like());
    assert_eq!([answers.0.status, answers.1.status, answers.2.status, answers.3.status], [200; 4]);
    assert_eq!(get(&tom, "").await.body["results"][0]["feedLikes"], 1);
});

both!(count_of_likes_equals_likes_of_people, async |app| {
    let server = app.server();
    import(&app, vec![item("a", "2026-02-01"), item("b", "2026-02-02")]).await;
    let hash = passwords::hash(PASSWORD).await.unwrap();
    let mut readers = Vec::new();
    for name in ["ana", "ben", "cem", "dia"] {
        let person = NewPerson {
            email: format!("{name}@example.org"),
            first_name: name.to_owned(),
            last_name: "Costa".to_owned(),
            role: Role::Mentee,
            programme_id: None,
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: Some(hash.clone()),
        };
        let id = people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap();
        readers.push((id, server.signed_in(name).await));
    }
    let is_exact = async |readers: &[(PersonId, Browser)]| {
        let mut likes = [0, 0];
        let mut counts = Vec::new();
        for (_, reader) in readers {
            let page = get(reader, "").await.body["results"].clone();
            for (at, likes) in likes.iter_mut().enumerate() {
                *likes += i64::from(page[at]["isLiked"] == true);
            }
            counts.push([page[0]["feedLikes"].as_i64().unwrap(), page[1]["feedLikes"].as_i64().unwrap()]);
        }
        assert_eq!(counts, vec![likes; readers.len()]);
        likes
    };
    for round in 0..6 {
        let toggles = readers.iter().enumerate().map(|(at, (_, reader))| async move {
            let body = |id, n: usize| match n % 4 {
                0 => json!({"id": id, "liked": true}),
                1 => json!({"id": id, "liked": false}),
                _ => json!({"id": id}),
            };
            let (one, other) = (body("a", at + round), body("b", at * round + 2));
            let like = |body: &Value| post(reader, "toggle-like", body.clone());
            let answers = tokio::join!(like(&one), like(&other), like(&one), like(&other));
            assert_eq!([answers.0.status, answers.1.status, answers.2.status, answers.3.status], [200; 4]);
        });
        futures_util::future::join_all(toggles).await;
        is_exact(&readers).await;
    }
    for (_, reader) in &readers {
        post(reader, "toggle-like", json!({"id": "a", "liked": true})).await;
        post(reader, "toggle-like", json!({"id": "b", "liked": true})).await;
    }
    assert_eq!(is_exact(&readers).await, [4, 4]);
    for (person, _) in readers.split_off(2) {
        let person = people::by_id(&app.store, person).await.unwrap().unwrap();
        store::erase::erase(&app.store, &test_kit::operator(), &person).await.unwrap();
    }
    assert_eq!(is_exact(&readers).await, [2, 2], "two are erased");
});

both!(click_is_recorded_once_a_day, async |app| {
    let server = app.server();
    let mut tom = server.signed_in("tom").await;
    import(&app, vec![item("a", "2026-02-01")]).await;
    let clicks = async || {
        let data = export::everything_about(&app.store, &test_kit::operator(), app.tom).await.unwrap().unwrap().data;
        let days = data["feedClicks"].as_array().unwrap().iter();
        days.map(|click| (click["item_key"].clone(), click["clicked_on"].clone())).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert_eq!(post(&tom, "click", json!({"id": "a"})).await.status, 204);
    }
    assert_eq!(clicks().await, [(json!("a"), json!("2026-03-02"))]);
    app.advance(24 * 3600);
    tom.refresh().await;
    assert_eq!(post(&tom, "click", json!({"id": "a"})).await.status, 204);
    assert_eq!(clicks().await.len(), 2);
    assert_eq!(post(&tom, "click", json!({"id": "z"})).await.status, 404);
});

both!(erased_person_leaves_no_likes_or_clicks, async |app| {
    let server = app.server();
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    import(&app, vec![item("a", "2026-02-01")]).await;
    post(&tom, "toggle-like", json!({"id": "a", "liked": true})).await;
    post(&tom, "click", json!({"id": "a"})).await;
    let data = export::everything_about(&app.store, &test_kit::operator(), app.tom).await.unwrap().unwrap().data;
    assert_eq!((&data["feedLikes"][0]["item_key"], &data["feedClicks"][0]["item_key"]), (&json!("a"), &json!("a")));
    let person = people::by_id(&app.store, app.tom).await.unwrap().unwrap();
    store::erase::erase(&app.store, &test_kit::operator(), &person).await.unwrap();
    let data = export::everything_about(&app.store, &test_kit::operator(), app.tom).await.unwrap().unwrap().data;
    assert_eq!((&data["feedLikes"], &data["feedClicks"]), (&json!([]), &json!([])));
    assert_eq!(get(&maya, "").await.body["results"][0]["feedLikes"], 0);
});
