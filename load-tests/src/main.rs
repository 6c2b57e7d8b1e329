//! Load tests for the hub.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

mod bench;
mod bulk;
mod compare;
mod engine;
mod faults;
mod floor;
mod frame;
mod goals;
mod histogram;
mod html;
mod http;
mod installation;
mod members;
mod nodes;
mod pages;
mod people;
mod pipe;
mod plots;
mod protocol;
mod report;
mod rest;
mod round;
mod search;
mod seed;
mod sign_ins;
mod staff;
mod storm;
mod target;
mod temporary_database;
mod texts;
mod timeline;
mod writing;

/// Who prepares the data of a run.
const JOB: store::staff::Actor = store::staff::Actor::Job { name: "load-tests" };

#[derive(Parser)]
#[command(about = "Drives a hub over its socket and says what it bore")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Deliveries per second, delay and cost on each available database
    Bench(bench::Options),
    /// Floor, hub and a peer in alternating runs, with medians, ratios and goals
    Compare(compare::Options),
    /// Fault injection under load: no loss, no duplicates, one order
    Faults(faults::Options),
    /// All clients reconnect at once: recovery time and cost
    Storm(storm::Options),
    /// Serve as the baseline fan-out server
    Floor {
        /// Listen address
        #[arg(long, default_value = "127.0.0.1:0")]
        listen: SocketAddr,
    },
    /// Cost of a message in a channel with many offline members
    Members(members::Options),
    /// Cost of a delivery on one, two and three hubs with one database
    Nodes(nodes::Options),
    /// Duration of a search among a million messages on each available database
    Search(search::Options),
    /// Duration of a page of a million messages, and of unread counts for many conversations
    Pages(pages::Options),
    /// The lists of the staff console with 10,000 people, each beside a bare select
    Staff(staff::Options),
    /// Committed messages per second with and without search
    Writing(writing::Options),
    /// The program side's routes beside a bare actix handler and Fastify, in turns
    Rest(rest::Options),
    /// Serve as the baseline REST server
    RestFloor {
        /// sqlite:PATH or postgres://…
        #[arg(long)]
        database: String,
    },
    /// A matching round over 10,000 mentees while people chat: its time, and what chat notices of it
    Round(round::Options),
    /// Memory of the server over ten thousand sign-ins
    SignIns(sign_ins::Options),
    /// Write people and channels directly into a database, and a line {"token", "channel"} per connection
    Seed {
        /// sqlite:PATH or postgres://…
        #[arg(long)]
        database: String,
        /// Number of people
        #[arg(long, default_value_t = 1000)]
        people: usize,
        /// Members per channel
        #[arg(long, default_value_t = 100)]
        room: usize,
        /// Output file
        #[arg(long)]
        out: PathBuf,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // Fails if a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match Cli::parse().task {
        Task::Bench(options) => bench::run(&options).await,
        Task::Compare(options) => compare::run(&options).await,
        Task::Faults(options) => faults::run(&options).await,
        Task::Storm(options) => storm::run(&options).await,
        Task::Floor { listen } => floor::run(listen),
        Task::Members(options) => members::run(&options).await,
        Task::Nodes(options) => nodes::run(&options).await,
        Task::Search(options) => search::run(&options).await,
        Task::Pages(options) => pages::run(&options).await,
        Task::Staff(options) => staff::run(&options).await,
        Task::Writing(options) => writing::run(&options).await,
        Task::Rest(options) => rest::run(&options).await,
        Task::RestFloor { database } => rest::run_floor(&database).await,
        Task::Round(options) => round::run(&options).await,
        Task::SignIns(options) => sign_ins::run(&options).await,
        Task::Seed { database, people, room, out } => {
            let seats = seed::seed(&database, people, room, 0).await?;
            let lines: Vec<String> = seats.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
            Ok(std::fs::write(out, lines.join("\n") + "\n")?)
        }
    }
}
