//! Sign-up with a verified e-mail address or a social account.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use store::invitations::{self, Invitation};
use store::people::{self, Provider, Role};
use store::sign_up::{self, Applicant, Proof, SignedUp};
use store::sign_up_drafts::{self, Draft};
use store::social::{self, Ticket};
use store::{Store, codes, passwords, programmes};
use utoipa::ToSchema;
use web::{ClientNetwork, EmailLimit, Error, Result};

use self::draft::Begun;
use self::form::{Joining, validate};
use super::grant::{self, AccessTokenResponse};
use super::{already_signed_up, code_refused, code_wrong, invitation};
use crate::Settings;
use crate::content::languages;
use crate::validation::{self, person_name};

pub(super) mod draft;
mod form;
mod institution;

/// The form of a new account.
#[derive(Deserialize, ToSchema)]
pub(super) struct SignUpRequest {
    /// `Mentor` or `Mentee`, in any case.
    role: String,
    #[serde(alias = "firstName")]
    first_name: String,
    #[serde(alias = "lastName")]
    last_name: String,
    /// The code of the institution of a mentor.
    #[serde(default, alias = "institutionCode", deserialize_with = "or_empty")]
    institution_code: String,
    #[serde(alias = "phoneNumber")]
    phone_number: String,
    #[schema(nullable = false)]
    provider: Option<Provider>,
    /// The key of the programme that a mentee chose.
    #[serde(default, deserialize_with = "or_empty")]
    project: String,
    #[serde(alias = "newPrimaryLanguage")]
    new_primary_language: String,
    /// The address; ignored for a social account.
    #[serde(default)]
    email: String,
    /// The password; empty if it was chosen for the draft of this browser.
    #[serde(default)]
    password: String,
    /// The verified one-time code; empty if this browser verified it, which then has a cookie.
    #[serde(default)]
    otp: String,
    /// The ticket of a social account, instead of address, password and code; empty if this browser has it in a cookie.
    #[serde(default)]
    token: String,
    /// The token of an invitation, which names role and programme; empty for those who were not invited.
    #[serde(default)]
    invitation: String,
    /// Whether the person accepted the declaration of their role. Without it, `agreement` may say so later.
    #[schema(nullable = false)]
    declaration: Option<bool>,
}

/// null is an empty text.
fn or_empty<'d, D: Deserializer<'d>>(input: D) -> std::result::Result<String, D::Error> {
    Option::deserialize(input).map(Option::unwrap_or_default)
}

/// The owner of the new account is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SignUpResponse {
    #[serde(flatten)]
    token: AccessTokenResponse,
    /// A conversion that the browser reports to an advertising service, if the operator configured one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    conversion: Option<Conversion>,
}

/// A completed sign-up, as advertising services count them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Conversion {
    /// The address to report to.
    url: String,
    /// SHA-256 of the address, trimmed and lower-cased, in hexadecimal digits.
    email_hash: String,
}

/// Creates an account and signs its owner in; the refresh token comes as a cookie. A code or a social provider must have
/// verified the address in the last half hour.
#[web::operation(
    operation_id = "sign_up",
    request_body = SignUpRequest,
    responses(
        (status = 201, description = "The account exists, and its owner is signed in.", body = SignUpResponse),
        (status = 406, description = "`already_signed_up`"),
        (status = 422, description = "`code_wrong`, `ticket_wrong`, `name_unseen`, `name_of_staff`; `invalid`, with the fields and `non_field_errors`")
    )
)]
pub(super) async fn create(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    network: ClientNetwork,
    limit: EmailLimit,
    body: Json<SignUpRequest>,
) -> Result<HttpResponse> {
    let mut form = body.into_inner();
    let evidence = Evidence::of(&request, &store, &mut form).await?;
    if let Some(email) = validation::email(&form.email) {
        limit.check(&store, &email).await?;
    }
    let programmes = programmes::all(&store).await?;
    let language = languages::known(&store, &form.new_primary_language).await?;
    let invitation = invitation_of(&store, &form).await?;
    let valid = validate(&form, &programmes, language, evidence.needs_password(&form), invitation.as_ref())?;
    if let Evidence::Code(code) = &evidence {
        let check = sign_up::check_code(&store, &valid.email, code);
        let checked = settings.guesses.check_code(&store, &network, check).await;
        checked.map_err(Error::repeated_as_non_field_errors)?;
    }
    let (role, programme_id, institution_code) = match valid.joining {
        Joining::Invited(role, programme) => (role, programme, None),
        Joining::Mentee(programme) => (Role::Mentee, programme, None),
        Joining::Mentor { institution_code: code } => {
            let of = institution::programme(&store, &settings.guesses, &network, &programmes, &valid.email, &code);
            (Role::Mentor, of.await?, Some(code))
        }
    };
    if person_name::is_name_of(&people::names_of_staff(&store).await?, &valid.first_name, &valid.last_name) {
        return Err(name_of_staff());
    }
    let applicant = Applicant {
        email: valid.email,
        first_name: valid.first_name,
        last_name: valid.last_name,
        role,
        phone_number: valid.phone_number,
        programme_id,
        institution_code,
        has_declared: form.declaration == Some(true),
        language: valid.language,
        invitation: invitation.map(|invitation| invitation.id),
    };
    let signed_up = evidence.sign_up(&store, &applicant, &form.password).await?;
    match signed_up {
        SignedUp::Created(person) => {
            let opened = grant::open(&request, &store, person).await?;
            let conversion = conversion(&settings, &applicant);
            let body = |token| SignUpResponse { token, conversion };
            let mut response = grant::respond_with(HttpResponse::Created(), &store, &settings, opened, body)?;
            grant::add_cookie(&mut response, &draft::cleared(settings.secure_cookies));
            Ok(response)
        }
        SignedUp::NotProven(_) if matches!(evidence, Evidence::Social(_)) => Err(not_proven()),
        SignedUp::NotProven(verdict) => Err(code_refused(verdict).repeated_as_non_field_errors()),
        SignedUp::InvitationOver => Err(invitation::over()),
        SignedUp::EmailTaken => Err(already_signed_up().repeated_as_non_field_errors()),
    }
}

