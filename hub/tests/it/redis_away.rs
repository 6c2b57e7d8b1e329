//! Two nodes whose Redis stands still, forgets everything, or dies, and two on a Redis Cluster whose first master does:
//! nothing lost, nothing twice, one order.

use futures_util::future::join;
use serde_json::json;

use crate::cluster::{maya_and_tom, talk};
use crate::node::Node;
use crate::socket::Socket;
use crate::world::World;
use test_kit::{Redis, RedisCluster, shared};

struct Two {
    world: World,
    maya: Socket,
    tom: Socket,
    _nodes: [Node; 2],
    next: i64,
}

impl Two {
    async fn on(world: World, bus: String) -> Self {
        let world = world.with_bus(bus);
        let nodes = [world.node().await, world.node().await];
        let (maya, tom) = maya_and_tom(&world, &nodes[0], &nodes[1]).await;
        Self { world, maya, tom, _nodes: nodes, next: 1 }
    }

    /// Both write at once, and both hear all of it, densely and in one order.
    async fn talk(&mut self) {
        let (a, b) = join(talk(&mut self.maya, &self.world, 40, 80), talk(&mut self.tom, &self.world, 40, 80)).await;
        assert_eq!(a.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (self.next..self.next + 80).collect::<Vec<_>>());
        assert_eq!(a, b);
        self.next += 80;
    }
}

shared!(redis_stands_still_and_forgets_everything, async |world| {
    let redis = Redis::start();
    let mut two = Two::on(world, redis.url()).await;
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

shared!(redis_dies_and_comes_back, async |world| {
    let mut redis = Redis::start();
    let mut two = Two::on(world, redis.url()).await;
    two.talk().await;
    redis.kill();
    two.talk().await;
    redis.restart();
    two.talk().await;
    redis.kill();
    redis.restart();
    two.talk().await;
});

shared!(a_master_of_a_cluster_dies_and_its_replica_follows, async |world| {
    let mut cluster = RedisCluster::start().await;
    let mut two = Two::on(world, cluster.url()).await;
    // No database would tell of this.
    two.maya.say(json!({"command": "typing", "channel": two.world.pair})).await;
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
