//! Measures whether the memory of the server stays flat over many sign-ins. The passwords belong to unknown people, which costs as
//! much as a wrong password.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::ensure;
use clap::Args;
use futures_util::{StreamExt, stream};

use crate::http;
use crate::protocol::Protocol;
use crate::target::{Folder, Kind, Memory, Resources, Target, hub_binary, memory_of, serve};

/// Options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Sign-ins
    #[arg(long, default_value_t = 10_000)]
    sign_ins: usize,
    /// Sign-ins in flight; the server refuses those that its queue cannot hold
    #[arg(long, default_value_t = 64)]
    window: usize,
    /// Rows of the table
    #[arg(long, default_value_t = 10)]
    rows: usize,
}

const MB: f64 = 1024.0 * 1024.0;

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let folder = Folder::new("sign-ins")?;
    let database = format!("sqlite:{}", folder.path().join("mentorhub.db").display());
    let resources = Resources { database, bus: None, data: folder.path().to_owned() };
    let mut command = tokio::process::Command::new(hub_binary());
    serve(&mut command, &resources, "127.0.0.1:0");
    for limit in ["MENTORHUB_LIMITS_SIGN_INS_PER_ADDRESS", "MENTORHUB_LIMITS_SIGN_INS_PER_EMAIL"] {
        command.env(limit, "1000000");
    }
    let target = Target::run(&mut command, Protocol::Hub).await?;
    let began = Instant::now();
    println!("| sign-ins on {} | refused | memory MB | peak MB |\n|---|---|---|---|", Kind::Sqlite.name());
    println!("| 0 | 0 | {:.0} | {:.0} |", memory(&target, Memory::Now)?, memory(&target, Memory::Peak)?);
    let (mut done, mut refused) = (0, 0);
    for row in 1..=options.rows {
        let until = options.sign_ins * row / options.rows;
        let statuses: Vec<Option<u16>> = stream::iter(done..until)
            .map(|number| sign_in(target.address, number))
            .buffer_unordered(options.window)
            .collect()
            .await;
        let is_expected = |status: &Option<u16>| matches!(status, Some(401 | 503));
        ensure!(statuses.iter().all(is_expected), "unexpected answers: {statuses:?}");
        refused += statuses.iter().filter(|status| **status == Some(503)).count();
        done = until;
        println!(
            "| {done} | {refused} | {:.0} | {:.0} |",
            memory(&target, Memory::Now)?,
            memory(&target, Memory::Peak)?
        );
    }
    println!("\n{:.0} sign-ins per second", done as f64 / began.elapsed().as_secs_f64());
    target.kill().await
}

fn memory(target: &Target, which: Memory) -> anyhow::Result<f64> {
    Ok(memory_of(target.pid()?, which)? as f64 / MB)
}

async fn sign_in(address: SocketAddr, number: usize) -> Option<u16> {
    http::sign_in(address, &format!("guess{number}@example.org")).await
}
