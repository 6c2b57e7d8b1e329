//! The rules of the store as pages read them, and back.

use chrono::{NaiveTime, Timelike, Weekday};
use store::blackout::{Blackout, DatedPeriod, WeeklyWindow};
use store::detection_rules;
use store::programmes::appearance::Appearance;
use store::programmes::matching_rules::{Ages, ExpiryHours, GroupRules, MentorDefaults};
use store::programmes::rules::{Demands, Rounds, Rule};
use store::programmes::team_hours::TeamHours;
use store::programmes::vetting_kinds::VettingKind;
use store::programmes::{
    ContactRules, CurriculumSession, EmailDomains, Holiday, Institution, ProgrammeSurvey, RetentionRules, StreakRules,
};

use super::{
    ProgrammeRule, RuleDays, RuleOfAges, RuleOfAppearance, RuleOfBlackout, RuleOfContact, RuleOfDetection,
    RuleOfDomains, RuleOfExpiry, RuleOfFacts, RuleOfGroups, RuleOfInstitution, RuleOfPlaces, RuleOfRetention,
    RuleOfRounds, RuleOfSession, RuleOfSignUp, RuleOfStreak, RuleOfSurvey, RuleOfTeam, RuleOfVetting, RulePeriod,
};
use crate::staff::team::WeeklyHours;

impl From<Rule> for ProgrammeRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::SignUp(is_open) => Self::SignUp(RuleOfSignUp { is_open }),
            Rule::Domains(EmailDomains { mentees, mentors }) => Self::Domains(RuleOfDomains { mentees, mentors }),
            Rule::Institutions(all) => Self::Institutions(
                all.into_iter().map(|Institution { name, codes }| RuleOfInstitution { name, codes }).collect(),
            ),
            Rule::Approval(roles) => Self::Approval(roles),
            Rule::Facts(Demands { vetting, guardian_consent, mentor_minimum_age }) => {
                Self::Facts(RuleOfFacts { vetting, guardian_consent, mentor_minimum_age })
            }
            Rule::VettingKinds(kinds) => {
                let kind = |VettingKind { key, label, valid_months, is_required, binds_from }| RuleOfVetting {
                    key,
                    label,
                    valid_months,
                    is_required,
                    binds_from,
                };
                Self::VettingKinds(kinds.into_iter().map(kind).collect())
            }
            Rule::MenteeAges(ages) => {
                Self::MenteeAges(RuleOfAges { from: ages.map(|ages| ages.from), to: ages.map(|ages| ages.to) })
            }
            Rule::Contact(ContactRules { every_weeks }) => Self::Contact(RuleOfContact { every_weeks }),
            Rule::Team(TeamHours { days, from, until, away }) => Self::Team(RuleOfTeam {
                days: days.into_iter().filter_map(|day| u8::try_from(day.num_days_from_monday()).ok()).collect(),
                from: minutes(from),
                until: minutes(until),
                away: away.into_iter().map(RuleDays::from).collect(),
            }),
            Rule::Blackout(Blackout { refuses_sending, weekly, dated }) => Self::Blackout(RuleOfBlackout {
                refuses_sending,
                weekly: weekly.into_iter().map(hours_of).collect(),
                dated: dated.into_iter().map(|DatedPeriod { from, to }| RulePeriod { from, until: to }).collect(),
            }),
            Rule::MentorshipSessions(all) => Self::MentorshipSessions(
                all.into_iter()
                    .map(|CurriculumSession { session, due_after_days }| RuleOfSession { session, due_after_days })
                    .collect(),
            ),
            Rule::PinnedSessions(all) => Self::PinnedSessions(all),
            Rule::OfferedSurveys(all) => Self::OfferedSurveys(
                all.into_iter()
                    .map(|ProgrammeSurvey { survey, roles, after }| RuleOfSurvey {
                        survey,
                        roles,
                        opens_later: after.is_some(),
                    })
                    .collect(),
            ),
            Rule::Streak(StreakRules { is_off, holidays }) => {
                Self::Streak(RuleOfStreak { is_off, holidays: holidays.into_iter().map(RuleDays::from).collect() })
            }
            Rule::Detection(detection_rules::Rules { contact, secrecy, abuse, among_adults }) => {
                Self::Detection(RuleOfDetection { contact, secrecy, abuse, among_adults })
            }
            Rule::Expiry(ExpiryHours { mentee, mentor }) => Self::Expiry(RuleOfExpiry { mentee, mentor }),
            Rule::Rounds(Rounds { proposals, every_days, waiting_rounds }) => {
                Self::Rounds(RuleOfRounds { proposals, every_days, waiting_rounds })
            }
            Rule::Places(MentorDefaults { kind, places }) => Self::Places(RuleOfPlaces { kind, places }),
            Rule::Groups(GroupRules { size, minimum, starts_after_days, waits_at_most_days, years_apart }) => {
                Self::Groups(RuleOfGroups { size, minimum, starts_after_days, waits_at_most_days, years_apart })
            }
            Rule::Retention(RetentionRules { people_months }) => Self::Retention(RuleOfRetention { people_months }),
            Rule::Appearance(Appearance { color, logo }) => Self::Appearance(RuleOfAppearance { color, logo }),
        }
    }
}

