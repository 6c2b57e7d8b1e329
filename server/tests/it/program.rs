//! The binary in a temporary folder.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Deref;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use reqwest::{Client, Response};
use serde_json::{Value, json};
use store::clock::Clock;
use tempfile::TempDir;
use totp_rs::Totp;

/// One installation: a folder and the environment variables of its configuration.
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

    /// Runs a command with this standard input.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Ended {
        let mut child = self.command(arguments).spawn().unwrap();
        // A command that does not read may have closed the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap().into()
    }

    /// Starts the server and waits until it listens.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Server {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        Self::await_address(self.command(&arguments).stderr(Stdio::inherit()))
    }

    /// Starts the server with its log in this file.
    pub(crate) fn serve_logging_to(&self, log: File) -> Server {
        Self::await_address(self.command(&["serve", "--demo", "--listen", "127.0.0.1:0"]).stderr(log))
    }

    /// Uses PostgreSQL and an unreachable bus.
    pub(crate) fn without_its_bus(self, database_url: &str) -> Self {
        self.with("MENTORHUB_DATABASE_URL", database_url)
            .with("MENTORHUB_BUS_URL", "redis://127.0.0.1:1")
            .with("MENTORHUB_LOG_FILTER", "off")
    }

    /// Starts the server with files limited to this many blocks of 512 bytes, as on a full disk.
    pub(crate) fn serve_on_full_disk(&self, blocks: u64) -> Server {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" serve --listen 127.0.0.1:0");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_mentorhub")]);
        command.current_dir(self.folder.path()).envs(self.variables.iter().cloned()).env("MENTORHUB_LOG_FILTER", "off");
        Self::await_address(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()))
    }

    /// Runs a command that can write no more than 4 KB into a file, as on a full disk.
    pub(crate) fn run_on_full_disk(&self, arguments: &[&str]) -> Ended {
        let mut command = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -S -f 8; exec \"$0\" \"$@\"";
        command.args(["-c", script, env!("CARGO_BIN_EXE_mentorhub")]).args(arguments);
        command.current_dir(self.folder.path()).envs(self.variables.iter().cloned());
        command.stdin(Stdio::null()).output().unwrap().into()
    }

    /// Starts the server with a low soft limit of open files, as shells do.
    pub(crate) fn serve_with_few_files(&self) -> Server {
        let mut command = Command::new("sh");
        let script = "ulimit -S -n 256; exec \"$0\" serve --listen 127.0.0.1:0";
        command.args(["-c", script, env!("CARGO_BIN_EXE_mentorhub")]);
        command.current_dir(self.folder.path()).envs(self.variables.iter().cloned());
        Self::await_address(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()))
    }

    /// Starts the server with the umask of most systems, which opens new files to all users.
    pub(crate) fn serve_with_open_umask(&self, arguments: &[&str]) -> Server {
        let mut command = Command::new("sh");
        let script = "umask 022; exec \"$0\" serve --listen 127.0.0.1:0 \"$@\"";
        command.args(["-c", script, env!("CARGO_BIN_EXE_mentorhub")]).args(arguments);
        command.current_dir(self.folder.path()).envs(self.variables.iter().cloned());
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
        Server { child, output, said, site: Site::new(url) }
    }
}

/// The result of a command.
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

/// An address of an installation: a server, or the proxy in front of several.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) url: String,
    pub(crate) client: Client,
}

impl Site {
    pub(crate) fn new(url: String) -> Self {
        test_kit::choose_crypto();
        // The server closes idle connections, which may cross with the next request on a busy machine.
        Self { url, client: Client::builder().pool_max_idle_per_host(0).build().unwrap() }
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.client.get(format!("{}{path}", self.url)).send().await.unwrap()
    }

    /// Signs in; staff also with a code of their app, which a first sign-in sets up and a demonstration shows.
    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> (u16, Value) {
        let (status, first) = self.post("sign-in/", &json!({"email": email, "password": password})).await;
        if status != 202 {
            return (status, first);
        }
        let ticket = &first["ticket"];
        let code = if first["isSetUp"] == true {
            let codes = json_of(self.get("/api/dev/second-factors/").await).await;
            let own = codes.as_array().unwrap().iter().find(|one| one["email"] == email).unwrap();
            own["code"].as_str().unwrap().to_owned()
        } else {
            let (_, app) = self.post("second-factor/set-up/", &json!({"ticket": ticket})).await;
            let now = u64::try_from(Clock::system().now().timestamp()).unwrap();
            Totp::from_url(app["address"].as_str().unwrap()).unwrap().generate(now).to_string()
        };
        self.post("second-factor/sign-in/", &json!({"ticket": ticket, "code": code})).await
    }

    async fn post(&self, call: &str, body: &Value) -> (u16, Value) {
        let request = self.client.post(format!("{}/api/v2/users/{call}", self.url)).json(body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), json_of(answer).await)
    }

    /// Returns the JSON of a path, as this person.
    pub(crate) async fn get_as(&self, email: &str, path: &str) -> Value {
        let (status, access) = self.sign_in(email, "Mentor-hub-1").await;
        assert_eq!(status, 200, "{access}");
        let token = access["accessToken"].as_str().unwrap();
        let request = self.client.get(format!("{}{path}", self.url)).bearer_auth(token);
        json_of(request.send().await.unwrap()).await
    }
}

/// A running server; killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    /// The output up to the line with the address.
    pub(crate) said: String,
    site: Site,
}

impl Deref for Server {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl Server {
    pub(crate) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Returns the soft and the hard limit of open files.
    pub(crate) fn file_limits(&self) -> (String, String) {
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", self.child.id())).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
        let mut values = line.split_whitespace().map(str::to_owned);
        (values.next().unwrap(), values.next().unwrap())
    }

    /// Returns the resident memory of the process in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
    }

    /// Removes the limit of the file size.
    pub(crate) fn make_room(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited:"]).status().unwrap().success());
    }

    /// Waits for the end and returns success and the output after the line with the address.
    pub(crate) fn wait(mut self) -> (bool, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().success(), rest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn json_of(answer: Response) -> Value {
    serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
}
