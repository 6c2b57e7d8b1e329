import {
  CalendarX2,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  ShieldAlert,
  ShieldX,
  UserRoundX,
} from 'lucide-react';
import { useMemo } from 'react';
import { Avatar, dateFormat, formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, Email, None, Notice, RecordLink } from '../components/cells';
import { type Fact, nameOf, type Person } from './person';
import styles from './person-columns.module.css';

const FACT_ICONS = {
  vetting_missing: ShieldX,
  vetting_ended: ShieldAlert,
  vetting_ending: ShieldAlert,
  consent_missing: UserRoundX,
  birth_month_missing: CalendarX2,
} as const;

/** The columns of the list of people. */
export function usePersonColumns(hasProgramme: boolean, hasCohort: boolean): Column<Person>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const day = (at: string | null) => (at === null ? <None /> : formatDate(at, i18n.language, 'list'));
    const columns: Column<Person>[] = [
      {
        id: 'name',
        header: t('people.name'),
        sort: 'name',
        isName: true,
        cell: (person) => <Who person={person} />,
      },
      {
        id: 'role',
        header: t('people.role'),
        isShort: true,
        cell: ({ role }) => (
          <span className={styles.role} data-role={role}>
            {t(`people.roles.${role}`)}
          </span>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => (programme === null ? <None /> : <bdi>{programme.title}</bdi>),
      },
      {
        id: 'cohort',
        header: t('cohorts.cohort'),
        sort: 'cohort',
        isExtra: !hasCohort,
        cell: ({ cohort }) => (cohort === null ? <None /> : <bdi>{cohort.name}</bdi>),
      },
      {
        id: 'facts',
        header: t('people.missing'),
        cell: ({ missing, missingVettings, role, isVettingEnding }) =>
          role === 'staff' ? (
            <None />
          ) : (
            <Facts
              facts={isVettingEnding ? [...missing, 'vetting_ending'] : missing}
              vettings={missingVettings}
            />
          ),
      },
      {
        id: 'match',
        header: t('people.match'),
        isShort: true,
        cell: ({ isMatched, role }) =>
          role === 'staff' ? <None /> : t(`people.matched.${isMatched ? 'yes' : 'no'}`),
      },
      {
        id: 'lastSeen',
        header: t('people.lastSeen'),
        sort: 'lastSeen',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ lastSeenAt }) =>
          lastSeenAt === null ? (
            <span className={styles.none}>{t('people.never')}</span>
          ) : (
            <Ago at={lastSeenAt} />
          ),
      },
      {
        id: 'status',
        header: t('people.status'),
        isShort: true,
        cell: ({ status }) =>
          status === 'suspended' || status === 'applying' ? (
            <Notice icon={status === 'applying' ? Hourglass : CircleSlash}>
              {t(`people.statuses.${status}`)}
            </Notice>
          ) : (
            <span className={status === 'active' ? undefined : styles.closed}>
              {t(`people.statuses.${status}`)}
            </span>
          ),
      },
      {
        id: 'vettedUntil',
        header: t('people.vettedUntil'),
        sort: 'vettedUntil',
        isExtra: true,
        isAskedBy: ({ fact = [] }) => fact.some((one) => one === 'vetting_ending' || one === 'vetting_ended'),
        isShort: true,
        cell: ({ vettedUntil }) => day(vettedUntil),
      },
      {
        id: 'consent',
        header: t('people.consent'),
        isExtra: true,
        isShort: true,
        cell: ({ guardianConsentAt }) => day(guardianConsentAt),
      },
      {
        id: 'birthMonth',
        header: t('people.birthMonth'),
        isExtra: true,
        isShort: true,
        cell: ({ birthMonth }) =>
          birthMonth === null ? (
            <None />
          ) : (
            dateFormat(i18n.language, { year: 'numeric', month: 'long' }).format(
              new Date(`${birthMonth}-15T12:00`),
            )
          ),
      },
      {
        id: 'appliedAt',
        header: t('people.appliedAt'),
        sort: 'appliedAt',
        isExtra: true,
        isAskedBy: ({ application }) => application !== undefined,
        isShort: true,
        cell: ({ appliedAt }) => day(appliedAt),
      },
      {
        id: 'createdAt',
        header: t('people.createdAt'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isExtra: true,
        isAskedBy: ({ joined }) => joined !== undefined,
        isShort: true,
        cell: ({ createdAt }) => day(createdAt),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme, hasCohort]);
}

function Who({ person }: { person: Person }) {
  const name = nameOf(person);
  return (
    <span className={styles.who}>
      <span className={styles.avatar}>
        <Avatar id={person.id} name={name} size={38} />
      </span>
      <span className={styles.words}>
        <RecordLink to={person.id}>
          <bdi>{name}</bdi>
        </RecordLink>
        <Email address={person.email} />
      </span>
    </span>
  );
}

interface FactsProps {
  facts: readonly (Fact | 'vetting_ending')[];
  /** The names of the kinds that are missing or have ended. */
  vettings: readonly string[];
}

function Facts({ facts, vettings }: FactsProps) {
  const { t } = useTranslation('staff');
  if (facts.length === 0)
    return (
      <span className={styles.complete}>
        <CircleCheck aria-hidden size={16} />
        {t('people.complete')}
      </span>
    );
  // The first of both says which kinds.
  const named = vettings.length === 0 ? null : facts.find((fact) => fact.startsWith('vetting_'));
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => {
        const icon = FACT_ICONS[fact] ?? CircleDashed;
        return (
          <li key={fact}>
            <Notice icon={icon}>{t(`people.facts.${fact}`)}</Notice>
            {fact === named && (
              <span className={styles.named} dir="auto">
                {vettings.join(' · ')}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
