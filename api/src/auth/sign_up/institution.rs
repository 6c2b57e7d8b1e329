//! The institution code of a mentor. It is checked after the proof of the address: it must not be guessed without one.

use store::programmes::Programme;
use store::{ProgrammeId, Store, institution_codes, people};
use web::{ClientNetwork, Error, Result, rate_limited};

use crate::auth::guesses::{GuessLimits, take};
use crate::auth::too_many_codes;

/// The sentence for a code that is missing or wrong.
pub(super) const UNKNOWN: &str = "We do not know this code. Please ask your institution for it.";

/// Returns the programme of an institution code for a person with this proven address.
pub(super) async fn programme(
    store: &Store,
    limits: &GuessLimits,
    ClientNetwork(network): &ClientNetwork,
    programmes: &[Programme],
    email: &str,
    code: &str,
) -> Result<ProgrammeId> {
    let named = programmes.iter().find(|programme| programme.settings.sign_up.names_domain_of(email));
    let group = named.map(|programme| programme.id);
    if institution_codes::is_locked(store, group).await? {
        return Err(too_many_codes());
    }
    let mailbox = people::mailbox_of(email);
    take(&limits.institutions, network).map_err(rate_limited)?;
    take(&limits.institutions_per_mailbox, &mailbox).map_err(rate_limited)?;
    let Some(programme) = of_code(programmes, code) else {
        institution_codes::count_wrong(store, group).await?;
        return Err(refusal("institutionCode", UNKNOWN));
    };
    limits.institutions.give_back(network);
    limits.institutions_per_mailbox.give_back(&mailbox);
    if !programme.settings.sign_up.admits_mentor(email) {
        return Err(refusal("email", "Your institution asks for your official email address."));
    }
    Ok(programme.id)
}

fn refusal(field: &'static str, sentence: &'static str) -> Error {
    Error::invalid("Please check what is marked.").field(field, sentence).fields_as_non_field_errors()
}

/// The open programme with an institution that uses this code.
fn of_code<'a>(programmes: &'a [Programme], code: &str) -> Option<&'a Programme> {
    programmes
        .iter()
        .find(|programme| programme.settings.sign_up.is_open && programme.settings.sign_up.knows_institution(code))
}
