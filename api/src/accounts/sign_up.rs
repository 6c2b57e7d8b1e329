//! Making an account for whoever proved the address.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::people::{Provider, Role};
use store::programmes::Programme;
use store::sign_up::{Applicant, Proof, SignedUp, sign_up};
use store::social::{self, Ticket};
use store::{ProgrammeId, Store, codes, passwords};
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, Unavailable};

use super::code::refuse_weak;
use super::{all_programmes, code_wrong, email, name, open_to, phone_number};
use crate::rates::{check_network, check_rate};
use crate::system::refuse_under_maintenance;
use crate::{Settings, auth, languages};

/// Who wants in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Application {
    /// `Mentor` or `Mentee`, in any case.
    role: String,
    #[serde(alias = "first_name")]
    first_name: String,
    #[serde(alias = "last_name")]
    last_name: String,
    /// What mentors were given by their institution.
    #[serde(default, alias = "institution_code")]
    institution_code: String,
    #[serde(alias = "phone_number")]
    phone_number: String,
    #[schema(nullable = false)]
    provider: Option<Provider>,
    /// The key of the programme that a mentee chose.
    #[serde(default)]
    project: String,
    #[serde(alias = "new_primary_language")]
    new_primary_language: String,
    /// The address; of a social account its provider tells it.
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    /// The code that was right.
    #[serde(default)]
    otp: String,
    /// The ticket of a social account, in the place of address, password and code.
    #[serde(default)]
    token: String,
    /// Whether the person accepted the declaration of their role.
    #[serde(default)]
    declaration: bool,
}

/// The account is made, and its owner is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Welcome {
    #[serde(flatten)]
    grant: auth::Grant,
    /// What the browser is to tell an advertising service, where the operator wants that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    conversion: Option<Conversion>,
}

/// A completed registration, as advertising services count them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Conversion {
    /// Where to send it.
    url: String,
    /// SHA-256 of the address, trimmed and lower-cased, in hexadecimal digits.
    email_hash: String,
}

