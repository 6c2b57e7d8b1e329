import { CirclePlay, ListStart, LogOut, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { BulkAct } from '../../../../shared/lists/bulk-bar';
import type { Column } from '../../../../shared/lists/column';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { RecordLink } from '../../components/cells';
import { useCohortFilters } from '../../components/cohorts';
import { Section } from '../../components/section';
import ruleStyles from '../programme.module.css';
import { decideNextYear, type NextYear, type Year, type YearPerson, yearPeople } from './year';

const CHOICES = ['continues', 'continues_first', 'leaves'] as const;
const ICONS = { continues: CirclePlay, continues_first: ListStart, leaves: LogOut };

/** Who takes part in the next year: all who are not taken out. */
export function PeopleSection({ year }: { year: Year }) {
  const { t } = useTranslation('staff');
  const programme = year.programme.id;
  const isEnding = year.endings.waiting > 0;
  const definition = useMemo(() => yearPeople(programme, isEnding), [programme, isEnding]);
  const list = useList(definition);
  const cohorts = useCohortFilters([programme]);
  const filters: Filter[] = [
    {
      kind: 'options',
      name: 'next',
      label: t('year.people.next'),
      options: CHOICES.map((value) => ({ value, label: t(`year.people.choices.${value}`) })),
    },
    {
      kind: 'options',
      name: 'role',
      label: t('people.role'),
      options: (['mentee', 'mentor'] as const).map((value) => ({ value, label: t(`people.roles.${value}`) })),
    },
    ...cohorts,
  ];
  const columns: Column<YearPerson>[] = [
    {
      id: 'name',
      header: t('people.name'),
      sort: 'name',
      isName: true,
      cell: ({ id, name }) => (
        <RecordLink to={`/staff/people/${id}`} list="">
          <bdi>{name}</bdi>
        </RecordLink>
      ),
    },
    { id: 'role', header: t('people.role'), isShort: true, cell: ({ role }) => t(`people.roles.${role}`) },
    { id: 'cohort', header: t('cohorts.cohort'), isShort: true, cell: ({ cohort }) => <bdi>{cohort}</bdi> },
    {
      id: 'next',
      header: t('year.people.next'),
      cell: ({ next, isMatched }) => (
        <>
          {t(`year.people.choices.${next as NextYear}`)}
          {isMatched && ` (${t('year.people.matched')})`}
        </>
      ),
    },
  ];
  const acts: BulkAct<YearPerson>[] = CHOICES.map((next) => ({
    id: next,
    label: t(`year.people.acts.${next}`),
    icon: ICONS[next],
    sentence: { text: t(`year.people.texts.${next}`), submit: t(`year.people.acts.${next}`) },
    refusal: (person) => {
      if (next === 'leaves' && person.isMatched) return t('year.people.inMentorship');
      return next === 'continues_first' && person.role === 'mentor' ? t('year.people.noMentee') : null;
    },
    act: ({ id }) => decideNextYear(programme, [id], next),
  }));
  return (
    <Section title={t('year.people.title')}>
      <p className={ruleStyles.hint}>{t('year.people.text')}</p>
      <DataTable
        list={list}
        label={t('year.people.list')}
        searchLabel={t('people.search')}
        columns={columns}
        filters={filters}
        nameOf={({ name }) => name}
        bulkActs={acts}
        empty={{ icon: UsersRound, title: t('year.people.none'), text: t('year.people.noneText') }}
      />
    </Section>
  );
}
