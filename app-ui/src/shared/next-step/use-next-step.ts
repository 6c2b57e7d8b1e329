import { useQuery } from '@tanstack/react-query';
import { type Channel, channelsQuery, isListed } from 'messenger-ui/channels';
import { useUnreadByChannel, useUnreadTotal } from 'messenger-ui/unread-total';
import { canChat, type Profile, usePendingCases, useTranslation } from 'ui-kit';
import { useOwnMatches } from '../matches/active-matches';
import { endedMentorshipsQuery } from '../mentorships/ended';
import { mentorshipQuery, mentorshipSessionsQuery } from '../mentorships/mentorship';
import { currentSession } from './current-session';
import { type Facts, matchingStep, type NextStep, nextStep } from './next-step';

/** Returns what decides the next step of a person; undefined until it is known. What failed to load decides nothing. */
function useFacts(profile: Profile): Facts | undefined {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const isStaff = profile.role === 'Staff';
  const [first] = profile.mentorships;
  const hasMentorship = !isStaff && first !== undefined;

  const unread = useUnreadTotal().count;
  const byChannel = useUnreadByChannel();
  const cases = usePendingCases();
  const hasUnread = (channel: Channel) =>
    isListed(channel) && (byChannel.get(channel.channelId)?.count ?? 0) > 0;
  const channels = useQuery({ ...channelsQuery, enabled: canChat(profile) });
  const matching = useOwnMatches(profile);
  const ended = useQuery({ ...endedMentorshipsQuery, enabled: !isStaff && !hasMentorship });
  const sessions = useQuery({ ...mentorshipSessionsQuery(null, language), enabled: hasMentorship });
  const session = currentSession(sessions.data ?? []);
  const mentorship = useQuery({
    ...mentorshipQuery(session?.mentorship ?? first ?? '', language),
    enabled: hasMentorship && !sessions.isLoading,
  });

  if ([channels, matching, ended, sessions, mentorship].some(({ isLoading }) => isLoading)) return undefined;
  return {
    person: profile,
    channels: channels.data ?? [],
    unread,
    cases: cases.reduce((sum, { count }) => sum + count, 0),
    unreadChannel: (channels.data ?? []).find(hasUnread)?.channelId ?? null,
    matching: matching.data ?? null,
    sessions: sessions.data ?? [],
    mentorship: mentorship.data ?? null,
    hasEnded: (ended.data ?? []).length > 0,
    now: Date.now() + (matching.data?.clockOffset ?? 0),
  };
}

/** Returns a step whose end is in the time of this device. */
const here = (step: NextStep, { now }: Facts): NextStep =>
  step.until === undefined ? step : { ...step, until: step.until - now + Date.now() };

/** Returns what a person does next; undefined until it is known. */
export function useNextStep(profile: Profile): NextStep | undefined {
  const facts = useFacts(profile);
  return facts && here(nextStep(facts), facts);
}

/** Returns what a person does next in the matching; null outside of it, undefined until it is known. */
export function useMatchingStep(profile: Profile): NextStep | null | undefined {
  const facts = useFacts(profile);
  const step = facts && matchingStep(facts);
  return facts && step ? here(step, facts) : step;
}
