import { useQueries, useQuery } from '@tanstack/react-query';
import { type Channel, channelsQuery, isListed } from 'messenger-ui/channels';
import { useUnreadByChannel, useUnreadTotal } from 'messenger-ui/unread-total';
import { hasConversations, type Profile, useNow, usePendingCases, useTranslation } from 'ui-kit';
import { useOwnMatches } from '../matches/active-matches';
import { endedMentorshipsQuery } from '../mentorships/ended';
import { mentorshipQuery, mentorshipSessionsQuery } from '../mentorships/mentorship';
import { type Facts, matchingStep, type NextStep, nextStep, stepAfterSession } from './next-step';

const MINUTE_MS = 60_000;

/** Returns what decides the next step of a person; undefined while it loads, null if something of it is not known. */
function useFacts(profile: Profile): Facts | null | undefined {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const isStaff = profile.role === 'Staff';
  const hasMentorship = !isStaff && profile.mentorships.length > 0;

  const now = useNow(MINUTE_MS);
  const unread = useUnreadTotal().count;
  const byChannel = useUnreadByChannel();
  const cases = usePendingCases();
  const channels = useQuery({ ...channelsQuery, enabled: hasConversations(profile) });
  const matching = useOwnMatches(profile);
  const ended = useQuery({ ...endedMentorshipsQuery, enabled: !isStaff && !hasMentorship });
  const sessions = useQuery({ ...mentorshipSessionsQuery(null, language), enabled: hasMentorship });
  const mentorships = useQueries({
    queries: (isStaff ? [] : profile.mentorships).map((id) => mentorshipQuery(id, language)),
  });

  const all = [channels, matching, ended, sessions, ...mentorships];
  if (all.some(({ isLoading }) => isLoading)) return undefined;
  // A guess would contradict what the page says once it is known.
  if (
    all.some(({ data, isError, fetchStatus }) => data === undefined && (isError || fetchStatus === 'paused'))
  ) {
    return null;
  }
  const isTagged = ({ channelId }: Channel) => byChannel.get(channelId)?.isTagged ?? false;
  /** Of a muted channel, only mentions are in the total. */
  const hasUnread = (channel: Channel) =>
    channel.isMuted ? isTagged(channel) : (byChannel.get(channel.channelId)?.count ?? 0) > 0;
  const unreadChannels = (channels.data ?? []).filter((channel) => isListed(channel) && hasUnread(channel));
  return {
    person: profile,
    channels: channels.data ?? [],
    unread,
    cases: cases.reduce((sum, { count }) => sum + count, 0),
    unreadChannel: (unreadChannels.find(isTagged) ?? unreadChannels[0])?.channelId ?? null,
    matching: matching.data ?? null,
    mentorships: mentorships.flatMap(({ data }) => data ?? []),
    sessions: sessions.data ?? [],
    hasEnded: (ended.data ?? []).length > 0,
    now: now + (matching.data?.clockOffset ?? 0),
  };
}

/** Returns a step whose end is in the time of this device. */
const here = (step: NextStep, { matching, now }: Facts, deviceNow: number): NextStep =>
  step.until === undefined || matching === null ? step : { ...step, until: step.until - now + deviceNow };

/** Returns what a person does next; undefined while it loads, null if it is not known. */
export const useNextStep = (profile: Profile): NextStep | null | undefined => useStep(profile, nextStep);

/** The same after a session that the person has just finished. */
export const useStepAfterSession = (profile: Profile): NextStep | null | undefined =>
  useStep(profile, stepAfterSession);

/** Returns what a person does next in the matching; undefined while it loads, null outside of it or if it is not known. */
export const useMatchingStep = (profile: Profile): NextStep | null | undefined =>
  useStep(profile, matchingStep);

function useStep(profile: Profile, stepOf: (facts: Facts) => NextStep | null): NextStep | null | undefined {
  const facts = useFacts(profile);
  const now = useNow(MINUTE_MS);
  const step = facts && stepOf(facts);
  return facts && step ? here(step, facts, now) : step;
}
