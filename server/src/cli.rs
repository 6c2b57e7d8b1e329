//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::{self, pdf_thumbnail};
use crate::config::Layers;
use crate::output::print_error;
use crate::private_files;

mod matching;
mod mentorship;
mod programme;
mod staff;

pub(crate) use matching::{Matching, Simulation};
pub(crate) use mentorship::{EndReason, Mentorship};
pub(crate) use programme::Programme;
pub(crate) use staff::{Audit, Grant, Staff, StaffRole};

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    private_files::restrict_new_files();
    match cli.command {
        // Without the runtime: the limits of this process leave no memory for threads.
        Command::PdfThumbnail { page, edge } => pdf_thumbnail::run(page, edge),
        _ => start(cli),
    }
}

#[tokio::main]
async fn start(cli: Cli) -> ExitCode {
    commands::run(cli).await.unwrap_or_else(|error| {
        print_error(format_args!("mentorhub: {error:#}"));
        ExitCode::FAILURE
    })
}

#[derive(Debug, Parser)]
#[command(name = "mentorhub", version, about = "A platform for mentoring programmes")]
pub(crate) struct Cli {
    /// Configuration file; default: mentorhub.toml in the current folder, if it exists
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder for the SQLite database, uploaded files and mails
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Database {
    /// Copy a SQLite database into an empty PostgreSQL database; stop the server first
    Copy {
        /// sqlite:PATH
        from: String,
        /// postgres://USER:PASSWORD@HOST/NAME
        to: String,
        /// Also copy the files of this folder into the configured file storage
        #[arg(long, value_name = "DIR")]
        files: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the server
    Serve(Serve),
    /// Create or update the database schema
    Migrate,
    /// Copy a SQLite database to a new file; the server may be running
    Backup {
        /// File to create
        file: PathBuf,
    },
    /// Move an installation to another database
    #[command(subcommand)]
    Database(Database),
    /// Turn maintenance mode on or off, for all nodes
    Maintenance {
        /// New state of maintenance mode
        switch: Switch,
    },
    /// Manage user accounts
    #[command(subcommand)]
    User(User),
    /// Manage what rules need to know about people
    #[command(subcommand)]
    Person(Person),
    /// See who lacks what a programme demands, and set from when that closes contact
    #[command(subcommand)]
    Contact(Contact),
    /// Manage what staff may do
    #[command(subcommand)]
    Staff(Staff),
    /// Read the log of what staff, commands and jobs did
    #[command(subcommand)]
    Audit(Audit),
    /// Close and open the year of a programme, and archive it
    #[command(subcommand)]
    Programme(Programme),
    /// Manage mentorships
    #[command(subcommand)]
    Mentorship(Mentorship),
    /// Match mentors and mentees
    #[command(subcommand)]
    Matching(Matching),
    /// Manage content: texts, questions, cards, programmes, languages
    #[command(subcommand)]
    Content(Content),
    /// Manage answers to surveys
    #[command(subcommand)]
    Survey(Survey),
    /// Manage answers to quizzes
    #[command(subcommand)]
    Quiz(Quiz),
    /// Manage work readiness scores
    #[command(subcommand)]
    Wrs(WorkReadiness),
    /// Manage push notifications
    #[command(subcommand)]
    Push(Push),
    /// Check configuration and connections
    Doctor,
    /// Print the effective configuration with secrets masked
    Config,
    /// Print the OpenAPI document of the HTTP API and the socket frames
    Openapi,
    /// Render a page of a PDF (the server starts this command)
    #[command(name = pdf_thumbnail::NAME, hide = true)]
    PdfThumbnail {
        /// Number of the page
        page: usize,
        /// Longer edge in pixels
        edge: u16,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Push {
    /// Generate a key for push.private_key
    Keys,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Create demo users and conversations at the first start
    #[arg(long)]
    pub(crate) demo: bool,
    /// Also create a programme whose people wait for a match
    #[arg(long, requires = "demo")]
    pub(crate) demo_cohort: bool,
    /// Also create a programme with 400 people and a year of history
    #[arg(long, requires = "demo")]
    pub(crate) demo_year: bool,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Run only this part; other processes run the others
    #[arg(long, value_enum)]
    pub(crate) only: Option<Part>,
}

/// A part of the server that can run in a separate process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Chat: WebSockets and their HTTP routes
    Hub,
    /// All other HTTP routes and the web pages
    Api,
    /// Background jobs: mail and push notifications
    Worker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Content {
    /// Check a content folder and list its mistakes by file and line
    Check {
        /// Content folder; default: the built-in content
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Import a content folder in one transaction
    Import {
        /// Content folder; default: the built-in content
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// Only say what would happen
        #[arg(long)]
        dry_run: bool,
    },
    /// Convert a quiz of GIFT or Moodle XML to the format of content
    QuizImport {
        /// File ending in .gift, .txt or .xml
        file: PathBuf,
        /// Key of the session that gets the quiz; default: the name of the file
        #[arg(long, value_name = "KEY")]
        session: Option<String>,
        /// Language of its texts
        #[arg(long, default_value = "en", value_name = "CODE")]
        language: String,
        /// File to create; default: standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Export all content to a new folder
    Export {
        /// Folder to create
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Survey {
    /// Export the submitted answers of all people to a table
    Export(Answers),
    /// Open a survey of a person again: their answers are kept, and count once they are sent again
    Reopen {
        /// E-mail address or id of the person
        person: String,
        /// Key of the survey
        key: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Quiz {
    /// Export the last answers of all people to the quizzes of a session
    Export(Answers),
}

#[derive(Debug, Args)]
pub(crate) struct Answers {
    /// Key of the survey or session
    pub(crate) key: String,
    /// Format of the table
    #[arg(long, value_enum, default_value = "csv")]
    pub(crate) format: TableFormat,
    /// Only people of this programme
    #[arg(long, value_name = "KEY")]
    pub(crate) programme: Option<String>,
    /// File to create; default: the key with the ending of the format
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Csv,
    Xlsx,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WorkReadiness {
    /// Import scores in one transaction
    Import {
        /// CSV file with the columns email, name, date, score, max and description
        #[arg(value_name = "FILE.csv")]
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Create an account with a verified e-mail address
    Add {
        email: String,
        #[arg(long)]
        first_name: String,
        #[arg(long)]
        last_name: String,
        #[arg(long, value_enum, default_value = "staff")]
        role: Role,
        /// Key of the programme
        #[arg(long, value_name = "KEY")]
        programme: Option<String>,
        /// Language code
        #[arg(long, default_value = "en")]
        language: String,
        /// Read the password from standard input instead of prompting
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set a password and end all login sessions of the account
    Password {
        email: String,
        /// Read the password from standard input instead of prompting
        #[arg(long)]
        password_stdin: bool,
    },
    /// Export all data about a person to a ZIP file
    Export {
        /// E-mail address or id
        person: String,
        /// ZIP file to create; must not exist
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Erase the name, texts and files of a person for good
    Erase {
        /// E-mail address or id
        person: String,
        /// Skip the confirmation
        #[arg(long)]
        yes: bool,
    },
    /// After a restore: erase all people again who were erased on this machine
    EraseAgain,
    /// Replace the key of access tokens, such as after a backup got into wrong hands; people stay signed in
    RotateTokenKey,
    /// Move a person to another programme
    Transfer {
        email: String,
        /// Key of the other programme
        #[arg(long)]
        programme: String,
        /// Why, for staff
        #[arg(long)]
        reason: String,
    },
    /// Change the role of an account
    Role {
        email: String,
        #[arg(value_enum)]
        role: Role,
    },
}

/// What rules need to know about a person.
#[derive(Debug, Subcommand)]
pub(crate) enum Person {
    /// Set vetting, guardian consent, month of birth and conflicts, and print them
    Set {
        /// E-mail address or id
        person: String,
        /// Last day on which the vetting is valid, such as 2027-06-30; none
        #[arg(long, value_name = "DAY|none")]
        vetted_until: Option<String>,
        /// Whether a guardian agreed
        #[arg(long, value_enum, value_name = "yes|no")]
        guardian_consent: Option<YesNo>,
        /// Such as 2009-03; none
        #[arg(long, value_name = "MONTH|none")]
        birth_month: Option<String>,
        /// E-mail address or id of a person with whom this one must not be matched
        #[arg(long, value_name = "PERSON")]
        conflict: Vec<String>,
        /// Takes a conflict away
        #[arg(long, value_name = "PERSON")]
        no_conflict: Vec<String>,
    },
    /// Suspend a person: they read, but cannot write or call, and are not matched
    Suspend {
        /// E-mail address or id
        person: String,
        /// Why, for the audit log
        #[arg(long)]
        reason: String,
        /// Last day, such as 2027-06-30; without it until it is lifted
        #[arg(long, value_name = "DAY")]
        until: Option<String>,
    },
    /// Lift the suspension of a person
    Release {
        /// E-mail address or id
        person: String,
    },
}

/// From when facts bind.
#[derive(Debug, Subcommand)]
pub(crate) enum Contact {
    /// List who lacks vetting or a guardian's consent, and whose contact is closed for it
    List {
        /// Key of the programme
        #[arg(long, value_name = "KEY")]
        programme: String,
    },
    /// Set from when missing facts close contact; without a day from now on
    Bind {
        /// Key of the programme
        #[arg(long, value_name = "KEY")]
        programme: String,
        /// The first day, such as 2027-01-15
        #[arg(long, value_name = "DAY")]
        from: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    Mentor,
    Mentee,
    Staff,
}

impl Cli {
    /// Reads the settings of file, environment and flags.
    pub(crate) fn layers(&self) -> Result<Layers> {
        // No setting has a name or value that is not UTF-8.
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
