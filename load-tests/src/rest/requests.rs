//! The measured requests.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::bulk::mentorship_of;

/// A measured request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ask {
    Profile,
    Surveys,
    Sessions,
    Session,
    SaveAnswer,
    Feed,
    Mentorship,
    MentorshipProgress,
    Calendar,
}

impl Ask {
    pub(super) const ALL: [Self; 9] = [
        Self::Profile,
        Self::Surveys,
        Self::Sessions,
        Self::Session,
        Self::SaveAnswer,
        Self::Feed,
        Self::Mentorship,
        Self::MentorshipProgress,
        Self::Calendar,
    ];

    /// Whether the peer has the route too.
    pub(super) fn has_peer(self) -> bool {
        !self.is_of_mentorship()
    }

    fn is_of_mentorship(self) -> bool {
        matches!(self, Self::Mentorship | Self::MentorshipProgress | Self::Calendar)
    }

    /// Name for tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Surveys => "survey list",
            Self::Sessions => "session list",
            Self::Session => "one session",
            Self::SaveAnswer => "save answer",
            Self::Feed => "feed page",
            Self::Mentorship => "mentorship",
            Self::MentorshipProgress => "progress",
            Self::Calendar => "calendar",
        }
    }

    /// What Mentor Hub and the peer are sent.
    pub(super) fn shape(self, world: &World) -> Shape {
        let path = match self {
            Self::Profile => "/api/v2/users/profile/".to_owned(),
            Self::Surveys => "/api/v2/screening/survey-list/".to_owned(),
            Self::Sessions => "/api/v2/learninghub/sessions/".to_owned(),
            Self::Session => format!("/api/v2/learninghub/sessions/{}/", world.quiz.session),
            Self::SaveAnswer => "/api/v3/learninghub/quiz/save-answer/".to_owned(),
            Self::Feed => "/api/v2/learninghub/feed/?page=1&size=10".to_owned(),
            Self::Mentorship => format!("/api/v2/mentorships/{MENTORSHIP}/"),
            Self::MentorshipProgress => format!("/api/v2/mentorships/{MENTORSHIP}/progress/"),
            Self::Calendar => format!("/api/v1/mentorships/{MENTORSHIP}/calendar-events/"),
        };
        let is_of_mentorship = self.is_of_mentorship();
        Shape { path, has_quiz: self == Self::SaveAnswer, has_person: false, is_of_mentorship }
    }

    /// The number of entries of an answer: two servers that answer the same have the same number.
    pub(super) fn entries(self, answer: &Value) -> usize {
        let list = match self {
            Self::Profile => &answer["status"]["surveys"],
            Self::Surveys | Self::Sessions => answer,
            Self::Session => &answer["sessionSteps"],
            Self::SaveAnswer => &answer["answers"],
            Self::Feed => &answer["results"],
            Self::Mentorship => &answer["partnerDetails"]["partnerDetails"],
            Self::MentorshipProgress => &answer["completedSessions"],
            Self::Calendar => answer,
        };
        list.as_array().map_or(0, Vec::len)
    }
}

/// A kind of request, the same for everyone.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    path: String,
    /// Whether the answers of a quiz are sent.
    has_quiz: bool,
    /// Whether the path ends with the id of the person.
    has_person: bool,
    /// Whether the path contains [`MENTORSHIP`].
    is_of_mentorship: bool,
}

/// What stands for the id of the person's mentorship in a path.
const MENTORSHIP: &str = "MENTORSHIP";

impl Shape {
    /// What the floor is sent: one statement about a person, and an answer of `bytes`.
    pub(super) fn of_floor(statement: &str, bytes: usize, has_quiz: bool) -> Self {
        Self { path: format!("/{statement}/{bytes}/"), has_quiz, has_person: true, is_of_mentorship: false }
    }
}

/// A quiz that everyone may take again and again.
#[derive(Clone, Debug)]
pub(super) struct Quiz {
    pub(super) session: String,
    pub(super) step: String,
    pub(super) key: String,
    pub(super) answers: Map<String, Value>,
}

/// The people of a database.
#[derive(Debug)]
pub(super) struct World {
    /// Everyone with an access token.
    pub(super) people: Vec<(Uuid, String)>,
    /// How many of them, from the first one, have a mentorship.
    pub(super) paired: usize,
    pub(super) quiz: Quiz,
    /// Requests so far. Each is another person's.
    pub(super) asked: AtomicU64,
}

/// Neighbours in the database do not ask one after the other.
const STRIDE: u64 = 48_271;

const BOUNDARY: &str = "----mentorhub-load-tests";

impl World {
    /// Writes the request of the next person.
    pub(super) fn write_next(&self, out: &mut Vec<u8>, address: SocketAddr, shape: &Shape) {
        let number = self.asked.fetch_add(1, Relaxed);
        let count = if shape.is_of_mentorship { self.paired } else { self.people.len() };
        let index = usize::try_from(number.wrapping_mul(STRIDE) % count as u64).unwrap_or_default();
        let (person, token) = &self.people[index];
        let method = if shape.has_quiz { "POST" } else { "GET" };
        let mut head = format!("{method} {}", shape.path);
        if shape.is_of_mentorship {
            head = head.replace(MENTORSHIP, &mentorship_of(index).to_string());
        }
        if shape.has_person {
            head += &person.to_string();
        }
        head +=
            &format!(" HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nAccept: application/json\r\n");
        let mut body = String::new();
        if shape.has_quiz {
            body = self.form();
            head += &format!(
                "Origin: http://{address}\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\n\
                 Content-Length: {}\r\n",
                body.len()
            );
        }
        out.clear();
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(b"\r\n");
        out.extend_from_slice(body.as_bytes());
    }

    /// The answers as a form. A repeated `requestId` would be the same attempt.
    fn form(&self) -> String {
        let Quiz { session, step, key, answers } = &self.quiz;
        let request = Uuid::from_u128(rand::random());
        let data = json!({
            "session": session, "step": step, "quiz": key, "answer_json": answers, "requestId": request.to_string(),
        });
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n{data}\r\n--{BOUNDARY}--\r\n")
    }
}
