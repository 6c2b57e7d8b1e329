//! Many sign-ins at once: memory stays flat, and refusals are clear.

use futures_util::future::join_all;

use crate::program::{Installation, Server};

/// Growth that 600 sign-ins may cause: the buffers of the password checks, and what connections and the database keep.
const MAX_GROWTH: u64 = 160 * 1024 * 1024;

fn unlimited() -> Installation {
    Installation::new()
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_ADDRESS", "1000000")
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_EMAIL", "1000000")
}

/// Signs in as unknown people and returns the answers: status, code and `Retry-After`.
async fn sign_ins(server: &Server, count: usize) -> Vec<(u16, String, Option<String>)> {
    let sign_in = async |number: usize| {
        let body = serde_json::json!({"email": format!("guess{number}@example.org"), "password": "Mentor-hub-2"});
        let request = server.client.post(format!("{}/api/v2/users/sign-in/", server.url)).json(&body);
        let answer = request.send().await.unwrap();
        let wait = answer.headers().get("retry-after").map(|wait| wait.to_str().unwrap().to_owned());
        let status = answer.status().as_u16();
        let code = crate::program::json_of(answer).await["code"].as_str().unwrap().to_owned();
        (status, code, wait)
    };
    join_all((0..count).map(sign_in)).await
}

#[tokio::test]
async fn many_sign_ins_leave_memory_flat() {
    let installation = unlimited();
    let server = installation.serve(&[]);
    sign_ins(&server, 8).await;
    let before = server.memory();
    for _ in 0..10 {
        let answers = sign_ins(&server, 60).await;
        assert!(answers.iter().all(|answer| answer.0 == 401), "{answers:?}");
    }
    let after = server.memory();
    assert!(after < before + MAX_GROWTH, "memory grew from {before} to {after} bytes");
}

#[tokio::test]
async fn sign_ins_beyond_queue_are_refused_as_busy() {
    let installation = unlimited();
    let server = installation.serve(&[]);
    let answers = sign_ins(&server, 600).await;
    let (refused, checked): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.0 == 503);
    assert!(!refused.is_empty() && !checked.is_empty(), "{} refused, {} checked", refused.len(), checked.len());
    assert!(checked.iter().all(|(status, code, _)| (*status, code.as_str()) == (401, "user_unknown")));
    assert!(refused.iter().all(|(_, code, wait)| code == "busy" && wait.is_some()), "{refused:?}");
    assert_eq!(sign_ins(&server, 1).await[0].0, 401, "the queue is empty again");
}
