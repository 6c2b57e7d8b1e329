import { canChat, type Profile } from 'ui-kit';
import { pendingSurveys } from '../../shared/account/pending-surveys';

/** What a person without a mentorship reads, and where they can go from there. */
export interface NextPlace {
  /** Names a title and a text. */
  state: 'staff' | 'ready' | 'groupHold' | 'onHold' | 'over' | 'open' | 'closed';
  /** Whether the message of the programme, which says what opens the area, replaces the text. */
  takesMessage: boolean;
  to: string;
  /** The text of the link. */
  label: string;
}

/** `hasEnded`: a mentorship of theirs has ended, or they are no longer in a group. */
export function nextPlace(profile: Pick<Profile, 'role' | 'status'>, hasEnded: boolean): NextPlace {
  const state = stateOf(profile, hasEnded);
  return { state, takesMessage: state === 'open' || state === 'closed', ...linkOf(profile, state) };
}

function stateOf({ role, status }: Pick<Profile, 'role' | 'status'>, hasEnded: boolean): NextPlace['state'] {
  if (role === 'Staff') return 'staff';
  if (status.matching.matchingStatus === 'READY') return 'ready';
  if (status.matching.matchingStatus === 'GROUP_HOLD') return 'groupHold';
  if (status.matching.matchingStatus === 'ON_HOLD') return 'onHold';
  if (hasEnded) return 'over';
  return status.experiences.curriculum === 'use' ? 'open' : 'closed';
}

function linkOf({ status }: Pick<Profile, 'status'>, state: NextPlace['state']) {
  const { session, mentorshipSessionStatus, matchingflow } = status.experiences;
  const isLearning = session === 'use' && mentorshipSessionStatus.remainingSessions > 0;
  if (state === 'staff') return { to: '/staff', label: 'mentorship.toStaff' };
  if (matchingflow === 'use') return { to: '/mentorship/matching', label: 'mentorship.toMatching' };
  if (pendingSurveys(status).length > 0) return { to: '/surveylisting', label: 'mentorship.toSurveys' };
  if (matchingflow === 'show' && !isLearning) {
    return { to: '/mentorship/matching', label: 'mentorship.toMatching' };
  }
  if (isLearning) return { to: '/learninghub', label: 'titles.learningHub' };
  if (canChat({ status })) return { to: '/chat', label: 'mentorship.toChat' };
  return { to: '/moreinfo/faq', label: 'mentorship.toAnswers' };
}
