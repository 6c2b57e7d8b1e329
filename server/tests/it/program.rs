//! The binary, with a folder of its own.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use reqwest::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

/// One installation: a folder, and variables that configure it.
#[derive(Debug)]
pub(crate) struct Installation {
    pub(crate) folder: TempDir,
    variables: Vec<(String, String)>,
}

impl Installation {
    pub(crate) fn new() -> Self {
        let quiet = [("MENTORHUB_LOG_FILTER", "warn"), ("MENTORHUB_DRAIN_SECONDS", "0")];
        let variables = quiet.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Self { folder: tempfile::tempdir().unwrap(), variables }
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mentorhub"));
        command.current_dir(self.folder.path()).args(arguments).envs(self.variables.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end, with this on its standard input.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Ended {
        let mut child = self.command(arguments).spawn().unwrap();
        // A command that reads nothing may have closed it already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap().into()
    }

    /// Starts the server and waits until it listens.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Server {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        Self::await_address(self.command(&arguments).stderr(Stdio::inherit()))
    }

    /// The same; what it logs goes into this file.
    pub(crate) fn serve_logging_to(&self, log: File) -> Server {
        Self::await_address(self.command(&["serve", "--demo", "--listen", "127.0.0.1:0"]).stderr(log))
    }

    /// On PostgreSQL, with a bus that is away: nobody listens there.
    pub(crate) fn without_its_bus(self, database_url: &str) -> Self {
        self.with("MENTORHUB_DATABASE_URL", database_url)
            .with("MENTORHUB_BUS_URL", "redis://127.0.0.1:1")
            .with("MENTORHUB_LOG_FILTER", "off")
    }

    /// The same with files that cannot grow beyond so many blocks of 512 bytes, as on a disk that is full.
    pub(crate) fn serve_on_full_disk(&self, blocks: u64) -> Server {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" serve --listen 127.0.0.1:0");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_mentorhub")]);
        command.current_dir(self.folder.path()).envs(self.variables.iter().cloned()).env("MENTORHUB_LOG_FILTER", "off");
        Self::await_address(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()))
    }

    fn await_address(command: &mut Command) -> Server {
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (mut said, mut line) = (String::new(), String::new());
        let url = loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "it ended before it listened: {said}");
            said.push_str(&line);
            if let Some(url) = line.trim_end().strip_prefix("listening on ") {
                break url.to_owned();
            }
        };
        test_kit::choose_crypto();
        Server { child, output, said, url, client: Client::new() }
    }
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) succeeded: bool,
    pub(crate) said: String,
    pub(crate) complained: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            succeeded: output.status.success(),
            said: String::from_utf8(output.stdout).unwrap(),
            complained: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A running server; killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Everything up to the line that it listens.
    pub(crate) said: String,
    pub(crate) url: String,
    pub(crate) client: Client,
}

impl Server {
    pub(crate) async fn get(&self, path: &str) -> Response {
        self.client.get(format!("{}{path}", self.url)).send().await.unwrap()
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> (u16, Value) {
        let body = json!({"email": email, "password": password});
        let answer = self.client.post(format!("{}/api/v2/users/sign-in/", self.url)).json(&body).send().await.unwrap();
        (answer.status().as_u16(), json_of(answer).await)
    }

    /// What a signed-in person reads.
    pub(crate) async fn get_as(&self, email: &str, path: &str) -> Value {
        let (status, access) = self.sign_in(email, "Mentor-hub-1").await;
        assert_eq!(status, 200, "{access}");
        let token = access["accessToken"].as_str().unwrap();
        let request = self.client.get(format!("{}{path}", self.url)).bearer_auth(token);
        json_of(request.send().await.unwrap()).await
    }

    pub(crate) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// The disk has room again.
    pub(crate) fn make_room(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited:"]).status().unwrap().success());
    }

    /// Waits for the end. Says whether it was a good one, and what was said since the server listened.
    pub(crate) fn wait(mut self) -> (bool, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().success(), rest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn json_of(answer: Response) -> Value {
    serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
}
