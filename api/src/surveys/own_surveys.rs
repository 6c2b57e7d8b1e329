//! The surveys of a person, with their progress.

use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::http::StatusCode;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::content::{Stage, Survey, Versioned};
use store::experiences::{Access, experiences_of};
use store::surveys::{self, Begun, Progress, StageProgress, openings};
use store::{SignedIn, Store};
use utoipa::ToSchema;
use web::{Error, Result, not_found};

/// How far a stage or a survey is, as lists name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum SurveyState {
    NotStarted,
    PartialComplete,
    Complete,
}

/// How far a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum StageState {
    NotStarted,
    Ongoing,
    Complete,
}

/// A survey of a person.
#[derive(Debug)]
pub(crate) struct OwnSurvey {
    /// Its definition, in the version that the person began.
    pub(super) survey: Arc<Versioned<Survey>>,
    /// The last day on which the person can begin, in the programme's zone; None without one.
    pub(super) closes_on: Option<NaiveDate>,
    progress: Option<Progress>,
    stages: Vec<StageProgress>,
}

/// All surveys of a person: those that their programme names for their role, and those that they began.
#[derive(Debug)]
pub(crate) struct OwnSurveys {
    /// Their access to surveys.
    pub(super) access: Access,
    /// Open ones first, in the order of the programme.
    pub(super) surveys: Vec<OwnSurvey>,
    /// Those that staff asked for, and that have closed.
    closed: BTreeSet<String>,
}

impl OwnSurveys {
    /// Loads the surveys of the signed-in person.
    pub(crate) async fn of(store: &Store, signed_in: &SignedIn) -> Result<Self> {
        let SignedIn { person, catalogue, .. } = signed_in;
        let experiences = signed_in.settings().map(|rules| &rules.experiences);
        let access = experiences_of(experiences, person.role, &person.experience_overrides).survey;
        if access == Access::Hide {
            return Ok(Self { access, surveys: Vec::new(), closed: BTreeSet::new() });
        }
        let mut begun = surveys::of_person(store, person.id).await?;
        let mut keys: Vec<String> = openings::offered(signed_in).map(str::to_owned).collect();
        for Begun { progress, .. } in &begun {
            if !keys.contains(&progress.survey_key) {
                keys.push(progress.survey_key.clone());
            }
        }
        let mut surveys: Vec<OwnSurvey> = keys
            .into_iter()
            .filter_map(|key| {
                let begun = begun.extract_if(.., |begun| begun.progress.survey_key == key).next();
                let survey = match &begun {
                    Some(begun) => catalogue.surveys.at(&key, begun.progress.version)?,
                    None => catalogue.surveys.to_begin(&key)?,
                };
                let (progress, stages) = begun.map(|begun| (begun.progress, begun.stages)).unzip();
                let stages = stages.unwrap_or_default();
                let closes_on = openings::closes_on(signed_in, &key);
                Some(OwnSurvey { survey: survey.clone(), closes_on, progress, stages })
            })
            .collect();
        surveys.sort_by_key(|survey| survey.state() == SurveyState::Complete);
        Ok(Self { access, surveys, closed: signed_in.closed_surveys.clone() })
    }

    /// Returns a survey by its key; 404 for those of others, 410 for one that has closed before the person began.
    pub(super) fn find(&self, key: &str) -> Result<&OwnSurvey> {
        let is_found = |survey: &&OwnSurvey| survey.survey.definition.key == key;
        let found = self.surveys.iter().find(is_found).filter(|_| self.access == Access::Use);
        found.ok_or_else(|| if self.closed.contains(key) { closed() } else { not_found() })
    }

    /// Returns a stage by its id; 404 for those of others.
    pub(super) fn find_stage(&self, id: &str) -> Result<(&OwnSurvey, &Stage)> {
        let (survey, stage) = id.split_once('.').ok_or_else(not_found)?;
        let own = self.find(survey)?;
        let stage = own.survey.definition.stages.iter().find(|known| known.key == stage).ok_or_else(not_found)?;
        Ok((own, stage))
    }

    /// The key, access and state of each survey, as the profile names them.
    pub(crate) fn profile_entries(&self) -> impl Iterator<Item = (String, Access, &'static str)> {
        self.surveys.iter().map(|survey| {
            let status = match survey.state() {
                SurveyState::NotStarted => "NOT_STARTED",
                SurveyState::PartialComplete => "ONGOING",
                SurveyState::Complete => "COMPLETED",
            };
            (survey.survey.definition.key.clone(), self.access, status)
        })
    }
}

fn closed() -> Error {
    let sentence = "This survey has closed. Thank you for wanting to take part.";
    Error::new(StatusCode::GONE, "survey_closed", sentence)
}

impl OwnSurvey {
    pub(super) fn state(&self) -> SurveyState {
        match &self.progress {
            None => SurveyState::NotStarted,
            Some(Progress { completed_at: None, .. }) => SurveyState::PartialComplete,
            Some(_) => SurveyState::Complete,
        }
    }

    pub(super) fn completed_at(&self) -> Option<DateTime<Utc>> {
        self.progress.as_ref().and_then(|progress| progress.completed_at)
    }

    /// The progress of a stage.
    pub(super) fn progress_of(&self, stage: &str) -> Option<&StageProgress> {
        self.stages.iter().find(|progress| progress.stage_key == stage)
    }

    pub(super) fn state_of(&self, stage: &str) -> StageState {
        match self.progress_of(stage) {
            None => StageState::NotStarted,
            Some(StageProgress { submitted_at: None, .. }) => StageState::Ongoing,
            Some(_) => StageState::Complete,
        }
    }

    /// The first stage that is not submitted.
    pub(super) fn current_stage(&self) -> Option<&Stage> {
        self.survey.definition.stages.iter().find(|stage| self.state_of(&stage.key) != StageState::Complete)
    }

    pub(super) fn stage_id(&self, stage: &str) -> String {
        format!("{}.{stage}", self.survey.definition.key)
    }
}
