import { useCallback, useMemo } from 'react';
import { formatDateTime, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { None, RecordLink } from '../components/cells';
import { formatScore } from '../components/score';
import type { Round } from './round';
import { RoundState } from './round-state';

/** Returns a function that names a round by its time. */
export function useRoundName(): (round: Pick<Round, 'createdAt'>) => string {
  const { t, i18n } = useTranslation('staff');
  return useCallback(
    ({ createdAt }) => t('matching.roundOf', { day: formatDateTime(createdAt, i18n.language) }),
    [t, i18n.language],
  );
}

/** The columns of the list of rounds. */
export function useRoundColumns(hasProgramme: boolean): Column<Round>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const columns: Column<Round>[] = [
      {
        id: 'round',
        header: t('matching.round'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isName: true,
        // With the time: there may be several drafts a day.
        cell: ({ id, createdAt }) => (
          <RecordLink to={id}>{formatDateTime(createdAt, i18n.language)}</RecordLink>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      {
        id: 'state',
        header: t('matching.state'),
        isShort: true,
        cell: ({ state }) => <RoundState state={state} />,
      },
      {
        id: 'served',
        header: t('matching.served'),
        isShort: true,
        cell: ({ menteesServed: done, mentees: total }) => t('mentorships.done', { done, total }),
      },
      {
        id: 'score',
        header: t('matching.meanScore'),
        isShort: true,
        cell: ({ meanScore, menteesServed }) =>
          menteesServed === 0 ? <None /> : formatScore(meanScore, i18n.language),
      },
      {
        id: 'accepted',
        header: t('matching.accepted'),
        isShort: true,
        cell: ({ accepted, state }) => (state === 'published' ? accepted : <None />),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme]);
}
