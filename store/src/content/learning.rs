//! Definitions of surveys, learning sessions and the feed.

use chrono::NaiveDate;
use questions::Question;
use serde::{Deserialize, Serialize};

use super::Texts;
use crate::role::Role;

/// A survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// Its id for clients, unique.
    pub key: String,
    /// Its name for people.
    pub name: Texts,
    /// What it is for, in a sentence.
    pub short_description: Texts,
    /// The name of its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Whether it may have Password questions.
    #[serde(default)]
    pub allows_password: bool,
    /// Its parts, each submitted as a whole.
    pub stages: Vec<Stage>,
}

impl Survey {
    /// Iterates over all its questions, in order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.stages.iter().flat_map(|stage| &stage.pages).flat_map(|page| &page.questions)
    }
}

/// A part of a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name, unique in its survey.
    pub key: String,
    /// Its name for people.
    pub name: Texts,
    /// What it asks for.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub description: Texts,
    /// Its pages; none is allowed.
    #[serde(default)]
    pub pages: Vec<Page>,
}

/// A page of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Its heading.
    pub title: Texts,
    /// An introduction.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub description: Texts,
    /// Its questions, in order.
    pub questions: Vec<Question>,
}

/// A tag of sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tag {
    /// Its short name, unique.
    pub key: String,
    /// Its name for people.
    pub label: Texts,
}

/// A learning session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Its id for clients, unique.
    pub key: String,
    /// Its name for people.
    pub title: Texts,
    /// What it is about, in Markdown.
    pub overview: Texts,
    /// The name of its picture.
    pub banner: String,
    /// The colour of its card.
    pub color: Color,
    /// The keys of its tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Where it is offered.
    pub audience: Audience,
    /// Who sees it.
    pub roles: Vec<Role>,
    /// The day from which it is offered.
    pub published_on: NaiveDate,
    /// Its steps, in order.
    pub steps: Vec<Step>,
}

/// The colour of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Red,
    Green,
    Blue,
}

/// Where a session is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// In the learning hub.
    LearningHub,
    /// In mentorships.
    Mentorship,
}

/// A step of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name, unique in its session.
    pub key: String,
    /// Its name for people.
    pub title: Texts,
    /// How long it takes, in minutes.
    pub minutes: u16,
    /// What it consists of, in order.
    pub content: Vec<ContentItem>,
}

/// A part of a step. Which fields it has depends on its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentItem {
    /// Its type.
    #[serde(rename = "type")]
    pub content_type: ContentType,
    /// Markdown; the words of a hyperlink.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub text: Texts,
    /// The name of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The alternative text of the picture.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub alt: Texts,
    /// The width of the picture in per cent of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_percentage: Option<u8>,
    /// The address of a hyperlink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The id of a YouTube video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<String>,
    /// The name of the video.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub title: Texts,
    /// The words of the video, for people who cannot hear or play it.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub transcript: Texts,
    /// A quiz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiz: Option<Quiz>,
}

/// The types of parts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ContentType {
    /// Text.
    Text,
    /// Something to do.
    Instruction,
    /// Advice that only mentors see.
    MentorTips,
    /// A longer text.
    Article,
    /// A picture.
    Image,
    /// A video.
    Youtube,
    /// A link.
    Hyperlink,
    /// A quiz.
    Quiz,
}

/// A quiz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiz {
    /// Its id for clients, unique over all sessions.
    pub key: String,
    /// An introduction.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub help: Texts,
    /// Whether it may be taken again.
    #[serde(default)]
    pub allow_retake: bool,
    /// Whether each attempt shows the options of its questions in an order of its own. Scales keep theirs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffle: bool,
    /// Its questions, in order. The options of an `ArrangeInOrder` are in the right order.
    pub questions: Vec<Question>,
}

/// A post or a quote of the feed. Which fields it has depends on its event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedItem {
    /// Its id for clients, unique.
    pub key: String,
    /// Its type.
    pub event: FeedEvent,
    /// The day from which it is shown.
    pub published_on: NaiveDate,
    /// Who sees it; empty for everyone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
    /// The heading of a post.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub title: Texts,
    /// The text of a post, in Markdown.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub description: Texts,
    /// The name of the picture of a post.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The alternative text of the picture.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub alt: Texts,
    /// A path of the product, or an https URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Why the programme chose it.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub note: Texts,
    /// The words of a quote.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub text: Texts,
    /// Who said them.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub author: Texts,
}

/// The types of the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedEvent {
    /// A post.
    Post,
    /// A quote.
    Quote,
}
