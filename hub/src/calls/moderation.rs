//! Who moderates a conference. Conference servers let only moderators record.

use store::ProgrammeId;
use store::people::Role;

use super::CallService;

impl CallService {
    /// Returns whether a person moderates: mentors and staff do, and mentees where the programme lets them record.
    pub(super) async fn moderates(&self, role: Role, programme: Option<ProgrammeId>) -> store::Result<bool> {
        if role.moderates() {
            return Ok(true);
        }
        let programme = self.programmes.get(programme).await?;
        Ok(programme.is_some_and(|programme| programme.settings.calls.mentees_record))
    }
}
