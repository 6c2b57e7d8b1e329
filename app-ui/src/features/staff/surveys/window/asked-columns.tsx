import { CircleCheck, CircleDashed, CircleDot, CircleSlash } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { None, RecordLink } from '../../components/cells';
import type { AskedPerson, SurveyWindow } from '../survey-window';
import styles from './window-page.module.css';

const ICONS = { not_begun: CircleDashed, begun: CircleDot, sent: CircleCheck, closed: CircleSlash } as const;

export const nameOf = ({ firstName, lastName }: AskedPerson['person']): string =>
  `${firstName} ${lastName}`.trim();

/** The columns of those who are asked. */
export function useAskedColumns({ kind, roles }: SurveyWindow): Column<AskedPerson>[] {
  const { t, i18n } = useTranslation('staff');
  const isOneRole = roles.length === 1;
  const isOfMentorships = kind !== 'dates';
  return useMemo(() => {
    const day = (at: string | null) => (at === null ? <None /> : formatDate(at, i18n.language, 'list'));
    const columns: Column<AskedPerson>[] = [
      {
        id: 'name',
        header: t('people.name'),
        sort: 'name',
        isName: true,
        cell: ({ person }) => (
          <RecordLink to={`/staff/people/${person.id}`} list="">
            <bdi>{nameOf(person)}</bdi>
          </RecordLink>
        ),
      },
      {
        id: 'role',
        header: t('people.role'),
        isExtra: isOneRole,
        isShort: true,
        cell: ({ role }) => t(`people.roles.${role}`),
      },
      {
        id: 'state',
        header: t('surveys.state'),
        isShort: true,
        cell: ({ state }) => <PersonState state={state} />,
      },
      {
        id: 'askedAt',
        header: t('surveys.askedAt'),
        sort: 'askedAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ askedAt }) => day(askedAt),
      },
      {
        id: 'closesOn',
        header: t('surveys.closesOn'),
        isExtra: !isOfMentorships,
        isShort: true,
        cell: ({ closesOn }) => day(closesOn),
      },
      {
        id: 'remindedAt',
        header: t('surveys.remindedAt'),
        isShort: true,
        cell: (row) => day(row.remindedAt),
      },
      { id: 'sentAt', header: t('surveys.sentAt'), isShort: true, cell: ({ sentAt }) => day(sentAt) },
    ];
    if (isOfMentorships)
      columns.push({
        id: 'mentorship',
        header: t('surveys.mentorship'),
        isExtra: true,
        isShort: true,
        cell: ({ mentorship, person }) =>
          mentorship === null ? (
            <None />
          ) : (
            <Link
              className={styles.mentorship}
              to={`/staff/mentorships/${mentorship}`}
              aria-label={`${t('surveys.openMentorship')}: ${nameOf(person)}`}
            >
              {t('surveys.openMentorship')}
            </Link>
          ),
      });
    return columns;
  }, [t, i18n.language, isOneRole, isOfMentorships]);
}

/** How far a person is. */
function PersonState({ state }: Pick<AskedPerson, 'state'>) {
  const { t } = useTranslation('staff');
  const Icon = ICONS[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon aria-hidden size={16} />
      {t(`surveys.personStates.${state}`)}
    </span>
  );
}
