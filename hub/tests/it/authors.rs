//! The names of authors whom the channel list does not name.

use serde_json::{Value, json};
use store::channels::{self, Status};

use test_kit::both;

both!(former_member_keeps_their_name, async |app| {
    let node = app.node().await;
    channels::set_status(&node.store, app.circle, app.tom, Status::Absent, None).await.unwrap();
    let (_, token) = node.sign_in(app.maya).await;
    let path = format!("/api/v2/chat/{}/authors/?user_ids={},{},{}", app.circle, app.tom, app.ana, app.sam);
    let mut authors = node.get_json(&path, &token).await.as_array().unwrap().clone();
    authors.sort_by_key(|author| author["userFullName"].to_string());
    let author = |id, name: &str, is_member| json!({"userId": id, "userFullName": name, "displayPicture": null, "role": "Mentee", "isMember": is_member});
    // Sam never was a member.
    assert_eq!(authors, [author(app.ana, "Ana Silva", true), author(app.tom, "Tom Rivera", false)]);
});

both!(only_members_may_ask_for_authors, async |app| {
    let node = app.node().await;
    let path = format!("/api/v2/chat/{}/authors/?user_ids={}", app.circle, app.tom);
    let (_, of_sam) = node.sign_in(app.sam).await;
    assert_eq!(node.get(&path, Some(&of_sam)).await.status(), 404);
    let (_, of_maya) = node.sign_in(app.maya).await;
    let many = vec![app.tom.to_string(); 51].join(",");
    for wrong in ["", "nobody", &many] {
        let path = format!("/api/v2/chat/{}/authors/?user_ids={wrong}", app.circle);
        let answer = node.get(&path, Some(&of_maya)).await;
        assert_eq!(answer.status(), 422, "{wrong}");
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "invalid");
    }
});
