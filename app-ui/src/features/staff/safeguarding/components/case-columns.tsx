import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import type { ListQuery } from '../../../../shared/lists/list-query';
import { Ago, None, Only, RecordLink } from '../../components/cells';
import type { Case, CaseListName } from '../api/cases';
import styles from './case-columns.module.css';
import { CaseIcon } from './case-icon';
import { useCaseTitle } from './use-case-title';
import { useChannelName } from './use-channel-name';

interface Options {
  list: CaseListName;
  /** Shows only the cases of a person. */
  setFilters: (filters: ListQuery['filters']) => void;
  hasProgramme: boolean;
}

/** The columns of a list of cases. A press on a person shows only their cases. */
export function useCaseColumns({ list, setFilters, hasProgramme }: Options): Column<Case>[] {
  const { t } = useTranslation('staff');
  const channelName = useChannelName();
  return useMemo(() => {
    const person = (filter: string, one: Case['about'] | null) => {
      if (one === null) return <None />;
      const name = <bdi>{one.name || t('safeguarding.deletedAccount')}</bdi>;
      const { id } = one;
      return id === null ? name : <Only onPress={() => setFilters({ [filter]: [id] })}>{name}</Only>;
    };
    const columns: Column<Case>[] = [
      {
        id: 'case',
        header: t('safeguarding.case'),
        // All closed cases are equally urgent.
        ...(list !== 'closed' && { sort: 'urgency', isDescendingFirst: true }),
        isName: true,
        cell: (item) => <Title item={item} />,
      },
      {
        id: 'about',
        header: t('safeguarding.about'),
        sort: 'about',
        cell: ({ about }) => person('about', about),
      },
      {
        id: 'reporter',
        header: t('safeguarding.reportedBy'),
        cell: ({ reporter }) => person('reporter', reporter),
      },
      {
        id: 'channel',
        header: t('safeguarding.channel'),
        isExtra: true,
        cell: (item) => <bdi>{channelName(item)}</bdi>,
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => (programme === null ? <None /> : <bdi>{programme.title}</bdi>),
      },
      {
        id: 'createdAt',
        header: t('safeguarding.time'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ];
    if (list === 'all')
      columns.push({
        id: 'status',
        header: t('safeguarding.status'),
        isShort: true,
        cell: ({ resolvedAt }) => t(resolvedAt === null ? 'safeguarding.open' : 'safeguarding.resolved'),
      });
    if (list !== 'open')
      columns.push(
        {
          id: 'outcome',
          header: t('safeguarding.outcome'),
          cell: ({ resolvedAt, outcome }) =>
            resolvedAt === null ? <None /> : t(`safeguarding.outcomes.${outcome ?? 'not_recorded'}`),
        },
        {
          id: 'resolvedBy',
          header: t('safeguarding.closedBy'),
          cell: ({ resolvedAt, resolvedBy }) => person('resolvedBy', resolvedAt === null ? null : resolvedBy),
        },
        {
          id: 'resolvedAt',
          header: t('safeguarding.closedAt'),
          sort: 'resolvedAt',
          isDescendingFirst: true,
          isShort: true,
          cell: ({ resolvedAt }) => (resolvedAt === null ? <None /> : <Ago at={resolvedAt} />),
        },
      );
    return columns;
  }, [t, channelName, list, setFilters, hasProgramme]);
}

/** What the case is about, as a link to its page, which leads back to this list. */
function Title({ item }: { item: Case }) {
  const { t } = useTranslation('staff');
  const title = useCaseTitle();
  const isUrgent = item.isUrgent && item.resolvedAt === null;
  return (
    <span className={styles.title}>
      <CaseIcon kind={item.kind} isUrgent={isUrgent} />
      <span className={styles.words}>
        <RecordLink to={item.id}>{title(item)}</RecordLink>
        {isUrgent && <span className={styles.urgent}>{t('safeguarding.urgent')}</span>}
      </span>
    </span>
  );
}
