import { type Channel, counterpart, isListed } from 'messenger-ui/channels';
import type { Profile } from 'ui-kit';
import { pendingSurveys } from '../../shared/account/pending-surveys';

/** What a person can do next. `name` is that of another person, `channelId` their conversation. */
export type NextStep =
  | { kind: 'survey' | 'matching' | 'start' | 'staff' | 'none' }
  | { kind: 'unread'; count: number }
  | { kind: 'hello' | 'answer' | 'goOn'; name: string; channelId: string };

const WAITS_FOR_MENTORSHIP: readonly string[] = ['READY', 'ON_HOLD', 'GROUP_HOLD'];

/** Chooses the most urgent step. `channels` are ordered by activity; undefined while they load. */
export function nextStep(
  { id, role, status }: Pick<Profile, 'id' | 'role' | 'status'>,
  channels: readonly Channel[],
  unread: number,
): NextStep {
  if (pendingSurveys(status).length > 0) return { kind: 'survey' };
  if (unread > 0) return { kind: 'unread', count: unread };
  if (role === 'Staff') return { kind: 'staff' };

  const pairs = channels.filter(isListed).flatMap((channel) => {
    const other = counterpart(channel, id);
    return other?.isActive ? [{ name: other.userFullName, channel }] : [];
  });
  const step = (kind: 'hello' | 'answer' | 'goOn', pair: (typeof pairs)[number]) =>
    ({ kind, name: pair.name, channelId: pair.channel.channelId }) as const;
  const silent = pairs.find(({ channel }) => channel.lastMessage === null);
  if (silent) return step('hello', silent);
  const unanswered = pairs.find(({ channel }) => channel.lastMessage?.userId !== id);
  if (unanswered) return step('answer', unanswered);
  const [latest] = pairs;
  if (latest) return step('goOn', latest);

  if (WAITS_FOR_MENTORSHIP.includes(status.matching.matchingStatus ?? '')) return { kind: 'matching' };
  const hasPeople = channels.some((channel) => isListed(channel) && channel.kind === 'group');
  return { kind: hasPeople ? 'none' : 'start' };
}