/// Makes an account and signs its owner in; the refresh token comes as a cookie. The address must have been proven in
/// the last half hour, by a code or by the word of a provider.
#[utoipa::path(
    post,
    path = "/api/v2/users/signup/",
    operation_id = "sign_up",
    tag = "Account",
    request_body = Application,
    responses(
        (status = 201, description = "The account is made, and its owner is signed in.", body = Welcome),
        (status = 406, description = "`already_signed_up`", body = ErrorBody),
        (status = 422, description = "`code_wrong`, `ticket_wrong`; `invalid`, with the fields and `non_field_errors`", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn apply(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Application>,
) -> Result<HttpResponse> {
    let mut form = body.into_inner();
    let is_social = form.provider == Some(Provider::Google);
    if is_social {
        check_network(&request, &settings)?;
        let Ticket { email, .. } = social::ticket(&store, &form.token).await?.ok_or_else(not_proven)?;
        form.email = email;
    } else {
        check_rate(&request, &settings, form.email.trim())?;
    }
    refuse_under_maintenance(&store).await?;
    let programmes = all_programmes(&store).await?;
    let language = languages::known(&store, &form.new_primary_language).await?;
    let checked = check(&form, &programmes, language, is_social)?;
    let applicant = Applicant {
        email: checked.email,
        first_name: checked.first_name,
        last_name: checked.last_name,
        role: checked.role,
        phone_number: checked.phone_number,
        programme_id: checked.programme,
        institution_code: checked.institution_code,
        has_declared: form.declaration,
        language: checked.language,
    };
    let signed_up = if is_social {
        sign_up(&store, &applicant, Proof::Social(&form.token)).await?
    } else {
        let (code, hash) = (codes::normal_code(&form.otp), passwords::hash(&form.password).await?);
        sign_up(&store, &applicant, Proof::Code { code: &code, password_hash: &hash }).await?
    };
    match signed_up {
        SignedUp::Yes(person) => {
            let opened = auth::open(&request, &store, person).await?;
            let conversion = conversion(&settings, &applicant);
            let welcome = |grant| Welcome { grant, conversion };
            auth::answer_with(HttpResponse::Created(), &store, &settings, opened, welcome)
        }
        SignedUp::NotProven if is_social => Err(not_proven()),
        SignedUp::NotProven => Err(code_wrong().repeated_as_non_field_errors()),
        SignedUp::EmailTaken => Err(super::code::already_signed_up().repeated_as_non_field_errors()),
    }
}

/// Nothing of the young: a mentee may be a child, so no advertising service hears of one.
fn conversion(settings: &Settings, applicant: &Applicant) -> Option<Conversion> {
    let url = settings.conversions.clone().filter(|_| applicant.role == Role::Mentor)?;
    Some(Conversion { url, email_hash: format!("{:x}", Sha256::digest(&applicant.email)) })
}

/// The ticket of a social account is too old, was used, or never was one.
fn not_proven() -> Error {
    let sentence = "Your sign-in took too long. Please sign in with your social account once more.";
    Error::invalid(sentence).with_code("ticket_wrong").field("token", sentence).repeated_as_non_field_errors()
}

/// What a form says once it is believed.
struct Checked {
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    phone_number: String,
    programme: ProgrammeId,
    institution_code: Option<String>,
    language: String,
}

/// All that is wrong with a form, at once.
fn check(form: &Application, programmes: &[Programme], language: Option<String>, is_social: bool) -> Result<Checked> {
    let mut wrong: Vec<(&'static str, &'static str)> = Vec::new();
    let mut need = |field, sentence, is_there: bool| {
        if !is_there {
            wrong.push((field, sentence));
        }
    };
    let email = email(&form.email);
    need("email", "This is not an email address.", email.is_some());
    let (first_name, last_name) = (name(&form.first_name), name(&form.last_name));
    need("firstName", "Please enter your first name.", first_name.is_some());
    need("lastName", "Please enter your last name.", last_name.is_some());
    let number = phone_number(&form.phone_number);
    need("phoneNumber", "Please enter your phone number, in digits.", number.is_some());
    need("newPrimaryLanguage", "Please choose one of our languages.", language.is_some());
    let role = match form.role.to_lowercase().as_str() {
        "mentor" => Some(Role::Mentor),
        "mentee" => Some(Role::Mentee),
        _ => None,
    };
    need("role", "Please choose whether you are a mentor or a mentee.", role.is_some());
    if !is_social && let Some(sentence) = refuse_weak(&form.password) {
        need("password", sentence, false);
    }
    let address = email.as_deref().unwrap_or_default();
    let programme = match role {
        Some(Role::Mentor) => {
            let of_code = of_institution(programmes, &form.institution_code);
            need("institutionCode", "We do not know this code. Please ask your institution for it.", of_code.is_some());
            let is_for = of_code.is_none_or(|programme| programme.settings.sign_up.is_for(address));
            need("email", "Your institution asks for your official email address.", is_for);
            of_code
        }
        _ => {
            let chosen = open_to(programmes, address).into_iter().find(|(p, open)| *open && p.key == form.project);
            need("project", "Please choose a programme that is open to you.", chosen.is_some());
            chosen.map(|(programme, _)| programme)
        }
    };
    if let (
        true,
        Some(email),
        Some(first_name),
        Some(last_name),
        Some(role),
        Some(phone_number),
        Some(programme),
        Some(language),
    ) = (wrong.is_empty(), email, first_name, last_name, role, number, programme, language)
    {
        let institution_code = (role == Role::Mentor).then(|| form.institution_code.trim().to_owned());
        let programme = programme.id;
        return Ok(Checked { email, first_name, last_name, role, phone_number, programme, institution_code, language });
    }
    let refusal = Error::invalid("Please check what is marked.");
    Err(wrong
        .into_iter()
        .fold(refusal, |error, (field, sentence)| error.field(field, sentence))
        .fields_as_non_field_errors())
}

/// The programme whose institutions use this code.
fn of_institution<'a>(programmes: &'a [Programme], code: &str) -> Option<&'a Programme> {
    programmes
        .iter()
        .find(|programme| programme.settings.sign_up.is_open && programme.settings.sign_up.knows_institution(code))
}
