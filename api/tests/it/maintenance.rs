//! Maintenance mode.

use reqwest::Method;
use serde_json::json;
use store::flags;

use crate::test_app::PASSWORD;
use test_kit::both;

both!(maintenance_takes_effect_at_once, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let anon = server.browser();
    assert_eq!(anon.get("system_status/").await.body, serde_json::json!({"underMaintenance": false}));

    flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, true).await.unwrap();
    assert_eq!(anon.get("system_status").await.body, serde_json::json!({"underMaintenance": true}));
    for refused in
        [anon.try_sign_in("maya@example.org", PASSWORD).await, maya.get("profile/").await, maya.get("sessions/").await]
    {
        assert_eq!((refused.status, refused.code()), (503, "under_maintenance"));
        assert!(refused.header("retry-after").is_some());
    }
    let code =
        json!({"email": "maya@example.org", "otp": "ABC123", "newPassword": PASSWORD, "checkNewPassword": PASSWORD});
    let calls = ["account-exists/", "send-otp/", "verify-otp/", "reset-password/", "confirm-otp/", "confirm-password/"];
    for call in calls {
        let refused = anon.send(anon.request(Method::POST, call).json(&code)).await;
        assert_eq!((refused.status, refused.code()), (503, "under_maintenance"), "{call}");
    }
    assert_eq!(maya.post("sign-out/").await.status, 204, "sign-out is allowed");

    flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, false).await.unwrap();
    assert_eq!(anon.try_sign_in("maya@example.org", PASSWORD).await.status, 200);
});
