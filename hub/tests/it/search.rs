//! Search over HTTP.

use serde_json::{Value, json};

use hub::Rate;

use crate::node::Node;
use test_kit::both;

async fn ask(node: &Node, token: &str, body: Value) -> (u16, Value) {
    node.post("/api/v2/chat/search-chat-message/", token, &body).await
}

both!(a_hit_says_where_it_is_and_who_wrote_it_but_no_address, async |world| {
    let written = world.history(world.circle, world.tom, 25).await;
    let node = world.node().await;
    let (_, maya) = node.sign_in(world.maya).await;
    let (status, page) = ask(&node, &maya, json!({"search_text": " NO ", "page_number": 1})).await;
    assert_eq!((status, &page["hasNextPage"]), (200, &json!(true)));
    assert_eq!(page["messages"].as_array().unwrap().len(), 20);
    let newest = &written[24];
    assert_eq!(
        page["messages"][0],
        json!({
            "messageId": newest.id, "channelId": world.circle, "seq": 25, "text": "no. 24",
            "createdOn": newest.created_at,
            "user": {
                "userId": world.tom, "firstName": "Tom", "lastName": "Rivera",
                "userEmailId": format!("{}@people.invalid", world.tom),
            },
        })
    );
    let (_, rest) = ask(&node, &maya, json!({"searchText": "no", "pageNumber": 2})).await;
    assert_eq!((rest["messages"].as_array().unwrap().len(), &rest["hasNextPage"]), (5, &json!(false)));

    let (_, sam) = node.sign_in(world.sam).await;
    let (_, nothing) = ask(&node, &sam, json!({"search_text": "no"})).await;
    assert_eq!(nothing, json!({"hasNextPage": false, "messages": []}));
});

both!(what_cannot_be_searched_for_is_said, async |world| {
    let node = world.node().await;
    let (_, maya) = node.sign_in(world.maya).await;
    for body in [
        json!({"search_text": ""}),
        json!({"search_text": " \n "}),
        json!({"search_text": "ü".repeat(201)}),
        json!({"search_text": "a", "page_number": 0}),
    ] {
        let (status, error) = ask(&node, &maya, body).await;
        assert_eq!((status, &error["code"]), (422, &json!("invalid")), "{error}");
    }
    assert_eq!(ask(&node, &maya, json!({"search_text": "ü".repeat(200), "page_number": i64::MAX})).await.0, 200);
    assert_eq!(ask(&node, &maya, json!({})).await.0, 400);
    assert_eq!(ask(&node, "nobody", json!({"search_text": "a"})).await.0, 401);
});

both!(who_searches_too_often_is_asked_to_wait, async |world| {
    let node = world.node_with(|limits| limits.searches = Rate { per_second: 1, burst: 2 }).await;
    let (_, maya) = node.sign_in(world.maya).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(ask(&node, &maya, json!({"search_text": "a"})).await);
    }
    assert_eq!((answers[0].0, answers[1].0, answers[2].0), (200, 200, 429));
    assert_eq!(answers[2].1["code"], "rate_limited");
    let (_, tom) = node.sign_in(world.tom).await;
    assert_eq!(ask(&node, &tom, json!({"search_text": "a"})).await.0, 200);
});