/// Returns the invitation of the form, if it is one of the role and of the address, which the rest of the form proves.
async fn invitation_of(store: &Store, form: &SignUpRequest) -> Result<Option<Invitation>> {
    if form.invitation.is_empty() {
        return Ok(None);
    }
    let invitation = invitations::by_token(store, &form.invitation).await?.ok_or_else(invitation::over)?;
    let is_of = Some(&invitation.email) == validation::email(&form.email).as_ref()
        && form.role.eq_ignore_ascii_case(invitation.role.title());
    if is_of { Ok(Some(invitation)) } else { Err(invitation::over()) }
}

/// What is presented to prove the address.
enum Evidence {
    /// A code of the form.
    Code(String),
    /// The draft of this browser.
    Draft { secret: String, password_hash: Option<String> },
    /// The ticket of a social account.
    Social(String),
}

impl Evidence {
    /// Finds what the form or the browser's cookie presents, and fills in the address that it proves.
    async fn of(request: &HttpRequest, store: &Store, form: &mut SignUpRequest) -> Result<Self> {
        let begun = Begun::of(request);
        if form.provider == Some(Provider::Google) {
            let secret = match begun {
                Some(Begun::Ticket(secret)) if form.token.is_empty() => secret,
                _ => std::mem::take(&mut form.token),
            };
            let Ticket { email, .. } = social::ticket(store, &secret).await?.ok_or_else(not_proven)?;
            form.email = email;
            return Ok(Self::Social(secret));
        }
        if !form.otp.is_empty() {
            return Ok(Self::Code(codes::normalize_code(&form.otp)));
        }
        let unproven = || code_wrong().repeated_as_non_field_errors();
        let Some(Begun::Draft(secret)) = begun else { return Err(unproven()) };
        let draft = sign_up_drafts::by_secret(store, &secret).await?;
        let Draft { email, password_hash } = draft.ok_or_else(unproven)?;
        form.email = email;
        Ok(Self::Draft { secret, password_hash })
    }

    fn needs_password(&self, form: &SignUpRequest) -> bool {
        match self {
            Self::Code(_) | Self::Draft { password_hash: None, .. } => true,
            Self::Draft { .. } => !form.password.is_empty(),
            Self::Social(_) => false,
        }
    }

    async fn sign_up(&self, store: &Store, applicant: &Applicant, password: &str) -> Result<SignedUp> {
        let hash = match self {
            Self::Social(_) => String::new(),
            Self::Draft { password_hash: Some(hash), .. } if password.is_empty() => hash.clone(),
            Self::Code(_) | Self::Draft { .. } => passwords::hash(password).await?,
        };
        let password_hash = &*hash;
        let proof = match self {
            Self::Code(code) => Proof::Code { code, password_hash },
            Self::Draft { secret, .. } => Proof::Draft { secret, password_hash },
            Self::Social(ticket) => Proof::Social(ticket),
        };
        Ok(sign_up::sign_up(store, applicant, proof).await?)
    }
}

/// A person must not be taken for a member of staff.
fn name_of_staff() -> Error {
    let sentence = "A member of the programme team has this name. Please add a second name or an initial.";
    Error::invalid(sentence).with_code("name_of_staff").field("lastName", sentence).repeated_as_non_field_errors()
}

/// Only of mentors: a mentee may be a child, and nothing about them goes to advertising services.
fn conversion(settings: &Settings, applicant: &Applicant) -> Option<Conversion> {
    let url = settings.conversions.clone().filter(|_| applicant.role == Role::Mentor)?;
    Some(Conversion { url, email_hash: format!("{:x}", Sha256::digest(&applicant.email)) })
}

/// The ticket of a social account is expired, used or invalid.
fn not_proven() -> Error {
    let sentence = "Your sign-in took too long. Please sign in with your social account once more.";
    Error::invalid(sentence).with_code("ticket_wrong").field("token", sentence).repeated_as_non_field_errors()
}