impl ProgrammeRule {
    /// Returns the rule of the store; None for a time or a day that does not exist.
    pub(in crate::staff) fn read(self) -> Option<Rule> {
        Some(match self {
            Self::SignUp(RuleOfSignUp { is_open }) => Rule::SignUp(is_open),
            Self::Domains(RuleOfDomains { mentees, mentors }) => Rule::Domains(EmailDomains { mentees, mentors }),
            Self::Institutions(all) => Rule::Institutions(
                all.into_iter().map(|RuleOfInstitution { name, codes }| Institution { name, codes }).collect(),
            ),
            Self::Approval(roles) => Rule::Approval(roles),
            Self::VettingKinds(kinds) => {
                let kind = |RuleOfVetting { key, label, valid_months, is_required, binds_from }| VettingKind {
                    key,
                    label,
                    valid_months,
                    is_required,
                    binds_from,
                };
                Rule::VettingKinds(kinds.into_iter().map(kind).collect())
            }
            Self::Facts(RuleOfFacts { vetting, guardian_consent, mentor_minimum_age }) => {
                Rule::Facts(Demands { vetting, guardian_consent, mentor_minimum_age })
            }
            Self::MenteeAges(RuleOfAges { from, to }) => {
                if from.is_some() != to.is_some() {
                    return None;
                }
                Rule::MenteeAges(from.zip(to).map(|(from, to)| Ages { from, to }))
            }
            Self::Contact(RuleOfContact { every_weeks }) => Rule::Contact(ContactRules { every_weeks }),
            Self::Team(RuleOfTeam { days, from, until, away }) => Rule::Team(TeamHours {
                days: days.into_iter().map(weekday).collect::<Option<_>>()?,
                from: time(from)?,
                until: time(until)?,
                away: away.into_iter().map(Holiday::from).collect(),
            }),
            Self::MentorshipSessions(all) => Rule::MentorshipSessions(
                all.into_iter()
                    .map(|RuleOfSession { session, due_after_days }| CurriculumSession { session, due_after_days })
                    .collect(),
            ),
            Self::PinnedSessions(all) => Rule::PinnedSessions(all),
            Self::OfferedSurveys(all) => Rule::OfferedSurveys(
                all.into_iter()
                    .map(|RuleOfSurvey { survey, roles, .. }| ProgrammeSurvey { survey, roles, after: None })
                    .collect(),
            ),
            Self::Blackout(RuleOfBlackout { refuses_sending, weekly, dated }) => Rule::Blackout(Blackout {
                refuses_sending,
                weekly: weekly.into_iter().map(window_of).collect::<Option<_>>()?,
                dated: dated.into_iter().map(|RulePeriod { from, until }| DatedPeriod { from, to: until }).collect(),
            }),
            Self::Streak(RuleOfStreak { is_off, holidays }) => {
                Rule::Streak(StreakRules { is_off, holidays: holidays.into_iter().map(Holiday::from).collect() })
            }
            Self::Detection(RuleOfDetection { contact, secrecy, abuse, among_adults }) => {
                Rule::Detection(detection_rules::Rules { contact, secrecy, abuse, among_adults })
            }
            Self::Expiry(RuleOfExpiry { mentee, mentor }) => Rule::Expiry(ExpiryHours { mentee, mentor }),
            Self::Rounds(RuleOfRounds { proposals, every_days, waiting_rounds }) => {
                Rule::Rounds(Rounds { proposals, every_days, waiting_rounds })
            }
            Self::Places(RuleOfPlaces { kind, places }) => Rule::Places(MentorDefaults { kind, places }),
            Self::Groups(RuleOfGroups { size, minimum, starts_after_days, waits_at_most_days, years_apart }) => {
                Rule::Groups(GroupRules { size, minimum, starts_after_days, waits_at_most_days, years_apart })
            }
            Self::Retention(RuleOfRetention { people_months }) => Rule::Retention(RetentionRules { people_months }),
            Self::Appearance(RuleOfAppearance { color, logo }) => {
                Rule::Appearance(Appearance { color: color.map(|color| color.to_ascii_lowercase()), logo })
            }
        })
    }
}

impl From<Holiday> for RuleDays {
    fn from(Holiday { from, until }: Holiday) -> Self {
        Self { from, until }
    }
}

impl From<RuleDays> for Holiday {
    fn from(RuleDays { from, until }: RuleDays) -> Self {
        Self { from, until }
    }
}

fn minutes(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

fn time(minutes: i64) -> Option<NaiveTime> {
    NaiveTime::from_num_seconds_from_midnight_opt(u32::try_from(minutes).ok()?.checked_mul(60)?, 0)
}

fn weekday(number: u8) -> Option<Weekday> {
    Weekday::try_from(number).ok()
}

fn hours_of(WeeklyWindow { day, from, to }: WeeklyWindow) -> WeeklyHours {
    WeeklyHours { weekday: i64::from(day.num_days_from_monday()), from: minutes(from), until: minutes(to) }
}

fn window_of(hours: WeeklyHours) -> Option<WeeklyWindow> {
    let day = weekday(u8::try_from(hours.weekday).ok()?)?;
    Some(WeeklyWindow { day, from: time(hours.from)?, to: time(hours.until)? })
}
