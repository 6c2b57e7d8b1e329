//! The middleware refuses NUL on every address, before any handler.

use crate::pages::header;
use crate::program::{Installation, json_of};

#[tokio::test]
async fn nul_in_address_or_body_is_malformed() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let (status, answer) = server.sign_in("ma\0ya@example.org", "Mentor-hub-1").await;
    assert_eq!((status, &answer["code"]), (400, &"malformed".into()));
    for path in ["/api/v2/users/profile/%00/", "/api/v2/chat/files/x/?signature=a%00b"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), 400, "{path}");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff", "what every answer has");
        assert_eq!(json_of(answer).await["code"], "malformed");
    }
    let (status, answer) = server.sign_in(r"back\u0000slash@example.org", "Mentor-hub-1").await;
    assert_eq!((status, &answer["code"]), (401, &"user_unknown".into()), "not what it looks like");
}
