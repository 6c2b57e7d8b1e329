//! `tests/requests.txt`: an accepted request for each route and socket command.

use std::collections::BTreeMap;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Map, Value};
use test_kit::samples;
use web::Route;

/// Values for the names in braces.
pub(super) type Names = BTreeMap<&'static str, String>;

/// Names that anyone may know.
const PUBLIC_NAMES: [&str; 6] = ["me", "fresh", "in_a_week", "today", "picture", "post"];

/// A line of the file.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: Method,
    /// The address, with names in braces.
    pub(super) path: String,
    body: String,
    is_form: bool,
    /// Who must reach the object.
    pub(super) by: String,
    /// Who plays owner, mentor and peer.
    pub(super) cast: String,
    /// The code of a refusal that proves that the object was found.
    pub(super) ok: Option<String>,
    /// Whether it reaches the other people of the object.
    pub(super) is_contact: bool,
    /// Whether its ids name an entry of the caller's own list, which no other caller has.
    pub(super) is_personal: bool,
}

impl Request {
    /// Reads the file.
    pub(super) fn all() -> Vec<Self> {
        let lines = include_str!("../../../requests.txt").lines();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(Self::of_line).collect()
    }

    fn of_line(line: &str) -> Self {
        let (head, body) =
            line.split_once(" {").map_or((line, String::new()), |(head, rest)| (head, format!("{{{rest}")));
        let mut words = head.split_whitespace();
        let method = Method::from_bytes(words.next().unwrap().as_bytes()).unwrap();
        let mut request = Self {
            method,
            path: words.next().unwrap().to_owned(),
            body,
            is_form: false,
            by: "owner".to_owned(),
            cast: "pair".to_owned(),
            ok: None,
            is_contact: false,
            is_personal: false,
        };
        for word in words {
            match word.split_once('=').unwrap_or((word, "")) {
                ("by", caller) => caller.clone_into(&mut request.by),
                ("as", cast) => cast.clone_into(&mut request.cast),
                ("ok", code) => request.ok = Some(code.to_owned()),
                ("contact", _) => request.is_contact = true,
                ("personal", _) => request.is_personal = true,
                ("form", _) => request.is_form = true,
                _ => panic!("{line}: {word}"),
            }
        }
        request
    }

    /// Whether it is a command of the socket, whose name is its path.
    pub(super) fn is_command(&self) -> bool {
        self.method.as_str() == "SOCKET"
    }

    /// The frame of a command with values.
    pub(super) fn frame(&self, names: &Names) -> Value {
        let mut frame: Value = serde_json::from_str(&filled(&self.body, names)).unwrap();
        frame["command"] = self.path.as_str().into();
        frame
    }

    /// Whether it calls this route.
    pub(super) fn calls(&self, route: &Route) -> bool {
        let (method, path) = route.address();
        let own = self.path.split('?').next().unwrap_or_default();
        let (own, path) = (own.split('/'), path.split('/'));
        self.method.as_str() == method
            && own.clone().count() == path.clone().count()
            && own.zip(path).all(|(own, segment)| own == segment || segment.starts_with('{'))
    }

    /// Whether it names an object of a person.
    pub(super) fn names_object(&self) -> bool {
        let text = format!("{}{}", self.path, self.body);
        let mut names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|char| char.is_ascii_lowercase() || char == '_');
        names.any(|name| is_name(name) && !PUBLIC_NAMES.contains(&name))
    }

    /// The address with values.
    pub(super) fn address(&self, names: &Names) -> String {
        filled(&self.path, names)
    }

    /// Adds the body with values.
    pub(super) fn with_body(&self, builder: RequestBuilder, names: &Names) -> RequestBuilder {
        if self.body.is_empty() {
            return builder;
        }
        let body = filled(&self.body, names);
        if !self.is_form {
            return builder.header("content-type", "application/json").body(body);
        }
        let fields: Map<String, Value> = serde_json::from_str(&body).unwrap();
        let text_of = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let fields = fields.iter().map(|(name, value)| (name.clone(), text_of(value)));
        // Files are read as they come: the other fields precede.
        let (files, texts): (Vec<_>, Vec<_>) = fields.partition(|(_, value)| value.starts_with('@'));
        let form = texts.into_iter().fold(Form::new(), |form, (name, text)| form.text(name, text));
        builder.multipart(files.into_iter().fold(form, |form, (name, file)| {
            let bytes = match file.rsplit('.').next() {
                Some("pdf") => samples::pdf(300, 400),
                Some("csv") => b"Email,First name,Last name\ncarla@invited.example,Carla,Li\n".to_vec(),
                _ => samples::png(64, 64),
            };
            form.part(name, Part::bytes(bytes).file_name(file.trim_start_matches('@').to_owned()))
        }))
    }
}

fn filled(text: &str, names: &Names) -> String {
    names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
