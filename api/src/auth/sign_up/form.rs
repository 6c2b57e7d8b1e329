//! The checks of the sign-up form that need no proof of the address.

use store::ProgrammeId;
use store::invitations::Invitation;
use store::people::Role;
use store::programmes::Programme;
use web::{Error, Result};

use super::SignUpRequest;
use super::institution::UNKNOWN;
use crate::auth::projects::open_to;
use crate::validation::person_name::{Problem, parse};
use crate::validation::{email, phone_number, weak_password};

/// A form whose fields are valid. The institution code of a mentor is not checked yet.
pub(super) struct ValidForm {
    pub(super) email: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) phone_number: String,
    pub(super) language: String,
    pub(super) joining: Joining,
}

/// The way into a programme.
pub(super) enum Joining {
    /// A mentee chose it.
    Mentee(ProgrammeId),
    /// A mentor has the code of an institution.
    Mentor { institution_code: String },
    /// Staff invited the address in this role.
    Invited(Role, ProgrammeId),
}

/// Validates a form and reports all problems at once.
pub(super) fn validate(
    form: &SignUpRequest,
    programmes: &[Programme],
    language: Option<String>,
    needs_password: bool,
    invitation: Option<&Invitation>,
) -> Result<ValidForm> {
    let mut wrong: Vec<(&'static str, &'static str)> = Vec::new();
    let mut require = |field, sentence, is_valid: bool| {
        if !is_valid {
            wrong.push((field, sentence));
        }
    };
    let email = email(&form.email);
    require("email", "This is not an email address.", email.is_some());
    let (first_name, last_name) = (parse(&form.first_name), parse(&form.last_name));
    if [&first_name, &last_name].contains(&&Err(Problem::Unseen)) {
        return Err(name_unseen(first_name.is_err_and(|problem| problem == Problem::Unseen)));
    }
    require("firstName", "Please enter your first name.", first_name.is_ok());
    require("lastName", "Please enter your last name.", last_name.is_ok());
    let number = phone_number(&form.phone_number);
    require("phoneNumber", "Please enter your phone number, in digits.", number.is_some());
    require("newPrimaryLanguage", "Please choose one of our languages.", language.is_some());
    let role = match form.role.to_lowercase().as_str() {
        "mentor" => Some(Role::Mentor),
        "mentee" => Some(Role::Mentee),
        _ => None,
    };
    require("role", "Please choose whether you are a mentor or a mentee.", role.is_some());
    require("declaration", "Please accept the declaration.", form.declaration != Some(false));
    if needs_password && let Some(sentence) = weak_password(&form.password) {
        require("password", sentence, false);
    }
    let address = email.as_deref().unwrap_or_default();
    let joining = match role {
        _ if let Some(Invitation { role, programme_id, .. }) = invitation => {
            Some(Joining::Invited(*role, *programme_id))
        }
        Some(Role::Mentor) => {
            let institution_code = form.institution_code.trim().to_owned();
            require("institutionCode", UNKNOWN, !institution_code.is_empty());
            Some(Joining::Mentor { institution_code })
        }
        _ => {
            let chosen = open_to(programmes, address).into_iter().find(|(p, open)| *open && p.key == form.project);
            require("project", no_programme(programmes, address), chosen.is_some());
            chosen.map(|(programme, _)| Joining::Mentee(programme.id))
        }
    };
    if let (true, Some(email), Ok(first_name), Ok(last_name), Some(phone_number), Some(joining), Some(language)) =
        (wrong.is_empty(), email, first_name, last_name, number, joining, language)
    {
        return Ok(ValidForm { email, first_name, last_name, phone_number, language, joining });
    }
    let refusal = Error::invalid("Please check what is marked.");
    Err(wrong
        .into_iter()
        .fold(refusal, |error, (field, sentence)| error.field(field, sentence))
        .fields_as_non_field_errors())
}

/// The sentence for a mentee who chose no programme that is open to them.
fn no_programme(programmes: &[Programme], address: &str) -> &'static str {
    let mut rules = programmes.iter().map(|programme| &programme.settings.sign_up);
    let is_mentors = rules.clone().any(|sign_up| sign_up.names_domain_of(address))
        && !rules.any(|sign_up| sign_up.names_domain_of_mentee(address));
    if is_mentors {
        "This address is one of mentors. Please join as a mentor, or use another address."
    } else {
        "Please choose a programme that is open to you."
    }
}

/// The refusal of a name with characters that are not seen.
fn name_unseen(is_first: bool) -> Error {
    let sentence = "This name has characters that cannot be seen. Please type it again.";
    let field = if is_first { "firstName" } else { "lastName" };
    Error::invalid(sentence).with_code("name_unseen").field(field, sentence).repeated_as_non_field_errors()
}
