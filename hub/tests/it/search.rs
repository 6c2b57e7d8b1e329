//! Search over HTTP.

use serde_json::{Value, json};

use hub::Rate;

use crate::node::Node;
use test_kit::both;

async fn ask(node: &Node, token: &str, body: Value) -> (u16, Value) {
    node.post("/api/v2/chat/search-chat-message/", token, &body).await
}

both!(search_hit_names_channel_and_sender, async |app| {
    let written = app.history(app.circle, app.tom, 25).await;
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    let (status, page) = ask(&node, &maya, json!({"search_text": " NO ", "page_number": 1})).await;
    assert_eq!((status, &page["hasNextPage"]), (200, &json!(true)));
    assert_eq!(page["messages"].as_array().unwrap().len(), 20);
    let newest = &written[24];
    assert_eq!(
        page["messages"][0],
        json!({
            "messageId": newest.id, "channelId": app.circle, "seq": 25, "text": "no. 24",
            "attachments": [],
            "createdOn": newest.created_at,
            "user": {
                "userId": app.tom, "firstName": "Tom", "lastName": "Rivera",
                "userEmailId": format!("{}@people.invalid", app.tom),
            },
        })
    );
    let (_, rest) = ask(&node, &maya, json!({"searchText": "no", "pageNumber": 2})).await;
    assert_eq!((rest["messages"].as_array().unwrap().len(), &rest["hasNextPage"]), (5, &json!(false)));

    let (_, sam) = node.sign_in(app.sam).await;
    let (_, nothing) = ask(&node, &sam, json!({"search_text": "no"})).await;
    assert_eq!(nothing, json!({"hasNextPage": false, "messages": []}));
});

both!(invalid_search_returns_specific_error, async |app| {
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    for body in [
        json!({"search_text": ""}),
        json!({"search_text": " \n "}),
        json!({"search_text": "ü".repeat(201)}),
        json!({"search_text": "a", "page_number": 0}),
        json!({"search_text": "", "has": []}),
        json!({"search_text": "a", "time_zone": "Moon/Sea"}),
        json!({"search_text": "a", "fromUserIds": vec![app.maya; 21]}),
    ] {
        let (status, error) = ask(&node, &maya, body).await;
        assert_eq!((status, &error["code"]), (422, &json!("invalid")), "{error}");
    }
    assert_eq!(ask(&node, &maya, json!({"search_text": "ü".repeat(200), "page_number": i64::MAX})).await.0, 200);
    assert_eq!(ask(&node, &maya, json!({})).await.0, 400);
    assert_eq!(ask(&node, "nobody", json!({"search_text": "a"})).await.0, 401);
});

both!(searches_are_rate_limited, async |app| {
    let node = app.node_with(|limits| limits.searches = Rate::per_second(1).burst(2)).await;
    let (_, maya) = node.sign_in(app.maya).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(ask(&node, &maya, json!({"search_text": "a"})).await);
    }
    assert_eq!((answers[0].0, answers[1].0, answers[2].0), (200, 200, 429));
    assert_eq!(answers[2].1["code"], "rate_limited");
    let (_, tom) = node.sign_in(app.tom).await;
    assert_eq!(ask(&node, &tom, json!({"search_text": "a"})).await.0, 200);
});

both!(wrong_date_is_named, async |app| {
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    for wrong in ["", "2026-02-30", "2026-2-3", "31.03.2026", "yesterday", "+12026-01-01", "2026-01-01T00:00:00Z"] {
        for field in ["before", "after"] {
            let (status, error) = ask(&node, &maya, json!({"search_text": "a", field: wrong})).await;
            assert_eq!((status, &error["code"]), (422, &json!("invalid")), "{error}");
            assert_eq!(error["fields"][field], json!(["A day in the form 2026-03-31, please."]));
        }
    }
    for day in ["0001-01-01", "9998-12-31"] {
        assert_eq!(ask(&node, &maya, json!({"search_text": "a", "before": day, "after": day})).await.0, 200);
    }
});

both!(search_filters_by_sender_channel_and_day, async |app| {
    app.history(app.circle, app.tom, 2).await;
    app.history(app.pair, app.maya, 1).await;
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    let (_, sam) = node.sign_in(app.sam).await;
    let today = node.store.clock.now().date_naive();
    let count = async |token: &str, body: Value| {
        let (status, page) = ask(&node, token, body).await;
        assert_eq!(status, 200, "{page}");
        page["messages"].as_array().unwrap().len()
    };
    assert_eq!(count(&maya, json!({"search_text": "no", "from_user_ids": [app.tom]})).await, 2);
    assert_eq!(count(&maya, json!({"search_text": "", "inChannelIds": [app.pair]})).await, 1);
    assert_eq!(count(&sam, json!({"search_text": "", "inChannelIds": [app.pair]})).await, 0);
    assert_eq!(count(&maya, json!({"search_text": "no", "has": ["file", "image", "link"]})).await, 0);
    assert_eq!(count(&maya, json!({"search_text": "no", "after": today})).await, 0);
    assert_eq!(count(&maya, json!({"search_text": "no", "before": today.succ_opt()})).await, 3);
    let far_west = json!({"search_text": "no", "before": today.pred_opt(), "timeZone": "Pacific/Pago_Pago"});
    assert_eq!(count(&maya, far_west).await, 0);
});
