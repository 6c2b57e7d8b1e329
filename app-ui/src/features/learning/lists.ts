import { useTranslation } from 'ui-kit';

const LISTS = [
  ['all', 'allsession'],
  ['curated', 'curatedsession'],
  ['ongoing', 'ongoingsessions'],
  ['bookmarked', 'bookmarkedsessions'],
] as const;

/** Returns the lists of sessions with their addresses. */
export function useLists() {
  const { t } = useTranslation('learning');
  return LISTS.map(([list, path]) => ({ to: `/learninghub/${path}`, name: t(`lists.${list}`) }));
}
