import type { Experiences, Profile } from 'ui-kit';
import { isMentorScenario, type Scenario } from './scenarios';

/** Returns the person of a scenario: what the matching screens read of a profile. */
export function profileOf(scenario: Scenario): Profile {
  const isMentor = isMentorScenario(scenario);
  const isMissing = scenario === 'missing';
  const experiences: Partial<Experiences> = {
    matchingflow: isMissing || scenario === 'join' ? 'show' : 'use',
    matchingflowStatus: { applicationReview: isMissing ? 'use' : 'hide' },
    session: 'use',
    mentorshipSessionStatus: { completedSessions: 2, remainingSessions: isMissing ? 3 : 0 },
    ruleMessage: { applicationReview: '', localeApplicationReview: '', curriculum: '', localeCurriculum: '' },
  };
  const profile = {
    id: 'me',
    displayName: isMentor ? 'Omar' : 'Ana',
    fullName: isMentor ? 'Omar Haddad' : 'Ana Maria Lima',
    picture: null,
    programName: 'Riverside Mentors',
    role: isMentor ? 'Mentor' : 'Mentee',
    mentorships: [],
    status: { experiences, surveys: [], matching: { matchingStatus: null, missingVettings: [] } },
  };
  return profile as unknown as Profile;
}
