//! Questions of surveys and quizzes: their definitions, checks of definitions, and validation of answers. No database and
//! no HTTP: the checker of content, the API and the tests use the same rules.

mod answer;
mod answer_key;
mod check;
mod definition;
mod submission;

pub use answer::{FileAnswer, MAX_TEXT_CHARS, Problem, accept};
pub use answer_key::score;
pub use check::{Flaw, MAX_OPTIONS, MAX_QUESTIONS, check, is_video_id};
pub use definition::{AnswerForm, Choice, Condition, Fact, Question, QuestionType, Scale, Sorting, Texts};
pub use submission::{Submission, draft, is_visible, submit};
