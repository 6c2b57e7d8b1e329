//! Drives a hub over its socket and says what it bore.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

mod bench;
mod compare;
mod course;
mod engine;
mod faults;
mod floor;
mod frame;
mod ground;
mod histogram;
mod html;
mod http;
mod members;
mod nodes;
mod pages;
mod people;
mod pipe;
mod plots;
mod report;
mod search;
mod seed;
mod site;
mod storm;
mod target;
mod wire;
mod words;
mod writing;

#[derive(Parser)]
#[command(about = "Drives a hub over its socket and says what it bore")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Deliveries per second, their delay, and what they cost, on every database at hand
    Bench(bench::Options),
    /// The floor, the hub and a peer in turns, with medians, ratios and goals
    Compare(compare::Options),
    /// An installation that is hurt while people talk: nothing lost, nothing twice, one order
    Faults(faults::Options),
    /// Everybody loses the connection at once: when all are back, and what it costs
    Storm(storm::Options),
    /// Serves as a bare fan-out: the least that any server can do
    Floor {
        /// Where
        #[arg(long, default_value = "127.0.0.1:0")]
        listen: SocketAddr,
    },
    /// What a message costs in a channel of many members who are not here
    Members(members::Options),
    /// What a delivery costs on one, two and three hubs with one database
    Nodes(nodes::Options),
    /// How long a search takes among a million messages, on every database at hand
    Search(search::Options),
    /// How long a page of a million messages takes, and the unread counts of many conversations
    Pages(pages::Options),
    /// Messages committed per second with search and without
    Writing(writing::Options),
    /// Writes people and channels straight into a database, and a line {"token", "channel"} per connection
    Seed {
        /// sqlite:PATH or postgres://…
        #[arg(long)]
        database: String,
        /// How many people
        #[arg(long, default_value_t = 1000)]
        people: usize,
        /// How many of them share a channel
        #[arg(long, default_value_t = 100)]
        room: usize,
        /// Where the lines go
        #[arg(long)]
        out: PathBuf,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // An error says that it was done before.
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
        Task::Writing(options) => writing::run(&options).await,
        Task::Seed { database, people, room, out } => {
            let seats = seed::seed(&database, people, room, 0).await?;
            let lines: Vec<String> = seats.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
            Ok(std::fs::write(out, lines.join("\n") + "\n")?)
        }
    }
}
