//! The command line.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::config::Layers;

#[derive(Debug, Parser)]
#[command(name = "mentorhub", version, about = "A home for mentoring programmes.")]
pub(crate) struct Cli {
    /// The configuration file; mentorhub.toml of this folder if it is there
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder of everything that is kept in files
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the server
    Serve(Serve),
    /// Bring the database up to date, and make it if there is none
    Migrate,
    /// Copy a SQLite database into a new file, also while the server runs
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Close the doors, or open them again, on all nodes at once
    Maintenance {
        /// Whether they are to be closed
        switch: Switch,
    },
    /// Look after people's accounts
    #[command(subcommand)]
    User(User),
    /// Look after what the programme says: texts, questions, cards, programmes, languages
    #[command(subcommand)]
    Content(Content),
    /// Look after work readiness scores
    #[command(subcommand)]
    Wrs(WorkReadiness),
    /// Look after the notifications of devices
    #[command(subcommand)]
    Push(Push),
    /// Say what is configured, what can be reached, and what is missing
    Doctor,
    /// Print the effective configuration, without secrets
    Config,
    /// Print the description of the HTTP API and of the socket
    Openapi,
    /// Draw the first page of a PDF: the server starts this by itself
    #[command(name = crate::first_page::NAME, hide = true)]
    DrawFirstPage,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Push {
    /// Print a new key for push.private_key
    Keys,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Make a small world to play in, if there is none yet
    #[arg(long)]
    pub(crate) demo: bool,
    /// The address and port to listen on
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Only this part; the others run in processes of their own
    #[arg(long, value_enum)]
    pub(crate) only: Option<Part>,
}

/// A part of the product that can run by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Chat: sockets and chat calls
    Hub,
    /// All other calls, and the web pages
    Api,
    /// What happens afterwards: mail
    Worker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Content {
    /// Name every mistake of a folder of content by file and line
    Check {
        /// The folder; what came with the program if there is none
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Bring in a folder of content, all of it or nothing
    Import {
        /// The folder; what came with the program if there is none
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Write all content to a new folder
    Export {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum WorkReadiness {
    /// Bring in scores, all of them or none
    Import {
        /// A table with the columns email, name, date, score, max and description
        #[arg(value_name = "FILE.csv")]
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Make an account; the address counts as proven
    Add {
        email: String,
        #[arg(long)]
        first_name: String,
        #[arg(long)]
        last_name: String,
        #[arg(long, value_enum, default_value = "staff")]
        role: Role,
        /// The key of the programme they belong to
        #[arg(long, value_name = "KEY")]
        programme: Option<String>,
        /// The code of their language
        #[arg(long, default_value = "en")]
        language: String,
        /// Read the password from the standard input instead of asking for it
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set another password, and sign the person out everywhere
    Password {
        email: String,
        /// Read the password from the standard input instead of asking for it
        #[arg(long)]
        password_stdin: bool,
    },
    /// Put everything that is kept about a person into a ZIP file
    Export {
        /// Their address, or their id
        person: String,
        /// The file, which must not be there yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Erase a person: name, texts, files. Nothing brings them back
    Erase {
        /// Their address, or their id
        person: String,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
    /// Give a person another role
    Role {
        email: String,
        #[arg(value_enum)]
        role: Role,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    Mentor,
    Mentee,
    Staff,
}

impl Cli {
    /// The settings of file, environment and flags.
    pub(crate) fn layers(&self) -> Result<Layers> {
        // A variable that is not UTF-8 cannot be one of ours.
        let variables =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let mut layers = Layers::read(self.config.as_deref(), variables)?;
        if let Some(dir) = &self.data_dir {
            layers.add_flag("data.dir", "--data-dir", dir.clone())?;
        }
        if let Command::Serve(Serve { listen: Some(listen), .. }) = &self.command {
            layers.add_flag("server.listen", "--listen", listen.clone())?;
        }
        Ok(layers)
    }
}
