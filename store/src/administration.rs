//! Acts of staff that reach through several areas: what they change below has consequences in areas that do not know each other.
//!
//! An area never calls a higher one. An act whose consequences lie in higher areas stands here, in one transaction with them.

mod accounts;
pub mod answer_keys;
mod applications;
mod clearance;
pub mod consents;
mod content;
mod content_texts;
pub mod corrections;
pub mod data_requests;
pub mod erase;
mod group_members;
mod hand_over;
mod mentions;
mod mentorships;
mod new_programme;
pub mod person_facts;
mod programme_rules;
mod programmes;
pub mod retention;
mod rule_content;
mod rule_effects;
mod rule_history;
pub mod school_year;
mod staff_roles;
mod transfers;
mod vetting_warnings;
pub mod vettings;

pub use accounts::{AccountChange, RoleRefusal, set_disabled, set_role, sign_out};
use accounts::{lock_account, set_disabled_in};
pub use applications::{
    Decided, DecisionRefusal, Step as ApplicationStep, SubmittedStage, decide_application, erase_refused,
    read_application,
};
pub use clearance::{
    Lifted, SuspendedBy, SuspensionRefusal, is_suspended, lift_suspension, suspend, work as follow_time,
};
pub use content::{export as export_content, import as import_content};
pub use content_texts::{AskAgain, NewTexts, TextCheck, TextRefusal, edit_texts, people_to_ask_again};
pub use group_members::{JoinRefusal, join as join_mentorship, leave as leave_mentorship};
pub use hand_over::{HandOverRefusal, HandedOver, hand_over, to_hand_over};
pub use mentorships::{
    MenteesAfter, UNDO_TIME, UndoRefusal, Undone, create as create_mentorship, end as end_mentorship,
    undo as undo_mentorship, undo_end,
};
pub use new_programme::{
    MAX_PROGRAMME_NAME, NewProgramme, NewProgrammeRefusal, PossibleCoordinator, ProgrammeOverview, create_programme,
    possible_coordinators, programmes_of_installation,
};
pub use programme_rules::{NewRule, RuleRefusal, preview_rule, set_rule};
pub use programmes::put as put_programme;
pub use rule_effects::{Effect, EffectKind};
pub use rule_history::{RuleChange, history as rule_history};
use staff_roles::is_last_administrator_in;
pub use staff_roles::{
    EndOptions, LeadlessProgramme, RoleEnd, RoleEndRefusal, end_role, is_last_administrator, rehearse_role_end,
};
pub use transfers::{Destination, Rehearsal, Transfer, TransferRefusal, rehearse as rehearse_transfer, transfer};
pub use vetting_warnings::warn as warn_of_ending_vettings;
