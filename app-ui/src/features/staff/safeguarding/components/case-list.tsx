import { CircleCheck, ShieldCheck } from 'lucide-react';
import { formatDate, useTranslation } from 'ui-kit';
import type { BulkAct } from '../../../../shared/lists/bulk-bar';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { ExportButton } from '../../components/export-button';
import { useProgrammes } from '../../components/use-programmes';
import { CASE_LISTS, CATEGORIES, type Case, type CaseListName, KINDS, OUTCOMES } from '../api/cases';
import { useCaseColumns } from './case-columns';
import { CloseMany } from './close-many';
import { useCaseTitle } from './use-case-title';

/** What an empty list says, and its text. */
const NONE = {
  open: ['safeguarding.noneOpen', 'safeguarding.noneOpenText'],
  closed: ['safeguarding.noneResolved', 'safeguarding.noneResolvedText'],
  all: ['safeguarding.noneAll', 'safeguarding.noneAllText'],
} as const;

/** One of the lists of cases. */
export function CaseList({ name }: { name: CaseListName }) {
  const { t, i18n } = useTranslation('staff');
  const list = useList<Case>(CASE_LISTS[name]);
  const programmes = useProgrammes();
  const title = useCaseTitle();
  const columns = useCaseColumns({
    list: name,
    setFilters: list.setFilters,
    hasProgramme: programmes.hasSeveral,
  });
  // A link names people by id; the rows that it finds know their names.
  const nameIn = (peopleOf: (item: Case) => Case['about'] | null) => (id: string) =>
    list.state.data?.map(peopleOf).find((person) => person?.id === id)?.name || t('audit.one');
  // Months begin in the zone of the programme: its second day is in the same month everywhere.
  const monthOf = (interval: string) =>
    formatDate(new Date(interval.split('/')[0] ?? '').getTime() + 2 * 86_400_000, i18n.language, 'month');
  const outcomes: Filter = {
    kind: 'options',
    name: 'outcome',
    label: t('safeguarding.outcome'),
    options: [...OUTCOMES, 'not_recorded' as const].map((value) => ({
      value,
      label: t(`safeguarding.outcomes.${value}`),
    })),
  };
  const filters: Filter[] = [
    {
      kind: 'options',
      name: 'kind',
      label: t('safeguarding.kind'),
      isSingle: true,
      options: KINDS.map((value) => ({ value, label: t(`safeguarding.kinds.${value}`) })),
    },
    {
      kind: 'options',
      name: 'category',
      label: t('safeguarding.category'),
      options: CATEGORIES.map((value) => ({ value, label: t(`safeguarding.reasons.${value}`) })),
    },
    ...(name === 'open' ? [] : [outcomes]),
    {
      kind: 'options',
      name: 'assigned',
      label: t('safeguarding.assignment'),
      isSingle: true,
      options: ['no', 'yes'].map((value) => ({ value, label: t(`safeguarding.assigned.${value}`) })),
    },
    { kind: 'days', name: 'from', until: 'until', label: t('audit.days') },
    ...programmes.filters,
    {
      kind: 'value',
      name: 'about',
      label: t('safeguarding.about'),
      display: nameIn(({ about }) => about),
    },
    {
      kind: 'value',
      name: 'reporter',
      label: t('safeguarding.reportedBy'),
      display: nameIn(({ reporter }) => reporter),
    },
    {
      kind: 'value',
      name: 'resolvedBy',
      label: t('safeguarding.closedBy'),
      display: nameIn(({ resolvedBy }) => resolvedBy),
    },
    ...(['opened', 'closed', 'reopened', 'openAt'] as const).map(
      (filter): Filter => ({
        kind: 'value',
        name: filter,
        label: t(`safeguarding.figures.filters.${filter}`),
        display: monthOf,
      }),
    ),
  ];
  const close: BulkAct<Case> = {
    id: 'close',
    label: t('safeguarding.closeSelected'),
    icon: CircleCheck,
    form: CloseMany,
  };
  const [noneTitle, noneText] = NONE[name];
  return (
    <DataTable
      list={list}
      label={t(`safeguarding.lists.${name}`)}
      searchLabel={t('safeguarding.search')}
      columns={columns}
      filters={filters}
      nameOf={(item) => `${title(item)}: ${item.about.name || t('safeguarding.deletedAccount')}`}
      empty={{
        icon: ShieldCheck,
        title: t(noneTitle),
        text: t(noneText),
      }}
      actions={<ExportButton list={list} path="/api/staff/cases/export/" />}
      bulkActs={name === 'open' ? [close] : []}
    />
  );
}
