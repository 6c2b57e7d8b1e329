//! TwoNodes nodes whose Redis stands still, forgets everything, or dies, and two on a Redis Cluster whose first master does:
//! nothing lost, nothing twice, one order.

use futures_util::future::join;
use serde_json::json;

use crate::cluster::{maya_and_tom, talk};
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;
use test_kit::{Redis, RedisCluster, shared};

struct TwoNodes {
    app: TestApp,
    maya: Socket,
    tom: Socket,
    _nodes: [Node; 2],
    next: i64,
}

impl TwoNodes {
    async fn on(app: TestApp, bus: String) -> Self {
        let app = app.with_bus(bus);
        let nodes = [app.node().await, app.node().await];
        let (maya, tom) = maya_and_tom(&app, &nodes[0], &nodes[1]).await;
        Self { app, maya, tom, _nodes: nodes, next: 1 }
    }

    /// Both send at once and receive every message, without gaps and in the same order.
    async fn talk(&mut self) {
        let (a, b) = join(talk(&mut self.maya, &self.app, 40, 80), talk(&mut self.tom, &self.app, 40, 80)).await;
        assert_eq!(a.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (self.next..self.next + 80).collect::<Vec<_>>());
        assert_eq!(a, b);
        self.next += 80;
    }
}

shared!(redis_stall_and_flush_lose_nothing, async |app| {
    let redis = Redis::start();
    let mut two = TwoNodes::on(app, redis.url()).await;
    two.talk().await;
    redis.stop();
    let mut flush = redis.flush();
    two.talk().await;
    two.talk().await;
    redis.go_on();
    assert!(flush.wait().unwrap().success());
    two.talk().await;
    two.talk().await;
});

shared!(redis_restart_loses_nothing, async |app| {
    let mut redis = Redis::start();
    let mut two = TwoNodes::on(app, redis.url()).await;
    two.talk().await;
    redis.kill();
    two.talk().await;
    redis.restart();
    two.talk().await;
    redis.kill();
    redis.restart();
    two.talk().await;
});

shared!(redis_cluster_failover_loses_nothing, async |app| {
    let mut cluster = RedisCluster::start().await;
    let mut two = TwoNodes::on(app, cluster.url()).await;
    // Typing events exist only on the bus.
    two.maya.send_frame(json!({"command": "typing", "channel": two.app.pair})).await;
    two.tom.expect("typing").await;
    two.talk().await;
    cluster.kill_first();
    two.talk().await;
    two.talk().await;
    cluster.restart_first();
    cluster.until_ready().await;
    two.talk().await;
    cluster.hand_over().await;
    two.talk().await;
});
