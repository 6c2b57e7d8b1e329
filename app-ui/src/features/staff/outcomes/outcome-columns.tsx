import { Hourglass, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, Notice, RecordLink } from '../components/cells';
import { hasFailed, type ListedReport, yearsText } from './outcome-report';

/** The columns of the list of reports. */
export function useOutcomeColumns(hasProgramme: boolean): Column<ListedReport>[] {
  const { t } = useTranslation('staff');
  return useMemo(() => {
    const columns: Column<ListedReport>[] = [
      {
        id: 'years',
        header: t('outcomes.years'),
        sort: 'years',
        isDescendingFirst: true,
        isName: true,
        cell: (report) => <RecordLink to={report.id}>{yearsText(report)}</RecordLink>,
      },
      {
        id: 'programme',
        header: t('people.programme'),
        sort: 'programme',
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      {
        id: 'madeAt',
        header: t('outcomes.madeAt'),
        sort: 'madeAt',
        isDescendingFirst: true,
        isShort: true,
        cell: (report) =>
          report.computedAt !== null ? (
            <Ago at={report.computedAt} />
          ) : hasFailed(report) ? (
            <Notice icon={TriangleAlert}>{t('outcomes.notMade')}</Notice>
          ) : (
            <Notice icon={Hourglass}>{t('outcomes.making')}</Notice>
          ),
      },
      {
        id: 'author',
        header: t('outcomes.author'),
        cell: ({ author }) => (author === null ? t('outcomes.monthly') : <bdi>{author.name}</bdi>),
      },
    ];
    return columns;
  }, [t, hasProgramme]);
}
