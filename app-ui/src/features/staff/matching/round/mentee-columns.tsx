import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { None, RecordLink } from '../../components/cells';
import { formatScore } from '../../components/score';
import type { LeftOut, RoundMentee, RoundRecord } from '../round';
import styles from './round-page.module.css';

/** The columns of the mentees of a round. */
export function useMenteeColumns({ id, state }: RoundRecord): Column<RoundMentee>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const former = t('mentorships.former');
    const columns: Column<RoundMentee>[] = [
      {
        id: 'name',
        header: t('people.roles.mentee'),
        sort: 'name',
        isName: true,
        cell: (row) => (
          <RecordLink to={`/staff/matching/${id}/mentees/${row.id}`}>
            <bdi>{row.name || former}</bdi>
          </RecordLink>
        ),
      },
      {
        id: 'mentor',
        header: t('round.first'),
        cell: ({ mentor }) => <bdi>{mentor || former}</bdi>,
      },
      {
        id: 'score',
        header: t('round.fit'),
        sort: 'score',
        isShort: true,
        cell: ({ score }) => formatScore(score, i18n.language),
      },
      {
        id: 'others',
        header: t('round.others'),
        isShort: true,
        cell: ({ proposals }) => (proposals > 1 ? proposals - 1 : <None />),
      },
    ];
    if (state === 'published' || state === 'publishing') {
      columns.push({
        id: 'outcome',
        header: t('round.outcome'),
        isShort: true,
        cell: ({ outcome }) => (outcome === null ? <None /> : t(`round.outcomes.${outcome}`)),
      });
    }
    return columns;
  }, [t, i18n.language, id, state]);
}

/** The columns of those who get nothing in a round. */
export function useLeftOutColumns({ id, state }: RoundRecord): Column<LeftOut>[] {
  const { t } = useTranslation('staff');
  return useMemo(() => {
    // Only mentees of a draft can be given a suggestion.
    const linkOf = (row: LeftOut) =>
      row.role === 'mentee' && state === 'draft'
        ? `/staff/matching/${id}/mentees/${row.id}`
        : `/staff/people/${row.id}`;
    const columns: Column<LeftOut>[] = [
      {
        id: 'name',
        header: t('people.name'),
        sort: 'name',
        isName: true,
        cell: (row) => (
          <RecordLink to={linkOf(row)} list="">
            <bdi>{row.name || t('mentorships.former')}</bdi>
          </RecordLink>
        ),
      },
      {
        id: 'why',
        header: t('round.why'),
        cell: ({ rule, role, criterion }) => (
          <span className={styles.reason}>
            {criterion !== null
              ? t('round.rules.criterion', { criterion })
              : rule === 'outranked' && role === 'mentor'
                ? t('round.rules.notNeeded')
                : t(`round.rules.${rule}`)}
          </span>
        ),
      },
    ];
    return columns;
  }, [t, id, state]);
}
